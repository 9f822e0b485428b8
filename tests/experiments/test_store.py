"""Run folders: whole or not there; foreign ones are left alone."""

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from experiments import running, specs, store

SPEC = """
name = "small"
game = "cuttle"
games = 400
[[unit]]
a = "random"
b = "greedy"
[[table]]
name = "kings"
factors = ["seat", "kings_dealt"]
"""


@pytest.fixture
def spec() -> specs.Spec:
    return specs.parse(SPEC)


def test_a_run_folder_holds_manifest_and_tables(spec: specs.Spec, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    outcome = running.run_into(spec, out, "cuttlelab run x", seed=4, workers=1)
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["command"] == "cuttlelab run x"
    assert manifest["spec"] == SPEC
    assert manifest["spec_digest"] == spec.digest
    assert manifest["seed"] == 4
    assert manifest["games"] == 400
    assert manifest["engine_digest"]
    assert manifest["versions"]["numpy"] == np.__version__
    assert manifest["units"]["random – greedy"]["rules_hash"]
    for name, table in {**outcome.tables, **outcome.counts}.items():
        csv = pd.read_csv(out / "tables" / f"{name}.csv")
        parquet = pd.read_parquet(out / "tables" / f"{name}.parquet")
        assert list(csv.columns) == list(parquet.columns) == list(table.columns)
        assert len(csv) == len(parquet) == len(table)
    assert [path.name for path in out.parent.iterdir()] == ["run"]


def test_games_are_kept_one_row_each(spec: specs.Spec, tmp_path: Path) -> None:
    out = tmp_path / "run"
    outcome = running.run_into(
        spec, out, "c", keep_games=True, workers=2, chunk_size=100, games=400
    )
    games = pd.read_parquet(out / "games" / "random_greedy").sort_values("game")
    assert games["game"].tolist() == list(range(400))
    first_at_a = games["game"] % 2 == 0
    wins = ((games["winner"] == "A") & first_at_a) | ((games["winner"] == "B") & ~first_at_a)
    by_deal = outcome.tables["deal_policies"]
    assert wins.sum() == by_deal["wins"].sum()
    assert {"kings_dealt_a", "kings_dealt_b", "turns"} <= set(games.columns)


def test_an_earlier_run_is_replaced_as_a_whole(spec: specs.Spec, tmp_path: Path) -> None:
    out = tmp_path / "run"
    running.run_into(spec, out, "one", workers=1)
    (out / "left.txt").write_text("x")
    running.run_into(spec, out, "two", workers=1)
    assert json.loads((out / "manifest.json").read_text())["command"] == "two"
    assert not (out / "left.txt").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    target = tmp_path / "empty"
    target.mkdir()
    with store.new_folder(target) as work:
        (work / "a").write_text("x")
    assert (target / "a").read_text() == "x"


@pytest.mark.parametrize("content", [None, "{}", "[]", "no json", '{"program": "other"}'])
def test_a_foreign_folder_is_refused_untouched(tmp_path: Path, content: str | None) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    if content is not None:
        (tmp_path / "manifest.json").write_text(content)
    before = sorted(path.name for path in tmp_path.iterdir())
    with (
        pytest.raises(ValueError, match="is not empty and holds no run"),
        store.new_folder(tmp_path),
    ):
        pass
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_files_and_unwritable_places_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("x")
    for target in (file, file / "below", Path("/proc/nowhere/run")):
        with pytest.raises(ValueError, match="output folder"), store.new_folder(target):
            pass


def test_a_failed_run_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "deeper" / "run"
    with pytest.raises(KeyboardInterrupt), store.new_folder(target) as work:
        (work / "half").write_text("x")
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())
