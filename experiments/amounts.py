"""Numbers that a person types: counts, seeds, Elo bounds. Knows nothing of what is counted."""

from __future__ import annotations

import math
import os
import re

MOST = 10**12
MOST_WORKERS = 1024
MOST_ELO = 1000
DEFAULT_SEED = 1
_COUNT = re.compile(r"(?P<number>\d+(?:_\d+)*(?:\.\d+)?)(?P<unit>[kKmMgG]?)", re.ASCII)
_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


def parse_count(text: str, low: int = 1, high: int = MOST) -> int:
    """Read a count: `200k`, `1.5M`, `1G`, `2_000_000`, `1000`.

    Raises
    ------
    ValueError
        If it is no count, not whole, or outside `low` … `high`.
    """
    match = _COUNT.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is no count; write 1000, 200k, 1.5M, 1G or 2_000_000")
    whole, _, fraction = match["number"].replace("_", "").partition(".")
    scale = _UNITS[match["unit"].lower()]
    count, rest = divmod(int(whole + fraction) * scale, 10 ** len(fraction))
    if rest:
        raise ValueError(f"{text!r} is not a whole number")
    return check_count(count, low, high)


def check_count(count: int, low: int = 1, high: int = MOST) -> int:
    """Return `count` if it lies in `low` … `high`; else raise `ValueError`."""
    if not low <= count <= high:
        raise ValueError(f"{count} is out of range; allowed: {low}..{high}")
    return count


def parse_seed(text: str) -> int:
    """Read a seed, a whole number 0 … 2⁶⁴ − 1.

    Raises
    ------
    ValueError
        If it is none.
    """
    if not (text.isascii() and text.isdigit()) or int(text) >= 2**64:
        raise ValueError(f"{text!r} is no seed; allowed: whole numbers 0..2^64-1")
    return int(text)


def whole_pairs(games: int) -> int:
    """Round a number of games up to whole pairs (a deal played twice, seats exchanged)."""
    return games + games % 2


def available_cores() -> int:
    """Number of cores this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def parse_elo_bounds(text: str) -> tuple[float, float]:
    """Read the two bounds of a sequential test, `0,5` or `-1.75,0.25`.

    Raises
    ------
    ValueError
        If they are no two numbers that rise.
    """
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low = high = math.nan
    if not (-MOST_ELO <= low < high <= MOST_ELO):
        raise ValueError(
            f"{text!r} are no Elo bounds; write two rising numbers, as 0,5; "
            f"allowed: {-MOST_ELO}..{MOST_ELO}"
        )
    return low, high
