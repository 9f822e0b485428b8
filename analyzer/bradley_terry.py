"""Ratings of many policies from one joint fit; knows nothing of how games ran.

Bradley-Terry with draws and the seat: where policy i moves first and j deals,

    i wins : draw : j wins  =  e^(h/2) : e^d : e^(−h/2),   h = rᵢ − rⱼ − g

with ratings r that add up to 0, g what dealing is worth and d how common draws are. Davidson, JASA
65 (1970), 317-328, for draws; Davidson and Beaver, Biometrics 33 (1977), 693-702, for the seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analyzer.intervals import CONFIDENCE

ELO = 400 / np.log(10)
"""Elo of a natural logarithm of odds."""

BOOTSTRAP = "percentile bootstrap over deals"

REPLICATIONS = 1_000
_AT_ONCE = 100  # replications fitted together, so that memory stays small
_PRIOR = 0.5  # games added to each outcome of each seat and pairing (Jeffreys)
_STEPS, _LONGEST_STEP, _CLOSE = 200, 1.0, 1e-10

Floats = NDArray[np.float64]


class Fit(NamedTuple):
    """Maximum of the likelihood, natural logarithms of odds."""

    ratings: Floats
    """`[..., policies]`, adding up to 0"""
    dealing: Floats
    """`[...]`, g"""
    draws: Floats
    """`[...]`, d"""


class Rating(NamedTuple):
    """An estimate in Elo with its interval."""

    elo: float
    low: float
    high: float


class Ratings(NamedTuple):
    """Ratings of all policies, in the order of their numbers, and what dealing is worth."""

    policies: list[Rating]
    dealing: Rating
    method: str


def fit(outcomes: ArrayLike, pairings: Sequence[tuple[int, int]], policies: int) -> Fit:
    """Fit ratings, seat and draws to one or many sets of counts.

    Concludes how often policies would win against each other if one number each were all there is
    to them; a circle (a beats b beats c beats a) is invisible in it, so the matrix stands beside
    it. Half a game is added to each outcome of each seat of each pairing (Jeffreys), so that a
    policy that lost every game has a rating too. The likelihood is concave and Newton's method,
    in steps of bounded length, finds its maximum.

    Parameters
    ----------
    outcomes
        `[..., pairings, 2, 3]`: wins, draws and losses of a pairing's first policy, moving first
        and dealing. Leading axes are fitted each on its own.
    pairings
        Numbers of the two policies, different ones.
    policies
        How many there are.

    Raises
    ------
    ValueError
        If the shapes do not go together.
    """
    counts = np.asarray(outcomes, dtype=float) + _PRIOR
    if counts.shape[-3:] != (len(pairings), 2, 3):
        raise ValueError(f"outcomes {counts.shape} do not go with {len(pairings)} pairings")
    lead = counts.shape[:-3]
    rows = counts.reshape(*lead, 2 * len(pairings), 3)
    games = rows.sum(axis=-1)
    design = _design(pairings, policies)
    squares = (design[:, :, None] * design[:, None, :]).reshape(len(design), -1)
    size = policies + 2
    found = np.zeros((*lead, size))
    # The likelihood does not know the sum of the ratings; this holds it at 0.
    level = np.zeros((size, size))
    level[:policies, :policies] = 1.0
    for _ in range(_STEPS):
        win, draw, loss = _chances(found[..., :-1] @ design.T, found[..., -1:])
        lead_of_wins = (rows[..., 0] - rows[..., 2] - games * (win - loss)) / 2
        slope = np.zeros_like(found)
        slope[..., :-1] = lead_of_wins @ design
        slope[..., -1] = (rows[..., 1] - games * draw).sum(axis=-1)
        bend = np.empty((*lead, size, size))
        spread = games * (win + loss - (win - loss) ** 2) / 4
        bend[..., :-1, :-1] = (spread @ squares).reshape(*lead, size - 1, size - 1)
        mixed = (games * (loss - win) * draw / 2) @ design
        bend[..., :-1, -1] = bend[..., -1, :-1] = mixed
        bend[..., -1, -1] = (games * draw * (1 - draw)).sum(axis=-1)
        step = np.linalg.solve(bend + level, slope[..., None])[..., 0]
        length = np.abs(step).max(axis=-1, keepdims=True)
        found += step * np.minimum(1.0, _LONGEST_STEP / np.maximum(length, _CLOSE))
        if length.max() < _CLOSE:
            break
    return Fit(found[..., :policies], found[..., policies], found[..., -1])


def ratings(
    batches: ArrayLike,
    pairings: Sequence[tuple[int, int]],
    policies: int,
    *,
    replications: int = REPLICATIONS,
    confidence: float = CONFIDENCE,
    seed: int = 0,
) -> Ratings:
    """Ratings in Elo with intervals from the bootstrap over deals.

    All pairings meet the same deals, so deals are drawn again for all pairings together: what the
    pairings' results have in common stays in. Deals that come in batches are drawn batch by batch,
    which needs a few hundred of them. Efron and Tibshirani, *An Introduction to the Bootstrap*
    (1993). Where every batch is like every other, as with policies that never differ, the bootstrap
    sees no variance and the interval has no width.

    Parameters
    ----------
    batches
        `[batches, pairings, 2, 3]`, each as in `fit`; a batch holds the same deals for all.
    pairings, policies
        As in `fit`.
    replications
        How often the deals are drawn again.
    confidence
        Coverage wanted of each interval.
    seed
        Of the drawing.

    Returns
    -------
    Ratings
        Elo: 400 · log₁₀ of the odds to win rather than lose in equal seats, 0 the mean of the
        policies. Where games are drawn this is more than the Elo of the score.
    """
    counts = np.asarray(batches, dtype=float)
    found = fit(counts.sum(axis=0), pairings, policies)
    number = len(counts)
    rng = np.random.default_rng(seed)
    fits = []
    for start in range(0, replications, _AT_ONCE):
        size = min(_AT_ONCE, replications - start)
        drawn = rng.multinomial(number, np.full(number, 1 / number), size=size)
        again = (drawn @ counts.reshape(number, -1)).reshape(size, *counts.shape[1:])
        fits.append(fit(again, pairings, policies))
    ends = [(1 - confidence) / 2, (1 + confidence) / 2]
    low, high = ELO * np.quantile(np.concatenate([each.ratings for each in fits]), ends, axis=0)
    dealing = ELO * np.quantile(np.concatenate([each.dealing for each in fits]), ends)
    rows = zip(ELO * found.ratings, low, high, strict=True)
    return Ratings(
        [Rating(*map(float, row)) for row in rows],
        Rating(float(ELO * found.dealing), *map(float, dealing)),
        BOOTSTRAP,
    )


def _design(pairings: Sequence[tuple[int, int]], policies: int) -> Floats:
    """Ratings and seat in the odds of each pairing's first policy: moving first, then dealing."""
    design = np.zeros((len(pairings), 2, policies + 1))
    for row, (first, second) in enumerate(pairings):
        design[row, :, first] = 1.0
        design[row, :, second] = -1.0
    design[:, 0, -1] = -1.0
    design[:, 1, -1] = 1.0
    return design.reshape(-1, policies + 1)


def _chances(odds: Floats, draws: Floats) -> tuple[Floats, Floats, Floats]:
    """Probabilities of a win, a draw and a loss."""
    logs = np.stack(np.broadcast_arrays(odds / 2, draws, -odds / 2))
    shares = np.exp(logs - logs.max(axis=0))
    win, draw, loss = shares / shares.sum(axis=0)
    return win, draw, loss
