"""`cuttlelab bench`: how fast it is."""

from __future__ import annotations

from pathlib import Path

import click

from experiments.cli import options
from experiments.cli.output import announce_compilation, grouped, note, print_json, print_table


@click.command()
@click.option(
    "--against",
    type=click.Path(path_type=Path),
    metavar="TWIN.c",
    help="Time a C yardstick in alternation, on the same core, and print the ratios.",
)
@options.json_option
def bench(against: Path | None, as_json: bool) -> None:
    """Measure speed: one core in CPU time, then two threads, compilation and start."""
    announce_compilation()
    from experiments import benchmark

    with options.user_input():
        found = benchmark.bench(against=against, say=(lambda message: None) if as_json else note)
    if as_json:
        print_json("bench", found)
        return
    print_table(
        ("cuttle", "games/s", "turns/s", "decisions/s", "ns a turn", "turns a game"),
        [
            (
                name,
                grouped(row["games_per_s"]),
                grouped(row["turns_per_s"]),
                grouped(row["decisions_per_s"]),
                f"{row['ns_per_turn']:.1f}",
                f"{row['turns_mean']:.1f}",
            )
            for name, row in found["cuttle"].items()
        ],
    )
    print_table(
        ("cuckoo seats", "rounds/s", "games/s", "rounds/s with a user's file"),
        [
            (
                players,
                grouped(row["rounds_per_s"]),
                grouped(row["games_per_s"]),
                grouped(row["function_rounds_per_s"]),
            )
            for players, row in found["cuckoo"].items()
        ],
    )
    click.echo(f"user's copy of random   {found['user_file_share']:.3f} of the built-in's speed")
    search = found["search"]
    click.echo(
        f"1000 playouts           {search['median_ms']:.2f} ms a decision of search, "
        f"95th percentile {search['p95_ms']:.2f}"
    )
    for threads, gain in found["threads"].items():
        click.echo(f"{threads} threads               {gain:.2f} times one")
    click.echo(f"cold compile            {found['compile_s']:.1f} s")
    click.echo(f"warm match of 10k       {found['warm_start_s']:.2f} s")
    for name, row in found.get("against", {}).items():
        click.echo(
            f"{name:23} {row['ns_per_turn']:.1f} ns a turn, C {row['twin_ns_per_turn']:.1f}, "
            f"ratio {row['ratio']:.2f}"
        )
