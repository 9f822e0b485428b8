"""Comparing choices that were tried on the same samples; knows nothing of games or moves.

Choices share their samples (common random numbers), and poor ones are dropped early, so each was
tried on a prefix of the samples. A sample's score is 0 … `unit`, in whole steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from analyzer.intervals import CONFIDENCE, FEWEST_PAIRS, Floats, wilson


class CommonSamples:
    """Sums over the samples that each pair of choices shares, as integers.

    Attributes
    ----------
    shared : int64[k, k]
        Samples that both choices of a pair were tried on; on the diagonal, a choice's own number.
    total : int64[k, k]
        Sum of choice i's scores over the samples shared with j.
    difference_sq : int64[k, k]
        Sum of (i's score − j's score)² over them.
    """

    def __init__(self, choices: int, unit: int = 1) -> None:
        self.unit = unit
        self.shared = np.zeros((choices, choices), dtype=np.int64)
        self.total = np.zeros((choices, choices), dtype=np.int64)
        self.difference_sq = np.zeros((choices, choices), dtype=np.int64)

    def add(self, scores: NDArray[np.uint8], choices: Sequence[int]) -> None:
        """Add samples: `scores` is `uint8[samples, len(choices)]`, a column a choice."""
        wide = scores.astype(np.int64)
        cells = np.ix_(choices, choices)
        self.shared[cells] += len(wide)
        self.total[cells] += wide.sum(axis=0)[:, None]
        squares = (wide**2).sum(axis=0)
        self.difference_sq[cells] += squares[:, None] + squares[None, :] - 2 * (wide.T @ wide)

    @property
    def tried(self) -> NDArray[np.int64]:
        """Samples of each choice."""
        return self.shared.diagonal()

    def rates(self) -> Floats:
        """Mean score of each choice over all its samples, as a share of `unit`."""
        return self.total.diagonal() / np.maximum(self.tried, 1) / self.unit

    def intervals(self, confidence: float = CONFIDENCE) -> tuple[Floats, Floats]:
        """Wilson interval of each choice's mean score, for that choice alone.

        Scores between 0 and `unit` vary less than events of the same rate, so that it covers at
        least as often where they occur.
        """
        low, high = wilson(self.total.diagonal() / self.unit, self.tried, confidence)
        rates = self.rates()  # with no hit or no miss a bound is the rate, up to rounding
        return np.minimum(low, rates), np.maximum(high, rates)

    def better(self, looks: int = 1, confidence: float = CONFIDENCE) -> NDArray[np.bool_]:
        """For each pair, whether choice i is better than j beyond doubt, as `bool[k, k]`.

        A two-sided normal test of the mean paired difference, with half an imaginary sample on
        either side (Agresti and Min 2005), so that no difference is without variance; fewer than
        `FEWEST_PAIRS` samples prove nothing.
        The chance that any of all pairs is told apart wrongly is held below 1 − `confidence`
        (Bonferroni), wherever the choices may have been dropped by what was seen.

        Parameters
        ----------
        looks
            At how many numbers of samples a choice could have been dropped.
        """
        choices = len(self.shared)
        tests = max(1, choices * (choices - 1) // 2 * looks)
        z = NormalDist().inv_cdf(1 - (1 - confidence) / (2 * tests))
        n = self.shared + 1.0
        mean = (self.total - self.total.T) / n
        variance = (self.difference_sq + self.unit**2) / n - mean**2
        return (self.shared >= FEWEST_PAIRS) & (mean > z * np.sqrt(variance / n))

    def not_worse_than_best(self, looks: int = 1, confidence: float = CONFIDENCE) -> list[bool]:
        """For each choice, whether it cannot be told apart from the one that did best.

        The best is the choice of the highest rate among those with the most samples.
        """
        finalists = self.tried == self.tried.max()
        best = int(np.argmax(np.where(finalists, self.rates(), -1.0)))
        return [not worse for worse in self.better(looks, confidence)[best]]
