"""Invented tallies in the shape of the standard experiments, and the report made of them."""

from functools import cache

import numpy as np
import pandas as pd

import reports
from analyzer import tables
from tests.analyzer.counting import contrast_counts, factor_counts

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
    return {**deal(), **kings(), **cuckoo(), **sweep()}


@cache
def report() -> reports.Report:
    return reports.build(all_tables(), PROVENANCE)
