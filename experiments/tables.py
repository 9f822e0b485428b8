"""Tallies to the DataFrames that the analyzer reads, and the estimates of a whole experiment.

The columns are the contract of docs/architecture.md, "Tallies". Imported late: pandas is heavy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from analyzer import contrasts, cuckoo, measures
from analyzer import factors as factor_estimates
from analyzer import tables as standard
from analyzer.actions import action_mix
from analyzer.series import games_a_match
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.series import most_games
from experiments import actions, cuckoo_exact, factors
from experiments.specs import Contrast, Spec, Table, Unit
from experiments.tally import (
    BOTH,
    CONTRAST_SINGLES,
    MEASURES,
    OUTCOMES,
    SCORE2,
    SINGLES,
    Tally,
    seat_hits,
    sole_hits,
)

Tables = dict[str, pd.DataFrame]
FIXED_BY_DEAL = frozenset(
    factor.name for factor in factors.FACTORS.values() if factor.when == "deal"
)


def _sums(singles: np.ndarray, both: np.ndarray, values: np.ndarray) -> list[np.ndarray]:
    """Σ oᵢ, Σ oᵢ², Σ oᵢnᵢ over pairs, of a quantity that is `values[code]` in a game.

    `singles[cell, code]` counts games, `both[cell, code, code]` the pairs of which two lie in the
    cell; the others have one there.
    """
    added = values[:, None] + values[None, :]
    total = singles @ values
    square = singles @ values**2 + 2 * (both * np.outer(values, values)).sum(axis=(1, 2))
    return [total, square, total + (both * added).sum(axis=(1, 2))]


def _count_columns(
    singles: np.ndarray, both: np.ndarray, quantities: Mapping[str, np.ndarray]
) -> dict[str, np.ndarray]:
    n = singles.sum(axis=1)
    shared = both.sum(axis=(1, 2))
    columns = {"n": n, "n_sq": n + 2 * shared, "pairs": n - shared}
    for name, values in quantities.items():
        for end, sums in zip(("", "_sq", "_n"), _sums(singles, both, values), strict=True):
            columns[name + end] = sums
    return columns


def _level_columns(names: tuple[str, ...]) -> dict[str, list[Any]]:
    levels = factors.cell_levels(factors.find(names))
    return {name: [level[i] for level in levels] for i, name in enumerate(names)}


def factor_frame(table: Table, unit: str, counts: np.ndarray) -> pd.DataFrame:
    """Rows of a factor count for one unit, empty cells left out.

    Parameters
    ----------
    table : Table
    unit : str
    counts : int64[cells, 20]
        `tally.factor_counts`.
    """
    singles = counts[:, :SINGLES]
    both = counts[:, SINGLES : SINGLES + BOTH].reshape(-1, 4, 4)
    quantities = {name: np.eye(4, dtype=np.int64)[i] for i, name in enumerate(OUTCOMES)}
    columns = _count_columns(singles, both, {**quantities, "score2": SCORE2})
    frame = pd.DataFrame({"unit": unit, **_level_columns(table.factors), **columns})
    return frame[frame["n"] > 0].reset_index(drop=True)


def contrast_frame(contrast: Contrast, counts: np.ndarray) -> pd.DataFrame:
    """Rows of a contrast, `unit` being its base, empty cells left out.

    Parameters
    ----------
    contrast : Contrast
    counts : int64[cells, 90]
        `tally.contrast_counts`.
    """
    singles = counts[:, :CONTRAST_SINGLES]
    both = counts[:, CONTRAST_SINGLES:].reshape(-1, CONTRAST_SINGLES, CONTRAST_SINGLES)
    code = np.arange(CONTRAST_SINGLES)
    base, other = code // 3, code % 3
    quantities = {"base": base, "other": other, "diff": other - base}
    columns = _count_columns(singles, both, quantities)
    frame = pd.DataFrame({"unit": contrast.base, **_level_columns(contrast.factors), **columns})
    return frame[frame["n"] > 0].reset_index(drop=True)


def moments(tally: Tally) -> dict[tuple[str, str], np.ndarray]:
    """Moments of every pair of units that were compared, and of each with itself."""
    return {(key[1], key[2]): counts for key, counts in tally.items() if key[0] == "moments"}


def moment_frame(tally: Tally) -> pd.DataFrame:
    """The moments as rows: a measure under `unit`, times each measure under `other`."""
    frames = [
        pd.DataFrame({"unit": unit, "other": other, "measure": MEASURES}).join(
            pd.DataFrame(counts, columns=MEASURES)
        )
        for (unit, other), counts in moments(tally).items()
    ]
    return pd.concat(frames, ignore_index=True)


def table_counts(table: Table, tally: Tally) -> pd.DataFrame:
    """Factor counts of a table over all its units."""
    frames = [factor_frame(table, unit, tally["factors", table.name, unit]) for unit in table.units]
    return pd.concat(frames, ignore_index=True)


def pair_tables(spec: Spec, tally: Tally) -> dict[str, np.ndarray]:
    """Pair table of every unit, by name."""
    return {unit.name: tally["pairs", unit.name] for unit in spec.units}


def pair_frame(spec: Spec, tally: Tally) -> pd.DataFrame:
    """The pair tables as rows: outcome by seat of the even and of the odd game, how many pairs."""
    names = ("A wins", "B wins", "draw", "unfinished")
    rows = [
        {"unit": unit, "even game": names[i], "odd game": names[j], "pairs": int(counts[i, j])}
        for unit, counts in pair_tables(spec, tally).items()
        for i in range(4)
        for j in range(4)
    ]
    return pd.DataFrame(rows)


def series_frame(spec: Spec, tally: Tally) -> pd.DataFrame:
    """Games of a match, for units that play matches of several, by who deals the first."""
    rows = []
    for unit in spec.units:
        if ("series", unit.name) not in tally:
            continue
        needed = RuleSet.parse(unit.rules).wins_needed
        pairs = int(tally["pairs", unit.name].sum())
        counts = tally["series", unit.name]
        for deal, found in games_a_match(counts, pairs, needed, most_games(needed)).items():
            matches = 2 * pairs if deal == "both" else pairs
            rows.append({"unit": unit.name, "deal": deal, "matches": matches, **found})
    return pd.DataFrame(rows).assign(label="causal")


def action_frame(
    spec: Spec, tally: Tally, described: Mapping[str, Mapping[str, str]]
) -> pd.DataFrame:
    """What is played in each unit, beside what people play (`analyzer.actions`)."""
    counted = {unit.name: tally["actions", unit.name] for unit in spec.units}
    names = {
        unit: {key: texts[key] for key in ("first", "second", "rules")}
        for unit, texts in described.items()
    }
    return action_mix(counted, actions.COUNTS, names)


def seat_frames(spec: Spec, tally: Tally) -> tuple[pd.DataFrame | None, pd.DataFrame | None]:
    """Cuckoo's seat tallies: of rounds and of games, None where none were played."""
    rounds: list[dict[str, Any]] = []
    games: list[dict[str, Any]] = []
    for unit in spec.units:
        policy = unit.policies[0] if len(set(unit.policies)) == 1 else ", ".join(unit.policies)
        for key, rows in (("rounds", rounds), ("games", games)):
            if (key, unit.name) not in tally:
                continue
            sets = tally[key, unit.name]
            hits = seat_hits(sets, unit.players)
            sole = sole_hits(sets, unit.players)
            for seat in range(unit.players):
                row = {
                    "unit": unit.name,
                    "policy": policy,
                    "players": unit.players,
                    "seat": seat + 1,
                    "n": int(sets.sum()),
                }
                if key == "rounds":
                    row["losses"] = hits[seat]
                else:
                    row |= {"sole_wins": sole[seat], "shared_wins": hits[seat] - sole[seat]}
                rows.append(row)
    return (pd.DataFrame(rounds) if rounds else None, pd.DataFrame(games) if games else None)


