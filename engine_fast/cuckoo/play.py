"""Playing Cuckoo in bulk: the kernels that play a range of rounds or of games, and their drivers.

Kernels release the GIL and poll a stop flag before every round. Everything about round or game i of
a seed follows from (seed, i): the cards of round i come from the stream (seed, CUCKOO_ROUND, i),
those of the j-th round of game i from (seed, CUCKOO_GAME, i, j); the choices of a seat have a
stream of their own, begun anew each round. So no policy can shift a deal or another seat's choices,
or remember a card. Knows no policy by name, and counts nothing: it leaves a record a round or game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine_fast import random_streams
from engine_fast.cards import DECK_SIZE
from engine_fast.cuckoo import state
from engine_fast.cuckoo.rules import RULES, CuckooRules
from engine_fast.jit import (
    UniTuple,
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

ROUND_DTYPE = np.dtype(
    [
        ("losers", np.uint16),  # set of places that lose a life: bit 0 the first to act
        ("lowest", np.uint8),  # lowest rank at the reveal, 1 (ace) … 13
        ("swaps", np.uint8),  # swaps between neighbours
        ("kings", np.uint8),  # swaps that a shown king stopped
        ("dealer", np.uint8),  # what the dealer did: KEPT, CUT, CUT_KING (one that stopped him)
    ],
    align=True,
)
ROUND = record_type(ROUND_DTYPE)
KEPT, CUT, CUT_KING = range(3)

GAME_RESULT_DTYPE = np.dtype(
    [
        ("winners", np.uint16),  # set of seats: bit 0 the first dealer's left; 0 if unfinished
        ("rounds", np.uint16),
        ("unfinished", np.uint8),  # 1 after state.ROUND_CAP rounds without an end
    ],
    align=True,
)
GAME_RESULT = record_type(GAME_RESULT_DTYPE)

WORKSPACE_DTYPE = np.dtype(
    [
        ("table", state.TABLE_DTYPE),
        ("seen", state.VIEW_DTYPE),
        ("dealing", np.uint64, (1,)),
        ("random", np.uint64, (1,)),
        ("moves", np.int32, (2,)),
        ("weights", np.float64, (state.MOST_PLAYERS, MOST_WEIGHTS)),  # by seat
    ],
    align=True,
)
WORKSPACE = record_type(WORKSPACE_DTYPE)
CHOOSE = choose_type(state.VIEW)

# What a kernel leaves in `status[0]`.
FINE, BAD_INDEX = 0, 1

_LANES = 16  # lanes of choice streams a round of a game takes: one a seat


@helper
def round_deck_stream(seed, index):
    """Return the start of the stream that deals round `index` of `play_rounds`."""
    return random_streams.stream(seed, random_streams.CUCKOO_ROUND, index, 0)


@helper
def round_choice_stream(seed, index, place):
    """Return the start of the stream that a place's choice in round `index` draws from."""
    return random_streams.stream(seed, random_streams.CUCKOO_CHOICE, index, place)


@helper
def game_deck_stream(seed, game_index, round_number):
    """Return the start of the stream that deals a round, counted from 0, of a game."""
    return random_streams.stream(seed, random_streams.CUCKOO_GAME, game_index, round_number)


@helper
def game_choice_stream(seed, game_index, round_number, seat):
    """Return the start of the stream that a seat's choice in a round of a game draws from."""
    lane = _LANES * (round_number + 1) + seat
    return random_streams.stream(seed, random_streams.CUCKOO_CHOICE, game_index, lane)


@helper
def deal(table, random):
    """Deal a card to every place and lay out the one to be cut, drawing from `random`.

    A card is drawn from all 52 until it is one not dealt yet, which makes the front of a shuffled
    deck without the rest of it; so the cards of a place do not depend on how many sit behind it.
    """
    dealt = 0
    place = 0
    while place <= table.count:
        card = random_streams.below(random, DECK_SIZE)
        table.rank[place] = (card >> 2) + 1
        place += 1 - ((dealt >> card) & 1)
        dealt |= 1 << card
    state.start_round(table)


@helper
def take_turn(work, rules, choose, seat, place, mine):
    """Let `choose` decide for `place`, whose turn it is and who holds `mine`.

    Return the card of the next place, or −1 if the answer is out of range.
    """
    state.fill_view(work.table, place, mine, work.seen)
    move = choose(
        work.seen, readonly(work.moves), 2, readonly(work.weights[seat]), mutable(work.random)
    )
    if move & ~1:
        return -1
    return state.act(work.table, rules, place, mine, move)


@helper
def take_place(work, rules, choose, seed, index, place, mine):
    """Let `choose` decide for a place of round `index`; in a single round places are seats."""
    work.random[0] = round_choice_stream(seed, index, place)
    return take_turn(work, rules, choose, place, place, mine)


