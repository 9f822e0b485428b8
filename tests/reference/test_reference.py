"""The reference engines against the golden cases, exact values and random play."""

from __future__ import annotations

import random
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from . import cuckoo
from .cuttle import DECK, Game, parse_rules
from .playing import random_deal, random_move

GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def golden(table: str) -> list[Any]:
    """All cases of one table in all golden files, as parameters."""
    cases = []
    for path in sorted(GOLDEN.glob("*.toml")):
        for number, case in enumerate(tomllib.loads(path.read_text()).get(table, []), 1):
            cases.append(pytest.param(case, id=case.get("id", f"{path.stem}{number}")))
    return cases


def comparable(position: str, finished: bool) -> str:
    """A canonical position; of a finished one without turn, passes and frozen."""
    words = position.split()
    if finished:
        for name in ("turn", "passes", "frozen"):
            if name in words:
                place = words.index(name)
                del words[place : place + 2]
    return " ".join(words)


def test_golden_files_are_there() -> None:
    assert len(golden("cuttle")) > 200
    assert len(golden("cuckoo")) > 30
    assert len(golden("refused")) >= 14


@pytest.mark.parametrize("case", golden("cuttle"))
def test_cuttle(case: dict[str, Any]) -> None:
    rules, where = case["rules"], f"{case['id']} {case['rules']}: {case['position']}"
    game = Game.from_position(case["position"], rules)
    game.check()
    for move in case.get("moves", []):
        assert move in game.legal(), f"{where}: {move!r} is illegal at {game.position()}"
        game.play(move)
        game.check()
    moves = set(game.legal())
    where += f" after {case.get('moves', [])}: {game.position()}"
    for move in case.get("legal", []):
        assert move in moves, f"{where}: {move!r} should be legal"
    for move in case.get("illegal", []):
        assert move not in moves, f"{where}: {move!r} should be illegal"
    if case.get("legal_exactly"):
        assert sorted(moves) == sorted(case["legal_exactly"]), where
    if "winner" in case:
        assert game.winner == case["winner"], where
    if "result" in case:
        finished = bool(game.winner)
        expected = Game.read(case["result"], rules).position()
        assert comparable(game.position(), finished) == comparable(expected, finished), where


#: The token that the message about a refused position must name.
TOKENS = {
    "A 8h/8h/- B 4h/-/-": "8h",
    "A -/9s(Jc)/- B Jc/-/-": "Jc",
    "A -/9s(Qc)/- B 4h/-/-": "Qc",
    "A -/Kc/- B 4h/-/-": "Kc",
    "A -/-/Jc B 4h/-/-": "Jc",
    "A -/-/9c B 4h/-/-": "9c",
    "A -/-/QcQd B 4h/-/-": "QcQd",
    "A ?30/-/- B ?30/-/-": "?30",
    "A 4x/-/- B 4h/-/-": "4x",
    "A 4c/-/- B 4h/-/- turn C": "C",
    "A -/-/KcKdKhKs B 4h/TcTd2c/-": "KcKdKhKs",
    "A 4c/-/- B 4h/-/- frozen Td": "Td",
    "A 4c/-/- B 4h/-/- deck 3c deck 5c": "deck",
    "A 4c/-/- B 4h/-/- passes x": "x",
}


@pytest.mark.parametrize("case", golden("refused"))
def test_refused(case: dict[str, str]) -> None:
    with pytest.raises(ValueError) as caught:
        Game.from_position(case["position"], case["rules"])
    token = TOKENS.get(case["position"], "")
    assert token in str(caught.value), f"{case['position']} ({case['why']}): {caught.value}"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("case", golden("cuckoo"))
def test_cuckoo(case: dict[str, Any]) -> None:
    rules = case.get("rules", "cuckoo")
    game = cuckoo.Round(case["cards"], case["lives"], case.get("cut"), rules)
    for move in case["moves"].split():
        game.play(move)
    assert game.to_act is None, f"{case['id']}: seats are left"
    for name in ("final", "after", "winner", "next_dealer"):
        if name in case:
            assert getattr(game, name) == case[name], f"{case['id']} {name}"


