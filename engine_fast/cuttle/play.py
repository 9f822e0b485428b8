"""Playing games of Cuttle: the kernel that plays many of them into result records.

The kernel plays games of a seed and writes one `RESULT_DTYPE` record a game. It releases the GIL
and polls a stop flag before every decision; everything about game g follows from (seed, g): the
deck from (seed, g // 2), the choices of a seat from (seed, g, seat). In even games the first-named
policy sits at A (moves first), in odd games at B (deals).

In a match of several games (`series.py`) g numbers matches, and a game has a second number, its
place in the match: deck and choices follow from it too, and the deal alternates with it.
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
HALTED = -3


@helper
def play_game(work, rules, swapped, choose_first, choose_second, halt):
    """Play the game that lies dealt in `work.game` and return the decisions made.

    `swapped` seats the first-named policy at B. An index out of range ends the game with −1 if the
    first-named policy answered it, −2 if the second-named did; a set stop flag with `HALTED`. It
    is polled before every decision, since a policy that searches may take milliseconds for one.
    """
    game = work.game
    decisions = 0
    while game.phase != state.OVER:
        if halt[0]:
            return HALTED
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
def deal_game(work, rules, seed, game_index, place):
    """Deal a game from the pair's deck in `work.deck`, and seat the random streams."""
    game = work.game
    for card in range(DECK_SIZE):
        game.deck[card] = work.deck[card]
    state.deal(game, rules)
    work.random_a[0] = state.seat_stream(seed, game_index, place, 0)
    work.random_b[0] = state.seat_stream(seed, game_index, place, 1)


@kernel(
    signature(
        int64,
        uint64,
        readonly_array(int64),
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
    seed, indices, place, rules_row, choose_first, choose_second, workspace, results, halt, status
):
    """Play games of `seed` and return how many were finished.

    Parameters
    ----------
    seed : uint64
    indices : int64[n]
        Numbers of the games, rising.
    place : int64
        Place of the games in their matches; 0 where games stand alone.
    rules_row : RULES_DTYPE[1]
    choose_first, choose_second : first-class functions of `policies.choose_signature`
    workspace : WORKSPACE_DTYPE[1]
        Overwritten; `weights` holds both policies' weights.
    results : RESULT_DTYPE[n]
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
    shuffled = -1
    for played in range(len(indices)):
        game_index = indices[played]
        pair = game_index >> 1
        if pair != shuffled:
            random_streams.shuffle(work.deck, state.deck_stream(seed, pair, place))
            shuffled = pair
        deal_game(work, rules, seed, game_index, place)
        dealt_a = work.game.hand[0]
        dealt_b = work.game.hand[1]
        # Who moves first changes with the game, and with its place in a match.
        swapped = (game_index ^ place) & 1
        decisions = play_game(work, rules, swapped, choose_first, choose_second, halt)
        if decisions < 0:
            if decisions != HALTED:
                status[0] = -decisions
                status[1] = game_index
            return played
        write_result(work.game, dealt_a, dealt_b, decisions, results[played])
    return len(indices)


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


def refuse_bad_index(match: Match, status: np.ndarray) -> None:
    """Raise `PolicyError` if a kernel's `status` says that a policy answered out of range."""
    if status[0] == FINE:
        return
    seated = (match.first, match.second)
    bad, other = seated if status[0] == BAD_FIRST else seated[::-1]
    raise PolicyError(
        f"policy {bad.short} against {other.short} answered an index out of range "
        f"in game {status[1]}"
    )


def play_indices(
    match: Match, seed: int, indices: np.ndarray, place: int, halt: np.ndarray
) -> np.ndarray:
    """Play the games numbered `indices` (`int64[n]`, rising); return their results.

    Parameters
    ----------
    match : Match
    seed : int
        0 … 2⁶⁴ − 1.
    indices : numpy.ndarray
        `int64[n]`, rising.
    place : int
        Place of each game in its match (`series.py`), 0 for games that stand alone.
    halt : numpy.ndarray
        `uint8[1]`, shared; non-zero stops the chunk before its next decision.

    Returns
    -------
    RESULT_DTYPE[n]

    Raises
    ------
    Halted
        If `halt` was set; the games are thrown away.
    PolicyError
        If a policy answered with an index out of range.
    """
    results = np.zeros(len(indices), dtype=RESULT_DTYPE)
    status = np.zeros(2, dtype=np.int64)
    played = play_games(
        np.uint64(seed),
        indices,
        place,
        match.rules.record,
        match.first.function,
        match.second.function,
        new_workspace(match),
        results,
        halt,
        status,
    )
    refuse_bad_index(match, status)
    if played < len(indices):
        raise Halted
    return results


def whole_pairs(start: int, stop: int) -> np.ndarray:
    """Return the indices `start` … `stop` − 1 (`int64[n]`).

    Raises
    ------
    ValueError
        If the range splits a pair.
    """
    if start % 2 or stop % 2 or not 0 <= start <= stop:
        raise ValueError(f"games {start}:{stop} do not make whole pairs")
    return np.arange(start, stop, dtype=np.int64)


def play_chunk(match: Match, seed: int, start: int, stop: int, halt: np.ndarray) -> np.ndarray:
    """Play games [`start`, `stop`) of a match and return their results (`RESULT_DTYPE[n]`).

    Each stands alone, also under rules that make matches of several games. Parameters and errors
    are those of `play_indices`; `ValueError` if the range splits a pair.
    """
    return play_indices(match, seed, whole_pairs(start, stop), 0, halt)
