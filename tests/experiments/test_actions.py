"""The action mix against a naive count of transcripts."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from analyzer.actions import FIGURES, action_mix
from engine_fast.cuttle.events import play_watched
from engine_fast.cuttle.heuristics import load
from engine_fast.cuttle.play import Match
from engine_fast.cuttle.replay import Decision, transcript
from engine_fast.cuttle.rules import RuleSet
from experiments import actions, specs, tally
from experiments.playing import ready
from experiments.runner import Chunk

SEED, GAMES = 4, 60
RUNNING = np.zeros(1, dtype=np.uint8)
TURN_VERBS = {
    "draw": "draw",
    "oneoff": "one-off",
    "points": "points",
    "royal": "permanent",
    "scuttle": "scuttle",
    "jack": "jack",
    "pass": "pass",
}


def counted(decisions: tuple[Decision, ...]) -> Counter[str]:
    """What a game's decisions come to, read from their words."""
    found: Counter[str] = Counter()
    chain: int | None = None  # twos on the one-off that was played last
    for one in decisions:
        verb, *cards = one.move.split()
        if one.phase != "respond" and chain is not None:
            found["one-offs cancelled"] += chain % 2
            chain = None
        if one.phase == "main":
            found["turn actions"] += 1
            found[TURN_VERBS[verb]] += 1
            if cards and cards[0][0] == "7" and verb in ("oneoff", "points", "scuttle"):
                found["sevens played"] += 1
                found["sevens as one-off"] += verb == "oneoff"
                found["sevens as points"] += verb == "points"
        if one.phase == "seven" and verb != "discard":
            found["cards chosen from a seven"] += 1
            found["chosen as one-off"] += verb == "oneoff"
            found["chosen as points"] += verb == "points"
        if verb == "oneoff":
            found["one-offs played"] += 1
            chain = 0
        if verb == "counter" and chain is not None:
            found["counters"] += 1
            chain += 1
    found["one-offs cancelled"] += 0 if chain is None else chain % 2
    return found


@pytest.mark.parametrize("rules", ["classic", "community", "cuttlecards"])
def test_counts_are_those_of_the_transcripts(rules: str) -> None:
    match = Match(RuleSet.parse(rules), load("random"), load("random"))
    _, events = play_watched(match, SEED, 20, 20 + GAMES, RUNNING)
    found = actions.pair_counts(events, 20, GAMES)
    assert found.shape == (GAMES // 2, len(actions.COUNTS))
    seen: Counter[str] = Counter()
    for pair, row in enumerate(found):
        both: Counter[str] = Counter(pairs=1, games=2)
        for index in (20 + 2 * pair, 21 + 2 * pair):
            both += counted(transcript(match, SEED, index).decisions)
        assert dict(zip(actions.COUNTS, row, strict=True)) == {
            name: both[name] for name in actions.COUNTS
        }
        seen += both
    assert all(seen[name] > 0 for name in actions.COUNTS)


def test_shares_are_ratios_of_the_counts_and_add_up() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(1, 5, (500, len(actions.COUNTS)))
    for _, above, below, *_rest in FIGURES:  # a share is at most all
        counts[:, actions.COUNTS.index(below)] += counts[:, actions.COUNTS.index(above)]
    counts[:, 0] = 1
    mix = action_mix({"u": tally.moments(counts, counts)}, actions.COUNTS, {"u": {"first": "x"}})
    assert list(mix["figure"]) == [figure for figure, *_ in FIGURES]
    for row, (_, above, below, *_rest) in zip(mix.itertuples(), FIGURES, strict=True):
        a, b = (counts[:, actions.COUNTS.index(name)] for name in (above, below))
        assert row.rate == pytest.approx(a.sum() / b.sum())
        assert row.n == b.sum()
        assert row.low < row.rate < row.high


def test_intervals_have_the_width_of_the_bootstrap() -> None:
    rng = np.random.default_rng(2)
    size = rng.integers(10, 60, 800)
    draws = rng.binomial(size, 0.4)
    counts = np.zeros((800, len(actions.COUNTS)), dtype=np.int64)
    counts[:, 0] = 1
    counts[:, actions.COUNTS.index("turn actions")] = size
    counts[:, actions.COUNTS.index("draw")] = draws
    mix = action_mix({"u": tally.moments(counts, counts)}, actions.COUNTS, {"u": {}})
    row = mix[mix["figure"] == "cards drawn"].iloc[0]
    again = rng.integers(0, 800, (4000, 800))
    low, high = np.quantile(draws[again].sum(axis=1) / size[again].sum(axis=1), [0.025, 0.975])
    assert row["low"] == pytest.approx(low, abs=0.001)
    assert row["high"] == pytest.approx(high, abs=0.001)


def test_a_share_of_nothing_is_left_out() -> None:
    counts = np.zeros((40, len(actions.COUNTS)), dtype=np.int64)
    counts[:, :4] = [1, 2, 30, 30]
    mix = action_mix({"u": tally.moments(counts, counts)}, actions.COUNTS, {"u": {}})
    assert "counters a one-off" not in set(mix["figure"])
    assert mix.set_index("figure").loc["cards drawn", "rate"] == 1


def test_tallies_of_chunks_add_up() -> None:
    work = ready(specs.load("realism"))
    whole = work.play(Chunk("games", 0, 40), RUNNING)
    parts = [work.play(Chunk("games", start, 20), RUNNING) for start in (0, 20)]
    for unit in work.units:
        key = ("actions", unit.name)
        assert np.array_equal(whole[key], parts[0][key] + parts[1][key])
        assert whole[key][0, 0] == 20
