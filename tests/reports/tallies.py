"""Invented tallies in the shape of the standard experiments, and the report made of them."""

from functools import cache

import numpy as np
import pandas as pd

import reports
from analyzer import tables
from analyzer.actions import action_mix
from experiments.actions import COUNTS
from experiments.tally import moments
from tests.analyzer.counting import contrast_counts, factor_counts, pairs_of

POLICIES = ("balanced", "greedy", "random")


def deal() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(11)
    pairs, units = {}, {}
    for place, (first, second) in enumerate(
        (a, b) for i, a in enumerate(POLICIES) for b in POLICIES[i:]
    ):
        unit = f"{first} v {second}"
        lean = (0.04, 0.0, 0.06, -0.05, 0.02, 0.1)[place]
        p = np.array([0.49 - lean, 0.47 + lean, 0.03, 0.01])
        pairs[unit] = rng.multinomial(4_000, np.outer(p, p).ravel()).reshape(4, 4)
        units[unit] = {"first": first, "second": second, "rules": "classic"}
    return tables.deal_position(pairs, units)


def kings() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(12)
    dealt, most, contrast = [], [], []
    for unit in ("balanced v balanced", "greedy v greedy"):
        for pair in range(1_500):
            for seat in ("dealer", "first mover"):
                kings = int(rng.choice(4, p=[0.6, 0.3, 0.095, 0.005]))
                for _ in range(2):
                    laid = int(rng.choice(3, p=[0.5, 0.4, 0.1]))
                    win = rng.random() < 0.4 + 0.08 * kings
                    base = 2 * win
                    dealt.append((pair, (unit, seat, kings), "win" if win else "loss"))
                    most.append(
                        (
                            pair,
                            (unit, seat, laid),
                            "win" if rng.random() < 0.3 + laid / 5 else "draw",
                        )
                    )
                    if seat == "dealer":
                        other = 0 if rng.random() < 0.05 * (1 + kings) else base
                        contrast.append((pair, (unit, kings), base, other))
    return tables.king_count(
        factor_counts(["unit", "seat", "kings_dealt"], dealt).sort_values(
            ["unit", "seat", "kings_dealt"], ignore_index=True
        ),
        factor_counts(["unit", "seat", "kings_most"], most).sort_values(
            ["unit", "seat", "kings_most"], ignore_index=True
        ),
        contrast_counts(["unit", "kings_dealt"], contrast).sort_values(
            ["unit", "kings_dealt"], ignore_index=True
        ),
    )


FLIPS = {
    "open": ("open: no → yes", "Both hands lie face up all game.", 0.2, -2),
    "four=draw_two": ("four: discard → draw_two", "A 4 makes the rival draw two cards.", -0.3, 5),
    "ten=discard": ("ten: none → discard", "A 10 makes the rival discard one card.", 0.0, 0),
    "queen_limit=1": (
        "queen_limit: none → 1",
        "Queens that may lie on a side: at most 1.",
        0.01,
        1,
    ),
}
DEALS = ("5,6", "5,5", "4,6")


def rules() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(14)
    played: dict[str, np.ndarray] = {}
    units: dict[str, dict[str, str]] = {}
    flips: list[tuple[str, str]] = []
    groups: list[list[str]] = []

    def add(players: str, rules: str, deal: str, change: tuple[str, str], games: np.ndarray) -> str:
        unit = f"{players}, {rules}"
        played[unit] = games
        units[unit] = {
            "players": players,
            "policy": players,
            "profile": rules.partition("+")[0],
            "rules": rules,
            "deal": deal,
            "changed": change[0],
            "says": change[1],
        }
        return unit

    for players in ("balanced", "random"):
        for profile, lean in (("classic", 0.2), ("community", -0.1)):
            luck = rng.normal(size=(1_000, 2))
            fate = rng.random((1_000, 2))
            turns = rng.poisson(25, size=(1_000, 2))

            def games(
                extra: float,
                longer: int = 0,
                luck: np.ndarray = luck,
                fate: np.ndarray = fate,
                turns: np.ndarray = turns,
                lean: float = lean,
            ) -> np.ndarray:
                winner = np.where(luck + lean + extra > 0, 1, 0)
                winner = np.where(fate < 0.02 + 0.01 * (longer > 2), 2, winner)
                winner = np.where(fate > 0.995, 3, winner)
                return pairs_of((winner, turns + longer, fate < 0.05 + 0.01 * longer))

            base = add(players, profile, "5,6", ("", ""), games(0))
            group = [base]
            for deal, extra in zip(DEALS[1:], (-0.3, 0.5), strict=True):
                change = (f"deal: 5,6 → {deal}", f"The hands are {deal}.")
                group.append(add(players, f"{profile}+deal={deal}", deal, change, games(extra)))
            groups.append(group)
            if players == "balanced":
                for text, (changed, says, extra, longer) in FLIPS.items():
                    change = (changed, says)
                    unit = add(players, f"{profile}+{text}", "5,6", change, games(extra, longer))
                    flips.append((base, unit))
                flips += [(base, unit) for unit in group[1:]]
    wanted = {(unit, unit) for unit in played} | set(flips)
    wanted |= {(a, b) for group in groups for i, a in enumerate(group) for b in group[i:]}
    moments = {(a, b): played[a].T @ played[b] for a, b in wanted}
    idle = {"profile": ["classic"], "switch": ["glasses_expose"], "reason": ["an 8 is glasses"]}
    return tables.rule_sets(moments, flips, groups, units) | {"rule_idle": pd.DataFrame(idle)}


