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


def test_exact_keys(command: Command) -> None:
    """Published: a seat of three loses with chance 463/1275 if nobody swaps."""
    result = command("cuckoo", "--players", "3", "--policy", "keep", "--exact", *SMALL)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["exact_round_loss"] == [463 / 1275] * 3
    assert sum(found["exact_game_win"]) < 1
    assert len(found["exact_game_shared"]) == 3
    assert sum(found["exact_losers"]) == pytest.approx(1)
    assert found["exact_ties"] == pytest.approx(sum(found["exact_losers"][2:]))
    assert found["exact_kings"] == [0, 0, 0]


def test_exact_games_only_where_they_fit(command: Command) -> None:
    found = json.loads(
        command("cuckoo", "--players", "10", "--policy", "keep", "--exact", *SMALL).stdout
    )
    assert found["exact_round_loss"] == [160449 / 1202495] * 10
    assert "exact_game_win" not in found


@pytest.mark.parametrize("policy", ["random", "knowing"])
def test_policies_without_exact_numbers_are_refused(command: Command, policy: str) -> None:
    result = command("cuckoo", "--policy", policy, "--exact", *SMALL)
    assert result.exit_code == 2
    assert f"policy '{policy}' has no exact numbers; allowed: keep, threshold" in result.stderr


def test_solve_keys(command: Command) -> None:
    found = json.loads(command("cuckoo", "--players", "2", "--solve", *SMALL).stdout)
    first, dealer = found["solution"]
    assert first.keys() == {"seat", "fresh", "loss", "gain", "plain_loss"}
    assert dealer.keys() == first.keys() | {"lower", "equal"}
    assert found["solution_pure"] is True
    assert (first["gain"], dealer["gain"]) == (0, 0)
    (mixed,) = found["solution_two_seats"]
    assert mixed["losses"] == [first["loss"], dealer["loss"]]


def test_exact_and_solve_in_words(command: Command) -> None:
    text = command("cuckoo", "--players", "2", "--exact", "--solve", *SMALL[:-1]).stdout
    assert "exactly" in text and "one threshold" in text and "An equilibrium" in text
    rules = ("--rules", "cuckoo+tie=dealer_wins")
    text = command("cuckoo", "--players", "2", "--solve", *rules, *SMALL[:-1]).stdout
    assert "No pure equilibrium" in text and "6 (0.6250) or 7 (0.3750)" in text
