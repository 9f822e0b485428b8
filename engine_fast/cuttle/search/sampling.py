"""Moves of one position played out on the same samples of its unknown cards.

For positions given by hand: every named card lies where it is named, cards named nowhere are dealt
afresh for each sample. Where `search` asks what one side may know, this asks what a position says.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine_fast.cards import DECK_SIZE
from engine_fast.cuttle.effects import settle
from engine_fast.cuttle.notation import Position
from engine_fast.cuttle.play import CHOOSE
from engine_fast.cuttle.rules import RULES, RuleSet
from engine_fast.cuttle.search.determinize import deal_hidden, list_cards_of
from engine_fast.cuttle.search.playout import WIN, play_out, score_of
from engine_fast.cuttle.state import GAME, GAME_DTYPE, MOST_MOVES, VIEW_DTYPE, start_view
from engine_fast.cuttle.steps import LiveGame
from engine_fast.jit import (
    assign,
    int32,
    int64,
    kernel,
    local_record,
    mutable,
    readonly_array,
    record_type,
    signature,
    uint8,
    uint64,
    writable_array,
)
from engine_fast.policies import WEIGHTS, Policy
from engine_fast.random_streams import EVALUATION, stream

SCORE_UNIT = WIN

SAMPLING_DTYPE = np.dtype(
    [
        ("world", GAME_DTYPE),
        ("game", GAME_DTYPE),
        ("views", VIEW_DTYPE, (2,)),
        ("moves", np.int32, (MOST_MOVES,)),
        ("scratch", np.int32, (MOST_MOVES,)),
        ("pool", np.uint8, (DECK_SIZE,)),
        ("random", np.uint64, (1,)),
    ],
    align=True,
)
SAMPLING = record_type(SAMPLING_DTYPE)


@kernel(
    signature(
        int64,
        uint64,
        int64,
        GAME,
        int64,
        int64,
        int64,
        readonly_array(RULES),
        readonly_array(int32),
        CHOOSE,
        WEIGHTS,
        writable_array(uint8, 2),
    )
)
def play_samples(
    seed, first, position, holder, unknown, start, rules_row, moves, choose, weights, scores
):
    """Play every move out on samples `first`, `first` + 1 … and write what each was worth.

    Parameters
    ----------
    seed : uint64
        Sample s follows from (`seed`, s), whatever moves are played on it.
    position : GAME_DTYPE
        The cards it is `out` of are those to be dealt.
    holder, unknown : int64
        The side whose hand gets `unknown` of them.
    start : int64
        The stock gets as many as its places from this one on; the others stay out of play.
    rules_row : RULES_DTYPE[1]
    moves : int32[k]
    choose : first-class function of `policies.choose_signature`
        Makes all later decisions of both sides.
    weights : float64[n]
    scores : uint8[samples, k]
        `playout.WIN`, `HALF` or `LOSS`, for the side that decides in the position.
    """
    work = local_record(SAMPLING)
    rules = rules_row[0]
    for seat in range(2):
        start_view(work.views[seat], rules, seat)
    for place in range(scores.shape[0]):
        pool_count = list_cards_of(position.out, mutable(work.pool))
        assign(work.world, position)
        work.random[0] = stream(seed, EVALUATION, first + place, 0)
        deal_hidden(
            work.world, holder, unknown, start, mutable(work.pool), pool_count, mutable(work.random)
        )
        settle(work.world, rules, mutable(work.scratch))
        side = work.world.to_act
        for index in range(len(moves)):
            assign(work.game, work.world)
            work.random[0] = stream(seed, EVALUATION, first + place, 1)
            play_out(
                work.game,
                rules,
                moves[index],
                work.views,
                mutable(work.moves),
                mutable(work.scratch),
                choose,
                weights,
                mutable(work.random),
            )
            scores[place, index] = score_of(work.game, side)
    return scores.shape[0]


@dataclass(frozen=True)
class Samples:
    """A position ready to be sampled: who decides, the legal moves, and where cards are unknown."""

    rules: RuleSet
    position: np.ndarray
    holder: int
    unknown: int
    start: int
    side: int
    moves: np.ndarray

    @classmethod
    def of(cls, position: Position, rules: RuleSet) -> Samples:
        """Take over a position as read.

        The named cards of a hand with `?` are known to the other side, and so is the named top card
        of a stock with `?`.

        Raises
        ------
        ValueError
            If the game is over, or the side that decides holds unknown cards.
        """
        known = position.game.copy()
        row = known[0]
        for side in (0, 1):
            if position.unknown[side]:
                row["known"][side] |= row["hand"][side]
        start = DECK_SIZE
        if position.deck_unknown:
            named = row["deck"][int(row["top"]) :].copy()
            hidden = int(row["out"]).bit_count() - sum(position.unknown)
            start = DECK_SIZE - hidden
            row["top"] = start - len(named)
            row["deck"][int(row["top"]) : start] = named
            row["top_known"] = min(1, len(named))
        game = LiveGame(rules, position.filled())
        for forced_are_made in (False, True):
            if forced_are_made:
                game.settle()
            if game.winner:
                raise ValueError("the game is over; there is nothing to choose")
            side = game.to_act
            if int(game.record["hand"][0][side]) & int(row["out"]):
                raise ValueError(f"{'AB'[side]} decides and holds unknown cards; name them")
        moves = np.array(game.legal(), dtype=np.int32)
        holder = 1 - game.to_act
        return cls(rules, known, holder, position.unknown[holder], start, game.to_act, moves)

    def play(
        self, policy: Policy, seed: int, first: int, count: int, arms: list[int]
    ) -> np.ndarray:
        """Play the moves `arms` on samples `first` … `first + count − 1`.

        Returns
        -------
        scores : numpy.ndarray
            `uint8[count, len(arms)]`, 0 … `SCORE_UNIT`.
        """
        scores = np.zeros((count, len(arms)), dtype=np.uint8)
        play_samples(
            np.uint64(seed),
            first,
            self.position[0],
            self.holder,
            self.unknown,
            self.start,
            self.rules.record,
            self.moves[arms],
            policy.function,
            policy.vector,
            scores,
        )
        return scores
