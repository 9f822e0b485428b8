"""Best responses and equilibria of one round of Cuckoo, from exact counts.

A seat wants to lose as few rounds as it can; as all who tie lose, the game is not zero-sum. All
play considered here keeps what is higher than the card a forced swap took: that is never worse. A
seat's play is a threshold for a card that came by the deal and one each for a card that a forced
swap gave it for a higher or an equal one. What the seats before did otherwise is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from engine_fast.cuckoo.exact import EQUAL, FRESH, LOWER, Deals, threshold_swaps
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuckoo.state import KING

PLAIN = 7  # "swap below 8"
_PATIENCE = 2  # thresholds in a row that are worse before the search stops

Mixture = dict[int, Fraction]


class Play(NamedTuple):
    """The highest rank that a place swaps, by how the card came.

    `fresh` by the deal; `lower` and `equal` by a forced swap, for a higher card and for an equal
    one. The first place is never forced to swap: only its `fresh` counts.
    """

    fresh: int
    lower: int
    equal: int

    @property
    def swaps(self) -> np.ndarray:
        """The play as `exact.Deals` takes it, `uint8[14, 4]`."""
        swaps = threshold_swaps(0)
        for how, highest in ((FRESH, self.fresh), (LOWER, self.lower), (EQUAL, self.equal)):
            swaps[1 : highest + 1, how] = 1
        return swaps


Profile = tuple[Play, ...]
Respond = Callable[[Profile, int, CuckooRules], tuple[Play, Fraction]]


@dataclass(frozen=True)
class SeatSolution:
    """One place of a solved round.

    `loss` with its `play`; `gain` what its best response would save it; `plain_loss` its loss if it
    alone swaps below 8, whatever a forced swap showed.
    """

    play: Play
    loss: Fraction
    gain: Fraction
    plain_loss: Fraction


@dataclass(frozen=True)
class Solution:
    """Where best responses lead.

    `seats` by place. `pure` whether no seat gains by other play of the kind; else best responses go
    round `circle`, and every seat's `gain` says how far from an equilibrium the profile shown is:
    of the circle the one whose largest gain is smallest.
    """

    seats: tuple[SeatSolution, ...]
    pure: bool
    circle: tuple[Profile, ...]


def loss_of(
    profile: Sequence[Play], place: int, rules: CuckooRules, own: np.ndarray | None = None
) -> Fraction:
    """Return the chance of a place to lose; `own`, `uint8[14, 4]`, stands for its play if given."""
    swaps = [play.swaps for play in profile]
    if own is not None:
        swaps[place] = own
    deals = Deals(swaps, rules)
    return Fraction(deals.losses(place), deals.total)


def threshold_response(profile: Profile, place: int, rules: CuckooRules) -> tuple[Play, Fraction]:
    """Return the best threshold of a place, one for all ways a card can have come, and its loss."""
    return _least(lambda t: Play(t, t, t), profile, place, rules)


def best_response(profile: Profile, place: int, rules: CuckooRules) -> tuple[Play, Fraction]:
    """Return the best play of a place, and its loss.

    What a seat does with a card come one way does not touch the deals in which it came another:
    the loss is a sum over these, and each threshold is found alone.
    """
    play, loss = _least(lambda t: Play(t, 0, 0), profile, place, rules)
    if place > 0:
        fresh = play.fresh
        play, _ = _least(lambda t: Play(fresh, t, 0), profile, place, rules)
        lower = play.lower
        play, loss = _least(lambda t: Play(fresh, lower, t), profile, place, rules)
    return play, loss


def _least(
    play_at: Callable[[int], Play], profile: Profile, place: int, rules: CuckooRules
) -> tuple[Play, Fraction]:
    """Return the play of least loss over one threshold, the lowest of several, and the loss.

    A higher card is never more worth swapping than a lower one come the same way, so that the loss
    falls to its least and rises from there; the search stops once it has.
    """
    best, least, worse = play_at(0), Fraction(2), 0
    for threshold in range(KING):
        play = play_at(threshold)
        loss = loss_of((*profile[:place], play, *profile[place + 1 :]), place, rules)
        worse = worse + 1 if loss > least else 0
        if loss < least:
            best, least = play, loss
        if worse == _PATIENCE:
            break
    return best, least


def solve(
    players: int, rules: CuckooRules, respond: Respond = best_response, start: int = PLAIN
) -> Solution:
    """Iterate best responses, seat after seat, until they stand still or go round.

    Parameters
    ----------
    players : int
        2 … 10.
    rules : CuckooRules
    respond : callable
        `best_response`, or `threshold_response` to stay with one threshold a seat.
    start : int
        The threshold that all begin with.
    """
    profile: Profile = (Play(start, start, start),) * players
    visited: list[Profile] = []
    while profile not in visited:
        visited.append(profile)
        for place in range(players):
            answer, _ = respond(profile, place, rules)
            profile = (*profile[:place], answer, *profile[place + 1 :])
    # Where they stand still the last one comes back at once; else all since its first time do.
    circle = visited[visited.index(profile) :]
    losses = [[loss_of(one, place, rules) for place in range(players)] for one in circle]
    gains = [
        [loss - respond(one, place, rules)[1] for place, loss in enumerate(row)]
        for one, row in zip(circle, losses, strict=True)
    ]
    nearest = min(range(len(circle)), key=lambda index: max(gains[index]))
    shown = circle[nearest]
    seats = (
        SeatSolution(
            play,
            losses[nearest][place],
            gains[nearest][place],
            loss_of(shown, place, rules, threshold_swaps(PLAIN)),
        )
        for place, play in enumerate(shown)
    )
    return Solution(tuple(seats), len(circle) == 1, tuple(circle))


@dataclass(frozen=True)
class TwoSeatEquilibrium:
    """Nash equilibrium of two seats: chance of each threshold, and what each seat loses."""

    first: Mixture
    dealer: Mixture
    losses: tuple[Fraction, Fraction]


def two_seats(rules: CuckooRules) -> list[TwoSeatEquilibrium]:
    """Return all equilibria of two seats in thresholds, pure ones and mixtures of two each.

    What the dealer does after a forced swap is settled beforehand, for he knows both cards then:
    he cuts a lower card, and an equal one where a tie costs him a life. By support enumeration over
    what is left when dominated thresholds are struck out.
    """
    tie_costs = rules.values["tie"] == "all_lose"
    first, dealer = [np.zeros((KING, KING), dtype=object) for _ in range(2)]
    for a, b in product(range(KING), repeat=2):
        behind = threshold_swaps(b, informed=True)
        behind[1:KING, LOWER] = 1
        behind[:, EQUAL] = 0
        behind[1:KING, EQUAL] = tie_costs
        deals = Deals([threshold_swaps(a), behind], rules)
        first[a, b], dealer[a, b] = (Fraction(deals.losses(seat), deals.total) for seat in (0, 1))
    rows, columns = _undominated(first, dealer)
    found = []
    for size in (1, 2):
        for mine in combinations(rows, size):
            for theirs in combinations(columns, size):
                # Each mixes so that the other is indifferent between what he mixes.
                q = _indifferent(first[np.ix_(mine, theirs)])
                p = _indifferent(dealer[np.ix_(mine, theirs)].T)
                if p is None or q is None:
                    continue
                by_row = first[:, list(theirs)] @ np.array(q, dtype=object)
                by_column = np.array(p, dtype=object) @ dealer[list(mine)]
                losses = by_row[mine[0]], by_column[theirs[0]]
                if losses[0] == min(by_row) and losses[1] == min(by_column):
                    row, column = (
                        dict(zip(mine, p, strict=True)),
                        dict(zip(theirs, q, strict=True)),
                    )
                    found.append(TwoSeatEquilibrium(row, column, losses))
    return found


def _indifferent(losses: np.ndarray) -> list[Fraction] | None:
    """Chances of the columns that make both rows lose the same; None if none, all positive, do."""
    if len(losses) == 1:
        return [Fraction(1)]
    (a, b), (c, d) = losses
    slope = (a - b) - (c - d)
    if slope == 0:
        return None
    share = (d - b) / slope
    return [share, 1 - share] if 0 < share < 1 else None


def _undominated(first: np.ndarray, dealer: np.ndarray) -> tuple[list[int], list[int]]:
    """Strike out thresholds that another one beats whatever the other seat does, repeatedly."""
    rows, columns = list(range(len(first))), list(range(len(first)))
    while True:
        kept_rows = _not_beaten(first, rows, columns)
        kept_columns = _not_beaten(dealer.T, columns, kept_rows)
        if (kept_rows, kept_columns) == (rows, columns):
            return rows, columns
        rows, columns = kept_rows, kept_columns


def _not_beaten(losses: np.ndarray, own: Iterable[int], others: Sequence[int]) -> list[int]:
    own = list(own)
    return [
        one
        for one in own
        if not any(all(losses[by, at] < losses[one, at] for at in others) for by in own)
    ]
