"""A match stops where its rule says, whatever the workers and the chunks."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from analyzer import confidence_sequences, pairs
from analyzer.sequential import Sprt
from experiments import matches
from experiments.stopping_rules import SequentialTest, StoppingRule, UntilWidth, looks

RULES: dict[str, StoppingRule] = {
    "sprt": SequentialTest(Sprt(0, 20)),
    "normalized": SequentialTest(Sprt(-8, 0, model="normalized")),
    "until": UntilWidth(0.01),
}
UNLIKE = ("seconds", "games_per_s")


def test_looks_double_and_then_come_every_million() -> None:
    seen = list(looks(4_500_000))
    assert seen[:10] == [1_000 << power for power in range(10)]
    assert seen[10:] == [1_000_000, 2_000_000, 3_000_000, 4_000_000, 4_500_000]
    assert list(looks(3)) == [3]
    assert list(looks(2_000)) == [1_000, 2_000]
    for most in (1, 999, 1_001, 1_000_000, 7_000_001):
        seen = list(looks(most))
        assert seen[-1] == most
        assert all(left < right for left, right in pairwise(seen))


@pytest.fixture(scope="module")
def expected() -> dict[str, dict[str, Any]]:
    return {
        name: matches.match("random", "random", games=400_000, workers=1, stop=rule).summary()
        for name, rule in RULES.items()
    }


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("workers", "backend", "chunk_size"),
    [(2, "threads", None), (1, "serial", None), (2, "threads", 514), (3, "threads", 1_000_000)],
)
def test_workers_and_chunks_change_neither_the_stop_nor_a_number(
    expected: dict[str, Any], rule: str, workers: int, backend: str, chunk_size: int | None
) -> None:
    found = matches.match(
        "random",
        "random",
        games=400_000,
        workers=workers,
        backend=backend,
        chunk_size=chunk_size,
        stop=RULES[rule],
    ).summary()
    wanted = expected[rule]
    assert {key: found[key] for key in found if key not in UNLIKE} == {
        key: wanted[key] for key in wanted if key not in UNLIKE
    }
    assert 1_000 < found["pairs"] < 200_000, "the rule has to look more than once"
    assert found["pairs"] in set(looks(200_000))


@pytest.mark.parametrize("rule", RULES)
def test_a_stopped_match_is_the_beginning_of_a_longer_one(
    expected: dict[str, Any], rule: str
) -> None:
    same = matches.match("random", "random", games=expected[rule]["games"]).summary()
    assert same["cells"] == expected[rule]["cells"]
    before = matches.match("random", "random", games=expected[rule]["games"] // 2)
    cells = pairs.cells(before.pair_table)
    assert not RULES[rule].enough(cells), "it could have stopped a look earlier"
    assert RULES[rule].enough(np.array(same["cells"]))


def test_what_a_stop_says(expected: dict[str, Any]) -> None:
    tested = expected["sprt"]
    assert tested["verdict"] == "H0"
    assert tested["llr"] <= tested["sprt"]["lower"]
    assert tested["llr"] == Sprt(0, 20).llr(tested["cells"])
    assert tested["stopped"].startswith("H0 accepted, 0 rather than 20 logistic Elo: ")
    assert tested["median_unbiased"]["low"] < 0.5 < tested["median_unbiased"]["high"]
    assert expected["normalized"]["verdict"] == "H1"
    known = expected["until"]
    assert (known["low"], known["high"]) == confidence_sequences.betting_interval(
        known["cells"], 0.01
    )
    assert known["half_width"] == (known["high"] - known["low"]) / 2 <= 0.01
    assert known["stopped"] == "known to within 0.01"
    assert known["method"] == confidence_sequences.BETTING


def test_undecided_at_the_last_game_allowed() -> None:
    sprt = matches.match("random", "random", games=3_000, stop=SequentialTest(Sprt(-1, 1)))
    found = sprt.summary()
    assert (found["verdict"], found["pairs"]) == ("undecided", 1_500)
    assert found["stopped"].startswith("undecided: all 1,500 pairs allowed are played and the log")
    found = matches.match("random", "random", games=3_000, stop=UntilWidth(0.001)).summary()
    assert found["half_width"] > 0.001
    assert found["stopped"].startswith("undecided: all 1,500 pairs allowed are played and the sco")


def test_a_policy_without_chance_against_itself_is_no_better() -> None:
    found = matches.match("greedy", "greedy", games=10_000, stop=SequentialTest(Sprt(0, 5)))
    summary = found.summary()
    assert (summary["verdict"], summary["pairs"]) == ("H0", 1_000)
    assert (summary["median_unbiased"]["low"], summary["median_unbiased"]["high"]) == (
        summary["low"],
        summary["high"],
    )


def test_a_width_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match=r"half-width 0\.7 is out of range"):
        UntilWidth(0.7)


@pytest.mark.slow
def test_false_alarms_of_the_whole_line() -> None:
    """`random` against itself from the deal to the verdict; docs/statistics.md has the rate."""
    repetitions = 1_000
    test = SequentialTest(Sprt(0, 10))
    found = [
        matches.match("random", "random", games=1_000_000, seed=seed, stop=test).summary()
        for seed in range(repetitions)
    ]
    rate = np.mean([row["verdict"] == "H1" for row in found])
    covered = np.mean(
        [row["median_unbiased"]["low"] <= 0.5 <= row["median_unbiased"]["high"] for row in found]
    )
    above = np.mean([row["median_unbiased"]["score"] > 0.5 for row in found])
    print(f"\nA against A, SPRT 0,10: H1 in {rate:.1%}")
    print(f"median-unbiased estimate too high in {above:.1%}, interval covers {covered:.1%}")
    assert 0 < rate < 0.05
    assert 0.922 < covered < 0.978
    assert abs(above - 0.5) < 4 * 0.5 / repetitions**0.5
