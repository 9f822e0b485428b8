"""Intervals for rates, means and differences from counts; knows nothing of games or seats.

Sums over pairs follow docs/architecture.md, "Tallies": a pair of games on one deal is the unit of
observation, it puts nᵢ ≤ 2 games into a cell, and for an outcome o the tally keeps Σ oᵢ, Σ oᵢ²
and Σ oᵢnᵢ besides Σ nᵢ and Σ nᵢ². They are integers, and are combined as integers, so that "no
variance at all" is found exactly and not up to rounding.
"""

from __future__ import annotations

import math
import warnings
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

# pandas, scipy and statsmodels take a second to import; `match` and `cuckoo` need none of them.
if TYPE_CHECKING:
    import pandas as pd

CONFIDENCE = 0.95
FEWEST_PAIRS = 30

WILSON = "Wilson"
WILSON_CLUSTERED = "Wilson, clustered by pair"
WILSON_PAIRS = "Wilson, n = pairs"
NORMAL_CLUSTERED = "normal, clustered by pair"

Floats = NDArray[np.float64]


class PairSums(NamedTuple):
    """Sums over pairs, nᵢ games of pair i in the cell, oᵢ what they came to; numbers or arrays."""

    total: ArrayLike
    """Σ oᵢ"""
    square: ArrayLike
    """Σ oᵢ²"""
    cross: ArrayLike
    """Σ oᵢnᵢ"""
    n: ArrayLike
    """Σ nᵢ, games"""
    n_sq: ArrayLike
    """Σ nᵢ²"""
    pairs: ArrayLike
    """pairs with nᵢ > 0"""


