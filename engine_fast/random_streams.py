"""Counter-based randomness: every draw follows from a few numbers, whoever plays it, wherever.

A stream is named by (seed, domain, index, lane) and is a splitmix64 sequence (Steele, Lea, Flood
2014) whose start is that name, mixed. So the deck of pair k, or the choices of seat X in game g,
can be made again alone, and threads, chunks or machines cannot change them. A bounded draw is the
high half of a 32×32-bit product, off uniform by less than n/2^32. Knows no
game.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import DECK_SIZE
from engine_fast.jit import helper, int64, kernel, signature, uint8, uint64, writable_array

# What a stream is for; the number is part of its name.
DECK, CHOICE, CUCKOO_ROUND, CUCKOO_GAME, CUCKOO_CHOICE, SEARCH, EVALUATION = range(1, 8)

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@helper
def mix(value):
    """Mix 64 bits (the finalizer of splitmix64, a bijection)."""
    value = (value ^ (value >> _S30)) * _MIX_1
    value = (value ^ (value >> _S27)) * _MIX_2
    return value ^ (value >> _S31)


@helper
def stream(seed, domain, index, lane):
    """Return the start (`uint64`) of the stream named by the four numbers."""
    start = mix(np.uint64(seed) + _GOLDEN)
    start = mix(start ^ (np.uint64(domain) * _MIX_1 + np.uint64(lane) * _GOLDEN))
    return mix(start + np.uint64(index) * _MIX_2)


@helper
def below(random, count):
    """Draw a whole number 0 … count − 1 and advance the stream `random` (`uint64[1]`)."""
    random[0] += _GOLDEN
    return np.int64(((mix(random[0]) >> _S32) * np.uint64(count)) >> _S32)


@helper
def shuffle(deck, start):
    """Lay the 52 cards into `deck` (`uint8[52]`) in the order that the stream `start` names.

    Fisher and Yates from the front: place p takes a uniform draw of the cards not yet placed. The
    draws are those that `below` would make, each from its own place in the stream, so that none
    waits for the one before.
    """
    for place in range(DECK_SIZE):
        deck[place] = place
    for place in range(DECK_SIZE):
        word = mix(start + np.uint64(place + 1) * _GOLDEN)
        left = np.uint64(DECK_SIZE - place)
        other = place + np.int64(((word >> _S32) * left) >> _S32)
        card = deck[other]
        deck[other] = deck[place]
        deck[place] = card


@kernel(signature(int64, uint64, int64, int64, writable_array(uint8)))
def shuffled_deck(seed, domain, index, deck):
    """Fill `deck` (`uint8[52]`) with the deck that (`seed`, `domain`, `index`) names."""
    shuffle(deck, stream(seed, domain, index, 0))
    return 0
