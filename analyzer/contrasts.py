"""The same deals under two policies: what the change does; knows nothing of pages.

The tally's contract is docs/architecture.md, "Contrasts". The change was assigned, the deals are
common: a difference is caused by the change. Common random numbers also make it sharper than two
separate samples would, and how much is measured here rather than assumed.
"""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from analyzer.factors import FIXED_BY_DEAL, check_columns, label_of, pair_sums
from analyzer.intervals import clustered_mean, separable

SCORES = ("base", "other", "diff")
COUNTS = ("n", "n_sq", "pairs", *(f"{name}{end}" for name in SCORES for end in ("", "_sq", "_n")))


def estimates(
    counts: pd.DataFrame, fixed: Collection[str] = FIXED_BY_DEAL, names: Collection[str] = ("unit",)
) -> pd.DataFrame:
    """Score per game under both, their difference, and the variance that common deals saved.

    Concludes how much the change from base to other is worth (score per game, other − base) on
    the deals of a level. The level must be fixed by the deal, so that it is the same under both;
    otherwise the label is `association`. Normal interval of the differences between pairs
    (`intervals.clustered_mean`), Wilson with n = pairs where they do not vary or are under 30.

    Parameters
    ----------
    counts
        One row a level: key columns, then the columns `COUNTS`, scores doubled.
    fixed
        Factors settled before the first decision.
    names
        Key columns that name what was played rather than a level of a factor.

    Returns
    -------
    DataFrame
        Key columns, `n`, `pairs`, `base`, `base_low`, `base_high`, `other`, `other_low`,
        `other_high`, `difference`, `low`, `high`, `separable`, `variance_saved` (1 − variance of
        the paired difference / variance of the difference of two separate samples of that size;
        nan where there is none), `method`, `label`.

    Raises
    ------
    ValueError
        If a column of the contract is missing.
    """
    check_columns(counts, COUNTS, "contrast tallies")
    keys = [name for name in counts.columns if name not in COUNTS]
    counts = counts[counts["n"] > 0].reset_index(drop=True)
    table = counts[[*keys, "n", "pairs"]].copy()
    base, other, diff = (
        clustered_mean(pair_sums(counts, name), smallest=smallest, largest=2)
        for name, smallest in zip(SCORES, (0, 0, -2), strict=True)
    )
    ends = ["mean", "low", "high"]
    table[["base", "base_low", "base_high"]] = base[ends]
    table[["other", "other_low", "other_high"]] = other[ends]
    table[["difference", "low", "high"]] = diff[ends]
    table["separable"] = separable(table["low"], table["high"])
    apart = base["variance"] + other["variance"]
    table["variance_saved"] = (1 - diff["variance"] / apart.where(apart > 0)).astype(float)
    table["method"] = diff["method"]
    table["label"] = label_of(set(keys) - set(names), fixed)
    return table
