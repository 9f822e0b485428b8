"""The action mix of games, beside that of people; knows nothing of pages or of how games ran.

The human figures are of 2,333 finished games on cuttle.cards, whose rules are about those of the
profile cuttlecards; they come from the artefacts of a public data repository, without intervals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from analyzer.intervals import PairSums, clustered_mean, clustered_proportion, separable

#: What is compared: name, count, count it is taken of, most their ratio can be, human figure.
FIGURES: tuple[tuple[str, str, str, float, float], ...] = (
    ("turn actions a game", "turn actions", "games", 400, 30.8),
    ("cards drawn", "draw", "turn actions", 1, 0.401),
    ("one-offs", "one-off", "turn actions", 1, 0.241),
    ("points", "points", "turn actions", 1, 0.160),
    ("kings, queens, glasses", "permanent", "turn actions", 1, 0.119),
    ("scuttles", "scuttle", "turn actions", 1, 0.038),
    ("jacks", "jack", "turn actions", 1, 0.036),
    ("passes", "pass", "turn actions", 1, 0.006),
    ("counters a one-off", "counters", "one-offs played", 4, 0.153),
    ("one-offs cancelled", "one-offs cancelled", "one-offs played", 1, 0.117),
    ("sevens played as one-off", "sevens as one-off", "sevens played", 1, 0.425),
    ("sevens played as points", "sevens as points", "sevens played", 1, 0.273),
)


def action_mix(
    moments: Mapping[str, ArrayLike], counts: Sequence[str], units: Mapping[str, Mapping[str, str]]
) -> pd.DataFrame:
    """Return the action mix of every unit, and how far it is from that of people.

    Concludes what these policies do: causal for the policy, as it is assigned; the distance from
    people mixes policy, rules and who those people were. A share is a ratio of two counts, its
    interval clustered by pair (`intervals.clustered_proportion`, `clustered_mean`). The human
    figures are taken as exact.

    Parameters
    ----------
    moments
        Unit's name → `int64[k, k]`, sums over pairs of the products of two counts; the first count
        is 1 in every pair.
    counts
        Names of the k counts.
    units
        Unit's name → texts that become columns.

    Returns
    -------
    DataFrame
        `unit`, the texts, `figure`, `n` (of what it is a share), `pairs`, `rate`, `low`, `high`,
        `human`, `separable` (whether the interval leaves out the human figure), `method`, `label`;
        shares of something that never came up are left out.
    """
    place = {name: index for index, name in enumerate(counts)}
    rows = []
    for unit, table in moments.items():
        sums = np.asarray(table, dtype=np.int64)
        for figure, above, below, most, human in FIGURES:
            a, b = place[above], place[below]
            if sums[0, b] == 0:
                continue  # nothing to take a share of
            pairs = PairSums(sums[0, a], sums[a, a], sums[a, b], sums[0, b], sums[b, b], sums[0, 0])
            if most == 1:
                found = clustered_proportion(pairs).iloc[0]
                rate, low, high = (found[name] for name in ("rate", "low", "high"))
            else:
                found = clustered_mean(pairs, smallest=0, largest=most).iloc[0]
                rate, low, high = (most * found[name] for name in ("mean", "low", "high"))
            rows.append(
                {
                    "unit": unit,
                    **units[unit],
                    "figure": figure,
                    "n": int(sums[0, b]),
                    "pairs": int(sums[0, 0]),
                    "rate": rate,
                    "low": low,
                    "high": high,
                    "human": human,
                    "separable": bool(separable(low, high, human)),
                    "method": found["method"],
                    "label": "causal",
                }
            )
    return pd.DataFrame(rows)
