"""Quantities of games and their differences on the same deals, against the pairs themselves."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyzer import measures, tables
from analyzer.intervals import wilson
from tests.analyzer.counting import pairs_of

SIZE = len(measures.MEASURES)
ONE, DECIDED, WINS, DRAWS, UNFINISHED, TURNS, EMPTIED = range(SIZE)


def play(rng: np.random.Generator, pairs: int, lean: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """Two units on the same deals, which sway both; the second leans to the dealer by `lean`."""
    deal = rng.normal(size=(pairs, 1))
    found = []
    for extra in (0.0, lean):
        luck = 0.8 * deal + 0.6 * rng.normal(size=(pairs, 2))
        winner = np.where(luck + extra > -0.1, 1, 0)
        winner = np.where(rng.random((pairs, 2)) < 0.1, 2, winner)
        winner = np.where(rng.random((pairs, 2)) < 0.02, 3, winner)
        turns = rng.poisson(20 + 3 * (deal + 2.5).clip(0, 5), size=(pairs, 2))
        emptied = rng.random((pairs, 2)) < 0.05
        found.append(pairs_of((winner, turns, emptied)))
    return found[0], found[1]


def moments(base: np.ndarray, other: np.ndarray) -> dict[tuple[str, str], np.ndarray]:
    return {
        ("a", "a"): base.T @ base,
        ("b", "b"): other.T @ other,
        ("a", "b"): base.T @ other,
    }


def compared(base: np.ndarray, other: np.ndarray) -> pd.DataFrame:
    found = measures.differences(moments(base, other), [("a", "b")])
    return found.set_index("quantity")


RATIOS = {
    "dealer_share": (WINS, DECIDED),
    "turns": (TURNS, None),
    "draws": (DRAWS, None),
    "unfinished": (UNFINISHED, None),
    "emptied": (EMPTIED, None),
}


def ratio(pairs: np.ndarray, name: str) -> tuple[float, np.ndarray]:
    """A quantity, and each pair's part in its error."""
    above, below = RATIOS[name]
    n = np.full(len(pairs), 2) if below is None else pairs[:, below]
    value = pairs[:, above].sum() / n.sum()
    return value, (pairs[:, above] - value * n) / n.mean()


@pytest.mark.parametrize("name", RATIOS)
def test_values_and_differences_are_those_of_the_pairs(name: str) -> None:
    base, other = play(np.random.default_rng(1), 4_000, 0.3)
    row = compared(base, other).loc[name]
    (value1, error1), (value2, error2) = ratio(base, name), ratio(other, name)
    assert row["base_value"] == pytest.approx(value1)
    assert row["value"] == pytest.approx(value2)
    assert row["difference"] == pytest.approx(value2 - value1)
    # The delta method, computed on the pairs: the mean of the linearised differences.
    test = stats.ttest_1samp(error2 - error1 + (value2 - value1), 0)
    assert row["p"] == pytest.approx(test.pvalue, rel=1e-3)
    low, high = test.confidence_interval()
    width = high - low
    # MOVER's is not symmetric, as Wilson's is not; the more seldom, the less.
    tolerance = 0.05 if name != "unfinished" else 0.1
    assert row["difference_low"] == pytest.approx(low, abs=tolerance * width)
    assert row["difference_high"] == pytest.approx(high, abs=tolerance * width)
    apart = error1.var() + error2.var()
    assert row["variance_saved"] == pytest.approx(1 - (error2 - error1).var() / apart)
    assert (row["n"], row["pairs"]) == (8_000, 4_000)


def test_a_quantity_nothing_changes_is_known_no_better_than_its_pairs() -> None:
    base, _ = play(np.random.default_rng(2), 500)
    found = compared(base, base)
    assert found["identical"].all() and (found["p"] == 1).all()
    assert (found["difference"] == 0).all() and not found["separable"].any()
    bound = float(wilson(0, 500)[1])
    assert found.loc["draws", "difference_high"] == pytest.approx(bound)
    assert found.loc["draws", "difference_low"] == pytest.approx(-bound)
    assert np.isnan(found.loc["turns", "difference_low"])
    assert found.loc["draws", "variance_saved"] == pytest.approx(1)


