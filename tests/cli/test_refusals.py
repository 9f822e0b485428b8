"""Bad input of every kind: one line that names it, exit code 2, nothing printed or written."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command

Refused = Callable[..., str]
MATCH = ("match", "random", "random")
POSITION = "A 4c/-/- B 5d/-/- deck 6h turn A"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("frob",), "No such command 'frob'"),
        (("match", "random"), "Missing argument 'B'"),
        ((*MATCH, "--frob"), "No such option"),
        ((*MATCH, "--games", "-5"), "'-5' is no count"),
        ((*MATCH, "--games", "0"), "0 is out of range; allowed: 1..1000000000000"),
        ((*MATCH, "--games", "1e9"), "'1e9' is no count"),
        ((*MATCH, "--games", "99999G"), "out of range"),
        ((*MATCH, "--games", "many"), "'many' is no count"),
        ((*MATCH, "--seed", "-1"), "'-1' is no seed"),
        ((*MATCH, "--seed", "x"), "'x' is no seed"),
        ((*MATCH, "--workers", "0"), "out of range; allowed: 1..1024"),
        ((*MATCH, "--workers", "1M"), "out of range"),
        ((*MATCH, "--rules", "clasic"), "unknown profile 'clasic'; allowed: classic, "),
        ((*MATCH, "--rules", "classic+frob"), "unknown rule 'frob'; allowed: quick, open, "),
        ((*MATCH, "--rules", "classic+frob"), "draw_after, win_check, turn_cap, deal, best_of, "),
        ((*MATCH, "--rules", "classic+four=eat"), "impossible value 'eat' for four"),
        ((*MATCH, "--rules", "classic+turn_cap=-1"), "impossible value '-1' for turn_cap"),
        ((*MATCH, "--rules", "classic+four=discard+four=discard"), "is named twice"),
        (("match", "nobody", "random"), "unknown cuttle policy 'nobody'; allowed: random, "),
        (("match", "balanced:frob=1", "random"), "has no weight 'frob'"),
        (("match", "balanced:lay_kings=7", "random"), "out of range; allowed: 0..1"),
        (("match", "balanced:lay_kings=", "random"), "is not weight=value"),
        (("match", "no/such.py:choose", "random"), "no/such.py: No such file"),
        (("match", "no/such.toml", "random"), "no/such.toml: No such file"),
        ((*MATCH, "--games", "10", "--until", "0.1"), "--games and --until exclude each other"),
        ((*MATCH, "--until", "0.1", "--sprt", "0,5"), "--until and --sprt exclude each other"),
        ((*MATCH, "--until", "0"), "half-width 0 is out of range; allowed: 0..0.5"),
        ((*MATCH, "--until", "nan"), "half-width nan is out of range"),
        ((*MATCH, "--until", "wide"), "'wide' is not a valid float"),
        ((*MATCH, "--sprt", "5,0"), "'5,0' are no Elo bounds; write two rising numbers"),
        ((*MATCH, "--sprt", "5"), "'5' are no Elo bounds"),
        ((*MATCH, "--sprt", "0,1e9"), "allowed: -1000..1000"),
        ((*MATCH, "--sprt", "0,nan"), "'0,nan' are no Elo bounds"),
        ((*MATCH, "--sprt", "0,300", "--elo", "normalized"), "allowed: -200..200"),
        ((*MATCH, "--sprt", "0,5", "--elo", "bayes"), "'bayes' is not one of"),
        ((*MATCH, "--elo", "normalized"), "--elo goes with --sprt"),
        ((*MATCH, "--max-games", "10"), "--max-games goes with --until or --sprt"),
        (("tournament", "random"), "1 policies; allowed: 2..32"),
        (("tournament", "random", "random"), "policy 'random' is named twice"),
        (("tournament", "random", "nobody"), "unknown cuttle policy 'nobody'"),
        (("tournament", "random", "greedy", "--out", "/no/where/x.csv"), "no folder to write in"),
        (("cuckoo", "--players", "11"), "2<=x<=10"),
        (("cuckoo", "--players", "1"), "2<=x<=10"),
        (("cuckoo", "--lives", "0"), "--lives"),
        (("cuckoo", "--policy", "nobody"), "unknown cuckoo policy 'nobody'"),
        (("cuckoo", "--policy", "threshold:t=99"), "out of range"),
        (("cuckoo", "--rules", "cuckoo+frob=1"), "frob"),
        (("cuckoo", "--rules", "classic"), "classic"),
        (("cuckoo", "--rules", "cuckoo+lives=2", "--lives", "3"), "--lives 3 stands against"),
        (("cuckoo", "--rules", "cuckoo+players=5", "--players", "4"), "--players 4 stands against"),
        (("cuckoo", "--players", "3", "--policy", "keep", "--policy", "keep"), "2 policies for 3"),
        (("cuckoo", "--rounds", "-1"), "'-1' is no count"),
        (("run", "nothing"), "unknown experiment 'nothing'; allowed: cuckoo-agreement, "),
        (("run", "no/such.toml"), "no/such.toml: No such file"),
        (("run", "king-count", "--keep-games"), "--keep-games needs --out"),
        (("run", "king-count", "--backend", "magic"), "'magic' is not one of"),
        (("run", "king-count", "--out", "/proc/nowhere/x", "--games", "100"), "/proc/nowhere/x"),
        (("report", "--preset", "huge"), "'huge' is not one of"),
        (("report", "--out", "/proc/nowhere/x"), "/proc/nowhere/x"),
        (("experiments", "nothing"), "unknown experiment 'nothing'"),
        (("policies", "nobody"), "unknown policy 'nobody'; allowed: random, "),
        (("rules", "nothing"), "unknown profile 'nothing'"),
        (("moves", "A 4c/-/- B 4c/-/-"), "4c"),
        (("moves", "A 4c/-/- B"), "ends"),
        (("moves", "A 4x/-/- B 5d/-/-"), "4x"),
        (("moves", ""), "ends"),
        (("moves", "A ?2/-/- B 5d/-/- deck ?"), "unknown cards"),
        (("moves", POSITION, "--rules", "x"), "unknown profile 'x'"),
        (("evaluate", "A ?2/-/- B 5d/-/- deck ?"), "A decides and holds unknown cards"),
        (("evaluate", "A 4x/-/- B 5d/-/-"), "4x"),
        (("evaluate", POSITION, "--rules", "x"), "unknown profile 'x'"),
        (("evaluate", POSITION, "--games", "0"), "0 is out of range"),
        (("play", POSITION, "points 9h"), "'points 9h' is not legal"),
        (("play", POSITION, "jump"), "jump"),
        (("play", POSITION, "points 4c", "draw", "draw", "draw"), "is not legal"),
        (("verify",), "Missing argument"),
        (("verify", "no/such.toml"), "no/such.toml: No such file"),
        (("replay", "x"), "'x' is neither GAME nor START:STOP"),
        (("replay", "5:5"), "holds no games"),
        (("replay", "-1"), "-1"),
        (("replay", "0:9999999"), "allowed: up to 100000"),
        (("replay", "0", "--a", "nobody"), "unknown cuttle policy"),
        (("replay", "0", "--players", "3"), "go with --game cuckoo"),
        (("replay", "0", "--game", "cuckoo", "--a", "random"), "Cuckoo takes --policy"),
        (("replay", "0", "--as", "html"), "'html' is not one of"),
        (("bench", "--against", "no/such.c"), "no/such.c"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else None,
)
def test_bad_input(refused: Refused, arguments: tuple[str, ...], message: str) -> None:
    assert message in refused(*arguments)


def test_a_policy_that_breaks_its_contract(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text("def choose(view, moves, count, weights, random):\n    return -1\n")
    assert "out of range" in refused("match", f"{path}:choose", "random", "--games", "10")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("if view.own_total > 0: raise RuntimeError('boom')", "my.py:choose raised RuntimeError: "),
        ("if view.own_total > 0: raise ValueError('boom')", "my.py:choose raised ValueError: boom"),
        ("if view.own_total > 0: raise StopIteration", "my.py:choose raised StopIteration"),
        ("raise ValueError('boom')", "my.py:choose never returns an index"),
        ("if view.own_total > 0: return -1", "my.py:choose"),
    ],
)
def test_a_policy_that_fails_while_it_plays(
    refused: Refused, tmp_path: Path, body: str, message: str
) -> None:
    path = tmp_path / "my.py"
    path.write_text(f"def choose(view, moves, count, weights, random):\n    {body}\n    return 0\n")
    mine = f"{path}:choose"
    assert message in refused("match", mine, "random", "--games", "20")
    assert message in refused("replay", "0:20", "--a", mine, "--b", "random", "--as", "json")


def test_a_cuckoo_policy_that_fails_while_it_plays(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(
        "def choose(view, moves, count, weights, random):\n"
        "    if count == 2: raise KeyError('boom')\n"
        "    return 7\n"
    )
    mine = f"{path}:choose"
    for command in (
        ("cuckoo", "--rounds", "10", "--games", "10"),
        ("replay", "--game", "cuckoo", "1"),
    ):
        assert "my.py:choose raised KeyError" in refused(*command, "--policy", mine)


def test_a_policy_file_that_ends_the_process(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text("import sys\nsys.exit(7)\n")
    assert "line 2: SystemExit: 7" in refused("match", f"{path}:choose", "random")


def test_a_file_of_something_else(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    for content, message in (
        ("x = 1\n", "unknown key 'x'; allowed: [[cuttle]]"),
        ("", "holds no cases"),
        ("cuttle = 3\n", "write [[cuttle]]"),
        ("[[cuttle]\n", "line 1"),
    ):
        path.write_text(content)
        assert message in refused("verify", str(path))


def test_a_foreign_folder_is_left_alone(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    for name in (("run", "king-count", "--games", "100"), ("report",)):
        assert "is not empty" in refused(*name, "--out", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_spec_with_a_fault(refused: Refused, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "m"\ngame = "cuttle"\n[[unit]]\na = "random"\nb = "nobody"\n')
    assert "unknown cuttle policy 'nobody'" in refused("run", str(path))
    path.write_text('name = "m"\ngame = "cuttle"\n[[unit]]\na = "random"\nc = "random"\n')
    assert "line 5, unit.1.c: unknown key" in refused("run", str(path))


def test_a_closed_pipe_is_no_error(command: Command, process: Callable[..., object]) -> None:
    child = process("rules")
    child.stdout.close()  # type: ignore[attr-defined]
    child.stdout = None  # type: ignore[attr-defined]
    _, said = child.communicate(timeout=60)  # type: ignore[attr-defined]
    assert "Traceback" not in said and "Exception" not in said
