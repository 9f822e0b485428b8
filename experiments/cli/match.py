"""`cuttlelab match`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import click

from experiments.cli import options
from experiments.cli.output import (
    announce_compilation,
    grouped,
    interval,
    note,
    print_json,
    print_table,
)
from experiments.cli.progress import Progress
from experiments.cli.stopping import interruptible

if TYPE_CHECKING:
    from analyzer.sequential import Model
    from experiments.matches import MatchOutcome
    from experiments.stopping_rules import StoppingRule


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@options.rules_option
@options.games_option(None, "Games to play, each deal twice with seats exchanged.  [default: 100k]")
@click.option(
    "--until",
    type=float,
    metavar="W",
    help="Play until the score is known to within W, an interval that holds at every look.",
)
@click.option(
    "--sprt",
    type=options.EloBounds(),
    metavar="E0,E1",
    help="Play until a sequential test accepts E0 or E1 Elo, each wrongly in 5 % at most.",
)
@click.option(
    "--elo",
    type=click.Choice(["logistic", "normalized"]),
    help="What --sprt's Elo means.  [default: logistic]",
)
@click.option(
    "--max-games",
    type=options.Count(),
    metavar="N",
    help="Where --until and --sprt give up.  [default: 100M]",
)
@options.seed_option()
@options.workers_option
@options.json_option
def match(
    a: str,
    b: str,
    rules: str,
    games: int | None,
    until: float | None,
    sprt: tuple[float, float] | None,
    elo: str | None,
    max_games: int | None,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play policy A against policy B at Cuttle.

    --games, --until and --sprt exclude each other.
    """
    _check_together(games, until, sprt, elo, max_games)
    announce_compilation()
    from experiments import matches, stopping_rules

    with options.user_input(), interruptible(), Progress(as_json) as progress:
        stop = _stopping_rule(until, sprt, elo)
        if stop is None:
            most = matches.DEFAULT_GAMES if games is None else games
        else:
            most = stopping_rules.DEFAULT_MOST_GAMES if max_games is None else max_games
        if most % 2:
            allowed = "playing" if stop is None else "playing at most"
            note(f"{most} games make no whole pairs; {allowed} {most + 1}")
        outcome = matches.match(
            a, b, rules=rules, games=most, seed=seed, workers=workers, progress=progress, stop=stop
        )
    if as_json:
        print_json("match", outcome.summary())
    else:
        print_match(outcome)


def _check_together(
    games: int | None,
    until: float | None,
    sprt: tuple[float, float] | None,
    elo: str | None,
    max_games: int | None,
) -> None:
    """Refuse options that do not go together."""
    ends = {"--games": games, "--until": until, "--sprt": sprt}
    given = [name for name, value in ends.items() if value is not None]
    if len(given) > 1:
        raise click.UsageError(f"{' and '.join(given)} exclude each other")
    if elo is not None and sprt is None:
        raise click.UsageError("--elo goes with --sprt")
    if max_games is not None and until is None and sprt is None:
        raise click.UsageError("--max-games goes with --until or --sprt")


def _stopping_rule(
    until: float | None, sprt: tuple[float, float] | None, elo: str | None
) -> StoppingRule | None:
    from analyzer.sequential import Sprt
    from experiments.stopping_rules import SequentialTest, UntilWidth

    if until is not None:
        return UntilWidth(until)
    if sprt is not None:
        return SequentialTest(Sprt(*sprt, model=cast("Model", elo or "logistic")))
    return None


def print_match(outcome: MatchOutcome) -> None:
    """Print a match for people."""
    found = outcome.summary()
    first, second = outcome.first.short, outcome.second.short
    click.echo(f"{first} against {second}")
    unit = "match" if "matches" in found else "game"
    if "median_unbiased" in found:
        _print_both_estimates(unit, found)
    else:
        _print_estimate(unit, "", found)
    click.echo(
        f"pairs     {' · '.join(map(grouped, found['cells']))} with 0 · ½ · 1 · 1½ · 2 points"
    )
    if found["variance_saved"] == found["variance_saved"]:
        click.echo(f"pairing   saved {found['variance_saved']:.0%} of the score's variance")
    print_by_deal(first, unit, found["by_deal"])
    if unit == "match":
        low, high = found["games_a_match_low"], found["games_a_match_high"]
        length = interval(found["games_a_match"], low, high)
        click.echo(f"matches   {grouped(found['matches'])} of {length} games")
        found["games"] = found["games_played"]
    click.echo(f"games     {grouped(found['games'])} of {found['turns_mean']:.1f} turns on average")
    click.echo(f"speed     {grouped(found['games_per_s'])} games/s, {found['seconds']:.2f} s")
    click.echo(f"rules     {found['rules']} ({found['rules_hash']}), seed {found['seed']}")
    if "stopped" in found:
        click.echo(f"stopped   {found['stopped']}")


def _print_estimate(unit: str, label: str, found: Mapping[str, Any]) -> None:
    """Print a score and its Elo with their intervals."""
    said = f", {label}" if label else ""
    click.echo(f"score     {interval(found['score'], found['low'], found['high'])} a {unit}{said}")
    click.echo(f"elo       {interval(found['elo'], found['elo_low'], found['elo_high'], 1)}{said}")


def _print_both_estimates(unit: str, found: Mapping[str, Any]) -> None:
    """Print what a sequential test leaves: the plain estimate overstates the lead on average."""
    unbiased = found["median_unbiased"]
    plural = "matches" if unit == "match" else "games"
    _print_estimate(unit, f"plain, as if the number of {plural} had been fixed", found)
    _print_estimate(unit, "median-unbiased, allowing for the stop", unbiased)
    if found["sprt"]["elo"] == "normalized" and "normalized_elo" in found:
        value, low, high = (unbiased[f"normalized_elo{end}"] for end in ("", "_low", "_high"))
        click.echo(
            f"elo       {interval(value, low, high, 1)} normalized, median-unbiased; "
            f"plain {found['normalized_elo']:.1f}"
        )


def print_by_deal(first: str, unit: str, by_deal: dict[str, dict[str, Any]]) -> None:
    """Print results of the first-named policy by who deals, of matches by who deals first."""
    counts = ("games", "wins", "draws", "losses", "unfinished")
    heads = ["", f"{unit}es" if unit == "match" else "games", *counts[1:]]
    if unit == "match":
        heads.append("games a match")
    seats = {"A dealer": "deals", "A first": "moves first"}
    rows = []
    for deal, row in by_deal.items():
        words = [f"{first} {seats[deal]}{' game 1' if unit == 'match' else ''}"]
        words += [grouped(row[count]) for count in counts]
        if unit == "match":
            words.append(f"{row['games_a_match']:.3f}")
        rows.append(words)
    print_table(heads, rows)