# -- rule sets -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "", "klassik", "classic+fast", "classic+quick=1", "classic+quick+quick", "classic+nine",
        "classic+nine=all", "classic+goal=21,14,10,7", "classic+goal=21,14,15,7,5",
        "classic+goal=21,14,0,0,0", "classic+goal=21,14,10,7,x", "classic+seven=two",
        "cuttlecards+seven=one", "cuttlecards+seven_jack=give", "classic+four=discard+four=discard",
        "classic+own_targets=maybe", "classic+turn_cap=0", "classic+deal=5", "classic+deal=27,5",
        "classic+best_of=2", "classic+first_to=3+best_of=3", "classic+open=yes", "classic+",
    ],
)  # fmt: skip
def test_rules_are_refused(text: str) -> None:
    with pytest.raises(ValueError) as caught:
        parse_rules(text)
    assert "\n" not in str(caught.value)


def test_rules_are_read() -> None:
    assert parse_rules("cuttlecards+quick")["goal"] == (15, 14, 10, 5, 0)
    assert parse_rules("classic+goal=21,20,10,7,5+quick")["goal"] == (15, 15, 10, 7, 5)
    assert parse_rules("community+suit_scuttle")["scuttle_tie"] == "suit"
    rules = parse_rules("classic+seven=two+seven_jack=unplayable+open+best_of=3+deal=4,7")
    assert (rules["seven"], rules["open"], rules["best_of"], rules["deal"]) == (
        "two", True, 3, (4, 7),
    )  # fmt: skip


def test_deal() -> None:
    game = Game.deal(DECK, "classic")
    assert game.hand["A"] == {DECK[place] for place in (0, 2, 4, 6, 8)}
    assert game.hand["B"] == {DECK[place] for place in (1, 3, 5, 7, 9, 11)}
    assert game.deck == [DECK[10], *DECK[12:]]


# -- fine points without a golden case -------------------------------------------------------


def played(position: str, rules: str, *moves: str) -> Game:
    """A position after some moves."""
    game = Game.from_position(position, rules)
    for move in moves:
        game.play(move)
        game.check()
        again = Game.from_position(game.position(), rules)
        assert game.winner or again.position() == game.position()
    return game


def test_last_is_printed_in_the_turn_that_empties_the_stock() -> None:
    rules = "classic+sudden_death"
    game = played("A 7c/-/- B 4h/-/- deck 6d", rules, "oneoff 7c")
    assert game.position() == "A -/-/- B 4h/-/- turn A pending seven 7c 6d last 2"
    game.play("points 6d")
    assert game.position() == "A -/6d/- B 4h/-/- scrap 7c turn B"
    game.play("pass")
    assert game.position() == "A -/6d/- B 4h/-/- scrap 7c turn A passes 1 last 0"
    game.play("pass")
    assert game.winner == "draw"


def test_last_at_the_hand_limit() -> None:
    rules = "classic+sudden_death+hand_limit=2"
    game = played("A 3c4c/-/- B 4h/-/- deck 6d", rules, "draw")
    assert game.position() == "A 3c4c6d/-/- B 4h/-/- turn A pending discard 1 limit last 2"


def test_outer_seven_is_listed_while_a_four_waits() -> None:
    game = played("A 7c/-/- B KdTs4h/-/- deck 4c3c", "classic", "oneoff 7c", "oneoff 4c")
    assert game.position() == (
        "A -/-/- B 4hTsKd/-/- deck 3c scrap 4c turn B pending discard 2 sevens 7c"
    )
    game.play("discard 4h")
    game.play("discard Ts")
    assert game.position() == "A -/-/- B Kd/-/- deck 3c scrap 4c4h7cTs turn B"


