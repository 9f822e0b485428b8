"""Matches of several games by the rules' words alone: a plain loop over the games."""

from __future__ import annotations

from collections.abc import Callable

from .cuttle_rules import parse_rules


def play_match(rules_text: str, winner_of: Callable[[int], str]) -> tuple[str, list[str]]:
    """Play games until the match is over.

    `winner_of(j)` plays the j-th game, from 0, and tells `A` (who moves first in it), `B`, `draw`
    or `unfinished`. Returns who took the match, "first" (who moved first in the first game),
    "second" or "draw", and for each game who won it, "first", "second" or "nobody".
    """
    rules = parse_rules(rules_text)
    best_of, first_to = rules["best_of"], rules["first_to"]
    needed = first_to if best_of is None else (best_of + 1) // 2
    order = ["first", "second"]  # who moves first, who deals
    won: list[str] = []
    while won.count("nobody") < 50:
        result = winner_of(len(won))
        won.append({"A": order[0], "B": order[1]}.get(result, "nobody"))
        if won[-1] != "nobody" and won.count(won[-1]) == needed:
            return won[-1], won
        order.reverse()
    return "draw", won
