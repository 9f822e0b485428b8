"""`cuttlelab tune`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from experiments.cli import options
from experiments.cli.output import (
    announce_compilation,
    grouped,
    interval,
    print_json,
    print_table,
)
from experiments.cli.progress import Progress

if TYPE_CHECKING:
    from experiments.tuning import Tuned


@click.command()
@click.argument("policy", metavar="POLICY")
@click.option(
    "--rules",
    multiple=True,
    metavar="R",
    help="Rule set to play; several count alike.  [default: classic]",
)
@click.option(
    "--against",
    multiple=True,
    metavar="P",
    help="Member of the pool.  [default: balanced-hand, greedy, racer, controller and the "
    "policy's own former self]",
)
@click.option(
    "--budget",
    type=options.Count(),
    default="10M",
    metavar="N",
    help="Games to search with.  [default: 10M]",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE.toml",
    help="Weight file to write; without it the file is printed.",
)
@options.seed_option(help="Names every deal, every choice and the search.  [default: 1]")
@options.workers_option
@options.json_option
def tune(
    policy: str,
    rules: tuple[str, ...],
    against: tuple[str, ...],
    budget: int,
    out: Path | None,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Search the weights with which POLICY scores best, by play on common deals.

    One --against is a search for a best response.
    """
    announce_compilation()
    from experiments import tuning
    from experiments.store import command_line, program_version

    if out is not None and not out.parent.is_dir():
        raise click.UsageError(f"--out {out}: no folder {out.parent}", click.get_current_context())
    with options.user_input(), Progress(as_json) as progress:
        found = tuning.tune(
            policy,
            rules=rules or ("classic",),
            against=against,
            budget=budget,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    text = found.toml(command_line(), program_version())
    if out is not None:
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            message = f"--out {out}: {error.strerror or error}"
            raise click.UsageError(message, click.get_current_context()) from None
    if as_json:
        print_json("tune", {**found.summary(), "out": None if out is None else str(out)})
    elif out is None:
        click.echo(text.rstrip())
    else:
        print_tuned(found)
        click.echo(f"written to {out}")


def print_tuned(found: Tuned) -> None:
    """Print the check of a search for people."""
    click.echo(f"{found.start}, tuned against {', '.join(found.pool)}")
    rows = [
        (match.against, match.rules, interval(match.score, match.low, match.high))
        for match in found.held_out
    ]
    print_table(("against", "rules", "score a game on fresh deals"), rows)
    click.echo(
        f"search    {grouped(found.games)} games, {found.generations} generations, "
        f"{found.seconds:.0f} s"
    )
