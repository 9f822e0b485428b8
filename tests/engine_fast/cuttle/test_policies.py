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
from experiments.policy_texts import load

STYLES = ("greedy", "racer", "controller", "balanced")


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
def test_balanced_beats_all_others(rival: str) -> None:
    mean, half = score("balanced", rival)
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
    game = live_game(position, RuleSet.parse(rules))
    policy = heuristics.load(style).with_weights(weights)
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


def test_balanced_lays_no_kings_when_told_so() -> None:
    position = "A Kh4d/9d2c/- B 2d9s/8h/- deck 5h3s"
    assert chosen("balanced", position, king=10.0) == {"royal Kh"}
    assert "royal Kh" not in chosen("balanced", position, king=10.0, lay_kings=0.0)


def test_weights_of_racer_and_controller_bite() -> None:
    position = "A Kh7d/-/- B 2d9s/8h/- deck 5h3s"
    assert chosen("racer", position, king=8.0) == {"royal Kh"}
    assert chosen("racer", position, king=1.0) == {"points 7d"}
    assert chosen("racer", "A 3h2d/-/- B 9s/-/- deck 5h3s", least=4.0) == {"draw"}
    assert chosen("racer", "A 3h2d/-/- B 9s/-/- deck 5h3s", least=1.0) == {"points 3h"}
    assert chosen("controller", "A 9h3d/-/- B 4s/8h/- deck 5h3s", scuttle=20.0) == {"scuttle 9h 8h"}
