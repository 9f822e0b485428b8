"""Cuckoo's seat tallies to loss and win rates; knows nothing of pages or of how rounds ran.

Seats are numbered in turn order: 1 acts first, the last one deals. The tally's contract is
docs/architecture.md, "Cuckoo seats".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from analyzer.factors import CAUSAL, check_columns
from analyzer.intervals import WILSON, exclusive_correlation, separable, square_and_add, wilson

ROUND_COUNTS = ("n", "losses")
DEVIATION_KEYS = ("others", "players", "rules", "seat")
LEAST_EXPECTED = 5
GAME_COUNTS = ("n", "sole_wins", "shared_wins")


def round_loss(counts: pd.DataFrame) -> pd.DataFrame:
    """How often each seat loses a life in a round with all seats in.

    Concludes what the seat is worth with these policies: causal, cards are dealt at random and
    seats assigned. Rounds are independent: Wilson (1927). Two seats of one round are not: see
    `add_comparisons`.

    Parameters
    ----------
    counts
        One row a unit and seat: `unit`, `policy`, `players`, `seat`, `n`, `losses`.

    Returns
    -------
    DataFrame
        Key columns, `n`, `losses`, `rate`, `low`, `high`, then the columns of `add_comparisons`,
        `method`, `label`.
    """
    table = _rates(counts, ROUND_COUNTS, {"losses": ""})
    return _finish(add_comparisons(table))


def game_wins(counts: pd.DataFrame) -> pd.DataFrame:
    """How often each seat, counted from the first dealer's left, wins a game.

    Concludes what the seat in the first round is worth with these policies: causal. `rate` is of
    wins of any kind; `sole_…` of games won alone, `shared_…` of games whose last players fell
    together. Games are independent: Wilson (1927).

    Parameters
    ----------
    counts
        One row a unit and seat: `unit`, `policy`, `players`, `seat`, `n`, `sole_wins`,
        `shared_wins`.

    Returns
    -------
    DataFrame
        Key columns, `n`, `sole_wins`, `shared_wins`, `wins`, `rate`, `low`, `high`, `sole_rate`,
        `sole_low`, `sole_high`, `shared_rate`, `shared_low`, `shared_high`, then the columns of
        `add_comparisons`, `method`, `label`.
    """
    check_columns(counts, GAME_COUNTS, "seat tallies")
    counts = counts.assign(wins=counts["sole_wins"] + counts["shared_wins"])
    table = _rates(
        counts,
        (*GAME_COUNTS, "wins"),
        {"wins": "", "sole_wins": "sole_", "shared_wins": "shared_"},
    )
    return _finish(add_comparisons(table))


def responses(counts: pd.DataFrame) -> pd.DataFrame:
    """How often a seat loses a round by what it alone plays, the others all playing the same.

    Concludes which of the policies tried is the best response of a seat: causal, cards are dealt
    at random and policies assigned. Policies meet the same deals, which correlates their losses
    positively; differences are taken as of independent proportions (Newcombe, 1998), which is too
    wide, never too narrow. The lowest of many rates is picked after the fact: its rate is a little
    too low on average, and `separable` says which policies it is not to be told apart from.

    Parameters
    ----------
    counts
        One row a table, seat and policy of it: `others`, `players`, `rules`, `seat`, `policy`, `n`,
        `losses`; `policy` equal to `others` is the row to compare with.

    Returns
    -------
    DataFrame
        As given, by table and seat, with `rate`, `low`, `high`; `saved`, `saved_low`, `saved_high`
        the loss that the policy saves its seat against playing as the others; `best` whether its
        rate is the lowest of its seat; `over_best`, `over_best_low`, `over_best_high` its rate less
        that one, and `separable` whether that leaves out 0; `tried` policies of the seat; `method`,
        `label`.
    """
    check_columns(counts, (*DEVIATION_KEYS, "policy", *ROUND_COUNTS), "seat tallies")
    table = counts.loc[counts["n"] > 0].sort_values(
        ["others", "rules", "players", "seat"], kind="stable", ignore_index=True
    )
    table["rate"] = table["losses"] / table["n"]
    table["low"], table["high"] = wilson(table["losses"], table["n"])
    seats = table.groupby(list(DEVIATION_KEYS), sort=False)
    lowest = table.loc[seats["rate"].transform("idxmin")]
    usual = table[table["policy"] == table["others"]].set_index(list(DEVIATION_KEYS))
    usual = usual.reindex(pd.MultiIndex.from_frame(table[list(DEVIATION_KEYS)]))
    rates = table[["rate", "low", "high"]].to_numpy(float).T
    usually = usual[["rate", "low", "high"]].to_numpy(float).T
    at_best = lowest[["rate", "low", "high"]].to_numpy(float).T
    other = (table["policy"] != table["others"]).to_numpy()
    table["saved"] = np.where(other, usually[0] - rates[0], 0.0)
    low, high = square_and_add(*usually, *rates)
    table["saved_low"], table["saved_high"] = np.where(other, low, 0.0), np.where(other, high, 0.0)
    table["best"] = lowest.index.to_numpy() == table.index.to_numpy()
    table["over_best"] = rates[0] - at_best[0]
    low, high = square_and_add(*rates, *at_best)
    table["over_best_low"] = np.where(table["best"], 0.0, low)
    table["over_best_high"] = np.where(table["best"], 0.0, high)
    table["separable"] = separable(table["over_best_low"], table["over_best_high"])
    table["tried"] = seats["policy"].transform("size")
    return _finish(table)


def agreement(counts: pd.DataFrame) -> pd.DataFrame:
    """How far rates that were played lie from their exact chances.

    Concludes whether the simulator plays the game that was counted. With chance p the count of n
    independent rounds or games has standard deviation √(n·p·(1 − p)); `z` is its distance from n·p
    in these. Seats of one table are correlated, so that the z of a table are not independent.

    Parameters
    ----------
    counts
        One row a table, seat and outcome: key columns, `n`, `count`, `exact`.

    Returns
    -------
    DataFrame
        As given, with `rate`; `difference`, `difference_low`, `difference_high`, rate less chance
        with the Wilson interval of the rate; `z` (nan where the chance is 0 or 1); `method`,
        `label`.
    """
    check_columns(counts, ("n", "count", "exact"), "agreement counts")
    table = counts.loc[counts["n"] > 0].reset_index(drop=True)
    table["rate"] = table["count"] / table["n"]
    low, high = wilson(table["count"], table["n"])
    table["difference"] = table["rate"] - table["exact"]
    table["difference_low"], table["difference_high"] = low - table["exact"], high - table["exact"]
    deviation = np.sqrt(table["n"] * table["exact"] * (1 - table["exact"]))
    table["z"] = (table["count"] - table["n"] * table["exact"]) / deviation.where(deviation > 0)
    return _finish(table)


def agreement_sets(counts: pd.DataFrame) -> pd.DataFrame:
    """Chi-square of sets of losers against their exact chances, by table and over all.

    Concludes as `agreement`, and sees what the rates of seats hide, such as who loses together.
    Pearson's test (`scipy.stats.chisquare`); sets expected fewer than 5 times are taken together.
    Rounds are independent, and so are tables of different numbers of players only if they do not
    share deals: over all tables the sum is compared as if they were, which is an approximation.

    Parameters
    ----------
    counts
        One row a table and set: `unit`, `policy`, `players`, `losers`, `n`, `count`, `exact`.

    Returns
    -------
    DataFrame
        One row a table and one with `unit` "all tables": `unit`, `policy`, `players`, `n`, `cells`,
        `chi2`, `freedom`, `p`, `method`. A set that came up though it is impossible makes p 0.
    """
    from scipy import stats

    rows = []
    for unit, mine in counts.groupby("unit", sort=False):
        expected = (mine["n"] * mine["exact"]).to_numpy(float)
        seen = mine["count"].to_numpy(float)
        n = int(mine["n"].iloc[0])
        possible = expected > 0
        impossible = bool(seen[~possible].any())
        expected, seen = expected[possible], seen[possible]
        rare = expected < LEAST_EXPECTED
        if rare.any():
            expected = np.append(expected[~rare], expected[rare].sum())
            seen = np.append(seen[~rare], seen[rare].sum())
        found = stats.chisquare(seen, expected * seen.sum() / expected.sum())
        rows.append(
            {
                "unit": unit,
                "policy": mine["policy"].iloc[0],
                "players": int(mine["players"].iloc[0]),
                "n": n,
                "cells": len(seen),
                "chi2": math.inf if impossible else float(found.statistic),
                "freedom": len(seen) - 1,
                "p": 0.0 if impossible else float(found.pvalue),
            }
        )
    table = pd.DataFrame(rows)
    total = {name: table[name].sum() for name in ("n", "cells", "chi2", "freedom")}
    p = float(stats.chi2.sf(total["chi2"], total["freedom"]))
    whole = {"unit": "all tables", "policy": "", "players": 0, **total, "p": p}
    table = pd.concat([table, pd.DataFrame([whole])], ignore_index=True)
    table["method"] = "Pearson"
    return table


def add_comparisons(table: pd.DataFrame) -> pd.DataFrame:
    """Add to each seat how it compares with an equal share and with the dealer.

    `equal_share` is the mean rate of the unit's seats, what each would have if seats were worth
    nothing; it is not 1/players, because all who tie lose (or win) together. `share_ratio` is the
    rate as a multiple of it. `from_dealer`, `from_dealer_low`, `from_dealer_high` is the rate less
    the dealer's, and `separable` whether that leaves out 0. Seats of one round are seldom or never
    hit together, so their rates are negatively correlated; the interval takes them as never hit
    together (Newcombe, 1998, paired data), which is exact for sole wins and else too wide, never
    too narrow.
    """
    table = table.copy()
    table["equal_share"] = table.groupby("unit", sort=False)["rate"].transform("mean")
    table["share_ratio"] = table["rate"] / table["equal_share"].where(table["equal_share"] > 0)
    dealers = table[table["seat"] == table["players"]].set_index("unit")
    d, d_low, d_high = dealers[["rate", "low", "high"]].reindex(table["unit"]).to_numpy(float).T
    r, r_low, r_high = table[["rate", "low", "high"]].to_numpy(float).T
    apart = exclusive_correlation(r, d)
    low, high = square_and_add(r, r_low, r_high, d, d_low, d_high, apart)
    other = (table["seat"] != table["players"]).to_numpy()
    table["from_dealer"] = np.where(other, r - d, np.nan)
    table["from_dealer_low"] = np.where(other, low, np.nan)
    table["from_dealer_high"] = np.where(other, high, np.nan)
    table["separable"] = separable(table["from_dealer_low"], table["from_dealer_high"])
    return table


def _rates(counts: pd.DataFrame, numbers: Sequence[str], prefixes: dict[str, str]) -> pd.DataFrame:
    check_columns(counts, ("unit", "players", "seat", *numbers), "seat tallies")
    keys = [name for name in counts.columns if name not in numbers]
    table = counts.loc[counts["n"] > 0, [*keys, *numbers]].reset_index(drop=True)
    for count, prefix in prefixes.items():
        low, high = wilson(table[count], table["n"])
        table[f"{prefix}rate"] = table[count] / table["n"]
        table[f"{prefix}low"], table[f"{prefix}high"] = low, high
    return table


def _finish(table: pd.DataFrame) -> pd.DataFrame:
    table["method"] = WILSON
    table["label"] = CAUSAL
    return table
