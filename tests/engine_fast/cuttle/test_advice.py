"""Each piece of advice scores the moves it names otherwise, and no others.

What a move is under each piece follows from its words in `advice.py`; goals are 21 and, with a
king, 14 (docs/rules.md).
"""

from __future__ import annotations

import pytest

from engine_fast.cuttle.heuristics import advice
from tests.engine_fast.cuttle.scores import best, changed

KING = "A Kh4d/2c/- B 2d9s/8h/- deck 5h3s"
QUEEN = "A Qs4d/8c/- B 2d9s/7h/- deck 5h3s"
JACK_ON_TEN = "A QsJh4d/-/- B 2d/Th9c/- deck 5h3s"
GLASSES = "A 8d4d/-/- B 2d9s/7h/- deck 5h3s"
LAST_TWO = "A 2h4d/-/- B 9s/8hAc/Kc deck 5h3s"
NUMBERS = "A 2h4dTc/-/- B 9s/-/- deck 5h3s"
SCUTTLE = "A Ts3d/-/- B 4s/8h/- deck 5h3s"
SEVEN = "A 7d4c/-/- B 9s/6hTh/- deck 5h3s"
NINE = "A 9h4d/-/- B 2c/Th/Kc deck 5h3s"
SIX = "A 6h4d/-/- B 9s/8h/- deck 5h3s"
ANSWER = "A 4d/Tc/- B 2d9c/9s/Kc deck 5h3s turn B pending oneoff {} counters -"

CASES = [
    (KING, {"lay_kings": 0}, {"royal Kh"}),
    (QUEEN, {"lay_kings": 0}, set()),
    (KING, {"kings_at_once": 1}, {"royal Kh"}),
    # 14 − 2 = 12 are missing once the king lies; 14 − 10 = 4 with a ten laid.
    (KING, {"king_within": 11}, {"royal Kh"}),
    (KING, {"king_within": 12}, set()),
    (KING.replace("2c", "Tc"), {"king_within": 4}, set()),
    (QUEEN, {"lay_queens": 0}, {"royal Qs"}),
    (KING, {"lay_queens": 0}, set()),
    (QUEEN, {"queen_from": 10}, {"royal Qs"}),
    (QUEEN.replace("8c", "Tc"), {"queen_from": 10}, set()),
    (JACK_ON_TEN, {"queen_before_jack": 1}, {"jack Jh Th"}),
    (JACK_ON_TEN.replace("QsJh4d/-/-", "QsJh4d/-/Qd"), {"queen_before_jack": 1}, set()),
    (JACK_ON_TEN.replace("QsJh", "KsJh"), {"queen_before_jack": 1}, set()),
    (GLASSES, {"lay_glasses": 0}, {"royal 8d"}),
    (GLASSES, {"second_glasses": 0}, set()),
    (GLASSES.replace("4d/-/-", "4d/-/8c"), {"second_glasses": 0}, {"royal 8d"}),
    (LAST_TWO, {"keep_last_two": 1}, {"points 2h", "scuttle 2h Ac", "oneoff 2h Kc"}),
    (LAST_TWO.replace("2h4d", "2h2s4d"), {"keep_last_two": 1}, set()),
    (ANSWER.format("Ah"), {"keep_last_two": 1}, set()),
    (
        "A 5d/-/- B 2c3h/9s/- deck 5h3s turn B pending discard 1",
        {"keep_last_two": 1},
        {"discard 2c"},
    ),
    (NUMBERS, {"point_order": 1}, {"points 4d", "points Tc"}),
    (NUMBERS, {"point_order": 2}, {"points 2h", "points Tc"}),
    (NUMBERS, {"point_order": 3}, {"points 2h", "points 4d"}),
    ("A 2h/Ts2s/- B 8h/5s/- deck 5h3s turn A pending seven 7c 9d", {"point_order": 1}, set()),
    ("A Ah4d/-/- B 9s/-/- deck 5h3s", {"ace_points": 0}, {"points Ah"}),
    (NUMBERS, {"ace_points": 0}, set()),
    (LAST_TWO, {"points_bias": 2}, {"points 2h", "points 4d"}),
    (SCUTTLE, {"scuttle_defence": 1}, {"scuttle Ts 8h"}),
    # With 19 points the rival may win next turn; without the ten or the nine he cannot as easily.
    (SCUTTLE.replace("8h", "Th9c"), {"scuttle_defence": 1}, set()),
    (LAST_TWO, {"oneoff_bias": -2}, {"oneoff 2h Kc", "oneoff 4d"}),
    (SIX, {"six_needs_royals": 1}, {"oneoff 6h"}),
    (SIX.replace("8h/-", "8h/Kc"), {"six_needs_royals": 1}, set()),
    (SIX.replace("8h/-", "8h(Jc)/-"), {"six_needs_royals": 1}, set()),
    (SEVEN, {"seven_use": 1}, {"oneoff 7d"}),
    (SEVEN, {"seven_use": 2}, {"oneoff 7d", "scuttle 7d 6h"}),
    (SEVEN, {"seven_use": 3}, {"oneoff 7d"}),
    (NINE, {"nine_oneoff": 0}, {"oneoff 9h Kc"}),
    (KING, {"nine_oneoff": 0}, set()),
    (ANSWER.format("6h"), {"counter_only": 1}, {"counter 2d"}),
    (ANSWER.format("Ah"), {"counter_only": 1}, set()),
    (ANSWER.format("5d"), {"counter_only": 1}, set()),
]


