"""Rule sets in words: the lines behind `cuttlelab rules`, and what one set does otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine_fast.cuckoo import rules as of_cuckoo
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuttle import rules as of_cuttle
from engine_fast.cuttle.rules import MODIFIERS, PROFILE_SENTENCES, PROFILES, Idle, RuleSet
from experiments.specs import Unit

WITH_VALUES = ("deal=5,5", "best_of=3", "first_to=3")
"""Modifiers that are switches with a value, as `overview` shows them."""
GLOSSARY = (
    "A permanent is a king, queen, jack or glasses in play, a one-off a card spent for its effect,",
    "the scrap the discard pile, the stock the cards not yet drawn.",
)


def overview() -> list[str]:
    """Profiles, modifiers and switches of both games."""
    cuckoo = CuckooRules.parse("cuckoo")
    profiles = [RuleSet.parse(name) for name in PROFILES]
    lines = ["Cuttle profiles, with the hash that results name:"]
    lines += _columns(
        [(rules.text, rules.hash, PROFILE_SENTENCES[rules.profile]) for rules in profiles]
    )
    lines += ["", "Modifiers, as in classic+quick or community+open+suit_scuttle:"]
    lines += _columns(
        [
            *((modifier.name, modifier.sentence) for modifier in MODIFIERS),
            *((text, _says(text)) for text in WITH_VALUES),
        ]
    )
    lines += ["", "Switches, as in classic+own_targets=no, and what each profile sets them to:"]
    lines += _columns(
        [
            ("switch", *PROFILES, "allowed"),
            *(
                (
                    switch.name,
                    *(rules.value_text(switch.name) for rules in profiles),
                    switch.allowed,
                )
                for switch in of_cuttle.SWITCHES
            ),
        ]
    )
    lines += ["", "Cuckoo, with its hash:", f"  {cuckoo.text}  {cuckoo.hash}"]
    lines += ["", "Its switches, as in cuckoo+king_blocks=no:"]
    lines += _columns(
        [
            ("switch", "cuckoo", "allowed"),
            *(
                (switch.name, cuckoo.value_text(switch.name), switch.allowed)
                for switch in of_cuckoo.SWITCHES
            ),
        ]
    )
    return [
        *lines,
        "",
        "`cuttlelab rules RULES`, say `cuttlelab rules community`, puts it in words.",
    ]


def _says(text: str) -> str:
    """The sentence of `SWITCH=VALUE`."""
    name = text.partition("=")[0]
    values = RuleSet.parse(f"classic+{text}").values
    (switch,) = (switch for switch in of_cuttle.SWITCHES if switch.name == name)
    return switch.sentence(values[name])


def _columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as aligned lines."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        (
            "  " + "  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def describe(text: str) -> list[str]:
    """A rule set in words: a line a switch, `*` and the profile's value where it departs from it.

    A switch that can make no difference under these rules is said to be idle, with the reason.

    Raises
    ------
    ValueError
        If the text is refused.
    """
    profile = text.strip().partition("+")[0]
    rules: RuleSet | CuckooRules
    base: RuleSet | CuckooRules
    idle: dict[str, Idle] = {}
    if profile == of_cuckoo.PROFILE:
        switches = of_cuckoo.SWITCHES
        rules, base = CuckooRules.parse(text), CuckooRules.parse(profile)
    elif profile in PROFILES:
        switches = of_cuttle.SWITCHES
        rules, base = RuleSet.parse(text), RuleSet.parse(profile)
        idle = rules.idle
    else:
        allowed = ", ".join([*PROFILES, of_cuckoo.PROFILE])
        raise ValueError(f"unknown profile {profile!r}; allowed: {allowed}")
    lines = [f"{rules.text} (hash {rules.hash})"]
    departures = [switch.name for switch in switches if rules.departs(switch.name)]
    if departures:
        lines.append(f"* marks what departs from {profile}, whose own value ends the line")
    rows = []
    for switch in switches:
        name = switch.name
        sentence = switch.sentence(rules.values[name])
        if name in idle:
            reason = idle[name].reason
            same = f"{sentence} (Any value plays the same: {reason}.)"
            sentence = same if idle[name].holds else f"Idle: {reason}."
        if name in departures:
            sentence += f" [{profile}: {base.value_text(name)}]"
        mark = "*" if name in departures else " "
        rows.append((f"{mark} {name}={rules.value_text(name)}", sentence))
    lines += [line.removeprefix("  ") for line in _columns(rows)]
    if profile in PROFILES:
        lines += ["", *GLOSSARY]
    return lines


@dataclass(frozen=True)
class Change:
    """A switch that one rule set sets otherwise than another, and the sentence now in force."""

    switch: str
    before: str
    after: str
    sentence: str


def changes(base: str, other: str) -> list[Change]:
    """Switches that `other` sets otherwise than `base`, in the table's order, without idle ones."""
    old, new = RuleSet.parse(base), RuleSet.parse(other)
    return [
        Change(
            switch.name,
            old.value_text(switch.name),
            new.value_text(switch.name),
            switch.sentence(new.values[switch.name]),
        )
        for switch in of_cuttle.SWITCHES
        if old.values[switch.name] != new.values[switch.name] and switch.name not in new.idle
    ]


def columns(unit: Unit) -> dict[str, str]:
    """What a unit of Cuttle plays, as columns of a table.

    `players` (the unit's name without its rules), `policy` (of the first-named), `profile`,
    `rules`, `deal`; against the profile `changed`, as `four: discard → draw_two`, and `says`, the
    sentences now in force; both empty for the profile itself.
    """
    rules = RuleSet.parse(unit.rules)
    found = changes(rules.profile, unit.rules)
    return {
        "players": unit.name.removesuffix(f", {rules.text}"),
        "policy": unit.policies[0],
        "profile": rules.profile,
        "rules": rules.text,
        "deal": rules.value_text("deal"),
        "changed": "; ".join(f"{one.switch}: {one.before} → {one.after}" for one in found),
        "says": " ".join(one.sentence for one in found),
    }


def idle_switches() -> list[dict[str, str]]:
    """Switches that make no difference in a profile: `profile`, `switch`, `reason`."""
    return [
        {"profile": name, "switch": switch, "reason": idle.reason}
        for name in PROFILES
        for switch, idle in RuleSet.parse(name).idle.items()
    ]
