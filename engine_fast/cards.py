"""Cards as numbers, sets of cards as bits, and their text form.

A card is 4·rank + suit: rank 0 is the ace, 12 the king; suits ascend clubs, diamonds, hearts,
spades. "Higher rank, then higher suit" is therefore a comparison of two integers. A set of cards is
a `uint64` with one bit a card. Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from engine_fast.jit import helper, popcount

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PIPS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
DECK_SIZE = 52
NO_CARD = 255

ACE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING = range(13)


def rank_mask(*ranks: int) -> np.uint64:
    """Return the set of all cards of the given ranks."""
    return np.uint64(sum(0xF << (4 * rank) for rank in ranks))


ALL_CARDS = np.uint64((1 << DECK_SIZE) - 1)
NUMBERS = rank_mask(*range(10))
TWOS = rank_mask(TWO)
THREES = rank_mask(THREE)
EIGHTS = rank_mask(EIGHT)
NINES = rank_mask(NINE)
JACKS = rank_mask(JACK)
QUEENS = rank_mask(QUEEN)
KINGS = rank_mask(KING)

# Cards whose point value (rank + 1) has the binary digit 1, 2, 4, 8: four counts add up a row.
_VALUE_DIGITS = [
    rank_mask(*(rank for rank in range(10) if (rank + 1) & digit)) for digit in (1, 2, 4, 8)
]
VALUE_1, VALUE_2, VALUE_4, VALUE_8 = _VALUE_DIGITS


@helper
def bit(card):
    """Return the set holding just `card`."""
    return np.uint64(1) << np.uint64(card)


@helper
def rank_of(card):
    """Return the rank, 0 (ace) to 12 (king), of a card."""
    return card >> 2


@helper
def point_total(cards):
    """Add up the point values (A=1 … 10=10) of the number cards of a set."""
    return (
        popcount(cards & VALUE_1)
        + 2 * popcount(cards & VALUE_2)
        + 4 * popcount(cards & VALUE_4)
        + 8 * popcount(cards & VALUE_8)
    )


def card_text(card: int) -> str:
    """Return a card's text, rank then suit: `Th`."""
    return RANKS[card >> 2] + SUITS[card & 3]


def cards_of(mask: int) -> Iterator[int]:
    """Iterate over the cards of a set in card order."""
    rest = int(mask)
    while rest:
        low = rest & -rest
        yield low.bit_length() - 1
        rest ^= low


def mask_of(cards: Iterable[int]) -> int:
    """Return the set of the given cards as a Python integer."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def set_text(mask: int) -> str:
    """Return the cards of a set in card order without separators; `-` if it is empty."""
    return "".join(card_text(card) for card in cards_of(mask)) or "-"


def read_card(text: str, start: int = 0) -> tuple[int, int]:
    """Read one card of `text` at `start`; return it and the place after it.

    `10h` and pips are read like `Th`.

    Raises
    ------
    ValueError
        If no card stands there; the message quotes the offending token.
    """
    if text.startswith("10", start):
        rank, place = 9, start + 2
    else:
        rank = RANKS.find(text[start : start + 1].upper()) if start < len(text) else -1
        place = start + 1
    suit_text = text[place : place + 1]
    suit = SUITS.find(PIPS.get(suit_text, suit_text.lower())) if suit_text else -1
    if rank < 0 or suit < 0:
        token = text[start : max(place + 1, start + 2)]
        raise ValueError(f"unknown card {token!r} (ranks {RANKS}, suits {SUITS})")
    return 4 * rank + suit, place + 1


def read_cards(text: str) -> list[int]:
    """Read cards that stand together, `-` being none, in the order given."""
    cards: list[int] = []
    place = 0
    while text != "-" and place < len(text):
        card, place = read_card(text, place)
        cards.append(card)
    return cards
