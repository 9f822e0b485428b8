"""Exact Cuckoo rounds: how many of all ordered deals end one way, counted without playing them.

A round of n seats draws n cards and one to be cut, 52!/(51 − n)! ordered deals, 2.4·10^18 for ten
seats: counts are whole numbers of 64 bits, so that every result is a fraction and no rounding comes
in. For every rank m the deals whose lowest final card is m are counted by going round the
table. After a place has acted its card is final and never matters again except that it is out of
the deck, so that a state is no more than what has been drawn (how often each rank) and the card
under way: one that its holder is about to swap, or none. Ranks that no seat tells apart count as
one, which is what keeps a round of ten seats under a second (docs/cuckoo.md).

Covers play that depends on place, own card, and how it compares with the card that a forced swap
took. Knows no policy by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import perm

import numpy as np

from engine_fast.cards import DECK_SIZE
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuckoo.state import KING, MOST_PLAYERS
from engine_fast.jit import helper, int64, kernel, readonly_array, signature, uint8, writable_array

# How a card compares with the one that its holder lost for it; the last axis of `swaps`.
FRESH, LOWER, EQUAL, HIGHER = range(4)
RELATIONS = ("fresh", "lower", "equal", "higher")

# What is asked of the final card of a place, m being the lowest rank.
AT_LEAST, LOWEST, ABOVE = range(3)

COPIES = DECK_SIZE // KING


def threshold_swaps(highest: int, informed: bool = False) -> np.ndarray:
    """Return one place's play: swap up to rank `highest`.

    Parameters
    ----------
    highest : int
        0 (keep all) … 13.
    informed : bool
        Keep what is higher than the card a forced swap took, as the policy `informed` does.

    Returns
    -------
    uint8[14, 4]
        1 to swap, by own rank (1 … 13) and relation (`FRESH`, `LOWER`, `EQUAL`, `HIGHER`).
    """
    swaps = np.zeros((KING + 1, len(RELATIONS)), dtype=np.uint8)
    swaps[1 : highest + 1] = 1
    if informed:
        swaps[:, HIGHER] = 0
    return swaps


@dataclass(frozen=True)
class ExactRound:
    """A round counted: every field but the first is a number of deals out of `deals`.

    `losses` by place; `losers` by number of losers, 0 … n; `lowest` by lowest rank, 1 … 13 (0 at
    index 0); `ties` deals in which several hold it; `kings` by place, swaps that a king stopped,
    for the dealer: cuts.
    """

    deals: int
    losses: tuple[int, ...]
    losers: tuple[int, ...]
    lowest: tuple[int, ...]
    ties: int
    kings: tuple[int, ...]

    @property
    def loss(self) -> tuple[Fraction, ...]:
        """Chance of each place to lose a life."""
        return tuple(Fraction(count, self.deals) for count in self.losses)


@helper
def _relation(mine, lost):
    """Compare a card with the one lost for it."""
    return LOWER if mine < lost else EQUAL if mine == lost else HIGHER


@helper
def _allowed(card, lowest, demand):
    """Whether a final card is not below the lowest rank and meets what is asked of its place."""
    if card < lowest or (demand == LOWEST and card != lowest):
        return False
    return not (demand == ABOVE and card == lowest)


@helper
def _read_set(offsets, kinds, index, size, drawn, sums):
    """Read a set off its number: how many of each kind, and how many up to each kind."""
    for kind in range(len(kinds) - 1, -1, -1):
        held = 0
        while held < kinds[kind, 1] and held < size and offsets[kind, size, held + 1] <= index:
            held += 1
        index -= offsets[kind, size, held]
        drawn[kind] = held
        sums[kind] = size
        size -= held


@helper
def _prepare_numbers(offsets, drawn, sums, before, after):
    """Prepare the numbers of the sets with one card more, whatever its kind, for `_number_with`.

    What kinds below it add to the number stays; above it the sums grow by one.
    """
    count = len(drawn) - 1
    before[0] = after[count] = 0
    for kind in range(count):
        before[kind + 1] = before[kind] + offsets[kind, sums[kind], drawn[kind]]
    for kind in range(count - 1, -1, -1):
        after[kind] = after[kind + 1] + offsets[kind, sums[kind] + 1, drawn[kind]]


@helper
def _number_with(offsets, drawn, sums, before, after, new):
    """Return the number of the set that has one card of kind `new` more."""
    return before[new] + offsets[new, sums[new] + 1, drawn[new] + 1] + after[new + 1]


@helper
def _decide(row, swaps, card, how, lowest, demand, deals):
    """Let a place look at its card: it is about to be swapped, or final, or ruled out."""
    if swaps[card, how]:
        row[card] += deals
    elif _allowed(card, lowest, demand):
        row[len(row) - 1] += deals


@kernel(
    signature(
        int64,
        readonly_array(uint8, 3),
        readonly_array(uint8),
        readonly_array(int64, 2),
        readonly_array(int64),
        readonly_array(int64, 3),
        writable_array(int64, 3),
        writable_array(int64, 2),
        writable_array(int64),
        writable_array(int64),
    )
)
def count_deals(swaps, demand, kinds, options, offsets, mass, work, holders, kings):
    """Count the deals that meet `demand`, by how many places end with the lowest kind.

    A *kind* is a set of neighbouring ranks that play alike, numbered upward.

    Parameters
    ----------
    swaps : uint8[n, C, 4]
        1 to swap, by place, kind of the own card, relation to the card lost.
    demand : uint8[n]
        `AT_LEAST`, `LOWEST` or `ABOVE` by place.
    kinds : int64[C, 2]
        Cards of a kind in the deck, and the most that a deal can hold.
    options : int64[6]
        The lowest kind; that of kings or −1; whether a king refuses a swap; whether it refuses a
        cut; whether cards are put back; cards in the deck.
    offsets : int64[C, n + 2, n + 3]
        `_offsets`: a drawn set with `s` cards of kinds 0 … q, `v` of them of kind q, has
        `offsets[q, s, v]` sets of the same size before it that differ first, from above, at q.
    mass : int64[2, N, C + 1]
        Working space, N the most sets of one size. Deals by what is drawn and the card about to be
        swapped, C for none; overwritten.
    work : int64[5, C + 1]
        Working space.
    holders : int64[n + 1]
        On return the deals by number of places that hold the lowest kind.
    kings : int64[n]
        On return the deals in which a king stopped a place; meant for demands that all deals meet.

    Returns
    -------
    int64
        The number of states visited.
    """
    places, count = swaps.shape[0], swaps.shape[1]
    lowest, king, refuses, refuses_cut, put_back, deck = options
    drawn, sums, before, after, under_way = work[0], work[1], work[2], work[3], work[4]
    visited = 0
    rest_of_deal = 1  # ways to go on with all that is not yet drawn
    holders[places] = 0
    for place in range(places):
        holders[place] = kings[place] = 0
        rest_of_deal *= deck if put_back else deck - 1 - place
    mass[0, :count] = 0
    for card in range(count):  # the sets of one card are in the order of kinds
        _decide(mass[0, card], swaps[0], card, FRESH, lowest, demand[0], kinds[card, 0])
    for place in range(places):
        now, then, last = place & 1, (place + 1) & 1, place == places - 1
        left = deck if put_back else deck - 1 - place
        rest_of_deal //= left
        if not last:
            mass[then, : offsets[count - 1, place + 2, kinds[count - 1, 1] + 1]] = 0
        for index in range(offsets[count - 1, place + 1, kinds[count - 1, 1] + 1]):
            swapping = 0
            for card in range(count):
                if mass[now, index, card] != 0:
                    under_way[swapping] = card
                    swapping += 1
            kept = mass[now, index, count]
            if swapping == 0 and kept == 0:
                continue
            visited += 1
            _read_set(offsets, kinds, index, place + 1, drawn, sums)
            _prepare_numbers(offsets, drawn, sums, before, after)
            if last:
                holders[drawn[lowest]] += kept * left
            for new in range(count):
                ways = kinds[new, 0] if put_back else kinds[new, 0] - drawn[new]
                goes_on = not last and drawn[new] < kinds[new, 1]
                if ways <= 0 or not (last or goes_on):
                    continue
                target = 0
                if goes_on:
                    target = _number_with(offsets, drawn, sums, before, after, new)
                    if kept != 0:
                        row, asked = mass[then, target], demand[place + 1]
                        _decide(row, swaps[place + 1], new, FRESH, lowest, asked, kept * ways)
                stopped = new == king and (refuses_cut if last else refuses)
                for nth in range(swapping):
                    mine = under_way[nth]
                    deals = mass[now, index, mine] * ways
                    final = mine if stopped else new
                    if stopped:
                        kings[place] += deals * rest_of_deal
                    if not _allowed(final, lowest, demand[place]):
                        continue
                    if last:
                        holders[drawn[lowest] - (mine == lowest) + (final == lowest)] += deals
                        continue
                    theirs = new if stopped else mine
                    how = FRESH if stopped else _relation(mine, new)
                    row, asked = mass[then, target], demand[place + 1]
                    _decide(row, swaps[place + 1], theirs, how, lowest, asked, deals)
    return visited


def _kinds(swaps: np.ndarray, lowest: int, kings_matter: bool) -> list[tuple[int, int]]:
    """Group ranks that play alike where `lowest` is the lowest final rank; first and last of each.

    Neighbours go together if every place treats them alike and does not ask which is higher. A card
    below the lowest rank can only be under way, and so is only ever compared with higher ones.
    """

    def alike(rank: int) -> bool:
        one, other = swaps[:, rank], swaps[:, rank + 1]
        if rank + 1 < lowest:
            return np.array_equal(one[:, :EQUAL], other[:, :EQUAL])
        if lowest in (rank, rank + 1) or (kings_matter and rank + 1 == KING):
            return False
        given = one[1:, LOWER:]
        return np.array_equal(one, other) and bool((given == given[:, :1]).all())

    found = [(1, 1)]
    for rank in range(1, KING):
        found[-1:] = (
            [(found[-1][0], rank + 1)] if alike(rank) else [found[-1], (rank + 1, rank + 1)]
        )
    return found


def _offsets(most: Sequence[int], draws: int) -> np.ndarray:
    """Number the sets of up to `draws` cards, `most` of each kind; see `count_deals`."""
    offsets = np.zeros((len(most), draws + 1, draws + 2), dtype=np.int64)
    below = [1] + [0] * draws  # sets of each size of the kinds below
    for kind, cap in enumerate(most):
        for total in range(draws + 1):
            for held in range(1, cap + 2):
                more = below[total - held + 1] if held - 1 <= total else 0
                offsets[kind, total, held] = offsets[kind, total, held - 1] + more
        below = [int(offsets[kind, total, cap + 1]) for total in range(draws + 1)]
    return offsets


class Deals:
    """All deals of a round with given play, ready to be counted.

    Parameters
    ----------
    swaps : sequence of uint8[14, 4]
        Play of each place, `threshold_swaps` or one's own.
    rules : CuckooRules
        `players` and `lives` do not matter.
    put_back : bool
        Draw every card from a whole deck; for comparison with published values only.

    Raises
    ------
    ValueError
        If there are fewer than 2 or more than 10 places.
    """

    def __init__(
        self, swaps: Sequence[np.ndarray], rules: CuckooRules, *, put_back: bool = False
    ) -> None:
        self.places = len(swaps)
        if not 2 <= self.places <= MOST_PLAYERS:
            raise ValueError(f"{self.places} places; allowed: 2..{MOST_PLAYERS}")
        self.swaps = np.array(swaps, dtype=np.uint8)
        self.rules = rules
        self.put_back = put_back
        draws = self.places + 1
        self.total = DECK_SIZE**draws if put_back else perm(DECK_SIZE, draws)
        self.kings = np.zeros(self.places, dtype=np.int64)
        self._prepared: dict[int, tuple[np.ndarray, ...]] = {}

    def _prepare(self, lowest: int) -> tuple[np.ndarray, ...]:
        if lowest in self._prepared:
            return self._prepared[lowest]
        rules = self.rules.record[0]
        refuses, refuses_cut = int(rules["king_blocks"]), int(rules["cut_king_blocks"])
        ranges = _kinds(self.swaps, lowest, bool(refuses or refuses_cut))
        draws = self.places + 1
        kinds = np.zeros((len(ranges), 2), dtype=np.int64)
        for kind, (low, high) in enumerate(ranges):
            cards = COPIES * (high - low + 1)
            most = draws if self.put_back else min(cards, draws)
            kinds[kind] = cards, 1 if high < lowest else most
        offsets = _offsets([int(most) for most in kinds[:, 1]], draws)
        (kind_of_lowest,) = (kind for kind, (low, _) in enumerate(ranges) if low == lowest)
        king = len(ranges) - 1 if refuses or refuses_cut else -1
        options = [kind_of_lowest, king, refuses, refuses_cut, self.put_back, DECK_SIZE]
        sets = max(int(row[kinds[-1, 1] + 1]) for row in offsets[-1, 1:draws])
        self._prepared[lowest] = (
            np.ascontiguousarray(self.swaps[:, [low for low, _ in ranges]]),
            kinds,
            np.array(options, dtype=np.int64),
            offsets,
            np.zeros((2, sets, len(ranges) + 1), dtype=np.int64),
            np.zeros((5, len(ranges) + 1), dtype=np.int64),
        )
        return self._prepared[lowest]

    def holders(self, lowest: int, demand: Sequence[int] | None = None) -> list[int]:
        """Count the deals that end with no card below rank `lowest`, by how many hold it, 0 … n.

        Parameters
        ----------
        lowest : int
            1 … 13.
        demand : sequence of int, optional
            `AT_LEAST`, `LOWEST` or `ABOVE` for the final card of each place; `AT_LEAST` by default.
        """
        swaps, kinds, options, offsets, mass, work = self._prepare(lowest)
        asked = np.zeros(self.places, dtype=np.uint8) if demand is None else demand
        found = np.zeros(self.places + 1, dtype=np.int64)
        asked = np.asarray(asked, dtype=np.uint8)
        count_deals(swaps, asked, kinds, options, offsets, mass, work, found, self.kings)
        return [int(count) for count in found]

    def losses(self, place: int) -> int:
        """Count the deals in which a place loses a life."""
        tie = self.rules.values["tie"]
        alone = tie == "nobody" or (tie == "dealer_wins" and place == self.places - 1)
        demand = [ABOVE if alone else AT_LEAST] * self.places
        demand[place] = LOWEST
        return sum(sum(self.holders(lowest, demand)) for lowest in range(1, KING + 1))

    def lowest_sets(self) -> Iterator[tuple[int, int]]:
        """Yield every set of places that may hold the lowest rank, with its number of deals.

        A set is a whole number, bit 0 the first place. Of one rank there are four cards, so that a
        set has at most four places, 385 sets for ten; every one takes a run of its own.
        """
        most = self.places if self.put_back else min(COPIES, self.places)
        for size in range(1, most + 1):
            for members in combinations(range(self.places), size):
                demand = [LOWEST if place in members else ABOVE for place in range(self.places)]
                deals = sum(sum(self.holders(rank, demand)) for rank in range(1, KING + 1))
                yield sum(1 << place for place in members), deals

    def loser_sets(self) -> dict[int, int]:
        """Count the deals by set of places that lose a life; the empty set stands for nobody."""
        tie = self.rules.values["tie"]
        found: dict[int, int] = {}
        for lowest, deals in self.lowest_sets():
            losers = lowest
            if tie != "all_lose" and lowest.bit_count() > 1:
                losers = 0 if tie == "nobody" else lowest & ~(1 << (self.places - 1))
            found[losers] = found.get(losers, 0) + deals
        return found

    def round(self) -> ExactRound:
        """Count everything that `ExactRound` holds."""
        by_rank = [[0] * (self.places + 1)]
        for rank in range(1, KING + 1):
            by_rank.append(self.holders(rank))
            if rank == 1:  # a demand that all deals meet
                kings = tuple(int(count) for count in self.kings)
        holders = [sum(row[held] for row in by_rank) for held in range(self.places + 1)]
        return ExactRound(
            deals=self.total,
            losses=tuple(self.losses(place) for place in range(self.places)),
            losers=tuple(self._losers(holders)),
            lowest=tuple(sum(row[1:]) for row in by_rank),
            ties=sum(holders[2:]),
            kings=kings,
        )

    def _losers(self, holders: list[int]) -> list[int]:
        """Deals by number of losers, from those by number of places with the lowest rank."""
        tie = self.rules.values["tie"]
        losers = [0, *holders[1:]]
        if tie == "nobody":
            return [sum(holders[2:]), holders[1], *[0] * (self.places - 1)]
        if tie == "dealer_wins":
            demand = [AT_LEAST] * (self.places - 1) + [LOWEST]
            rows = [self.holders(rank, demand) for rank in range(1, KING + 1)]
            for held in range(2, self.places + 1):
                spared = sum(row[held] for row in rows)
                losers[held] -= spared
                losers[held - 1] += spared
        return losers
