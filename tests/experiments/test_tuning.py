"""`tune`: the same from the same seed, better than where it began, and what it refuses."""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np
import pytest

from experiments import matches, policy_texts, tuning

FILE = """
from engine_fast.policies import Weight

WEIGHTS = (
    Weight("lower", 0.0, "rank from which it lays points", 0.0, 10.0, step=3.0),
    Weight("fixed", 2.0, "changes nothing", 0.0, 5.0, whole=True),
)

def choose(view, moves, count, weights, random):
    \"\"\"Lays the first points of rank `lower` or higher, else does the last thing it may.\"\"\"
    for index in range(count):
        if moves[index] & 255 == 2 and (moves[index] >> 10) & 63 >= weights[0]:
            return index
    return count - 1
"""


@pytest.fixture(autouse=True)
def small_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "GAMES_A_CANDIDATE", 120)


@pytest.fixture
def own(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(FILE)
    return f"{path}:choose"


def test_workers_change_nothing_and_the_seed_does() -> None:
    options = {"rules": ("classic", "community"), "budget": 12_000, "held_out_games": 200}
    one = tuning.tune("racer", seed=5, workers=1, **options)  # type: ignore[arg-type]
    two = tuning.tune("racer", seed=5, workers=2, **options)  # type: ignore[arg-type]
    other = tuning.tune("racer", seed=6, workers=1, **options)  # type: ignore[arg-type]
    assert one.toml("c", "v") == two.toml("c", "v")
    assert one.weights() != other.weights()
    assert one.games <= 12_000 < one.games + one.games / one.generations + 1


def test_it_finds_what_is_better() -> None:
    # A racer that would rather draw than lay anything under eleven points lays none but to win.
    start = "racer:least=10.9,king=0"
    found = tuning.tune(start, against=("greedy",), budget=20_000, held_out_games=4000, seed=1)
    before = matches.match(start, "greedy", games=4000, seed=found.held_out_seed).summary()
    (greedy,) = (match for match in found.held_out if match.against == "greedy")
    assert greedy.low > before["high"]


def test_the_check_is_the_match_that_it_names() -> None:
    found = tuning.tune("racer", against=("greedy",), budget=6_000, held_out_games=2000)
    row = found.held_out[0]
    again = matches.match(found.policy.text, "greedy", games=2000, seed=found.held_out_seed)
    assert again.summary()["score"] == row.score
    assert [match.against for match in found.held_out] == ["greedy", "racer"]


def test_whole_weights_stay(own: str) -> None:
    found = tuning.tune(own, against=("random",), budget=6_000, held_out_games=200)
    assert found.weights()["fixed"] == 2.0
    assert found.weights()["lower"] != 0.0
    assert found.style == own


def test_what_is_written_can_be_read_and_tuned_on(tmp_path: Path) -> None:
    found = tuning.tune(
        "scored:keep_last_two=1", against=("random",), budget=10_000, held_out_games=200
    )
    path = tmp_path / "found.toml"
    path.write_text(found.toml('cuttlelab tune "x"', "0"), encoding="utf-8")
    policy = policy_texts.load(str(path))
    assert np.array_equal(policy.vector, found.policy.vector)
    assert (
        dict(zip((w.name for w in policy.weights), policy.vector, strict=True))["keep_last_two"]
        == 1
    )
    assert tomllib.loads(path.read_text("utf-8"))["evidence"]["command"] == 'cuttlelab tune "x"'
    assert (
        tuning.tune(str(path), against=("random",), budget=10_000, held_out_games=200).style
        == "scored"
    )


def test_advice_is_never_tuned() -> None:
    from engine_fast.cuttle.heuristics.advice import ADVICE

    names = {weight.name for weight in tuning.tuned_weights(policy_texts.load("balanced"))}
    assert len(names) > 40
    assert not names & {weight.name for weight in ADVICE}


@pytest.mark.parametrize(
    ("policy", "options", "message"),
    [
        ("greedy", {}, "'greedy' has no weights to tune"),
        ("nobody", {}, "unknown cuttle policy"),
        ("racer", {"rules": ("chess",)}, "unknown profile"),
        ("racer", {"against": ("nobody",)}, "unknown cuttle policy"),
        ("racer", {"budget": 10}, "a budget of 10 games is too small"),
    ],
)
def test_refusals_are_one_line(policy: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match="^[^\\n]*" + message):
        tuning.tune(policy, **options)  # type: ignore[arg-type]
