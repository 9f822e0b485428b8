"""Switches said to be idle change no game, and those that look alike are not."""

import numpy as np
import pytest

from engine_fast.cuttle import heuristics
from engine_fast.cuttle.play import Match, play_chunk
from engine_fast.cuttle.rules import PROFILES, RuleSet

GAMES = 4_000
OTHERS = {
    "queen_protects": ("others", "pair_all"),
    "glasses_expose": ("rival", "self"),
}
# Rule sets with a switch that is idle, beside the profiles themselves.
DEPARTURES = ("classic+queen_limit=1", "classic+two_hits_queen=no", "community+eight=glasses")
# Looks at the rival's hand, and lays queens and plays eights.
CURIOUS = "balanced-hand"
WEIGHTS = {"queen": 8.0, "guard": 2.0, "glasses": 8.0, "bounce": 1.0, "keep_2": 1.0}


def played(rules: str) -> np.ndarray:
    """Results of `random` against itself and of a policy that uses what it sees of a hand."""
    halt = np.zeros(1, dtype=np.uint8)
    curious = heuristics.load(CURIOUS).with_weights(WEIGHTS)
    return np.concatenate(
        [
            play_chunk(Match(RuleSet.parse(rules), policy, policy), 3, 0, GAMES, halt)
            for policy in (heuristics.load("random"), curious)
        ]
    )


@pytest.mark.parametrize("rules", [*PROFILES, *DEPARTURES])
def test_an_idle_switch_changes_no_game(rules: str) -> None:
    idle = RuleSet.parse(rules).idle
    assert idle
    for switch in idle:
        one, two = (played(f"{rules}+{switch}={value}") for value in OTHERS[switch])
        assert np.array_equal(one, two), switch


@pytest.mark.parametrize(
    ("rules", "switch"),
    [
        ("classic", "queen_protects"),
        ("community+queen_limit=none", "queen_protects"),
        ("community+queen_limit=2", "queen_protects"),
        ("community", "glasses_expose"),
        ("classic+eight=oneoff", "glasses_expose"),
    ],
)
def test_a_switch_that_changes_games_is_not_idle(rules: str, switch: str) -> None:
    assert switch not in RuleSet.parse(rules).idle
    one, two = (played(f"{rules}+{switch}={value}") for value in OTHERS[switch])
    assert not np.array_equal(one, two)
