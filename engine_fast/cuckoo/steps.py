"""Single steps of Cuckoo for Python: start, deal, view, act, end.

The same state machine as the kernels', compiled to be called one decision at a time; used where a
game is shown or checked, never where games are counted.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine_fast.cuckoo import play, state
from engine_fast.cuckoo.rules import RULES, CuckooRules
from engine_fast.jit import int64, kernel, signature, uint64, writable_array
from engine_fast.policies import Policy, PolicyError

_MOVES = np.array([state.KEEP, state.SWAP], dtype=np.int32)
_MOVES.flags.writeable = False


@kernel(signature(int64, state.TABLE, RULES))
def start_game(table, rules):
    """Seat everybody with all lives, the last seat dealing; return the number of seats."""
    state.start_game(table, rules)
    return table.players


@kernel(signature(int64, state.TABLE))
def seat_round(table):
    """Put the seats that have lives in turn order, and begin; return how many they are."""
    state.seat_round(table)
    state.start_round(table)
    return table.count


@kernel(signature(int64, state.TABLE, uint64, int64, writable_array(uint64)))
def deal_round(table, seed, index, random):
    """Deal round `index` of the seed; `random` (`uint64[10]`) gets the places' streams."""
    state.seat_round(table)
    # The deck's stream has had its use before the places' streams are written over it.
    random[0] = play.round_deck_stream(seed, index)
    play.deal(table, random)
    for place in range(table.count):
        random[place] = play.round_choice_stream(seed, index, place)
    return table.count


@kernel(signature(int64, state.TABLE, uint64, int64, writable_array(uint64)))
def deal_game_round(table, seed, game_index, random):
    """Deal the next round of game `game_index`; `random` (`uint64[10]`) as in `deal_round`."""
    state.seat_round(table)
    # The deck's stream has had its use before the places' streams are written over it.
    random[0] = play.game_deck_stream(seed, game_index, table.rounds)
    play.deal(table, random)
    for place in range(table.count):
        seat = np.int64(table.seat_at[place])
        random[place] = play.game_choice_stream(seed, game_index, table.rounds, seat)
    return table.count


@kernel(signature(int64, state.TABLE, state.VIEW))
def view_of(table, view):
    """Write what the place to act may know into `view`; return the place."""
    state.fill_view(table, table.turn, np.int64(table.rank[table.turn]), view)
    return table.turn


@kernel(signature(int64, state.TABLE, RULES, int64))
def act(table, rules, move):
    """Let the place to act keep (0) or swap (1); return the place to act then."""
    state.act(table, rules, table.turn, np.int64(table.rank[table.turn]), move)
    table.turn += 1
    return table.turn


@kernel(signature(int64, state.TABLE, RULES))
def end_round(table, rules):
    """Reveal, take the lives, pass the deal on; return the set of losers by place."""
    state.reveal(table, rules)
    state.end_round(table)
    return table.losers


def places_of(mask: int) -> list[int]:
    """Return the members of a set of seats or places in order."""
    return [place for place in range(state.MOST_PLAYERS) if mask >> place & 1]


class LiveTable:
    """One table under a rule set, played decision by decision from Python.

    `record` is the truth as `TABLE_DTYPE[1]`; seats and places count from 0. A round goes `deal…`,
    then `play` for every place, then `end_round`.
    """

    def __init__(self, rules: CuckooRules, record: np.ndarray | None = None) -> None:
        self.rules = rules
        self.random = np.zeros(state.MOST_PLAYERS, dtype=np.uint64)
        if record is None:
            self.record = np.zeros(1, dtype=state.TABLE_DTYPE)
            start_game(self.record[0], rules.record[0])
        else:
            self.record = record.copy()

    def copy(self) -> LiveTable:
        """Return an independent table in the same state."""
        other = LiveTable(self.rules, self.record)
        other.random[:] = self.random
        return other

    def _get(self, name: str) -> int:
        return int(self.record[name][0])

    @property
    def count(self) -> int:
        """How many seats are in the round."""
        return self._get("count")

    @property
    def turn(self) -> int:
        """The place to act; `count` when all have acted."""
        return self._get("turn")

    @property
    def seats(self) -> list[int]:
        """The seat at every place of the round."""
        return [int(seat) for seat in self.record["seat_at"][0][: self.count]]

    @property
    def ranks(self) -> list[int]:
        """The cards of all places now, 1 (ace) … 13 (king)."""
        return [int(rank) for rank in self.record["rank"][0][: self.count]]

    @property
    def cut(self) -> int:
        """The card that the dealer would cut, until he has acted."""
        return int(self.record["rank"][0][self.count])

    @property
    def lives(self) -> list[int]:
        """The lives of all seats now."""
        return [int(life) for life in self.record["lives"][0][: self._get("players")]]

    @property
    def dealer(self) -> int:
        """The seat that deals this round; after it, the next one."""
        return self._get("dealer")

    @property
    def rounds(self) -> int:
        """Rounds completed."""
        return self._get("rounds")

    @property
    def losers(self) -> list[int]:
        """The places that lost a life in the round just ended."""
        return places_of(self._get("losers"))

    @property
    def winners(self) -> list[int]:
        """The seats that have won; none while the game goes on or if it is unfinished."""
        return places_of(self._get("winners"))

    @property
    def over(self) -> bool:
        """Whether the game has ended, or was given up."""
        return bool(self._get("winners") or self._get("unfinished"))

    def deal_round(self, seed: int, index: int) -> None:
        """Deal round `index` of a seed, as `play_rounds` does."""
        deal_round(self.record[0], np.uint64(seed), index, self.random)

    def deal_game_round(self, seed: int, game_index: int) -> None:
        """Deal the next round of a game of a seed, as `play_games` does."""
        deal_game_round(self.record[0], np.uint64(seed), game_index, self.random)

    def deal_cards(self, ranks: Sequence[int], cut: int) -> None:
        """Deal given cards, 1 … 13, a place each, and lay out the one to be cut.

        Raises
        ------
        ValueError
            If there are not as many cards as active seats.
        """
        seat_round(self.record[0])
        if len(ranks) != self.count:
            raise ValueError(f"{len(ranks)} cards for {self.count} active seats")
        self.record["rank"][0][: self.count + 1] = [*ranks, cut]

    def view(self) -> np.ndarray:
        """Return what the place to act may know, as `VIEW_DTYPE[1]`."""
        view = np.zeros(1, dtype=state.VIEW_DTYPE)
        view_of(self.record[0], view[0])
        return view

    def ask(self, policy: Policy) -> int:
        """Return what a policy chooses for the place to act, with that place's stream.

        Raises
        ------
        PolicyError
            If it answers an index out of range.
        """
        random = self.random[self.turn : self.turn + 1]
        index = int(policy.function(self.view()[0], _MOVES, 2, policy.vector, random))
        if index not in (state.KEEP, state.SWAP):
            raise PolicyError(f"policy {policy.short} answered {index} of 2 moves")
        return index

    def play(self, move: int) -> None:
        """Let the place to act keep (0) or swap (1)."""
        act(self.record[0], self.rules.record[0], move)

    def end_round(self) -> None:
        """Reveal and score the round once all places have acted."""
        end_round(self.record[0], self.rules.record[0])
