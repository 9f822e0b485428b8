"""The golden playthroughs, replayed by the fast engine and compared line by line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine_fast.cards import read_cards
from engine_fast.cuttle import state
from engine_fast.cuttle.notation import format_position, move_text, parse_move
from engine_fast.cuttle.rules import MODIFIERS, PROFILES, RULES, RuleSet
from engine_fast.cuttle.series import SERIES_DTYPE, count_games
from engine_fast.cuttle.steps import LiveGame
from engine_fast.jit import int64, kernel, signature
from tests.playthroughs import make

FOLDER = Path(__file__).resolve().parent
MATCH_FILES = [FOLDER / f"{name}.txt" for name, _ in make.MATCHES]
FILES = sorted(set(FOLDER.glob("*.txt")) - set(MATCH_FILES))


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


def replay_match(lines: list[str]) -> list[str]:
    """The fast engine's account of the match whose rules, decks and moves stand in `lines`."""
    needed = RuleSet.parse(lines[1].removeprefix("rules ")).wins_needed
    starts = [number for number, line in enumerate(lines) if line.startswith("game ")]
    account = lines[:2]
    series = np.zeros(1, dtype=SERIES_DTYPE)
    for place, start in enumerate(starts):
        stop = [*starts, len(lines) - 1][place + 1]
        told = replay([*lines[:2], *lines[start + 1 : stop]])
        account += [f"game {place + 1}", *told[2:]]
        winner = told[-1].split("winner ")[1].split(":")[0]
        ended = np.array([state.WINNERS.index(winner)])
        assert series["winner"][0] == state.UNDECIDED, f"a game after the end of {account[-1]}"
        series = count_games(series, ended, place, needed)
    words = {state.WIN_A: "first", state.WIN_B: "second", state.DRAW: "draw"}
    wins = " : ".join(str(number) for number in series["wins"][0])
    ending = words.get(int(series["winner"][0]), "goes on")
    return [*account, f"match over after {series['games'][0]} games, {wins}, {ending}"]


@pytest.mark.parametrize("path", MATCH_FILES, ids=lambda path: path.stem)
def test_match_replayed(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    account = replay_match(lines)
    for number, (found, expected) in enumerate(zip(account, lines, strict=False), 1):
        assert found == expected, f"{path.name}, line {number}"
    assert len(account) == len(lines)


def test_a_changed_line_is_noticed() -> None:
    lines = FILES[0].read_text(encoding="utf-8").splitlines()
    place = next(place for place, line in enumerate(lines) if "> draw" in line)
    lines[place] = lines[place].replace("draw", "accept")
    assert "illegal" in replay(lines)[-1]


def test_every_profile_and_modifier_has_one() -> None:
    shown = {
        part.partition("=")[0]
        for path in [*FILES, *MATCH_FILES]
        for part in rules_of(path).split("+")
    }
    wanted = {*PROFILES, *(modifier.name for modifier in MODIFIERS)}
    wanted |= {"deal", "best_of", "first_to"}
    assert shown >= wanted, f"no playthrough for {sorted(wanted - shown)}"


def test_make_and_the_files_agree() -> None:
    assert {path.stem for path in FILES} == {name for name, _, _ in make.RULE_SETS}
    for name, rules in [*((name, rules) for name, rules, _ in make.RULE_SETS), *make.MATCHES]:
        assert rules_of(FOLDER / f"{name}.txt") == rules