def deviation_frame(spec: Spec, tally: Tally) -> pd.DataFrame | None:
    """Cuckoo's rounds of one seat among others who are alike, None where no seat departs.

    One row a table and policy of a seat: `others`, `players`, `rules`, `seat`, `policy`, `n`,
    `losses`. A unit where one seat departs (`specs.Unit.departs`) gives a row for that seat; the
    unit where the same others are all alike gives the row of every seat to compare with.
    """
    played = [unit for unit in spec.units if ("rounds", unit.name) in tally]
    tables = {_others(unit) for unit in played if unit.departs}
    rows: list[dict[str, Any]] = []
    for unit in played:
        table = _others(unit)
        alike = len(set(unit.policies)) == 1
        if not unit.departs and not (alike and table in tables):
            continue
        sets = tally["rounds", unit.name]
        hits = seat_hits(sets, unit.players)
        rows += [
            {
                **dict(zip(("others", "players", "rules"), table, strict=True)),
                "seat": seat,
                "policy": unit.policies[seat - 1],
                "n": int(sets.sum()),
                "losses": hits[seat - 1],
            }
            for seat in ([unit.departs] if unit.departs else range(1, unit.players + 1))
        ]
    return pd.DataFrame(rows) if rows else None


def _others(unit: Unit) -> tuple[str, int, str]:
    """The table that a unit's seat departs from: policy of the others, players, rules."""
    return unit.policies[0 if unit.departs != 1 else 1], unit.players, unit.rules


