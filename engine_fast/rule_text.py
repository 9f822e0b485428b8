"""Rules as text: what a switch is, in the rule tables of both games.

A rule set is one value per switch; its hash is taken over the values, not over how they were
written. Knows no game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Value = Any


@dataclass(frozen=True)
class Switch:
    """One rule that can be read in more than one way.

    `parse` turns the text after `=` into a value or raises `ValueError`; `allowed` says in words
    what it takes; `sentence` gives the rule that a value stands for.
    """

    name: str
    allowed: str
    parse: Callable[[str], Value]
    sentence: Callable[[Value], str]

    def text(self, value: Value) -> str:
        """Return the value's text form, as it stands after `=`."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ",".join(str(part) for part in value)
        return "none" if value is None else str(value)


def choice(name: str, **sentences: str) -> Switch:
    """Return a switch that takes one of several words."""

    def parse(text: str) -> str:
        if text not in sentences:
            raise ValueError
        return text

    return Switch(name, "|".join(sentences), parse, sentences.__getitem__)


def yes_no(name: str, yes: str, no: str) -> Switch:
    """Return a switch that takes yes or no."""

    def parse(text: str) -> bool:
        return {"yes": True, "no": False}.__getitem__(text)

    return Switch(name, "yes|no", parse, lambda value: yes if value else no)


def number(name: str, low: int, high: int, sentence: str, none: str | None = None) -> Switch:
    """Return a switch that takes a whole number, and `none` if there is a sentence for it."""

    def parse(text: str) -> int | None:
        if none is not None and text == "none":
            return None
        if not (text.isascii() and text.isdigit()) or not low <= int(text) <= high:
            raise ValueError
        return int(text)

    def say(value: int | None) -> str:
        return none or "" if value is None else sentence.format(value)

    return Switch(name, ("none|" if none else "") + f"{low}..{high}", parse, say)


def values_hash(switches: Iterable[Switch], values: Mapping[str, Value]) -> str:
    """Return a stable hash (12 hex digits) over the sorted values of all switches."""
    lines = sorted(f"{switch.name}={switch.text(values[switch.name])}" for switch in switches)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
