"""What is said and kept when a run is interrupted by Ctrl-C."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from experiments.cli.output import INTERRUPTED, note


@contextmanager
def interruptible() -> Iterator[None]:
    """Say how far a run came and which command plays it again; leave with exit code 130."""
    from experiments.runner import InterruptedRun
    from experiments.store import command_line

    try:
        yield
    except InterruptedRun as stop:
        done = ", ".join(f"{count:,} {what}" for what, count in stop.done.items() if count)
        note(f"interrupted after {done or 'nothing'} of each pairing; nothing was written")
        note(f"to do it again: {command_line()}")
        raise click.exceptions.Exit(INTERRUPTED) from None
