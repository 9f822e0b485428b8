"""`evaluate`: positions with one obviously winning move, symmetry, and its keys."""

import json
import random

import numpy as np
import pytest

from engine_fast.cards import card_text
from engine_fast.cuttle.golden import live_game
from engine_fast.cuttle.notation import parse_move
from engine_fast.cuttle.rules import RuleSet
from experiments import evaluation, policy_texts
from tests.cli.conftest import Command

#: One move wins, or is the only one that does not lose: id, rules, position, move.
GOLDEN = [
    ("win now", "classic", "A Th4cAd/Tc2s/- B 2d?4/8h/Kc deck 5h?", "points Th"),
    ("win by a king", "classic", "A Kh4c/9c5c/- B 2d?3/8h/- deck ?", "royal Kh"),
    ("win by a jack", "community", "A Jc4c/Tc2s/- B ?5/9h/- deck ?", "jack Jc 9h"),
    ("win in cuttlecards", "cuttlecards", "A Th4cAd/Tc2s/- B ?5/8h/- deck ?", "points Th"),
    ("scuttle or lose", "classic", "A Tc3d3h/Td/- B ?2/Th9s/- deck ?", "scuttle Tc 9s"),
    ("scuttle or lose", "community", "A Tc3d3h/Td/- B ?2/Th9s/- deck ?", "scuttle Tc 9s"),
    (
        "counter or lose",
        "classic",
        "A Jc/-/KcKdKh B 2d/Th/Qd deck ? turn B pending oneoff 2s Qd counters -",
        "counter 2d",
    ),
    (
        "counter and win",
        "cuttlecards",
        "A ?2/2h/- B 2d6c/Ts9s/- deck ? turn B pending oneoff Ac counters -",
        "counter 2d",
    ),
]


def moves_of(command: Command, *arguments: str) -> list[dict[str, object]]:
    result = command("evaluate", *arguments, "--json")
    assert result.exit_code == 0, result.stderr
    found: list[dict[str, object]] = json.loads(result.stdout)["moves"]
    return found


@pytest.mark.parametrize(("name", "rules", "position", "move"), GOLDEN)
def test_the_one_good_move_stands_alone(
    command: Command, name: str, rules: str, position: str, move: str
) -> None:
    found = moves_of(command, position, "--rules", rules, "--games", "20k")
    assert [one["move"] for one in found if one["best"]] == [move], name
    assert found[0]["move"] == move


def test_every_legal_move_is_there_with_its_interval(command: Command) -> None:
    position = "A Th4cAd/Tc2s/- B 2d?4/8h/Kc deck 5h?"
    found = moves_of(command, position, "--games", "5000")
    listed = command("moves", position).stdout.splitlines()
    assert sorted(str(one["move"]) for one in found) == sorted(listed)
    for one in found:
        assert one.keys() == {"move", "win", "low", "high", "games", "best"}
        low, win, high = (float(str(one[name])) for name in ("low", "win", "high"))
        assert 0 <= low <= win <= high <= 1
    assert sum(int(str(one["games"])) for one in found) <= 5000


def test_a_forced_draw_is_worth_a_half(command: Command) -> None:
    found = moves_of(command, "A -/-/- B 4c/-/- turn A passes 2", "--games", "1000")
    assert [(one["move"], one["win"], one["best"]) for one in found] == [("pass", 0.5, True)]


def test_moves_alike_are_not_told_apart(command: Command) -> None:
    """Two eights that win at once, and a draw that does not."""
    found = moves_of(command, "A 8c8d/Tc3s/- B ?4/-/- deck ?", "--games", "5000")
    assert {one["move"] for one in found if one["best"]} == {"points 8c", "points 8d"}


def test_the_same_seed_gives_the_same_numbers(command: Command) -> None:
    position = "A Tc3d3h/Td/- B ?2/Th9s/- deck ?"
    first = moves_of(command, position, "--games", "2000", "--seed", "5")
    assert first == moves_of(command, position, "--games", "2000", "--seed", "5")
    assert first != moves_of(command, position, "--games", "2000", "--seed", "6")


def test_text(command: Command) -> None:
    lines = command("evaluate", GOLDEN[0][2], "--games", "2000").stdout.splitlines()
    assert lines[0].split()[:2] == ["A", "plays"]
    assert lines[1].startswith("*  points Th")
    assert lines[-1].startswith("rules classic (")


def test_a_finished_chain_can_be_evaluated(command: Command) -> None:
    """Nobody can answer, so that the one-off resolves before anybody decides."""
    position = "A ?2/8h/- B 9c4d/7s/- deck ? turn B pending oneoff 5h counters -"
    assert {one["move"] for one in moves_of(command, position, "--games", "500")} >= {"draw"}


def test_win_chances_are_those_of_games_played_step_by_step() -> None:
    """The same move and policy through `LiveGame`, on hidden cards dealt here."""
    rules, balanced = RuleSet.parse("classic"), policy_texts.load("balanced")
    found = evaluation.evaluate("A Tc3d3h/Td/- B ?2/Th9s/- deck ?", games=20_000).moves[0]
    assert found.move == "scuttle Tc 9s"
    named = {"Tc", "3d", "3h", "Td", "Th", "9s"}
    rest = [text for text in map(card_text, range(52)) if text not in named]
    rng, games, wins = random.Random(1), 2000, 0.0
    for index in range(games):
        rng.shuffle(rest)
        hand, stock = "".join(rest[:2]), "".join(rest[2:])
        game = live_game(f"A Tc3d3h/Td/- B {hand}/Th9s/- deck {stock}", rules)
        game.play(parse_move(found.move))
        stream = np.array([index], dtype=np.uint64)
        while not game.winner:
            legal, view = game.legal_array(), game.view(game.to_act)[0]
            chosen = balanced.function(view, legal, len(legal), balanced.vector, stream)
            game.play(int(legal[chosen]))
        wins += 1.0 if game.winner == "A" else 0.5 if game.winner != "B" else 0.0
    rate = wins / games
    error = (rate * (1 - rate) / games + found.win * (1 - found.win) / found.games) ** 0.5
    # Five standard errors: a false alarm in two million choices of the seeds.
    assert abs(rate - found.win) < 5 * error
