"""Whole random games in the fast engine and in the reference, compared at every decision.

Each test counts what its games went through and fails where something came up under 50 times.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine_fast.cuttle.rules import PROFILES, SWITCHES, RuleSet
from tests.engine_fast.cuttle.side_by_side import SITUATIONS, play_both, seven_prone
from tests.reference.playing import random_move

ENOUGH = 50
VERBS = ("draw", "pass", "points", "scuttle", "oneoff", "royal", "jack", "counter", "accept",
         "take", "discard")  # fmt: skip
PHASES = ("main", "respond", "take", "discard", "seven")

#: One-off ranks of the profiles; 8 and 10 are one-offs in `community` only.
ONEOFFS = {"classic": "A2345679", "community": "A23456789T", "cuttlecards": "A2345679"}

#: Every value of every switch; numbers by a few values that bite in different ways.
VALUES = {
    "goal": ("21,14,10,7,5", "21,14,10,7,0", "21,14,10,5,0", "15,14,10,7,5", "12,12,3,2,1"),
    "scuttle_tie": ("suit", "none"),
    "queen_blocks_scuttle": ("yes", "no"),
    "queen_limit": ("none", "1", "2"),
    "queen_protects": ("others", "pair_all"),
    "two_hits_queen": ("yes", "no"),
    "queen_blocks_jack": ("yes", "no"),
    "queen_blocks_counters": ("none", "twos_only", "all"),
    "own_targets": ("yes", "no"),
    "three_takes_three": ("yes", "no"),
    "four": ("discard", "draw_two"),
    "five": ("draw_two", "discard_draw"),
    "seven": ("one", "two"),
    "seven_jack": ("give", "scrap", "unplayable"),
    "eight": ("glasses", "oneoff"),
    "glasses_expose": ("rival", "self"),
    "nine": ("permanent", "board", "board_frozen"),
    "ten": ("none", "discard"),
    "hand_limit": ("none", "2", "8"),
    "empty_effects": ("legal", "illegal"),
    "pass": ("empty_stock", "forced"),
    "draw_after": ("1", "2", "3"),
    "win_check": ("own_action", "any_action"),
    "turn_cap": ("400", "25"),
    "deal": ("5,6", "7,3", "20,20", "26,26", "0,1"),
    "open": ("yes", "no"),
    "sudden_death": ("yes", "no"),
}
FLAGS = ("quick", "open", "fours_draw", "suit_scuttle", "sudden_death")


def random_rules(rng: random.Random) -> str:
    """A rule set with each switch set with chance 1/2, to any of its values."""
    profile = rng.choice(list(PROFILES))
    parts = [profile]
    for name, values in VALUES.items():
        if name in ("open", "sudden_death"):
            parts += [name] * rng.randrange(2)
        elif name != "seven_jack" and name != "seven" and rng.random() < 0.5:
            parts.append(f"{name}={rng.choice(values)}")
    two = rng.random() < 0.4
    jack = "unplayable" if two else rng.choice(["give", "scrap"])
    parts += [f"seven={'two' if two else 'one'}", f"seven_jack={jack}"]
    if rng.random() < 0.2:
        parts += rng.sample(["quick", "fours_draw", "suit_scuttle"], 1)
    return "+".join(parts)


def too_rare(seen: Counter[str], wanted: list[str]) -> list[str]:
    return [f"{name}: {seen[name]} times" for name in wanted if seen[name] < ENOUGH]


def wanted_of(profile: str) -> list[str]:
    ranks = ONEOFFS[profile]
    return [
        *VERBS,
        *(f"phase {phase}" for phase in PHASES),
        *(f"oneoff {rank} in {phase}" for rank in ranks for phase in ("main", "seven")),
    ]


def test_classic_games() -> None:
    wanted = wanted_of("classic")
    seen: Counter[str] = Counter()
    for index in range(200):
        play_both("classic", 11, index, seen)
    for index in range(2000):
        play_both("classic", 12, index, seen, seven_prone)
        if index % 50 == 0 and not too_rare(seen, wanted):
            break
    assert not too_rare(seen, wanted)


def play_rule_sets(count: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    seen: Counter[str] = Counter()
    values: Counter[str] = Counter()
    rng = random.Random(seed)
    for index in range(count):
        text = random_rules(rng)
        rules = RuleSet.parse(text)
        values.update(f"{name}={rules.value_text(name)}" for name in VALUES)
        play_both(text, seed, index, seen, seven_prone if index % 2 else random_move)
    return seen, values


def test_every_switch_value() -> None:
    assert set(VALUES) == {switch.name for switch in SWITCHES}
    seen, values = play_rule_sets(600, 21)
    every = [f"{name}={value}" for name, texts in VALUES.items() for value in texts]
    assert not too_rare(values, every)
    # The discard of a `five=discard_draw` is too rare for this many games.
    assert not too_rare(seen, [f"situation {word}" for word in SITUATIONS if word != "five"])
    assert not too_rare(seen, [*VERBS, *(f"phase {phase}" for phase in PHASES)])


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_many_games_of_a_profile(profile: str) -> None:
    seen: Counter[str] = Counter()
    for index in range(3000):
        play_both(profile, 31, index, seen, seven_prone if index % 3 else random_move)
    assert not too_rare(seen, wanted_of(profile))


@pytest.mark.slow
def test_many_rule_sets() -> None:
    seen, values = play_rule_sets(6000, 41)
    every = [f"{name}={value}" for name, texts in VALUES.items() for value in texts]
    assert not too_rare(values, every)
    assert not too_rare(seen, [f"situation {word}" for word in SITUATIONS])
    assert not too_rare(seen, [f"winner {name}" for name in ("A", "B", "draw", "unfinished")])
