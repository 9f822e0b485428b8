"""`cuttlelab cuckoo`."""

from __future__ import annotations

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
from experiments.cli.stopping import interruptible

if TYPE_CHECKING:
    from experiments.matches import CuckooOutcome


@click.command()
@options.players_option
@click.option(
    "--policy",
    "policies",
    multiple=True,
    metavar="P",
    help="Once for every seat, or one for each in turn order, dealer last.  "
    "[default: threshold:t=7]",
)
@options.lives_option
@click.option(
    "--rules", default="cuckoo", show_default=True, metavar="R", help="cuckoo, with switches."
)
@options.games_option("200k", "Whole games, for game_win and game_shared.")
@click.option(
    "--rounds",
    type=options.Count(),
    default="1M",
    metavar="N",
    help="Rounds with all seats in, for round_loss.  [default: 1M]",
)
@options.seed_option()
@options.workers_option
@options.json_option
def cuckoo(
    players: int | None,
    policies: tuple[str, ...],
    lives: int | None,
    rules: str,
    games: int,
    rounds: int,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play Cuckoo: which seat loses a round, which wins a game."""
    announce_compilation()
    from experiments import cuckoo_rules, matches

    with options.user_input(), interruptible(), Progress(as_json) as progress:
        seats, text = cuckoo_rules.seat_table(rules, players, lives, len(policies))
        outcome = matches.cuckoo(
            policies or ("threshold:t=7",),
            players=seats,
            rules=text,
            games=games,
            rounds=rounds,
            seed=seed,
            workers=workers,
            progress=progress,
        )
    if as_json:
        print_json("cuckoo", outcome.summary())
    else:
        print_cuckoo(outcome)


def print_cuckoo(outcome: CuckooOutcome) -> None:
    """Print a Cuckoo table for people."""
    found = outcome.summary()
    last = found["players"] - 1
    policies = [policy.short for policy in outcome.unit.table.seated]
    columns = (found["round_loss"], found["game_win"], found["game_shared"])
    rows = [
        (
            f"{seat + 1}{' dealer' if seat == last else ''}",
            policies[seat],
            *(
                interval(column[seat]["rate"], column[seat]["low"], column[seat]["high"])
                for column in columns
            ),
        )
        for seat in range(found["players"])
    ]
    print_table(("seat", "policy", "loses a round", "wins alone", "shares a win"), rows)
    click.echo(
        f"{grouped(found['rounds'])} rounds, {grouped(found['games'])} games, "
        f"{found['seconds']:.2f} s"
    )
    click.echo(f"rules {found['rules']} ({found['rules_hash']}), seed {found['seed']}")
