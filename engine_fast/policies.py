"""The plug-in contract: what a policy is, for both games.

A policy is a function `choose(view, moves, count, weights, random) -> index` compiled to one fixed
signature per game, and a vector of named weights. `view` is a record of what its seat may know
(`engine_fast.cuttle.state.VIEW_DTYPE`, `engine_fast.cuckoo.state.VIEW_DTYPE`); `moves[:count]` the
legal moves; `random` a `uint64[1]` that only `random_streams.below` should advance. `moves` and
`weights` are read-only by type, `view` is the policy's own copy, and `random` its own stream, so
nothing a policy writes can reach the game, the deal or the other seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from engine_fast.jit import (
    float64,
    function_type,
    int32,
    int64,
    kernel,
    policy_kernel,
    readonly_array,
    signature,
    uint64,
    writable_array,
)

MOVES = readonly_array(int32)
WEIGHTS = readonly_array(float64)
RANDOM = writable_array(uint64)
MOST_WEIGHTS = 128
_DECISIONS_A_PLAYOUT = 20


class Halted(Exception):
    """A chunk was stopped by the shared flag before its end; its games do not count."""


class PolicyError(Exception):
    """A policy broke the contract; one line names it and the game."""


def choose_signature(view: Any) -> Any:
    """Return the signature of policies that see records of type `view`."""
    return signature(int64, view, MOVES, int64, WEIGHTS, RANDOM)


def choose_type(view: Any) -> Any:
    """Return the argument type of such policies in a kernel's signature."""
    return function_type(choose_signature(view))


def number_text(value: float) -> str:
    """Return the shortest text that reads back as exactly `value`: `2`, `0.3`."""
    short = f"{value:g}"
    return short if float(short) == value else repr(float(value))


@dataclass(frozen=True)
class Weight:
    """A named number of a policy, with its default, its range (both ends allowed), its meaning.

    `step` is a change that matters, the scale on which it is tuned; a weight whose step is 0, or
    that must be whole, is never tuned.
    """

    name: str
    default: float
    meaning: str
    low: float = -100.0
    high: float = 100.0
    whole: bool = False
    step: float = 1.0

    def read(self, text: str) -> float:
        """Read a value for this weight.

        Raises
        ------
        ValueError
            If it is no number, not whole where it must be, or out of range.
        """
        try:
            value = float(text)
        except ValueError:
            raise ValueError(f"weight {self.name}={text!r} is no number") from None
        return self.check(value)

    def check(self, value: float) -> float:
        """Return `value` if this weight may have it; else raise `ValueError`."""
        if not self.low <= value <= self.high:
            allowed = f"{self.low:g}..{self.high:g}"
            raise ValueError(f"weight {self.name}={value:g} is out of range; allowed: {allowed}")
        if self.whole and value != int(value):
            raise ValueError(f"weight {self.name}={value:g} must be a whole number")
        return value


@dataclass(frozen=True)
class Policy:
    """A way to play: a compiled choice and the numbers it weighs with.

    `name` is what a text form begins with; `summary` one line for lists; `source` where it comes
    from ("built-in" or a file). `playouts` names the weight that says how many games a decision
    plays out, if it plays any.
    """

    name: str
    game: str
    summary: str
    function: Callable[..., Any]
    weights: tuple[Weight, ...] = ()
    values: Mapping[str, float] = field(default_factory=dict)
    source: str = "built-in"
    playouts: str = ""

    @property
    def effort(self) -> float:
        """What a decision costs, roughly, where one without playouts costs 1."""
        if not self.playouts:
            return 1.0
        names = [weight.name for weight in self.weights]
        return 1.0 + _DECISIONS_A_PLAYOUT * float(self.vector[names.index(self.playouts)])

    @cached_property
    def vector(self) -> np.ndarray:
        """The weights as the kernel reads them: `float64[max(1, n)]` in the table's order."""
        numbers = [self.values.get(weight.name, weight.default) for weight in self.weights]
        vector = np.array(numbers or [0.0], dtype=np.float64)
        vector.flags.writeable = False
        return vector

    @property
    def text(self) -> str:
        """The policy with all its weights, so that the text alone says how it plays."""
        if not self.weights:
            return self.name
        pairs = zip(self.weights, self.vector, strict=True)
        return (
            self.name
            + ":"
            + ",".join(f"{weight.name}={number_text(value)}" for weight, value in pairs)
        )

    @property
    def short(self) -> str:
        """The policy with only the weights that depart from their defaults."""
        changed = [
            f"{weight.name}={number_text(self.values[weight.name])}"
            for weight in self.weights
            if weight.name in self.values and self.values[weight.name] != weight.default
        ]
        return self.name + (":" + ",".join(changed) if changed else "")

    def with_weights(self, values: Mapping[str, float]) -> Policy:
        """Return this policy with some weights changed.

        Raises
        ------
        ValueError
            On a weight it does not have, or a value out of range.
        """
        known = {weight.name: weight for weight in self.weights}
        for name, value in values.items():
            if name not in known:
                allowed = ", ".join(known) or "none"
                raise ValueError(f"policy {self.name!r} has no weight {name!r}; allowed: {allowed}")
            known[name].check(value)
        return replace(self, values={**self.values, **values})


def read_weights(policy: Policy, text: str) -> Policy:
    """Read `weight=value,weight=value` for a policy; a weight named twice is refused.

    Raises
    ------
    ValueError
        One line naming the weight and what is allowed.
    """
    known = {weight.name: weight for weight in policy.weights}
    values: dict[str, float] = {}
    for part in text.split(","):
        match = re.fullmatch(r"(\w+)=(\S+)", part.strip())
        if match is None:
            raise ValueError(f"policy {policy.name!r}: {part!r} is not weight=value")
        name, value = match.groups()
        if name in values:
            raise ValueError(f"policy {policy.name!r}: weight {name!r} is named twice")
        if name not in known:
            allowed = ", ".join(known) or "none"
            raise ValueError(f"policy {policy.name!r} has no weight {name!r}; allowed: {allowed}")
        values[name] = known[name].read(value)
    return policy.with_weights(values)


def compile_user_policy(function: Callable[..., Any], view: Any) -> Any:
    """Compile a user's plain `choose` to the contract.

    Raises
    ------
    engine_fast.jit.CompileError
        If it cannot be compiled, as when it writes to `moves` or `weights`.
    """
    return policy_kernel(getattr(function, "py_func", function), choose_signature(view))


def built_in(view: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a policy that ships with the project, from the cache if it is there."""
    return kernel(choose_signature(view))