@helper
def play_places(work, rules, policies, seed, index):
    """Let all places of round `index` decide; return the one that answered out of range, or −1.

    Written out place by place, so that each is compiled with its own policy and bits in place: a
    loop over `policies` took half as long again. `np.int64` keeps numba from compiling everything
    below once a place, as it does for a literal.
    """
    count = work.table.count
    card = np.int64(work.table.rank[0])
    card = take_place(work, rules, policies[0], seed, index, np.int64(0), card)
    if card < 0:
        return 0
    card = take_place(work, rules, policies[1], seed, index, np.int64(1), card)
    if card < 0:
        return 1
    if count == 2:
        return -1
    card = take_place(work, rules, policies[2], seed, index, np.int64(2), card)
    if card < 0:
        return 2
    if count == 3:
        return -1
    card = take_place(work, rules, policies[3], seed, index, np.int64(3), card)
    if card < 0:
        return 3
    if count == 4:
        return -1
    card = take_place(work, rules, policies[4], seed, index, np.int64(4), card)
    if card < 0:
        return 4
    if count == 5:
        return -1
    card = take_place(work, rules, policies[5], seed, index, np.int64(5), card)
    if card < 0:
        return 5
    if count == 6:
        return -1
    card = take_place(work, rules, policies[6], seed, index, np.int64(6), card)
    if card < 0:
        return 6
    if count == 7:
        return -1
    card = take_place(work, rules, policies[7], seed, index, np.int64(7), card)
    if card < 0:
        return 7
    if count == 8:
        return -1
    card = take_place(work, rules, policies[8], seed, index, np.int64(8), card)
    if card < 0:
        return 8
    if count == 9:
        return -1
    card = take_place(work, rules, policies[9], seed, index, np.int64(9), card)
    return 9 if card < 0 else -1


@helper
def write_round(table, result):
    """Write the record of the round just revealed."""
    dealer = table.count - 1
    others = (1 << dealer) - 1
    result.losers = table.losers
    result.lowest = table.lowest
    result.swaps = popcount(np.uint64(table.swapped & others))
    result.kings = popcount(np.uint64(table.stopped & others))
    result.dealer = CUT * (table.swapped >> dealer) + CUT_KING * (table.stopped >> dealer)


_POLICIES = UniTuple(CHOOSE, state.MOST_PLAYERS)


@kernel(
    signature(
        int64,
        uint64,
        int64,
        int64,
        readonly_array(RULES),
        _POLICIES,
        writable_array(WORKSPACE),
        writable_array(ROUND),
        readonly_array(uint8),
        writable_array(int64),
    )
)
def play_rounds(seed, start, stop, rules_row, policies, workspace, results, halt, status):
    """Play rounds [`start`, `stop`) of `seed` with all seats in; return how many were finished.

    Parameters
    ----------
    seed : uint64
    start, stop : int64
        Range of round indices.
    rules_row : RULES_DTYPE[1]
    policies : 10 first-class functions of `policies.choose_signature`
        By place: first to act first, dealer at `players` − 1; the rest is not called.
    workspace : WORKSPACE_DTYPE[1]
        Overwritten; holds the moves and every seat's weights.
    results : ROUND_DTYPE[stop − start]
    halt : uint8[1]
        Polled before every round; non-zero ends the run early.
    status : int64[3]
        On return (`FINE`, 0, 0), or (`BAD_INDEX`, round, place) if a policy answered an index out
        of range.
    """
    work = workspace[0]
    rules = rules_row[0]
    table = work.table
    status[0] = FINE
    state.start_game(table, rules)
    state.seat_round(table)
    for index in range(start, stop):
        if halt[0]:
            return index - start
        work.dealing[0] = round_deck_stream(seed, index)
        deal(table, mutable(work.dealing))
        bad = play_places(work, rules, policies, seed, index)
        if bad >= 0:
            status[0] = BAD_INDEX
            status[1] = index
            status[2] = bad
            return index - start
        state.reveal(table, rules)
        write_round(table, results[index - start])
    return stop - start


