"""Shipped weight files as players: good sense in plain positions, and strength on fresh deals."""

from __future__ import annotations

import pytest

from experiments import matches, policy_texts
from tests.engine_fast.cuttle.test_policies import LETHAL, WINS, chosen_by

PROFILES = ("classic", "community", "cuttlecards")


@pytest.mark.parametrize(("position", "wins"), WINS)
def test_balanced_wins_when_it_can(position: str, wins: set[str]) -> None:
    assert chosen_by(policy_texts.load("balanced"), position) <= wins


@pytest.mark.parametrize("position", LETHAL)
def test_balanced_answers_what_would_lose_at_once(position: str) -> None:
    assert chosen_by(policy_texts.load("balanced"), position) == {"counter 2d"}


def test_balanced_scuttles_what_would_win_next_turn() -> None:
    # The glasses show a 2 that brings 19 to 21; the ten takes ten points off, a win is far.
    position = "A Ts3d/-/8d B 2h4s/Th9c/- deck 5h6d"
    assert chosen_by(policy_texts.load("balanced"), position) <= {"scuttle Ts Th", "scuttle Ts 9c"}


def test_balanced_lays_no_king_when_told_so() -> None:
    position = "A Kh4d/9d5c/- B 2d9s/8h/- deck 5h3s"  # the king wins: 14
    assert chosen_by(policy_texts.load("balanced"), position) == {"royal Kh"}
    assert "royal Kh" not in chosen_by(policy_texts.load("balanced:lay_kings=0"), position)


@pytest.mark.parametrize("rules", PROFILES)
def test_balanced_beats_balanced_hand_clearly(rules: str) -> None:
    seen = matches.match("balanced", "balanced-hand", rules=rules, games=4000, seed=97).summary()
    assert seen["low"] > 0.53


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("rival", ["random", "greedy", "racer", "controller"])
def test_balanced_beats_the_styles_as_well_as_balanced_hand(rival: str, rules: str) -> None:
    tuned, hand = (
        matches.match(name, rival, rules=rules, games=4000, seed=98).summary()
        for name in ("balanced", "balanced-hand")
    )
    assert tuned["low"] > hand["score"]
