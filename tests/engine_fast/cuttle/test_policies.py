"""How the built-in policies play: strength in matches, and good sense in plain positions.

Matches have fixed seeds. Intervals are over pairs of games on one deck: mean ± 1.96 standard errors
of the pairs' mean score.
"""

from __future__ import annotations

import numpy as np
import pytest

from engine_fast.cuttle import heuristics
from engine_fast.cuttle.golden import live_game
from engine_fast.cuttle.notation import move_text
from engine_fast.cuttle.play import Match, play_chunk
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.steps import LiveGame
from engine_fast.policies import Policy
from experiments.policy_texts import load
from tests.engine_fast.cuttle.scores import scores_in

STYLES = ("greedy", "racer", "controller", "balanced-hand", "scored")


#: All but the one that takes a millisecond for a decision.
PLAIN_STYLES = [name for name in heuristics.NAMES if name != "search"]


def score(first: str, second: str, games: int = 4000) -> tuple[float, float]:
    """Score a game of the first-named policy, and the half-width of its interval."""
    match = Match(RuleSet.parse("classic"), load(first), load(second))
    winner = play_chunk(match, 2026, 0, games, np.zeros(1, dtype=np.uint8))["winner"]
    own = np.where(np.arange(games) % 2 == 0, 1, 2)
    points = np.where(winner == own, 1.0, np.where(winner >= 3, 0.5, 0.0))
    pairs = points.reshape(-1, 2).mean(axis=1)
    return float(pairs.mean()), float(1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5)


def test_greedy_beats_random() -> None:
    mean, half = score("greedy", "random")
    assert mean - half >= 0.75, f"{mean:.3f} ± {half:.3f}"


@pytest.mark.parametrize("rival", ["random", "greedy", "racer", "controller"])
def test_balanced_hand_beats_all_others(rival: str) -> None:
    mean, half = score("balanced-hand", rival)
    assert mean - half > 0.5, f"{mean:.3f} ± {half:.3f}"


@pytest.mark.parametrize("style", ["racer", "controller"])
def test_every_style_beats_random(style: str) -> None:
    mean, half = score(style, "random")
    assert mean - half > 0.5, f"{mean:.3f} ± {half:.3f}"


@pytest.mark.parametrize("style", [*PLAIN_STYLES, "search:playouts=6"])
def test_a_policy_against_itself_is_even(style: str) -> None:
    mean, _ = score(style, style, games=400)
    if style in ("greedy", "racer", "controller"):  # no chance: both games of a pair are the same
        assert mean == 0.5


def chosen(style: str, position: str, rules: str = "classic", **weights: float) -> set[str]:
    """What a style plays in a position, over some starts of its stream."""
    return chosen_by(heuristics.load(style).with_weights(weights), position, rules)


def chosen_by(policy: Policy, position: str, rules: str = "classic") -> set[str]:
    """What a policy plays in a position, over some starts of its stream."""
    game = live_game(position, RuleSet.parse(rules))
    legal = game.legal_array()
    found = set()
    for start in range(20):
        stream = np.array([start * 977], dtype=np.uint64)
        view = game.view(game.to_act)[0]
        found.add(int(legal[policy.function(view, legal, len(legal), policy.vector, stream)]))
    return {move_text(move) for move in found}


def is_one_of(found: set[str], *allowed: str) -> bool:
    return found <= set(allowed)


# A wins at once with one of these moves, and the rival can do nothing about them.
WINS = [
    ("A Th4cAd/Tc2s/- B 2d9s/8h/Kc deck 5h3s", {"points Th"}),
    ("A KhTc4d/9c5c/- B 2d9s/8h/- deck 5h3s", {"royal Kh", "points Tc"}),
    ("A JhAd4d/9c5c/- B 2d9s/8h/- deck 5h3s", {"jack Jh 8h"}),
    ("A Kh2hAc/6dAs/KcKd B 2d9s/8h/- deck 5h3s", {"royal Kh"}),
    ("A 7dQh/9c/KcKd B 2d9s/8h/- deck 5h3s", {"points 7d"}),
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("position", "wins"), WINS)
def test_wins_when_it_can(style: str, position: str, wins: set[str]) -> None:
    # Each of `wins` puts A on goal by rules.md's table: 21, 14, 10, 7, 5.
    found = chosen(style, position)
    assert is_one_of(found, *wins), f"{style} plays {found} in {position}"


