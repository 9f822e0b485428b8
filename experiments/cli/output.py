"""How commands print and end: JSON objects, aligned tables, notes, exit codes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

DONE, CHECK_FAILED, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes."""


def note(message: str) -> None:
    """Say something that is no result, on standard error."""
    click.echo(message, err=True)


def announce_compilation() -> None:
    """Say that the engine is about to be compiled, if no earlier process has left it compiled."""
    from engine_fast import jit

    if not jit.cache_is_warm():
        note("compiling the engine, once, about 30 s …")


def print_json(command: str, content: Mapping[str, Any]) -> None:
    """Print one JSON object: `command`, `version`, then `content`."""
    from experiments.store import command_line, program_version

    head = {"command": command, "version": program_version(), "command_line": command_line()}
    click.echo(json.dumps(plain({**head, **content}), ensure_ascii=False, indent=2))


def plain(value: Any) -> Any:
    """Return `value` as JSON can hold it: plain numbers, null for what is no number."""
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


def rows_of(frame: Any) -> list[dict[str, Any]]:
    """Rows of a DataFrame as plain objects."""
    return [plain(row) for row in frame.to_dict("records")]


def print_table(header: Sequence[str], rows: Iterable[Sequence[Any]], indent: str = "") -> None:
    """Print columns aligned: texts to the left, numbers to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
    numeric = [
        all(cell[:1] in "+-−.0123456789" or not cell for cell in column)
        for column in zip(*cells, strict=True)
    ] or [False] * len(header)
    for row in [list(header), *cells]:
        padded = [
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(row, widths, numeric, strict=True)
        ]
        click.echo((indent + "  ".join(padded)).rstrip())


def interval(value: float | None, low: float, high: float, digits: int = 4) -> str:
    """Write an estimate with its interval."""
    if value is None:
        return "–"
    return f"{value:.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


def grouped(number: float) -> str:
    """Write a whole number with its thousands apart."""
    return f"{number:,.0f}"
