"""Payoff tables against counting game by game."""

import numpy as np
import pytest

from analyzer import league, pairs

A, B, DRAW, UNFINISHED = range(4)
NAMES = ["x", "y", "z"]
PAIRINGS = [(0, 1), (0, 2), (1, 2)]


def table(*games: tuple[int, int, int]) -> np.ndarray:
    counts = np.zeros((4, 4), dtype=np.int64)
    for even, odd, times in games:
        counts[even, odd] += times
    return counts


TABLES = [
    # x wins 150 pairs of y outright, loses 50, splits the rest (whoever deals wins).
    table((A, B, 150), (B, A, 50), (B, B, 200)),
    # x and z: one game each, or draws.
    table((A, A, 100), (B, B, 104), (A, B, 30), (B, A, 28), (DRAW, UNFINISHED, 10)),
    table((A, B, 60), (B, A, 40)),
]


def test_both_sides_of_each_pairing() -> None:
    frame = league.payoffs(TABLES, PAIRINGS, NAMES).set_index(["row", "column"])
    assert list(frame.index) == [(r, c) for r in NAMES for c in NAMES if r != c]
    here, there = frame.loc[("x", "y")], frame.loc[("y", "x")]
    assert (here["wins"], here["losses"], here["games"]) == (500, 300, 800)
    assert (there["wins"], there["losses"]) == (300, 500)
    assert here["score"] == pytest.approx(0.625)
    assert (there["score"], there["low"], there["high"]) == pytest.approx(
        (1 - here["score"], 1 - here["high"], 1 - here["low"])
    )
    drawn = frame.loc[("z", "x")]
    assert (drawn["draws"], drawn["unfinished"]) == (10, 10)


def test_who_beats_whom_is_holms_over_the_pairings() -> None:
    frame = league.payoffs(TABLES, PAIRINGS, NAMES).set_index(["row", "column"])
    assert frame.index[frame["beats"]].tolist() == [("x", "y")]
    p = {pair: pairs.p_even(seen) for pair, seen in zip(PAIRINGS, TABLES, strict=True)}
    assert p[0, 1] < p[1, 2] < p[0, 2]
    assert frame.loc[("x", "y"), "p_holm"] == pytest.approx(3 * p[0, 1])
    assert frame.loc[("z", "y"), "p_holm"] == pytest.approx(2 * p[1, 2])
    assert p[1, 2] < 0.05 < 2 * p[1, 2], "one test alone would have called it"
    assert set(frame["comparisons"]) == {3}


def test_matrix_has_rows_against_columns() -> None:
    found = league.matrix(league.payoffs(TABLES, PAIRINGS, NAMES), NAMES)
    assert [row[number] for number, row in enumerate(found)] == [None] * 3
    assert found[0][1]["score"] == pytest.approx(0.625)
    assert found[1][0]["score"] == pytest.approx(0.375)


def test_outcomes_by_seat() -> None:
    moving_first, dealing = league.outcomes(TABLES[0])
    assert moving_first.tolist() == [150, 0, 250]
    assert dealing.tolist() == [350, 0, 50]
    assert league.outcomes(TABLES[1])[0].tolist() == [130, 10, 132]
    assert league.outcomes(np.stack(TABLES)).shape == (3, 2, 3)
