"""docs/policies.md against the code: view fields, weights, the user's file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine_fast.cuckoo import heuristics as cuckoo_policies
from engine_fast.cuckoo import state as cuckoo_state
from engine_fast.cuttle import heuristics as cuttle_policies
from engine_fast.cuttle import moves
from engine_fast.cuttle import state as cuttle_state
from engine_fast.cuttle.play import Match, play_chunk
from engine_fast.cuttle.rules import PROFILES, RULES_DTYPE, RuleSet
from engine_fast.cuttle.search import base
from experiments.policy_texts import load
from tests.engine_fast.users_file import DOC, users_file

ROOT = Path(__file__).resolve().parents[2]
TEXT = DOC.read_text(encoding="utf-8")


def section(*titles: str) -> str:
    """The text under a heading within a heading …, up to the next of its level."""
    text = TEXT
    for level, title in enumerate(titles, 2):
        _, found, text = text.partition(f"\n{'#' * level} {title}\n")
        assert found, f"docs/policies.md has no heading {title!r}"
        text = "\n" + re.split(rf"\n#{{2,{level}}} ", text)[0]
    return text


def type_text(dtype: Any) -> str:
    base, shape = dtype.subdtype or (dtype, ())
    if base.names:
        return "record"
    return base.name + (f"[{shape[0]}]" if shape else "")


@pytest.mark.parametrize(
    ("title", "dtype"),
    [("Cuttle", cuttle_state.VIEW_DTYPE), ("Cuckoo", cuckoo_state.VIEW_DTYPE)],
    ids=["cuttle", "cuckoo"],
)
def test_every_view_field_is_listed(title: str, dtype: np.dtype[Any]) -> None:
    rows = re.findall(r"^\| `(\w+)` \| `?([^`|]+?)`? \| (.+) \|$", section(title, "View"), re.M)
    assert dtype.fields is not None
    fields = [(name, type_text(dtype.fields[name][0])) for name in dtype.names or ()]
    assert [(name, kind) for name, kind, _ in rows] == fields
    assert all(len(meaning) > 5 for _, _, meaning in rows)


def test_every_field_of_the_rules_is_listed() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| `([^`]+)` \| .+ \|$", section("Cuttle", "Rules in force"), re.M
    )
    assert RULES_DTYPE.fields is not None
    fields = [(name, type_text(RULES_DTYPE.fields[name][0])) for name in RULES_DTYPE.names or ()]
    assert rows == fields


@pytest.mark.parametrize("game", ["Cuttle", "Cuckoo"])
def test_every_policy_and_weight_is_described(game: str) -> None:
    policies = {"Cuttle": cuttle_policies, "Cuckoo": cuckoo_policies}[game]
    text = section("Built-in policies", game)
    starts = {name: text.find(f"\n`{name}` ") for name in policies.NAMES}
    assert min(starts.values()) >= 0, f"not described: {starts}"
    for name, start in starts.items():
        stop = min([place for place in starts.values() if place > start], default=len(text))
        if name == "search":  # its other weights are those of its base, described there
            assert "those of `balanced`" in text[start:stop]
        missing = [
            weight.name
            for weight in policies.load(name).weights
            if f"`{weight.name}`" not in text[start:stop]
            and not (name == "search" and weight in base.WEIGHTS)
        ]
        assert not missing, f"{name}: {missing}"


def test_verbs_and_phases_are_numbered_as_the_text_says() -> None:
    verbs = re.search(r"`engine_fast\.cuttle\.moves`: (`DRAW`.+?) \|", TEXT)
    assert verbs is not None
    named = re.findall(r"`(\w+)`", verbs[1])
    assert [getattr(moves, name) for name in named] == list(range(len(moves.VERBS)))
    phases = re.search(r"`phase` \| `int64` \| what is asked: (.+?) \|", TEXT)
    assert phases is not None
    for name, number in re.findall(r"`(\w+)` (\d)", phases[1]):
        assert getattr(cuttle_state, name) == int(number)


def test_everything_that_may_be_imported_is_there() -> None:
    rows = re.findall(r"^\| `(engine_fast[\w.]+)[`(:]", section("What may be imported"), re.M)
    assert len(rows) >= 8
    for line in section("What may be imported").splitlines():
        match = re.match(r"\| `(engine_fast[\w.]+)`: (.+?) \|", line)
        if match is None:
            continue
        module = __import__(match[1], fromlist=["x"])
        for name in re.findall(r"`(\w+)(?:\([^)]*\))?`", match[2]):
            assert hasattr(module, name), f"{match[1]} has no {name}"


def test_the_users_file_is_short() -> None:
    assert len(users_file().splitlines()) < 30


@pytest.mark.parametrize("profile", PROFILES)
def test_the_users_file_plays(profile: str, tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text(users_file(), encoding="utf-8")
    mine = load(f"{path}:choose:patience=5")
    assert list(mine.vector) == [5.0] and mine.weights[0].name == "patience"
    match = Match(RuleSet.parse(profile), mine, cuttle_policies.load("random"))
    results = play_chunk(match, 1, 0, 400, np.zeros(1, dtype=np.uint8))
    by_seat = np.where(np.arange(400) % 2 == 0, 1, 2)
    # Chance alone would stay below 240 of 400 in all but one case in ten thousand.
    assert (results["winner"] == by_seat).sum() > 240
