"""Sequential probability ratio tests on cells of scores; knows nothing of games or of looks.

An observation falls into one of a few cells, each with a score from 0 to 1: a game (loss, draw,
win) or a pair of games on one deal (0, ¼, ½, ¾, 1 a game). Nothing but the mean, in logistic or in
normalized Elo, is assumed of how often each cell is hit.

References: A. Wald, *Sequential Analysis* (1947); M. Van den Bergh, "A practical introduction to
the GSPRT" and "Normalized Elo" (hardy.uhasselt.be/Fishtest), the test that fishtest and fastchess
run; A. Owen, *Empirical Likelihood* (2001), for the fit under a given mean.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Model = Literal["logistic", "normalized"]
MODELS: tuple[Model, ...] = ("logistic", "normalized")
H0, H1, UNDECIDED = "H0", "H1", "undecided"

NORMALIZED_ELO = 800 / math.log(10)
"""Normalized Elo of a mean one standard deviation of a game above ½."""

MOST_NORMALIZED = 200.0
"""Normalized Elo up to which the fit is sure to exist, for games and for pairs."""

# A cell that was never hit counts as this many observations (fishtest's and fastchess's choice):
# without it a mean beyond the cells seen would have likelihood 0.
_UNSEEN = 1e-3
_ROUNDS, _CLOSE = 1_000, 1e-12  # fixed point of the t-value fit
_EDGE = 1e-13  # how near a root may lie to the end of its bracket

Floats = NDArray[np.float64]


class Bounds(NamedTuple):
    """A test goes on while its log-likelihood ratio lies between these."""

    lower: float
    upper: float


def wald_bounds(alpha: float, beta: float) -> Bounds:
    """Log-likelihood ratios at which a test accepts H0 and H1.

    log(β / (1 − α)) and log((1 − β) / α): Wald's, which keep α + β and nearly each of them where
    a step of the ratio is small beside the bounds. A test that looks seldom steps over them and
    errs less often than stated.

    Raises
    ------
    ValueError
        If an error rate lies outside 0 … ½.
    """
    if not (0 < alpha < 0.5 and 0 < beta < 0.5):
        raise ValueError(f"error rates {alpha:g} and {beta:g} are out of range; allowed: 0..0.5")
    return Bounds(math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha))


@dataclass(frozen=True)
class Sprt:
    """A test of `elo0` (H0) against `elo1` (H1).

    `alpha` is the chance to accept H1 where H0 holds, `beta` the chance to accept H0 where H1
    does; `model` says what Elo means: logistic, 400·log₁₀ of the odds of the score, or normalized,
    the score above ½ in standard deviations of a game.

    Raises
    ------
    ValueError
        If the bounds are not in order, the model is unknown, or an error rate out of range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        """Check the numbers."""
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ValueError(f"Elo bounds {self.elo0:g},{self.elo1:g} must rise")
        if self.model not in MODELS:
            raise ValueError(f"unknown Elo model {self.model!r}; allowed: {', '.join(MODELS)}")
        if self.model == "normalized" and max(-self.elo0, self.elo1) > MOST_NORMALIZED:
            raise ValueError(
                f"normalized Elo {self.elo0:g},{self.elo1:g} is out of range; allowed: "
                f"-{MOST_NORMALIZED:g}..{MOST_NORMALIZED:g}"
            )
        wald_bounds(self.alpha, self.beta)

    @property
    def bounds(self) -> Bounds:
        """Wald's bounds of the log-likelihood ratio."""
        return wald_bounds(self.alpha, self.beta)

    def llr(self, counts: ArrayLike) -> float:
        """Log-likelihood ratio of H1 to H0 (`log_likelihood_ratio`)."""
        return log_likelihood_ratio(counts, self.elo0, self.elo1, self.model)

    def verdict(self, llr: float) -> str:
        """`H1` at or above the upper bound, `H0` at or below the lower one, else `undecided`."""
        if llr >= self.bounds.upper:
            return H1
        return H0 if llr <= self.bounds.lower else UNDECIDED

    def means(self, deviation: float, games: int = 2) -> tuple[float, float]:
        """Mean scores a game that H0 and H1 state.

        Parameters
        ----------
        deviation
            Standard deviation of an observation, which normalized Elo is measured in.
        games
            Games in an observation.
        """
        if self.model == "logistic":
            return expected_score(self.elo0), expected_score(self.elo1)
        low, high = (0.5 + t_value(elo, games) * deviation for elo in (self.elo0, self.elo1))
        return low, high


def expected_score(elo: float) -> float:
    """Score a game that a logistic Elo difference makes expected: 1 / (1 + 10^(−elo/400))."""
    return 1 / (1 + 10 ** (-elo / 400))


def t_value(elo: float, games: int) -> float:
    """Mean above ½ in standard deviations of an observation, from normalized Elo.

    Normalized Elo is measured in standard deviations of a game, taken as √games times that of the
    observation's mean, so that pairs whose luck cancels make the same lead more Elo.
    """
    return elo / NORMALIZED_ELO * math.sqrt(games)


