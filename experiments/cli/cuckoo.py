"""`cuttlelab cuckoo`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
@click.option("--exact", "exactly", is_flag=True, help="Exact numbers beside the played ones.")
@click.option("--solve", is_flag=True, help="Best thresholds of one round, seat by seat, too.")
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
    exactly: bool,
    solve: bool,
    seed: int,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play Cuckoo: which seat loses a round, which wins a game."""
    announce_compilation()
    from experiments import cuckoo_exact, cuckoo_rules, matches

    more: dict[str, Any] = {}
    with options.user_input(), interruptible(), Progress(as_json) as progress:
        seats, text = cuckoo_rules.seat_table(rules, players, lives, len(policies))
        if exactly:
            given = policies or ("threshold:t=7",)
            more |= cuckoo_exact.exact(given, players=seats, rules=text)
        if solve:
            more |= cuckoo_exact.solve(players=seats, rules=text)
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
    found = outcome.summary() | more
    if as_json:
        print_json("cuckoo", found)
        return
    print_cuckoo(outcome, found)
    if solve:
        print_solution(found)


def print_cuckoo(outcome: CuckooOutcome, found: dict[str, Any]) -> None:
    """Print a Cuckoo table for people, with exact numbers beside the played ones if there are."""
    last = found["players"] - 1
    policies = [policy.short for policy in outcome.unit.table.seated]
    headings = ["seat", "policy"]
    rows = [
        [f"{seat + 1}{' dealer' if seat == last else ''}", policies[seat]]
        for seat in range(found["players"])
    ]
    columns = {"round_loss": "loses a round", "game_win": "wins alone"}
    for key, heading in (columns | {"game_shared": "shares a win"}).items():
        headings.append(heading)
        for row, at in zip(rows, found[key], strict=True):
            row.append(interval(at["rate"], at["low"], at["high"]))
        if exact := found.get(f"exact_{key}"):
            headings.append("exactly")
            for row, rate in zip(rows, exact, strict=True):
                row.append(f"{rate:.6f}")
    print_table(headings, rows)
    if "exact_ties" in found:
        rounds = found.get("exact_game_rounds")
        length = f"; a game lasts {rounds:.4f} rounds on average" if rounds else ""
        click.echo(f"exactly: several hold the lowest card in {found['exact_ties']:.6f}{length}")
    click.echo(
        f"{grouped(found['rounds'])} rounds, {grouped(found['games'])} games, "
        f"{found['seconds']:.2f} s"
    )
    click.echo(f"rules {found['rules']} ({found['rules_hash']}), seed {found['seed']}")


def print_solution(found: dict[str, Any]) -> None:
    """Print the best play of one round for people."""
    click.echo()
    thresholds = found["solution_thresholds"]["threshold"]
    rows = [
        (
            f"{row['seat']}{' dealer' if row['seat'] == found['players'] else ''}",
            str(row["fresh"]),
            str(row.get("lower", "–")),
            str(row.get("equal", "–")),
            f"{row['loss']:.6f}",
            f"{row['gain']:.6f}",
            f"{row['plain_loss'] - row['loss']:.6f}",
            str(threshold),
        )
        for row, threshold in zip(found["solution"], thresholds, strict=True)
    ]
    headings = ("seat", "swap up to", "given lower", "given equal", "loses a round")
    print_table((*headings, "could gain", "below 8 costs", "one threshold"), rows)
    if found["solution_pure"]:
        click.echo("An equilibrium: no seat gains by other thresholds.")
    else:
        click.echo(
            "No pure equilibrium was found: best responses go round "
            f"{found['solution_circle']} profiles; shown is the one nearest to an equilibrium."
        )
    for one in found.get("solution_two_seats", ()):
        first, dealer = (
            " or ".join(f"{t} ({chance:.4f})" for t, chance in one[who].items())
            for who in ("first", "dealer")
        )
        lost = " and ".join(f"{loss:.6f}" for loss in one["losses"])
        click.echo(f"Equilibrium of two: up to {first} against {dealer}; they lose {lost}.")
