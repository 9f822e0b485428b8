"""Estimates after a stop against walks played out, and where they must be the plain ones."""

import numpy as np
import pytest

from analyzer import sequential, stagewise
from analyzer.intervals import wilson
from analyzer.sequential import Sprt
from analyzer.stagewise import median_unbiased

CELLS = (60, 230, 420, 230, 80)


def test_a_stop_at_the_first_look_leaves_the_plain_estimate() -> None:
    mean, deviation = sequential.mean_and_deviation(CELLS)
    error = deviation / sum(CELLS) ** 0.5
    found = median_unbiased(CELLS, [sum(CELLS)], Sprt(0, 5))
    assert found == pytest.approx((mean, mean - 1.96 * error, mean + 1.96 * error), abs=1e-5)


def test_a_late_stop_ahead_is_pulled_back() -> None:
    looks = [1_000, 2_000, 4_000, 8_000]
    ahead = np.array([400, 1760, 3400, 1920, 520])
    test = Sprt(0, 5)
    assert test.verdict(test.llr(ahead)) == sequential.H1
    mean, _ = sequential.mean_and_deviation(ahead)
    found = median_unbiased(ahead, looks, test)
    assert found.low < found.score < mean - 5e-4
    # The same match seen from the other side, H0 and H1 exchanged.
    mirrored = median_unbiased(ahead[::-1], looks, Sprt(-5, 0))
    assert mirrored == pytest.approx((1 - found.score, 1 - found.high, 1 - found.low), abs=1e-6)


@pytest.mark.parametrize("truth", [0.497, 0.5036, 0.508])
def test_chances_are_those_of_walks_played_out(truth: float) -> None:
    test, deviation, looks = Sprt(0, 5), 0.3, [1_000, 2_000, 4_000, 5_000]
    low, high = test.means(deviation)
    rng = np.random.default_rng(11)
    walks = 200_000
    sums, done, ratio = np.zeros(walks), 0, 0.7
    going, ahead = np.ones(walks, dtype=bool), np.zeros(walks, dtype=bool)
    for look in looks:
        step = look - done
        sums += rng.normal(truth * step, deviation * step**0.5, size=walks)
        done = look
        llr = (high - low) / deviation**2 * (sums - look * (low + high) / 2)
        if look == looks[-1]:
            ahead |= going & (llr >= ratio)
        else:
            ahead |= going & (llr >= test.bounds.upper)
            going &= (llr < test.bounds.upper) & (llr > test.bounds.lower)
    walk = stagewise._Walk.of(test, deviation, 2)
    chance = walk.at_least(ratio, looks, truth)
    assert abs(ahead.mean() - chance) < 4 * (chance * (1 - chance) / walks) ** 0.5


def test_chances_rise_with_the_truth() -> None:
    walk = stagewise._Walk.of(Sprt(0, 2, model="normalized"), 0.3, 2)
    looks = [1_000 << power for power in range(8)]
    chances = [walk.at_least(1.0, looks, truth) for truth in np.linspace(0.48, 0.52, 41)]
    assert all(np.diff(chances) > -1e-12)
    assert chances[0] < 1e-6
    assert chances[-1] > 1 - 1e-6


def test_without_variance_nothing_is_certain() -> None:
    low, high = wilson(1_000, 2_000)
    found = median_unbiased((0, 0, 2_000, 0, 0), [1_000, 2_000], Sprt(0, 5))
    assert found == pytest.approx((0.5, float(low), float(high)))


@pytest.mark.parametrize("looks", [[], [1_000], [1_020, 1_020], [2_000, 1_020]])
def test_looks_that_do_not_fit_are_refused(looks: list[int]) -> None:
    with pytest.raises(ValueError, match="do not rise to 1020"):
        median_unbiased(CELLS, looks, Sprt(0, 5))
