"""What games are like under a unit, and what changes under another one on the same deals.

Every quantity is a ratio of two sums over pairs: dealer's wins to decided games, turns to games.
The tally's contract is docs/architecture.md, "Moments". Knows nothing of pages or of how games ran.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analyzer.factors import CAUSAL
from analyzer.intervals import (
    CONFIDENCE,
    WILSON_PAIRS,
    PairSums,
    clustered_proportion,
    ratio_variance,
    separable,
    square_and_add,
    wilson,
)

MEASURES = ("pairs", "decided", "dealer_wins", "draws", "unfinished", "turns", "emptied")
"""What a pair's two games add up to; `emptied` are games in which the stock ran out."""
GAMES_A_PAIR = 2
STUDENT_CLUSTERED = "Student, clustered by pair"

Moments = Mapping[tuple[str, str], NDArray[np.int64]]
"""(left unit, right unit) → Σ over pairs of measure i of the left × measure j of the right."""


@dataclass(frozen=True)
class Quantity:
    """A ratio of two measures; `of` is "decided" or "games", and `share` tells rates from means."""

    name: str
    measure: str
    of: str
    share: bool = True

    @property
    def places(self) -> tuple[int, int, int]:
        """Places of the two measures in `MEASURES`, and the factor that makes games of pairs."""
        games = self.of == "games"
        below = "pairs" if games else self.of
        return MEASURES.index(self.measure), MEASURES.index(below), GAMES_A_PAIR if games else 1


QUANTITIES = (
    Quantity("dealer_share", "dealer_wins", "decided"),
    Quantity("turns", "turns", "games", share=False),
    Quantity("draws", "draws", "games"),
    Quantity("unfinished", "unfinished", "games"),
    Quantity("emptied", "emptied", "games"),
)
"""Dealer's share of decided games; turns a game; rates of draws, unfinished games, empty stock."""


def levels(own: NDArray[np.int64]) -> pd.DataFrame:
    """Every quantity under one unit.

    Concludes what games between these policies under these rules are like, over random deals.
    Shares: Wilson at the effective number of games (`intervals.clustered_proportion`); turns:
    Student's interval with the variance between pairs.

    Parameters
    ----------
    own : int64[7, 7]
        Moments of the unit with itself.

    Returns
    -------
    DataFrame
        One row a quantity: `quantity`, `value`, `low`, `high`, `variance` (of the value), `method`.
    """
    sums = [_sums(own, quantity) for quantity in QUANTITIES]
    columns = PairSums(*(np.array(column, dtype=object) for column in zip(*sums, strict=True)))
    table = pd.DataFrame({"quantity": [quantity.name for quantity in QUANTITIES]})
    rates = clustered_proportion(columns)
    variance = ratio_variance(columns)
    share = np.array([quantity.share for quantity in QUANTITIES])
    reach = _student(int(own[0, 0])) * np.sqrt(variance)
    table["value"] = rates["rate"]
    table["low"] = np.where(share, rates["low"], rates["rate"] - reach)
    table["high"] = np.where(share, rates["high"], rates["rate"] + reach)
    table["variance"] = variance
    table["method"] = np.where(share, rates["method"], STUDENT_CLUSTERED)
    return table


def differences(moments: Moments, pairs: Iterable[tuple[str, str]]) -> pd.DataFrame:
    """How much each quantity is higher under one unit than under another on the same deals.

    Concludes what changing the one unit into the other is worth: causal, rules and policies are
    assigned and the decks are the same. The hands need not be: with other deal sizes one deck still
    gives both games, and what that has in common is gone from the difference all the same.

    The interval squares and adds those of the two values, with their correlation between pairs
    (Zou and Donner, 2008, "MOVER"; the correlation of ratios by linearisation, Cochran, 1977, 6.3,
    the delta method). Where both vary normally that is the normal interval of the paired
    difference; for rare events it keeps Wilson's skew. A share that is the same in every pair has
    Wilson's bound for none in n = pairs to either side; turns, which have no bound, have nan.
    P-values: Student's t of the linearised difference over pairs; 1 where nothing is known or
    nothing differs.

    Parameters
    ----------
    moments
        For each pair of units its own entry, and one for each unit with itself.
    pairs
        Units compared: the base, then the other.

    Returns
    -------
    DataFrame
        One row a pair of units and quantity: `base`, `unit`, `quantity`, `n` games under each,
        `pairs`, `value`, `low`, `high`, `base_value`, `base_low`, `base_high`, `difference`
        (unit − base), `difference_low`, `difference_high`, `separable`, `variance_saved` (as in
        `contrasts.estimates`), `p`, `identical` (no measure differs in any pair), `method`,
        `label`. Turns are turns, everything else is a fraction.
    """
    seen: dict[str, pd.DataFrame] = {}
    made = []
    for base, unit in pairs:
        for name in (base, unit):
            if name not in seen:
                seen[name] = levels(moments[name, name])
        own = moments[base, base], moments[unit, unit]
        made.append(_difference(*own, moments[base, unit], seen[base], seen[unit], (base, unit)))
    return pd.concat(made, ignore_index=True)


