"""Exact values reproduced by simulation; fixed seeds, so a failure is a fault, not bad luck.

`Z` standard errors bound each rate. Over the 54 + 2 + 8 rates below a correct engine would miss it
with a chance under 1 in 10,000 for a fresh seed; the chi-square tests ask for p > 0.001.
"""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from engine_fast.cuckoo import play
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuckoo.steps import LiveTable
from engine_fast.policies import Weight
from tests.reference import cuckoo as reference

from . import cuckoo_tables as tables

Z = 5.0
ROUNDS = 500_000
NOBODY_SWAPS = {
    2: "9/17", 3: "463/1275", 4: "5837/20825", 5: "28837/124950", 6: "15501/78302",
    7: "1572889/9004730", 8: "535783/3405150", 9: "4167727/28943775", 10: "160449/1202495",
}  # fmt: skip


def off(rate: float, chance: Fraction, n: int) -> float:
    """How many standard errors a rate is away from its exact value."""
    return abs(rate - float(chance)) / sqrt(float(chance * (1 - chance)) / n)


@pytest.mark.parametrize("players", NOBODY_SWAPS)
def test_nobody_swaps(players: int) -> None:
    losers = tables.rounds(tables.table(players, "keep"), 1, 0, ROUNDS)["losers"]
    for place in range(players):
        rate = float(np.mean(losers >> place & 1))
        assert off(rate, Fraction(NOBODY_SWAPS[players]), ROUNDS) < Z, f"place {place}: {rate}"


def test_sets_of_losers_when_nobody_swaps() -> None:
    # Seats are alike then: within a size every set is as likely as every other.
    losers = tables.rounds(tables.table(4, "keep"), 2, 0, ROUNDS)["losers"]
    counts = np.bincount(losers, minlength=16)
    for size in (1, 2, 3):
        alike = [counts[mask] for mask in range(16) if mask.bit_count() == size]
        assert stats.chisquare(alike).pvalue > 0.001


def le_her(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Hold from weight 0; as dealer compare after a swap, keep a king that stopped one."""
    if view.is_dealer == 1:
        if view.lost > 0:
            return 1 if view.rank < view.lost else 0
        if view.stopped & 1:
            return 0
    return 1 if view.rank < weights[0] else 0


@pytest.mark.parametrize(("a", "b"), [(8, 9), (7, 9), (8, 8), (7, 8)])
def test_le_her(a: int, b: int) -> None:
    policy = tables.user_policy(le_her, Weight("hold", 7, "holds from this rank", 1, 13))
    seats = (policy.with_weights({"hold": a}), policy.with_weights({"hold": b}))
    table = play.Table(CuckooRules.parse("cuckoo+tie=dealer_wins"), 2, seats)
    losers = tables.rounds(table, 3, 0, 2_000_000)["losers"]
    assert set(np.unique(losers)) == {1, 2}
    exact = reference.le_her_wins(a, b)
    assert off(float(np.mean(losers == 2)), exact, len(losers)) < Z


@pytest.fixture(scope="module")
def deals() -> np.ndarray:
    """Ranks of the ten places and the cut of many rounds, `int64[n, 11]`, 0 … 12."""
    live = LiveTable(CuckooRules.parse("cuckoo+players=10"))
    found = []
    for index in range(40_000):
        live.deal_round(4, index)
        found.append([*live.ranks, live.cut])
    return np.array(found) - 1


def test_every_place_gets_every_rank_alike(deals: np.ndarray) -> None:
    for place in range(11):
        assert stats.chisquare(np.bincount(deals[:, place], minlength=13)).pvalue > 0.001


@pytest.mark.parametrize(("one", "other"), [(0, 1), (0, 10), (4, 5), (9, 10)])
def test_two_places_are_dealt_without_replacement(deals: np.ndarray, one: int, other: int) -> None:
    counts = np.bincount(13 * deals[:, one] + deals[:, other], minlength=169)
    chance = np.full((13, 13), 4 * 4 / (52 * 51))
    np.fill_diagonal(chance, 4 * 3 / (52 * 51))
    assert stats.chisquare(counts, len(deals) * chance.ravel()).pvalue > 0.001


def test_no_round_has_five_of_a_rank(deals: np.ndarray) -> None:
    assert max(np.bincount(row, minlength=13).max() for row in deals) == 4


def test_rounds_and_streams_are_independent(deals: np.ndarray) -> None:
    joint = np.bincount(13 * deals[:-1:2, 0] + deals[1::2, 0], minlength=169)
    assert stats.chisquare(joint).pvalue > 0.001
    other = LiveTable(CuckooRules.parse("cuckoo+players=10"))
    ranks = []
    for index in range(len(deals) // 4):
        other.deal_round(5, index)  # the same rounds of another seed
        ranks.append(other.ranks[0] - 1)
    joint = np.bincount(13 * deals[: len(ranks), 0] + np.array(ranks), minlength=169)
    assert stats.chisquare(joint).pvalue > 0.001


def test_choices_are_fair_and_independent_of_the_deal() -> None:
    # With everybody at random, a seat's swap says nothing about the card it was dealt.
    live = LiveTable(CuckooRules.parse("cuckoo"))
    policy = tables.table(4, "random").policies[0]
    counts = np.zeros((4, 2), dtype=np.int64)
    by_rank = np.zeros((13, 2), dtype=np.int64)
    for index in range(20_000):
        live.deal_round(6, index)
        dealt = live.ranks
        for place in range(4):
            move = live.ask(policy)
            counts[place, move] += 1
            by_rank[dealt[place] - 1, move] += 1
            live.play(move)
    assert all(stats.chisquare(row).pvalue > 0.001 for row in counts)
    assert stats.chi2_contingency(by_rank).pvalue > 0.001
