"""Cuckoo's rules as the command line gives them: `--players` and `--lives` beside `--rules`."""

from __future__ import annotations

from collections.abc import Sequence

from engine_fast.cuckoo.rules import CuckooRules

DEFAULT_PLAYERS = 4


def seat_table(
    rules: str, players: int | None, lives: int | None, policies: int
) -> tuple[int, str]:
    """Return the number of seats and the rules text with everything in it.

    Without `--players` there are as many seats as policies, if several are given.

    Raises
    ------
    ValueError
        If the rules are refused, or `--players` or `--lives` stands against its switch there.
    """
    CuckooRules.parse(rules)
    named = {part.partition("=")[0] for part in rules.split("+")[1:]}
    for switch, value in (("players", players), ("lives", lives)):
        if value is not None and switch in named:
            raise ValueError(f"--{switch} {value} stands against {switch}= in --rules {rules}")
    if lives is not None:
        rules = f"{rules}+lives={lives}"
    if players is None and "players" not in named:
        players = policies if policies > 1 else DEFAULT_PLAYERS
    if players is not None:
        rules = f"{rules}+players={players}"
    found = CuckooRules.parse(rules)
    return found.values["players"], found.text


def seat_policies(policies: Sequence[str], players: int) -> list[str]:
    """Return one policy text a seat, from one for all or one each in turn order, dealer last.

    Raises
    ------
    ValueError
        If there are neither one nor `players`.
    """
    texts = list(policies) * players if len(policies) == 1 else list(policies)
    if len(texts) != players:
        raise ValueError(
            f"{len(texts)} policies for {players} players; give one for all or one each"
        )
    return texts
