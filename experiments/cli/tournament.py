"""`cuttlelab tournament`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from experiments.cli import options
from experiments.cli.output import announce_compilation, grouped, interval, note, print_json
from experiments.cli.progress import Progress
from experiments.cli.stopping import interruptible

if TYPE_CHECKING:
    from rich.table import Table

    from experiments.tournaments import TournamentOutcome

_NARROWEST, _NAME, _CELL = 80, 24, 10  # columns of a screen, of a name, of a score


@click.command()
@click.argument("policies", nargs=-1, required=True, metavar="P P ...")
@options.rules_option
@options.games_option("20k", "Games of each pairing, each deal twice with seats exchanged.")
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.csv",
    help="Write the payoff table there.",
)
@options.seed_option()
@options.workers_option
@options.json_option
def tournament(
    policies: tuple[str, ...],
    rules: str,
    games: int,
    out: Path | None,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play every policy against every other on the same deals, and rate them jointly."""
    announce_compilation()
    from experiments import tournaments

    if out is not None and not os.access(out.parent, os.W_OK):
        raise click.UsageError(f"--out {out}: {out.parent} is no folder to write in")
    if games % 2:
        note(f"{games} games make no whole pairs; playing {games + 1}")
    with options.user_input(), interruptible(), Progress(as_json) as progress:
        outcome = tournaments.tournament(
            policies, rules=rules, games=games, seed=seed, workers=workers, progress=progress
        )
    if out is not None:
        try:
            out.write_text(outcome.payoff_file(), encoding="utf-8")
        except OSError as error:
            raise click.UsageError(f"--out {out}: {error.strerror or error}") from None
    if as_json:
        print_json("tournament", {**outcome.summary(), "out": None if out is None else str(out)})
        return
    print_tournament(outcome)
    if out is not None:
        click.echo(f"payoff table in {out}")


def print_tournament(outcome: TournamentOutcome) -> None:
    """Print a tournament for people."""
    from rich.console import Console

    found = outcome.summary()
    # A screen too narrow for the matrix lets it run over; folded numbers are no numbers.
    needed = max(_NARROWEST, _NAME + (_CELL + 3) * (len(outcome.names) + 1))
    console = Console(
        file=sys.stdout, width=needed, highlight=False, markup=False, emoji=False, soft_wrap=True
    )
    console.print(_matrix(found))
    console.print(_ratings(found))
    beaten: dict[str, list[str]] = {}
    for row in found["beats"]:
        beaten.setdefault(row["policy"], []).append(row["rival"])
    click.echo(f"beyond doubt (Holm over {found['comparisons']} pairings, 5 % for all together)")
    for name in found["policies"]:
        if name in beaten:
            click.echo(f"  {name} beats {', '.join(beaten[name])}")
    if not beaten:
        click.echo("  nobody beats anybody")
    each, total = grouped(found["games_a_pairing"]), grouped(found["games"])
    if found["games_played"] == found["games"]:
        said = f"games     {each} a pairing, {total} in all"
    else:
        click.echo(f"matches   {each} a pairing, {total} in all")
        said = f"games     {grouped(found['games_played'])} in all"
    click.echo(f"{said}, of {found['turns_mean']:.1f} turns on average")
    click.echo(f"speed     {grouped(found['games_per_s'])} games/s, {found['seconds']:.2f} s")
    click.echo(f"rules     {found['rules']} ({found['rules_hash']}), seed {found['seed']}")


def _matrix(found: dict[str, Any]) -> Table:
    """Score of row against column; green where row beats column beyond doubt, red the reverse."""
    from rich.text import Text

    names = found["policies"]
    beats = {(row["policy"], row["rival"]) for row in found["beats"]}
    table = _table("score of row against column, with half its interval's width", "")
    for number in range(1, len(names) + 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, (name, cells) in enumerate(zip(names, found["matrix"], strict=True), start=1):
        row = []
        for rival, cell in zip(names, cells, strict=True):
            if cell is None:
                row.append(Text("–"))
                continue
            style = "green" if (name, rival) in beats else ""
            style = "red" if (rival, name) in beats else style
            text = f"{cell['score']:.3f} ±{(cell['high'] - cell['low']) / 2:.3f}"
            row.append(Text(text, style))
        table.add_row(Text(f"{number} {name}"), *row)
    return table


def _ratings(found: dict[str, Any]) -> Table:
    """Policies by rating, the best first."""
    from rich.text import Text

    table = _table("ratings from one joint fit, 0 the mean of these policies", "")
    table.add_column("elo", justify="right", no_wrap=True)
    best_first = sorted(found["ratings"].items(), key=lambda item: -item[1]["elo"])
    for name, rating in best_first:
        table.add_row(Text(name), interval(rating["elo"], rating["low"], rating["high"], 1))
    deal = found["dealing"]
    worth = interval(deal["elo"], deal["low"], deal["high"], 1)
    table.add_row("dealing rather than moving first", worth)
    return table


def _table(title: str, first: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(
        title=title, title_justify="left", title_style="", box=box.SIMPLE_HEAD, pad_edge=False
    )
    table.add_column(first, no_wrap=True)
    return table
