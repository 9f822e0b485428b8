"""Tallies counted game by game in plain Python, for tests that need contract-shaped input."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd

from analyzer import contrasts, factors

POINTS2 = {"win": 2, "draw": 1, "unfinished": 1, "loss": 0}
COLUMN = {"win": "wins", "draw": "draws", "unfinished": "unfinished", "loss": "losses"}


def factor_counts(
    names: Sequence[str], games: Iterable[tuple[int, tuple[Any, ...], str]]
) -> pd.DataFrame:
    """Count (pair, key, outcome) games by key, pair by pair, as docs/architecture.md says."""
    seen: dict[tuple[Any, ...], dict[int, dict[str, int]]] = defaultdict(
        lambda: defaultdict(lambda: dict.fromkeys(("n", *factors.OUTCOMES), 0))
    )
    for pair, key, outcome in games:
        inside = seen[key][pair]
        inside["n"] += 1
        inside[COLUMN[outcome]] += 1
        inside["score2"] += POINTS2[outcome]
    rows = []
    for key, by_pair in seen.items():
        row: dict[str, Any] = dict(zip(names, key, strict=True))
        row |= dict.fromkeys(factors.COUNTS, 0)
        for inside in by_pair.values():
            n = inside["n"]
            row["n"] += n
            row["n_sq"] += n * n
            row["pairs"] += 1
            for name in factors.OUTCOMES:
                row[name] += inside[name]
                row[f"{name}_sq"] += inside[name] ** 2
                row[f"{name}_n"] += inside[name] * n
        rows.append(row)
    return pd.DataFrame(rows)


def contrast_counts(
    names: Sequence[str], games: Iterable[tuple[int, tuple[Any, ...], int, int]]
) -> pd.DataFrame:
    """Count (pair, key, base points ×2, other points ×2) games by key, pair by pair."""
    seen: dict[tuple[Any, ...], dict[int, list[int]]] = defaultdict(
        lambda: defaultdict(lambda: [0, 0, 0])
    )
    for pair, key, base, other in games:
        inside = seen[key][pair]
        inside[0] += 1
        inside[1] += base
        inside[2] += other
    rows = []
    for key, by_pair in seen.items():
        row: dict[str, Any] = dict(zip(names, key, strict=True))
        row |= dict.fromkeys(contrasts.COUNTS, 0)
        for n, base, other in by_pair.values():
            row["n"] += n
            row["n_sq"] += n * n
            row["pairs"] += 1
            for name, value in (("base", base), ("other", other), ("diff", other - base)):
                row[name] += value
                row[f"{name}_sq"] += value**2
                row[f"{name}_n"] += value * n
        rows.append(row)
    return pd.DataFrame(rows)


def pairs_of(games: tuple[np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
    """Sums over pairs, in the order of `measures.MEASURES`, of games `[pairs, 2]`.

    Given as winner (0 A, 1 B, 2 draw, 3 unfinished), turns, whether the stock ran out.
    """
    winner, turns, emptied = games
    single = np.stack(
        [winner < 2, winner == 1, winner == 2, winner == 3, turns, emptied], axis=-1
    ).astype(np.int64)
    return np.hstack([np.ones((len(single), 1), dtype=np.int64), single.sum(axis=1)])
