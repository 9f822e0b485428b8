"""Which of several deals is nearest to even for both seats; knows nothing of pages.

Works on the moments of `measures`: the deals are played from the same decks, so that they are told
apart more sharply than separate samples could.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyzer.factors import CAUSAL
from analyzer.intervals import separable
from analyzer.measures import QUANTITIES, Moments, covariance, levels, p_values
from analyzer.multiplicity import holm

EVEN = 0.5
ALPHA = 0.05
(DEALER_SHARE,) = (quantity for quantity in QUANTITIES if quantity.name == "dealer_share")


def deals(moments: Moments, groups: Sequence[Sequence[str]]) -> pd.DataFrame:
    """Dealer's share of decided games by deal, and which deal of a group is nearest to even.

    Concludes what other deals are worth to the dealer, and which one is fairest between these
    policies: causal. With dealer's shares s and t, t is farther from ½ than s exactly if t − s and
    t + s − 1 have the same sign. It is called farther where both differ from 0, so that the larger
    of the two p-values holds for the claim (intersection-union test, Berger, 1982); an absolute
    value is never taken, which would have no normal approximation near ½. All pairs of units of all
    groups are adjusted together (Holm), so that the nearest may be picked by looking.

    Parameters
    ----------
    moments
        One entry for each unit with itself, and one for each pair within a group in its order.
    groups
        Names of the units that are compared with one another.

    Returns
    -------
    DataFrame
        One row a unit of a group: `unit`, `n` games, `pairs`, `decided`; `dealer_share`,
        `turns`, `draws`, `unfinished`, `emptied`, each with `…_low`, `…_high`; `even` (the interval
        of the dealer's share holds ½), `nearest` (nearest to even in its group), `farther` (farther
        from even than the nearest, at 5 % over all pairs), `p` (of that, adjusted; nan for the
        nearest), `comparisons` (pairs adjusted for), `method`, `label`.
    """
    pairs = [pair for group in groups for pair in combinations(group, 2)]
    adjusted = dict(
        zip(pairs, holm([_p_of_farther(moments, *pair) for pair in pairs]).p, strict=True)
    )
    rows = []
    for group in groups:
        away = np.array([abs(_share(moments[unit, unit]) - EVEN) for unit in group])
        best = group[int(np.argmin(np.where(np.isnan(away), np.inf, away)))]
        for unit in group:
            p = adjusted.get((unit, best), adjusted.get((best, unit), np.nan))
            verdict = {"nearest": unit == best, "farther": p < ALPHA, "p": p}
            count = {"comparisons": len(pairs)}
            rows.append(_row(moments[unit, unit], unit) | verdict | count)
    table = pd.DataFrame(rows)
    table["method"] = table.pop("method")
    table["label"] = CAUSAL
    return table


def _row(own: NDArray[np.int64], unit: str) -> dict[str, Any]:
    pairs = int(own[0, 0])
    row: dict[str, Any] = {
        "unit": unit,
        "n": 2 * pairs,
        "pairs": pairs,
        "decided": int(own[0, 1]),
    }
    for level in levels(own).itertuples():
        row[level.quantity] = level.value
        row[f"{level.quantity}_low"], row[f"{level.quantity}_high"] = level.low, level.high
        if level.quantity == DEALER_SHARE.name:
            row["even"] = not separable(level.low, level.high, EVEN)
            row["method"] = level.method
    return row


def _p_of_farther(moments: Moments, one: str, two: str) -> float:
    """P-value of the two being unequally far from even."""
    own1, own2, cross = moments[one, one], moments[two, two], moments[one, two]
    s, t = (_share(own) for own in (own1, own2))
    v1, v2 = (covariance(own, own, own, DEALER_SHARE) for own in (own1, own2))
    both = covariance(own1, own2, cross, DEALER_SHARE)
    known = p_values(
        [t - s, t + s - 2 * EVEN], [v1 + v2 - 2 * both, v1 + v2 + 2 * both], int(cross[0, 0])
    )
    return float(known.max())


def _share(own: NDArray[np.int64]) -> float:
    above, below, _ = DEALER_SHARE.places
    return int(own[0, above]) / int(own[0, below]) if own[0, below] else float("nan")
