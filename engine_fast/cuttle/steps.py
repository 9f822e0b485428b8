"""Single steps of a game of Cuttle for Python: list, apply, settle, view, deal.

The same state machine as the kernel's, compiled to be called one decision at a time; used where a
game is shown or checked, never where games are counted.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cuttle import effects, moves, state
from engine_fast.cuttle.rules import RULES, RuleSet
from engine_fast.jit import int32, int64, kernel, mutable, signature, uint64, writable_array
from engine_fast.random_streams import shuffle

_STEP = (state.GAME, RULES, writable_array(int32))


@kernel(signature(int64, *_STEP))
def legal_moves(game, rules, out):
    """List the legal moves of `game` into `out` (`int32[MOST_MOVES]`); return how many."""
    return moves.list_moves(game, rules, out)


@kernel(signature(int64, state.GAME, RULES, int32, writable_array(int32)))
def apply(game, rules, move, out):
    """Play a legal move in place; `out` is scratch. Returns the phase that follows."""
    effects.apply_move(game, rules, move, out)
    return game.phase


@kernel(signature(int64, *_STEP))
def settle(game, rules, out):
    """Make the forced decisions of a position read in mid-action; `out` is scratch."""
    effects.settle(game, rules, out)
    return game.phase


@kernel(signature(int64, state.GAME, RULES, int64, state.VIEW))
def view_of(game, rules, side, view):
    """Write what `side` may know of `game` into `view`."""
    state.start_view(view, rules, side)
    state.fill_view(game, rules, side, view)
    return side


@kernel(signature(int64, state.GAME, RULES, uint64, int64, int64, writable_array(uint64)))
def deal_single(game, rules, seed, game_index, place, random):
    """Deal game `game_index` of `seed` into `game`; `random` (`uint64[2]`) gets both streams."""
    shuffle(mutable(game.deck), state.deck_stream(seed, game_index >> 1, place))
    state.deal(game, rules)
    random[0] = state.seat_stream(seed, game_index, place, 0)
    random[1] = state.seat_stream(seed, game_index, place, 1)
    return game_index


class LiveGame:
    """One game under a rule set, played decision by decision from Python.

    `record` is the game as `GAME_DTYPE[1]`; moves are numbers (`moves.make_move`).
    """

    def __init__(self, rules: RuleSet, record: np.ndarray | None = None) -> None:
        self.rules = rules
        self.record = np.zeros(1, dtype=state.GAME_DTYPE) if record is None else record.copy()
        self._moves = np.zeros(state.MOST_MOVES, dtype=np.int32)

    @classmethod
    def deal(
        cls, rules: RuleSet, seed: int, game_index: int, place: int = 0
    ) -> tuple[LiveGame, np.ndarray]:
        """Deal game `game_index` of `seed`; return it and the seats' random streams.

        `place` is its place in a match of several games, whose number `game_index` then is.
        """
        game = cls(rules)
        random = np.zeros(2, dtype=np.uint64)
        deal_single(game.record[0], rules.record[0], np.uint64(seed), game_index, place, random)
        return game, random

    def copy(self) -> LiveGame:
        """Return an independent game in the same state."""
        return LiveGame(self.rules, self.record)

    @property
    def phase(self) -> str:
        """The phase by name, `state.PHASES`."""
        return state.PHASES[int(self.record["phase"][0])]

    @property
    def to_act(self) -> int:
        """The side that decides now, 0 for A, 1 for B."""
        return int(self.record["to_act"][0])

    @property
    def winner(self) -> str:
        """`""` while the game goes on, then `A`, `B`, `draw` or `unfinished`."""
        return state.WINNERS[int(self.record["winner"][0])]

    def legal(self) -> list[int]:
        """Return the legal moves in the engine's order; none once the game is over."""
        return [int(move) for move in self.legal_array()]

    def legal_array(self) -> np.ndarray:
        """Return the legal moves as a read-only array (`int32[n]`), valid until the next step."""
        count = legal_moves(self.record[0], self.rules.record[0], self._moves)
        view = self._moves[:count]
        view.flags.writeable = False
        return view

    def play(self, move: int) -> None:
        """Play a move, which must be a legal one, and run on to the next decision."""
        apply(self.record[0], self.rules.record[0], np.int32(move), self._moves)

    def settle(self) -> None:
        """Make the forced decisions of a position that was given in mid-action."""
        settle(self.record[0], self.rules.record[0], self._moves)

    def view(self, side: int) -> np.ndarray:
        """Return what `side` may know now, as `VIEW_DTYPE[1]`."""
        view = np.zeros(1, dtype=state.VIEW_DTYPE)
        view_of(self.record[0], self.rules.record[0], side, view[0])
        return view
