"""`cuttlelab experiments`, `policies` and `rules`: what there is."""

from __future__ import annotations

import click

from experiments.cli import options
from experiments.cli.output import announce_compilation, print_table


@click.command()
@click.argument("name", required=False)
def experiments(name: str | None) -> None:
    """List the experiments, or show one spec."""
    from experiments import specs

    with options.user_input():
        if name is not None:
            click.echo(specs.load(name).text.rstrip())
            return
        found = [specs.load(known) for known in specs.catalogue()]
        rows = [(spec.name, spec.game, str(len(spec.units)), spec.title) for spec in found]
    print_table(("name", "game", "units", "title"), rows)


@click.command()
@click.argument("name", required=False)
def policies(name: str | None) -> None:
    """List the policies of both games, or show one with its weights."""
    announce_compilation()
    from experiments import policy_texts

    if name is None:
        for game in policy_texts.GAMES:
            click.echo(f"{game}:")
            names = policy_texts.built_in_names(game)
            loaded = [policy_texts.built_in(game, known) for known in names]
            rows = [(policy.name, policy.summary) for policy in loaded]
            print_table(("policy", "how it plays"), rows, indent="  ")
        click.echo(
            "`cuttlelab policies NAME` shows the weights; FILE.py:FUNCTION is one of your own."
        )
        return
    with options.user_input():
        shown = policy_texts.find(name)
    for index, policy in enumerate(shown):
        if index:
            click.echo()
        click.echo(f"{policy.short} ({policy.game}, {policy.source}): {policy.summary}")
        if not policy.weights:
            click.echo("  no weights")
            continue
        weights = [
            (
                weight.name,
                f"{value:g}",
                f"{weight.default:g}",
                f"{weight.low:g}..{weight.high:g}",
                weight.meaning,
            )
            for weight, value in zip(policy.weights, policy.vector, strict=True)
        ]
        print_table(("weight", "value", "default", "range", "meaning"), weights, indent="  ")


@click.command()
@click.argument("name", required=False, metavar="[RULES]")
def rules(name: str | None) -> None:
    """List profiles, modifiers and switches, or show a rule set in words."""
    from experiments import rule_texts

    with options.user_input():
        lines = rule_texts.overview() if name is None else rule_texts.describe(name)
    for line in lines:
        click.echo(line)
