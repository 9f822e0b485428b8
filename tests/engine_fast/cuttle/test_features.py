"""Single features of a position against numbers worked out by hand or by exact combinatorics."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from engine_fast.cards import KINGS, TWOS, set_text
from engine_fast.cuttle.heuristics import features
from engine_fast.jit import lowest, popcount
from tests.engine_fast.cuttle.scores import feature


@feature
def twos_held(view):  # type: ignore[no-untyped-def]
    return features.chance_held(view, features.odds_of_holding(view), TWOS)


@feature
def own_danger(view):  # type: ignore[no-untyped-def]
    odds = features.odds_of_holding(view)
    kings = popcount(view.rival_royals & KINGS)
    kept_off = features.rival_jacks_kept_off(view, view.own_royals)
    loot = np.uint64(0) if kept_off else view.own_points
    return features.danger(view, odds, view.rival_known, view.rival_total, kings, loot)


@feature
def own_turns(view):  # type: ignore[no-untyped-def]
    kings = popcount(view.own_royals & KINGS)
    kept_off = features.own_jacks_kept_off(view, view.rival_royals)
    loot = np.uint64(0) if kept_off else view.rival_points
    return features.turns_to_goal(view, view.hand, view.own_total, kings, loot)


@feature
def plain_answered(view):  # type: ignore[no-untyped-def]
    return features.answerable(view, False)


@feature
def two_answered(view):  # type: ignore[no-untyped-def]
    return features.answerable(view, True)


@feature
def scuttlers_of_own(view):  # type: ignore[no-untyped-def]
    return features.scuttlers(view, lowest(view.own_points))


@feature
def five(view):  # type: ignore[no-untyped-def]
    return features.cards_from_five(view, popcount(view.hand) - 1)


def hypergeometric(wanted: int, unseen: int, hand: int) -> float:
    return 1 - comb(unseen - wanted, hand) / comb(unseen, hand)


@pytest.mark.parametrize("wanted", range(1, 17))
@pytest.mark.parametrize("hand", [1, 5, 8])
def test_at_least_one_is_near_the_exact_chance(wanted: int, hand: int) -> None:
    # Poisson for few of many: within 0.1 of the exact chance for up to 16 of 41 unseen cards.
    exact = hypergeometric(wanted, 41, hand)
    found = features.at_least_one.py_func(wanted * hand / 41)
    assert found == pytest.approx(exact, abs=0.1)
    assert 0 < found < 1


def test_counters_likely_and_known() -> None:
    # Of 46 unseen cards four are twos; the rival holds five of them.
    exact = hypergeometric(4, 46, 5)
    assert twos_held("A Th4c6d8sQh/-/- B 2s3s5s6sKs/9c/- deck 5h") == pytest.approx(exact, abs=0.03)
    # Glasses show the rival's 2, and that he has none.
    assert twos_held("A Th4c/-/8d B 2s9c/-/- deck 5h") == 1.0
    assert twos_held("A Th4c/-/8d B 9c/-/- deck 5h") == 0.0


@pytest.mark.parametrize(
    ("position", "rules", "expected"),
    [
        # Glasses show all. 11 points and a ten; 12 are missing and no card brings them.
        ("A 4c/-/8d B Ts9c/TcAd/- deck 5h", "classic", 1.0),
        ("A 4c/-/8d B 9c3s/9dAd/- deck 5h", "classic", 0.0),
        # 14 points win with a king laid, 13 do not.
        ("A 4c/-/8d B Ks/Tc4d/- deck 5h", "classic", 1.0),
        ("A 4c/-/8d B Ks/Tc3d/- deck 5h", "classic", 0.0),
        # A jack takes A's ten: 11 + 10. A queen of A's keeps it off, unless the rules let it.
        ("A 4c/Th/8d B Js/TcAd/- deck 5h", "classic", 1.0),
        ("A 4c/Th/8dQh B Js/TcAd/- deck 5h", "classic", 0.0),
        ("A 4c/Th/8dQh B Js/TcAd/- deck 5h", "classic+queen_blocks_jack=no", 1.0),
        # What is frozen cannot win next turn.
        ("A 4c/-/8d B Ts9c/TcAd/- deck 5h frozen Ts", "classic", 0.0),
    ],
)
def test_danger(position: str, rules: str, expected: float) -> None:
    assert own_danger(position, rules) == expected


@pytest.mark.parametrize(
    ("position", "turns"),
    [
        ("A Th4c/TcAd/- B 2d/-/- deck 5h", 1),  # 11 + 10
        ("A Kh4c/TcAd3d/- B 2d/-/- deck 5h", 1),  # 14 with a king
        ("A Jh4c/TcAd/- B 2d/Ts/- deck 5h", 1),  # 11 + the stolen ten
        ("A Jh4c/TcAd/- B 2d/Ts/Qc deck 5h", 3),  # her queen keeps the jack off; 15 in two turns
        ("A 9h8c3d/4s/- B 2d/-/- deck 5h", 2),  # 4 + 9 + 8 = 21
        ("A 9h7c3d/4s/- B 2d/-/- deck 5h", 3),
        ("A Kh9h/5s/- B 2d/-/- deck 5h", 2),  # 5 + 9 = 14, the goal with the king
        ("A Kh8h/5s/- B 2d/-/- deck 5h", 3),
        ("A Qh/-/- B 2d/-/- deck 5h", 3),
    ],
)
def test_turns_to_goal(position: str, turns: int) -> None:
    assert own_turns(position) == turns


@pytest.mark.parametrize(
    ("position", "rules", "cards"),
    [
        ("A 5d4c/-/- B 2d/-/- deck 5h3s7c", "classic", 2),
        ("A 5d4c/-/- B 2d/-/- deck 5h", "classic", 1),
        ("A 5d4c/-/- B 2d/-/- deck -", "classic", 0),
        ("A 5d4c/-/- B 2d/-/- deck 5h3s7c8c", "cuttlecards", 3),
        # Eight in hand: the 5 and a discard leave six, the limit is eight.
        ("A 5dAc2c3c4cTcJcQc/-/- B 2d/-/- deck 5h3s7c8c", "cuttlecards", 2),
    ],
)
def test_cards_from_a_five(position: str, rules: str, cards: int) -> None:
    assert five(position, rules) == cards


@pytest.mark.parametrize(
    ("card", "rules", "expected"),
    [
        ("9h", "classic", "9sTcTdThTs"),
        ("9h", "community", "TcTdThTs"),
        ("Ts", "classic", "-"),
        ("Tc", "community", "-"),
    ],
)
def test_scuttlers(card: str, rules: str, expected: str) -> None:
    # A set of at most 40 number cards is exact as a float.
    found = scuttlers_of_own(f"A 4c/{card}/- B 2d/-/- deck 5h", rules)
    assert set_text(int(found)) == expected


@pytest.mark.parametrize(
    ("rules", "royals", "plain", "two"),
    [
        ("classic", "-", 1, 1),
        ("classic", "Qs", 1, 0),  # only the twos of a queen's owner go unanswered
        ("cuttlecards", "Qs", 0, 0),  # nothing of hers is answered
        ("community", "Qs", 1, 1),
    ],
)
def test_who_may_be_answered(rules: str, royals: str, plain: int, two: int) -> None:
    position = f"A 4c/-/{royals} B 2d/-/- deck 5h"
    assert plain_answered(position, rules) == plain
    assert two_answered(position, rules) == two
