"""Built-in Cuttle policies, one module a style, compiled when first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from engine_fast.policies import Policy

_STYLES = {
    "random": ("heuristics.uniform", "uniform over the legal moves of every decision"),
    "greedy": ("heuristics.greedy", "the most points now; wins when it can"),
    "racer": ("heuristics.racer", "points and kings, no interaction"),
    "controller": ("heuristics.controller", "scuttles, one-offs and permanents first"),
    "balanced-hand": (
        "heuristics.balanced_hand",
        "weighs what a move changes, with weights set by hand",
    ),
    "scored": (
        "heuristics.scored",
        "weighs every feature; what shipped weight files are made of",
    ),
    "search": ("search.search", "plays its moves out on hidden cards dealt afresh"),
}
NAMES = tuple(_STYLES)


@cache
def load(name: str) -> Policy:
    """Return a built-in policy with its default weights.

    Raises
    ------
    KeyError
        If there is none of that name (`NAMES` lists them).
    """
    module_name, summary = _STYLES[name]
    module = import_module(f"engine_fast.cuttle.{module_name}")
    return Policy(
        name=name,
        game="cuttle",
        summary=summary,
        function=module.choose,
        weights=getattr(module, "WEIGHTS", ()),
        playouts=getattr(module, "PLAYOUTS", ""),
    )
