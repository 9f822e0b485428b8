"""Whole random games in the fast engine and in the slow reference, compared at every decision."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from engine_fast.cards import RANKS
from engine_fast.cuckoo.state import ROUND_CAP
from engine_fast.cuckoo.steps import LiveTable
from tests.reference import cuckoo as reference

from . import cuckoo_tables as tables

LEAST = 50  # every event must come up this often, or the test has not seen it


def count_round(fast: LiveTable, seen: Counter[str]) -> None:
    """Count what came up in the round just ended."""
    record = fast.record
    dealer = 1 << (fast.count - 1)
    seen["dealer turn"] += 1
    seen["blocked swap"] += int(record["stopped"][0] & (dealer - 1)).bit_count()
    seen["blocked cut"] += int(record["stopped"][0] & dealer > 0)
    seen["cut"] += int(record["swapped"][0] & dealer > 0)
    seen["dealer keeps"] += int((record["stopped"][0] | record["swapped"][0]) & dealer == 0)
    seen["king cut"] += int(record["swapped"][0] & dealer > 0 and fast.ranks[-1] == 13)
    lowest = fast.ranks.count(min(fast.ranks))
    seen["tie"] += lowest > 1
    seen["tie with the dealer"] += lowest > 1 and fast.ranks[-1] == min(fast.ranks)
    seen["dealer falls"] += fast.lives[fast.seats[-1]] == 0
    seen["shared win"] += len(fast.winners) > 1
    seen["sole win"] += len(fast.winners) == 1


def check_view(pair: tables.Pair, seat: int) -> None:
    """The view tells what the reference says the seat knows, and who did what."""
    at = pair.slow.round
    view = pair.fast.view()[0]
    assert at is not None
    place = pair.fast.turn
    assert view["place"] == place
    assert view["count"] == pair.fast.count
    assert view["is_dealer"] == (place == pair.fast.count - 1)
    assert view["rank"] == pair.fast.ranks[place]
    assert view["round"] == pair.slow.rounds
    lives = [pair.slow.lives[other + 1] for other in pair.fast.seats]
    assert list(view["lives"]) == lives + [0] * (12 - len(lives))
    acted = [int(view[name]) for name in ("kept", "swapped", "stopped")]
    assert sum(acted) == (1 << place) - 1  # each earlier place did exactly one of the three
    by_place = {pair.fast.seats.index(o - 1): r for o, r in pair.slow.known(seat + 1).items()}
    assert known_from_view(view) == by_place


def known_from_view(view: np.void) -> dict[int, str]:
    """All that a view tells of others' cards: the right neighbour's, and kings that were shown.

    A king that was shown and then swapped away is followed from hand to hand.
    """
    place, swapped, stopped = int(view["place"]), int(view["swapped"]), int(view["stopped"])
    known = {}
    for asked in range(place):
        if stopped >> asked & 1:
            king_at = asked + 1
            while king_at < place and swapped >> king_at & 1:
                king_at += 1
            if king_at < place:
                known[king_at] = "K"
    if view["lost"]:
        known[place - 1] = RANKS[view["lost"] - 1]
    return known


def play_games(rules: str, games: int, seed: int, seen: Counter[str]) -> None:
    for game in range(games):
        rng = random.Random(f"{rules}/{seed}/{game}")
        pair = tables.Pair(rules, seed, game)
        lean = rng.choice((0.2, 0.5, 0.8))
        for seat in pair.decisions():
            check_view(pair, seat)
            pair.play(int(rng.random() > lean))
            if pair.fast.turn == pair.fast.count:
                after = pair.fast.copy()
                after.end_round()
                count_round(after, seen)
        seen["game"] += 1


def test_random_games_agree() -> None:
    seen: Counter[str] = Counter()
    for rules, players in itertools.product(tables.SWITCHES, range(2, 11)):
        lives = 3 if players < 5 else 1
        play_games(f"{rules}+players={players}+lives={lives}", 10, 1, seen)
    for players in (2, 3):
        play_games(f"cuckoo+players={players}+lives=1", 500, 2, seen)
    assert seen["game"] > 2000
    rare = {name: count for name, count in seen.items() if count < LEAST}
    assert not rare, f"too rare to be tested: {rare}"
    assert len(seen) == 12, seen


def test_a_game_without_an_end_is_given_up() -> None:
    pair = tables.Pair("cuckoo+tie=nobody+players=2", 1, 0)
    assert reference.ROUND_CAP == ROUND_CAP
    pair.fast.record["rounds"] = pair.slow.rounds = ROUND_CAP - 1
    pair.fast.deal_cards([4, 4], 9)
    pair.slow.deal(tables.deck_beginning_with([4, 4, 9]))
    for _ in range(2):
        pair.play(0)
    pair.fast.end_round()
    pair.compare_scores()
    assert pair.slow.winner == "unfinished"
    assert pair.fast.over


@pytest.mark.slow
@pytest.mark.parametrize("rules", tables.SWITCHES)
def test_many_random_games_agree(rules: str) -> None:
    seen: Counter[str] = Counter()
    for players in range(2, 11):
        play_games(f"{rules}+players={players}", 200, 3, seen)
