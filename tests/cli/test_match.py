"""`match`: its keys, its numbers, its words."""

import json

from tests.cli.conftest import Command

KEYS = {"command", "version", "rules", "rules_hash", "seed", "seconds"}
MATCH_KEYS = {
    "a",
    "b",
    "games",
    "pairs",
    "cells",
    "score",
    "low",
    "high",
    "elo",
    "elo_low",
    "elo_high",
    "by_deal",
    "turns_mean",
}


def test_keys_and_sums(command: Command) -> None:
    result = command("match", "greedy", "random", "--games", "2k", "--json", "--seed", "9")
    assert result.exit_code == 0
    assert not [line for line in result.stderr.splitlines() if "compiling" not in line]
    found = json.loads(result.stdout)
    assert found.keys() >= KEYS | MATCH_KEYS
    assert found["command"] == "match"
    assert (found["rules"], found["seed"], found["games"]) == ("classic", 9, 2000)
    assert sum(found["cells"]) == found["pairs"] == 1000
    assert found["low"] < found["score"] < found["high"]
    assert found["elo_low"] < found["elo"] < found["elo_high"]
    assert list(found["by_deal"]) == ["A dealer", "A first"]
    points = 0.0
    for row in found["by_deal"].values():
        assert row["games"] == 1000
        assert row["wins"] + row["draws"] + row["losses"] + row["unfinished"] == 1000
        points += row["wins"] + (row["draws"] + row["unfinished"]) / 2
    assert abs(points / 2000 - found["score"]) < 1e-12
    assert abs(points / 2 - sum(i * n for i, n in enumerate(found["cells"])) / 4) < 1e-9


def test_the_same_command_gives_the_same_numbers(command: Command) -> None:
    def numbers(*more: str) -> dict[str, object]:
        result = command("match", "random", "greedy", "--games", "3k", "--json", *more)
        found = json.loads(result.stdout)
        for key in ("seconds", "games_per_s", "command_line"):
            del found[key]
        return found

    assert numbers() == numbers("--workers", "2") == numbers("--workers", "1")
    assert numbers() != numbers("--seed", "2")


def test_the_texts_say_all_weights(command: Command) -> None:
    result = command("match", "balanced:lay_kings=0", "random", "--games", "10", "--json")
    found = json.loads(result.stdout)
    assert "lay_kings=0" in found["a"] and "points=" in found["a"]
    assert found["b"] == "random"
    again = command("match", found["a"], found["b"], "--games", "10", "--json")
    assert json.loads(again.stdout)["cells"] == found["cells"]


def test_an_odd_number_is_rounded_up_and_said(command: Command) -> None:
    result = command("match", "random", "random", "--games", "3")
    assert result.exit_code == 0
    assert "3 games make no whole pairs; playing 4" in result.stderr
    assert "games     4 of" in result.stdout


def test_words(command: Command) -> None:
    out = command("match", "greedy", "random", "--rules", "classic+quick", "--games", "1k").stdout
    assert out.startswith("greedy against random\nscore ")
    for text in ("greedy deals", "greedy moves first", "games/s", "classic+quick (", "seed 1"):
        assert text in out


def test_a_sequential_test_prints_both_estimates_and_why_it_stopped(command: Command) -> None:
    arguments = ("match", "greedy", "random", "--sprt", "0,5")
    out = command(*arguments).stdout
    assert "a game, plain, as if the number of games had been fixed" in out
    assert "a game, median-unbiased, allowing for the stop" in out
    assert "stopped   H1 accepted, 5 rather than 0 logistic Elo: the log-likelihood ratio" in out
    found = json.loads(command(*arguments, "--json").stdout)
    assert found.keys() >= KEYS | MATCH_KEYS | {"llr", "verdict", "sprt", "median_unbiased"}
    assert (found["verdict"], found["games"]) == ("H1", 2_000)
    assert found["llr"] > found["sprt"]["upper"] > 0 > found["sprt"]["lower"]
    assert found["median_unbiased"]["score"] > 0.8


def test_normalized_elo_is_another_test(command: Command) -> None:
    arguments = ("match", "random", "random", "--sprt", "-30,30", "--json")
    logistic = json.loads(command(*arguments).stdout)
    normalized = json.loads(command(*arguments, "--elo", "normalized").stdout)
    assert (logistic["sprt"]["elo"], normalized["sprt"]["elo"]) == ("logistic", "normalized")
    assert logistic["llr"] != normalized["llr"]
    assert "normalized, median-unbiased" in command(*arguments[:-1], "--elo", "normalized").stdout


def test_until_is_known_to_within_what_was_asked(command: Command) -> None:
    found = json.loads(command("match", "random", "random", "--until", "0.02", "--json").stdout)
    assert (found["high"] - found["low"]) / 2 <= 0.02
    assert found["games"] in (2_000, 4_000, 8_000, 16_000)
    assert found["stopped"] == "known to within 0.02"
    out = command("match", "random", "random", "--until", "0.02").stdout
    assert "stopped   known to within 0.02" in out


def test_a_cap_leaves_it_undecided_and_says_so(command: Command) -> None:
    capped = ("match", "random", "random", "--max-games", "3001")
    result = command(*capped, "--sprt", "-1,1")
    assert result.exit_code == 0
    assert "3001 games make no whole pairs; playing at most 3002" in result.stderr
    assert "stopped   undecided: all 3,002 games allowed are played and the log" in result.stdout
    found = json.loads(command(*capped, "--sprt", "-1,1", "--json").stdout)
    assert (found["verdict"], found["games"]) == ("undecided", 3002)
    found = json.loads(command(*capped, "--until", "0.0001", "--json").stdout)
    assert found["stopped"].startswith("undecided: all 3,002 games allowed are played")
