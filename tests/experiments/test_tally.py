"""Tallies against a naive loop over games, and their independence of chunks."""

from collections import defaultdict
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyzer import measures
from engine_fast.cuckoo.play import play_games_chunk, play_rounds_chunk
from engine_fast.cuttle import state
from engine_fast.cuttle.series import SERIES_DTYPE
from experiments import factors, tables, tally
from experiments.playing import CuckooUnit, CuckooWork
from experiments.runner import Chunk
from experiments.specs import Contrast, Table, Unit

POINTS2 = {"wins": 2, "draws": 1, "losses": 0, "unfinished": 1}
CROSSINGS = [
    ("seat", "kings_dealt"),
    ("kings_most",),
    ("seat",),
    ("length", "ending"),
    ("seat", "first_to_score", "opening_points"),
    ("twos_dealt", "stock_left"),
    ("kings_end",),
]


def outcome(record: Any, seat: int) -> str:
    winner = state.WINNERS[record["winner"]]
    if winner in ("A", "B"):
        return "wins" if "AB"[seat] == winner else "losses"
    return {"draw": "draws", "unfinished": "unfinished"}[winner]


def level(factor: factors.Factor, record: np.ndarray, seat: int) -> Any:
    return factor.levels[int(factor.codes(record, seat)[0])]


