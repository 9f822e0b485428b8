"""Playing games of Cuttle: the kernel that plays a range of them into result records.

The kernel plays games [start, stop) of a seed and writes one `RESULT_DTYPE` record a game. It
releases the GIL and polls a stop flag before every decision; everything about game g follows from
(seed, g): the deck from (seed, g // 2), the choices of a seat from (seed, g, seat). In even games
the first-named policy sits at A (moves first), in odd games at B (deals).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine_fast import random_streams
from engine_fast.cards import DECK_SIZE, KINGS, NUMBERS, TWOS, point_total
from engine_fast.cuttle import effects, moves, state
from engine_fast.cuttle.rules import RULES, RuleSet
from engine_fast.jit import (
    helper,
    int64,
    kernel,
    mutable,
    popcount,
    readonly,
    readonly_array,
    record_type,
    signature,
    uint8,
    uint64,
    writable_array,
)
from engine_fast.policies import MOST_WEIGHTS, Halted, Policy, PolicyError, choose_type

RESULT_DTYPE = np.dtype(
    [
        ("winner", np.uint8),  # state.WINNERS, by seat
        ("ending", np.uint8),  # state.BY_GOAL, BY_PASSES, BY_SUDDEN_DEATH, BY_CAP
        ("first_to_score", np.uint8),  # seat that first laid points, or NO_CARD
        ("stock_left", np.uint8),
        ("kings_dealt", np.uint8, (2,)),  # by seat, A then B
        ("twos_dealt", np.uint8, (2,)),
        ("opening_points", np.uint8, (2,)),  # point values dealt
        ("kings_most", np.uint8, (2,)),  # most kings in play at once
        ("kings_end", np.uint8, (2,)),
        ("final_points", np.uint8, (2,)),
        ("turns", np.int32),
        ("decisions", np.int32),  # choices asked of the two policies
    ],
    align=True,
)
RESULT = record_type(RESULT_DTYPE)

WORKSPACE_DTYPE = np.dtype(
    [
        ("game", state.GAME_DTYPE),
        ("views", state.VIEW_DTYPE, (2,)),
        ("deck", np.uint8, (DECK_SIZE,)),
        ("random_a", np.uint64, (1,)),
        ("random_b", np.uint64, (1,)),
        ("weights", np.float64, (2, MOST_WEIGHTS)),
        ("moves", np.int32, (2, state.MOST_MOVES)),  # by seat: old lists tell a hand's cards
        ("scratch", np.int32, (state.MOST_MOVES,)),
    ],
    align=True,
)
WORKSPACE = record_type(WORKSPACE_DTYPE)
CHOOSE = choose_type(state.VIEW)

# What the kernel leaves in `status[0]`: whose index was out of range, if any was.
FINE, BAD_FIRST, BAD_SECOND = 0, 1, 2
_HALTED = -3


@helper
def play_game(work, rules, swapped, choose_first, choose_second, halt):
    """Play the game that lies dealt in `work.game` and return the decisions made.

    `swapped` seats the first-named policy at B. An index out of range ends the game with −1 if the
    first-named policy answered it, −2 if the second-named did; a set stop flag with `_HALTED`. It
    is polled before every decision, since a policy that searches may take milliseconds for one.
    """
    game = work.game
    decisions = 0
    while game.phase != state.OVER:
        if halt[0]:
            return _HALTED
        side = game.to_act
        legal = work.moves[side]
        count = moves.list_moves(game, rules, legal)
        offered = readonly(legal[:count])
        view = work.views[side]
        state.start_view(view, rules, side)
        state.fill_view(game, rules, side, view)
        random = mutable(work.random_b if side else work.random_a)
        if side == swapped:
            index = choose_first(view, offered, count, readonly(work.weights[0]), random)
        else:
            index = choose_second(view, offered, count, readonly(work.weights[1]), random)
        if index < 0 or index >= count:
            return -1 if side == swapped else -2
        decisions += 1
        effects.apply_move(game, rules, legal[index], work.scratch)
    return decisions


@helper
def write_result(game, dealt_a, dealt_b, decisions, result):
    """Write one game's result record; `dealt_a`, `dealt_b` are the hands as dealt."""
    result.winner = game.winner
    result.ending = game.ending
    result.first_to_score = game.first_to_score
    result.stock_left = DECK_SIZE - game.top
    result.kings_dealt[0] = popcount(dealt_a & KINGS)
    result.kings_dealt[1] = popcount(dealt_b & KINGS)
    result.twos_dealt[0] = popcount(dealt_a & TWOS)
    result.twos_dealt[1] = popcount(dealt_b & TWOS)
    result.opening_points[0] = point_total(dealt_a & NUMBERS)
    result.opening_points[1] = point_total(dealt_b & NUMBERS)
    for side in range(2):
        result.kings_most[side] = game.kings_most[side]
        result.kings_end[side] = popcount(game.royals[side] & KINGS)
        result.final_points[side] = point_total(game.points[side])
    result.turns = game.turns
    result.decisions = decisions


