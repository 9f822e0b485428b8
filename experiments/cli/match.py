"""`cuttlelab match`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    from experiments.matches import MatchOutcome


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@options.rules_option
@options.games_option("100k", "Games to play, each deal twice with seats exchanged.")
@options.seed_option()
@options.workers_option
@options.json_option
def match(
    a: str, b: str, rules: str, games: int, seed: int, workers: int | None, as_json: bool
) -> None:
    """Play policy A against policy B at Cuttle."""
    announce_compilation()
    from experiments import matches

    if games % 2:
        note(f"{games} games make no whole pairs; playing {games + 1}")
    with options.user_input(), interruptible(), Progress(as_json) as progress:
        outcome = matches.match(
            a, b, rules=rules, games=games, seed=seed, workers=workers, progress=progress
        )
    if as_json:
        print_json("match", outcome.summary())
    else:
        print_match(outcome)


def print_match(outcome: MatchOutcome) -> None:
    """Print a match for people."""
    found = outcome.summary()
    first, second = outcome.first.short, outcome.second.short
    click.echo(f"{first} against {second}")
    unit = "match" if "matches" in found else "game"
    click.echo(f"score     {interval(found['score'], found['low'], found['high'])} a {unit}")
    click.echo(f"elo       {interval(found['elo'], found['elo_low'], found['elo_high'], 1)}")
    click.echo(
        f"pairs     {' · '.join(map(grouped, found['cells']))} with 0 · ½ · 1 · 1½ · 2 points"
    )
    print_by_deal(first, unit, found["by_deal"])
    if unit == "match":
        low, high = found["games_a_match_low"], found["games_a_match_high"]
        length = interval(found["games_a_match"], low, high)
        click.echo(f"matches   {grouped(found['matches'])} of {length} games")
        found["games"] = found["games_played"]
    click.echo(f"games     {grouped(found['games'])} of {found['turns_mean']:.1f} turns on average")
    click.echo(f"speed     {grouped(found['games_per_s'])} games/s, {found['seconds']:.2f} s")
    click.echo(f"rules     {found['rules']} ({found['rules_hash']}), seed {found['seed']}")


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
