"""Exact Cuckoo rounds: published values, every deal played by hand, and the simulator."""

import random
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from engine_fast.cuckoo import play
from engine_fast.cuckoo.exact import (
    EQUAL,
    FRESH,
    HIGHER,
    LOWER,
    Deals,
    threshold_swaps,
)
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuckoo.state import KING
from engine_fast.policies import read_weights
from tests.reference import cuckoo as reference

from . import cuckoo_tables as tables
from .test_cuckoo_statistics import NOBODY_SWAPS

RULES = CuckooRules.parse("cuckoo")


@pytest.mark.parametrize("players", NOBODY_SWAPS)
def test_nobody_swaps(players: int) -> None:
    found = Deals([threshold_swaps(0)] * players, RULES).round()
    assert found.loss == (Fraction(NOBODY_SWAPS[players]),) * players
    assert found.kings == (0,) * players


def le_her(a: int, b: int) -> list[np.ndarray]:
    """The receiver holds from rank a, the dealer from b unless a swap or his king says more."""
    dealer = threshold_swaps(b - 1)
    dealer[:, LOWER] = 1
    dealer[:, [EQUAL, HIGHER]] = 0
    dealer[KING] = 0
    return [threshold_swaps(a - 1), dealer]


@pytest.mark.parametrize(
    ("a", "b", "wins"), [(8, 9, 2828), (7, 9, 2834), (8, 8, 2838), (7, 8, 2828)]
)
def test_le_her(a: int, b: int, wins: int) -> None:
    found = Deals(le_her(a, b), CuckooRules.parse("cuckoo+tie=dealer_wins")).round()
    assert found.loss[1] == Fraction(wins, 5525)
    assert sum(found.loss) == 1


def test_an_infinite_deck() -> None:
    dealer = threshold_swaps(8)
    dealer[:, LOWER] = 1
    dealer[:, [EQUAL, HIGHER]] = 0
    dealer[1:7, EQUAL] = 1
    rules = CuckooRules.parse("cuckoo+king_blocks=no+dealer_cut_king=plain+tie=nobody")
    found = Deals([threshold_swaps(7), dealer], rules, put_back=True).round()
    assert found.loss[1] - found.loss[0] == Fraction(180, 2197)


def random_swaps(rng: random.Random, places: int) -> list[np.ndarray]:
    """Play without rhyme or reason, low cards swapped more often."""
    found = []
    for _ in range(places):
        swaps = np.zeros((KING + 1, 4), dtype=np.uint8)
        for rank in range(1, KING + 1):
            for how in (FRESH, LOWER, EQUAL, HIGHER):
                swaps[rank, how] = rng.random() < 0.9 - 0.06 * rank
        found.append(swaps)
    return found


def sets_of(found: dict[int, int]) -> dict[frozenset[int], int]:
    return {
        frozenset(place for place in range(10) if mask >> place & 1): deals
        for mask, deals in found.items()
        if deals
    }


@pytest.mark.parametrize("rules", tables.SWITCHES)
def test_every_deal_of_two(rules: str) -> None:
    rng = random.Random(rules)
    for _ in range(3):
        swaps = random_swaps(rng, 2)
        deals = Deals(swaps, CuckooRules.parse(rules))
        listed = [table.tolist() for table in swaps]
        assert sets_of(deals.loser_sets()) == reference.count_round(listed, rules)


@pytest.mark.parametrize("rules", tables.SWITCHES[::5])
def test_every_deal_of_three(rules: str) -> None:
    """All fields, by playing all 6,497,400 deals of three players."""
    rng = random.Random(rules)
    cases = [random_swaps(rng, 3), [threshold_swaps(t, informed=True) for t in (7, 5, 9)]]
    for swaps in cases:
        deals = Deals(swaps, CuckooRules.parse(rules))
        expected = reference.count_round([table.tolist() for table in swaps], rules)
        assert sets_of(deals.loser_sets()) == expected
        found = deals.round()
        assert found.deals == sum(expected.values()) == 52 * 51 * 50 * 49
        for place in range(3):
            assert found.losses[place] == sum(n for who, n in expected.items() if place in who)
        by_number = [sum(n for who, n in expected.items() if len(who) == k) for k in range(4)]
        assert list(found.losers) == by_number
        assert sum(found.lowest) == found.deals


@pytest.mark.parametrize("players", [4, 6, 10])
@pytest.mark.parametrize("rules", [tables.SWITCHES[0], tables.SWITCHES[3], tables.SWITCHES[10]])
def test_the_simulator_agrees(players: int, rules: str) -> None:
    """Sets of losers by a chi-square; lowest ranks, kings shown, cuts refused by their rates.

    p > 0.0001 and five standard errors are asked of nine cases with fixed seeds.
    """
    highest = [(3 + 5 * place) % 9 for place in range(players)]
    names = [("threshold", "informed")[place % 2] for place in range(players)]
    swaps = [
        threshold_swaps(t, informed=name == "informed")
        for t, name in zip(highest, names, strict=True)
    ]
    policies = [
        read_weights(tables.heuristics.load(name), f"t={t}")
        for t, name in zip(highest, names, strict=True)
    ]
    table = play.Table(CuckooRules.parse(rules), players, tuple(policies))
    played = tables.rounds(table, 21, 0, 400_000)
    deals = Deals(swaps, CuckooRules.parse(rules))
    exact = deals.round()
    if players < 10:
        chances = deals.loser_sets()
        masks = [mask for mask in chances if chances[mask]]
        counts = np.bincount(played["losers"], minlength=1 << players)
        assert counts.sum() == sum(counts[mask] for mask in masks)
        expected = np.array([chances[mask] / exact.deals * len(played) for mask in masks])
        seen = np.array([counts[mask] for mask in masks])
        rare = expected < 5
        expected = np.append(expected[~rare], expected[rare].sum() or 1e-9)
        seen = np.append(seen[~rare], seen[rare].sum())
        assert stats.chisquare(seen, expected * seen.sum() / expected.sum()).pvalue > 1e-4
    n = len(played)
    pairs = [
        (int(np.sum(played["losers"] >> place & 1)), exact.losses[place])
        for place in range(players)
    ]
    pairs += [(int(np.sum(played["lowest"] == rank)), exact.lowest[rank]) for rank in range(1, 14)]
    pairs += [(int(np.sum(played["dealer"] == play.CUT_KING)), exact.kings[-1])]
    for seen_count, count in pairs:
        chance = count / exact.deals
        assert abs(seen_count - n * chance) <= 5 * (n * chance * (1 - chance)) ** 0.5 + 5
    shown = played["kings"].astype(float)
    mean = sum(exact.kings[:-1]) / exact.deals
    assert abs(shown.mean() - mean) <= 5 * shown.std() / n**0.5 + 1e-12


def test_fractions_add_up_for_ten() -> None:
    found = Deals([threshold_swaps(5, informed=True)] * 10, RULES).round()
    assert sum(found.losers) == sum(found.lowest) == found.deals
    assert sum(found.losses) == sum(number * deals for number, deals in enumerate(found.losers))
    assert found.ties == sum(found.losers[2:])


@pytest.mark.parametrize("places", [1, 11])
def test_too_few_or_too_many_places(places: int) -> None:
    with pytest.raises(ValueError, match=f"{places} places; allowed: 2..10"):
        Deals([threshold_swaps(7)] * places, RULES)
