"""The state of a game of Cuttle, and what one side may know of it.

`GAME_DTYPE` is the whole truth and never reaches a policy; `VIEW_DTYPE` is what a policy sees, seen
from its own chair. Side 0 is A (moves first), side 1 is B (deals). Sets of cards are `uint64`.
"""

from __future__ import annotations

import numpy as np

from engine_fast import random_streams
from engine_fast.cards import (
    ALL_CARDS,
    DECK_SIZE,
    EIGHTS,
    KINGS,
    NO_CARD,
    QUEENS,
    bit,
    point_total,
)
from engine_fast.cuttle.rules import RULES_DTYPE
from engine_fast.jit import assign, helper, popcount, record_type
from engine_fast.random_streams import CHOICE, DECK

MAIN, RESPOND, TAKE, DISCARD, SEVEN, OVER = range(6)
PHASES = ("main", "respond", "take", "discard", "seven", "over")

# Who won, as `game.winner` and results tell it.
UNDECIDED, WIN_A, WIN_B, DRAW, UNFINISHED = range(5)
WINNERS = ("", "A", "B", "draw", "unfinished")

# Why a discard is asked for.
BY_RIVAL, BY_FIVE, BY_LIMIT = range(3)

# How a game ended.
BY_GOAL, BY_PASSES, BY_SUDDEN_DEATH, BY_CAP = 1, 2, 3, 4

NO_SUDDEN_DEATH = -1
MOST_MOVES = 1024  # hand × targets can't exceed 850: at most 40 number cards, 8 twos and nines

GAME_DTYPE = np.dtype(
    [
        ("hand", np.uint64, (2,)),
        ("known", np.uint64, (2,)),  # cards that, if in this side's hand, the other side knows
        ("points", np.uint64, (2,)),  # point cards a side controls now
        ("royals", np.uint64, (2,)),  # K, Q and glasses in front of a side
        ("jacks", np.uint64, (2,)),  # jacks lying on the point cards a side controls
        ("scrap", np.uint64),
        ("frozen", np.uint64),  # may not be played in the holder's next turn
        ("freezing", np.uint64),  # frozen by the action under way
        ("counters", np.uint64),  # twos used in the open chain
        ("out", np.uint64),  # cards out of play (positions given by hand)
        ("phase", np.int64),
        ("mover", np.int64),  # whose turn it is
        ("to_act", np.int64),  # who decides now
        ("passes", np.int64),
        ("turns", np.int64),  # turns completed
        ("last", np.int64),  # sudden death: full turns to come after this one
        ("winner", np.int64),
        ("ending", np.int64),
        ("pending", np.int64),  # the one-off, or the 3, that waits
        ("target", np.int64),  # its target, or NO_CARD
        ("chain", np.int64),  # how many twos lie in the open chain
        ("owed", np.int64),  # discards still to make
        ("reason", np.int64),  # why
        ("sevens_waiting", np.int64),
        ("turned_up", np.int64),  # how many cards a 7 has turned up and not yet placed
        ("top", np.int64),  # place of the stock's top card in `deck`; DECK_SIZE when empty
        ("top_known", np.int64),  # how many cards from the top both sides have seen
        ("jack_on", np.uint8, (4,)),  # the point card under each suit's jack, or NO_CARD
        ("chain_cards", np.uint8, (4,)),
        ("sevens", np.uint8, (4,)),
        ("turned", np.uint8, (2,)),
        ("exposed", np.uint8, (2,)),  # hand opened by a one-off 8
        ("deck", np.uint8, (DECK_SIZE,)),
        # Counted for the analysis, read by no rule:
        ("kings_most", np.uint8, (2,)),  # most kings a side had in play at once
        ("first_to_score", np.uint8),  # side that first laid points, or NO_CARD
    ],
    align=True,
)
GAME = record_type(GAME_DTYPE)