def test_thawed_at_the_hand_limit() -> None:
    game = played(
        "A 9c/-/- B 3h4h/Ts/- deck 5h6h", "cuttlecards+hand_limit=3", "oneoff 9c Ts", "draw"
    )
    assert game.phase == "discard" and "frozen" not in game.position()
    assert "discard Ts" in game.legal()


def test_own_card_frozen_by_an_own_nine() -> None:
    game = played(
        "A 9c4c/-/Kd B 4h5c/-/- deck 5h6h7h", "cuttlecards+own_targets=yes",
        "oneoff 9c Kd", "draw",
    )  # fmt: skip
    assert game.frozen == {"Kd"} and "royal Kd" not in game.legal()
    game.play("draw")
    assert not game.frozen


def test_a_three_from_a_seven_takes_that_seven() -> None:
    game = played("A 7c/-/- B 4h/-/- deck 3d5d6d scrap 9h", "cuttlecards", "oneoff 7c")
    game.play("oneoff 3d")
    assert game.legal() == ["take 7c", "take 9h"]


def test_both_sides_are_looked_at_on_the_capped_turn() -> None:
    position = "A 6s/5c8h(Jc)/- B 4h/Ts3d/- deck 3c7d"
    assert played(position, "classic+turn_cap=1", "oneoff 6s").winner == "B"
    assert played(position, "classic+turn_cap=2", "oneoff 6s").winner == ""


def test_both_sides_are_looked_at_at_the_end_of_sudden_death() -> None:
    position = "A 6s/5c8h(Jc)/- B 4h/Ts3d/- last 0"
    assert played(position, "classic+sudden_death", "oneoff 6s").winner == "B"
    position = "A 6s/5c8h(Jc)/- B 4h/Ts3d/- last 1"
    assert played(position, "classic+sudden_death", "oneoff 6s").winner == ""


def test_unplayed_card_is_known_once_drawn() -> None:
    game = played("A 7c/-/- B 4h/-/- deck 4c6d3h", "cuttlecards", "oneoff 7c", "points 6d")
    assert game.known("A") == set()
    game.play("draw")
    assert game.known("A") == {"4c"} and game.known("B") == set()


def test_known_cards() -> None:
    game = played("A 8c9c/-/- B 3cKd/-/Qh deck 5h6h scrap Ts2s", "classic", "royal 8c")
    assert game.known("A") == {"3c", "Kd"} and game.known("B") == set()
    game.play("oneoff 3c")
    game.play("take Ts")
    game.play("oneoff 9c Qh")
    assert game.known("A") == {"Kd", "Ts", "Qh"}
    open_game = Game.from_position("A 8c/-/- B 3c/-/- deck 5h", "classic+open")
    assert open_game.known("A") == {"3c"} and open_game.known("B") == {"8c"}
    exposed = played("A 4h/-/- B 8d5h/-/- deck 3c7c scrap 8c turn B exposed B", "community",
                     "oneoff 8d", "draw", "draw")  # fmt: skip
    assert exposed.known("B") == {"3c", "4h"} and exposed.known("A") == {"5h"}


def test_unknown_cards_and_other_spellings() -> None:
    game = Game.from_position("A ?2/-/- B -/-/-", "classic")
    assert len(game.hand["A"]) == 2
    game = Game.from_position("A 10♥/-/- B ?3/-/- deck 5h?", "classic", random.Random(1))
    assert game.hand["A"] == {"Th"} and game.deck[0] == "5h" and len(game.deck) == 48
    game.play("points 10h")
    assert game.points["A"] == {"Th": []}


