"""The betting confidence sequence: a fair game, an interval, not much wider than it must be."""

import itertools

import numpy as np
import pytest

from analyzer.confidence_sequences import betting_interval, log_capital
from analyzer.sequential import mean_and_deviation

CELLS = np.array([0.2, 0.1, 0.35, 0.1, 0.25])
POINTS = np.linspace(0, 1, 5)


@pytest.mark.parametrize("width", [0.3, 0.05, 0.002])
def test_nobody_gains_on_average_where_the_candidate_is_the_truth(width: float) -> None:
    truth = CELLS @ POINTS
    expected = 0.0
    for first, second, third in itertools.product(range(5), repeat=3):
        counts = np.bincount([first, second, third], minlength=5)
        chance = CELLS[first] * CELLS[second] * CELLS[third]
        expected += chance * np.exp(log_capital(counts, truth, width))
    assert expected == pytest.approx(1)


def test_ends_are_where_the_capital_reaches_forty() -> None:
    counts = np.array([400, 200, 700, 210, 520])
    low, high = betting_interval(counts, 0.01)
    assert log_capital(counts, low, 0.01) == pytest.approx(np.log(40), abs=1e-6)
    assert log_capital(counts[::-1], 1 - high, 0.01) == pytest.approx(np.log(40), abs=1e-6)
    # Farther out more is won, so that the ends are the only ones.
    assert (
        log_capital(counts, low - 0.01, 0.01) > np.log(40) > log_capital(counts, low + 0.01, 0.01)
    )


def test_it_is_one_and_a_half_times_the_fixed_interval_at_its_width() -> None:
    deviation = mean_and_deviation(CELLS)[1]
    for width in (0.02, 0.002, 0.0005):
        n = (3.2 * deviation / width) ** 2
        low, high = betting_interval(CELLS * n, width)
        assert low < CELLS @ POINTS < high
        assert 2.9 * deviation / n**0.5 < (high - low) / 2 < width


def test_no_observations_and_one_sided_ones() -> None:
    assert betting_interval(np.zeros(5), 0.01) == (0, 1)
    low, high = betting_interval([1_000, 0, 0, 0, 0], 0.01)
    assert low == 0 and 0 < high < 0.05
    assert betting_interval([0, 0, 0, 0, 1_000], 0.01) == pytest.approx((1 - high, 1))
    low, high = betting_interval([0, 0, 1_000, 0, 0], 0.01)
    assert 0.4 < low < 0.5 < high < 0.6
    assert betting_interval(CELLS * 1e11, 0.001) == pytest.approx((CELLS @ POINTS,) * 2, abs=1e-3)


def test_the_order_of_policies_only_mirrors_it() -> None:
    low, high = betting_interval(CELLS * 1e4, 0.01)
    assert betting_interval(CELLS[::-1] * 1e4, 0.01) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("width", [0, 0.5, -0.1, float("nan")])
def test_a_width_that_is_none_is_refused(width: float) -> None:
    with pytest.raises(ValueError, match="half-width"):
        betting_interval(CELLS * 100, width)
