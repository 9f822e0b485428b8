"""The command line: parses and prints, nothing else; every command is a Python function elsewhere.

Modules here import click and the standard library only; what is heavy (numba's kernels, pandas,
matplotlib) is imported inside the command that needs it, so that `--help` is instant.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from experiments.cli import (
    batches,
    bench,
    cuckoo,
    evaluate,
    listings,
    match,
    positions,
    replay,
    tournament,
    tune,
)
from experiments.cli.output import CHECK_FAILED, DONE, INTERRUPTED, WRONG_USAGE


class Program(click.Group):
    """A group of commands that answers a user's mistake with one line and the right exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and end the process: 0 done, 1 a check failed, 2 wrong usage, 130 stopped.

        `standalone_mode` is there for click's own test runner and changes nothing.
        """
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except click.exceptions.Exit as error:
            sys.exit(error.exit_code)
        except click.ClickException as error:
            _refuse(error)
        except (KeyboardInterrupt, click.Abort):
            from experiments.store import command_line

            click.echo("interrupted; nothing was written", err=True)
            click.echo(f"to do it again: {command_line()}", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            # Whoever read our output has gone; Python's own flush at the end must not complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(CHECK_FAILED)
        sys.exit(code if isinstance(code, int) else DONE)


def _refuse(error: click.ClickException) -> NoReturn:
    message = " ".join(error.format_message().split())
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "cuttlelab"
    click.echo(f"{where}: {message}", err=True)
    sys.exit(WRONG_USAGE)


def _print_version(context: click.Context, option: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        from experiments.store import program_version

        click.echo(f"cuttlelab {program_version()}")
        context.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """Monte Carlo strategy analyzer for the card games Cuttle and Cuckoo.

    A policy is NAME, NAME:WEIGHT=VALUE,..., FILE.py:FUNCTION or FILE.toml (see `policies`). Rules
    are a profile with modifiers, as classic+quick (see `rules`). Counts may be written 200k, 1.5M
    or 2_000_000.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


for _command in (
    batches.report,
    batches.run,
    listings.experiments,
    match.match,
    tournament.tournament,
    cuckoo.cuckoo,
    listings.policies,
    listings.rules,
    positions.moves,
    positions.play,
    positions.verify,
    replay.replay,
    evaluate.evaluate,
    tune.tune,
    bench.bench,
):
    main.add_command(_command)
