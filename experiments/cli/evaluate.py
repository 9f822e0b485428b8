"""`cuttlelab evaluate`: which move is best here."""

from __future__ import annotations

import click

from experiments.cli import options
from experiments.cli.output import announce_compilation, grouped, print_json, print_table
from experiments.cli.progress import Progress


@click.command()
@click.argument("position")
@options.rules_option
@options.games_option("100k", "Games to play out, over all moves.")
@options.seed_option(help="Names every sample of the unknown cards.  [default: 1]")
@options.json_option
def evaluate(position: str, rules: str, games: int, seed: int, as_json: bool) -> None:
    """Play out every legal move of a Cuttle position; which one wins most often."""
    announce_compilation()
    from experiments import evaluation

    with options.user_input(), Progress(as_json) as progress:
        found = evaluation.evaluate(
            position, rules=rules, games=games, seed=seed, progress=progress
        )
    if as_json:
        print_json("evaluate", found.summary())
        return
    rows = [
        (
            "*" if one.best else "",
            one.move,
            f"{one.win:.4f}",
            f"{one.low:.4f} to {one.high:.4f}",
            grouped(one.games),
        )
        for one in found.moves
    ]
    print_table(("", f"{found.side} plays", "wins", "95 % interval", "games"), rows)
    click.echo("* not to be told apart from the best")
    click.echo(
        f"{grouped(sum(one.games for one in found.moves))} games, {found.seconds:.2f} s, "
        f"{found.policy.short} plays on"
    )
    click.echo(f"rules {found.rules} ({found.rules_hash}), seed {found.seed}")
