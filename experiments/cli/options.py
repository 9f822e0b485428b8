"""Option types and options that commands share, and how a mistake becomes one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from experiments.amounts import (
    DEFAULT_SEED,
    MOST_WORKERS,
    parse_count,
    parse_elo_bounds,
    parse_seed,
)

F = TypeVar("F", bound=Callable[..., Any])
MOST_PLAYERS = 10
MOST_LIVES = 1000


class Count(click.ParamType):  # type: ignore[type-arg]
    """A count as a person writes it: `200k`, `1.5M`, `2_000_000`."""

    name = "count"

    def __init__(self, high: int | None = None) -> None:
        self.high = high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the count; click tells which option was wrong."""
        if isinstance(value, int):
            return value
        try:
            return parse_count(value) if self.high is None else parse_count(value, high=self.high)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class Seed(click.ParamType):  # type: ignore[type-arg]
    """A seed, a whole number 0 … 2⁶⁴ − 1."""

    name = "seed"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read the seed; click tells which option was wrong."""
        if isinstance(value, int):
            return value
        try:
            return parse_seed(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class EloBounds(click.ParamType):  # type: ignore[type-arg]
    """Two bounds in Elo, as `0,5`."""

    name = "elo bounds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Read the bounds; click tells which option was wrong."""
        if isinstance(value, tuple):
            return value
        try:
            return parse_elo_bounds(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


@contextmanager
def user_input() -> Iterator[None]:
    """Turn a refusal of what the user gave into one line and exit code 2."""
    from engine_fast.policies import PolicyError

    try:
        yield
    except (ValueError, PolicyError) as error:
        raise click.UsageError(str(error), click.get_current_context()) from None


def seed_option(default: int | None = DEFAULT_SEED, help: str = "") -> Callable[[F], F]:
    """Return the `--seed` option."""
    text = help or f"Names every deal and every choice.  [default: {default}]"
    return click.option("--seed", type=Seed(), default=default, metavar="S", help=text)


workers_option = click.option(
    "--workers",
    type=Count(MOST_WORKERS),
    metavar="N",
    help="Threads to play with.  [default: all cores]",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
players_option = click.option(
    "--players", type=click.IntRange(2, MOST_PLAYERS), help="Cuckoo's seats.  [default: 4]"
)
lives_option = click.option(
    "--lives", type=click.IntRange(1, MOST_LIVES), help="Cuckoo's lives each.  [default: 3]"
)
rules_option = click.option(
    "--rules", default="classic", show_default=True, metavar="R", help="Profile with modifiers."
)


def games_option(default: str | None, help: str) -> Callable[[F], F]:
    """Return the `--games` option."""
    suffix = f"  [default: {default}]" if default else ""
    return click.option("--games", type=Count(), default=default, metavar="N", help=help + suffix)
