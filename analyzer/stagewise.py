"""Estimates after a sequential test has stopped; knows nothing of games or of how looks are set.

A test that stops while its leader is ahead overstates the lead on average. Ordering all ways a
test can end, from an early H0 to an early H1, gives each true mean a chance of ending at least as
far towards H1 as it did. The mean for which that is ½ is the median-unbiased estimate, those for
which it is 2.5 % and 97.5 % are the interval.

References: D. Siegmund, *Sequential Analysis* (1985), and A. Tsiatis, G. Rosner, C. Mehta,
Biometrics 40 (1984), 797-803, for the ordering by stages; P. Armitage, C. McPherson, B. Rowe, JRSS
A 132 (1969), 235-244, for the recursive integration; C. Jennison, B. Turnbull, *Group Sequential
Methods* (2000), chapters 8 and 19, for both.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.intervals import CONFIDENCE, wilson
from analyzer.sequential import Sprt, mean_and_deviation

MEDIAN_UNBIASED = "median-unbiased, stagewise ordering"

_REACH = 8.5  # standard deviations from its mean beyond which a density is nil
_POINTS_A_STEP = 4  # nodes a standard deviation of the next step
_FEWEST_NODES, _MOST_NODES = 40, 800

Floats = NDArray[np.float64]


class Estimate(NamedTuple):
    """A mean score a game with the ends of its interval."""

    score: float
    low: float
    high: float


def median_unbiased(
    counts: ArrayLike, looks: Sequence[int], test: Sprt, confidence: float = CONFIDENCE
) -> Estimate:
    """Median-unbiased mean score after a test that looked at the data now and then.

    Concludes about the score of assigned policies: causal. The log-likelihood ratio is taken as
    Brownian motion seen at the looks, with the variance found at the end. That holds where an
    observation tells little beside the bounds, hence after the first look at latest; a test that
    stops at its first look had no choice, and the estimate is the plain mean. An observation is a
    pair of games or a game, counted in five cells or three.

    Parameters
    ----------
    counts
        Observations in each cell when the test stopped, or was given up undecided.
    looks
        Numbers of observations at which the test was judged, rising; the last is their number.
    test
        What was tested; H0 and H1 give the bounds at each look.
    confidence
        Coverage wanted of the interval.

    Returns
    -------
    Estimate
        Without variance among the observations the mean with Wilson's interval.

    Raises
    ------
    ValueError
        If the looks do not rise to the number of observations.
    """
    cells = np.asarray(counts)
    n = int(cells.sum())
    if not looks or looks[-1] != n or any(np.diff([0, *looks]) <= 0):
        raise ValueError(f"looks {list(looks)} do not rise to {n} observations")
    mean, deviation = mean_and_deviation(cells)
    if deviation == 0:
        low, high = wilson(mean * n, n, confidence)
        return Estimate(mean, float(low), float(high))
    from scipy.optimize import brentq

    walk = _Walk.of(test, deviation, (len(cells) - 1) // 2)
    ratio = n * walk.drift(mean)
    # Stopping moves the estimate by no more than chance could have moved it at the first look.
    widest = _REACH * deviation / math.sqrt(looks[0])
    gap = (1 - confidence) / 2
    score, low, high = (
        brentq(
            lambda truth, level=level: walk.at_least(ratio, looks, truth) - level,
            mean - widest,
            mean + widest,
            xtol=1e-7,
        )
        for level in (0.5, gap, 1 - gap)
    )
    return Estimate(*(min(max(end, 0.0), 1.0) for end in (score, low, high)))


class _Walk(NamedTuple):
    """The log-likelihood ratio as Brownian motion: a step is one observation."""

    slope: float
    """How much a step moves on average for a mean one above the middle."""
    middle: float
    """Mean half-way between the hypotheses, where there is no drift."""
    variance: float
    """Variance of a step."""
    lower: float
    upper: float

    @classmethod
    def of(cls, test: Sprt, deviation: float, games: int) -> _Walk:
        mean0, mean1 = test.means(deviation, games)
        slope = (mean1 - mean0) / deviation**2
        return cls(slope, (mean0 + mean1) / 2, slope * (mean1 - mean0), *test.bounds)

    def drift(self, truth: float) -> float:
        """Mean of a step."""
        return self.slope * (truth - self.middle)

    def at_least(self, ratio: float, looks: Sequence[int], truth: float) -> float:
        """Chance to end at least as far towards H1 as at `ratio` on the last look.

        That is: to cross the upper bound on an earlier look, or to be at `ratio` or above on the
        last one without having crossed a bound before.
        """
        from scipy.special import ndtr

        drift, crossed, done = self.drift(truth), 0.0, 0
        places, mass = np.zeros(1), np.ones(1)
        for look, following in zip(looks, [*looks[1:], None], strict=True):
            step = look - done
            done = look
            moved = places + drift * step
            spread = math.sqrt(self.variance * step)
            if following is None:
                return crossed + float(mass @ ndtr((moved - ratio) / spread))
            crossed += float(mass @ ndtr((moved - self.upper) / spread))
            nodes, widths = self._nodes(drift * look, look, following - look)
            if not nodes.size:
                break
            density = np.exp(-0.5 * ((nodes[:, None] - moved[None, :]) / spread) ** 2) @ mass
            places, mass = nodes, widths * density / (spread * math.sqrt(2 * math.pi))
        return crossed

    def _nodes(self, mean: float, look: int, step: int) -> tuple[Floats, Floats]:
        """Gauss-Legendre nodes and widths between the bounds, where the walk can be at a look."""
        reach = _REACH * math.sqrt(self.variance * look)
        low, high = max(self.lower, mean - reach), min(self.upper, mean + reach)
        if low >= high:
            return np.zeros(0), np.zeros(0)
        wanted = math.ceil(_POINTS_A_STEP * (high - low) / math.sqrt(self.variance * step))
        nodes, widths = _gauss_legendre(min(max(wanted, _FEWEST_NODES), _MOST_NODES))
        half = (high - low) / 2
        return low + half * (nodes + 1), half * widths


@cache
def _gauss_legendre(nodes: int) -> tuple[Floats, Floats]:
    """Nodes and weights of an integral over −1 … 1; finding them takes longer than their use."""
    return np.polynomial.legendre.leggauss(nodes)
