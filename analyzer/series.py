"""How many games a match of several games takes; knows nothing of pages or of how games ran.

Counts are `int64[3, 2]`: Σ games and Σ games² over the matches in which the first-named policy
moves first in the first game, over those in which it deals it, and over pairs of the two on the
same decks. Nothing here imports pandas, so that `match` answers at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from analyzer.intervals import paired_mean

A_FIRST, A_DEALS, PAIR = range(3)


def games_a_match(
    counts: ArrayLike, pairs: int, wins_needed: int, most: int
) -> dict[str, dict[str, Any]]:
    """Return the mean number of games of a match, by who deals the first game.

    Concludes how long such matches between these policies are: causal, decks are random and seats
    assigned. Normal interval of independent matches for each deal; over both, of the means of
    pairs, as the two matches of a pair share their decks.

    Parameters
    ----------
    counts
        `int64[3, 2]`, see above.
    pairs : int
        Pairs of matches.
    wins_needed, most : int
        Fewest and most games a match can take.

    Returns
    -------
    dict
        `A dealer`, `A first` (A is the first-named policy) and `both`, each `mean`, `low`, `high`,
        `method`.
    """
    sums = np.asarray(counts, dtype=np.int64)

    def mean(row: int, matches: int) -> dict[str, Any]:
        total, square = (int(number) for number in sums[row])
        found = paired_mean(total, square, pairs, matches * wins_needed, matches * most)
        numbers = {name: found[name] / matches for name in ("mean", "low", "high")}
        return {**numbers, "method": found["method"]}

    return {"A dealer": mean(A_DEALS, 1), "A first": mean(A_FIRST, 1), "both": mean(PAIR, 2)}
