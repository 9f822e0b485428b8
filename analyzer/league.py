"""A round robin to its payoff table and to who beats whom; knows nothing of how games ran."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from analyzer import pairs
from analyzer.multiplicity import holm

LEVEL = 0.05
"""Chance of even one false "beats" in the whole table."""


def payoffs(
    tables: Sequence[ArrayLike], pairings: Sequence[tuple[int, int]], names: Sequence[str]
) -> pd.DataFrame:
    """Score of every policy against every other, and which leads are beyond doubt.

    Concludes which of two assigned policies scores more, for each pairing: causal. Scores and
    intervals are those of `pairs.summary`. Each pairing is tested for a score other than ½
    (`pairs.p_even`), and Holm's procedure holds the chance of even one false call over all
    pairings at `LEVEL`; it allows for the deals that pairings share.

    Parameters
    ----------
    tables
        Pair table of each pairing, its first policy being the first-named.
    pairings
        Numbers of the two policies.
    names
        Of the policies.

    Returns
    -------
    DataFrame
        A row for each policy (`row`) against each other (`column`): `games`, `pairs`, `wins`,
        `draws`, `losses`, `unfinished`, `score`, `low`, `high`, `elo`, `elo_low`, `elo_high`,
        `p`, `p_holm` (adjusted over the pairings), `beats` (`row` beats `column` beyond doubt),
        `comparisons` (how many were made), `method`, `label`.
    """
    tested = holm([pairs.p_even(table) for table in tables], LEVEL)
    rows = []
    for table, (first, second), p, rejected in zip(
        tables, pairings, tested.p, tested.rejected, strict=True
    ):
        for row, column, seen in (
            (first, second, pairs.check(table)),
            (second, first, pairs.from_the_other_side(table)),
        ):
            found = pairs.summary(seen)
            deals = found.pop("by_deal").values()
            rows.append(
                {
                    "row": names[row],
                    "column": names[column],
                    "games": found["games"],
                    "pairs": found["pairs"],
                    **{name: sum(deal[name] for deal in deals) for name in pairs.RESULTS},
                    **{name: found[name] for name in _ESTIMATES},
                    "p": pairs.p_even(seen),
                    "p_holm": float(p),
                    "beats": bool(rejected and found["score"] > 0.5),
                    "comparisons": len(pairings),
                    "method": found["method"],
                    "label": "causal",
                }
            )
    place = {name: number for number, name in enumerate(names)}
    frame = pd.DataFrame(rows)
    return frame.sort_values(
        ["row", "column"], key=lambda column: column.map(place), ignore_index=True
    )


def matrix(frame: pd.DataFrame, names: Sequence[str]) -> list[list[dict[str, Any] | None]]:
    """Score of row against column with `low` and `high`, as lists; None on the diagonal."""
    cells: dict[tuple[str, str], dict[str, Any]] = {
        (row.row, row.column): {
            "score": float(row.score),
            "low": float(row.low),
            "high": float(row.high),
        }
        for row in frame.itertuples()
    }
    return [[cells.get((row, column)) for column in names] for row in names]


_ESTIMATES = ("score", "low", "high", "elo", "elo_low", "elo_high")


def outcomes(tables: ArrayLike) -> np.ndarray:
    """Wins, draws and losses of the first policy, moving first and dealing.

    What `bradley_terry.fit` takes; an unfinished game counts as a draw.

    Parameters
    ----------
    tables
        Pair tables, `[..., 4, 4]`.

    Returns
    -------
    int64[..., 2, 3]
    """
    counts = np.asarray(tables, dtype=np.int64)
    first, dealing = counts.sum(axis=-1), counts.sum(axis=-2)
    drawn = [seat[..., pairs.DRAW] + seat[..., pairs.UNFINISHED] for seat in (first, dealing)]
    return np.stack(
        [
            np.stack([first[..., pairs.A_WINS], drawn[0], first[..., pairs.B_WINS]], axis=-1),
            np.stack([dealing[..., pairs.B_WINS], drawn[1], dealing[..., pairs.A_WINS]], axis=-1),
        ],
        axis=-2,
    )