def wilson(count: ArrayLike, n: ArrayLike, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
    """Wilson score interval of a proportion, for arrays of counts.

    Concludes about the probability of an event in independent trials; holds for every n ≥ 1 and
    every count, 0 and n included. Wilson (1927); a test holds it to statsmodels'
    `proportion_confint`, which takes longer to import than a match to play.

    Parameters
    ----------
    count, n
        Events and trials, same shape; need not be whole (effective counts).
    confidence
        Coverage wanted, between 0 and 1.

    Returns
    -------
    low, high
        float64 arrays within 0..1. Without trials nothing is known: 0 and 1.
    """
    events, trials = np.broadcast_arrays(np.asarray(count, float), np.asarray(n, float))
    known = trials > 0
    trials = np.where(known, trials, 1.0)
    rate = np.where(known, events / trials, 0.5)
    z_sq = _z(confidence) ** 2
    middle = (rate + z_sq / (2 * trials)) / (1 + z_sq / trials)
    # Effective counts may put a rate a rounding error beyond 0 or 1.
    spread = np.maximum(rate * (1 - rate), 0.0) / trials + z_sq / (4 * trials**2)
    reach = np.sqrt(z_sq * spread) / (1 + z_sq / trials)
    low = np.where(known, np.maximum(middle - reach, 0.0), 0.0)
    return low, np.where(known, np.minimum(middle + reach, 1.0), 1.0)


def newcombe(
    count1: float, n1: float, count2: float, n2: float, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Newcombe's interval of p₁ − p₂ for two independent proportions.

    Concludes about the difference of two probabilities seen in separate trials; not for two
    seats of the same games. Newcombe (1998), method 10; statsmodels' `newcomb`.
    """
    from statsmodels.stats.proportion import confint_proportions_2indep

    if n1 <= 0 or n2 <= 0:
        return -1.0, 1.0
    # At p = 0 or 1 a bound is a root of a rounded −0: statsmodels warns, the limit is exact.
    with warnings.catch_warnings(), np.errstate(invalid="ignore", divide="ignore"):
        warnings.simplefilter("ignore")
        low, high = confint_proportions_2indep(
            count1, n1, count2, n2, method="newcomb", compare="diff", alpha=1 - confidence
        )
    if not (np.isfinite(low) and np.isfinite(high)):
        (low1, low2), (high1, high2) = wilson([count1, count2], [n1, n2], confidence)
        low, high = square_and_add(count1 / n1, low1, high1, count2 / n2, low2, high2)
    return max(float(low), -1.0), min(float(high), 1.0)


def square_and_add(
    mean1: ArrayLike,
    low1: ArrayLike,
    high1: ArrayLike,
    mean2: ArrayLike,
    low2: ArrayLike,
    high2: ArrayLike,
    correlation: ArrayLike = 0.0,
) -> tuple[Floats, Floats]:
    """Interval of mean₁ − mean₂ from the interval of each and their correlation, for arrays.

    Concludes about the difference of any two estimates whose intervals are sound; with Wilson
    intervals and correlation 0 it is Newcombe's. Zou and Donner (2008), "MOVER"; with correlation
    Newcombe (1998), paired data.

    Returns
    -------
    low, high
        float64 arrays.
    """
    numbers = (mean1, low1, high1, mean2, low2, high2, correlation)
    m1, l1, h1, m2, l2, h2, rho = np.broadcast_arrays(*(np.asarray(x, float) for x in numbers))

    def reach(a: Floats, b: Floats) -> Floats:
        return np.sqrt(np.maximum(a * a + b * b - 2 * rho * a * b, 0.0))

    return m1 - m2 - reach(m1 - l1, h2 - m2), m1 - m2 + reach(h1 - m1, m2 - l2)


def exclusive_correlation(rate1: ArrayLike, rate2: ArrayLike) -> Floats:
    """Correlation of two events of one trial that never happen together, for arrays of rates.

    No other correlation of events with these rates is lower, so an interval of their difference
    made with it is never too narrow, also where both can happen.
    """
    p, q = np.broadcast_arrays(np.asarray(rate1, float), np.asarray(rate2, float))
    both, neither = p * q, (1 - p) * (1 - q)
    ratio = np.divide(both, neither, out=np.ones(p.shape), where=neither > both)
    return -np.sqrt(ratio)


def ratio_variance(sums: PairSums) -> Floats:
    """Variance of the ratio Σoᵢ / Σnᵢ over independent pairs, by linearisation.

    pairs / (pairs − 1) · Σ(oᵢ − r nᵢ)² / n², the ratio estimator of survey sampling (Cochran,
    *Sampling Techniques*, 1977, section 6.3). Holds for many pairs of similar size; here a pair
    has at most two games. Exactly 0 where every pair has the same ratio; nan with fewer than two
    pairs.
    """
    rows = np.broadcast_arrays(*(np.atleast_1d(np.asarray(column)) for column in sums))
    return np.array([_ratio_variance(*map(int, row)) for row in zip(*rows, strict=True)], float)


def _ratio_variance(total: int, square: int, cross: int, n: int, n_sq: int, pairs: int) -> float:
    if pairs < 2 or n == 0:
        return float("nan")
    residual = square * n * n - 2 * total * cross * n + total * total * n_sq
    return (pairs * residual) / ((pairs - 1) * n**4)


def clustered_proportion(sums: PairSums, confidence: float = CONFIDENCE) -> pd.DataFrame:
    """Rate of an outcome a game, where games come in pairs on one deal.

    The variance between pairs gives a design effect, that an effective number of games, and
    Wilson at that number the interval (Korn and Graubard, 1998, with Wilson for Clopper-Pearson).
    Where the sample shows no variance or has under 30 pairs, Wilson with n = pairs: as if the
    second game of a pair told nothing new, the cautious end.

    Parameters
    ----------
    sums
        oᵢ is the number of games of pair i with the outcome.
    confidence
        Coverage wanted.

    Returns
    -------
    DataFrame
        `rate`, `low`, `high`, `n_effective`, `method`; one row an element.
    """
    import pandas as pd

    variance = ratio_variance(sums)
    rate, clusters = _ratio(sums)
    plain = ~(variance > 0) | (clusters < FEWEST_PAIRS)
    effective = np.where(plain, clusters, _divide(rate * (1 - rate), variance))
    low, high = wilson(np.nan_to_num(rate) * effective, effective, confidence)
    return pd.DataFrame(
        {
            "rate": rate,
            "low": low,
            "high": high,
            "n_effective": effective,
            "method": np.where(plain, WILSON_PAIRS, WILSON_CLUSTERED),
        }
    )


def clustered_mean(
    sums: PairSums, smallest: float, largest: float, confidence: float = CONFIDENCE
) -> pd.DataFrame:
    """Mean a game of a quantity between two bounds, where games come in pairs on one deal.

    For scores and for differences of scores on the same deals: normal interval with the empirical
    variance between pairs, cut off at the bounds. Where the sample shows no variance or has under
    30 pairs, Wilson with n = pairs on the quantity scaled to 0..1, which is the widest a quantity
    with that mean can need.

    Parameters
    ----------
    sums
        oᵢ is the sum of the quantity over the games of pair i.
    smallest, largest
        Bounds of the quantity in one game, in the unit of `sums`. The result is divided by
        `largest`: with points ×2 from 0 to 2 it is a score from 0 to 1.
    confidence
        Coverage wanted.

    Returns
    -------
    DataFrame
        `mean`, `low`, `high`, `variance` (of the mean), `method`; one row an element.
    """
    import pandas as pd

    frame = pd.DataFrame(_mean(sums, smallest, largest, confidence))
    frame[["mean", "low", "high"]] /= largest
    frame["variance"] /= largest**2
    return frame


def paired_mean(
    total: int, square: int, pairs: int, smallest: float, largest: float
) -> dict[str, Any]:
    """Mean of a quantity seen once a pair, with the interval of its empirical variance.

    For the points of a pair and for differences within it; what the two sides of a difference
    have in common (the deal) is gone from it. Same fall-backs as `clustered_mean`.

    Parameters
    ----------
    total, square
        Sums over pairs of the quantity and of its square.
    pairs
        How many there are.
    smallest, largest
        Bounds of the quantity.

    Returns
    -------
    dict
        `mean`, `low`, `high`, `variance` (of the mean), `method`, in the unit of the quantity.
    """
    sums = PairSums(total, square, total, pairs, pairs, pairs)
    return {name: column[0].item() for name, column in _mean(sums, smallest, largest).items()}


def separable(low: Any, high: Any, reference: Any = 0.0) -> Any:
    """Whether the interval of a difference leaves out `reference`.

    This, and not whether two intervals overlap, decides what a sentence may call different: two
    intervals may overlap although the difference is beyond noise, most of all on common deals.
    Works on numbers and arrays; unknown (nan) is not separable.
    """
    return (np.asarray(low) > reference) | (np.asarray(high) < reference)


def two_sided_p(mean: float, error: float, reference: float = 0.0) -> float:
    """Two-sided p-value of a mean against `reference`, by the normal law.

    Parameters
    ----------
    mean, error
        Estimate and its standard error, which is above 0.
    reference
        Value under the hypothesis.
    """
    return math.erfc(abs(mean - reference) / (error * math.sqrt(2)))


def _mean(
    sums: PairSums, smallest: float, largest: float, confidence: float = CONFIDENCE
) -> dict[str, NDArray[Any]]:
    """Columns of `clustered_mean`, in the unit of the sums."""
    variance = ratio_variance(sums)
    mean, clusters = _ratio(sums)
    plain = ~(variance > 0) | (clusters < FEWEST_PAIRS)
    reach = _z(confidence) * np.sqrt(np.where(plain, 0.0, variance))
    low, high = np.maximum(mean - reach, smallest), np.minimum(mean + reach, largest)
    if plain.any():
        span = largest - smallest
        share = (np.nan_to_num(mean) - smallest) / span
        bounds = wilson(share * clusters, clusters, confidence)
        low, high = (
            np.where(plain, smallest + span * bound, end)
            for bound, end in zip(bounds, (low, high), strict=True)
        )
    return {
        "mean": mean,
        "low": low,
        "high": high,
        "variance": variance,
        "method": np.where(plain, WILSON_PAIRS, NORMAL_CLUSTERED),
    }


def _z(confidence: float) -> float:
    """How many standard errors a two-sided normal interval reaches."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _ratio(sums: PairSums) -> tuple[Floats, Floats]:
    """Outcomes a game, and pairs."""
    total, n, pairs = (
        np.atleast_1d(np.asarray(x, float)) for x in (sums.total, sums.n, sums.pairs)
    )
    return _divide(total, n), pairs


def _divide(a: Floats, b: Floats) -> Floats:
    return np.divide(a, b, out=np.full(np.shape(a), np.nan), where=np.asarray(b) > 0)
