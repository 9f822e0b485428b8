"""A report: findings and where they come from; knows no page format.

`build` takes the tables that `analyzer.tables` makes, by these names, all optional:

- `deal_seats`, `deal_policies` (from `deal_position`)
- `king_dealt`, `king_most`, `king_contrast` (from `king_count`)
- `rule_flips`, `rule_deals` (from `rule_sets`), `rule_idle`: `profile`, `switch`, `reason`
- `action_mix` (of `analyzer.actions`)
- `cuckoo_rounds`, `cuckoo_games` (from `cuckoo_seat`)
- `cuckoo_responses` (from `cuckoo_responses`)
- `search_strength` (from `search_strength`), `weight_sweep` (from `weight_sweep`)

and a provenance, a mapping with these keys, all optional; others are shown as they are:

- `preset`: text, `seed`: number, `version`: of this program
- `rules`: list of {`game`, `text`, `hash`, `switches`: {name: value}}
- `policies`: list of {`game`, `name`, `text`, `weights`: {name: number}}
- `runs`: list of {`experiment`, `unit`, `what`, `first`, `stop`}: ranges played, `what` being games
  or rounds, `stop` the number of the first one not played
- `commands`: list of commands that make the same numbers again
- `versions`: {library: version}, `engine`: digest of the engine's sources, `machine`: {what: value}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from reports.cuckoo_responses import cuckoo_responses
from reports.cuckoo_seat import cuckoo_seat
from reports.deal_position import deal_position
from reports.findings import Finding
from reports.king_count import king_count
from reports.realism import realism
from reports.rule_deals import rule_deals
from reports.rule_flips import rule_flips
from reports.search_strength import search_strength
from reports.weight_sweep import weight_sweep

TITLE = "What the deal, a king, a rule and a seat are worth"
TABLES = (
    "deal_seats",
    "deal_policies",
    "king_dealt",
    "king_most",
    "king_contrast",
    "rule_flips",
    "rule_deals",
    "rule_idle",
    "search_strength",
    "action_mix",
    "cuckoo_rounds",
    "cuckoo_games",
    "cuckoo_responses",
    "weight_sweep",
)


@dataclass(frozen=True)
class Report:
    """Findings in reading order, and what it takes to get them again."""

    title: str
    findings: tuple[Finding, ...]
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def briefs(self) -> list[Finding]:
        """Findings with a sentence in the paragraph at the head of the page, in order."""
        return [finding for finding in self.findings if finding.brief]

    @property
    def groups(self) -> dict[str, list[Finding]]:
        """Findings by the larger question they belong to, in order."""
        made: dict[str, list[Finding]] = {}
        for finding in self.findings:
            made.setdefault(finding.group, []).append(finding)
        return made


def build(
    tables: Mapping[str, pd.DataFrame], provenance: Mapping[str, Any], title: str = TITLE
) -> Report:
    """Make a report of estimates.

    Parameters
    ----------
    tables
        Estimates by the names above; a finding whose table is missing is left out.
    provenance
        What the appendix says, with the keys above.
    title
        Headline of the page.

    Raises
    ------
    ValueError
        If a table has a name not listed above, or none is given.
    """
    unknown = [name for name in tables if name not in TABLES]
    if unknown:
        raise ValueError(f"unknown tables {', '.join(unknown)}; allowed: {', '.join(TABLES)}")
    findings: list[Finding] = []
    if "deal_seats" in tables:
        findings += deal_position(tables["deal_seats"], tables.get("deal_policies"))
    findings += king_count(*(tables.get(f"king_{name}") for name in ("dealt", "most", "contrast")))
    if "rule_flips" in tables:
        findings += rule_flips(tables["rule_flips"], tables.get("rule_idle"))
    if "rule_deals" in tables:
        findings += rule_deals(tables["rule_deals"])
    if "search_strength" in tables:
        findings += search_strength(tables["search_strength"])
    if "action_mix" in tables:
        findings += realism(tables["action_mix"])
    findings += cuckoo_seat(*(tables.get(f"cuckoo_{name}") for name in ("rounds", "games")))
    if "cuckoo_responses" in tables:
        findings += cuckoo_responses(tables["cuckoo_responses"])
    if "weight_sweep" in tables:
        findings += weight_sweep(tables["weight_sweep"])
    if not findings:
        raise ValueError(f"a report needs at least one of the tables {', '.join(TABLES)}")
    return Report(title, tuple(findings), provenance)
