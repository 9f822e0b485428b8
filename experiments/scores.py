"""The numbers of one match and of Cuckoo seats, without pandas or scipy.

The very formulas of `analyzer.pairs.summary` and `analyzer.cuckoo` in the standard library, so that
`cuttlelab match` answers in a second or two; tests hold the two together. What goes into a report
comes from the analyzer.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import Any

import numpy as np

FEWEST_PAIRS = 30
ELO_LIMIT = 2400.0
A_DEALS, A_FIRST = "A dealer", "A first"
_Z = NormalDist().inv_cdf(0.975)
_SCORE2 = np.array([2, 0, 1, 1])  # twice the points of A, by outcome of a pair table
_POINTS = _SCORE2[:, None] + (2 - _SCORE2)[None, :]


def wilson(count: float, n: float) -> tuple[float, float]:
    """95 % Wilson interval of a proportion (Wilson, 1927); 0 and 1 without trials."""
    if n <= 0:
        return 0.0, 1.0
    rate = count / n
    denominator = 1 + _Z * _Z / n
    middle = (rate + _Z * _Z / (2 * n)) / denominator
    reach = _Z / denominator * math.sqrt(rate * (1 - rate) / n + _Z * _Z / (4 * n * n))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def elo(score: float) -> float:
    """Logistic Elo difference that makes `score` expected, cut off at ±2400."""
    share = min(max(score, 1e-12), 1 - 1e-12)
    return min(max(400 * math.log10(share / (1 - share)), -ELO_LIMIT), ELO_LIMIT)


def five_cells(pair_table: np.ndarray) -> list[int]:
    """Pairs in which the first-named policy scored 0, ½, 1, 1½, 2 points."""
    return [int(pair_table[points == _POINTS].sum()) for points in range(5)]


def pair_score(cells: list[int]) -> tuple[float, float, float]:
    """Score a game of the first-named policy with its 95 % interval, from the five cells.

    The pair is the unit: normal interval with the variance between pairs; Wilson with n = pairs
    where there is no variance or under 30 pairs.
    """
    pairs = sum(cells)
    total = sum(points * count for points, count in enumerate(cells))
    square = sum(points * points * count for points, count in enumerate(cells))
    score = total / (4 * pairs)
    spread = square * pairs - total * total
    if spread == 0 or pairs < FEWEST_PAIRS:
        low, high = wilson(score * pairs, pairs)
    else:
        reach = _Z * math.sqrt(spread / ((pairs - 1) * pairs * pairs)) / 4
        low, high = max(score - reach, 0.0), min(score + reach, 1.0)
    return score, low, high


def match_summary(pair_table: np.ndarray) -> dict[str, Any]:
    """What a match came to: `games`, `pairs`, `cells`, `score`, `elo` and `by_deal`.

    Parameters
    ----------
    pair_table : int64[4, 4]
        `tally.pair_table`, of at least one pair.
    """
    cells = five_cells(pair_table)
    score, low, high = pair_score(cells)
    # The first-named policy is B in odd games: its wins are B's.
    dealing = [int(count) for count in pair_table.sum(axis=0)[[1, 2, 0, 3]]]
    moving = [int(count) for count in pair_table.sum(axis=1)[[0, 2, 1, 3]]]
    pairs = sum(cells)
    names = ("wins", "draws", "losses", "unfinished")
    return {
        "games": 2 * pairs,
        "pairs": pairs,
        "cells": cells,
        "score": score,
        "low": low,
        "high": high,
        "elo": elo(score),
        "elo_low": elo(low),
        "elo_high": elo(high),
        "by_deal": {
            deal: {"games": pairs, **dict(zip(names, counts, strict=True))}
            for deal, counts in ((A_DEALS, dealing), (A_FIRST, moving))
        },
    }


def rate_row(count: int, n: int) -> dict[str, Any]:
    """A rate with its 95 % Wilson interval: `rate`, `low`, `high`, `n`."""
    low, high = wilson(count, n)
    return {"rate": count / n if n else None, "low": low, "high": high, "n": n}


def seat_hits(sets: np.ndarray, players: int) -> list[int]:
    """How often each seat is in a set, from counts by set."""
    index = np.arange(len(sets))
    return [int(sets[(index >> seat) & 1 == 1].sum()) for seat in range(players)]


def sole_hits(sets: np.ndarray, players: int) -> list[int]:
    """How often each seat is alone in a set, from counts by set."""
    return [int(sets[1 << seat]) for seat in range(players)]