#: One-offs that let the rival (A) win at once, if they stand; B to answer.
LETHAL = [
    # A 2 on B's jack takes 9s home: 12 + 9 = 21.
    "A 4d/Tc2s/- B 2d9c/9s(Jh)/- deck 5h3s turn B pending oneoff 2h Jh counters -",
    # A 6 sends Ts home: 11 + 10 = 21.
    "A 4d/Tc2s/- B 2d9c/Ts(Jh)/- deck 5h3s turn B pending oneoff 6h counters -",
    # A 9 on B's jack does the same.
    "A 4d/Tc2s/- B 2d8c/9s(Jh)/- deck 5h3s turn B pending oneoff 9h Jh counters -",
]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("position", LETHAL)
def test_answers_what_would_lose_at_once(style: str, position: str) -> None:
    found = chosen(style, position)
    assert found == {"counter 2d"}, f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_answers_an_ace_that_costs_eighteen_points(style: str) -> None:
    position = "A 4d/-/- B 2d9c/Ts8s/- deck 5h3s turn B pending oneoff Ah counters -"
    found = chosen(style, position)
    assert found == {"counter 2d"}, f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_spends_no_two_to_save_the_rivals_points(style: str) -> None:
    # A's ace would only scrap A's own points.
    position = "A 4d/Ts8s/- B 2d9c/-/- deck 5h3s turn B pending oneoff Ah counters -"
    found = chosen(style, position)
    assert found == {"accept"}, f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_saves_its_own_ace_that_ruins_the_rival(style: str) -> None:
    # B has answered A's ace with a 2; if it stands, B keeps 19 points and lays any card to win.
    position = "A 2d4d/-/- B 9c3c/Ts9s/- deck 5h3s turn A pending oneoff Ah counters 2h"
    found = chosen(style, position)
    assert found == {"counter 2d"}, f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_discards_the_worst_of_plain_choices(style: str) -> None:
    # With 18 points and a ten in hand, the ten wins: it stays, a lone 3 or 4 goes.
    position = "A 5d/-/- B Tc3h4h/9s9d/- deck 5h3s turn B pending discard 1"
    found = chosen(style, position)
    assert is_one_of(found, "discard 3h", "discard 4h"), f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_fetches_the_card_that_wins(style: str) -> None:
    # 11 points: the ten wins with the next turn, an ace or a 4 does not.
    position = "A 5d/9s2s/- B 8h/-/- deck 5h3s scrap Ac4cTc turn A pending three 3c"
    found = chosen(style, position)
    assert found == {"take Tc"}, f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_plays_a_turned_up_card_to_win(style: str) -> None:
    position = "A 5d/Ts2s/- B 8h/5s/- deck 5h3s turn A pending seven 7c 9d"
    found = chosen(style, position)
    assert found == {"points 9d"}, f"{style} plays {found} in {position}"


@pytest.mark.parametrize("style", STYLES)
def test_gives_the_least_away_by_a_turned_up_jack(style: str) -> None:
    # No rival point card: the jack must go on an own one, the ace rather than the ten.
    position = "A 5d/TsAs/- B 8h/-/- deck 5h3s turn A pending seven 7c Jd"
    found = chosen(style, position)
    assert found == {"jack Jd As"}, f"{style} plays {found} in {position}"


def test_random_is_uniform_over_moves() -> None:
    game = live_game("A Th4cKd/3s/- B 2d/8h/- deck 5h", RuleSet.parse("classic"))
    legal = game.legal_array()
    stream = np.array([1], dtype=np.uint64)
    policy = heuristics.load("random")
    view = game.view(0)[0]
    found = np.bincount(
        [policy.function(view, legal, len(legal), policy.vector, stream) for _ in range(6000)],
        minlength=len(legal),
    )
    # Five standard errors: a false alarm in some 200,000 seeds.
    expected = 6000 / len(legal)
    assert np.abs(found - expected).max() < 5 * expected**0.5


