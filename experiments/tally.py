"""Result records to integer tallies that add up; knows nothing of files, threads or estimates.

A tally is a mapping from a name (a tuple of texts) to an array of whole numbers. Tallies of two
ranges of games added together are the tally of both, in any order, so neither chunks nor workers
can change a number. Within a chunk pairs stay whole (games 2k and 2k+1): a pair is one observation.

What is counted is the smallest set of numbers from which every column of a table follows; the
columns are worked out once, at the end (`tables.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from experiments.factors import Factor, cell_codes, cell_count

Tally = dict[tuple[str, ...], np.ndarray]

# Codes of a seat's outcome, in the order of the columns of a table.
WIN, DRAW, LOSS, UNFINISHED = range(4)
OUTCOMES = ("wins", "draws", "losses", "unfinished")
SCORE2 = np.array([2, 1, 0, 1])  # twice the points of an outcome
# By seat: what `winner` of a result record (0 nobody, A, B, draw, unfinished) means for it.
_OUTCOME_OF = np.array(
    [
        [UNFINISHED, WIN, LOSS, DRAW, UNFINISHED],
        [UNFINISHED, LOSS, WIN, DRAW, UNFINISHED],
    ],
    dtype=np.int64,
)
SINGLES, BOTH = 4, 16  # columns of a factor tally: games by outcome; pairs that share a cell
CONTRAST_SINGLES, CONTRAST_BOTH = 9, 81
# What is added up over the two games of a pair, besides the pair itself.
MEASURES = ("pairs", "decided", "dealer_wins", "draws", "unfinished", "turns", "emptied")


def add_to(total: Tally, tally: Tally) -> None:
    """Add a tally to `total`, in place."""
    for name, counts in tally.items():
        if name in total:
            total[name] += counts
        else:
            total[name] = counts.copy()


def equal(left: Tally, right: Tally) -> bool:
    """Whether two tallies hold the same names and the same numbers."""
    return left.keys() == right.keys() and all(
        np.array_equal(left[name], right[name]) for name in left
    )


def outcome_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Outcome of each game for `seat` (`int64[n]`)."""
    return _OUTCOME_OF[seat][results["winner"]]


def pair_table(results: np.ndarray) -> np.ndarray:
    """Outcome by seat of game 2k × that of game 2k+1 (`int64[4, 4]`).

    Each is 0 A wins, 1 B wins, 2 draw, 3 unfinished. In 2k the first-named policy sits at A.
    """
    # Winners are 1 … 4 in finished games, in that very order.
    winners = results["winner"].astype(np.int64) - 1
    return np.bincount(winners[0::2] * 4 + winners[1::2], minlength=16).reshape(4, 4)


def totals(results: np.ndarray) -> np.ndarray:
    """Games (or matches of several), turns and decisions (`int64[3]`)."""
    return np.array(
        [
            len(results),
            results["turns"].sum(dtype=np.int64),
            results["decisions"].sum(dtype=np.int64),
        ]
    )


def series_counts(results: np.ndarray) -> np.ndarray:
    """Σ games and Σ games² of matches of several games (`int64[3, 2]`).

    Rows: even matches, in which the first-named policy moves first in the first game; odd ones, in
    which it deals; pairs.
    """
    games = results["games"].astype(np.int64)
    rows = (games[0::2], games[1::2], games[0::2] + games[1::2])
    return np.array([[row.sum(), (row * row).sum()] for row in rows])


def _seat_pairs(about: str) -> tuple[tuple[int, int], ...]:
    """Seats that rows are about, in even and odd games: the first-named policy, or each seat."""
    return ((0, 1),) if about == "first" else ((0, 0), (1, 1))


