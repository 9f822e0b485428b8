"""Games of Cuttle with every decision written down, for questions about how a game went.

`play_watched` plays the same games as `play.play_chunk`, bit for bit, and hands out one
`EVENT_DTYPE` record a decision beside the results. It is a kernel of its own, so that games nobody
watches are as fast as before.
"""

from __future__ import annotations

import numpy as np

from engine_fast import random_streams
from engine_fast.cards import DECK_SIZE, point_total
from engine_fast.cuttle import effects, moves, state
from engine_fast.cuttle.moves import card_of, target_of, verb_of
from engine_fast.cuttle.play import (
    CHOOSE,
    FINE,
    HALTED,
    RESULT,
    RESULT_DTYPE,
    WORKSPACE,
    Match,
    deal_game,
    new_workspace,
    refuse_bad_index,
    whole_pairs,
    write_result,
)
from engine_fast.cuttle.rules import RULES
from engine_fast.jit import (
    helper,
    int64,
    kernel,
    mutable,
    readonly,
    readonly_array,
    record_type,
    signature,
    uint8,
    uint64,
    writable_array,
)
from engine_fast.policies import Halted

EVENT_DTYPE = np.dtype(
    [
        ("game", np.int64),
        ("turn", np.int32),  # turns completed before it
        ("side", np.uint8),  # who decided
        ("mover", np.uint8),  # whose turn it was
        ("phase", np.uint8),  # state.MAIN, RESPOND, TAKE, DISCARD, SEVEN
        ("verb", np.uint8),  # moves.DRAW … DISCARD_CARD
        ("card", np.uint8),
        ("target", np.uint8),
        ("pending", np.uint8),  # the one-off that waited, or NO_CARD
        ("stock", np.uint8),  # cards in the stock
        ("points", np.uint8, (2,)),  # point totals before it, A and B
    ],
    align=True,
)
EVENT = record_type(EVENT_DTYPE)
EVENTS_A_GAME = 80  # room kept for each, to begin with


@helper
def note_event(event, game, move):
    """Write down a decision that is about to be carried out, but for its game's number."""
    event.turn = game.turns
    event.side = game.to_act
    event.mover = game.mover
    event.phase = game.phase
    event.verb = verb_of(move)
    event.card = card_of(move)
    event.target = target_of(move)
    event.pending = game.pending
    event.stock = DECK_SIZE - game.top
    event.points[0] = point_total(game.points[0])
    event.points[1] = point_total(game.points[1])


@helper
def play_noted(
    work, rules, swapped, choose_first, choose_second, halt, game_index, events, written
):
    """As `play.play_game`, each decision written into `events` from place `written` on.

    Decisions past the end of `events` are made, but not written. The loop is written out again here
    because a shared one, with a call for the note, cost unwatched games 4 % of their speed.
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
        if written + decisions < len(events):
            event = events[written + decisions]
            event.game = game_index
            note_event(event, game, legal[index])
        decisions += 1
        effects.apply_move(game, rules, legal[index], work.scratch)
    return decisions


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
        writable_array(EVENT),
        readonly_array(uint8),
        writable_array(int64),
    )
)
def watch_games(
    seed,
    start,
    stop,
    rules_row,
    choose_first,
    choose_second,
    workspace,
    results,
    events,
    halt,
    status,
):
    """Play games [`start`, `stop`) with every decision written into `events`.

    As `play.play_games`; returns how many whole games found room. `status` (`int64[3]`) ends with
    the number of events of those.
    """
    work = workspace[0]
    rules = rules_row[0]
    status[0] = FINE
    status[1] = 0
    status[2] = 0
    for game_index in range(start, stop):
        random_streams.shuffle(work.deck, state.deck_stream(seed, game_index >> 1, 0))
        deal_game(work, rules, seed, game_index, 0)
        dealt_a = work.game.hand[0]
        dealt_b = work.game.hand[1]
        decisions = play_noted(
            work,
            rules,
            game_index & 1,
            choose_first,
            choose_second,
            halt,
            game_index,
            events,
            status[2],
        )
        if decisions == HALTED:
            return game_index - start
        if decisions < 0:
            status[0] = -decisions
            status[1] = game_index
            return game_index - start
        if status[2] + decisions > len(events):
            return game_index - start
        status[2] += decisions
        write_result(work.game, dealt_a, dealt_b, decisions, results[game_index - start])
    return stop - start


def play_watched(
    match: Match, seed: int, start: int, stop: int, halt: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Play games [`start`, `stop`) of a match and write down every decision.

    Parameters
    ----------
    match, seed, start, stop, halt
        As in `play.play_chunk`.

    Returns
    -------
    results : RESULT_DTYPE[stop − start]
        Those of `play.play_chunk`.
    events : EVENT_DTYPE[m]
        In the order they were made, game by game. Decisions that leave no choice inside an action
        are made unasked and are not among them.

    Raises
    ------
    Halted, PolicyError, ValueError
        As `play.play_chunk`.
    """
    count = len(whole_pairs(start, stop))
    results = np.zeros(count, dtype=RESULT_DTYPE)
    status = np.zeros(3, dtype=np.int64)
    workspace = new_workspace(match)
    room = max(1, count) * EVENTS_A_GAME
    parts = []
    done = 0
    while done < count:
        events = np.zeros(room, dtype=EVENT_DTYPE)
        played = watch_games(
            np.uint64(seed),
            start + done,
            stop,
            match.rules.record,
            match.first.function,
            match.second.function,
            workspace,
            results[done:],
            events,
            halt,
            status,
        )
        refuse_bad_index(match, status)
        if halt[0] and done + played < count:
            raise Halted
        if played == 0:
            room *= 2  # one very long game
        parts.append(events[: status[2]].copy())
        done += played
    return results, np.concatenate(parts) if parts else np.zeros(0, dtype=EVENT_DTYPE)
