"""From what one side may know to a whole game: hidden cards dealt afresh among their places.

A *determinization* (Ginsberg 2001) is a game record that its side cannot tell from the real one: it
has the same view and the same legal moves. All consistent deals have the same chance, so what the
rival's play tells about his hand is left out. Sees views only, never a real game.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import DECK_SIZE, NO_CARD, bit
from engine_fast.cuttle.state import clear_table
from engine_fast.jit import helper, lowest, popcount
from engine_fast.random_streams import below


@helper
def lay_out(view, game):
    """Write into `game` all of a side's view that is no longer hidden; returns nothing.

    What is left for `deal_hidden`: the rival's unknown cards, and the stock below a top card that
    both have seen. Cards frozen or known count only while they lie in a hand, and every known one
    of the rival's is in the view. Sevens wait in any order, as they are scrapped together.
    """
    side = view.is_dealer
    rival = 1 - side
    clear_table(game)
    game.hand[side] = view.hand
    game.hand[rival] = view.rival_known
    game.known[side] = view.own_known
    game.known[rival] = view.rival_known
    game.points[side] = view.own_points
    game.points[rival] = view.rival_points
    game.royals[side] = view.own_royals
    game.royals[rival] = view.rival_royals
    game.jacks[side] = view.own_jacks
    game.jacks[rival] = view.rival_jacks
    game.exposed[side] = view.exposed[0]
    game.exposed[rival] = view.exposed[1]
    for suit in range(4):
        game.jack_on[suit] = view.jack_on[suit]
    game.scrap = view.scrap
    game.frozen = view.frozen
    game.phase = view.phase
    game.mover = side if view.own_turn else rival
    game.to_act = side
    game.passes = view.passes
    game.turns = view.turns
    game.last = view.last
    game.pending = view.pending
    game.target = view.target
    game.owed = view.owed
    game.reason = view.reason
    game.counters = view.counters
    game.chain = view.chain
    twos = view.counters
    for place in range(view.chain):
        game.chain_cards[place] = lowest(twos)
        twos &= twos - np.uint64(1)
    sevens = view.sevens
    while sevens:
        game.sevens[game.sevens_waiting] = lowest(sevens)
        game.sevens_waiting += 1
        sevens &= sevens - np.uint64(1)
    for index in range(2):
        game.turned[index] = view.turned[index]
        game.turned_up += view.turned[index] != NO_CARD
    game.top = DECK_SIZE - view.stock_count
    if view.stock_top != NO_CARD:
        game.deck[game.top] = view.stock_top
        game.top_known = 1


@helper
def list_cards_of(cards, out):
    """Write the cards of a set into `out` (`uint8[52]`) in card order and return how many."""
    count = 0
    while cards:
        out[count] = lowest(cards)
        count += 1
        cards &= cards - np.uint64(1)
    return count


@helper
def deal_hidden(game, side, unknown, start, pool, pool_count, random):
    """Deal the unseen cards of `pool` to `side`'s hand and to the stock's hidden places.

    Parameters
    ----------
    game : GAME_DTYPE
    side : int
        Whose hand gets `unknown` cards.
    start : int
        The stock's places from here on are hidden.
    pool : uint8[52]
        The first `pool_count` are the unseen cards, in any order; they are shuffled. What is left
        over, as in a position given by hand, is out of play.
    random : uint64[1]
    """
    dealt = unknown + DECK_SIZE - start
    for index in range(dealt):
        other = index + below(random, pool_count - index)
        card = pool[other]
        pool[other] = pool[index]
        pool[index] = card
        if index < unknown:
            game.hand[side] |= bit(card)
        else:
            game.deck[start + index - unknown] = card
    game.out = np.uint64(0)
    for index in range(dealt, pool_count):
        game.out |= bit(pool[index])


@helper
def hidden_in_hand(view):
    """Count the rival's cards that the side does not know."""
    return view.rival_count - popcount(view.rival_known)