def factor_counts(results: np.ndarray, factors: Sequence[Factor], about: str) -> np.ndarray:
    """Count games by the cells of a crossing.

    Parameters
    ----------
    results : RESULT_DTYPE[2p]
        Whole pairs.
    factors : sequence of Factor
    about : str
        "first": rows are about the first-named policy; "seats": about each seat, which must then
        be among the factors, so that no cell holds more than two games of a pair.

    Returns
    -------
    int64[cells, 20]
        Columns 0 … 3: games by outcome. Columns 4 + 4·o₀ + o₁: pairs whose two games both fall in
        the cell, by the outcomes of the first and the second.
    """
    cells = cell_count(factors)
    singles = np.zeros(cells * SINGLES, dtype=np.int64)
    both = np.zeros(cells * BOTH, dtype=np.int64)
    for seat_even, seat_odd in _seat_pairs(about):
        even, odd = results[0::2], results[1::2]
        cell_even = cell_codes(factors, even, seat_even)
        cell_odd = cell_codes(factors, odd, seat_odd)
        first = cell_even * SINGLES + outcome_codes(even, seat_even)
        second_outcome = outcome_codes(odd, seat_odd)
        singles += np.bincount(first, minlength=len(singles))
        singles += np.bincount(cell_odd * SINGLES + second_outcome, minlength=len(singles))
        shared = (first * 4 + second_outcome)[cell_even == cell_odd]
        both += np.bincount(shared, minlength=len(both))
    return np.hstack([singles.reshape(cells, SINGLES), both.reshape(cells, BOTH)])


def contrast_counts(base: np.ndarray, other: np.ndarray, factors: Sequence[Factor]) -> np.ndarray:
    """Count the same games under two units, by cells that the deal fixes, for the first-named.

    Parameters
    ----------
    base, other : RESULT_DTYPE[2p]
        The same games, whole pairs, under the one and the other unit.
    factors : sequence of Factor
        All fixed by the deal.

    Returns
    -------
    int64[cells, 90]
        With d = 3·(score2 under base) + (score2 under other): columns 0 … 8 games by d; columns
        9 + 9·d₀ + d₁ pairs whose two games both fall in the cell.
    """
    cells = cell_count(factors)
    keys, places = [], []
    for offset in (0, 1):  # the first-named policy sits at A in even games, at B in odd ones
        left, right = base[offset::2], other[offset::2]
        score_base = SCORE2[outcome_codes(left, offset)]
        score_other = SCORE2[outcome_codes(right, offset)]
        keys.append(3 * score_base + score_other)
        places.append(cell_codes(factors, left, offset))
    size = cells * CONTRAST_SINGLES
    singles = np.bincount(places[0] * CONTRAST_SINGLES + keys[0], minlength=size)
    singles += np.bincount(places[1] * CONTRAST_SINGLES + keys[1], minlength=size)
    same = places[0] == places[1]
    shared = (places[0] * CONTRAST_BOTH + keys[0] * CONTRAST_SINGLES + keys[1])[same]
    both = np.bincount(shared, minlength=cells * CONTRAST_BOTH)
    return np.hstack([singles.reshape(cells, -1), both.reshape(cells, -1)])


def pair_measures(results: np.ndarray) -> np.ndarray:
    """What each pair's two games add up to (`int64[p, 7]`), in the order of `MEASURES`.

    1 for the pair; games that somebody won, that the dealer (B) won, draws, unfinished ones; turns;
    games in which the stock ran out. Unlike the levels of a factor these need not be fixed by the
    deal, nor the hands be of the same sizes: a measure is about the game, not about a hand.
    """
    outcomes = outcome_codes(results, 1)
    won, lost = outcomes == WIN, outcomes == LOSS
    games = np.stack(
        [
            won | lost,
            won,
            outcomes == DRAW,
            outcomes == UNFINISHED,
            results["turns"],
            results["stock_left"] == 0,
        ],
        axis=1,
    ).astype(np.int64)
    ones = np.ones((len(results) // 2, 1), dtype=np.int64)
    return np.hstack([ones, games[0::2] + games[1::2]])


def moments(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Sums over pairs of the products of two measures of theirs (`int64[k, k]`).

    Row i, column j: measure i in `left` × measure j in `right`, which are of two units on the same
    deals, or of one. Measure 0 is 1, so that row and column 0 hold the plain sums.
    """
    return left.T @ right


def seat_hits(sets: np.ndarray, players: int) -> list[int]:
    """How often each seat of Cuckoo is in a set, from counts by set."""
    index = np.arange(len(sets))
    return [int(sets[(index >> seat) & 1 == 1].sum()) for seat in range(players)]


def sole_hits(sets: np.ndarray, players: int) -> list[int]:
    """How often each seat of Cuckoo is alone in a set, from counts by set."""
    return [int(sets[1 << seat]) for seat in range(players)]
