"""The standard experiments: tallies to the tables that a report is made of.

Knows the questions, not the pages that answer them. The keys of the dictionaries are the
names `reports.build` takes; experiments are joined by joining the dictionaries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
from numpy.typing import ArrayLike

from analyzer import contrasts, cuckoo, evenness, factors, measures, pairs
from analyzer.measures import Moments
from analyzer.multiplicity import benjamini_hochberg

FALSE_DISCOVERIES = 0.05


def deal_position(
    tallies: Mapping[str, ArrayLike], units: Mapping[str, Mapping[str, str]]
) -> dict[str, pd.DataFrame]:
    """Worth of the deal from one pair table a pairing of policies.

    Parameters
    ----------
    tallies
        Unit's name → pair table (`pairs`).
    units
        Unit's name → at least `first` and `second`, the policies' short names; more entries
        (`rules`, full policy texts) become columns too.

    Returns
    -------
    dict
        `deal_seats`: `unit`, the entries of `units`, columns of `pairs.seat_worth`.
        `deal_policies`: the same with the columns of `pairs.by_deal`.
    """
    seats, policies = [], []
    for unit, table in tallies.items():
        names = {"unit": unit, **units[unit]}
        seats.append(_with_names(pairs.seat_worth(table), names))
        policies.append(_with_names(pairs.by_deal(table), names))
    return {
        "deal_seats": pd.concat(seats, ignore_index=True),
        "deal_policies": pd.concat(policies, ignore_index=True),
    }


def weight_sweep(
    tallies: Mapping[str, ArrayLike], units: Mapping[str, Mapping[str, str | float]]
) -> dict[str, pd.DataFrame]:
    """Score of a policy by the value of one of its weights, from one pair table a value.

    Concludes what the weight does for this policy against this rival: causal, as all else is equal
    and the deals are the same.

    Parameters
    ----------
    tallies
        Unit's name → pair table (`pairs`).
    units
        Unit's name → `first` (the policy without the weight), `second`, `rules`, `weight`, `value`.

    Returns
    -------
    dict
        `weight_sweep`: `unit`, the entries of `units`, `games`, `pairs`, `score`, `low`, `high`,
        `method`, `label`.
    """
    return {"weight_sweep": _scores(tallies, units)}


def search_strength(
    tallies: Mapping[str, ArrayLike], units: Mapping[str, Mapping[str, str | float]]
) -> dict[str, pd.DataFrame]:
    """Score of search by its playouts under each rule set; parameters as `weight_sweep`.

    Returns
    -------
    dict
        `search_strength`: the columns of `weight_sweep`.
    """
    return {"search_strength": _scores(tallies, units)}


def _scores(
    tallies: Mapping[str, ArrayLike], units: Mapping[str, Mapping[str, str | float]]
) -> pd.DataFrame:
    rows = []
    for unit, table in tallies.items():
        seen = pairs.summary(table)
        numbers = {name: seen[name] for name in ("games", "pairs", "score", "low", "high")}
        rows.append({"unit": unit, **units[unit], **numbers, "method": seen["method"]})
    return pd.DataFrame(rows).assign(label="causal")


def king_count(
    dealt: pd.DataFrame | None = None,
    most: pd.DataFrame | None = None,
    contrast: pd.DataFrame | None = None,
) -> dict[str, pd.DataFrame]:
    """Worth of kings from factor counts and a contrast; what is not given is left out.

    Parameters
    ----------
    dealt
        Factor counts by `unit`, `seat`, `kings_dealt`.
    most
        Factor counts by `unit`, (`seat`,) `kings_most`.
    contrast
        Contrast tallies by `unit`, (`seat`,) `kings_dealt`: base lays kings, other never does.

    Returns
    -------
    dict
        `king_dealt`: columns of `factors.estimates` and `factors.add_differences` from 0 kings;
        `king_most`: columns of `factors.estimates`; `king_contrast`: of `contrasts.estimates`.
    """
    tables = {}
    if dealt is not None:
        tables["king_dealt"] = factors.add_differences(factors.estimates(dealt), "kings_dealt")
    if most is not None:
        tables["king_most"] = factors.estimates(most)
    if contrast is not None:
        tables["king_contrast"] = contrasts.estimates(contrast)
    return tables


def cuckoo_seat(
    rounds: pd.DataFrame | None = None, games: pd.DataFrame | None = None
) -> dict[str, pd.DataFrame]:
    """Worth of Cuckoo's seats from seat tallies; what is not given is left out.

    Parameters
    ----------
    rounds
        `unit`, `policy`, `players`, `seat`, `n`, `losses`.
    games
        `unit`, `policy`, `players`, `seat`, `n`, `sole_wins`, `shared_wins`.

    Returns
    -------
    dict
        `cuckoo_rounds`: columns of `cuckoo.round_loss`; `cuckoo_games`: of `cuckoo.game_wins`.
    """
    tables = {}
    if rounds is not None:
        tables["cuckoo_rounds"] = cuckoo.round_loss(rounds)
    if games is not None:
        tables["cuckoo_games"] = cuckoo.game_wins(games)
    return tables


def cuckoo_responses(counts: pd.DataFrame | None = None) -> dict[str, pd.DataFrame]:
    """Best responses of Cuckoo's seats; nothing if there are no counts.

    Parameters
    ----------
    counts
        `others`, `players`, `rules`, `seat`, `policy`, `n`, `losses`.

    Returns
    -------
    dict
        `cuckoo_responses`: columns of `cuckoo.responses`.
    """
    return {} if counts is None else {"cuckoo_responses": cuckoo.responses(counts)}


def rule_sets(
    moments: Moments,
    flips: Sequence[tuple[str, str]],
    deals: Sequence[Sequence[str]],
    units: Mapping[str, Mapping[str, str]],
) -> dict[str, pd.DataFrame]:
    """Worth of each rule, and of other deals, from the moments of games on the same deals.

    Parameters
    ----------
    moments
        (left unit, right unit) → moments (`measures`).
    flips
        Units compared: the base, then the one with a rule changed.
    deals
        Groups of units that differ in the deal only; the nearest to even is sought in each.
    units
        Unit's name → texts that become columns, as `profile`, `rules`, `changed`.

    Returns
    -------
    dict
        `rule_flips`: columns of `units` (of the unit changed) and `screen`; `rule_deals`: the same
        but what is `changed` and what the rule then `says`, and columns of `evenness.deals`.
    """
    changed = screen(measures.differences(moments, flips))
    dealt = evenness.deals(moments, deals)
    players = {
        unit: {name: text for name, text in row.items() if name not in ("changed", "says")}
        for unit, row in units.items()
    }
    return {
        "rule_flips": _with_rows(changed, [units[name] for name in changed["unit"]]),
        "rule_deals": _with_rows(dealt, [players[name] for name in dealt["unit"]]),
    }


def screen(table: pd.DataFrame) -> pd.DataFrame:
    """Add to `measures.differences` what stands out among that many comparisons.

    Returns
    -------
    DataFrame
        `table` and `p_adjusted` (Benjamini–Hochberg over all rows), `stands_out` (adjusted below
        5 %, and 0 outside the interval), `comparisons` (rows adjusted for).
    """
    table = table.copy()
    label = table.pop("label")
    table["p_adjusted"] = benjamini_hochberg(table["p"], FALSE_DISCOVERIES).p
    table["stands_out"] = table["separable"] & (table["p_adjusted"] < FALSE_DISCOVERIES)
    table["comparisons"] = len(table)
    table["label"] = label
    return table


def _with_rows(frame: pd.DataFrame, names: Sequence[Mapping[str, str]]) -> pd.DataFrame:
    front = pd.DataFrame([dict(row) for row in names])
    return pd.concat([front, frame.reset_index(drop=True)], axis=1)


def _with_names(frame: pd.DataFrame, names: Mapping[str, str]) -> pd.DataFrame:
    front = pd.DataFrame([dict(names)] * len(frame), columns=list(names))
    return pd.concat([front, frame.reset_index(drop=True)], axis=1)
