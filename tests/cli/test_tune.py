"""`cuttlelab tune`: what it prints and writes."""

import json
from pathlib import Path

from tests.cli.conftest import Command

SMALL = ("tune", "racer", "--against", "random", "--budget", "300k", "--seed", "3")


def test_it_writes_a_weight_file_that_plays(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "found.toml"
    result = command(*SMALL, "--out", str(out))
    assert result.exit_code == 0, result.stderr
    assert "score a game on fresh deals" in result.stdout
    assert f"written to {out}" in result.stdout
    played = command("match", f"{out}:least=2", "greedy", "--games", "200", "--json")
    assert json.loads(played.stdout)["a"].endswith(",least=2")


def test_json_keys(command: Command) -> None:
    found = json.loads(command(*SMALL, "--json").stdout)
    assert found.keys() >= {"command", "version", "rules", "rules_hash", "seed", "seconds"}
    assert (found["command"], found["seed"], found["pool"]) == ("tune", 3, ["random"])
    assert set(found["weights"]) == {"king", "least"}
    assert [row["against"] for row in found["held_out"]] == ["random", "racer"]
    for row in found["held_out"]:
        assert row["low"] < row["score"] < row["high"] and row["games"] == 40_000


def test_without_a_file_the_weights_are_printed(command: Command) -> None:
    lines = command(*SMALL).stdout.splitlines()
    assert lines[0] == 'policy = "racer"'
    assert "[evidence]" in lines


def test_refusals_take_one_line_and_write_nothing(command: Command, tmp_path: Path) -> None:
    for arguments, message in (
        (("tune", "greedy"), "has no weights to tune"),
        (("tune", "racer", "--budget", "5"), "too small"),
        ((*SMALL, "--out", str(tmp_path / "none" / "x.toml")), "no folder"),
    ):
        result = command(*arguments)
        assert result.exit_code == 2
        assert message in result.stderr and len(result.stderr.strip().splitlines()) == 1
    assert not list(tmp_path.iterdir())
