"""Exact Cuckoo games: lives and dealer as an absorbing Markov chain over exact rounds.

A round changes a game only by who loses a life and by the deal passing on, so that the state is
everybody's lives and the seat that deals. Lives only fall; where nobody may lose (`tie=nobody`) the
deal goes round at the same lives, which is a set of linear equations, one a dealer. Knows no policy
by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from engine_fast.cuckoo.exact import Deals
from engine_fast.cuckoo.rules import CuckooRules

MOST_STATES = 50_000
"""States solved: six players of three lives have 24,576, seven 114,688."""


@dataclass(frozen=True)
class ExactGames:
    """What games come to, by seat from the first dealer's left, that dealer last.

    `sole` and `shared` are the chances to win alone and with others, `rounds` the expected length.
    The give-up after 10,000 rounds is left out: it matters only where nobody loses on a tie.
    """

    sole: tuple[float, ...]
    shared: tuple[float, ...]
    rounds: float


def states(rules: CuckooRules, players: int) -> int:
    """How many states (lives of all, dealer) a game has; up to `MOST_STATES` are solved."""
    return (int(rules.values["lives"]) + 1) ** players * players


def solve_games(swaps: Sequence[np.ndarray], rules: CuckooRules) -> ExactGames:
    """Solve games in which every seat plays the same way in all rounds.

    Parameters
    ----------
    swaps : sequence of uint8[14, 4]
        Play of each seat, as for `exact.Deals`; it goes with the seat while the deal goes round.
    rules : CuckooRules
        `players` does not matter, `lives` does.

    Raises
    ------
    ValueError
        If there are more than `MOST_STATES` states.
    """
    return _Chain(swaps, rules).solve()


class _Chain:
    """Values of all states, worked out from the fewest lives upward.

    A value is `float64[2n + 1]`: chance of each seat to win alone, to share, rounds still to come.
    """

    def __init__(self, swaps: Sequence[np.ndarray], rules: CuckooRules) -> None:
        self.players = len(swaps)
        self.lives = int(rules.values["lives"])
        count = states(rules, self.players)
        if count > MOST_STATES:
            raise ValueError(f"{count} states of lives and dealer; allowed: {MOST_STATES}")
        self.rules = rules
        self.swaps = [np.asarray(table, dtype=np.uint8) for table in swaps]
        self.values: dict[tuple[tuple[int, ...], int], np.ndarray] = {}
        self._rounds: dict[bytes, list[tuple[int, float]]] = {}

    def solve(self) -> ExactGames:
        """Solve the chain and read off its first state."""
        reachable = product(range(self.lives + 1), repeat=self.players)
        for lives in sorted(reachable, key=sum):
            if sum(left > 0 for left in lives) > 1:
                self._solve_lives(lives)
        value = self.values[(self.lives,) * self.players, self.players - 1]
        sole, shared = value[: self.players], value[self.players : -1]
        return ExactGames(tuple(map(float, sole)), tuple(map(float, shared)), float(value[-1]))

    def _solve_lives(self, lives: tuple[int, ...]) -> None:
        """Solve the states of the same lives together: with nobody losing the deal goes round."""
        dealers = [seat for seat in range(self.players) if lives[seat]]
        stays = np.eye(len(dealers))
        known = np.zeros((len(dealers), 2 * self.players + 1))
        known[:, -1] = 1  # this round
        for row, dealer in enumerate(dealers):
            seats = self._seats(lives, dealer)
            for losers, chance in self._round(seats):
                if losers == 0:
                    stays[row, (row + 1) % len(dealers)] -= chance
                    continue
                left = list(lives)
                for place, seat in enumerate(seats):
                    left[seat] -= losers >> place & 1
                known[row] += chance * self._after(tuple(left), seats, dealer)
        for dealer, value in zip(dealers, np.linalg.solve(stays, known), strict=True):
            self.values[lives, dealer] = value

    def _seats(self, lives: tuple[int, ...], dealer: int) -> list[int]:
        """Active seats in turn order, from the dealer's left."""
        clockwise = [(dealer + step) % self.players for step in range(1, self.players + 1)]
        return [seat for seat in clockwise if lives[seat]]

    def _after(self, lives: tuple[int, ...], seats: Sequence[int], dealer: int) -> np.ndarray:
        """Value once a round among `seats` has left `lives`."""
        survivors = [seat for seat in seats if lives[seat]]
        value = np.zeros(2 * self.players + 1)
        if not survivors:
            value[[self.players + seat for seat in seats]] = 1
        elif len(survivors) == 1:
            value[survivors[0]] = 1
        else:
            return self.values[lives, self._seats(lives, dealer)[0]]
        return value

    def _round(self, seats: Sequence[int]) -> list[tuple[int, float]]:
        """Chance of each set of losers, by place, in a round of given seats in turn order."""
        swaps = [self.swaps[seat] for seat in seats]
        key = b"".join(table.tobytes() for table in swaps)
        if key not in self._rounds:
            deals = Deals(swaps, self.rules)
            found = deals.loser_sets().items()
            self._rounds[key] = [(losers, count / deals.total) for losers, count in found if count]
        return self._rounds[key]
