"""The joint fit against a general optimiser, closed forms and the score equations."""

import itertools

import numpy as np
import pytest
from scipy import optimize

from analyzer import bradley_terry
from analyzer.bradley_terry import ELO, fit, ratings

POLICIES = 4
PAIRINGS = list(itertools.combinations(range(POLICIES), 2))


def some_outcomes(seed: int = 2) -> np.ndarray:
    rng = np.random.default_rng(seed)
    shares = rng.dirichlet([4, 1, 3], size=(len(PAIRINGS), 2))
    return rng.multinomial(500, shares)


def minus_log_likelihood(x: np.ndarray, counts: np.ndarray) -> float:
    """From the definition, game by game of a kind."""
    strength, dealing, draws = [*x[:3], -sum(x[:3])], x[3], x[4]
    total = 0.0
    for (first, second), seats in zip(PAIRINGS, counts, strict=True):
        for seat, (wins, drawn, losses) in zip((-1, 1), seats, strict=True):
            odds = strength[first] - strength[second] + seat * dealing
            shares = np.array([np.exp(odds / 2), np.exp(draws), np.exp(-odds / 2)])
            total -= np.array([wins, drawn, losses]) @ np.log(shares / shares.sum())
    return total


def test_the_fit_is_the_likeliest() -> None:
    counts = some_outcomes()
    found = fit(counts, PAIRINGS, POLICIES)
    best = optimize.minimize(
        minus_log_likelihood, np.zeros(5), args=(counts + 0.5,), method="BFGS", tol=1e-7
    )
    assert found.ratings[:3] == pytest.approx(best.x[:3], abs=1e-4)
    assert (found.dealing, found.draws) == pytest.approx((best.x[3], best.x[4]), abs=1e-4)
    assert found.ratings.sum() == pytest.approx(0, abs=1e-9)


def test_two_policies_in_closed_form() -> None:
    # Without a seat's advantage the odds are wins to losses; half a game is added to each.
    found = fit([[[300, 40, 150], [300, 40, 150]]], [(0, 1)], 2)
    assert found.ratings[0] - found.ratings[1] == pytest.approx(np.log(300.5 / 150.5))
    assert found.dealing == pytest.approx(0, abs=1e-9)
    # Nobody better, whoever deals wins two to one.
    found = fit([[[100, 10, 200], [200, 10, 100]]], [(0, 1)], 2)
    assert found.ratings == pytest.approx([0, 0], abs=1e-9)
    assert found.dealing == pytest.approx(np.log(200.5 / 100.5))


def test_a_circle_leaves_all_equal() -> None:
    wins, losses = [[80, 0, 20]] * 2, [[20, 0, 80]] * 2
    found = fit([wins, losses, wins], [(0, 1), (0, 2), (1, 2)], 3)
    assert found.ratings == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_policy_that_lost_every_game_has_a_rating() -> None:
    found = fit([[[1_000, 0, 0]] * 2] * 2 + [[[500, 0, 500]] * 2], [(0, 1), (0, 2), (1, 2)], 3)
    assert np.isfinite(found.ratings).all()
    assert found.ratings[0] > 3
    assert found.ratings[1] == pytest.approx(found.ratings[2])


def test_many_sets_are_fitted_each_on_its_own() -> None:
    sets = np.stack([some_outcomes(seed) for seed in range(5)])
    together = fit(sets, PAIRINGS, POLICIES)
    for number, counts in enumerate(sets):
        alone = fit(counts, PAIRINGS, POLICIES)
        assert together.ratings[number] == pytest.approx(alone.ratings)
        assert together.draws[number] == pytest.approx(alone.draws)


def test_intervals_narrow_with_the_root_of_the_deals_and_hold_the_fit() -> None:
    rng = np.random.default_rng(6)
    shares = rng.dirichlet([4, 1, 3], size=(len(PAIRINGS), 2))

    def widths(deals: int) -> list[float]:
        found = ratings(rng.multinomial(1, shares, size=(deals, 6, 2)), PAIRINGS, POLICIES)
        assert all(rating.low < rating.elo < rating.high for rating in found.policies)
        assert sum(rating.elo for rating in found.policies) == pytest.approx(0, abs=1e-6)
        return [rating.high - rating.low for rating in found.policies]

    assert np.mean(widths(200)) == pytest.approx(4 * np.mean(widths(3_200)), rel=0.15)


def test_two_policies_interval_is_that_of_the_odds() -> None:
    # Independent games without draws: the logarithm of the odds has variance 1/wins + 1/losses.
    rng = np.random.default_rng(7)
    games = rng.multinomial(1, [0.6, 0, 0.4], size=(2_000, 1, 2))
    found = ratings(games, [(0, 1)], 2, replications=4_000)
    wins, losses = games[..., 0].sum(), games[..., 2].sum()
    width = 2 * 1.96 * (1 / wins + 1 / losses) ** 0.5 * ELO / 2
    assert found.policies[0].high - found.policies[0].low == pytest.approx(width, rel=0.06)
    assert found.method == bradley_terry.BOOTSTRAP


def test_shapes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="2 pairings"):
        fit(some_outcomes(), PAIRINGS[:2], POLICIES)
