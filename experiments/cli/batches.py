"""`cuttlelab run` and `cuttlelab report`: whole experiments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from experiments.cli import options
from experiments.cli.output import (
    announce_compilation,
    grouped,
    note,
    print_json,
    print_table,
    rows_of,
)
from experiments.cli.progress import Progress
from experiments.cli.stopping import interruptible

DEFAULT_REPORT = "out/report"


@click.command()
@click.argument("spec", metavar="NAME|SPEC.toml")
@options.games_option(None, "Games over all units.  [default: the spec's]")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Keep the run there.")
@options.seed_option(None, "Names every deal and every choice.  [default: the spec's]")
@options.workers_option
@click.option(
    "--backend", type=click.Choice(["threads", "serial"]), default="threads", show_default=True
)
@click.option("--keep-games", is_flag=True, help="Also keep one row a game, as Parquet.")
@options.json_option
def run(
    spec: str,
    games: int | None,
    out: Path | None,
    seed: int | None,
    workers: int | None,
    backend: str,
    keep_games: bool,
    as_json: bool,
) -> None:
    """Run an experiment of the catalogue or of a file."""
    if keep_games and out is None:
        raise click.UsageError("--keep-games needs --out DIR")
    announce_compilation()
    from experiments import running, specs, store

    with options.user_input(), interruptible(), Progress(as_json) as progress:
        asked = specs.load(spec)
        chosen: dict[str, Any] = {
            "games": games,
            "seed": seed,
            "workers": workers,
            "backend": backend,
            "progress": progress,
        }
        if out is None:
            outcome = running.run_spec(asked, **chosen)
        else:
            outcome = running.run_into(
                asked, out, store.command_line(), keep_games=keep_games, **chosen
            )
    if games is not None and outcome.total_games != games:
        note(f"{games} games make no whole pairs for every unit; played {outcome.total_games}")
    if as_json:
        rules, rules_hash = outcome.rules()
        print_json(
            "run",
            {
                "rules": rules,
                "rules_hash": rules_hash,
                "seed": outcome.seed,
                "seconds": outcome.seconds,
                "experiment": outcome.spec.name,
                "spec_digest": outcome.spec.digest,
                "games": outcome.total_games,
                "rounds": outcome.total_rounds,
                "tables": {name: rows_of(table) for name, table in outcome.tables.items()},
                "out": None if out is None else str(out),
            },
        )
        return
    click.echo(f"{outcome.spec.name}: {outcome.spec.title}")
    for name, table in outcome.tables.items():
        click.echo(f"\n{name}")
        print_estimates(table)
    unit = "games or matches" if "games_a_match" in outcome.tables else "games"
    played = f"{grouped(outcome.total_games)} {unit}"
    if outcome.total_rounds:
        played = f"{grouped(outcome.total_rounds)} rounds, {played}"
    click.echo(f"\n{played}, {outcome.seconds:.2f} s, seed {outcome.seed}")
    if out is not None:
        click.echo(f"kept in {out}")


_COUNTS = ("n", "games", "matches")
"""Columns that say of how many a row is; the first of them ends what names the row."""
_ESTIMATES: tuple[str, ...] = (
    "mean",
    "rate",
    "low",
    "high",
    "score",
    "score_low",
    "score_high",
    "human",
)
_CONTRAST: tuple[str, ...] = ("base", "other", "difference", "low", "high", "variance_saved")
_MEASURED: tuple[str, ...] = (
    "base_value",
    "value",
    "difference",
    "difference_low",
    "difference_high",
)


def print_estimates(table: Any) -> None:
    """Print the columns of an estimate table that fit on a screen: levels, n, rate, score.

    Of a difference that is the difference with its interval, and the two values.
    """
    columns = list(table.columns)
    count = next(name for name in _COUNTS if name in columns)
    keys = [
        name
        for name in columns[: columns.index(count)]
        if name not in ("first", "second", "first_text", "second_text", "rules", "rules_hash")
    ]
    if "difference_low" in columns and "base_value" in columns:
        wanted = _MEASURED
    elif "difference" in columns and "base" in columns:
        wanted = _CONTRAST
    else:
        wanted = _ESTIMATES
    shown = [*keys, count, *(name for name in wanted if name in columns), "label"]
    rows = [
        [f"{cell:.4f}" if isinstance(cell, float) else str(cell) for cell in row]
        for row in table[shown].itertuples(index=False)
    ]
    print_table(shown, rows, indent="  ")


@click.command()
@click.option(
    "--preset",
    type=click.Choice(["quick", "standard", "deep"]),
    default="quick",
    show_default=True,
    help="How many games to play.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=DEFAULT_REPORT,
    show_default=True,
    metavar="DIR",
    help="Where the report goes.",
)
@options.seed_option(None, "Names every deal and every choice.  [default: the experiments' own]")
@options.workers_option
def report(preset: str, out: Path, seed: int | None, workers: int | None) -> None:
    """Run the standard experiments and write the report."""
    announce_compilation()
    from experiments import reporting, store

    with options.user_input(), interruptible():
        page = reporting.report(
            out,
            store.command_line(),
            preset=preset,
            seed=seed,
            workers=workers,
            watch=lambda name: Progress(label=name),
            say=note,
        )
    click.echo(f"the report is in {page}")
