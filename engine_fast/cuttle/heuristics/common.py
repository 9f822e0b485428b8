"""What the styles share: the value of cards, winning moves, takes, discards and answers.

Sees views and moves only. Values are in points unless said otherwise.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import (
    ACE,
    FOUR,
    KINGS,
    NINE,
    SIX,
    TEN,
    TWO,
    bit,
    point_total,
    rank_of,
)
from engine_fast.cards import (
    JACK as JACK_RANK,
)
from engine_fast.cards import (
    KING as KING_RANK,
)
from engine_fast.cards import (
    QUEEN as QUEEN_RANK,
)
from engine_fast.cuttle.moves import (
    JACK,
    POINTS,
    ROYAL,
    card_of,
    target_of,
    verb_of,
)
from engine_fast.cuttle.state import DISCARD, RESPOND, TAKE
from engine_fast.jit import helper, lowest, popcount

# How dearly a card in hand is kept when one must be discarded or may be fetched, by rank A … K:
# twos answer and jacks steal; tens and kings win; threes and fours do least.
KEEP = np.array([3.0, 9.0, 1.5, 1.0, 4.0, 5.0, 4.5, 4.0, 4.5, 7.0, 7.5, 6.0, 6.5])


@helper
def value_of(card):
    """Return a number card's points, A=1 … 10=10."""
    return rank_of(card) + 1


@helper
def wins_now(view, move):
    """Whether a move that cannot be answered puts the own side on goal."""
    verb = verb_of(move)
    card = card_of(move)
    if verb == POINTS:
        return view.own_total + value_of(card) >= view.own_goal
    if verb == JACK:
        gain = value_of(target_of(move)) if view.rival_points & bit(target_of(move)) else 0
        return view.own_total + gain >= view.own_goal
    if verb == ROYAL and rank_of(card) == KING_RANK:
        kings = popcount(view.own_royals & KINGS)
        return view.own_total >= view.goal[kings + 1]
    return False


@helper
def dearest(moves, count):
    """Return the index of the move whose card is kept most dearly (a take)."""
    best = 0
    for index in range(1, count):
        if KEEP[rank_of(card_of(moves[index]))] > KEEP[rank_of(card_of(moves[best]))]:
            best = index
    return best


@helper
def cheapest(moves, count):
    """Return the index of the move whose card is kept least dearly (a discard)."""
    best = 0
    for index in range(1, count):
        if KEEP[rank_of(card_of(moves[index]))] < KEEP[rank_of(card_of(moves[best]))]:
            best = index
    return best


@helper
def changes_table(rank):
    """Whether a one-off of this rank changes what lies on the table: ace, 2, 6, 9."""
    return rank in (ACE, TWO, SIX, NINE)


@helper
def homecoming(view):
    """Return the point cards that lie on the wrong side, as a set: an odd number of jacks."""
    stolen = np.uint64(0)
    for suit in range(4):
        if view.jack_on[suit] != 255:
            stolen ^= bit(view.jack_on[suit])
    return stolen


@helper
def jack_swing(view, jack):
    """Return the points that lifting a jack takes from its controller and gives the other side."""
    return value_of(np.int64(view.jack_on[jack & 3]))


@helper
def damage(view):
    """Return what the pending one-off costs the own side, net, if it stands.

    Points lost and given, and permanents lost, a king counting 5, a queen 4, glasses 1.
    """
    rank = rank_of(view.pending)
    if rank == ACE:
        return view.own_total - view.rival_total
    if rank == SIX:
        stolen = homecoming(view)
        swing = point_total(stolen & view.own_points) - point_total(stolen & view.rival_points)
        return permanents_worth(view.own_royals) - permanents_worth(view.rival_royals) + 2 * swing
    if rank in (TWO, NINE):
        target = view.target
        if rank_of(target) == JACK_RANK:
            swing = 2 * jack_swing(view, target)
            return swing if view.own_jacks & bit(target) else -swing
        if view.own_points & bit(target):
            return value_of(target)
        worth = permanents_worth(bit(target))
        return worth if view.own_royals & bit(target) else -worth
    if rank == FOUR:
        return 3
    if rank == TEN:
        return 1
    return 2


@helper
def permanents_worth(royals):
    """Add up what permanents are worth: a king 5, a queen 4, glasses 1."""
    total = 0
    while royals:
        rank = rank_of(lowest(royals))
        total += 5 if rank == KING_RANK else 4 if rank == QUEEN_RANK else 1
        royals &= royals - np.uint64(1)
    return total


@helper
def answer(view, moves, count, worth):
    """Answer with the first 2 if what is at stake is at least `worth` points; else let it stand.

    In one's own chain (an odd number of twos lies there) the own one-off is at stake.
    """
    stake = -damage(view) if view.chain & 1 else damage(view)
    if stake >= worth:
        return 0
    return count - 1


@helper
def off_turn(view, moves, count, worth):
    """Return the choice of the decisions that the plain styles make alike, −1 in any other.

    They answer what costs at least `worth` points, fetch the dearest card, discard the cheapest.
    """
    if view.phase == RESPOND:
        return answer(view, moves, count, worth)
    if view.phase == TAKE:
        return dearest(moves, count)
    if view.phase == DISCARD:
        return cheapest(moves, count)
    return -1
