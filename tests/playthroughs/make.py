"""Write the golden playthroughs anew: `python -m tests.playthroughs.make`.

They come from the reference engine alone, so that the fast engine's replay in
test_playthroughs.py is checked against something it had no part in. For each rule set the first
random game is taken that shows what the rule set is about.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from tests.reference.cuttle import DECK, Game
from tests.reference.matches import play_match
from tests.reference.playing import random_move

FOLDER = Path(__file__).resolve().parent
HEAD = "# Made by `python -m tests.playthroughs.make` from the reference engine; do not edit."
Wanted = Callable[[Game, list[str]], bool]


def verbs_and_oneoffs(ranks: str) -> Wanted:
    """A game with every verb, and one-offs of at least six of the ranks."""
    verbs = {"draw", "points", "scuttle", "oneoff", "royal", "jack", "counter", "accept", "take",
             "discard"}  # fmt: skip

    def wanted(game: Game, moves: list[str]) -> bool:
        found = {move.split()[1][0] for move in moves if move.startswith("oneoff")} & set(ranks)
        return {move.split()[0] for move in moves} >= verbs and len(found) >= 6

    return wanted


def equal_ranks(game: Game, moves: list[str]) -> bool:
    """A scuttle of equal ranks."""
    words = [move.split() for move in moves if move.startswith("scuttle")]
    return any(card[0] == target[0] for _, card, target in words)


def small_win(game: Game, moves: list[str]) -> bool:
    """A win without kings by points that would not do for 21."""
    side = game.winner
    return side in ("A", "B") and game.goal(side) == 15 and game.total(side) < 21


def drawn_in_the_end(game: Game, moves: list[str]) -> bool:
    """A draw by sudden death: the last moves were no passes."""
    return game.winner == "draw" and "pass" not in moves[-2:]


def with_fours(game: Game, moves: list[str]) -> bool:
    """Two fours played as one-offs."""
    return sum(move.startswith("oneoff 4") for move in moves) >= 2


def any_game(game: Game, moves: list[str]) -> bool:
    """A decided game of some length."""
    return game.winner in ("A", "B") and len(moves) >= 25


def passed_out(game: Game, moves: list[str]) -> bool:
    """A draw by passes."""
    return game.winner == "draw" and moves[-1] == "pass"


#: File name, rule set, what the game must show.
RULE_SETS: tuple[tuple[str, str, Wanted], ...] = (
    ("classic", "classic", verbs_and_oneoffs("A2345679")),
    ("community", "community", verbs_and_oneoffs("A23456789T")),
    ("cuttlecards", "cuttlecards", verbs_and_oneoffs("A2345679")),
    ("classic-passes", "classic", passed_out),
    ("community-passes", "community", passed_out),
    ("quick", "classic+quick", small_win),
    ("open", "community+open", any_game),
    ("fours-draw", "cuttlecards+fours_draw", with_fours),
    ("suit-scuttle", "community+suit_scuttle", equal_ranks),
    ("sudden-death", "classic+sudden_death", drawn_in_the_end),
    ("deal", "cuttlecards+deal=3,8", any_game),
    ("deal-no-stock", "classic+deal=26,26+sudden_death", lambda game, moves: True),
)


#: File name, rule set of a match of several games.
MATCHES: tuple[tuple[str, str], ...] = (
    ("best-of", "community+sudden_death+best_of=3"),
    ("first-to", "classic+quick+first_to=2"),
)


def play(rules: str, seed: int) -> tuple[list[str], Game, list[str]]:
    """A random game as the lines of its file, how it ended, and its moves."""
    return play_on(rules, random.Random(f"{rules} {seed}"))


def play_on(rules: str, rng: random.Random) -> tuple[list[str], Game, list[str]]:
    """The same from a given source of chance."""
    deck = list(DECK)
    rng.shuffle(deck)
    game = Game.deal(deck, rules)
    lines = [HEAD, f"rules {rules}", f"deck {''.join(deck)}"]
    moves: list[str] = []
    while not game.winner:
        game.check()
        move = random_move(game, rng)
        moves.append(move)
        lines.append(f"{game.phase} {game.to_act}: {game.position()}")
        lines.append(f"  legal {', '.join(sorted(game.legal()))}")
        lines.append(f"  {game.to_act}> {move}")
        game.play(move)
    table = game.position().split(" turn ")[0]
    lines.append(f"over after {game.turns} turns, winner {game.winner}: {table}")
    return lines, game, moves


def play_whole_match(rules: str, seed: int) -> tuple[list[str], list[str]]:
    """A random match as the lines of its file, and who won each game."""
    rng = random.Random(f"{rules} {seed}")
    lines = [HEAD, f"rules {rules}"]

    def winner_of(place: int) -> str:
        told, game, _ = play_on(rules, rng)
        lines.extend([f"game {place + 1}", *told[2:]])
        return game.winner

    winner, won = play_match(rules, winner_of)
    score = f"{won.count('first')} : {won.count('second')}"
    lines.append(f"match over after {len(won)} games, {score}, {winner}")
    return lines, won


def main() -> None:
    """Write all files."""
    for name, rules, wanted in RULE_SETS:
        for seed in range(100_000):
            lines, game, moves = play(rules, seed)
            if len(moves) <= 90 and wanted(game, moves):
                (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
                print(f"{name}: {rules}, {len(moves)} decisions, {game.winner}")
                break
        else:
            raise SystemExit(f"{name}: no game of {rules} shows what is wanted")
    for name, rules in MATCHES:
        for seed in range(100_000):
            lines, won = play_whole_match(rules, seed)
            # All three ways a game can count, and short enough to read.
            if set(won) == {"first", "second", "nobody"} and len(lines) <= 500:
                (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
                print(f"{name}: {rules}, {won}")
                break
        else:
            raise SystemExit(f"{name}: no match of {rules} shows what is wanted")


if __name__ == "__main__":
    main()
