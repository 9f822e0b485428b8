"""Moves as numbers, and the list of legal ones in every phase.

A move is verb + 256·card + 65536·target (`int32`). The list is ordered by verb, then card, then
target, one-offs without a target before those with one, and is complete: what is not in it is
illegal. Reads the state, changes nothing.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import (
    DECK_SIZE,
    FOUR,
    JACKS,
    NINES,
    NO_CARD,
    NUMBERS,
    QUEENS,
    SEVEN,
    THREES,
    TWO,
    TWOS,
    bit,
    rank_mask,
    rank_of,
)
from engine_fast.cuttle.state import (
    DISCARD,
    MAIN,
    RESPOND,
    TAKE,
    queens_in_play,
)
from engine_fast.cuttle.state import (
    SEVEN as TURN_UP,
)
from engine_fast.jit import helper, lowest, popcount

DRAW, PASS, POINTS, SCUTTLE, ONEOFF, ROYAL, JACK, COUNTER, ACCEPT, TAKE_CARD, DISCARD_CARD = range(
    11
)
VERBS = (
    "draw",
    "pass",
    "points",
    "scuttle",
    "oneoff",
    "royal",
    "jack",
    "counter",
    "accept",
    "take",
    "discard",
)

_FOURS = rank_mask(FOUR)
_FIVES_SEVENS = rank_mask(4, SEVEN)
_NO_TARGET = NO_CARD << 16


@helper
def make_move(verb, card, target):
    """Return the move `verb card target`."""
    return np.int32(verb | (card << 8) | (target << 16))


@helper
def verb_of(move):
    """Return a move's verb."""
    return np.int64(move) & 0xFF


@helper
def card_of(move):
    """Return the card a move plays, 255 for none."""
    return (np.int64(move) >> 8) & 0xFF


@helper
def target_of(move):
    """Return the card a move is aimed at, 255 for none."""
    return (np.int64(move) >> 16) & 0xFF


_DRAW_MOVE = np.int32(DRAW | (NO_CARD << 8) | _NO_TARGET)
_PASS_MOVE = np.int32(PASS | (NO_CARD << 8) | _NO_TARGET)
_ACCEPT_MOVE = np.int32(ACCEPT | (NO_CARD << 8) | _NO_TARGET)


@helper
def list_cards(verb, cards, out, count):
    """Append `verb card` for every card of a set."""
    while cards:
        out[count] = np.int32(verb | (lowest(cards) << 8) | _NO_TARGET)
        count += 1
        cards &= cards - np.uint64(1)
    return count


@helper
def list_targets(verb, card, targets, out, count):
    """Append `verb card target` for every target of a set."""
    base = verb | (card << 8)
    while targets:
        out[count] = np.int32(base | (lowest(targets) << 16))
        count += 1
        targets &= targets - np.uint64(1)
    return count


@helper
def takeable(game, rules):
    """Return the cards of the scrap that a 3 may fetch."""
    return game.scrap & rules.takeable


@helper
def directed_targets(game, rules, side):
    """Return the permanents that `side` may hit with a 2 or 9 (jacks by their own cards)."""
    rival = 1 - side
    queens = game.royals[rival] & QUEENS
    targets = game.royals[rival] | game.jacks[rival]
    if queens:
        targets = np.uint64(0) if rules.pair_all and popcount(queens) > 1 else queens
    if rules.own_targets:
        targets |= game.royals[side] | game.jacks[side]
    if not rules.two_hits_queen:
        targets &= ~QUEENS
    return targets


