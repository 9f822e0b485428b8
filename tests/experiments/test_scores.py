"""The light numbers of `match` and `cuckoo` are the analyzer's."""

import numpy as np
import pytest

from analyzer import cuckoo, pairs
from analyzer.intervals import wilson
from experiments import scores


def same(left: object, right: object) -> None:
    if isinstance(left, dict):
        assert isinstance(right, dict)
        for key in left:
            same(left[key], right[key])
    elif isinstance(left, float):
        assert left == pytest.approx(right, rel=1e-9, abs=1e-9)
    else:
        assert left == right


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("size", [1, 5, 29, 30, 400, 10**6])
def test_match_summary_is_the_analyzers(seed: int, size: int) -> None:
    random = np.random.default_rng(seed)
    table = random.multinomial(size, random.dirichlet(np.full(16, 0.3))).reshape(4, 4)
    same(scores.match_summary(table), pairs.summary(table))


@pytest.mark.parametrize("cell", [(0, 1), (1, 0), (2, 2), (0, 0)])
def test_match_without_variance_is_the_analyzers(cell: tuple[int, int]) -> None:
    table = np.zeros((4, 4), dtype=np.int64)
    table[cell] = 100
    same(scores.match_summary(table), pairs.summary(table))


@pytest.mark.parametrize(("count", "n"), [(0, 10), (10, 10), (3, 7), (0, 0), (123_456, 1_000_000)])
def test_wilson_is_the_analyzers(count: int, n: int) -> None:
    low, high = wilson(count, n)
    assert scores.wilson(count, n) == pytest.approx((float(low), float(high)), abs=1e-12)


def test_seat_rates_are_the_analyzers() -> None:
    import pandas as pd

    players = 3
    sets = np.array([0, 50, 40, 5, 60, 4, 3, 2])
    hits = scores.seat_hits(sets, players)
    assert hits == [50 + 5 + 4 + 2, 40 + 5 + 3 + 2, 60 + 4 + 3 + 2]
    assert scores.sole_hits(sets, players) == [50, 40, 60]
    n = int(sets.sum())
    rows = [
        {"unit": "u", "players": players, "seat": seat + 1, "n": n, "losses": hits[seat]}
        for seat in range(players)
    ]
    table = cuckoo.round_loss(pd.DataFrame(rows))
    for seat in range(players):
        row = scores.rate_row(hits[seat], n)
        for name in ("rate", "low", "high", "n"):
            assert row[name] == pytest.approx(table.loc[seat, name], abs=1e-12)