VIEW_DTYPE = np.dtype(
    [
        ("hand", np.uint64),  # own hand
        ("own_known", np.uint64),  # own cards that the rival knows
        ("rival_known", np.uint64),  # cards known to be in the rival's hand
        ("own_points", np.uint64),
        ("rival_points", np.uint64),
        ("own_royals", np.uint64),
        ("rival_royals", np.uint64),
        ("own_jacks", np.uint64),  # jacks on the point cards one controls
        ("rival_jacks", np.uint64),
        ("scrap", np.uint64),
        ("unseen", np.uint64),  # cards that may be anywhere hidden: stock or rival's hand
        ("frozen", np.uint64),  # own cards that may not be played this turn, and the rival's known
        ("counters", np.uint64),  # twos used in the open chain
        ("sevens", np.uint64),  # sevens that wait behind what they turned up
        ("rival_count", np.int64),  # cards in the rival's hand
        ("stock_count", np.int64),
        ("stock_top", np.int64),  # the stock's top card if both sides saw it, else 255
        ("own_total", np.int64),
        ("rival_total", np.int64),
        ("own_goal", np.int64),
        ("rival_goal", np.int64),
        ("phase", np.int64),  # MAIN, RESPOND, TAKE, DISCARD, SEVEN
        ("own_turn", np.int64),  # 1 in one's own turn, 0 when answering in the rival's
        ("pending", np.int64),  # the one-off that waits for an answer, or the resolving 3, or 255
        ("target", np.int64),  # its target, or 255
        ("chain", np.int64),  # twos played in answer so far
        ("owed", np.int64),  # discards still to make, this one included
        ("reason", np.int64),  # why: BY_RIVAL, BY_FIVE, BY_LIMIT
        ("passes", np.int64),
        ("turns", np.int64),  # turns completed
        ("last", np.int64),  # sudden death: full turns to come after this one, else −1
        ("is_dealer", np.int64),
        ("jack_on", np.uint8, (4,)),  # the point card under each suit's jack, or 255
        ("turned", np.uint8, (2,)),  # cards turned up by a 7 and not yet placed, or 255
        ("exposed", np.uint8, (2,)),  # hand opened by a one-off 8: own, the rival's
        ("goal", np.int64, (5,)),  # goal with 0…4 kings, constant through a game
        ("rules", RULES_DTYPE),  # what is played, constant too
    ],
    align=True,
)
VIEW = record_type(VIEW_DTYPE)


@helper
def kings_in_play(game, side):
    """Count a side's kings in play."""
    return popcount(game.royals[side] & KINGS)


@helper
def on_goal(game, rules, side):
    """Whether a side's points reach its goal."""
    return point_total(game.points[side]) >= rules.goal[kings_in_play(game, side)]


@helper
def sees_hand(game, rules, side):
    """Whether the rival's hand lies open to `side` now (glasses, a one-off 8, open hands)."""
    glasses = np.int64((game.royals[side] & EIGHTS) != 0)
    return (glasses | np.int64(game.exposed[1 - side]) | rules.open) != 0


@helper
def deal(game, rules):
    """Start a game from the shuffled deck that lies in `game.deck`.

    A takes places 0, 2, 4 …, B 1, 3, 5 … until each has his number; the rest in order is the
    stock, so another deal size changes as few cards as it can.
    """
    game.hand[0] = 0
    game.hand[1] = 0
    most = max(rules.deal_a, rules.deal_b)
    for turn in range(most):
        if turn < rules.deal_a:
            game.hand[0] |= bit(game.deck[2 * turn])
        if turn < rules.deal_b:
            game.hand[1] |= bit(game.deck[2 * turn + 1])
    if rules.deal_a != rules.deal_b:
        # Close the gaps: the places the shorter hand left out come first in the stock.
        dealt = game.hand[0] | game.hand[1]
        place = 2 * most - 1
        for look in range(2 * most - 1, -1, -1):
            card = game.deck[look]
            if not dealt & bit(card):
                game.deck[place] = card
                place -= 1
    game.top = rules.deal_a + rules.deal_b
    clear_table(game)
    if rules.sudden_death and game.top == DECK_SIZE:
        game.last = 1  # no stock from the start: the first turn is the first of the last two


@helper
def clear_table(game):
    """Empty everything but hands and deck, with A to move."""
    for side in range(2):
        game.known[side] = 0
        game.points[side] = 0
        game.royals[side] = 0
        game.jacks[side] = 0
        game.exposed[side] = 0
        game.kings_most[side] = 0
        game.turned[side] = NO_CARD
    for suit in range(4):
        game.jack_on[suit] = NO_CARD
    game.scrap = 0
    game.frozen = 0
    game.freezing = 0
    game.counters = 0
    game.out = 0
    game.phase = MAIN
    game.mover = 0
    game.to_act = 0
    game.passes = 0
    game.turns = 0
    game.last = NO_SUDDEN_DEATH
    game.winner = UNDECIDED
    game.ending = 0
    game.pending = NO_CARD
    game.target = NO_CARD
    game.chain = 0
    game.owed = 0
    game.reason = BY_RIVAL
    game.sevens_waiting = 0
    game.turned_up = 0
    game.top_known = 0
    game.first_to_score = NO_CARD