@helper
def list_plays(game, rules, side, hand, stock, out, count):
    """Append every way to play a card of `hand` (the hand, or what a 7 turned up).

    `stock` is how many cards the stock will hold when a one-off resolves.
    """
    rival = 1 - side
    rival_points = game.points[rival]
    rival_queens = game.royals[rival] & QUEENS
    numbers = hand & NUMBERS
    count = list_cards(POINTS, numbers, out, count)
    if rival_points and not (rules.queen_blocks_scuttle and rival_queens):
        # Only cards above the lowest target can scuttle.
        attackers = numbers & ~(rival_points ^ (rival_points - np.uint64(1)))
        while attackers:
            card = lowest(attackers)
            reach = card if rules.scuttle_tie else card & ~3
            count = list_targets(
                SCUTTLE, card, rival_points & (bit(reach) - np.uint64(1)), out, count
            )
            attackers &= attackers - np.uint64(1)
    plain = hand & rules.oneoffs
    if rules.empty_illegal:
        if stock == 0:
            plain &= ~_FIVES_SEVENS
        if (stock == 0) if rules.fours_draw else (game.hand[rival] == 0):
            plain &= ~_FOURS
    if takeable(game, rules):
        plain |= hand & THREES
    count = list_cards(ONEOFF, plain, out, count)
    directed = hand & (TWOS | NINES)
    if directed:
        targets = directed_targets(game, rules, side)
        while directed:
            card = lowest(directed)
            aims = targets
            if rules.nine_board and rank_of(card) != TWO and not rival_queens:
                aims |= rival_points
            count = list_targets(ONEOFF, card, aims, out, count)
            directed &= directed - np.uint64(1)
    laid = hand & rules.laid
    if laid:
        if queens_in_play(game, side) >= rules.queen_limit:
            laid &= ~QUEENS
        count = list_cards(ROYAL, laid, out, count)
    jacks = hand & JACKS
    if jacks and rival_points and not (rules.queen_blocks_jack and rival_queens):
        while jacks:
            count = list_targets(JACK, lowest(jacks), rival_points, out, count)
            jacks &= jacks - np.uint64(1)
    return count


@helper
def list_turned_up(game, rules, out):
    """List the plays of what a 7 turned up; none if it can only be scrapped unasked."""
    side = game.mover
    turned = np.uint64(0)
    for index in range(game.turned_up):
        turned |= bit(game.turned[index])
    # Of two cards turned up the other goes back before the played one's chain opens.
    stock = DECK_SIZE - game.top + max(0, game.turned_up - 1)
    count = list_plays(game, rules, side, turned, stock, out, 0)
    if count == 0 and rules.seven_gives and turned & JACKS:
        # A jack without an eligible target gives an own point card away.
        return list_targets(JACK, lowest(turned), game.points[side], out, 0)
    if count == 0 and game.turned_up > 1:
        count = list_cards(DISCARD_CARD, turned, out, 0)
    return count


@helper
def list_moves(game, rules, out):
    """List the legal moves of the side to act into `out` (`int32[MOST_MOVES]`); return how many."""
    phase = game.phase
    side = game.to_act
    if phase == MAIN:
        stock = DECK_SIZE - game.top
        count = 1
        if stock > 0:
            out[0] = _DRAW_MOVE
        elif rules.pass_forced:
            count = 0
        else:
            out[0] = _PASS_MOVE
        count = list_plays(game, rules, side, game.hand[side] & ~game.frozen, stock, out, count)
        if count == 0:
            out[0] = _PASS_MOVE
            count = 1
        return count
    if phase == RESPOND:
        count = list_cards(COUNTER, answers(game, rules, side), out, 0)
        out[count] = _ACCEPT_MOVE
        return count + 1
    if phase == TAKE:
        return list_cards(TAKE_CARD, takeable(game, rules), out, 0)
    if phase == DISCARD:
        return list_cards(DISCARD_CARD, game.hand[side], out, 0)
    if phase == TURN_UP:
        return list_turned_up(game, rules, out)
    return 0


@helper
def answers(game, rules, side):
    """Return the twos with which `side` may answer what the rival has just played."""
    twos = game.hand[side] & TWOS
    if side == game.mover:
        twos &= ~game.frozen
    if twos and rules.blocks_counters and queens_in_play(game, 1 - side):
        last_is_two = game.chain > 0 or rank_of(game.pending) == TWO
        if rules.blocks_counters == 2 or last_is_two:
            twos = np.uint64(0)
    return twos
