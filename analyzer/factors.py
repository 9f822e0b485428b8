"""Factor counts to rates by level; knows nothing of pages or of how games ran.

The tally's contract is docs/architecture.md, "Factor counts". A level fixed by the deal (the seat,
the kings in an opening hand) was drawn at random before anything was decided: a difference between
such levels is caused by them. A level reached in the game (kings laid) is not: what comes out of
comparing those is an association, because stronger positions cause both the level and the result.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import pandas as pd

from analyzer.intervals import (
    PairSums,
    clustered_mean,
    clustered_proportion,
    newcombe,
    separable,
    square_and_add,
)

OUTCOMES = ("wins", "draws", "losses", "unfinished", "score2")
COUNTS = ("n", "n_sq", "pairs", *(f"{o}{end}" for o in OUTCOMES for end in ("", "_sq", "_n")))
CAUSAL, ASSOCIATION = "causal", "association"

SEAT = "seat"
FIXED_BY_DEAL = frozenset({SEAT, "kings_dealt"})
"""Factors that are settled before the first decision."""


def check_columns(counts: pd.DataFrame, wanted: Collection[str], what: str) -> None:
    """Refuse, with `ValueError`, a tally that lacks a column of its contract."""
    missing = [name for name in wanted if name not in counts.columns]
    if missing:
        raise ValueError(f"{what} lack the columns {', '.join(missing)}")


def key_columns(counts: pd.DataFrame) -> list[str]:
    """Names of the columns that say which cell a row is: all that are not counts."""
    return [name for name in counts.columns if name not in COUNTS]


def pair_sums(counts: pd.DataFrame, outcome: str) -> PairSums:
    """Take the sums of one outcome out of a tally's columns."""
    columns = (outcome, f"{outcome}_sq", f"{outcome}_n", "n", "n_sq", "pairs")
    return PairSums(*(counts[name].to_numpy() for name in columns))


def label_of(factors: Collection[str], fixed: Collection[str] = FIXED_BY_DEAL) -> str:
    """`causal` if every factor is fixed by the deal, else `association`."""
    return CAUSAL if set(factors) <= set(fixed) else ASSOCIATION


def estimates(
    counts: pd.DataFrame, fixed: Collection[str] = FIXED_BY_DEAL, names: Collection[str] = ("unit",)
) -> pd.DataFrame:
    """Win, draw, loss rates and score for every cell of a factor count.

    Concludes about the games of that cell, from the seat the row is about. Rates: Wilson at the
    effective number of games (`intervals.clustered_proportion`); score: normal with the variance
    between pairs (`intervals.clustered_mean`). Holds for any number of pairs; under 30 the
    intervals are wide on purpose. Cells without games are left out.

    Parameters
    ----------
    counts
        One row a cell: key columns, then the columns `COUNTS`.
    fixed
        Factors settled before the first decision; others make the label `association`.
    names
        Key columns that name what was played rather than a level of a factor.

    Returns
    -------
    DataFrame
        Key columns, `n` games, `pairs`, `wins`, `draws`, `losses`, `unfinished`, then `rate`,
        `low`, `high` (wins), the same with `draw_`, `loss_`, `unfinished_` before them (`draw_rate`
        and so on), `score`, `score_low`, `score_high`, `n_effective`, `method`, `label`.

    Raises
    ------
    ValueError
        If a column of the contract is missing.
    """
    check_columns(counts, COUNTS, "factor counts")
    keys = key_columns(counts)
    counts = counts[counts["n"] > 0].reset_index(drop=True)
    table = counts[[*keys, "n", "pairs", "wins", "draws", "losses", "unfinished"]].copy()
    wins = clustered_proportion(pair_sums(counts, "wins"))
    table[["rate", "low", "high"]] = wins[["rate", "low", "high"]]
    for outcome, name in (("draws", "draw"), ("losses", "loss"), ("unfinished", "unfinished")):
        part = clustered_proportion(pair_sums(counts, outcome))
        for column in ("rate", "low", "high"):
            table[f"{name}_{column}"] = part[column]
    score = clustered_mean(pair_sums(counts, "score2"), smallest=0, largest=2)
    table[["score", "score_low", "score_high"]] = score[["mean", "low", "high"]]
    table["n_effective"] = wins["n_effective"]
    table["method"] = wins["method"]
    table["label"] = label_of(set(keys) - set(names), fixed)
    return table


def add_differences(table: pd.DataFrame, factor: str, reference: object = 0) -> pd.DataFrame:
    """Add to `estimates` how far each level's win rate and score are from a reference level's.

    Concludes, for a factor fixed by the deal and rows split by seat, what the level is worth
    against the reference: both games of a pair then have the same level at that seat, so levels
    are seen on separate pairs and are independent. Otherwise a pair may reach over two levels and
    the differences stay unknown (nan); so they do where the reference was never seen. Win rate:
    Newcombe at the effective numbers of games; score: the two intervals squared and added (Zou
    and Donner, 2008).

    Parameters
    ----------
    table
        What `estimates` returned.
    factor
        The key column whose levels are compared, within equal values of the other key columns.
    reference
        The level that others are compared with.

    Returns
    -------
    DataFrame
        `table` and `difference`, `difference_low`, `difference_high` (win rate), the same three
        with `score_` before, `separable` (win rate; False for the reference itself).
    """
    names = ("difference", "difference_low", "difference_high")
    columns = [*names, *(f"score_{name}" for name in names)]
    first_count = list(table.columns).index("n")
    others = [name for name in table.columns[:first_count] if name != factor]
    table = table.copy()
    for name in columns:
        table[name] = np.nan
    table["separable"] = False
    if SEAT not in others or set(table["label"]) != {CAUSAL}:
        return table
    for rows in table.groupby(others, sort=False).indices.values():
        base = [i for i in rows if table.at[i, factor] == reference]
        if not base:
            continue
        b = table.loc[base[0]]
        for i in rows:
            if i == base[0]:
                continue
            a = table.loc[i]
            low, high = newcombe(
                a["rate"] * a["n_effective"],
                a["n_effective"],
                b["rate"] * b["n_effective"],
                b["n_effective"],
            )
            score = [x[name] for x in (a, b) for name in ("score", "score_low", "score_high")]
            worth = score[0] - score[3], *map(float, square_and_add(*score))
            numbers = [a["rate"] - b["rate"], low, high, *worth]
            table.loc[i, columns] = numbers
            table.loc[i, "separable"] = bool(separable(low, high))
    return table
