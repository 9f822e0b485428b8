"""Every golden case through the fast engine, and proof that the checker can fail."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine_fast.cuttle.golden import run_case, run_refused
from engine_fast.cuttle.notation import parse_position
from engine_fast.cuttle.rules import RuleSet

GOLDEN = Path(__file__).resolve().parents[2] / "golden"

#: The token that the refusal of each position must name.
TOKENS = {
    "A 8h/8h/- B 4h/-/-": "8h",
    "A -/9s(Jc)/- B Jc/-/-": "Jc",
    "A -/9s(Qc)/- B 4h/-/-": "Qc",
    "A -/Kc/- B 4h/-/-": "Kc",
    "A -/-/Jc B 4h/-/-": "Jc",
    "A -/-/9c B 4h/-/-": "9c",
    "A -/-/QcQd B 4h/-/-": "QcQd",
    "A ?30/-/- B ?30/-/-": "?30",
    "A 4x/-/- B 4h/-/-": "4x",
    "A 4c/-/- B 4h/-/- turn C": "'C'",
    "A -/-/KcKdKhKs B 4h/TcTd2c/-": "KcKdKhKs",
    "A 4c/-/- B 4h/-/- frozen Td": "Td",
    "A 4c/-/- B 4h/-/- deck 3c deck 5c": "'deck'",
    "A 4c/-/- B 4h/-/- passes x": "'x'",
}

#: More positions that docs/notation.md refuses or that no game can reach, rules and token.
MORE_REFUSED = [
    ("cuttlecards", "A -/-/- B Td/-/- frozen TdTd", "Td"),
    ("classic", "A 4c/-/- B 4h/-/- deck 4c", "4c"),
    ("classic", "A 4c/-/- B 4h/-/- scrap 5c5c", "5c"),
    ("classic", "A 4c/-/- B 4h/-/- turn A turn B", "'turn'"),
    ("classic", "A 4c/-/- B 4h/-/- stock 5c", "'stock'"),
    ("classic", "A ?60/-/- B -/-/-", "?60"),
    ("classic", "A 4c?26/-/- B ?26/-/-", "?26"),
    ("classic", "A -/Ts9sTh/- B -/TcTd9c/-", "both sides"),
    ("classic", "A -/8h(9c)/- B -/-/-", "9c"),
    ("classic", "A -/8h(Jc/- B -/-/-", "8h(Jc"),
    ("community", "A -/-/8d B 4h/-/-", "8d"),
    ("cuttlecards+eight=oneoff", "A -/-/8d B 4h/-/-", "8d"),
    ("classic+queen_limit=2", "A -/-/- B -/-/QcQdQh", "QcQdQh"),
    ("classic", "B 4c/-/- A 4h/-/-", "'B'"),
    ("classic", "A 4c/-/- B 4h/-", "4h/-"),
    ("classic", "A 4c/-/- B 4h/-/- last 1", "'last'"),
    ("classic+sudden_death", "A 4c/-/- B 4h/-/- deck 5c last 1", "'last'"),
    ("classic+sudden_death", "A 4c/-/- B 4h/-/- last 3", "'3'"),
    ("classic", "A 4c/-/- B 4h/-/- sevens 7c", "sevens"),
    ("classic", "A 4c/-/- B 4h/-/- pending oneoff Kc counters -", "Kc"),
    ("classic", "A 4c/-/- B 4h/-/- pending oneoff Th counters -", "Th"),
    ("classic", "A 4c/-/- B 4h/-/- pending oneoff 8h counters -", "8h"),
    ("classic", "A 4c/-/- B 4h/-/- pending oneoff Ac counters 3c", "3c"),
    ("classic", "A 4c/-/- B 4h/-/- pending oneoff 2c counters -", "2c"),
    ("classic", "A 4c/-/- B 4h/Ts/- pending oneoff 2c Ts counters -", "Ts"),
    ("community", "A 4c/Ts/- B 4h/-/- pending oneoff 2c Ts counters -", "Ts"),
    ("classic", "A 2d/-/QcKc B 4h/-/- pending oneoff 2c Kc counters -", "Kc"),
    ("cuttlecards", "A 2d/-/QcQd B 4h/-/- pending oneoff 9c Qc counters -", "Qc"),
    ("classic+two_hits_queen=no", "A 2d/-/Qc B 4h/-/- pending oneoff 2c Qc counters -", "Qc"),
    ("classic", "A 4c/-/- B 4h/-/- pending three 4d", "4d"),
    ("classic", "A 4c/-/- B 4h/-/- scrap 5c pending seven - 5d", "'-'"),
    ("cuttlecards", "A 4c/-/- B 4h/-/- scrap 7c pending seven 7d 5d", "'7d'"),
    ("classic", "A 4c/-/- B 4h/-/- pending seven 8c 5d", "8c"),
    ("classic", "A -/-/- B 4h/-/- turn A pending discard 1", "discard 1"),
    ("classic", "A 4c/-/- B 4h/-/- pending nap", "'nap'"),
]


def cases(table: str) -> list[Any]:
    found = []
    for name in ("classic", "community", "cuttlecards", "refused"):
        read = tomllib.loads((GOLDEN / f"{name}.toml").read_text(encoding="utf-8"))
        for number, case in enumerate(read.get(table, []), 1):
            found.append(pytest.param(case, id=f"{name}-{case.get('id', number)}"))
    return found


@pytest.mark.parametrize("case", cases("cuttle"))
def test_case(case: dict[str, Any]) -> None:
    faults = run_case(case)
    assert not faults, "\n".join([f"{case['id']} {case['rules']}: {case['position']}", *faults])


def refusal(rules: str, position: str) -> str:
    with pytest.raises(ValueError) as caught:
        found = parse_position(position, RuleSet.parse(rules))
        pytest.fail(f"{rules}: {position!r} was read as {found}")
    message = str(caught.value)
    assert "\n" not in message and message, f"{position!r}: {message!r}"
    return message


@pytest.mark.parametrize("case", cases("refused"))
def test_refused_case(case: dict[str, Any]) -> None:
    assert run_refused(case) == []
    message = refusal(case["rules"], case["position"])
    assert TOKENS[case["position"]] in message, f"{case['position']!r}: {message}"


@pytest.mark.parametrize(("rules", "position", "token"), MORE_REFUSED)
def test_more_refused(rules: str, position: str, token: str) -> None:
    message = refusal(rules, position)
    assert token in message, f"{position!r}: {message}"


def test_every_golden_file_is_used() -> None:
    assert len(cases("cuttle")) >= 200
    assert len(cases("refused")) == len(TOKENS) == 14


GOOD = {
    "id": "X",
    "rules": "classic",
    "position": "A Th4h/-/- B 4c/-/- deck 3c5c",
    "moves": ["points Th"],
    "legal": ["draw"],
    "illegal": ["pass"],
    "legal_exactly": ["draw", "points 4c", "oneoff 4c"],
    "result": "A 4h/Th/- B 4c/-/- deck 3c5c turn B",
    "winner": "",
}


def test_a_true_case_holds() -> None:
    assert run_case(GOOD) == []


@pytest.mark.parametrize(
    "change",
    [
        {"moves": ["points 9h"]},
        {"moves": ["points"]},
        {"moves": ["jump Th"]},
        {"legal": ["pass"]},
        {"illegal": ["draw"]},
        {"legal_exactly": ["draw", "points 4c"]},
        {"legal_exactly": ["draw", "points 4c", "oneoff 4c", "royal 4c"]},
        {"result": "A 4h/Th/- B 4c/-/- deck 5c3c turn B"},
        {"result": "A 4h/Th/- B 4c/-/- deck 3c5c turn A"},
        {"winner": "A"},
        {"winner": "C"},
        {"rules": "clasic"},
        {"position": "A Th4h/-/- B 4c/-/- deck 3c4h"},
        {"position": "A ?2/-/- B 4c/-/- deck 3c5c"},
        {"wimmer": "A"},
    ],
    ids=str,
)
def test_a_false_case_is_told(change: dict[str, Any]) -> None:
    faults = run_case(GOOD | change)
    assert faults and all("\n" not in fault for fault in faults), f"{change} went through"


def test_a_missing_key_is_told() -> None:
    assert run_case({"id": "X", "rules": "classic"}) == ["key 'position' is missing"]
    assert run_refused({"rules": "classic"}) == ["key 'position' is missing"]
    assert run_refused({"rules": "classic", "position": "A 4c/-/- B -/-/-", "why": "w"})
