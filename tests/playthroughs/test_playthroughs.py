"""The golden playthroughs, replayed by the fast engine and compared line by line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine_fast.cards import read_cards
from engine_fast.cuttle import state
from engine_fast.cuttle.notation import format_position, move_text, parse_move
from engine_fast.cuttle.rules import MODIFIERS, PROFILES, RULES, RuleSet
from engine_fast.cuttle.steps import LiveGame
from engine_fast.jit import int64, kernel, signature
from tests.playthroughs import make

FOLDER = Path(__file__).resolve().parent
FILES = sorted(FOLDER.glob("*.txt"))


@kernel(signature(int64, state.GAME, RULES))
def deal(game, rules):  # type: ignore[no-untyped-def]
    state.deal(game, rules)
    return 0


def rules_of(path: Path) -> str:
    return path.read_text(encoding="utf-8").splitlines()[1].removeprefix("rules ")


def replay(lines: list[str]) -> list[str]:
    """The fast engine's account of the game whose rules, deck and moves stand in `lines`."""
    rules_text = lines[1].removeprefix("rules ")
    deck_text = lines[2].removeprefix("deck ")
    moves = [line.split("> ")[1] for line in lines if "> " in line]
    rules = RuleSet.parse(rules_text)
    game = LiveGame(rules)
    game.record["deck"][0] = np.array(read_cards(deck_text), dtype=np.uint8)
    deal(game.record[0], rules.record[0])
    account = [make.HEAD, f"rules {rules_text}", f"deck {deck_text}"]
    for move in moves:
        side = "AB"[game.to_act]
        legal = [move_text(one) for one in game.legal()]
        account.append(f"{game.phase} {side}: {format_position(game.record)}")
        account.append(f"  legal {', '.join(sorted(legal))}")
        account.append(f"  {side}> {move}")
        if move not in legal:
            return [*account, f"  illegal in {format_position(game.record)!r}"]
        game.play(parse_move(move))
    turns = int(game.record["turns"][0])
    table = format_position(game.record).split(" turn ")[0]
    account.append(f"{game.phase} after {turns} turns, winner {game.winner}: {table}")
    return account


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replayed(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    account = replay(lines)
    for number, (found, expected) in enumerate(zip(account, lines, strict=False), 1):
        assert found == expected, f"{path.name}, line {number}"
    assert len(account) == len(lines), f"{path.name} has {len(lines)} lines, not {len(account)}"


def test_a_changed_line_is_noticed() -> None:
    lines = FILES[0].read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if "> draw" in line)
    lines[place] = lines[place].replace("draw", "accept")
    assert "illegal" in replay(lines)[-1]


def test_every_profile_and_modifier_has_one() -> None:
    shown = {part.partition("=")[0] for path in FILES for part in rules_of(path).split("+")}
    wanted = {*PROFILES, *(modifier.name for modifier in MODIFIERS), "deal"}
    assert shown >= wanted, f"no playthrough for {sorted(wanted - shown)}"


def test_make_and_the_files_agree() -> None:
    assert {path.stem for path in FILES} == {name for name, _, _ in make.RULE_SETS}
    for name, rules, _ in make.RULE_SETS:
        assert rules_of(FOLDER / f"{name}.txt") == rules
