"""`match`: its keys, its numbers, its words."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

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
    assert "stopped   undecided: all 1,501 pairs allowed are played and the log" in result.stdout
    found = json.loads(command(*capped, "--sprt", "-1,1", "--json").stdout)
    assert (found["verdict"], found["games"]) == ("undecided", 3002)
    found = json.loads(command(*capped, "--until", "0.0001", "--json").stdout)
    assert found["stopped"].startswith("undecided: all 1,501 pairs allowed are played")


def test_a_sequential_test_of_matches_of_several_games(command: Command) -> None:
    rules = ("--rules", "classic+best_of=3")
    out = command("match", "greedy", "random", *rules, "--sprt", "0,5").stdout
    assert "a match, median-unbiased, allowing for the stop" in out
    assert "matches   2,000 of 2." in out
    assert "stopped   H1 accepted" in out


def test_matches_of_several_games(command: Command) -> None:
    asked = ("match", "greedy", "random", "--games", "400", "--rules", "classic+best_of=3")
    found = json.loads(command(*asked, "--json").stdout)
    assert found["matches"] == found["games"] == 2 * found["pairs"] == 400
    assert found["match_score"] == found["score"]
    assert found["games_a_match"] == found["games_played"] / 400
    assert 2 <= found["games_a_match_low"] < found["games_a_match"] < found["games_a_match_high"]
    lengths = [row["games_a_match"] for row in found["by_deal"].values()]
    assert np.mean(lengths) == pytest.approx(found["games_a_match"])
    words = command(*asked).stdout
    assert "a match" in words
    assert "greedy deals game 1" in words
    assert f"{found['games_played']:,} of " in words


def test_a_match_of_several_games_is_likelier_for_the_stronger(command: Command) -> None:
    """Three games decide for the better one more often than one, by p²(3 − 2p)."""
    single, best_of_3 = (
        json.loads(command("match", "greedy", "random", "--games", "20k", *rules, "--json").stdout)
        for rules in ((), ("--rules", "classic+best_of=3"))
    )
    wins = sum(row["wins"] for row in single["by_deal"].values())
    losses = sum(row["losses"] for row in single["by_deal"].values())
    share = wins / (wins + losses)
    # Seats differ by a point in a hundred, which moves the square by far less than the noise.
    assert best_of_3["match_score"] == pytest.approx(share**2 * (3 - 2 * share), abs=0.008)


def test_run_tells_how_long_matches_are(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(
        'name = "m"\ngame = "cuttle"\ngames = 400\n'
        '[[unit]]\nname = "u"\nrules = "community+first_to=2"\na = "greedy"\nb = "random"\n'
    )
    found = json.loads(command("run", str(path), "--json").stdout)
    rows = {row["deal"]: row for row in found["tables"]["games_a_match"]}
    assert rows["both"]["matches"] == 400
    assert 2 <= rows["both"]["low"] < rows["both"]["mean"] < rows["both"]["high"] < 4
    assert rows["both"]["mean"] == pytest.approx(
        (rows["A first"]["mean"] + rows["A dealer"]["mean"]) / 2
    )
    said = command("run", str(path))
    assert said.exit_code == 0
    (both,) = [line.split() for line in said.stdout.splitlines() if " both " in line]
    wanted = [f"{rows['both'][name]:.4f}" for name in ("mean", "low", "high")]
    assert both[:6] == ["u", "both", "400", *wanted]
    assert "400 games or matches" in said.stdout


def test_replay_shows_all_games_of_a_match(command: Command, tmp_path: Path) -> None:
    asked = ("replay", "5", "--a", "greedy", "--b", "random", "--rules", "classic+first_to=2")
    found = json.loads(command(*asked, "--as", "json").stdout)
    (match,) = found["games"]
    assert match["match"] == 5
    assert [game["place"] for game in match["games"]] == list(range(len(match["games"])))
    text = command(*asked).stdout
    assert re.search(rf"wins, greedy \d : \d random, after {len(match['games'])} games\n", text)
    golden = tmp_path / "g.toml"
    golden.write_text(command(*asked, "--as", "golden").stdout)
    assert f"all {len(match['games'])} cases hold" in command("verify", str(golden)).stdout