@kernel(
    signature(
        int64,
        uint64,
        int64,
        int64,
        readonly_array(RULES),
        _POLICIES,
        writable_array(WORKSPACE),
        writable_array(GAME_RESULT),
        readonly_array(uint8),
        writable_array(int64),
    )
)
def play_games(seed, start, stop, rules_row, policies, workspace, results, halt, status):
    """Play games [`start`, `stop`) of `seed` and return how many were finished.

    As `play_rounds`, with policies and `status[2]` by seat: the first dealer's left first, that
    dealer at `players` − 1. Policies stay with their seats while the deal goes round.
    """
    work = workspace[0]
    rules = rules_row[0]
    table = work.table
    status[0] = FINE
    for index in range(start, stop):
        state.start_game(table, rules)
        while table.winners == 0 and table.unfinished == 0:
            if halt[0]:
                return index - start
            state.seat_round(table)
            work.dealing[0] = game_deck_stream(seed, index, table.rounds)
            deal(table, mutable(work.dealing))
            card = np.int64(table.rank[0])
            for place in range(table.count):
                seat = np.int64(table.seat_at[place])
                work.random[0] = game_choice_stream(seed, index, table.rounds, seat)
                card = take_turn(work, rules, policies[seat], seat, place, card)
                if card < 0:
                    status[0] = BAD_INDEX
                    status[1] = index
                    status[2] = seat
                    return index - start
            state.reveal(table, rules)
            state.end_round(table)
        result = results[index - start]
        result.winners = table.winners
        result.rounds = table.rounds
        result.unfinished = table.unfinished
    return stop - start


@dataclass(frozen=True)
class Table:
    """Policies around a table under a rule set.

    One policy serves every seat; else there is one a seat, in turn order from the first dealer's
    left, that dealer last. `players` stands above the switch of that name: `rules` is kept with it.

    Raises
    ------
    ValueError
        If `players` is none of 2 … 10, or the policies are neither one nor `players`.
    """

    rules: CuckooRules
    players: int
    policies: tuple[Policy, ...]

    def __post_init__(self) -> None:
        if self.rules.values["players"] != self.players:
            object.__setattr__(self, "rules", self.rules.having(players=self.players))
        policies = tuple(self.policies)
        if len(policies) not in (1, self.players):
            message = f"{len(policies)} policies for {self.players} players"
            raise ValueError(f"{message}; give one for all or one each")
        object.__setattr__(self, "policies", policies)

    @property
    def seated(self) -> tuple[Policy, ...]:
        """The policy of every seat."""
        return self.policies * (self.players if len(self.policies) == 1 else 1)


def new_workspace(table: Table) -> np.ndarray:
    """Return a fresh workspace (`WORKSPACE_DTYPE[1]`) with moves and all seats' weights in it."""
    workspace = np.zeros(1, dtype=WORKSPACE_DTYPE)
    workspace["moves"][0] = (state.KEEP, state.SWAP)
    for row, policy in zip(workspace["weights"][0], table.seated, strict=False):
        row[: len(policy.vector)] = policy.vector
    return workspace


def _play(
    play: Callable[..., int],
    unit: str,
    table: Table,
    seed: int,
    start: int,
    stop: int,
    halt: np.ndarray,
    results: np.ndarray,
) -> np.ndarray:
    seated = table.seated
    functions = tuple(policy.function for policy in seated)
    functions += (functions[0],) * (state.MOST_PLAYERS - len(functions))
    status = np.zeros(3, dtype=np.int64)
    played: Any = play(
        np.uint64(seed),
        start,
        stop,
        table.rules.record,
        functions,
        new_workspace(table),
        results,
        halt,
        status,
    )
    if status[0] == BAD_INDEX:
        raise PolicyError(
            f"policy {seated[status[2]].short} answered an index out of range "
            f"at seat {status[2] + 1} in {unit} {status[1]}"
        )
    if played < stop - start:
        raise Halted
    return results


def play_rounds_chunk(
    table: Table, seed: int, start: int, stop: int, halt: np.ndarray
) -> np.ndarray:
    """Play rounds [`start`, `stop`) with all seats in; return their records (`ROUND_DTYPE[n]`).

    A call costs about half a millisecond whatever it plays (handing over ten functions), so chunks
    should hold some hundred thousand rounds.

    Parameters
    ----------
    table : Table
    seed : int
        0 … 2⁶⁴ − 1.
    start, stop : int
        Range of round indices.
    halt : numpy.ndarray
        `uint8[1]`, shared; non-zero stops the chunk before its next round.

    Raises
    ------
    Halted
        If `halt` was set; the chunk's rounds are thrown away.
    PolicyError
        If a policy answered with an index out of range.
    """
    results = np.empty(stop - start, dtype=ROUND_DTYPE)
    return _play(play_rounds, "round", table, seed, start, stop, halt, results)


def play_games_chunk(
    table: Table, seed: int, start: int, stop: int, halt: np.ndarray
) -> np.ndarray:
    """Play games [`start`, `stop`) and return their results (`GAME_RESULT_DTYPE[n]`).

    Parameters and errors as in `play_rounds_chunk`.
    """
    results = np.zeros(stop - start, dtype=GAME_RESULT_DTYPE)
    return _play(play_games, "game", table, seed, start, stop, halt, results)
