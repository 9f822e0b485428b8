"""`bench`: its keys. How fast it is, is no test's business."""

import json
import shutil
from pathlib import Path

import pytest

from experiments import benchmark
from tests.cli.conftest import Command

TWIN = """
#include <stdio.h>
int main(void) {
    printf("random  games/s 1 turns/game 30.00 ns/turn 50.0 A 0.5\\n");
    printf("scoring games/s 1 turns/game 30.00 ns/turn 80.0 A 0.5\\n");
    return 0;
}
"""


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "SLICE_S", 0.002)
    monkeypatch.setattr(benchmark, "THREADS_S", 0.01)
    monkeypatch.setattr(benchmark, "REPEATS", 1)
    monkeypatch.setattr(benchmark, "SEARCH", "search:playouts=20")
    monkeypatch.setattr(benchmark, "SEARCH_GAMES", 4)
    monkeypatch.setattr(benchmark, "compile_seconds", lambda: 30.0)
    monkeypatch.setattr(benchmark, "warm_start_seconds", lambda: 1.5)


@pytest.mark.usefixtures("quick")
def test_keys(command: Command) -> None:
    result = command("bench", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    common = {"command", "version", "rules", "rules_hash", "seed", "seconds"}
    assert found.keys() >= common | {"cuttle", "cuckoo", "threads", "compile_s", "warm_start_s"}
    assert list(found["cuttle"]) == ["random random", "greedy greedy", "balanced balanced"]
    for row in found["cuttle"].values():
        assert row.keys() == {
            "games_per_s",
            "turns_per_s",
            "decisions_per_s",
            "ns_per_turn",
            "turns_mean",
        }
        assert row["ns_per_turn"] * row["turns_per_s"] == pytest.approx(1e9)
    assert list(found["cuckoo"]) == ["4"]
    assert found["cuckoo"]["4"].keys() == {"rounds_per_s", "games_per_s", "function_rounds_per_s"}
    assert list(found["threads"]) == ["2"]
    search = found["search"]
    assert 0 < search["median_ms"] <= search["p95_ms"]
    assert search["decisions"] > 10


@pytest.mark.usefixtures("quick")
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_against_a_yardstick(command: Command, tmp_path: Path) -> None:
    source = tmp_path / "twin.c"
    source.write_text(TWIN)
    out = command("bench", "--against", str(source)).stdout
    assert "C 50.0, ratio" in out and "C 80.0, ratio" in out


@pytest.mark.usefixtures("quick")
@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
@pytest.mark.parametrize("source", ["int main(void) { return 0 }", "int main(void) { return 0; }"])
def test_another_program_is_refused(command: Command, tmp_path: Path, source: str) -> None:
    path = tmp_path / "twin.c"
    path.write_text(source)
    result = command("bench", "--against", str(path), "--json")
    assert result.exit_code == 2
    assert str(path) in result.stderr
