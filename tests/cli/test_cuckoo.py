"""`cuckoo`: its keys and its numbers."""

import json

import pytest

from tests.cli.conftest import Command

KEYS = {"command", "version", "rules", "rules_hash", "seed", "seconds"}
CUCKOO_KEYS = {"players", "policies", "rounds", "games", "round_loss", "game_win", "game_shared"}
SMALL = ("--games", "2k", "--rounds", "5k", "--json")


def test_keys_and_sums(command: Command) -> None:
    result = command("cuckoo", "--players", "3", *SMALL)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found.keys() >= KEYS | CUCKOO_KEYS
    assert found["command"] == "cuckoo"
    assert (found["players"], found["rounds"], found["games"]) == (3, 5000, 2000)
    assert found["policies"] == ["threshold:t=7"] * 3
    for name in ("round_loss", "game_win", "game_shared"):
        assert len(found[name]) == 3
        for row in found[name]:
            assert row.keys() == {"rate", "low", "high", "n"}
            assert row["low"] <= row["rate"] <= row["high"]
    assert sum(row["rate"] for row in found["round_loss"]) >= 1
    alone = sum(row["rate"] for row in found["game_win"])
    assert alone <= 1
    # A shared win is shared by two at least.
    assert sum(row["rate"] for row in found["game_shared"]) >= 2 * (1 - alone) - 1e-9


def test_one_policy_a_seat(command: Command) -> None:
    policies = ("--policy", "keep", "--policy", "random", "--policy", "threshold:t=3")
    found = json.loads(command("cuckoo", *policies, *SMALL).stdout)
    assert found["players"] == 3
    assert found["policies"] == ["keep", "random", "threshold:t=3"]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (("--lives", "1"), ("--rules", "cuckoo+lives=1")),
        (("--players", "5"), ("--rules", "cuckoo+players=5")),
        ((), ("--workers", "1")),
    ],
)
def test_options_and_switches_say_the_same(
    command: Command, left: tuple[str, ...], right: tuple[str, ...]
) -> None:
    one, two = (json.loads(command("cuckoo", *more, *SMALL).stdout) for more in (left, right))
    for name in ("rules_hash", "round_loss", "game_win", "game_shared"):
        assert one[name] == two[name]


def test_nobody_swaps(command: Command) -> None:
    """Two seats that keep lose with chance 9/17 each; six standard errors allowed."""
    found = json.loads(
        command("cuckoo", "--players", "2", "--policy", "keep", "--rounds", "200k", "--json").stdout
    )
    for row in found["round_loss"]:
        assert abs(row["rate"] - 9 / 17) < 6 * (9 / 17 * 8 / 17 / 200_000) ** 0.5


def test_words(command: Command) -> None:
    out = command("cuckoo", "--players", "3", "--games", "1k", "--rounds", "1k").stdout
    assert "loses a round" in out and "3 dealer" in out and "seed 1" in out
