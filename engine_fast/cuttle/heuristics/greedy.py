"""`greedy`: the most points now; wins when it can."""

from __future__ import annotations

from engine_fast.cards import bit, rank_of
from engine_fast.cuttle.heuristics.common import (
    off_turn,
    value_of,
    wins_now,
)
from engine_fast.cuttle.moves import DRAW, JACK, PASS, POINTS, ROYAL, card_of, target_of, verb_of
from engine_fast.cuttle.state import VIEW
from engine_fast.jit import helper
from engine_fast.policies import built_in


@helper
def points_gained(view, move):
    """Return the points a move adds to the own side at once."""
    verb = verb_of(move)
    if verb == POINTS:
        return value_of(card_of(move))
    if verb == JACK:
        stolen = value_of(target_of(move))
        return stolen if view.rival_points & bit(target_of(move)) else -stolen
    return 0


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Lay the most points; without any, a king, else draw, else whatever costs least."""
    index = off_turn(view, moves, count, 1)
    if index >= 0:
        return index
    best = 0
    best_score = -1000
    for index in range(count):
        move = moves[index]
        verb = verb_of(move)
        score = 10 * points_gained(view, move)
        if wins_now(view, move):
            score = 1000
        elif verb == ROYAL:
            score = 5 if rank_of(card_of(move)) == 12 else 3
        elif verb == DRAW:
            score = 4
        elif verb == PASS:
            score = 1
        if score > best_score:
            best_score = score
            best = index
    return best