@helper
def deck_stream(seed, pair, place):
    """Return the start of the stream that shuffles a pair's deck, at a place of its matches."""
    return random_streams.stream(seed, DECK, pair, place)


@helper
def seat_stream(seed, game_index, place, side):
    """Return the start of the stream that side's choices draw from, at a place of a match."""
    return random_streams.stream(seed, CHOICE, game_index, 2 * place + side)


@helper
def start_view(view, rules, side):
    """Write the fields of a side's view that stay through a game.

    Written at every decision all the same: what a policy writes into its view must not last.
    """
    view.is_dealer = side
    for kings in range(5):
        view.goal[kings] = rules.goal[kings]
    assign(view.rules, rules)


@helper
def fill_view(game, rules, side, view):
    """Write what `side` may know at its decision (rules: hidden information) into `view`.

    Own hand, all that lies open, counts, and what play has shown of the rival's hand. Never the
    order of the stock nor unseen cards.
    """
    rival = 1 - side
    known = game.hand[rival]
    if not sees_hand(game, rules, side):
        known &= game.known[rival]
    own_hand = game.hand[side]
    own_known = own_hand
    if not sees_hand(game, rules, rival):
        own_known &= game.known[side]
    own_points = game.points[side]
    rival_points = game.points[rival]
    own_royals = game.royals[side]
    rival_royals = game.royals[rival]
    own_jacks = game.jacks[side]
    rival_jacks = game.jacks[rival]
    open_cards = own_points | rival_points | own_royals | rival_royals | own_jacks | rival_jacks
    open_cards |= game.scrap | game.counters
    stock_top = NO_CARD
    sevens = np.uint64(0)
    if game.phase != MAIN or game.top_known > 0:
        # Cards between places: a waiting one-off or 3, sevens behind it, cards turned up.
        if game.pending != NO_CARD:
            open_cards |= bit(game.pending)
        for index in range(game.sevens_waiting):
            sevens |= bit(game.sevens[index])
        open_cards |= sevens
        for index in range(game.turned_up):
            open_cards |= bit(game.turned[index])
        if game.top_known > 0:
            stock_top = np.int64(game.deck[game.top])
            open_cards |= bit(stock_top)
    view.hand = own_hand
    view.own_known = own_known
    view.rival_known = known
    view.own_points = own_points
    view.rival_points = rival_points
    view.own_royals = own_royals
    view.rival_royals = rival_royals
    view.own_jacks = own_jacks
    view.rival_jacks = rival_jacks
    view.scrap = game.scrap
    view.unseen = ALL_CARDS & ~(own_hand | known | open_cards)
    view.frozen = game.frozen & (own_hand | known)
    view.counters = game.counters
    view.sevens = sevens
    view.rival_count = popcount(game.hand[rival])
    view.stock_count = DECK_SIZE - game.top
    view.stock_top = stock_top
    view.own_total = point_total(own_points)
    view.rival_total = point_total(rival_points)
    view.own_goal = rules.goal[popcount(own_royals & KINGS)]
    view.rival_goal = rules.goal[popcount(rival_royals & KINGS)]
    view.phase = game.phase
    view.own_turn = np.int64(game.mover == side)
    view.pending = game.pending
    view.target = game.target
    view.chain = game.chain
    view.owed = game.owed
    view.reason = game.reason
    view.passes = game.passes
    view.turns = game.turns
    view.last = game.last
    for suit in range(4):
        view.jack_on[suit] = game.jack_on[suit]
    view.turned[0] = game.turned[0]
    view.turned[1] = game.turned[1]
    view.exposed[0] = game.exposed[side]
    view.exposed[1] = game.exposed[rival]


@helper
def queens_in_play(game, side):
    """Count a side's queens in play."""
    return popcount(game.royals[side] & QUEENS)
