"""The policy that search plays games out with, and that it departs from: the one place it is named.

Search knows nothing of it but the contract (`engine_fast.policies`).
"""

from __future__ import annotations

from engine_fast.cuttle import heuristics
from engine_fast.policies import Weight

POLICY = heuristics.load("balanced")
choose = POLICY.function
WEIGHTS = tuple(
    Weight(one.name, float(value), f"of playouts: {one.meaning}", one.low, one.high, one.whole)
    for one, value in zip(POLICY.weights, POLICY.vector, strict=True)
)