@helper
def deal_game(work, rules, seed, game_index):
    """Deal game `game_index` from the pair's deck in `work.deck`, and seat the random streams."""
    game = work.game
    for place in range(DECK_SIZE):
        game.deck[place] = work.deck[place]
    state.deal(game, rules)
    work.random_a[0] = state.seat_stream(seed, game_index, 0)
    work.random_b[0] = state.seat_stream(seed, game_index, 1)


@kernel(
    signature(
        int64,
        uint64,
        int64,
        int64,
        readonly_array(RULES),
        CHOOSE,
        CHOOSE,
        writable_array(WORKSPACE),
        writable_array(RESULT),
        readonly_array(uint8),
        writable_array(int64),
    )
)
def play_games(
    seed, start, stop, rules_row, choose_first, choose_second, workspace, results, halt, status
):
    """Play games [`start`, `stop`) of `seed` and return how many were finished.

    Parameters
    ----------
    seed : uint64
    start, stop : int64
        Range of game indices; `start` is even.
    rules_row : RULES_DTYPE[1]
    choose_first, choose_second : first-class functions of `policies.choose_signature`
    workspace : WORKSPACE_DTYPE[1]
        Overwritten; `weights` holds both policies' weights.
    results : RESULT_DTYPE[stop − start]
    halt : uint8[1]
        Polled before every decision; non-zero ends the run early.
    status : int64[2]
        On return (`FINE`, 0), or (`BAD_FIRST` or `BAD_SECOND`, game) if that policy answered an
        index out of range.
    """
    work = workspace[0]
    rules = rules_row[0]
    status[0] = FINE
    status[1] = 0
    for game_index in range(start, stop):
        swapped = game_index & 1
        if swapped == 0:
            random_streams.shuffle(
                work.deck, random_streams.stream(seed, random_streams.DECK, game_index >> 1, 0)
            )
        deal_game(work, rules, seed, game_index)
        dealt_a = work.game.hand[0]
        dealt_b = work.game.hand[1]
        decisions = play_game(work, rules, swapped, choose_first, choose_second, halt)
        if decisions < 0:
            if decisions != _HALTED:
                status[0] = -decisions
                status[1] = game_index
            return game_index - start
        write_result(work.game, dealt_a, dealt_b, decisions, results[game_index - start])
    return stop - start


@dataclass(frozen=True)
class Match:
    """Two policies under a rule set; `first` moves first in even games and deals in odd ones."""

    rules: RuleSet
    first: Policy
    second: Policy


def new_workspace(match: Match) -> np.ndarray:
    """Return a fresh workspace (`WORKSPACE_DTYPE[1]`) with both policies' weights in it."""
    workspace = np.zeros(1, dtype=WORKSPACE_DTYPE)
    rows = workspace["weights"][0]
    for row, policy in zip(rows, (match.first, match.second), strict=True):
        row[: len(policy.vector)] = policy.vector
    return workspace


def play_chunk(match: Match, seed: int, start: int, stop: int, halt: np.ndarray) -> np.ndarray:
    """Play games [`start`, `stop`) of a match and return their results (`RESULT_DTYPE[n]`).

    Parameters
    ----------
    match : Match
    seed : int
        0 … 2⁶⁴ − 1.
    start, stop : int
        Range of game indices; both even, so that pairs stay whole.
    halt : numpy.ndarray
        `uint8[1]`, shared; non-zero stops the chunk before its next decision.

    Raises
    ------
    Halted
        If `halt` was set; the chunk's games are thrown away.
    PolicyError
        If a policy answered with an index out of range.
    ValueError
        If the range splits a pair.
    """
    if start % 2 or stop % 2 or not 0 <= start <= stop:
        raise ValueError(f"games {start}:{stop} do not make whole pairs")
    results = np.zeros(stop - start, dtype=RESULT_DTYPE)
    status = np.zeros(2, dtype=np.int64)
    played = play_games(
        np.uint64(seed),
        start,
        stop,
        match.rules.record,
        match.first.function,
        match.second.function,
        new_workspace(match),
        results,
        halt,
        status,
    )
    if status[0] != FINE:
        seated = (match.first, match.second)
        bad, other = seated if status[0] == BAD_FIRST else seated[::-1]
        raise PolicyError(
            f"policy {bad.short} against {other.short} answered an index out of range "
            f"in game {status[1]}"
        )
    if played < stop - start:
        raise Halted
    return results
