"""`racer`: points and kings, no interaction; answers only to save what it has laid."""

from __future__ import annotations

from engine_fast.cards import KING as KING_RANK
from engine_fast.cards import rank_of
from engine_fast.cuttle.heuristics.common import off_turn, value_of, wins_now
from engine_fast.cuttle.moves import DRAW, PASS, POINTS, ROYAL, card_of, verb_of
from engine_fast.cuttle.state import VIEW
from engine_fast.policies import Weight, built_in

WEIGHTS = (
    Weight("king", 8.0, "points a king counts as when choosing what to lay", 0.0, 50.0),
    Weight("least", 4.0, "points below which it rather draws than lays", 0.0, 11.0),
)


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Lay kings and the highest points; draw when only small cards are left."""
    index = off_turn(view, moves, count, 4)
    if index >= 0:
        return index
    best = 0
    best_score = -1000.0
    for index in range(count):
        move = moves[index]
        verb = verb_of(move)
        score = -1.0
        if wins_now(view, move):
            score = 1000.0
        elif verb == POINTS:
            score = float(value_of(card_of(move)))
        elif verb == ROYAL:
            score = weights[0] if rank_of(card_of(move)) == KING_RANK else -0.5
        elif verb == DRAW:
            score = weights[1] - 0.5
        elif verb == PASS:
            score = 0.0
        if score > best_score:
            best_score = score
            best = index
    return best
