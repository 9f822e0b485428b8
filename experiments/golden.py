"""Positions and golden cases: the functions behind `moves`, `play` and `verify`.

Reads files and texts and hands them to the engines; judges nothing itself.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

Check = Callable[[Mapping[str, Any]], list[str]]


def legal_moves(position: str, rules: str = "classic") -> list[str]:
    """Return the legal moves of a Cuttle position as texts, in the engine's order.

    Raises
    ------
    ValueError
        If the rules or the position are refused.
    """
    from engine_fast.cuttle.golden import legal_texts
    from engine_fast.cuttle.rules import RuleSet

    return legal_texts(position, RuleSet.parse(rules))


def split_moves(words: Iterable[str]) -> list[str]:
    """Return moves one by one, however they were cut into arguments (`oneoff` `Ac`)."""
    from engine_fast.cuttle.moves import VERBS

    moves: list[str] = []
    for word in " ".join(words).split():
        if word in VERBS or not moves:
            moves.append(word)
        else:
            moves[-1] += f" {word}"
    return moves


def play_moves(position: str, moves: Sequence[str], rules: str = "classic") -> tuple[str, str]:
    """Return the position after some moves, and the winner (`""` while the game goes on).

    Raises
    ------
    ValueError
        If rules or position are refused, or a move is not legal where it is to be played.
    """
    from engine_fast.cuttle.golden import live_game, play_text
    from engine_fast.cuttle.notation import format_position
    from engine_fast.cuttle.rules import RuleSet

    game = live_game(position, RuleSet.parse(rules))
    for text in split_moves(moves):
        play_text(game, text)
    return format_position(game.record), game.winner


def _checks() -> dict[str, Check]:
    from engine_fast.cuckoo.notation import run_case as run_cuckoo
    from engine_fast.cuttle.golden import run_case, run_refused

    return {"cuttle": run_case, "cuckoo": run_cuckoo, "refused": run_refused}


def verify_file(path: Path) -> tuple[int, list[str]]:
    """Check every golden case of a TOML file.

    Returns
    -------
    cases : int
    mismatches : list of str
        One line each: file, case, what does not hold.

    Raises
    ------
    ValueError
        If the file cannot be read, or holds something other than cases.
    """
    try:
        content = tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: {error}") from None
    checks = _checks()
    cases = 0
    mismatches = []
    for kind, entries in content.items():
        if kind not in checks:
            raise ValueError(f"{path}: unknown key {kind!r}; allowed: [[{']], [['.join(checks)}]]")
        if not isinstance(entries, list) or not all(isinstance(case, dict) for case in entries):
            raise ValueError(f"{path}: write [[{kind}]], once for each case")
        for number, case in enumerate(entries, 1):
            cases += 1
            name = case.get("id", f"{kind} {number}")
            mismatches += [f"{path}: {name}: {line}" for line in checks[kind](case)]
    if not cases:
        raise ValueError(f"{path}: holds no cases; allowed: [[{']], [['.join(checks)}]]")
    return cases, mismatches
