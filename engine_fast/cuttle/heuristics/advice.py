"""Pieces of advice that a scored policy can carry, each one weight, off unless it is set.

Advice forbids a move, or puts it before all others but a win. It never forbids a move that wins at
once, save `lay_kings=0`, which lays no king whatever he brings. Where nothing but what is forbidden
is legal, it is played. docs/policies.md tells which saying each stands for.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import (
    ACE,
    EIGHTS,
    FIVE,
    KING,
    KINGS,
    NINE,
    NO_CARD,
    NUMBERS,
    QUEEN,
    QUEENS,
    SEVEN,
    SIX,
    TEN,
    TWO,
    TWOS,
    bit,
    rank_mask,
    rank_of,
)
from engine_fast.cuttle.heuristics.common import value_of
from engine_fast.cuttle.heuristics.features import danger, odds_of_holding, rival_jacks_kept_off
from engine_fast.cuttle.moves import (
    COUNTER,
    JACK,
    ONEOFF,
    POINTS,
    ROYAL,
    SCUTTLE,
    TAKE_CARD,
    card_of,
    target_of,
    verb_of,
)
from engine_fast.jit import helper, highest, lowest, popcount
from engine_fast.policies import Weight

# Two prohibitions together weigh less than a win, which counts 1000.
FORBIDDEN = -300.0
FIRST_OF_ALL = 150.0
NEVER = -2500.0


def _switch(name: str, off: float, meaning: str, high: float = 1.0) -> Weight:
    return Weight(name, off, meaning, 0.0, high, whole=True)


def _number(name: str, meaning: str, low: float, high: float) -> Weight:
    return Weight(name, 0.0, meaning, low, high, step=0.0)


ADVICE = (
    _switch("lay_kings", 1, "0: lays no king"),
    _switch("kings_at_once", 0, "1: lays a king before anything but a win"),
    _number("king_within", "lays a king only if at most this much is missing then; 0: off", 0, 21),
    _switch("lay_queens", 1, "0: lays no queen"),
    _number("queen_from", "own points from which a queen is laid", 0, 40),
    _switch("queen_before_jack", 0, "1: jacks no ten while a queen waits in hand"),
    _switch("lay_glasses", 1, "0: lays no glasses"),
    _switch("second_glasses", 1, "0: lays no glasses beside its own"),
    _switch("keep_last_two", 0, "1: spends its last 2 on answers only"),
    _switch(
        "point_order",
        0,
        "order of laying points: 1 lowest first, 2 lowest first from 3 up, 3 highest first",
        3,
    ),
    _switch("ace_points", 1, "0: lays no ace for points"),
    _number("points_bias", "worth added to laying points", -20, 20),
    _switch("scuttle_defence", 0, "1: scuttles only what may win the rival the game next turn"),
    _number("oneoff_bias", "worth added to every one-off", -20, 20),
    _switch("six_needs_royals", 0, "1: no one-off 6 unless the rival has permanents"),
    _switch("seven_use", 0, "a 7: 1 as one-off first of all, 2 as points only, 3 never one-off", 3),
    _switch("nine_oneoff", 1, "0: plays no 9 as one-off"),
    _switch("fetch_order", 0, "what a 3 fetches: 1 a 2, then a 6, 2 by J T K 9 8 7", 2),
    _switch("counter_only", 0, "1: answers only aces and fives"),
)
(
    LAY_KINGS,
    KINGS_AT_ONCE,
    KING_WITHIN,
    LAY_QUEENS,
    QUEEN_FROM,
    QUEEN_BEFORE_JACK,
    LAY_GLASSES,
    SECOND_GLASSES,
    KEEP_LAST_TWO,
    POINT_ORDER,
    ACE_POINTS,
    POINTS_BIAS,
    SCUTTLE_DEFENCE,
    ONEOFF_BIAS,
    SIX_NEEDS_ROYALS,
    SEVEN_USE,
    NINE_ONEOFF,
    FETCH_ORDER,
    COUNTER_ONLY,
) = range(len(ADVICE))

_OFF = np.array([weight.default for weight in ADVICE])

LOWEST, LOWEST_FROM_THREE, HIGHEST = 1.0, 2.0, 3.0
EAGERLY, AS_POINTS, NOT_AS_ONEOFF = 1.0, 2.0, 3.0
TWOS_AND_SIXES, JACKS_AND_TENS = 1.0, 2.0
_BUT_ACES = NUMBERS & ~rank_mask(ACE)
_FROM_THREE = NUMBERS & ~rank_mask(ACE, TWO)
# How early a card is fetched under each order, by rank A … K; 0: in no particular order.
_TWO_SIX = np.array([0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], dtype=np.float64)
_JACK_TEN = np.array([0, 0, 0, 0, 0, 0, 1, 2, 3, 5, 6, 0, 4], dtype=np.float64)


@helper
def out_of_order(hand, advice, card):
    """Whether another number card of `hand` should be laid for points before `card`."""
    order = advice[POINT_ORDER]
    if order == HIGHEST:
        return rank_of(highest(hand & NUMBERS)) > rank_of(card)
    counted = _BUT_ACES if order == LOWEST else _FROM_THREE
    first = hand & counted
    return first != 0 and (not counted & bit(card) or rank_of(lowest(first)) < rank_of(card))


@helper
def given(advice):
    """Whether any advice is set. Asked once a decision, so that what is off costs nothing more."""
    changed = 0
    for place in range(len(_OFF)):
        changed |= np.int64(advice[place] != _OFF[place])
    return changed != 0


@helper
def on_points(view, advice, card):
    """Return what advice adds to laying `card` for points."""
    # What a 7 turns up has no order.
    ordered = advice[POINT_ORDER] != 0.0 and view.hand & bit(card)
    if ordered and out_of_order(view.hand, advice, card):
        return FORBIDDEN
    if advice[ACE_POINTS] == 0.0 and rank_of(card) == ACE:
        return FORBIDDEN
    return advice[POINTS_BIAS]


@helper
def on_royal(view, advice, card):
    """Return what advice adds to laying a king, a queen or glasses."""
    rank = rank_of(card)
    if rank == KING:
        kings = popcount(view.own_royals & KINGS)
        missing = view.goal[min(kings + 1, 4)] - view.own_total
        if advice[LAY_KINGS] == 0.0:
            return NEVER
        if advice[KING_WITHIN] != 0.0 and missing > advice[KING_WITHIN]:
            return FORBIDDEN
        return FIRST_OF_ALL * advice[KINGS_AT_ONCE]
    if rank == QUEEN:
        early = view.own_total < advice[QUEEN_FROM]
        return FORBIDDEN if early or advice[LAY_QUEENS] == 0.0 else 0.0
    second = advice[SECOND_GLASSES] == 0.0 and view.own_royals & EIGHTS
    return FORBIDDEN if second or advice[LAY_GLASSES] == 0.0 else 0.0


@helper
def on_jack(view, advice, target):
    """Return what advice adds to laying a jack on `target`."""
    waits = rank_of(target) == TEN and view.hand & QUEENS and not view.own_royals & QUEENS
    return FORBIDDEN if waits and advice[QUEEN_BEFORE_JACK] != 0.0 else 0.0


@helper
def on_oneoff(view, advice, card):
    """Return what advice adds to playing `card` as a one-off."""
    rank = rank_of(card)
    aimless = rank == SIX and not view.rival_royals | view.rival_jacks
    if aimless and advice[SIX_NEEDS_ROYALS] != 0.0:
        return FORBIDDEN
    if rank == SEVEN and advice[SEVEN_USE] != 0.0:
        return FIRST_OF_ALL if advice[SEVEN_USE] == EAGERLY else FORBIDDEN
    if rank == NINE and advice[NINE_ONEOFF] == 0.0:
        return FORBIDDEN
    return advice[ONEOFF_BIAS]


@helper
def on_scuttle(view, advice, card, target):
    """Return what advice adds to a scuttle."""
    if advice[SEVEN_USE] == AS_POINTS and rank_of(card) == SEVEN:
        return FORBIDDEN
    if advice[SCUTTLE_DEFENCE] == 0.0:
        return 0.0
    odds = odds_of_holding(view)
    kings = popcount(view.rival_royals & KINGS)
    loot = np.uint64(0) if rival_jacks_kept_off(view, view.own_royals) else view.own_points
    total = view.rival_total
    before = danger(view, odds, view.rival_known, total, kings, loot)
    after = danger(view, odds, view.rival_known, total - value_of(target), kings, loot)
    return 0.0 if after < before else FORBIDDEN


@helper
def on_take(advice, card):
    """Return what advice adds to fetching `card` with a 3."""
    rank = rank_of(card)
    order = advice[FETCH_ORDER]
    place = _TWO_SIX[rank] if order == TWOS_AND_SIXES else _JACK_TEN[rank]
    return FIRST_OF_ALL * place if order != 0.0 else 0.0


@helper
def on_answer(view, advice):
    """Return what advice adds to answering what is pending."""
    spared = view.chain & 1 == 0 and rank_of(view.pending) not in (ACE, FIVE)
    return FORBIDDEN if spared and advice[COUNTER_ONLY] != 0.0 else 0.0


@helper
def on_move(view, advice, move):
    """Return what advice adds to the score of a move of whatever decision."""
    verb = verb_of(move)
    card = card_of(move)
    target = target_of(move)
    if verb == COUNTER:
        return on_answer(view, advice)
    if verb == TAKE_CARD:
        return on_take(advice, card)
    added = 0.0
    if advice[KEEP_LAST_TWO] != 0.0 and card != NO_CARD and view.hand & TWOS == bit(card):
        added = FORBIDDEN
    if verb == POINTS:
        added += on_points(view, advice, card)
    elif verb == ONEOFF:
        added += on_oneoff(view, advice, card)
    elif verb == SCUTTLE:
        added += on_scuttle(view, advice, card, target)
    elif verb == ROYAL:
        added += on_royal(view, advice, card)
    elif verb == JACK:
        added += on_jack(view, advice, target)
    return added
