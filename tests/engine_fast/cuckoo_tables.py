"""What the Cuckoo tests share: rule sets, tables, the two engines side by side."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np

from engine_fast.cards import RANKS, SUITS
from engine_fast.cuckoo import heuristics, play
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuckoo.state import VIEW
from engine_fast.cuckoo.steps import LiveTable
from engine_fast.policies import Policy, Weight, compile_user_policy
from tests.reference import cuckoo as reference

NO_HALT = np.zeros(1, dtype=np.uint8)
SWITCHES = [
    f"cuckoo+king_blocks={king}+tie={tie}+dealer_cut_king={cut}"
    for king, tie, cut in itertools.product(
        ("yes", "no"), ("all_lose", "dealer_wins", "nobody"), ("blocks", "plain")
    )
]


def table(players: int, *names: str, rules: str = "cuckoo") -> play.Table:
    """A table of built-in policies."""
    policies = tuple(heuristics.load(name) for name in names)
    return play.Table(CuckooRules.parse(rules), players, policies)


def user_policy(function: object, *weights: Weight) -> Policy:
    """A policy made of a plain function of a test."""
    compiled = compile_user_policy(function, VIEW)  # type: ignore[arg-type]
    return Policy(function.__name__, "cuckoo", "of a test", compiled, weights)  # type: ignore[attr-defined]


def rounds(at: play.Table, seed: int, start: int, stop: int) -> np.ndarray:
    """Rounds of a table."""
    return play.play_rounds_chunk(at, seed, start, stop, NO_HALT)


def games(at: play.Table, seed: int, start: int, stop: int) -> np.ndarray:
    """Games of a table."""
    return play.play_games_chunk(at, seed, start, stop, NO_HALT)


def deck_beginning_with(ranks: list[int]) -> list[str]:
    """A deck of 52 card texts whose first cards have the given ranks, 1 … 13."""
    left = {rank: list(SUITS) for rank in RANKS}
    front = [RANKS[rank - 1] + left[RANKS[rank - 1]].pop() for rank in ranks]
    return front + [rank + suit for rank, suits in left.items() for suit in suits]


class Pair:
    """One game in both engines at once, dealt by the fast one; every step is compared."""

    def __init__(self, rules: str, seed: int, game: int) -> None:
        """Seat everybody in both engines."""
        self.fast = LiveTable(CuckooRules.parse(rules))
        self.slow = reference.Game(rules)
        self.seed, self.game = seed, game

    def decisions(self) -> Iterator[int]:
        """Deal round after round; yield the seat to act, from 0, until the game is over."""
        while not self.fast.over:
            self.fast.deal_game_round(self.seed, self.game)
            self.slow.deal(deck_beginning_with([*self.fast.ranks, self.fast.cut]))
            for place, seat in enumerate(self.fast.seats):
                assert self.fast.turn == place
                assert self.slow.to_act == seat + 1
                self.compare_cards()
                yield seat
            self.fast.end_round()
            self.compare_scores()

    def play(self, move: int) -> None:
        """Let the seat to act keep or swap in both."""
        self.fast.play(move)
        self.slow.play(("keep", "swap")[move])

    def compare_cards(self) -> None:
        """The cards lie the same."""
        at = self.slow.round
        assert at is not None
        row = [RANKS[rank - 1] for rank in self.fast.ranks]
        assert row == [card for card in at.final.split() if card != "-"]

    def compare_scores(self) -> None:
        """Losers, lives, the next dealer and the winners are the same."""
        fast, slow = self.fast, self.slow
        at = slow.round
        assert at is not None
        self.compare_cards()
        losers = [at.order.index(seat) for seat in at.losers]
        assert fast.losers == losers
        assert fast.lives == [slow.lives[seat] for seat in slow.seats]
        assert fast.rounds == slow.rounds
        unfinished = slow.winner == "unfinished"
        assert fast.over == bool(slow.winner)
        winners = [] if unfinished else [int(seat) - 1 for seat in slow.winner.split()]
        assert fast.winners == winners
        if not slow.winner:
            assert fast.dealer == slow.dealer - 1