@pytest.mark.parametrize(
    "position",
    [
        "A 4c/-/-", "A 4c/- B 4h/-/-", "A 4c/-/- B 4h/-/- foo", "A 4c/-/- B 4h/-/- deck",
        "A 4c/-/- B 4h/-/- pending oneoff Kc counters -", "A 4c/-/- B 4h/-/- pending three 4d",
        "A 4c/-/- B 4h/-/- turn B pending oneoff 2c Kd counters -", "A 4c/-/- B 4h/-/- last 0",
        "A 4c/-/- B 4h/-/- sevens 7c", "A 4c/-/- B 4h/-/- pending seven - 9dKs",
        "A 4c/-/- B 4h/-/- pending oneoff Ac counters 3d", "A 4c/8h(Jc/- B 4h/-/-",
    ],
)  # fmt: skip
def test_more_refused_positions(position: str) -> None:
    with pytest.raises(ValueError):
        Game.from_position(position, "classic")


# -- random play -----------------------------------------------------------------------------

PROFILES = ["classic", "community", "cuttlecards"]
VARIANTS = [
    "classic+sudden_death+win_check=any_action",
    "classic+own_targets=yes+nine=board_frozen+hand_limit=4",
    "classic+seven=two+seven_jack=unplayable+sudden_death+fours_draw+empty_effects=illegal",
    "classic+four=draw_two+five=discard_draw+pass=forced+turn_cap=60+queen_blocks_jack=no",
    "community+quick+suit_scuttle+open+queen_limit=2+own_targets=yes+glasses_expose=self",
    "community+sudden_death+hand_limit=3+eight=glasses+deal=20,20",
    "cuttlecards+fours_draw+sudden_death+queen_blocks_counters=twos_only+own_targets=yes",
    "cuttlecards+eight=oneoff+ten=discard+nine=board+empty_effects=legal+win_check=own_action",
    "cuttlecards+sudden_death+own_targets=yes+hand_limit=2+two_hits_queen=no+draw_after=1",
]


def play_randomly(rules: str, seed: int, seen: set[str]) -> Game:
    """A random game, checked and read back at every decision."""
    rng = random.Random(f"{rules}/{seed}")
    game = random_deal(rules, rng)
    while True:
        game.check()
        if game.winner:
            return game
        text = game.position()
        again = Game.from_position(text, rules)
        assert again.position() == text, f"{rules}/{seed}"
        assert again.legal() == game.legal(), f"{rules}/{seed}: {text}"
        assert (again.phase, again.to_act, again.turn) == (game.phase, game.to_act, game.turn)
        move = random_move(game, rng)
        # the read position must also go on in the same way
        again.turns = game.turns
        game.play(move)
        again.play(move)
        assert again.position() == game.position(), f"{rules}/{seed}: {text}, {move}"
        assert again.winner == game.winner
        assert again.known("A") <= game.known("A") and again.known("B") <= game.known("B")
        seen.add(move.split()[0])


@pytest.mark.parametrize("rules", PROFILES)
def test_random_games(rules: str) -> None:
    seen: set[str] = set()
    ends = [play_randomly(rules, seed, seen).winner for seed in range(300)]
    assert {"A", "B"} <= set(ends)
    assert seen == {"draw", "pass", "points", "scuttle", "oneoff", "royal", "jack", "counter",
                    "accept", "take", "discard"}  # fmt: skip


@pytest.mark.parametrize("rules", VARIANTS)
def test_random_games_of_variants(rules: str) -> None:
    for seed in range(40):
        play_randomly(rules, seed, set())


# -- Cuckoo ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "wins"), [(8, 9, 2828), (7, 9, 2834), (8, 8, 2838), (7, 8, 2828)]
)
def test_le_her(a: int, b: int, wins: int) -> None:
    assert cuckoo.le_her_wins(a, b) == Fraction(wins, 5525)


def test_le_her_equilibrium() -> None:
    x, y = Fraction(5, 8), Fraction(3, 8)  # receiver holds 7+ with x; dealer 8+ with y
    for b in (8, 9):
        value = x * cuckoo.le_her_wins(7, b) + (1 - x) * cuckoo.le_her_wins(8, b)
        assert value == Fraction("2831.75") / 5525
    for a in (7, 8):
        value = y * cuckoo.le_her_wins(a, 8) + (1 - y) * cuckoo.le_her_wins(a, 9)
        assert value == Fraction("2831.75") / 5525


