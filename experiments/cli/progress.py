"""Progress on standard error: a bar on a terminal, now and then a line elsewhere, or nothing."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import Any

from experiments.cli.output import note

_LINE_EVERY_S = 3.0
_PATIENCE_S = 3.0  # before it is said that policies are being compiled


class Progress:
    """A context that is called as `runner.Progress`; silent if `quiet`."""

    def __init__(self, quiet: bool = False, label: str = "") -> None:
        self.quiet = quiet
        self.label = f"{label}: " if label else ""
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}
        self._started: dict[str, float] = {}
        self._said = 0.0
        self._waiting: threading.Timer | None = None

    def __enter__(self) -> Progress:
        if not self.quiet:
            # The engine may be compiled already, but not the policies that this run needs.
            self._waiting = threading.Timer(_PATIENCE_S, note, ["loading or compiling policies …"])
            self._waiting.daemon = True
            self._waiting.start()
        if not self.quiet and sys.stderr.isatty():
            self._bar = _bar()
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop_waiting()
        if self._bar is not None:
            self._bar.stop()

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that `done` of `total` games or rounds are finished."""
        self._stop_waiting()
        now = time.monotonic()
        start = self._started.setdefault(what, now)
        if self.quiet:
            return
        rate = done / (now - start) if now > start else 0.0
        if self._bar is not None:
            if what not in self._tasks:
                self._tasks[what] = self._bar.add_task(self.label + what, total=total, rate="")
            # A run that stops when it knows enough sets its next goal as it goes.
            self._bar.update(
                self._tasks[what], completed=done, total=total, rate=f"{rate:,.0f} {what}/s"
            )
        elif done and now - start > _LINE_EVERY_S and now - self._said > _LINE_EVERY_S:
            self._said = now
            left = (total - done) / rate
            text = (
                f"{self.label}{done:,} of {total:,} {what}, {rate:,.0f} {what}/s, {left:.0f} s left"
            )
            print(text, file=sys.stderr, flush=True)


def _bar() -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    return Bar(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )
