"""Pair tables to scores, Elo and the worth of a seat; knows nothing of pages or of how games ran.

A pair table is `int64[4, 4]`: outcome of game 2k (row) × outcome of game 2k+1 (column) on the same
deal, each 0 A wins, 1 B wins, 2 draw, 3 unfinished. A moves first, B deals. The first-named policy
sits at A in even games and at B in odd ones. An unfinished game scores like a draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.intervals import (
    NORMAL_CLUSTERED,
    PairSums,
    clustered_mean,
    paired_mean,
    separable,
    two_sided_p,
    wilson,
)

# pandas takes its time to import, and `summary` does without it.
if TYPE_CHECKING:
    import pandas as pd

A_WINS, B_WINS, DRAW, UNFINISHED = range(4)
A_DEALS, A_FIRST = "A dealer", "A first"
DEALER, FIRST_MOVER = "dealer", "first mover"

ELO_LIMIT = 2400.0
"""Elo is cut off here, where one point in a million games is lost: infinity helps nobody."""

_SCORE2_A = np.array([2, 0, 1, 1])
_SCORE2_B = np.array([0, 2, 1, 1])
RESULTS = ("wins", "draws", "losses", "unfinished")
"""Columns of a policy's results."""

_SCORE2 = np.array([2, 1, 0, 1])  # twice the points of each of these


def check(table: ArrayLike) -> NDArray[np.int64]:
    """Return a pair table as `int64[4, 4]`.

    Raises
    ------
    ValueError
        If it has another shape, or a count below 0.
    """
    counts = np.asarray(table, dtype=np.int64)
    if counts.shape != (4, 4) or (counts < 0).any():
        raise ValueError(f"a pair table is 4 × 4 counts, not {counts.shape} with {counts.min()}")
    return counts


def cells(table: ArrayLike) -> NDArray[np.int64]:
    """Number of pairs in which the first policy scored 0, ½, 1, 1½, 2 points: `int64[5]`."""
    points = _SCORE2_A[:, None] + _SCORE2_B[None, :]
    return np.array([check(table)[points == point].sum() for point in range(5)], dtype=np.int64)


def elo(score: ArrayLike) -> Any:
    """Logistic Elo difference of a score per game, cut off at ±`ELO_LIMIT`.

    400·log₁₀(s / (1 − s)): what rating difference would make this score expected. It says nothing
    of third players.
    """
    share = np.clip(np.asarray(score, float), 1e-12, 1 - 1e-12)
    return np.clip(400 * np.log10(share / (1 - share)), -ELO_LIMIT, ELO_LIMIT)


def summary(table: ArrayLike) -> dict[str, Any]:
    """What a match of two policies came to, in plain numbers that go into JSON.

    Concludes which of two assigned policies scores more on these rules, averaged over seats and
    random deals: causal. The pair is the unit: normal interval with the variance between pair
    scores; Wilson with n = pairs where there is no variance or are under 30 pairs. Elo bounds are
    the score's bounds, transformed.

    Returns
    -------
    dict
        `games`, `pairs`, `cells` (five counts), `score`, `low`, `high`, `elo`, `elo_low`,
        `elo_high`, `variance_saved` (by playing each deal twice), `by_deal` {`A dealer`,
        `A first`} of {`games`, `wins`, `draws`, `losses`, `unfinished`}, A being the first-named
        policy; `method`.

    Raises
    ------
    ValueError
        If the table is empty or malformed.
    """
    counts = check(table)
    pairs = int(counts.sum())
    if pairs == 0:
        raise ValueError("no games were counted")
    five = cells(counts)
    points = np.arange(5)
    row = paired_mean(int(five @ points), int(five @ points**2), pairs, 0, 4)
    score, low, high = (row[name] / 4 for name in ("mean", "low", "high"))
    return {
        "games": 2 * pairs,
        "pairs": pairs,
        "cells": [int(count) for count in five],
        "score": score,
        "low": low,
        "high": high,
        "elo": float(elo(score)),
        "elo_low": float(elo(low)),
        "elo_high": float(elo(high)),
        "variance_saved": variance_saved(counts),
        "by_deal": {
            deal: {"games": pairs, **dict(zip(RESULTS, map(int, seen), strict=True))}
            for deal, seen in _deals(counts)
        },
        "method": row["method"],
    }


def p_even(table: ArrayLike) -> float:
    """Two-sided p-value of "both score the same", against the variance between pairs.

    Concludes about two assigned policies: causal. Normal; where pairs do not vary or are under 30
    the score test with n = pairs. Both are the tests whose 95 % intervals `summary` prints.

    Raises
    ------
    ValueError
        If the table is empty or malformed.
    """
    five = cells(table)
    pairs = int(five.sum())
    if pairs == 0:
        raise ValueError("no games were counted")
    points = np.arange(5)
    row = paired_mean(int(five @ points), int(five @ points**2), pairs, 0, 4)
    variance = row["variance"] / 16 if row["method"] == NORMAL_CLUSTERED else 0.25 / pairs
    return two_sided_p(row["mean"] / 4, variance**0.5, 0.5)


def variance_saved(table: ArrayLike) -> float:
    """Share of the score's variance that playing each deal twice has saved.

    1 − variance of a pair's score / variance of the score of two games of separate deals, one in
    each seat. Negative where a deal favours one policy in both seats; nan where neither seat's
    games vary, or without games.
    """
    counts = check(table)
    total = counts.sum()
    if total == 0:
        return float("nan")
    shares = counts / total
    first, second = shares.sum(axis=1), shares.sum(axis=0)
    mean_first, mean_second = first @ _SCORE2_A, second @ _SCORE2_B
    apart = first @ (_SCORE2_A - mean_first) ** 2 + second @ (_SCORE2_B - mean_second) ** 2
    common = (_SCORE2_A - mean_first) @ shares @ (_SCORE2_B - mean_second)
    return float(-2 * common / apart) if apart > 0 else float("nan")


def from_the_other_side(table: ArrayLike) -> NDArray[np.int64]:
    """Return a pair table as it would be had the second policy been named first.

    Its games 2k are the first policy's 2k + 1: outcomes by seat stay, the two games change places.
    """
    return check(table).T.copy()


def by_deal(table: ArrayLike) -> pd.DataFrame:
    """Results of the first policy when it deals and when it moves first.

    Concludes what each seat brings this policy against this rival: causal, the seat is assigned.
    One game a pair in each row, so rows are independent games and the intervals plain Wilson; the
    two rows share their deals, hence the lead of dealing over moving first has the interval of the
    differences within pairs.

    Returns
    -------
    DataFrame
        Two rows, `A dealer` and `A first` in `deal`: `games`, `pairs`, `wins`, `draws`, `losses`,
        `unfinished`, `rate`, `low`, `high`, `draw_…`, `loss_…`, `unfinished_…` (with `rate`,
        `low`, `high`), `score`, `score_low`, `score_high`; `lead`, `lead_low`, `lead_high` (score
        in this row less score in the other) and `separable`; `method`, `label`.
    """
    import pandas as pd

    counts = check(table)
    pairs = int(counts.sum())
    rows = []
    for deal, seen in _deals(counts):
        row: dict[str, Any] = {"deal": deal, "games": pairs, "pairs": pairs}
        row |= dict(zip(RESULTS, map(int, seen), strict=True))
        for outcome, prefix in (
            ("wins", ""),
            ("draws", "draw_"),
            ("losses", "loss_"),
            ("unfinished", "unfinished_"),
        ):
            low, high = wilson(row[outcome], pairs)
            row[f"{prefix}rate"] = row[outcome] / pairs if pairs else np.nan
            row[f"{prefix}low"], row[f"{prefix}high"] = float(low), float(high)
        score = paired_mean(
            int(seen @ _SCORE2), int(seen @ _SCORE2**2), pairs, smallest=0, largest=2
        )
        for name in ("mean", "low", "high"):
            row["score" if name == "mean" else f"score_{name}"] = score[name] / 2
        rows.append(row)
    frame = pd.DataFrame(rows)
    gain = _SCORE2_B[None, :] - _SCORE2_A[:, None]
    lead = paired_mean(int((counts * gain).sum()), int((counts * gain**2).sum()), pairs, -2, 2)
    return _with_lead(frame, *(lead[name] / 2 for name in ("mean", "low", "high")))


def seat_worth(table: ArrayLike) -> pd.DataFrame:
    """Results of the dealer and of the first mover, whichever policy sits there.

    Concludes what the deal is worth between these two policies, each of them sitting in both
    seats equally often: causal. Both games of a pair are counted, clustered by pair. The lead
    (dealer's win rate less first mover's, the same as the difference of their scores) has its own
    interval from the differences within pairs.

    Returns
    -------
    DataFrame
        Two rows, `dealer` and `first mover` in `seat`, with the columns of `factors.estimates`;
        `lead`, `lead_low`, `lead_high` (this seat less the other), `separable`.
    """
    import pandas as pd

    from analyzer.factors import OUTCOMES, estimates

    counts = check(table)
    pairs = int(counts.sum())
    rows = []
    for seat, win, loss in ((DEALER, B_WINS, A_WINS), (FIRST_MOVER, A_WINS, B_WINS)):
        row: dict[str, Any] = {"seat": seat, "n": 2 * pairs, "n_sq": 4 * pairs, "pairs": pairs}
        hits = {name: np.zeros(4, dtype=np.int64) for name in OUTCOMES}
        hits["wins"][win] = hits["losses"][loss] = hits["draws"][DRAW] = 1
        hits["unfinished"][UNFINISHED] = 1
        hits["score2"] = _SCORE2_B if seat == DEALER else _SCORE2_A
        for name in OUTCOMES:
            seen = hits[name][:, None] + hits[name][None, :]
            total, square = int((counts * seen).sum()), int((counts * seen**2).sum())
            row |= {name: total, f"{name}_sq": square, f"{name}_n": 2 * total}
        rows.append(row)
    frame = estimates(pd.DataFrame(rows))
    sign = np.array([-1, 1, 0, 0])
    lead2 = sign[:, None] + sign[None, :]
    total, square = int((counts * lead2).sum()), int((counts * lead2**2).sum())
    sums = PairSums(total, square, 2 * total, 2 * pairs, 4 * pairs, pairs)
    mean = clustered_mean(sums, smallest=-1, largest=1)
    return _with_lead(frame, *(float(mean[name].iloc[0]) for name in ("mean", "low", "high")))


def _deals(counts: NDArray[np.int64]) -> tuple[tuple[str, NDArray[np.int64]], ...]:
    """Games of the first policy by `RESULTS`, when it deals and when it moves first."""
    odd, even = counts.sum(axis=0), counts.sum(axis=1)
    return (
        (A_DEALS, odd[[B_WINS, DRAW, A_WINS, UNFINISHED]]),
        (A_FIRST, even[[A_WINS, DRAW, B_WINS, UNFINISHED]]),
    )


def _with_lead(frame: pd.DataFrame, lead: float, low: float, high: float) -> pd.DataFrame:
    """Add the lead of the first row over the second, and of the second over the first."""
    frame = frame.copy()
    label = frame.pop("label") if "label" in frame else "causal"
    method = frame.pop("method") if "method" in frame else "Wilson"
    frame["lead"] = [lead, -lead]
    frame["lead_low"] = [low, -high]
    frame["lead_high"] = [high, -low]
    frame["separable"] = bool(separable(low, high))
    frame["method"] = method
    frame["label"] = label
    return frame
