"""Intervals that hold at every look at once; knows nothing of games or of when one looks.

The usual 95 % interval is right at one number of observations fixed in advance. Who looks again
and again and stops when it pleases is wrong far more often than one time in twenty. A confidence
sequence leaves out the truth at *any* time in at most one run of twenty.

References: I. Waudby-Smith, A. Ramdas, "Estimating means of bounded random variables by betting",
JRSS B 86 (2024), 1-27, for capital processes and their hedge; H. Robbins, Ann. Math. Statist. 41
(1970), 1397-1409, for mixing over the stake; J. Ville (1939) for the inequality behind both.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.intervals import CONFIDENCE

BETTING = "betting confidence sequence"

_STAKES = 16
_LIKELIEST = 5.0  # of the stakes: that of a pair's usual variance, about 0.09

Floats = NDArray[np.float64]


def betting_interval(
    counts: ArrayLike, width: float, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """Confidence sequence of the mean of independent scores from 0 to 1, from their counts.

    For a candidate mean m a player bets that the truth is higher: each score s multiplies what is
    staked by s / m, so that no strategy gains on average if m is the truth. The capital, mixed
    over some stakes that were fixed beforehand, exceeds 2 / (1 − confidence) at any time with
    probability at most (1 − confidence) / 2 (Ville). The lower end is the least m whose capital
    does not; the upper end is the same for 1 − s.

    Concludes about the mean at whatever number of observations the sequence is read or stopped.
    Holds exactly for every number of observations and every distribution, without any
    approximation; it depends on the counts alone, not on the order of the scores.

    Parameters
    ----------
    counts
        Observations in each of the cells, whose scores are evenly spaced from 0 to 1.
    width
        Half-width at which it is meant to be tightest, fixed before the first observation; it
        sets the stakes.
    confidence
        Coverage wanted over all times together.

    Returns
    -------
    low, high
        Within 0 … 1, on either side of the mean. 0 and 1 without observations.

    Raises
    ------
    ValueError
        If the width lies outside 0 … ½.
    """
    if not 0 < width < 0.5:
        raise ValueError(f"half-width {width:g} is out of range; allowed: 0..0.5")
    cells = np.asarray(counts, dtype=float)
    goal = math.log(2 / (1 - confidence))
    stakes, weights = _stakes(width)
    return _lowest(cells, stakes, weights, goal), 1 - _lowest(cells[::-1], stakes, weights, goal)


def log_capital(counts: ArrayLike, mean: float, width: float) -> Floats:
    """Logarithm of the capital that bet on a truth above `mean`, for arrays of counts.

    Parameters
    ----------
    counts
        `[..., cells]`; one row a moment.
    mean
        Candidate, above 0.
    width
        As in `betting_interval`.
    """
    stakes, weights = _stakes(width)
    return _log_capital(np.asarray(counts, dtype=float), mean, stakes, weights)


def _stakes(width: float) -> tuple[Floats, Floats]:
    """Shares of the capital that are bet, and how the capital is divided among them.

    With a variance v the best share for a half-width w at mean m is about w·m/v. Variances of a
    pair from 1/4 down to a few thousandths are covered, in steps of √2.
    """
    places = np.arange(_STAKES)
    stakes = width * np.sqrt(2.0) ** places
    weights = np.sqrt(2.0) ** -np.abs(places - _LIKELIEST)
    usable = stakes < 1
    return stakes[usable], weights[usable] / weights[usable].sum()


def _lowest(cells: Floats, stakes: Floats, weights: Floats, goal: float) -> float:
    """Least mean whose capital stays below the goal; capital falls as the mean rises."""
    from scipy.optimize import brentq

    total = cells.sum()
    average = float(cells @ np.linspace(0, 1, len(cells)) / total) if total else 0.0
    if average == 0:
        return 0.0

    def excess(mean: float) -> float:
        return float(_log_capital(cells, mean, stakes, weights)) - goal

    lowest = average * 1e-9
    # At the average no bet gains, so that the root lies below it.
    return float(brentq(excess, lowest, average, xtol=1e-12)) if excess(lowest) > 0 else 0.0


def _log_capital(cells: Floats, mean: float, stakes: Floats, weights: Floats) -> Floats:
    points = np.linspace(0, 1, cells.shape[-1])
    # A stake below 1 leaves something even where the score is 0.
    growth = np.log1p(stakes[None, :] * (points[:, None] / mean - 1))
    logs = cells @ growth + np.log(weights)
    most = logs.max(axis=-1, keepdims=True)
    return np.squeeze(most, -1) + np.log(np.exp(logs - most).sum(axis=-1))
