"""Positions with `?`: moves are listed where unknown cards cannot matter, refused where they do."""

from __future__ import annotations

import pytest

from engine_fast.cuttle.golden import legal_texts, live_game
from engine_fast.cuttle.notation import format_position, parse_position
from engine_fast.cuttle.rules import RuleSet

CLASSIC = RuleSet.parse("classic")
OWN_HAND = "A 4c9s/-/- B {rival}/8d/- deck {deck}"


@pytest.mark.parametrize("deck", ["?", "5h?", "5h3s"])
@pytest.mark.parametrize("rival", ["?5", "2c?1", "KhTd"])
def test_moves_do_not_depend_on_unknown_cards(rival: str, deck: str) -> None:
    found = set(legal_texts(OWN_HAND.format(rival=rival, deck=deck), CLASSIC))
    assert found == {"draw", "points 4c", "points 9s", "scuttle 9s 8d", "oneoff 4c"}


def test_an_empty_rival_hand_is_no_unknown_one() -> None:
    rules = RuleSet.parse("classic+empty_effects=illegal")
    listed = [legal_texts(OWN_HAND.format(rival=hand, deck="?"), rules) for hand in ("-", "?1")]
    assert ["oneoff 4c" in moves for moves in listed] == [False, True]


@pytest.mark.parametrize(
    "position",
    [
        "A ?2/-/- B 4h/-/- deck ?",
        "A 4c/-/- B ?3/-/- deck ? turn B",
        # The 4 waits for discards of a hand that is not known.
        "A 4c/-/- B ?3/-/- deck ? scrap 4d turn B pending discard 2",
        # One play is forced; then the rival decides.
        "A -/-/- B ?3/-/- deck ? pending seven 7c Kd",
    ],
)
def test_the_side_that_decides_must_know_its_hand(position: str) -> None:
    with pytest.raises(ValueError, match=r"\?\d: [AB] decides and holds unknown cards"):
        legal_texts(position, CLASSIC)


def test_playing_on_needs_every_card() -> None:
    with pytest.raises(ValueError, match="unknown"):
        live_game("A 4c/-/- B ?3/-/- deck ?", CLASSIC)


def test_unknown_cards_print_as_they_were_read() -> None:
    text = "A 4c?2/-/- B ?5/8d/- deck 5h? turn A"
    position = parse_position(text, CLASSIC)
    assert format_position(position.game, position) == text
    filled = parse_position(format_position(position.filled()), CLASSIC)
    assert filled.is_complete
    assert int(filled.game["hand"][0][0]).bit_count() == 3
    assert int(filled.game["hand"][0][1]).bit_count() == 5
    assert int(filled.game["out"][0]) == 0
