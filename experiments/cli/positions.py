"""`cuttlelab moves`, `play` and `verify`: single positions and golden cases."""

from __future__ import annotations

from pathlib import Path

import click

from experiments.cli import options
from experiments.cli.output import CHECK_FAILED, announce_compilation, note


@click.command()
@click.argument("position")
@options.rules_option
def moves(position: str, rules: str) -> None:
    """List the legal moves of a Cuttle position, one a line."""
    announce_compilation()
    from experiments import golden

    with options.user_input():
        found = golden.legal_moves(position, rules)
    for text in found:
        click.echo(text)


@click.command()
@click.argument("position")
@click.argument("moves", nargs=-1, metavar="MOVE...")
@options.rules_option
def play(position: str, moves: tuple[str, ...], rules: str) -> None:
    """Play moves from a Cuttle position; print the position after them, and the winner if any."""
    announce_compilation()
    from experiments import golden

    with options.user_input():
        after, winner = golden.play_moves(position, moves, rules)
    click.echo(after)
    if winner:
        click.echo(f"winner {winner}")


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE.toml...", type=click.Path(path_type=Path)
)
def verify(files: tuple[Path, ...]) -> None:
    """Check golden cases; a line a mismatch, and exit code 1 if there is one."""
    announce_compilation()
    from experiments import golden

    cases = 0
    wrong = 0
    for path in files:
        with options.user_input():
            count, mismatches = golden.verify_file(path)
        cases += count
        wrong += len(mismatches)
        for line in mismatches:
            click.echo(line)
    if wrong:
        note(f"{cases} cases, {wrong} mismatches")
        raise click.exceptions.Exit(CHECK_FAILED)
    click.echo(f"all {cases} cases hold")
