"""Counts of the tree of legal plays, fast engine against reference, and pinned.

`perft(d)` is the number of legal sequences of exactly d decisions; a game that ends on the way
stops counting. The pinned numbers are those that both engines found independently.
"""

from __future__ import annotations

import pytest

from engine_fast.cuttle.golden import live_game
from engine_fast.cuttle.notation import move_text
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.steps import LiveGame
from tests.engine_fast.cuttle.side_by_side import deal_both
from tests.reference.cuttle import Game

#: Positions in the middle of an action, and tables where many rules meet.
POSITIONS = {
    "chain": (
        "classic",
        "A 2c4d9h/8h5s/Kd B 2d2hTs/7s(Jc)/8s deck 5h3s6d scrap Ac3c turn A "
        "pending oneoff Ad counters 2s",
    ),
    "three": ("classic", "A 7c/-/- B 2d/Th/- deck 5h3s scrap 9c7dKhJs turn A pending three 3c"),
    "discard": (
        "classic",
        "A Qd/-/- B 2dThJs9c/8c/- deck 4c6c scrap 4s turn B pending discard 2 sevens 7c",
    ),
    "seven-jack": (
        "classic",
        "A 4c2h/9d6s/- B 2d8s/Th/Qh deck 5h3s2s scrap 9c turn A pending seven 7c Jd",
    ),
    "jacks": ("classic", "A JdJh2s9s/8h(JsJc)/Qs B 2d6s9c/Th3c/Kd8d deck 5h3s7h scrap Ac"),
    "empty": ("classic", "A 4c7c/9h/- B 5d6d/8c/Kd scrap Ac3d turn B passes 2"),
    "community-jack": ("community", "A Jd8cTc9s/8h/Qs B 2d6s9c/Th3c(Js)/Kd deck 5h3s7h"),
    "community-end": ("community", "A JdQd8d3d/8h/- B 2d4s8s/Th3c/Kd exposed A scrap 8c5c"),
    "two-up": (
        "cuttlecards",
        "A 4c2c/9d6s/- B 2d5s/Th/- deck 5h3s2s6d scrap 9c7c turn A pending seven - 7dJs",
    ),
    "frozen": ("cuttlecards", "A 5c2c/9d/- B 3d2d9s/Th/Qh deck 5h3s2s turn B frozen 2d9s"),
    "limit": (
        "cuttlecards",
        "A 4c5c6c7c8c9cTcJcKc/-/- B 5d/-/- deck 3s turn A pending discard 1 limit",
    ),
    "sudden": ("cuttlecards+sudden_death", "A 9c7c5c/Th/- B 4d/Ts/Kd deck 3s2s turn A"),
}

#: perft(1), perft(2), …
PINNED: dict[str, tuple[int, ...]] = {
    "classic deal 1": (8, 74, 580, 5106, 37343),
    "classic deal 2": (8, 91, 610, 6018, 37126),
    "community deal 1": (9, 76, 625, 4996, 37000),
    "community deal 2": (8, 91, 619, 6174, 38137),
    "cuttlecards deal 1": (8, 74, 552, 4601, 33409),
    "cuttlecards deal 2": (8, 91, 626, 6057, 40443),
    "chain": (2, 15, 112, 530, 2427),
    "three": (4, 8, 41, 94, 344),
    "discard": (4, 12, 30, 60, 188),
    "seven-jack": (2, 13, 52, 215, 726),
    "jacks": (18, 172, 988, 7403, 44132),
    "empty": (5, 16, 45, 130, 215),
    "community-jack": (15, 75, 504, 2342, 14590),
    "community-end": (8, 41, 141, 447, 1123),
    "two-up": (3, 2, 5, 13, 39),
    "frozen": (2, 11, 65, 275, 1428),
    "limit": (9, 27, 355, 952, 8981),
    "sudden": (8, 24, 82, 263, 713),
}


def fast_count(game: LiveGame, depth: int) -> int:
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += fast_count(after, depth - 1)
    return total


def slow_count(game: Game, depth: int) -> int:
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = game.copy()
        after.play(move)
        total += slow_count(after, depth - 1)
    return total


def both(name: str) -> tuple[LiveGame, Game]:
    if name in POSITIONS:
        rules, position = POSITIONS[name]
        return live_game(position, RuleSet.parse(rules)), Game.from_position(position, rules)
    rules, seed = name.split(" deal ")
    return deal_both(rules, int(seed), 0)


DEALS = [f"{profile} deal {seed}" for profile in ("classic", "community", "cuttlecards")
         for seed in (1, 2)]  # fmt: skip
NAMES = [*DEALS, *POSITIONS]


def explain(fast: LiveGame, slow: Game, depth: int) -> str:
    """Where the two trees part, as moves from the root."""
    offered = {move_text(move): move for move in fast.legal()}
    if set(offered) != set(slow.legal()):
        return f": fast {sorted(offered)}, reference {sorted(slow.legal())} in {slow.position()}"
    for text, move in offered.items():
        if depth > 1:
            left, right = fast.copy(), slow.copy()
            left.play(move)
            right.play(text)
            if fast_count(left, depth - 1) != slow_count(right, depth - 1):
                return f"{text}, {explain(left, right, depth - 1)}"
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_counts(name: str) -> None:
    fast, slow = both(name)
    for depth, pinned in enumerate(PINNED[name][:4], 1):
        found = fast_count(fast, depth)
        assert found == slow_count(slow, depth), explain(fast, slow, depth)
        assert found == pinned, f"{name}, depth {depth}: {slow.position()}"


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_deep_counts(name: str) -> None:
    fast, slow = both(name)
    found = fast_count(fast, 5)
    assert found == slow_count(slow, 5), explain(fast, slow, 5)
    assert found == PINNED[name][4], f"{name}, depth 5: {slow.position()}"


def test_explain_finds_the_parting() -> None:
    fast, slow = both("jacks")
    other, _ = both("chain")
    assert "fast" in explain(other, slow, 2) and explain(fast, slow, 2) == ""
