"""Play one game in the fast engine and in the reference, and compare them at every decision."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import numpy as np

from engine_fast.cards import card_text, cards_of
from engine_fast.cuttle import steps
from engine_fast.cuttle.notation import format_position, move_text, parse_move
from engine_fast.cuttle.rules import RuleSet
from engine_fast.random_streams import DECK, shuffled_deck
from tests.reference.cuttle import Game
from tests.reference.playing import random_move

SIDES = "AB"
SITUATIONS = ("exposed", "frozen", "five", "limit", "sevens", "last", "passes")


def names(mask: int) -> set[str]:
    """The cards of a set by name."""
    return {card_text(card) for card in cards_of(int(mask))}


def deal_both(rules_text: str, seed: int, index: int) -> tuple[steps.LiveGame, Game]:
    """The same fresh deal in both engines."""
    rules = RuleSet.parse(rules_text)
    fast, _ = steps.LiveGame.deal(rules, seed, index)
    deck = np.zeros(52, dtype=np.uint8)
    shuffled_deck(np.uint64(seed), DECK, index // 2, deck)
    return fast, Game.deal([card_text(int(card)) for card in deck], rules_text)


def compare(fast: steps.LiveGame, slow: Game, where: str) -> None:
    """Assert that both engines are in the same state and offer the same moves."""
    fast_text, slow_text = format_position(fast.record), slow.position()
    here = f"{where}\nfast: {fast_text}\nslow: {slow_text}"
    assert fast.winner == slow.winner, here
    assert fast.phase == slow.phase, here
    assert int(fast.record["turns"][0]) == slow.turns, here
    if slow.winner:
        assert fast_text.split(" turn ")[0] == slow_text.split(" turn ")[0], here
        return
    assert fast_text == slow_text, here
    assert SIDES[fast.to_act] == slow.to_act, here
    offered = [move_text(move) for move in fast.legal()]
    assert len(offered) == len(set(offered)), here
    assert set(offered) == set(slow.legal()), here
    for side, name in enumerate(SIDES):
        view = fast.view(side)[0]
        rival = SIDES[1 - side]
        assert names(view["rival_known"]) == slow.known(name), f"{here}\nknown to {name}"
        assert names(view["hand"]) == slow.hand[name], here
        assert view["own_total"] == slow.total(name), here
        assert view["rival_total"] == slow.total(rival), here
        assert view["own_goal"] == slow.goal(name), here
        assert view["rival_goal"] == slow.goal(rival), here
        assert view["rival_count"] == len(slow.hand[rival]), here
        assert view["stock_count"] == len(slow.deck), here


def seven_prone(game: Game, rng: random.Random) -> str:
    """A random move that leans to sevens and to the one-offs they turn up, which else are rare."""
    moves = game.legal()
    rare = [move for move in moves if move.startswith("oneoff 7")]
    if game.phase == "seven":
        rare = rare or [move for move in moves if move.startswith("oneoff")]
    return rng.choice(rare) if rare and rng.random() < 0.9 else random_move(game, rng)


def table_prone(game: Game, rng: random.Random) -> str:
    """A random move that leans to jacks, queens, kings and what takes them away."""
    starts = ("jack", "royal", "oneoff 2", "oneoff 6", "oneoff 9")
    rare = [move for move in game.legal() if move.startswith(starts)]
    return rng.choice(rare) if rare and rng.random() < 0.7 else random_move(game, rng)


def play_both(
    rules_text: str,
    seed: int,
    index: int,
    seen: Counter[str],
    choose: Callable[[Game, random.Random], str] = random_move,
) -> list[str]:
    """Play a whole random game in both engines; return its moves.

    Count verbs, phases, one-offs and situations (words of the position) in `seen`.
    """
    rng = random.Random(f"{rules_text} {seed} {index}")
    fast, slow = deal_both(rules_text, seed, index)
    history: list[str] = []
    compare(fast, slow, f"{rules_text}, seed {seed}, game {index}: deal")
    while not slow.winner:
        text = slow.position()
        seen.update(f"situation {word}" for word in SITUATIONS if f" {word} " in text)
        move = choose(slow, rng)
        history.append(move)
        verb, *cards = move.split()
        seen[verb] += 1
        seen[f"phase {slow.phase}"] += 1
        if verb == "oneoff":
            seen[f"oneoff {cards[0][0]}"] += 1
            seen[f"oneoff {cards[0][0]} in {slow.phase}"] += 1
        fast.play(parse_move(move))
        slow.play(move)
        compare(fast, slow, f"{rules_text}, seed {seed}, game {index}: {history}")
    seen[f"winner {slow.winner}"] += 1
    return history
