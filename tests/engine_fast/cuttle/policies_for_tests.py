"""Policies that only tests play: well-behaved, wasteful, vandals and cheats."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from engine_fast.cards import KINGS, TWOS
from engine_fast.cuttle.state import VIEW
from engine_fast.jit import popcount
from engine_fast.policies import Policy, compile_user_policy
from engine_fast.random_streams import below


def middle(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Choose the move in the middle of the list."""
    return count >> 1


def last(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Choose the last move."""
    return count - 1


def spender(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """As `middle`, but draws some numbers and scribbles on its stream."""
    for _ in range(7):
        below(random, 52)
    random[0] ^= view.hand
    return count >> 1


def vandal(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """As `middle`, but overwrites its whole view."""
    view.hand = 0
    view.rival_known = 0
    view.own_points = 1
    view.rival_points = 2
    view.own_royals = 3
    view.rival_royals = 4
    view.own_jacks = 5
    view.rival_jacks = 6
    view.scrap = 7
    view.unseen = 8
    view.frozen = 9
    view.counters = 10
    view.rival_count = 11
    view.stock_count = 12
    view.stock_top = 13
    view.own_total = 14
    view.rival_total = 15
    view.own_goal = 1
    view.rival_goal = 1
    view.phase = 3
    view.own_turn = 7
    view.pending = 17
    view.target = 18
    view.chain = 19
    view.owed = 20
    view.passes = 21
    view.turns = 22
    view.is_dealer = 23
    view.own_known = 24
    view.sevens = 25
    view.reason = 26
    view.last = 0
    for suit in range(4):
        view.jack_on[suit] = 27
    for place in range(2):
        view.turned[place] = 28
        view.exposed[place] = 1
    for kings in range(5):
        view.goal[kings] = 1
        view.rules.goal[kings] = 1
    view.rules.hand_limit = 1
    view.rules.draw_after = 1
    view.rules.scuttle_tie ^= 1
    return count >> 1


def rememberer(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Choose by a mark that an earlier decision would have left in the view, if that worked."""
    mark = view.goal[0] == 4321 or view.rules.turn_cap == 4321
    view.goal[0] = 4321
    view.rules.turn_cap = 4321
    view.is_dealer = 5
    return 0 if mark else count - 1


def forgetter(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """What `rememberer` must come down to."""
    return count - 1


def counts_moves(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Answer out of range if the list holds more than the legal moves."""
    return below(random, count) if len(moves) == count else -1


def too_far(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Answer one too many with three kings in hand."""
    return count if popcount(view.hand & KINGS) == 3 else count >> 1


def negative(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Answer a negative index at once."""
    return -1


def peeper(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Choose by the twos that it believes the rival to hold."""
    return popcount(view.rival_known & TWOS) % count


def top_peeper(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    """Choose by the card that it believes to lie on the stock."""
    return view.stock_top % count


def writes_moves(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    moves[0] = 0
    return 0


def writes_weights(view, moves, count, weights, random):  # type: ignore[no-untyped-def]
    weights[0] = 1.0
    return 0


@cache
def compiled(choose: Callable[..., Any]) -> Policy:
    """The policy that a function of this module is."""
    return Policy(
        name=choose.__name__,
        game="cuttle",
        summary=choose.__doc__ or "",
        function=compile_user_policy(choose, VIEW),
        source="tests",
    )
