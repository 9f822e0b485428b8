"""`knowing`, the Cuckoo policy that uses all that a seat may know in a round.

Three things are certain and need no weight. A seat that a forced swap gave a strictly higher card
than it took is safe: the card it lost lies with its right neighbour, who has had his turn. A king
is never swapped, because nothing is higher. And the dealer of two who lost a higher card than he
was given loses unless he cuts. For every other card the question is how likely all
others are to hold as much or more, and the answer moves with what the table has shown: each thing
a seat may know shifts the highest rank that it still swaps by a named weight. Two players are a
game of their own, where only the other's card counts and a tie takes a life from both.

The defaults were fitted to what every choice costs: a seat's loss with either move on the same
deal, over 150,000 deals a place at tables of 3–10, the others playing `informed:t=7` in one half
and `knowing` in the other; those of two players by whole games.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cuckoo.state import KEEP, KING, SWAP, VIEW
from engine_fast.jit import helper, popcount
from engine_fast.policies import Weight, built_in

WEIGHTS = (
    Weight("base", 5.46, "highest rank swapped by three or more players, before all else"),
    Weight("few", 5.87, "added, divided by the number of active players"),
    Weight("dealer", 0.07, "added for the dealer, who cuts instead of swapping"),
    Weight("behind", -0.31, "added for each player still to act after this one"),
    Weight("kept", -0.1, "added for each player who kept"),
    Weight("swapped", -0.4, "added for each player who swapped"),
    Weight("stopped", -0.98, "added for each player whom a king stopped: he sits on a low card"),
    Weight("given", 1.07, "added if a forced swap gave this card for one as high or higher"),
    Weight("two_first", 7, "highest rank swapped by the first of two players", 0, 13),
    Weight("two_dealer", 8, "highest rank cut by the dealer of two after the other kept", 0, 13),
    Weight("two_pair", 6, "highest rank cut by the dealer of two who was given its equal", 0, 13),
)
_BASE, _FEW, _DEALER, _BEHIND, _KEPT, _SWAPPED, _STOPPED, _GIVEN = range(8)
_TWO_FIRST, _TWO_DEALER, _TWO_PAIR = range(8, 11)


@helper
def _highest_of_two(view, weights):
    """Return the highest rank swapped where two players are left.

    A tie takes a life from both: it wins the game for a player with lives left against one on his
    last, and loses it the other way round. A dealer given his card's equal is about to tie.
    """
    if view.is_dealer == 0:
        return weights[_TWO_FIRST]
    if view.lost == 0:
        return weights[_TWO_DEALER]
    own = view.lives[view.place]
    other = view.lives[1 - view.place]
    if view.lost > view.rank or (own == 1 and other > 1):
        return np.float64(KING)
    return 0.0 if own > 1 and other == 1 else weights[_TWO_PAIR]


@helper
def _highest_of_many(view, weights):
    """Return the highest rank swapped where three or more players are left."""
    highest = weights[_BASE] + weights[_FEW] / view.count
    highest += weights[_DEALER] * view.is_dealer
    highest += weights[_BEHIND] * (view.count - 1 - view.place)
    highest += weights[_KEPT] * popcount(np.uint64(view.kept))
    highest += weights[_SWAPPED] * popcount(np.uint64(view.swapped))
    highest += weights[_STOPPED] * popcount(np.uint64(view.stopped))
    if view.lost > 0:
        highest += weights[_GIVEN]
    return highest


@built_in(VIEW)
def knowing(view, moves, count, weights, random):
    """Keep what is safe, else swap up to a rank that all the seat may know has moved."""
    if view.rank == KING or (view.lost > 0 and view.rank > view.lost):
        return KEEP
    two = view.count == 2
    highest = _highest_of_two(view, weights) if two else _highest_of_many(view, weights)
    return SWAP if view.rank <= highest else KEEP
