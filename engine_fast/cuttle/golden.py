"""Golden cases of Cuttle: a position, moves, and what must hold after them (docs/notation.md).

A case is a plain mapping as read from TOML; reading files is the caller's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine_fast.cuttle.notation import (
    format_position,
    move_text,
    parse_move,
    parse_position,
    same_position,
)
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.state import WINNERS
from engine_fast.cuttle.steps import LiveGame

_NEEDED = {"id", "rules", "position"}
_KEYS = _NEEDED | {"source", "moves", "legal", "illegal", "legal_exactly", "result", "winner"}
_REFUSED_KEYS = {"rules", "position", "why"}


class IllegalMove(ValueError):
    """A move that the position does not allow; the message lists those it does."""


def live_game(position_text: str, rules: RuleSet) -> LiveGame:
    """Read a complete position into a game that waits for its next decision.

    Raises
    ------
    ValueError
        If the position is refused, or holds unknown cards.
    """
    position = parse_position(position_text, rules)
    if not position.is_complete:
        raise ValueError("the position holds unknown cards ('?'); name them to play on")
    game = LiveGame(rules, position.game)
    game.settle()
    return game


def legal_texts(position_text: str, rules: RuleSet) -> list[str]:
    """Return the legal moves of a position as texts, in the engine's order.

    The rival's hand and the stock may hold unknown cards, since they allow and forbid nothing by
    what they are; the hand of the side that decides may not.

    Raises
    ------
    ValueError
        If the position is refused, or the side that decides holds unknown cards.
    """
    position = parse_position(position_text, rules)
    game = LiveGame(rules, position.filled())
    for forced_are_made in (False, True):
        if forced_are_made:
            game.settle()
        if position.unknown[game.to_act] and not game.winner:
            name, count = "AB"[game.to_act], position.unknown[game.to_act]
            raise ValueError(f"?{count}: {name} decides and holds unknown cards; name them")
    return [move_text(move) for move in game.legal()]


def play_text(game: LiveGame, text: str) -> None:
    """Play a move given as text.

    Raises
    ------
    IllegalMove
        If it is not among the legal moves.
    ValueError
        If it is no move at all.
    """
    move = parse_move(text)
    legal = game.legal()
    if move not in legal:
        allowed = ", ".join(move_text(one) for one in legal) or "none, the game is over"
        raise IllegalMove(f"{text!r} is not legal in {format_position(game.record)!r} ({allowed})")
    game.play(move)


def _check_keys(case: Mapping[str, Any], needed: set[str], allowed: set[str]) -> list[str]:
    faults = [f"key {key!r} is missing" for key in sorted(needed - case.keys())]
    return faults + [f"unknown key {key!r}" for key in sorted(case.keys() - allowed)]


def run_case(case: Mapping[str, Any]) -> list[str]:
    """Return what does not hold in a `[[cuttle]]` case, one line each; nothing if all does."""
    faults = _check_keys(case, _NEEDED, _KEYS)
    if faults:
        return faults
    try:
        rules = RuleSet.parse(case["rules"])
        game = live_game(case["position"], rules)
        for text in case.get("moves", []):
            play_text(game, text)
        return _claims(case, game, rules)
    except ValueError as error:
        return [str(error)]


def _claims(case: Mapping[str, Any], game: LiveGame, rules: RuleSet) -> list[str]:
    faults = []
    here = format_position(game.record)
    legal = {move_text(move) for move in game.legal()}
    for text in case.get("legal", []):
        if move_text(parse_move(text)) not in legal:
            faults.append(f"{text!r} should be legal in {here!r}")
    for text in case.get("illegal", []):
        if move_text(parse_move(text)) in legal:
            faults.append(f"{text!r} should not be legal in {here!r}")
    exactly = {move_text(parse_move(text)) for text in case.get("legal_exactly", [])}
    if exactly and exactly != legal:
        missing, extra = sorted(exactly - legal), sorted(legal - exactly)
        faults.append(f"legal moves in {here!r}: missing {missing}, not expected {extra}")
    if "winner" in case and case["winner"] != game.winner:
        allowed = "" if case["winner"] in WINNERS else f" (allowed: {', '.join(WINNERS)})"
        faults.append(f"winner is {game.winner!r}, should be {case['winner']!r}{allowed}")
    if case.get("result"):
        expected = parse_position(case["result"], rules).game
        if not same_position(game.record, expected, finished=game.winner != ""):
            faults.append(f"position is {here!r}, should be {case['result']!r}")
    return faults


def run_refused(case: Mapping[str, Any]) -> list[str]:
    """Return what does not hold in a `[[refused]]` case: its position must be refused."""
    faults = _check_keys(case, {"rules", "position"}, _REFUSED_KEYS)
    if faults:
        return faults
    try:
        rules = RuleSet.parse(case["rules"])
    except ValueError as error:
        return [str(error)]
    try:
        parse_position(case["position"], rules)
    except ValueError:
        return []
    return [f"{case['position']!r} should be refused: {case.get('why', '')}"]
