"""A policy against itself through the whole line, from the deal to the interval."""

from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyzer import factors, pairs
from experiments import matches, running, specs

REPETITIONS, GAMES = 1_000, 400
# 4 standard errors of 1,000 repetitions at 95 %.
BOUNDS = 0.922, 0.978
FEWEST_PAIRS = 30

MIRROR = '''
from engine_fast.random_streams import below

def choose(view, moves, count, weights, random):
    """Uniform like `random`, but another move for the same draw."""
    return count - 1 - below(random, count)
'''
SPEC = """
name = "a-against-a"
game = "cuttle"
[[unit]]
name = "usual"
a = "random"
b = "random"
[[unit]]
name = "mirrored"
a = "{file}:choose"
b = "random"
[[table]]
name = "dealt"
factors = ["seat", "kings_dealt"]
[[table]]
name = "most"
factors = ["seat", "kings_most"]
[[contrast]]
name = "change"
base = "usual"
other = "mirrored"
factors = ["kings_dealt"]
"""
TRIPLES = {
    "match": [("score", "low", "high")],
    "deal_seats": [("rate", "low", "high"), ("lead", "lead_low", "lead_high")],
    "deal_policies": [("rate", "low", "high"), ("lead", "lead_low", "lead_high")],
    "dealt": [("rate", "low", "high"), ("difference", "difference_low", "difference_high")],
    "most": [("rate", "low", "high"), ("score", "score_low", "score_high")],
    "change": [("difference", "low", "high")],
}


def one_run(spec: specs.Spec, seed: int) -> dict[str, pd.DataFrame]:
    outcome = running.run_spec(spec, games=2 * GAMES, seed=seed, workers=1, backend="serial")
    found = dict(outcome.tables)
    found["dealt"] = factors.add_differences(found["dealt"], "kings_dealt")
    found["match"] = pd.DataFrame(
        {"unit": unit.name, "pairs": GAMES // 2, **pairs.summary(outcome.tally["pairs", unit.name])}
        for unit in spec.units
    )[["unit", "pairs", "score", "low", "high"]]
    return found


@pytest.mark.slow
def test_intervals_cover_and_alarms_are_false_at_the_stated_rate(tmp_path: Path) -> None:
    file = tmp_path / "mirror.py"
    file.write_text(MIRROR)
    spec = specs.parse(SPEC.format(file=file))
    seen: dict[tuple[str, ...], list[tuple[float, float, float]]] = defaultdict(list)
    for seed in range(REPETITIONS):
        for name, table in one_run(spec, seed).items():
            keys = [k for k in ("unit", "seat", "deal", "kings_dealt", "kings_most") if k in table]
            for what in TRIPLES[name]:
                for row in table[table["pairs"] >= FEWEST_PAIRS].itertuples():
                    key = (name, what[0], *(str(getattr(row, k)) for k in keys))
                    seen[key].append(tuple(float(getattr(row, end)) for end in what))
    for key, rows in seen.items():
        if len(rows) < REPETITIONS or np.isnan(rows[0][0]):
            continue
        value, low, high = np.array(rows).T
        # Equals score a half, and a change that is none changes nothing. Where the truth is not
        # known it is the mean of all runs, a thousand times as many games as in each.
        truth = {"match": 0.5, "change": 0.0}.get(key[0], value.mean())
        covered = ((low <= truth) & (truth <= high)).mean()
        assert BOUNDS[0] < covered < BOUNDS[1], (key, covered)
    assert {key[0] for key in seen} == set(TRIPLES)


def test_a_policy_without_chance_scores_a_half_and_claims_no_more_than_its_deals() -> None:
    found = matches.match("greedy", "greedy", games=2_000).summary()
    assert found["cells"] == [0, 0, 1_000, 0, 0]
    assert found["score"] == 0.5
    # Wilson's half-width with n = 1,000 pairs, not 2,000 games and not 0.
    assert found["high"] - 0.5 == pytest.approx(1.96 * 0.5 / 1_003.84**0.5, abs=1e-5)
    dealing, moving = found["by_deal"]["A dealer"], found["by_deal"]["A first"]
    assert (dealing["wins"], dealing["losses"]) == (moving["losses"], moving["wins"])