@pytest.mark.parametrize(("position", "switch", "moves"), CASES)
def test_advice_changes_the_moves_it_names(
    position: str, switch: dict[str, float], moves: set[str]
) -> None:
    assert changed(position, **switch) == moves


FETCH = "A 5d/9s/- B 8h/-/- deck 5h3s scrap {} turn A pending three 3c"


@pytest.mark.parametrize(
    ("scrap", "order", "first"),
    [
        ("2s6c9dTc", 1, "take 2s"),
        ("6cTcJd", 1, "take 6c"),
        ("2s6c7d", 2, "take 7d"),
        ("2s7d8c", 2, "take 8c"),
        ("8c9dKs", 2, "take Ks"),
        ("9dTcKs", 2, "take Tc"),
        ("TcJdKs", 2, "take Jd"),
    ],
)
def test_the_order_of_fetching(scrap: str, order: float, first: str) -> None:
    assert best(FETCH.format(scrap), fetch_order=order) == {first}


def test_no_order_of_fetching_prefers_what_is_not_in_it() -> None:
    # Among cards that an order does not name the weights decide as ever.
    assert changed(FETCH.format("Ac4cTc"), fetch_order=1) == set()


@pytest.mark.parametrize(
    ("position", "switch", "win"),
    [
        # 20 + 1, 19 + 2, 11 + 10 with a lower card in hand, 12 + 9 with a king to lay at once.
        ("A Ah4d/TcTs/- B 2d/8h/- deck 5h3s", {"ace_points": 0}, {"points Ah", "points 4d"}),
        ("A 2hQd/Tc9s/- B 5d/8h/- deck 5h3s", {"keep_last_two": 1}, {"points 2h"}),
        ("A Th4c/TcAd/- B 2d/8h/- deck 5h3s", {"point_order": 1}, {"points Th"}),
        ("A Kh9d/Tc2s/- B 2d/8h/- deck 5h3s", {"kings_at_once": 1}, {"points 9d"}),
        ("A 7h9d/Tc2s/- B 2d/8h/- deck 5h3s", {"seven_use": 1}, {"points 9d"}),
        ("A JhQd/TcAd/- B 2d/Th/- deck 5h3s", {"queen_before_jack": 1}, {"jack Jh Th"}),
    ],
)
def test_advice_forbids_no_win(position: str, switch: dict[str, float], win: set[str]) -> None:
    assert best(position, **switch) & win == best(position, **switch)


def test_kings_never_laid_is_never() -> None:
    # The king would win, 14 being the goal with him; nothing else of the hand does.
    position = "A Kh4d/9c5c/- B 2d/8h/- deck 5h3s"
    assert best(position) == {"royal Kh"}
    assert "royal Kh" not in best(position, lay_kings=0)


def test_every_piece_of_advice_has_a_case() -> None:
    tried = {name for _, switch, _ in CASES for name in switch} | {"fetch_order"}
    assert tried == {weight.name for weight in advice.ADVICE}
