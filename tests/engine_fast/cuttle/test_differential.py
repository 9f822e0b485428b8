"""Whole random games in the fast engine and in the reference, compared at every decision.

Each test counts what its games went through and fails where something came up under 50 times.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest

from engine_fast.cuttle.notation import parse_move
from engine_fast.cuttle.rules import PROFILES, SWITCHES, RuleSet
from engine_fast.cuttle.steps import LiveGame
from tests.engine_fast.cuttle.side_by_side import (
    SITUATIONS,
    play_both,
    seven_prone,
    table_prone,
)
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
#: Values that random games hardly tell from others: a rival's action must bring a side on goal.
SELDOM = ["win_check=own_action", "win_check=any_action"]
#: Switches that join games to matches: test_series.py.
OF_MATCHES = {"best_of", "first_to"}


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


def others(rules: RuleSet, name: str) -> Iterator[RuleSet]:
    """The same rules with another value of one switch, or of two that go together."""
    jacks = {"one": "scrap", "two": "unplayable"}
    for switch in SWITCHES:
        for text in VALUES.get(name, ()) if switch.name == name else ():
            if switch.parse(text) == rules.values[name]:
                continue
            values = {**rules.values, name: switch.parse(text)}
            if name == "seven":
                values["seven_jack"] = jacks[text]
            if name == "seven_jack":
                values["seven"] = "two" if text == "unplayable" else "one"
            yield RuleSet(rules.profile, values)


def bites(rules: RuleSet, other: RuleSet, seed: int, index: int, moves: list[str]) -> bool:
    """Whether a game would have looked different to anybody under other rules.

    By what is legal, what a move does, what a side knows, who wins.
    """
    games = [LiveGame.deal(one, seed, index)[0] for one in (rules, other)]
    looks = [[game.view(side)["rival_known"][0] for side in (0, 1)] for game in games]
    for move in moves:
        if looks[0] != looks[1]:
            return True
        if not np.array_equal(games[0].legal_array(), games[1].legal_array()):
            return True
        if games[0].record.tobytes() != games[1].record.tobytes():
            return True
        for game in games:
            game.play(parse_move(move))
        looks = [[game.view(side)["rival_known"][0] for side in (0, 1)] for game in games]
    return games[0].record.tobytes() != games[1].record.tobytes()


@dataclass
class Tried:
    """What random games under random rules went through.

    `seen` as `play_both` counts; `played` games by each value of each switch; `bit` those that
    would have looked different under another value of it, counted up to `ENOUGH`.
    """

    seen: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    bit: Counter[str] = field(default_factory=Counter)


def play_rule_sets(count: int, seed: int) -> Tried:
    tried = Tried()
    rng = random.Random(seed)
    choosers = (random_move, seven_prone, table_prone)
    for index in range(count):
        text = random_rules(rng)
        rules = RuleSet.parse(text)
        moves = play_both(text, seed, index, tried.seen, choosers[index % 3])
        for name in VALUES:
            value = f"{name}={rules.value_text(name)}"
            tried.played[value] += 1
            if tried.bit[value] < ENOUGH:
                tried.bit[value] += any(
                    bites(rules, other, seed, index, moves) for other in others(rules, name)
                )
    return tried


EVERY_VALUE = [f"{name}={value}" for name, texts in VALUES.items() for value in texts]


def test_every_switch_value() -> None:
    assert set(VALUES) == {switch.name for switch in SWITCHES} - OF_MATCHES
    tried = play_rule_sets(600, 21)
    assert not too_rare(tried.played, EVERY_VALUE)
    assert all(tried.bit[value] for value in EVERY_VALUE)
    # The discard of a `five=discard_draw` is too rare for this many games.
    common = [f"situation {word}" for word in SITUATIONS if word != "five"]
    assert not too_rare(tried.seen, common)
    assert not too_rare(tried.seen, [*VERBS, *(f"phase {phase}" for phase in PHASES)])


@pytest.mark.slow
@pytest.mark.parametrize("profile", PROFILES)
def test_many_games_of_a_profile(profile: str) -> None:
    seen: Counter[str] = Counter()
    for index in range(3000):
        play_both(profile, 31, index, seen, seven_prone if index % 3 else random_move)
    assert not too_rare(seen, wanted_of(profile))


@pytest.mark.slow
def test_many_rule_sets() -> None:
    tried = play_rule_sets(9000, 41)
    assert not too_rare(tried.played, EVERY_VALUE)
    assert not too_rare(tried.bit, [value for value in EVERY_VALUE if value not in SELDOM])
    assert all(tried.bit[value] >= 5 for value in SELDOM)
    assert not too_rare(tried.seen, [f"situation {word}" for word in SITUATIONS])
    winners = [f"winner {name}" for name in ("A", "B", "draw", "unfinished")]
    assert not too_rare(tried.seen, winners)
