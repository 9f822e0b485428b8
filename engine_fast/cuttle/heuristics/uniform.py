"""`random`: every legal move of every decision with the same chance."""

from __future__ import annotations

from engine_fast.cuttle.state import VIEW
from engine_fast.policies import built_in
from engine_fast.random_streams import below


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Draw one of the `count` legal moves uniformly."""
    return below(random, count)