def normalized_elo(score: float, deviation: float, games: int = 2) -> float:
    """Normalized Elo of a score a game; `deviation` is that of an observation's mean score."""
    return (score - 0.5) / (deviation * math.sqrt(games)) * NORMALIZED_ELO


def mean_and_deviation(counts: ArrayLike, scores: ArrayLike | None = None) -> tuple[float, float]:
    """Mean score and standard deviation of an observation (plug-in, divided by n).

    Raises
    ------
    ValueError
        If there are no observations, or not as many scores as cells.
    """
    hits, points = _cells(counts, scores)
    shares = hits / hits.sum()
    mean = float(shares @ points)
    return mean, math.sqrt(float(shares @ (points - mean) ** 2))


def log_likelihood_ratio(
    counts: ArrayLike,
    elo0: float,
    elo1: float,
    model: Model = "logistic",
    scores: ArrayLike | None = None,
    games: int | None = None,
) -> float:
    """Log-likelihood ratio of `elo1` to `elo0`, generalized: each with its best-fitting cells.

    The cells' probabilities are fitted by maximum likelihood under either hypothesis (Van den
    Bergh); that is an empirical likelihood ratio. Holds for independent observations, many of
    them: by the paper the ratio then moves like that of a test with known cells.

    Parameters
    ----------
    counts
        Observations in each cell.
    elo0, elo1
        Hypotheses, in the Elo of `model`.
    model
        "logistic" or "normalized".
    scores
        Mean score a game of each cell, rising from 0 to 1; by default evenly spaced.
    games
        Games in an observation; by default (cells − 1) / 2, one for three cells, two for five.

    Raises
    ------
    ValueError
        If there are no observations, or not as many scores as cells.
    """
    hits, points = _cells(counts, scores)
    total = hits.sum()
    seen = np.where(hits > 0, hits, _UNSEEN)
    shares = seen / seen.sum()
    if games is None:
        games = (len(points) - 1) // 2
    if model == "logistic":
        fits = [fit_mean(shares, points, expected_score(elo)) for elo in (elo0, elo1)]
    else:
        fits = [fit_t_value(shares, points, t_value(elo, games)) for elo in (elo0, elo1)]
    return float(total * (shares @ np.log(fits[1] / fits[0])))


def fit_mean(shares: Floats, points: Floats, mean: float) -> Floats:
    """Likeliest probabilities of the cells that have a given mean (Owen; Van den Bergh, prop. 1.1).

    pᵢ = sharesᵢ / (1 + x (pointsᵢ − mean)), x such that they have that mean.
    """
    return _tilted(shares, points - mean)


def fit_t_value(shares: Floats, points: Floats, t: float) -> Floats:
    """Likeliest probabilities of the cells whose mean is ½ + t standard deviations.

    Van den Bergh, "Normalized Elo": the condition is linearised at the current fit and the linear
    problem solved, until nothing moves.
    """
    fit = np.full(len(points), 1 / len(points))
    for _ in range(_ROUNDS):
        mean = float(fit @ points)
        deviation = math.sqrt(float(fit @ (points - mean) ** 2))
        gap = points - 0.5 - t * deviation * (1 + ((points - mean) / deviation) ** 2) / 2
        last, fit = fit, _tilted(shares, gap)
        if np.abs(fit - last).max() < _CLOSE:
            break
    return fit


def _tilted(shares: Floats, gap: Floats) -> Floats:
    """Probabilities sharesᵢ / (1 + x gapᵢ), x such that the mean gap is 0 and all are positive."""
    from scipy.optimize import brentq

    def mean_gap(x: float) -> float:
        return float(shares @ (gap / (1 + x * gap)))

    if not gap.min() < 0 < gap.max():
        raise ValueError("no probabilities of these cells have the mean asked for")
    low, high = (1 - _EDGE) * -1 / gap.max(), (1 - _EDGE) * -1 / gap.min()
    # The root may lie closer to an end than numbers can tell where a cell is all but empty.
    if mean_gap(low) <= 0:
        x = low
    elif mean_gap(high) >= 0:
        x = high
    else:
        x = brentq(mean_gap, low, high, xtol=1e-15, rtol=1e-14)
    fit = shares / (1 + x * gap)
    return fit / fit.sum()


def _cells(counts: ArrayLike, scores: ArrayLike | None) -> tuple[Floats, Floats]:
    hits = np.asarray(counts, dtype=float)
    points = np.linspace(0, 1, hits.size) if scores is None else np.asarray(scores, dtype=float)
    if hits.ndim != 1 or hits.shape != points.shape or hits.size < 2 or (hits < 0).any():
        raise ValueError(f"{hits.shape} counts do not go with {points.shape} scores of cells")
    if not hits.sum() > 0:
        raise ValueError("no games were counted")
    return hits, points