def cuckoo() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(13)
    rounds, games = [], []
    for policy, slope in (("keep", 0.0), ("threshold:t=7", 0.25)):
        for players in (3, 4, 5):
            places = np.linspace(-1, 1, players)
            for seat, place in enumerate(places, 1):
                key = {
                    "unit": f"{policy} {players}",
                    "policy": policy,
                    "players": players,
                    "seat": seat,
                }
                loss = (1 + slope * place) * 1.05 / players
                rounds.append(key | {"n": 20_000, "losses": rng.binomial(20_000, loss)})
                games.append(
                    key
                    | {
                        "n": 5_000,
                        "sole_wins": rng.binomial(5_000, (1 - slope * place / 2) * 0.99 / players),
                        "shared_wins": rng.binomial(5_000, 0.004),
                    }
                )
    return tables.cuckoo_seat(pd.DataFrame(rounds), pd.DataFrame(games))


def responses() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(14)
    rows = []
    for players in (3, 4, 5):
        for seat in range(1, players + 1):
            for t in (4, 5, 6, 7):
                loss = (1.05 + 0.02 * (t - 8 + players - seat / 2) ** 2) / players
                key = {"others": "threshold:t=7", "players": players, "rules": "cuckoo"}
                key |= {"seat": seat, "policy": f"threshold:t={t}"}
                rows.append(key | {"n": 20_000, "losses": rng.binomial(20_000, loss)})
    return tables.cuckoo_responses(pd.DataFrame(rows))


def strength() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(18)
    played, units = {}, {}
    for rules, lean in (("classic", 0.0), ("community", 0.02), ("cuttlecards", 0.06)):
        for value, wins in ((30, 0.52), (100, 0.59), (300, 0.65), (1000, 0.69)):
            unit = f"{rules} {value}"
            share = np.array([wins + lean, 0.97 - wins - lean, 0.03, 0])
            both = np.outer(share, share[[1, 0, 2, 3]]).ravel()
            played[unit] = rng.multinomial(400, both).reshape(4, 4)
            units[unit] = {
                "first": "search",
                "second": "balanced",
                "rules": rules,
                "weight": "playouts",
                "value": float(value),
            }
    return tables.search_strength(played, units)


def sweep() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(17)
    values = (-4.0, 0.0, 3.5, 8.0)
    played, units = {}, {}
    for value in values:
        unit = f"x {value:g}"
        wins = 0.5 - 0.004 * (value - 3.5) ** 2
        played[unit] = rng.multinomial(
            4000, np.outer([wins, 0.97 - wins, 0.03, 0], [0.97 - wins, wins, 0.03, 0]).ravel()
        ).reshape(4, 4)
        units[unit] = {
            "first": "balanced",
            "second": "greedy",
            "rules": "classic",
            "weight": "keep_2",
            "value": value,
        }
    return tables.weight_sweep(played, units)


PROVENANCE = {
    "preset": "quick",
    "seed": 7,
    "version": "0.1.0",
    "rules": [
        {"game": "cuttle", "text": "classic", "hash": "abc123", "switches": {"four": "discard"}}
    ],
    "policies": [
        {"game": "cuttle", "name": "balanced", "text": "balanced", "weights": {"keep_two": 3.5}}
    ],
    "runs": [
        {"experiment": "deal-position", "unit": "x", "what": "games", "first": 0, "stop": 8000}
    ],
    "commands": ["cuttlelab report --preset quick --seed 7"],
    "versions": {"python": "3.11"},
    "engine": "0f9e",
    "machine": {"cores": 2},
    "note <b>": "a | b & c",
}


@cache
def all_tables() -> dict[str, pd.DataFrame]:
    return {
        **deal(),
        **kings(),
        **rules(),
        **strength(),
        **actions(),
        **cuckoo(),
        **responses(),
        **sweep(),
    }


def actions() -> dict[str, pd.DataFrame]:
    rng = np.random.default_rng(14)
    mix, units = {}, {}
    for first, second in (("balanced", "balanced"), ("greedy", "random")):
        counts = np.zeros((2_000, len(COUNTS)), dtype=np.int64)
        column = {name: counts[:, place] for place, name in enumerate(COUNTS)}
        column["pairs"][:], column["games"][:] = 1, 2
        column["turn actions"][:] = rng.integers(30, 90, 2_000)
        left = column["turn actions"].copy()
        for name in ("draw", "one-off", "points", "permanent", "scuttle", "jack", "pass"):
            column[name][:] = rng.binomial(left, 0.3 if first == "greedy" else 0.35)
            left -= column[name]
        column["one-offs played"][:] = column["one-off"]
        column["one-offs cancelled"][:] = rng.binomial(column["one-off"], 0.117)
        column["counters"][:] = column["one-offs cancelled"]
        column["sevens played"][:] = rng.integers(0, 5, 2_000)
        column["sevens as one-off"][:] = rng.binomial(column["sevens played"], 0.5)
        column["sevens as points"][:] = column["sevens played"] - column["sevens as one-off"]
        unit = f"{first} v {second}"
        mix[unit] = moments(counts, counts)
        units[unit] = {"first": first, "second": second, "rules": "cuttlecards"}
    return {"action_mix": action_mix(mix, COUNTS, units)}


@cache
def report() -> reports.Report:
    return reports.build(all_tables(), PROVENANCE)
