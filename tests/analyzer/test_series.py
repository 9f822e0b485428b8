"""Games a match: by hand, and against scipy's normal interval."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from analyzer.series import games_a_match


def test_means_and_intervals_are_those_of_the_samples() -> None:
    rng = np.random.default_rng(5)
    even, odd = rng.integers(2, 6, 400), rng.integers(2, 5, 400)
    counts = [[row.sum(), (row**2).sum()] for row in (even, odd, even + odd)]
    found = games_a_match(counts, 400, 2, 52)
    for name, sample in (("A first", even), ("A dealer", odd), ("both", (even + odd) / 2)):
        low, high = stats.norm.interval(0.95, sample.mean(), stats.sem(sample))
        assert found[name]["mean"] == pytest.approx(sample.mean())
        assert found[name]["low"] == pytest.approx(low, abs=1e-4)
        assert found[name]["high"] == pytest.approx(high, abs=1e-4)


def test_matches_of_one_length_keep_within_what_is_possible() -> None:
    found = games_a_match([[200, 400], [200, 400], [400, 1600]], 100, 2, 52)
    for row in found.values():
        assert row["mean"] == 2
        assert row["low"] == pytest.approx(2)
        assert 2 < row["high"] < 5
