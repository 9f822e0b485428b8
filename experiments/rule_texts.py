"""Rule sets in words: the lines behind `cuttlelab rules`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine_fast.cuckoo import rules as of_cuckoo
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.cuttle import rules as of_cuttle
from engine_fast.cuttle.rules import MODIFIERS, PROFILES, RuleSet


def overview() -> list[str]:
    """Profiles, modifiers and switches of both games."""
    classic, cuckoo = RuleSet.parse("classic"), CuckooRules.parse("cuckoo")
    wide = max(len(switch.name) for switch in of_cuttle.SWITCHES)
    lines = ["Cuttle profiles:"]
    lines += [f"  {name:{wide}}  {RuleSet.parse(name).hash}" for name in PROFILES]
    lines += ["", "Modifiers, as in classic+quick:"]
    lines += [f"  {modifier.name:{wide}}  {modifier.sentence}" for modifier in MODIFIERS]
    lines += ["", "Switches, as in classic+own_targets=no (in brackets: classic):"]
    lines += _switches(of_cuttle.SWITCHES, classic, wide)
    lines += ["", "Cuckoo:", f"  {cuckoo.text:{wide}}  {cuckoo.hash}"]
    lines += ["", "Its switches, as in cuckoo+king_blocks=no (in brackets: cuckoo):"]
    lines += _switches(of_cuckoo.SWITCHES, cuckoo, wide)
    return [*lines, "", "`cuttlelab rules RULES` says what a rule set means."]


def _switches(switches: Sequence[Any], rules: RuleSet | CuckooRules, wide: int) -> list[str]:
    return [
        f"  {switch.name:{wide}}  {switch.allowed} ({rules.value_text(switch.name)})"
        for switch in switches
    ]


def describe(text: str) -> list[str]:
    """A rule set in words: a line a switch, `*` where it departs from its profile.

    Raises
    ------
    ValueError
        If the text is refused.
    """
    rules: RuleSet | CuckooRules
    if text.partition("+")[0] == of_cuckoo.PROFILE:
        rules, switches = CuckooRules.parse(text), of_cuckoo.SWITCHES
    else:
        rules, switches = RuleSet.parse(text), of_cuttle.SWITCHES
    lines = [f"{rules.text} ({rules.hash})"]
    settings = {
        switch.name: f"{switch.name}={rules.value_text(switch.name)}" for switch in switches
    }
    wide = max(map(len, settings.values()))
    for switch in switches:
        mark = "*" if rules.departs(switch.name) else " "
        sentence = switch.sentence(rules.values[switch.name])
        lines.append(f"{mark} {settings[switch.name]:{wide}}  {sentence}")
    return lines
