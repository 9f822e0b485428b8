"""Built-in Cuckoo policies and their registry.

Each is a few lines over the view; none knows a card its seat may not know.
"""

from __future__ import annotations

from functools import cache

from engine_fast.cuckoo.knowing import WEIGHTS as KNOWING_WEIGHTS
from engine_fast.cuckoo.knowing import knowing
from engine_fast.cuckoo.state import KEEP, SWAP, VIEW
from engine_fast.policies import Policy, Weight, built_in
from engine_fast.random_streams import below


@built_in(VIEW)
def keep(view, moves, count, weights, random):
    """Keep every card."""
    return KEEP


@built_in(VIEW)
def uniform(view, moves, count, weights, random):
    """Keep or swap with the same chance."""
    return below(random, count)


@built_in(VIEW)
def threshold(view, moves, count, weights, random):
    """Swap when the rank is at most t."""
    return SWAP if view.rank <= weights[0] else KEEP


@built_in(VIEW)
def informed(view, moves, count, weights, random):
    """As `threshold`, but keep what is strictly higher than the card lost in a forced swap."""
    safe = view.lost > 0 and view.rank > view.lost
    return SWAP if view.rank <= weights[0] and not safe else KEEP


_T = Weight("t", 7, "swap when the rank is at most t (A=1 … K=13)", 0, 13, whole=True)

_POLICIES = (
    Policy("keep", "cuckoo", "keeps every card", keep),
    Policy("random", "cuckoo", "keeps or swaps with the same chance", uniform),
    Policy("threshold", "cuckoo", "swaps a card of rank t or lower", threshold, (_T,)),
    Policy(
        "informed",
        "cuckoo",
        "as threshold, but keeps a card higher than the one a forced swap took",
        informed,
        (_T,),
    ),
    Policy(
        "knowing",
        "cuckoo",
        "weighs all that its seat may know: safe cards, who kept, swapped, was stopped, lives",
        knowing,
        KNOWING_WEIGHTS,
    ),
)
_BY_NAME = {policy.name: policy for policy in _POLICIES}
NAMES = tuple(_BY_NAME)


@cache
def load(name: str) -> Policy:
    """Return a built-in policy with its default weights.

    Raises
    ------
    KeyError
        If there is none of that name (`NAMES` lists them).
    """
    return _BY_NAME[name]