def naive_factor_counts(results: np.ndarray, names: tuple[str, ...], about: str) -> pd.DataFrame:
    """The contract of docs/architecture.md, word for word, a pair at a time."""
    found = factors.find(names)
    sums: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for pair in range(len(results) // 2):
        cells: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for game in (2 * pair, 2 * pair + 1):
            record = results[game : game + 1]
            first_seat = game % 2
            for seat in (0, 1) if about == "seats" else (first_seat,):
                cell = cells[tuple(level(factor, record, seat) for factor in found)]
                what = outcome(record[0], seat)
                cell["n"] += 1
                cell[what] += 1
                cell["score2"] += POINTS2[what]
        for key, cell in cells.items():
            total = sums[key]
            total["n"] += cell["n"]
            total["n_sq"] += cell["n"] ** 2
            total["pairs"] += 1
            for what in (*POINTS2, "score2"):
                total[what] += cell[what]
                total[f"{what}_sq"] += cell[what] ** 2
                total[f"{what}_n"] += cell[what] * cell["n"]
    rows = [
        {"unit": "u", **dict(zip(names, key, strict=True)), **cell} for key, cell in sums.items()
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize(
    ("names", "about"),
    [(names, "first") for names in CROSSINGS]
    + [(names, "seats") for names in CROSSINGS if "seat" in names],
)
def test_factor_counts_are_those_of_a_naive_loop(
    random_results: np.ndarray, names: tuple[str, ...], about: str
) -> None:
    counts = tally.factor_counts(random_results, factors.find(names), about)
    found = tables.factor_frame(Table("t", names, ("u",), about), "u", counts)
    expected = naive_factor_counts(random_results, names, about)[list(found.columns)]
    keys = ["unit", *names]
    pd.testing.assert_frame_equal(
        found.sort_values(keys).reset_index(drop=True),
        expected.sort_values(keys).reset_index(drop=True),
        check_dtype=False,
    )


@pytest.mark.parametrize("names", [("kings_dealt",), ("seat", "twos_dealt"), ("opening_points",)])
def test_contrasts_are_those_of_a_naive_loop(
    random_results: np.ndarray, greedy_results: np.ndarray, names: tuple[str, ...]
) -> None:
    found_factors = factors.find(names)
    sums: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for pair in range(len(random_results) // 2):
        cells: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
        for game in (2 * pair, 2 * pair + 1):
            record = random_results[game : game + 1]
            seat = game % 2
            cell = cells[tuple(level(factor, record, seat) for factor in found_factors)]
            base = POINTS2[outcome(record[0], seat)]
            other = POINTS2[outcome(greedy_results[game], seat)]
            for name, value in (("n", 1), ("base", base), ("other", other), ("diff", other - base)):
                cell[name] += value
        for key, cell in cells.items():
            total = sums[key]
            total["n"] += cell["n"]
            total["n_sq"] += cell["n"] ** 2
            total["pairs"] += 1
            for name in ("base", "other", "diff"):
                total[name] += cell[name]
                total[f"{name}_sq"] += cell[name] ** 2
                total[f"{name}_n"] += cell[name] * cell["n"]
    counts = tally.contrast_counts(random_results, greedy_results, found_factors)
    found = tables.contrast_frame(Contrast("c", "a", "b", names), counts)
    expected = pd.DataFrame(
        [{"unit": "a", **dict(zip(names, key, strict=True)), **row} for key, row in sums.items()]
    )[list(found.columns)]
    keys = list(names)
    pd.testing.assert_frame_equal(
        found.sort_values(keys).reset_index(drop=True),
        expected.sort_values(keys).reset_index(drop=True),
        check_dtype=False,
    )


def naive_measures(pair: np.ndarray) -> list[int]:
    """What docs/architecture.md, "Moments", says of a pair, game by game."""
    found = dict.fromkeys(tally.MEASURES, 0) | {"pairs": 1}
    for record in pair:
        winner = state.WINNERS[record["winner"]]
        found["decided"] += winner in ("A", "B")
        found["dealer_wins"] += winner == "B"
        found["draws"] += winner == "draw"
        found["unfinished"] += winner == "unfinished"
        found["turns"] += int(record["turns"])
        found["emptied"] += int(record["stock_left"]) == 0
    return list(found.values())


def test_moments_are_those_of_a_naive_loop(
    random_results: np.ndarray, greedy_results: np.ndarray
) -> None:
    random_results, size = random_results.copy(), len(tally.MEASURES)
    random_results["stock_left"][::5] = 0
    expected = [[0] * size for _ in range(size)]
    for start in range(0, len(random_results), 2):
        left = naive_measures(random_results[start : start + 2])
        right = naive_measures(greedy_results[start : start + 2])
        for i, j in product(range(size), repeat=2):
            expected[i][j] += left[i] * right[j]
    found = tally.moments(tally.pair_measures(random_results), tally.pair_measures(greedy_results))
    assert found.tolist() == expected
    assert found.dtype == np.int64
    own = tally.pair_measures(random_results)
    assert (own.sum(axis=0) > 0).all(), "the sample should hold every measure"


def test_the_analyzer_reads_moments_in_the_order_they_are_counted_in() -> None:
    assert tally.MEASURES == measures.MEASURES


def test_pair_table_is_that_of_a_naive_loop(random_results: np.ndarray) -> None:
    names = ("A", "B", "draw", "unfinished")
    expected = np.zeros((4, 4), dtype=int)
    for pair in range(len(random_results) // 2):
        even, odd = (state.WINNERS[random_results[2 * pair + i]["winner"]] for i in (0, 1))
        expected[names.index(even), names.index(odd)] += 1
    assert np.array_equal(tally.pair_table(random_results), expected)
    assert (expected.sum(axis=0) > 0).all(), "the sample should hold every outcome"


def test_tallies_of_parts_add_up(random_results: np.ndarray) -> None:
    def count(results: np.ndarray) -> tally.Tally:
        crossing = factors.find(["seat", "length"])
        return {
            ("pairs",): tally.pair_table(results),
            ("totals",): tally.totals(results),
            ("factors",): tally.factor_counts(results, crossing, "seats"),
            ("moments",): tally.moments(*[tally.pair_measures(results)] * 2),
        }

    whole = count(random_results)
    parts = [random_results[i : i + 250] for i in range(0, len(random_results), 250)]
    for order in (parts, parts[::-1]):
        total: tally.Tally = {}
        for part in order:
            tally.add_to(total, count(part))
        assert tally.equal(total, whole)


@pytest.mark.parametrize("name", factors.FACTORS)
def test_every_code_of_a_factor_is_a_level(random_results: np.ndarray, name: str) -> None:
    factor = factors.FACTORS[name]
    for seat in (0, 1):
        codes = factor.codes(random_results, seat)
        assert codes.shape == random_results.shape
        assert codes.min() >= 0 and codes.max() < len(factor.levels)


def test_bands_hold_what_their_names_say() -> None:
    results = np.zeros(131, dtype=[("turns", np.int32)])
    results["turns"] = np.arange(131)
    length = factors.FACTORS["length"]
    for turns, code in enumerate(length.codes(results, 0)):
        name = str(length.levels[code])
        low, _, high = name.rstrip("+").partition("–")
        assert int(low) <= turns <= int(high or (10**9 if name.endswith("+") else low)), name


def test_what_the_deal_fixes_is_the_same_whoever_plays(
    random_results: np.ndarray, greedy_results: np.ndarray
) -> None:
    for factor in factors.FACTORS.values():
        same = all(
            np.array_equal(factor.codes(random_results, seat), factor.codes(greedy_results, seat))
            for seat in (0, 1)
        )
        assert same == (factor.when == "deal"), factor.name


def test_sets_of_seats_are_counted() -> None:
    halt = np.zeros(1, dtype=np.uint8)
    unit = CuckooUnit.load(Unit("u", "cuckoo", ("informed:t=7", "random", "keep"), 3))
    work = CuckooWork([unit], 4)
    for what, play, column in (
        ("rounds", play_rounds_chunk, "losers"),
        ("games", play_games_chunk, "winners"),
    ):
        expected = [0] * 8
        for seats in play(unit.table, 4, 0, 500, halt)[column]:
            expected[seats] += 1
        assert work.play(Chunk(what, 0, 500), halt)[what, "u"].tolist() == expected


def test_hits_of_seats_follow_from_sets_of_seats() -> None:
    sets = np.array([0, 50, 40, 5, 60, 4, 3, 2])
    assert tally.seat_hits(sets, 3) == [50 + 5 + 4 + 2, 40 + 5 + 3 + 2, 60 + 4 + 3 + 2]
    assert tally.sole_hits(sets, 3) == [50, 40, 60]


def test_a_factor_is_registered_once() -> None:
    with pytest.raises(ValueError, match="registered already"):
        factors.register("seat", "again", (0, 1), "deal")(factors.seat_codes)
    with pytest.raises(ValueError, match="allowed: deal, game"):
        factors.register("new", "never", (0, 1), "later")(factors.seat_codes)


def test_series_counts_add_up_games_of_matches() -> None:
    results = np.zeros(6, dtype=SERIES_DTYPE)
    results["games"] = [2, 3, 3, 5, 2, 2]
    found = tally.series_counts(results)
    assert found.tolist() == [[7, 17], [10, 38], [17, 25 + 64 + 16]]
