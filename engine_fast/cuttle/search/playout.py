"""Playing a game record to its end with one policy on both sides, on the engine's own kernels.

Both sides see their views only, as in a real game, and draw from one stream.
"""

from __future__ import annotations

from engine_fast.cuttle.effects import apply_move
from engine_fast.cuttle.moves import list_moves
from engine_fast.cuttle.state import OVER, WIN_A, WIN_B, fill_view
from engine_fast.jit import helper, readonly

LOSS, HALF, WIN = 0, 1, 2


@helper
def play_out(game, rules, move, views, moves, scratch, choose, weights, random):
    """Play `move`, then on to the end of the game; return whether that was one move.

    Parameters
    ----------
    game : GAME_DTYPE
        Played in place.
    rules : RULES_DTYPE
    move : int32
        A legal move of `game`.
    views : VIEW_DTYPE[2]
        One for each side, with what stays through a game filled in (`state.start_view`).
    moves, scratch : int32[MOST_MOVES]
    choose : compiled policy
        Makes every decision that leaves a choice; trusted to answer within range.
    weights : float64[n], read-only
    random : uint64[1]
    """
    apply_move(game, rules, move, scratch)
    at_once = game.phase == OVER
    while game.phase != OVER:
        side = game.to_act
        count = list_moves(game, rules, moves)
        index = 0
        if count > 1:
            view = views[side]
            fill_view(game, rules, side, view)
            index = choose(view, readonly(moves[:count]), count, weights, random)
        apply_move(game, rules, moves[index], scratch)
    return at_once


@helper
def score_of(game, side):
    """Return what a finished game is worth to `side`: 2 a win, 1 a draw or unfinished, 0 a loss."""
    if game.winner == WIN_A + side:
        return WIN
    return LOSS if game.winner == WIN_B - side else HALF
