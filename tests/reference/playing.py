"""Random play with the reference engine."""

from __future__ import annotations

import random

from .cuttle import DECK, Game


def random_move(game: Game, rng: random.Random) -> str:
    """A legal move: the verb is drawn first, so that rare verbs come up."""
    moves = game.legal()
    verb = rng.choice(sorted({move.split()[0] for move in moves}))
    return rng.choice([move for move in moves if move.split()[0] == verb])


def random_deal(rules_text: str, rng: random.Random) -> Game:
    """A fresh game from a shuffled deck."""
    deck = list(DECK)
    rng.shuffle(deck)
    return Game.deal(deck, rules_text)
