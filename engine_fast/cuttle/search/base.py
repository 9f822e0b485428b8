"""The policy that search plays games out with, and that it departs from: the one place it is named.

Search knows nothing of it but the contract (`engine_fast.policies`). Its weights are part of
search's own; those that `search` ships with are those of the shipped `balanced`.
"""

from __future__ import annotations

from dataclasses import replace

from engine_fast.cuttle import heuristics

POLICY = heuristics.load("scored")
choose = POLICY.function
WEIGHTS = tuple(replace(one, meaning=f"of playouts: {one.meaning}") for one in POLICY.weights)