def test_the_same_rate_by_other_pairs_is_not_the_same_game_for_game() -> None:
    base, _ = play(np.random.default_rng(3), 500)
    found = compared(base, base[::-1])
    assert not found["identical"].any()
    assert found.loc["dealer_share", "difference"] == pytest.approx(0)
    assert found.loc["dealer_share", "difference_high"] > 0.02


def test_only_turns_differ_where_only_turns_differ() -> None:
    base, _ = play(np.random.default_rng(4), 500)
    other = base.copy()
    other[::3, TURNS] += 1
    found = compared(base, other)
    assert not found["identical"].any()
    assert found.loc["turns", "separable"] and found.loc["turns", "difference"] > 0
    assert (found.drop(index="turns")["p"] == 1).all()


def test_games_without_decision_leave_the_share_unknown() -> None:
    games = (np.full((40, 2), 2), np.full((40, 2), 9), np.zeros((40, 2), dtype=bool))
    found = compared(pairs_of(games), pairs_of(games))
    share = found.loc["dealer_share"]
    assert np.isnan(share["value"]) and not share["separable"] and share["p"] == 1


def test_pairs_of_one_decided_game_count_as_one() -> None:
    winner = np.array([[1, 2], [2, 2], [0, 1]] * 20)
    pairs = pairs_of((winner, np.full((60, 2), 9), np.zeros((60, 2), dtype=bool)))
    found = measures.levels(pairs.T @ pairs).set_index("quantity")
    assert found.loc["dealer_share", "value"] == pytest.approx(2 / 3)
    # 40 pairs decide something: 20 won outright, 20 split; none of the 20 drawn ones counts.
    error = np.array([1 / 3, -1 / 3] * 20) / 60
    assert found.loc["dealer_share", "variance"] == pytest.approx(40 / 39 * (error**2).sum())


def test_intervals_cover_and_false_calls_are_as_many_as_said() -> None:
    runs, size = 400, 300
    rng = np.random.default_rng(5)
    whole_base, whole_other = play(rng, 400_000, 0.15)
    truth = {name: ratio(whole_other, name)[0] - ratio(whole_base, name)[0] for name in RATIOS}
    covered = dict.fromkeys(RATIOS, 0)
    for _ in range(runs):
        found = compared(*play(rng, size, 0.15))
        for name in RATIOS:
            row = found.loc[name]
            covered[name] += bool(row["difference_low"] <= truth[name] <= row["difference_high"])
    # 3.3 standard errors of 400 runs at 95 %, 1 in 1,000; the rare one may err on the safe side.
    for name, hits in covered.items():
        assert 0.914 * runs < hits < (0.986 if name != "unfinished" else 1.0) * runs, (name, hits)


def test_nothing_there_stands_out_seldom_in_a_screen() -> None:
    rng = np.random.default_rng(6)
    called = 0
    for _ in range(40):
        many = {}
        for unit in map(str, range(8)):
            base, other = play(rng, 200)
            many |= {
                (unit, unit): base.T @ base,
                (f"{unit}'", f"{unit}'"): other.T @ other,
                (unit, f"{unit}'"): base.T @ other,
            }
        wanted = [(str(unit), f"{unit}'") for unit in range(8)]
        table = tables.screen(measures.differences(many, wanted))
        assert (table["comparisons"] == 40).all()
        called += bool(table["stands_out"].any())
    # Under no difference at all a screen calls any with chance 5 %: more than 7 of 40, 1 in 1,000.
    assert called <= 7


def test_unknown_units_are_told() -> None:
    base, other = play(np.random.default_rng(7), 50)
    with pytest.raises(KeyError):
        measures.differences(moments(base, other), [("b", "a")])