def covariance(
    left: NDArray[np.int64], right: NDArray[np.int64], cross: NDArray[np.int64], quantity: Quantity
) -> float:
    """Covariance of a quantity's values under two units on the same deals, by linearisation.

    pairs / (pairs − 1) · Σ(oᵢ − r nᵢ)(o'ᵢ − r' n'ᵢ) / (n n'), which for one unit with itself is
    `intervals.ratio_variance`; nan with fewer than two pairs or no games.
    """
    above, below, games = quantity.places
    pairs = int(cross[0, 0])
    n1, n2 = (int(own[0, below]) * games for own in (left, right))
    if pairs < 2 or n1 == 0 or n2 == 0:
        return float("nan")
    r1, r2 = int(left[0, above]) / n1 * games, int(right[0, above]) / n2 * games
    products = (
        int(cross[above, above])
        - r1 * int(cross[below, above])
        - r2 * int(cross[above, below])
        + r1 * r2 * int(cross[below, below])
    )
    return pairs / (pairs - 1) * products / (n1 * n2)


def _difference(
    own_base: NDArray[np.int64],
    own_unit: NDArray[np.int64],
    cross: NDArray[np.int64],
    base: pd.DataFrame,
    unit: pd.DataFrame,
    names: tuple[str, str],
) -> pd.DataFrame:
    pairs = int(cross[0, 0])
    v1, v2, shared = (
        np.array([covariance(*three, quantity) for quantity in QUANTITIES])
        for three in ((own_unit,) * 3, (own_base,) * 3, (own_base, own_unit, cross))
    )
    scale = np.sqrt(v1 * v2)
    known = scale > 0
    correlation = np.divide(shared, scale, out=np.zeros(len(scale)), where=known).clip(-1, 1)
    table = pd.DataFrame({"base": names[0], "unit": names[1], "quantity": unit["quantity"]})
    table["n"] = GAMES_A_PAIR * pairs
    table["pairs"] = pairs
    table[["value", "low", "high"]] = unit[["value", "low", "high"]]
    table[["base_value", "base_low", "base_high"]] = base[["value", "low", "high"]]
    table["difference"] = unit["value"] - base["value"]
    ends = ["value", "low", "high"]
    (m1, l1, h1), (m2, l2, h2) = (frame[ends].to_numpy(float).T for frame in (unit, base))
    low, high = square_and_add(m1, l1, h1, m2, l2, h2, correlation)
    changes = np.diag(own_base) - 2 * np.diag(cross) + np.diag(own_unit)
    same = np.array([not changes[list(quantity.places[:2])].any() for quantity in QUANTITIES])
    rare = np.where([quantity.share for quantity in QUANTITIES], wilson(0, pairs)[1], np.nan)
    table["difference_low"] = np.where(same, -rare, low)
    table["difference_high"] = np.where(same, rare, high)
    table["separable"] = separable(table["difference_low"], table["difference_high"])
    apart = v1 + v2
    variance = np.maximum(apart - 2 * np.where(known, shared, 0.0), 0.0)
    saved = np.divide(variance, apart, out=np.full(len(apart), np.nan), where=apart > 0)
    table["variance_saved"] = 1 - saved
    table["p"] = np.where(same, 1.0, p_values(table["difference"], variance, pairs))
    table["identical"] = not changes.any()
    table["method"] = np.where(same, WILSON_PAIRS, "MOVER of " + unit["method"])
    table["label"] = CAUSAL
    return table


def p_values(difference: Any, variance: Any, pairs: int) -> NDArray[np.float64]:
    """Two-sided p-values of Student's t over pairs; 1 where there is no variance or no knowing."""
    from scipy import stats

    difference, variance = np.asarray(difference, float), np.asarray(variance, float)
    known = (variance > 0) & np.isfinite(difference) & (pairs > 1)
    t = np.divide(difference, np.sqrt(variance), out=np.zeros(difference.shape), where=known)
    return np.where(known, 2 * stats.t.sf(np.abs(t), max(pairs - 1, 1)), 1.0)


def _sums(own: NDArray[np.int64], quantity: Quantity) -> tuple[int, int, int, int, int, int]:
    """Fields of `PairSums`. With nᵢ of 0, 1, 2, pairs with nᵢ > 0 number (3 Σnᵢ − Σnᵢ²) / 2."""
    above, below, games = quantity.places
    n, n_sq = int(own[0, below]) * games, int(own[below, below]) * games**2
    total, square = int(own[0, above]), int(own[above, above])
    return total, square, int(own[above, below]) * games, n, n_sq, (3 * n - n_sq) // 2


def _student(pairs: int) -> float:
    """How many standard errors Student's interval reaches over that many pairs."""
    from scipy import stats

    return float(stats.t.ppf((1 + CONFIDENCE) / 2, max(pairs - 1, 1)))