def agreement_frames(spec: Spec, tally: Tally) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What was played beside exact chances, by seat and by set of losers.

    Returns
    -------
    seats
        `unit`, `policy`, `players`, `seat`, `what` ("loses a round", "wins alone", "shares a win"),
        `n`, `count`, `exact`.
    sets
        `unit`, `policy`, `players`, `losers` (seats, `1 3`), `n`, `count`, `exact`; impossible sets
        that never came up are left out.
    """
    seats: list[dict[str, Any]] = []
    sets: list[dict[str, Any]] = []
    for unit in spec.units:
        exact, games = cuckoo_exact.chances(unit.policies, unit.rules)
        policy = unit.policies[0] if len(set(unit.policies)) == 1 else ", ".join(unit.policies)
        key = {"unit": unit.name, "policy": policy, "players": unit.players}
        played = {}
        if (losers := tally.get(("rounds", unit.name))) is not None:
            n = int(losers.sum())
            loses = [
                float(exact[mask_of(seat, unit.players)].sum()) for seat in range(unit.players)
            ]
            played["loses a round"] = n, seat_hits(losers, unit.players), loses
            for mask in np.flatnonzero((exact > 0) | (losers > 0)):
                who = " ".join(str(seat + 1) for seat in range(unit.players) if mask >> seat & 1)
                row = {"losers": who or "nobody", "n": n, "count": int(losers[mask])}
                sets.append({**key, **row, "exact": float(exact[mask])})
        if (winners := tally.get(("games", unit.name))) is not None and games is not None:
            n = int(winners.sum())
            sole = sole_hits(winners, unit.players)
            wins = seat_hits(winners, unit.players)
            shared = [any_win - alone for any_win, alone in zip(wins, sole, strict=True)]
            played["wins alone"] = n, sole, games[0]
            played["shares a win"] = n, shared, games[1]
        for what, (n, hits, chances) in played.items():
            for seat, (count, chance) in enumerate(zip(hits, chances, strict=True), 1):
                row = {"seat": seat, "what": what, "n": n, "count": count, "exact": float(chance)}
                seats.append({**key, **row})
    return pd.DataFrame(seats), pd.DataFrame(sets)


def mask_of(seat: int, players: int) -> np.ndarray:
    """Which sets of seats, `bool[2**players]`, a seat is in."""
    return (np.arange(1 << players) >> seat & 1).astype(bool)


def count_tables(spec: Spec, tally: Tally) -> Tables:
    """Everything counted, as tables of whole numbers, by file name."""
    if spec.game == "cuckoo":
        rounds, games = seat_frames(spec, tally)
        found = {"counts_rounds": rounds, "counts_games": games}
        return {name: frame for name, frame in found.items() if frame is not None}
    tables = {"counts_pairs": pair_frame(spec, tally)}
    for table in spec.tables:
        tables[f"counts_{slug(table.name)}"] = table_counts(table, tally)
    for contrast in spec.contrasts:
        counts = tally["contrast", contrast.name]
        tables[f"counts_{slug(contrast.name)}"] = contrast_frame(contrast, counts)
    if spec.comparisons:
        tables["counts_moments"] = moment_frame(tally)
    return tables


def estimate_tables(spec: Spec, tally: Tally, described: Mapping[str, Mapping[str, str]]) -> Tables:
    """Estimates with intervals of everything an experiment counted.

    Parameters
    ----------
    spec : Spec
    tally : Tally
    described : mapping
        Unit's name → texts that become columns: `first`, `second`, `rules`.

    Returns
    -------
    dict of DataFrame
        Cuttle: `deal_seats` and `deal_policies` of all units, `games_a_match` of those that play
        matches of several games (whose seats are those of the first), one for each `[[table]]` (by
        one factor of the deal: with differences from its first level), `[[contrast]]` and
        `[[comparison]]`, `action_mix` where actions are counted.
        Cuckoo: `cuckoo_rounds`, `cuckoo_games`; `cuckoo_responses` where one seat at a time
        departs from the others; `cuckoo_agreement` and `cuckoo_agreement_sets` where exact chances
        are asked for.
    """
    if spec.game == "cuckoo":
        rounds, games = seat_frames(spec, tally)
        found: Tables = {}
        if rounds is not None:
            found["cuckoo_rounds"] = cuckoo.round_loss(rounds)
        if games is not None:
            found["cuckoo_games"] = cuckoo.game_wins(games)
        if (deviations := deviation_frame(spec, tally)) is not None:
            found["cuckoo_responses"] = cuckoo.responses(deviations)
        if spec.exact:
            seats, sets = agreement_frames(spec, tally)
            found["cuckoo_agreement"] = cuckoo.agreement(seats)
            found["cuckoo_agreement_sets"] = cuckoo.agreement_sets(sets)
        return found
    tables = dict(standard.deal_position(pair_tables(spec, tally), described))
    if spec.actions:
        tables["action_mix"] = action_frame(spec, tally, described)
    if any(key[0] == "series" for key in tally):
        tables["games_a_match"] = series_frame(spec, tally)
    for table in spec.tables:
        counts = table_counts(table, tally)
        estimates = factor_estimates.estimates(counts, fixed=FIXED_BY_DEAL)
        split = [factor for factor in table.factors if factor != "seat"]
        if len(split) == 1 and split[0] in FIXED_BY_DEAL:
            first_level = estimates[split[0]].iloc[0]
            estimates = factor_estimates.add_differences(estimates, split[0], first_level)
        tables[slug(table.name)] = estimates
    for contrast in spec.contrasts:
        counts = contrast_frame(contrast, tally["contrast", contrast.name])
        tables[slug(contrast.name)] = contrasts.estimates(counts, fixed=FIXED_BY_DEAL)
    for comparison in spec.comparisons:
        changed = measures.differences(moments(tally), comparison.pairs)
        tables[slug(comparison.name)] = standard.screen(changed)
    return tables


def slug(name: str) -> str:
    """A table's name as a file's: lower case, `_` for what is neither letter nor digit."""
    return "_".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
