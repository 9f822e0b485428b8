"""`controller`: scuttles, one-offs and permanents first; points when nothing is left to control."""

from __future__ import annotations

from engine_fast.cards import (
    ACE,
    EIGHT,
    FIVE,
    FOUR,
    NINE,
    SEVEN,
    SIX,
    THREE,
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
from engine_fast.cuttle.heuristics.common import (
    homecoming,
    jack_swing,
    off_turn,
    permanents_worth,
    value_of,
    wins_now,
)
from engine_fast.cuttle.moves import (
    DRAW,
    JACK,
    ONEOFF,
    POINTS,
    ROYAL,
    SCUTTLE,
    card_of,
    target_of,
    verb_of,
)
from engine_fast.cuttle.state import VIEW
from engine_fast.jit import helper
from engine_fast.policies import Weight, built_in

WEIGHTS = (
    Weight("scuttle", 6.0, "base worth of a scuttle, to which the points destroyed are added"),
    Weight("oneoff", 6.0, "base worth of a one-off that gains something"),
    Weight("permanent", 7.0, "base worth of laying a king or queen"),
    Weight("points", 0.6, "worth of a point laid"),
    Weight("draw", 4.0, "worth of drawing a card"),
)


@helper
def control_gain(view, card, target):
    """Return what a one-off takes from the rival, less what it costs the own side."""
    rank = rank_of(card)
    if rank == ACE:
        return view.rival_total - view.own_total
    if rank == SIX:
        stolen = homecoming(view)
        swing = point_total(stolen & view.rival_points) - point_total(stolen & view.own_points)
        return permanents_worth(view.rival_royals) - permanents_worth(view.own_royals) + 2 * swing
    if rank in (TWO, NINE):
        if (view.own_royals | view.own_jacks | view.own_points) & bit(target):
            return -10
        if rank_of(target) == JACK_RANK:
            return 2 * jack_swing(view, target)
        if view.rival_points & bit(target):
            return value_of(target)
        return permanents_worth(bit(target))
    if rank == FOUR:
        return 2 if view.rival_count > 1 else 0
    if rank in (FIVE, SEVEN):
        return 2 if view.stock_count > 1 else 0
    if rank == THREE:
        return 1
    return 0


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Take away what the rival has; build only when there is nothing to take."""
    index = off_turn(view, moves, count, 2)
    if index >= 0:
        return index
    best = 0
    best_score = -1000.0
    for index in range(count):
        move = moves[index]
        verb = verb_of(move)
        card = card_of(move)
        target = target_of(move)
        score = 0.0
        if wins_now(view, move):
            score = 1000.0
        elif verb == SCUTTLE:
            score = weights[0] + value_of(target) - 0.5 * value_of(card)
        elif verb == ONEOFF:
            gain = control_gain(view, card, target)
            score = weights[1] + gain if gain > 1 else -2.0
        elif verb == ROYAL:
            rank = rank_of(card)
            score = weights[2] if rank != EIGHT else 2.0
            if rank == QUEEN_RANK and view.own_total == 0:
                score = 3.0
            if rank == KING_RANK:
                score += 1.0
        elif verb == JACK:
            swing = value_of(target)
            score = weights[2] + swing if view.rival_points & bit(target) else float(-swing)
        elif verb == POINTS:
            score = weights[3] * value_of(card)
        elif verb == DRAW:
            score = weights[4]
        if score > best_score:
            best_score = score
            best = index
    return best
