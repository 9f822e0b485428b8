"""Which deal is nearest to even, on invented games whose truth is known."""

import numpy as np
import pandas as pd

from analyzer import evenness
from analyzer.intervals import wilson
from tests.analyzer.counting import pairs_of


def group(
    rng: np.random.Generator, shares: dict[str, float], pairs: int
) -> dict[tuple[str, str], np.ndarray]:
    """Units with these dealer's shares, on common deals."""
    deal = rng.random((pairs, 1))
    played = {}
    for name, share in shares.items():
        own = rng.random((pairs, 2))
        luck = np.where(rng.random((pairs, 2)) < 0.5, deal, own)
        games = (np.where(luck < share, 1, 0), np.full((pairs, 2), 9), np.zeros((pairs, 2), bool))
        played[name] = pairs_of(games)
    names = list(shares)
    return {(a, b): played[a].T @ played[b] for i, a in enumerate(names) for b in names[i:]}


def found(shares: dict[str, float], pairs: int = 4_000, seed: int = 1) -> pd.DataFrame:
    moments = group(np.random.default_rng(seed), shares, pairs)
    return evenness.deals(moments, [list(shares)]).set_index("unit")


def test_the_nearest_is_found_on_either_side_of_even() -> None:
    table = found({"x": 0.58, "y": 0.51, "z": 0.40})
    assert table["nearest"].tolist() == [False, True, False]
    assert table["farther"].tolist() == [True, False, True]
    assert np.isnan(table.loc["y", "p"]) and (table["p"].drop("y") < 1e-4).all()
    assert (table["comparisons"] == 3).all()


def test_as_far_on_the_other_side_is_not_called_farther() -> None:
    table = found({"x": 0.55, "y": 0.45, "z": 0.65})
    assert table.loc[["x", "y"], "farther"].tolist() == [False, False]
    assert table.loc["z", "farther"]


def test_even_is_where_the_interval_holds_a_half() -> None:
    table = found({"x": 0.5, "y": 0.6}, pairs=1_000)
    assert table["even"].tolist() == [True, False]
    assert (table["decided"] == 2_000).all() and (table["n"] == 2_000).all()
    low, high = wilson(0.5 * 2_000, 2_000)
    assert low < table.loc["x", "dealer_share"] < high


def test_equals_are_called_apart_no_oftener_than_said() -> None:
    rng = np.random.default_rng(2)
    called = 0
    for _ in range(60):
        moments = group(rng, {"x": 0.55, "y": 0.45, "z": 0.55, "w": 0.45}, 200)
        called += bool(evenness.deals(moments, [["x", "y", "z", "w"]])["farther"].any())
    # Over all pairs at 5 %: more than 9 of 60 would be 1 in 1,000.
    assert called <= 9


def test_a_group_without_decided_games_has_no_verdict() -> None:
    games = (np.full((40, 2), 2), np.full((40, 2), 9), np.zeros((40, 2), bool))
    pairs = pairs_of(games)
    own = pairs.T @ pairs
    table = evenness.deals({("x", "x"): own, ("y", "y"): own, ("x", "y"): own}, [["x", "y"]])
    assert np.isnan(table["dealer_share"]).all()
    assert not table["farther"].any()
