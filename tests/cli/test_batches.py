"""`run`, `report`, `experiments`, `policies`, `rules`."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from engine_fast.cuttle.rules import PROFILES, SWITCHES
from experiments import matches, specs
from tests.cli.conftest import Command

KEYS = {"command", "version", "rules", "rules_hash", "seed", "seconds"}


def test_run_keys_and_folder(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = command("run", "king-count", "--games", "2k", "--out", str(out), "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found.keys() >= KEYS | {"experiment", "games", "tables", "out"}
    assert (found["experiment"], found["games"]) == ("king-count", 2000)
    assert found["out"] == str(out)
    assert found["tables"]["king_dealt"][0]["unit"] == "balanced against itself"
    for name, rows in found["tables"].items():
        kept = pd.read_parquet(out / "tables" / f"{name}.parquet")
        assert len(kept) == len(rows)
    assert json.loads((out / "manifest.json").read_text())["experiment"] == "king-count"


def test_a_sweep_gets_a_page_with_its_curve(command: Command, tmp_path: Path) -> None:
    out = tmp_path / "sweep"
    result = command("run", "weight-sweep", "--games", "3600", "--out", str(out))
    assert result.exit_code == 0
    table = pd.read_parquet(out / "report" / "tables" / "weight-sweep-keep-2.parquet")
    assert table["value"].tolist() == [-12, -6, 0, 3, 6, 9, 12, 16, 20]
    assert (table["games"] == 400).all()
    again = matches.match("balanced:keep_2=-12", "balanced", games=400, seed=1).summary()
    assert table["score"][0] == again["score"]
    assert "keep_2" in (out / "report" / "index.html").read_text("utf-8")
    assert (out / "report" / "figures" / "weight-sweep-keep-2.svg").is_file()


def test_run_without_folder_prints_tables(command: Command) -> None:
    result = command("run", "king-count", "--games", "500", "--seed", "3")
    assert result.exit_code == 0
    assert "king_contrast" in result.stdout and "association" in result.stdout
    assert "seed 3" in result.stdout


def test_run_prints_a_difference_with_its_own_interval(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    path.write_text(
        'name = "two"\ngame = "cuttle"\ngames = 800\n'
        '[[unit]]\nname = "u"\nrules = ["classic", "classic+quick"]\na = "greedy"\nb = "random"\n'
        '[[comparison]]\nname = "rule"\nbase = "u, classic"\nunits = ["u, classic+quick"]\n'
    )
    found = json.loads(command("run", str(path), "--json").stdout)["tables"]["rule"]
    (turns,) = [row for row in found if row["quantity"] == "turns"]
    lines = command("run", str(path)).stdout.splitlines()
    (printed,) = [line for line in lines if " turns " in line]
    (heads,) = [line for line in lines if "quantity" in line]
    shown = ["base_value", "value", "difference", "difference_low", "difference_high"]
    assert heads.split()[-6:] == [*shown, "label"]
    assert printed.split()[-6:-1] == [f"{turns[name]:.4f}" for name in shown]


def test_backends_print_the_same(command: Command) -> None:
    def tables(*more: str) -> object:
        arguments = ("run", "king-count", "--games", "1k", "--json", *more)
        return json.loads(command(*arguments).stdout)["tables"]

    assert tables("--backend", "serial") == tables("--workers", "2")


def test_cuckoo_runs(command: Command) -> None:
    found = json.loads(command("run", "cuckoo-seat", "--games", "3k", "--json").stdout)
    assert set(found["tables"]) == {"cuckoo_rounds", "cuckoo_games"}
    assert (found["games"], found["rounds"]) == (94 * 32, 938 * 32)


def test_report_writes_a_page(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = specs.Spec.size
    few = {"search-strength": 24, "realism": 80}  # search takes its time
    monkeypatch.setattr(
        specs.Spec,
        "size",
        lambda self, preset=None, games=None: whole(self, None, few.get(self.name, 5000)),
    )
    out = tmp_path / "report"
    result = command("report", "--out", str(out))
    assert result.exit_code == 0, result.output
    assert str(out / "index.html") in result.stdout
    page = (out / "index.html").read_text(encoding="utf-8")
    assert "cuttlelab run king-count --games" in page
    assert (out / "report.md").is_file()
    assert list((out / "figures").glob("*.svg")) and list((out / "figures").glob("*.png"))
    assert list((out / "tables").glob("*.csv"))
    assert list((out / "counts" / "king-count").glob("*.parquet"))
    manifest = json.loads((out / "manifest.json").read_text())
    assert [one["experiment"] for one in manifest["experiments"]] == [
        "deal-position",
        "king-count",
        "rule-sets",
        "search-strength",
        "realism",
        "cuckoo-seat",
        "cuckoo-thresholds",
    ]
    assert (out / "counts" / "rule-sets" / "counts_moments.parquet").is_file()
    # A profile is given with all its switches, rules that depart from one with those that do.
    assert re.search(r"<td>classic</td><td>\w+</td><td>goal=[^<]*, four=discard, ", page)
    assert re.search(r"<td>classic\+fours_draw</td><td>\w+</td><td>four=draw_two</td>", page)


def test_experiments_lists_and_shows(command: Command) -> None:
    listed = command("experiments").stdout
    for name in ("deal-position", "king-count", "rule-sets", "cuckoo-seat"):
        assert name in listed
    shown = command("experiments", "king-count").stdout
    assert specs.parse(shown).digest == specs.load("king-count").digest


def test_policies_lists_and_shows(command: Command) -> None:
    listed = command("policies").stdout
    for name in (
        "balanced",
        "balanced-hand",
        "scored",
        "controller",
        "threshold",
        "informed",
        "keep",
    ):
        assert f"\n  {name} " in listed
    shown = command("policies", "balanced").stdout
    assert "lay_kings" in shown and "0..1" in shown
    both = command("policies", "random").stdout
    assert "(cuttle, " in both and "(cuckoo, " in both


def test_rules_lists_and_explains(command: Command) -> None:
    listed = command("rules").stdout
    for name in (*PROFILES, *(switch.name for switch in SWITCHES)):
        assert f"  {name} " in listed
    modifiers = listed.partition("Modifiers")[2].partition("Switches")[0]
    for name in ("quick", "open", "fours_draw", "suit_scuttle", "sudden_death"):
        assert f"\n  {name} " in modifiers
    assert "\n  deal=5,5      The first mover is dealt 5 cards, the dealer 5.\n" in modifiers
    assert "\n  best_of=3     A match goes to whoever wins 2 of 3 games;" in modifiers
    assert "\n  first_to=3    A match goes to whoever first has 3 wins;" in modifiers
    shown = command("rules", "classic+quick").stdout
    assert shown.splitlines()[0].startswith("classic+quick (")
    assert "\n* goal=15,14,10,7,5 " in shown
    assert "[classic: 21,14,10,7,5]" in shown
    assert "cuckoo" in command("rules", "cuckoo").stdout


def test_rules_says_what_each_profile_sets(command: Command) -> None:
    lines = command("rules").stdout.splitlines()
    (row,) = [line.split() for line in lines if line.startswith("  queen_limit ")]
    assert row == ["queen_limit", "none", "1", "none", "none|1..4"]


def test_rules_says_what_is_idle(command: Command) -> None:
    for name in ("classic", "cuttlecards"):
        shown = command("rules", name).stdout
        assert "Idle: an 8 is glasses, no one-off." in shown
        assert "The one-off 8 opens" not in shown
    assert "The one-off 8 opens the rival's hand." in command("rules", "community").stdout
    both = command("rules", "classic+eight=oneoff").stdout
    assert "Idle" not in both and "[classic: glasses]" in both
    protects = next(
        line
        for line in command("rules", "community").stdout.splitlines()
        if "queen_protects" in line
    )
    assert "A queen shields" in protects and "a side never has two queens" in protects


@pytest.mark.parametrize("text", ["", "nothing", "+quick", "cuckooo"])
def test_rules_lists_every_profile_of_both_games_when_refusing(
    refused: Callable[..., str], text: str
) -> None:
    assert refused("rules", text).endswith("; allowed: classic, community, cuttlecards, cuckoo")
