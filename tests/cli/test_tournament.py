"""`tournament`: its keys, its words, its file."""

import csv
import json
from pathlib import Path

from tests.cli.conftest import Command

ARGUMENTS = ("tournament", "random", "greedy", "balanced", "--games", "2k", "--seed", "3")
NAMES = ["random", "greedy", "balanced"]


def test_keys_and_sums(command: Command) -> None:
    found = json.loads(command(*ARGUMENTS, "--json").stdout)
    assert found["command"] == "tournament"
    assert found.keys() >= {"version", "rules", "rules_hash", "seed", "seconds"}
    assert found["policies"] == NAMES == list(found["ratings"])
    matrix = found["matrix"]
    for i, row in enumerate(matrix):
        assert row[i] is None
        for j, cell in enumerate(row):
            if cell is not None:
                assert cell["low"] <= cell["score"] <= cell["high"]
                assert abs(cell["score"] + matrix[j][i]["score"] - 1) < 1e-12
    match = json.loads(
        command("match", *NAMES[1:], "--games", "2k", "--seed", "3", "--json").stdout
    )
    assert matrix[1][2]["score"] == match["score"]
    assert all(row["low"] <= row["elo"] <= row["high"] for row in found["ratings"].values())


def test_words(command: Command) -> None:
    result = command(*ARGUMENTS)
    assert result.exit_code == 0
    out = result.stdout
    assert "score of row against column" in out
    assert "1 random" in out and "3 balanced" in out and "±" in out
    assert "beyond doubt (Holm over 3 pairings, 5 % for all together)" in out
    assert "\n  balanced beats random, greedy\n" in out
    assert "games     2,000 a pairing, 6,000 in all" in out
    assert "classic (" in out and "seed 3" in out
    assert max(map(len, out.splitlines())) < 120


def test_nobody_is_called_better_without_reason(command: Command) -> None:
    out = command("tournament", "random", "greedy", "--games", "2").stdout
    assert "nobody beats anybody" in out


def test_the_same_command_gives_the_same_numbers(command: Command) -> None:
    def numbers(*more: str) -> dict[str, object]:
        found = json.loads(command(*ARGUMENTS, "--json", *more).stdout)
        return {key: found[key] for key in ("matrix", "ratings", "beats")}

    assert numbers("--workers", "1") == numbers("--workers", "2")


def test_the_payoff_table_is_written(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "league.csv"
    result = command(*ARGUMENTS, "--out", str(path))
    assert f"payoff table in {path}" in result.stdout
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert {row["row"] for row in rows} == set(NAMES)
    assert {"score", "low", "high", "p_holm", "beats", "rules_hash", "seed"} <= rows[0].keys()


def test_matches_of_several_games(command: Command) -> None:
    asked = ("tournament", "greedy", "random", "--games", "200", "--rules", "classic+best_of=3")
    found = json.loads(command(*asked, "--json").stdout)
    match = json.loads(command("match", *asked[1:], "--json").stdout)
    assert found["matrix"][0][1]["score"] == match["match_score"]
    assert (found["games"], found["games_played"]) == (200, match["games_played"])
    assert found["turns_mean"] == match["turns_mean"]
    out = command(*asked).stdout
    assert "matches   200 a pairing" in out
    assert f"games     {match['games_played']} in all" in out


def test_an_odd_number_is_rounded_up_and_said(command: Command) -> None:
    result = command("tournament", "random", "greedy", "--games", "3")
    assert "3 games make no whole pairs; playing 4" in result.stderr
    assert "4 a pairing" in result.stdout
