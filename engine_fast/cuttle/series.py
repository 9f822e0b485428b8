"""Matches of several games: `best_of` and `first_to`.

Match g of a seed is a series of games at places 0, 1, 2 …; whoever has the wins asked for takes it.
In even matches the first-named policy moves first in the first game, in odd ones it deals; the deal
alternates from game to game. A game without a winner counts for nobody, the next is played with the
deal passed on; a match with `MOST_UNDECIDED` such games is drawn. Both matches of a pair have the
same decks, place by place, the first of them that of a single game.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cuttle.play import Match, play_indices, whole_pairs
from engine_fast.cuttle.state import DRAW, UNDECIDED, WIN_A, WIN_B

MOST_UNDECIDED = 50


def most_games(wins_needed: int) -> int:
    """Return how many games a match can take at most."""
    return 2 * wins_needed - 2 + MOST_UNDECIDED


SERIES_DTYPE = np.dtype(
    [
        # Who took the match, WIN_A for the side that moved first in its first game.
        ("winner", np.uint8),
        ("wins", np.uint8, (2,)),  # by that same side, then the other
        ("undecided", np.uint8),  # games that were drawn or unfinished
        ("games", np.int32),
        ("turns", np.int32),  # of all its games
        ("decisions", np.int32),
    ],
    align=True,
)


def count_games(
    series: np.ndarray, winners: np.ndarray, place: int, wins_needed: int
) -> np.ndarray:
    """Count one more game of each match; return the matches after it.

    Parameters
    ----------
    series : SERIES_DTYPE[n]
        Matches under way.
    winners : uint8[n]
        How the game at `place` ended in each, by its own seats (`state.WINNERS`).
    place : int
    wins_needed : int

    Returns
    -------
    SERIES_DTYPE[n]
        `winner` stays `state.UNDECIDED` while a match goes on.
    """
    series = series.copy()
    # At odd places the side that dealt the first game moves first.
    first, second = (WIN_A, WIN_B) if place % 2 == 0 else (WIN_B, WIN_A)
    won, lost = winners == first, winners == second
    series["wins"][:, 0] += won
    series["wins"][:, 1] += lost
    series["undecided"] += ~(won | lost)
    series["games"] += 1
    series["winner"][series["undecided"] == MOST_UNDECIDED] = DRAW
    series["winner"][series["wins"][:, 0] == wins_needed] = WIN_A
    series["winner"][series["wins"][:, 1] == wins_needed] = WIN_B
    return series


def play_series_chunk(
    match: Match, seed: int, start: int, stop: int, halt: np.ndarray
) -> np.ndarray:
    """Play matches [`start`, `stop`) and return their results.

    All matches of the chunk are played side by side, place by place, those that are over left out.

    Parameters
    ----------
    match : Match
        Its rules have `wins_needed`.
    seed, start, stop, halt
        As in `play.play_chunk`, `start` and `stop` numbering matches.

    Returns
    -------
    SERIES_DTYPE[stop − start]

    Raises
    ------
    Halted, PolicyError, ValueError
        As in `play.play_chunk`; `ValueError` also for rules under which games stand alone.
    """
    needed = match.rules.wins_needed
    if not needed:
        raise ValueError(f"games of {match.rules.text} stand alone")
    under_way = whole_pairs(start, stop)
    series = np.zeros(len(under_way), dtype=SERIES_DTYPE)
    place = 0
    while len(under_way):
        results = play_indices(match, seed, under_way, place, halt)
        at = under_way - start
        rows = count_games(series[at], results["winner"], place, needed)
        rows["turns"] += results["turns"]
        rows["decisions"] += results["decisions"]
        series[at] = rows
        under_way = under_way[rows["winner"] == UNDECIDED]
        place += 1
    return series