def test_balanced_hand_lays_no_kings_when_told_so() -> None:
    position = "A Kh4d/9d2c/- B 2d9s/8h/- deck 5h3s"
    assert chosen("balanced-hand", position, king=10.0) == {"royal Kh"}
    assert "royal Kh" not in chosen("balanced-hand", position, king=10.0, lay_kings=0.0)


def test_weights_of_racer_and_controller_bite() -> None:
    position = "A Kh7d/-/- B 2d9s/8h/- deck 5h3s"
    assert chosen("racer", position, king=8.0) == {"royal Kh"}
    assert chosen("racer", position, king=1.0) == {"points 7d"}
    assert chosen("racer", "A 3h2d/-/- B 9s/-/- deck 5h3s", least=4.0) == {"draw"}
    assert chosen("racer", "A 3h2d/-/- B 9s/-/- deck 5h3s", least=1.0) == {"points 3h"}
    assert chosen("controller", "A 9h3d/-/- B 4s/8h/- deck 5h3s", scuttle=20.0) == {"scuttle 9h 8h"}


# Played by `balanced` as it was released in 0.1.0, at seed 7, before it became `balanced-hand`:
# outcomes of the games 2k × 2k + 1 (A wins, B wins, draw, unfinished); games, turns, decisions.
RECORDED = [
    (
        "classic",
        "balanced-hand",
        [[895, 21, 2, 0], [21, 1035, 1, 0], [2, 3, 20, 0], [0, 0, 0, 0]],
        [4000, 103930, 108041],
    ),
    (
        "classic",
        "controller",
        [[375, 778, 41, 0], [175, 547, 16, 0], [12, 55, 1, 0], [0, 0, 0, 0]],
        [4000, 127515, 145599],
    ),
    (
        "community",
        "balanced-hand",
        [[915, 4, 2, 0], [10, 1062, 0, 0], [1, 1, 5, 0], [0, 0, 0, 0]],
        [4000, 91347, 95128],
    ),
    (
        "community",
        "controller",
        [[465, 616, 11, 0], [274, 624, 0, 0], [2, 8, 0, 0], [0, 0, 0, 0]],
        [4000, 105190, 121499],
    ),
    (
        "cuttlecards",
        "balanced-hand",
        [[822, 15, 3, 0], [14, 1000, 9, 0], [4, 9, 124, 0], [0, 0, 0, 0]],
        [4000, 108032, 126642],
    ),
    (
        "cuttlecards",
        "controller",
        [[384, 583, 72, 0], [225, 532, 56, 0], [41, 96, 11, 0], [0, 0, 0, 0]],
        [4000, 130251, 159340],
    ),
]


@pytest.mark.parametrize(("rules", "rival", "table", "totals"), RECORDED)
def test_balanced_hand_plays_as_released(
    rules: str, rival: str, table: list[list[int]], totals: list[int]
) -> None:
    seated = (heuristics.load("balanced-hand"), heuristics.load(rival))
    found = play_chunk(Match(RuleSet.parse(rules), *seated), 7, 0, 4000, np.zeros(1, np.uint8))
    outcome = found["winner"].astype(int) - 1
    seen = np.bincount(4 * outcome[0::2] + outcome[1::2], minlength=16).reshape(4, 4)
    assert seen.tolist() == table
    assert [len(found), found["turns"].sum(), found["decisions"].sum()] == totals


@pytest.mark.parametrize("rules", ["classic", "community", "cuttlecards"])
def test_scored_plays_a_move_of_the_highest_score(rules: str) -> None:
    eager = ("fetch", "seven")  # so that every phase comes up
    policy = heuristics.load("scored").with_weights(dict.fromkeys(eager, 15.0))
    phases = set()
    for index in range(60):
        game, random = LiveGame.deal(RuleSet.parse(rules), 3, index)
        while not game.winner:
            side, legal = game.to_act, game.legal_array().copy()
            phases.add(game.phase)
            view = game.view(side)[0]
            stream = random[side : side + 1]
            played = legal[policy.function(view, legal, len(legal), policy.vector, stream)]
            found = scores_in(game, **dict.fromkeys(eager, 15.0))
            assert all(np.isfinite(one) for one in found.values())
            assert found[move_text(int(played))] == max(found.values())
            game.play(int(played))
    assert phases == {"main", "respond", "take", "discard", "seven"}
