"""Scores of `scored`, move by move, and single features, from positions written as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from engine_fast.cuttle import heuristics
from engine_fast.cuttle.golden import live_game
from engine_fast.cuttle.heuristics import scored
from engine_fast.cuttle.notation import move_text
from engine_fast.cuttle.rules import RuleSet
from engine_fast.cuttle.state import VIEW
from engine_fast.cuttle.steps import LiveGame
from engine_fast.jit import float64, helper, int64, kernel, signature, writable_array
from engine_fast.policies import MOVES, WEIGHTS


@kernel(signature(int64, VIEW, MOVES, int64, WEIGHTS, writable_array(float64)))
def score_moves(view, moves, count, weights, scores):  # type: ignore[no-untyped-def]
    scored.score_moves(view, moves, count, weights, scores)
    return count


def scores_in(game: LiveGame, **weights: float) -> dict[str, float]:
    """Score of each legal move by its text."""
    policy = heuristics.load("scored").with_weights(weights)
    legal = game.legal_array()
    found = np.full(len(legal), np.nan)
    score_moves(game.view(game.to_act)[0], legal, len(legal), policy.vector, found)
    return {move_text(int(move)): float(one) for move, one in zip(legal, found, strict=True)}


def scores(position: str, rules: str = "classic", **weights: float) -> dict[str, float]:
    return scores_in(live_game(position, RuleSet.parse(rules)), **weights)


def changed(position: str, rules: str = "classic", **advice: float) -> set[str]:
    """Moves that some advice scores otherwise than without it."""
    before, after = scores(position, rules), scores(position, rules, **advice)
    return {move for move in before if before[move] != after[move]}


def best(position: str, rules: str = "classic", **weights: float) -> set[str]:
    """Moves of the highest score."""
    found = scores(position, rules, **weights)
    return {move for move, one in found.items() if one == max(found.values())}


def feature(function: Callable[..., Any]) -> Callable[..., float]:
    """Return what a feature `function(view)` is in a position, for the side to act."""
    wrapped = helper(function)

    @kernel(signature(float64, VIEW))
    def measure(view):  # type: ignore[no-untyped-def]
        return np.float64(wrapped(view))

    def of(position: str, rules: str = "classic") -> float:
        game = live_game(position, RuleSet.parse(rules))
        return float(measure(game.view(game.to_act)[0]))

    return of
