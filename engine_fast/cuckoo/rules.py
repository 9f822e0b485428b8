"""The rules of Cuckoo as data: its switches, and the record the kernel reads.

One table, `SWITCHES`, names every switch with its allowed values and the sentence it stands for. A
rule set is one value per switch; its text form is `cuckoo+switch=value…`, its hash is taken over
the values, not the text. Knows no policy and deals no cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from engine_fast.cuckoo.state import ALL_LOSE, DEALER_WINS, MOST_PLAYERS, NOBODY
from engine_fast.jit import record_type
from engine_fast.rule_text import Switch, Value, choice, number, values_hash, yes_no

PROFILE = "cuckoo"
MOST_LIVES = 1000

SWITCHES: tuple[Switch, ...] = (
    yes_no(
        "king_blocks",
        "A player with a king shows it and refuses the swap; both keep their cards.",
        "A king must be swapped like any other card.",
    ),
    choice(
        "tie",
        all_lose="All who hold the lowest rank lose a life.",
        dealer_wins="On a tie for the lowest rank the dealer is spared; the others lose a life.",
        nobody="On a tie for the lowest rank nobody loses a life.",
    ),
    choice(
        "dealer_cut_king",
        blocks="A dealer who cuts a king shows it and keeps his own card.",
        plain="A dealer who cuts a king takes it.",
    ),
    number("lives", 1, MOST_LIVES, "Lives that each player starts with: {}."),
    number("players", 2, MOST_PLAYERS, "Players that sit down: {}."),
)
_BY_NAME = {switch.name: switch for switch in SWITCHES}
DEFAULTS: dict[str, Value] = {
    "king_blocks": True,
    "tie": "all_lose",
    "dealer_cut_king": "blocks",
    "lives": 3,
    "players": 4,
}
_TIES = {"all_lose": ALL_LOSE, "dealer_wins": DEALER_WINS, "nobody": NOBODY}

RULES_DTYPE = np.dtype(
    [
        ("king_blocks", np.int64),  # 0 or 1
        ("cut_king_blocks", np.int64),  # 0 or 1
        ("tie", np.int64),  # state.ALL_LOSE, DEALER_WINS, NOBODY
        ("lives", np.int64),
        ("players", np.int64),
    ],
    align=True,
)
RULES = record_type(RULES_DTYPE)


@dataclass(frozen=True)
class CuckooRules:
    """A complete reading of the rules: a value for every switch.

    Two rule sets of equal values have the same `hash` whatever their text.
    """

    values: Mapping[str, Value]

    @classmethod
    def parse(cls, text: str) -> CuckooRules:
        """Read `cuckoo+switch=value…`.

        Raises
        ------
        ValueError
            One line: what was wrong and what is allowed. A switch named twice is refused.
        """
        profile, *parts = text.strip().split("+")
        if profile != PROFILE:
            raise ValueError(f"unknown profile {profile!r}; allowed: {PROFILE}")
        values: dict[str, Value] = {}
        for part in parts:
            name, given, value = part.partition("=")
            if name in values:
                raise ValueError(f"{name!r} is named twice in {text!r}")
            if name not in _BY_NAME:
                raise ValueError(f"unknown rule {part!r}; allowed: {', '.join(_BY_NAME)}")
            switch = _BY_NAME[name]
            if not given:
                raise ValueError(f"{name!r} needs a value: {name}={switch.allowed}")
            try:
                values[name] = switch.parse(value)
            except (ValueError, KeyError):
                message = f"impossible value {value!r} for {name}; allowed: {switch.allowed}"
                raise ValueError(message) from None
        return cls({**DEFAULTS, **values})

    def having(self, **values: Value) -> CuckooRules:
        """Return these rules with some values changed, as `having(players=6)`.

        Raises
        ------
        ValueError
            If a switch is unknown or cannot have the value.
        """
        texts = {name: self.value_text(name) for name in _BY_NAME}
        for name, value in values.items():
            texts[name] = _BY_NAME[name].text(value) if name in _BY_NAME else str(value)
        return self.parse("+".join([PROFILE, *(f"{name}={text}" for name, text in texts.items())]))

    @cached_property
    def text(self) -> str:
        """The canonical text: each departure from the defaults, in the table's order."""
        parts = [f"{name}={self.value_text(name)}" for name in _BY_NAME if self.departs(name)]
        return "+".join([PROFILE, *parts])

    @cached_property
    def hash(self) -> str:
        """A stable hash (12 hex digits) over the sorted values of all switches."""
        return values_hash(SWITCHES, self.values)

    def value_text(self, name: str) -> str:
        """Return a switch's value as text."""
        return _BY_NAME[name].text(self.values[name])

    def departs(self, name: str) -> bool:
        """Whether a switch's value is another than the default."""
        return bool(self.values[name] != DEFAULTS[name])

    @cached_property
    def record(self) -> np.ndarray:
        """The packed form, one record of `RULES_DTYPE` in an array of length 1, read-only."""
        packed = np.zeros(1, dtype=RULES_DTYPE)
        row = packed[0]
        row["king_blocks"] = self.values["king_blocks"]
        row["cut_king_blocks"] = self.values["dealer_cut_king"] == "blocks"
        row["tie"] = _TIES[self.values["tie"]]
        row["lives"] = self.values["lives"]
        row["players"] = self.values["players"]
        packed.flags.writeable = False
        return packed
