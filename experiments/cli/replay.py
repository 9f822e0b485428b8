"""`cuttlelab replay`: any game of a batch again, decision by decision."""

from __future__ import annotations

import click

from experiments.cli import options
from experiments.cli.output import announce_compilation, print_json

FORMS = ("text", "golden", "json")


@click.command()
@click.argument("games", metavar="GAME|START:STOP")
@click.option(
    "--game", type=click.Choice(["cuttle", "cuckoo"]), default="cuttle", show_default=True
)
@click.option("--rules", metavar="R", help="As in the batch.  [default: classic, cuckoo]")
@click.option(
    "--a", metavar="P", help="First-named policy, at A in even games.  [default: balanced]"
)
@click.option("--b", metavar="P", help="Second-named policy.  [default: balanced]")
@options.players_option
@click.option(
    "--policy", "policies", multiple=True, metavar="P", help="Cuckoo's policies, as in `cuckoo`."
)
@options.lives_option
@options.seed_option()
@click.option("--as", "form", type=click.Choice(FORMS), default="text", show_default=True)
def replay(
    games: str,
    game: str,
    rules: str | None,
    a: str | None,
    b: str | None,
    players: int | None,
    policies: tuple[str, ...],
    lives: int | None,
    seed: int,
    form: str,
) -> None:
    """Show game GAME, or games START up to STOP, of `match A B` or of `cuckoo`."""
    if game == "cuttle" and (players or policies or lives):
        raise click.UsageError("--players, --policy and --lives go with --game cuckoo")
    if game == "cuckoo" and (a or b):
        raise click.UsageError("--a and --b go with Cuttle; Cuckoo takes --policy")
    announce_compilation()
    from experiments import replays

    with options.user_input():
        chosen = replays.parse_range(games)
        if game == "cuttle":
            shown = replays.cuttle(
                a or "balanced", b or "balanced", chosen, rules=rules or "classic", seed=seed
            )
        else:
            shown = replays.cuckoo(
                policies or ("threshold:t=7",),
                chosen,
                players=players,
                lives=lives,
                rules=rules or "cuckoo",
                seed=seed,
            )
    with options.user_input():  # a policy of the user's own may break its contract in any game
        if form == "json":
            print_json("replay", shown.as_json())
        else:
            for block in shown.as_text() if form == "text" else shown.as_golden():
                click.echo(block)