def test_infinite_deck() -> None:
    assert cuckoo.infinite_deck_value(7, 8, 7) == Fraction(180, 2197)


@pytest.mark.parametrize(
    ("n", "chance"),
    [
        (2, "9/17"), (3, "463/1275"), (4, "5837/20825"), (5, "28837/124950"),
        (6, "15501/78302"), (7, "1572889/9004730"), (8, "535783/3405150"),
        (9, "4167727/28943775"), (10, "160449/1202495"),
    ],
)  # fmt: skip
def test_nobody_swaps(n: int, chance: str) -> None:
    assert cuckoo.nobody_swaps_loss(n) == Fraction(chance)


def test_cuckoo_known() -> None:
    game = cuckoo.Round("3 9 5 K", "3 3 3 3", "6")
    game.play("swap")
    assert game.known(1) == {2: "3"} and game.known(2) == {1: "9"} and game.known(3) == {}
    game.play("swap")  # seat 1 sees its 3 wander on
    assert game.known(1) == {3: "3"} and game.known(2) == {1: "9", 3: "3"}
    assert game.known(3) == {2: "5"}
    game.play("swap")
    assert all(game.known(seat)[4] == "K" for seat in (1, 2, 3))
    game.play("swap")
    assert all(4 not in game.known(seat) for seat in (1, 2, 3))
    assert (game.final, game.after) == ("9 5 3 6", "3 3 2 3")


@pytest.mark.parametrize(
    ("rules", "cards", "cut", "moves", "final", "after"),
    [
        ("cuckoo+king_blocks=no", "2 K 9", "6", "swap keep keep", "K 2 9", "3 2 3"),
        ("cuckoo+dealer_cut_king=plain", "2 3 4", "K", "keep keep swap", "2 3 K", "2 3 3"),
        ("cuckoo+tie=nobody", "2c 2d 4", "K", "keep keep keep", "2 2 4", "3 3 3"),
        ("cuckoo+tie=dealer_wins", "2c 9 2d", "K", "keep keep keep", "2 9 2", "2 3 3"),
        ("cuckoo+tie=dealer_wins", "2c 2h 2d", "K", "keep keep keep", "2 2 2", "2 2 3"),
        ("cuckoo+tie=dealer_wins", "9 9 2d", "K", "keep keep keep", "9 9 2", "3 3 2"),
    ],
)
def test_cuckoo_switches(
    rules: str, cards: str, cut: str, moves: str, final: str, after: str
) -> None:
    game = cuckoo.Round(cards, "3 3 3", cut, rules)
    for move in moves.split():
        game.play(move)
    assert (game.final, game.after) == (final, after)


@pytest.mark.parametrize(
    "text", ["cuckoo+lives=0", "cuckoo+tie=x", "cuckoo+players=11", "cucko", "cuckoo+tie",
             "cuckoo+lives=2+lives=3"]
)  # fmt: skip
def test_cuckoo_rules_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        cuckoo.parse_rules(text)


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_random_cuckoo_games(players: int) -> None:
    for seed in range(60):
        rng = random.Random(f"{players}/{seed}")
        game = cuckoo.Game(f"cuckoo+players={players}")
        while not game.winner:
            deck = list(DECK)
            rng.shuffle(deck)
            game.deal(deck)
            assert game.round is not None
            while game.to_act is not None:
                for seat in game.seats:
                    for rival, rank in game.known(seat).items():
                        place = game.clockwise.index(rival) + 1
                        assert rival != seat and game.round.card[place] == rank
                game.play(rng.choice(game.legal()))
            assert game.winner or game.lives[game.dealer] > 0
        if len(game.winner.split()) == 1:
            assert [s for s in game.seats if game.lives[s]] == [int(game.winner)]
