"""`moves`, `play`, `verify` and `replay`."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Command

POSITION = "A 2c9s/8h(JcJs)/Qs8d B Th/-/Kc deck 5h3s scrap Ac turn A passes 0"
GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.toml"))


def test_moves_are_one_a_line(command: Command) -> None:
    lines = command("moves", POSITION).stdout.splitlines()
    assert "draw" in lines and "points 9s" in lines and "oneoff 2c Kc" in lines
    assert len(lines) == len(set(lines))


def test_rules_change_moves(command: Command) -> None:
    position = "A 8c/-/- B 4c/8d/- deck 2c turn A"
    assert "royal 8c" in command("moves", position).stdout
    community = command("moves", position, "--rules", "community").stdout
    assert "royal 8c" not in community and "oneoff 8c" in community


@pytest.mark.parametrize("moves", [("oneoff Ah", "draw"), ("oneoff", "Ah", "draw")])
def test_play_gives_the_position_after(command: Command, moves: tuple[str, ...]) -> None:
    result = command("play", "A Ah/8h/- B 9c/7s/- deck 5h3s turn A", *moves)
    assert result.stdout == "A -/-/- B 5h9c/-/- deck 3s scrap Ah7s8h turn A\n"


def test_play_names_the_winner(command: Command) -> None:
    result = command("play", "A 3c/9hTh/- B 9c/-/- deck 5h turn A", "points 3c")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1] == "winner A"


def test_golden_cases_hold(command: Command) -> None:
    wanted = [path for path in GOLDEN if path.stem in ("classic", "cuckoo", "refused")]
    result = command("verify", *map(str, wanted))
    assert result.exit_code == 0
    assert re.fullmatch(r"all \d+ cases hold\n", result.stdout)


def test_a_mismatch_is_a_line_and_exit_code_1(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        '[[cuttle]]\nid = "W1"\nrules = "classic"\n'
        'position = "A 4c/-/- B 5d/-/- deck 6h turn A"\nmoves = ["draw"]\nwinner = "A"\n'
        '[[refused]]\nrules = "classic"\nposition = "A 4c/-/- B 5d/-/-"\n'
    )
    result = command("verify", str(path))
    assert result.exit_code == 1
    assert "2 cases, 2 mismatches" in result.stderr
    lines = result.stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{path}: W1: winner is")
    assert lines[1].startswith(f"{path}: refused 1: ")


def test_a_replayed_game_passes_as_a_golden_case(command: Command, tmp_path: Path) -> None:
    result = command("replay", "4:10", "--a", "greedy", "--b", "random", "--as", "golden")
    path = tmp_path / "games.toml"
    path.write_text(result.stdout)
    checked = command("verify", str(path))
    assert (checked.exit_code, checked.stdout) == (0, "all 6 cases hold\n")


def test_replays_tell_what_the_batch_counted(command: Command) -> None:
    match = ("greedy", "random", "--seed", "12")
    counted = json.loads(command("match", *match, "--games", "60", "--json").stdout)
    shown = json.loads(
        command(
            "replay", "0:60", "--a", "greedy", "--b", "random", "--seed", "12", "--as", "json"
        ).stdout
    )
    wins = {"A first": 0, "A dealer": 0}
    for game in shown["games"]:
        seat = "A" if game["game"] % 2 == 0 else "B"
        assert game["seats"][seat] == "greedy"
        wins["A first" if seat == "A" else "A dealer"] += game["winner"] == seat
    for deal, won in wins.items():
        assert won == counted["by_deal"][deal]["wins"]
    turns = sum(game["turns"] for game in shown["games"]) / 60
    assert abs(turns - counted["turns_mean"]) < 1e-9


def test_replay_reads_as_text(command: Command) -> None:
    out = command("replay", "1", "--a", "greedy", "--b", "random").stdout
    assert out.startswith("game 1: random at A, greedy at B (classic, seed 1)\ndealt  A ")
    assert " wins after " in out or "a draw after" in out


CUCKOO = ("--game", "cuckoo", "--players", "4", "--policy", "informed:t=7")


def test_cuckoo_replays_pass_as_golden_cases(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "rounds.toml"
    path.write_text(command("replay", "0:5", *CUCKOO, "--as", "golden").stdout)
    checked = command("verify", str(path))
    assert checked.exit_code == 0, checked.stdout


def test_cuckoo_replays_tell_what_the_batch_counted(command: Command) -> None:
    counted = json.loads(
        command(
            "cuckoo", "--policy", "informed:t=7", "--games", "50", "--rounds", "10", "--json"
        ).stdout
    )
    shown = json.loads(command("replay", "0:50", *CUCKOO, "--as", "json").stdout)
    for seat in range(4):
        alone = sum(game["winners"] == [seat + 1] for game in shown["games"])
        assert alone == round(counted["game_win"][seat]["rate"] * 50)


def test_cuckoo_replay_reads_as_text(command: Command) -> None:
    out = command("replay", "3", *CUCKOO).stdout
    assert out.startswith("game 3: ")
    assert "wins" in out
