import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_fast.cards import RANKS
from engine_fast.cuckoo import notation
from engine_fast.cuckoo.rules import CuckooRules

from . import cuckoo_tables as tables

GOLDEN = tomllib.loads(
    (Path(__file__).parents[1] / "golden" / "cuckoo.toml").read_text(encoding="utf-8")
)["cuckoo"]


@pytest.mark.parametrize("case", GOLDEN, ids=[case["id"] for case in GOLDEN])
def test_golden(case: dict[str, Any]) -> None:
    assert notation.run_case(case) == []


@pytest.mark.parametrize("case", GOLDEN[::7], ids=[case["id"] for case in GOLDEN[::7]])
@pytest.mark.parametrize("key", ["final", "after", "winner", "next_dealer"])
def test_a_wrong_claim_is_told(case: dict[str, Any], key: str) -> None:
    wrong = {"final": "A A", "after": "9 9", "winner": "7", "next_dealer": "9"}[key]
    faults = notation.run_case({**case, key: wrong})
    assert len(faults) == 1
    assert faults[0].startswith(f"{key} is ")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"cards": "2 9 K"}, "lives '3 3 3 3'"),
        ({"cards": "2 9 K X"}, "'X'"),
        ({"cards": "2 9 K 7x"}, "'7x'"),
        ({"cards": "2 9 K 7cd"}, "'7cd'"),
        ({"cards": "2c 9 2c 7"}, "'2c' stands twice"),
        ({"cards": "2 2 2 2", "cut": "2"}, "only four of a rank"),
        ({"cards": "2 - K 7"}, "'-' with 3 lives"),
        ({"lives": "3 0 3 3"}, "'9' with 0 lives"),
        ({"lives": "3 3 3"}, "'3 3 3'"),
        ({"lives": "3 3 3 x"}, "'x'"),
        ({"lives": "3 3 3 -1"}, "'-1'"),
        ({"lives": "3 3 3 99999"}, "'99999'"),
        ({"cards": "2 - - -", "lives": "3 0 0 0"}, "1 active"),
        ({"cards": "2 " * 11, "lives": "3 " * 11}, "at most 10"),
        ({"cut": ""}, "not one card"),
        ({"cut": "5 6"}, "not one card"),
        ({"cut": "Z"}, "'Z'"),
        ({"moves": "swap swap keep"}, "3 for 4"),
        ({"moves": "swap swap keep hold"}, "'hold'"),
        ({"moves": "swap swap keep swap", "cut": None}, "no card to be cut"),
        ({"rules": "cuckoo+tie=x"}, "all_lose"),
        ({"final": "9 2 K ?"}, "'?'"),
        ({"moves": None}, "'moves' is missing"),
        ({"lifes": "3"}, "unknown key 'lifes'"),
        ({"lives": 3}, "must be a text"),
    ],
)
def test_refusals_name_the_token(change: dict[str, Any], named: str) -> None:
    case = {**GOLDEN[0], **change}
    faults = notation.run_case({key: value for key, value in case.items() if value is not None})
    assert len(faults) == 1
    assert named in faults[0]
    assert "\n" not in faults[0]


def test_suits_tens_and_pips_are_read() -> None:
    read = notation.Round.parse("cards 10h T♣ kS a lives 1 1 1 1")
    assert read.text == "cards T T K A lives 1 1 1 1"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("2 9 lives 3 3", "'2'"),
        ("cards 2 9", "'lives' is missing"),
        ("lives 3 3", "'cards' is missing"),
        ("cards 2 9 lives 3 3 lives 3 3", "'lives' stands twice"),
        ("", "'cards' is missing"),
    ],
)
def test_lines_are_refused(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        notation.Round.parse(text)


@given(st.data())
def test_rounds_read_back(data: st.DataObject) -> None:
    deck = data.draw(st.permutations(list(range(52))))
    lives = data.draw(st.lists(st.integers(0, 9), min_size=2, max_size=10))
    if sum(life > 0 for life in lives) < 2:
        lives = [1, 1, *lives][:10]
    cards = [RANKS[card % 13] if life else "-" for card, life in zip(deck, lives, strict=False)]
    cut = data.draw(st.sampled_from(["", f" cut {RANKS[deck[-1] % 13]}"]))
    text = f"cards {' '.join(cards)} lives {' '.join(map(str, lives))}{cut}"
    read = notation.Round.parse(text)
    assert read.text == text
    table = read.table(CuckooRules.parse("cuckoo"))
    assert table.lives == lives
    assert table.seats[-1] == table.dealer == max(i for i, life in enumerate(lives) if life)


@given(st.text(alphabet="cardslivescut 239TKX-♥0", max_size=60))
@settings(max_examples=200)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        notation.Round.parse(text)
    except ValueError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize("rules", tables.SWITCHES)
@pytest.mark.parametrize("players", [2, 3, 5, 10])
def test_transcripts_verify_and_end_as_the_batch_counted(rules: str, players: int) -> None:
    names = ["random", "threshold", "informed", "keep", "random"]
    table = tables.table(players, *(names[i % 5] for i in range(players)), rules=rules)
    results = tables.games(table, 11, 0, 6)
    for game, result in enumerate(results):
        written = notation.transcript_of_game(table, 11, game)
        assert len(written) == result["rounds"]
        for index, record in enumerate(written):
            assert record.number == index
            assert notation.run_case(record.case(table.rules, f"{game}.{index}")) == []
        last = written[-1]
        winners = {last.seats[int(place) - 1] for place in last.winner.split()}
        assert winners == {s + 1 for s in range(10) if int(result["winners"]) >> s & 1}
        assert not any(record.winner for record in written[:-1])
        assert f"round {len(written)}: " in last.text


@pytest.mark.parametrize("players", [2, 4, 10])
def test_rounds_replay_as_the_batch_counted(players: int) -> None:
    table = tables.table(players, "random")
    results = tables.rounds(table, 5, 100, 160)
    for offset, result in enumerate(results):
        record = notation.transcript_of_round(table, 5, 100 + offset)
        lives = zip(record.lives.split(), record.after.split(), strict=True)
        losers = sum((before != after) << place for place, (before, after) in enumerate(lives))
        assert losers == result["losers"]
        final = [RANKS.index(card) + 1 for card in record.final.split()]
        assert min(final) == result["lowest"]
        moves = record.moves.split()
        assert int(result["swaps"]) + int(result["kings"]) == moves[:-1].count("swap")
        cut_king = record.cut == "K"
        assert result["dealer"] == (0 if moves[-1] == "keep" else 2 if cut_king else 1)
