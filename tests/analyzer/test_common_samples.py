"""Choices tried on the same samples: sums, and how often equals are told apart.

Simulations use a fixed seed; bounds are five standard errors from what is promised.
"""

import numpy as np
import pytest

from analyzer.common_samples import CommonSamples


def simulate(rng: np.random.Generator, n: int, chances: list[float]) -> np.ndarray:
    """Scores 0, 1, 2 on common noise: half of it is shared by all choices."""
    common = rng.random((n, 1)) < 0.5
    own = np.where(common, rng.random((n, 1)), rng.random((n, len(chances))))
    return (np.where(own < np.array(chances), 2, 0) + (own > 0.95)).clip(0, 2).astype(np.uint8)


def test_sums_are_those_of_the_shared_samples() -> None:
    rng = np.random.default_rng(1)
    scores = simulate(rng, 700, [0.3, 0.4, 0.5, 0.6])
    sums = CommonSamples(4, 2)
    sums.add(scores[:400], [0, 1, 2, 3])
    sums.add(scores[400:][:, [3, 1]], [3, 1])
    tried = [400, 700, 400, 700]
    assert list(sums.tried) == tried
    for i in range(4):
        assert sums.rates()[i] == pytest.approx(scores[: tried[i], i].mean() / 2)
        for j in range(4):
            n = min(tried[i], tried[j])
            a, b = scores[:n, i].astype(int), scores[:n, j].astype(int)
            assert sums.shared[i, j] == n
            assert sums.total[i, j] == a.sum()
            assert sums.difference_sq[i, j] == ((a - b) ** 2).sum()


def test_equals_are_seldom_told_apart() -> None:
    """Halving five equal choices: any of them called worse in at most 5 % of the runs."""
    rng = np.random.default_rng(2)
    runs, wrong = 2000, 0
    for _ in range(runs):
        sums = CommonSamples(5, 2)
        alive = list(range(5))
        for size in (100, 170, 250):
            sums.add(simulate(rng, size, [0.4] * 5)[:, alive], alive)
            rates = sums.rates()
            alive = sorted(alive, key=lambda arm: -rates[arm])[: (len(alive) + 1) // 2]
        wrong += not all(sums.not_worse_than_best(looks=3))
    assert wrong / runs <= 0.05 + 5 * (0.05 * 0.95 / runs) ** 0.5


def test_a_clear_difference_is_found() -> None:
    sums = CommonSamples(3, 2)
    sums.add(simulate(np.random.default_rng(3), 4000, [0.5, 0.4, 0.5]), [0, 1, 2])
    assert sums.not_worse_than_best() == [True, False, True]


def test_few_samples_prove_nothing() -> None:
    sums = CommonSamples(2, 2)
    sums.add(np.array([[2, 0]] * 3, dtype=np.uint8), [0, 1])
    assert sums.not_worse_than_best() == [True, True]
    sums.add(np.array([[2, 0]] * 60, dtype=np.uint8), [0, 1])
    assert sums.not_worse_than_best() == [True, False]
