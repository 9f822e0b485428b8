"""The experiment rule-sets holds every rule there is, and says what each changes."""

import pytest

from engine_fast.cuttle.rules import MODIFIERS, PROFILES, SWITCHES, RuleSet
from engine_fast.rule_text import Switch
from experiments import playing, rule_texts, running, specs, tables

SPEC = specs.load("rule-sets")
FLIPPED = "balanced, "
RULES = [unit.rules for unit in SPEC.units if unit.name.startswith(FLIPPED)]
DEALS = ("5,5", "5,6", "6,6", "5,7", "4,6")
NUMBERS = ("goal", "deal", "draw_after", "turn_cap")
"""Switches that are no choice of a few: other values stand for all."""


def choices(switch: Switch) -> list[str]:
    """Every value of a choice; "none" and one more of a number that may be none."""
    if switch.name == "hand_limit":
        return ["none", "8"]
    if switch.name == "queen_limit":
        return ["none", "1"]
    return switch.allowed.split("|")


def flipped_alone(profile: str, name: str, value: str) -> bool:
    """Whether a unit of `profile` has this value, alone or with what it cannot go without."""
    try:
        return RuleSet.parse(f"{profile}+{name}={value}").text in RULES
    except ValueError:
        sets = [RuleSet.parse(text) for text in RULES if text.split("+")[0] == profile]
        return any(
            rules.value_text(name) == value
            and {part for part in PROFILES[profile] if rules.departs(part)}
            == {"seven", "seven_jack"}
            for rules in sets
        )


@pytest.mark.parametrize("profile", PROFILES)
def test_every_switch_is_flipped_to_every_other_value_or_idle(profile: str) -> None:
    base = RuleSet.parse(profile)
    assert profile in RULES
    for switch in SWITCHES:
        if switch.name in ("best_of", "first_to"):
            continue  # they join games to matches and change none
        if switch.name in base.idle:
            departing = [
                rules
                for rules in map(RuleSet.parse, RULES)
                if rules.profile == profile and rules.departs(switch.name)
            ]
            assert all(switch.name not in rules.idle for rules in departing), switch.name
            continue
        if switch.name in NUMBERS:
            others = [
                text
                for text in RULES
                if RuleSet.parse(text).profile == profile
                and [part for part in base.values if RuleSet.parse(text).departs(part)]
                == [switch.name]
            ]
            assert others, (profile, switch.name)
            continue
        for value in choices(switch):
            if value != base.value_text(switch.name):
                assert flipped_alone(profile, switch.name, value), (profile, switch.name, value)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("modifier", [modifier.name for modifier in MODIFIERS])
def test_every_modifier_is_played_on_every_profile(profile: str, modifier: str) -> None:
    assert RuleSet.parse(f"{profile}+{modifier}").text in RULES


def test_each_flip_is_compared_with_its_own_profile() -> None:
    compared = [pair for one in SPEC.comparisons if one.base for pair in one.pairs]
    rules = {unit.name: unit.rules for unit in SPEC.units}
    assert all(rules[unit].split("+")[0] == rules[base] for base, unit in compared)
    changed = [text for text in RULES if text not in PROFILES]
    assert sorted(rules[unit] for _, unit in compared) == sorted(changed)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("players", ["random", "greedy", "balanced"])
def test_every_deal_is_compared_with_every_other(profile: str, players: str) -> None:
    groups = [one.units for one in SPEC.comparisons if one.base is None]
    units = {unit.name: unit for unit in SPEC.units}
    dealt = [
        {RuleSet.parse(units[name].rules).value_text("deal") for name in group}
        for group in groups
        if all(name.startswith(f"{players}, {profile}") for name in group)
    ]
    assert dealt == [set(DEALS)]


def test_both_sides_play_alike() -> None:
    assert all(len(set(unit.policies)) == 1 for unit in SPEC.units)


def test_changes_are_told_with_the_sentence_now_in_force() -> None:
    (one,) = rule_texts.changes("classic", "classic+four=draw_two")
    assert (one.switch, one.before, one.after) == ("four", "discard", "draw_two")
    assert one.sentence == "A 4 makes the rival draw two cards."
    both = rule_texts.changes("classic", "classic+eight=oneoff+glasses_expose=self")
    assert [change.switch for change in both] == ["eight", "glasses_expose"]
    assert rule_texts.changes("classic", "classic+glasses_expose=self") == []


def test_columns_of_a_unit() -> None:
    unit = specs.Unit("plain, community+deal=6,6", "community+deal=6,6", ("random",) * 2, 2)
    found = rule_texts.columns(unit)
    assert found["players"] == "plain"
    assert (found["profile"], found["deal"], found["changed"]) == (
        "community",
        "6,6",
        "deal: 5,6 → 6,6",
    )
    base = rule_texts.columns(specs.Unit("r, classic", "classic", ("random",) * 2, 2))
    assert (base["changed"], base["says"]) == ("", "")


def test_idle_switches_are_listed_by_profile() -> None:
    found = {(row["profile"], row["switch"]) for row in rule_texts.idle_switches()}
    assert found == {
        ("classic", "glasses_expose"),
        ("community", "queen_protects"),
        ("cuttlecards", "glasses_expose"),
    }


SMALL = """
name = "small"
game = "cuttle"
[[unit]]
name = "r"
a = "random"
b = "random"
rules = ["classic", "classic+quick", "classic+deal=6,6"]
[[comparison]]
name = "flips"
base = "r, classic"
units = ["r, classic+*"]
"""


def test_chunks_and_workers_do_not_change_moments() -> None:
    spec = specs.parse(SMALL)
    one = running.run_spec(spec, games=3 * 2_000, backend="serial")
    two = running.run_spec(spec, games=3 * 2_000, workers=2, chunk_size=300)
    moments = tables.moments(one.tally)
    assert set(moments) == {
        (left, right)
        for left in ("r, classic",)
        for right in ("r, classic", "r, classic+quick", "r, classic+deal=6,6")
    } | {(f"r, classic+{part}",) * 2 for part in ("quick", "deal=6,6")}
    for key, counts in moments.items():
        assert (tables.moments(two.tally)[key] == counts).all(), key
    assert set(one.counts["counts_moments"]["other"]) == {unit.name for unit in spec.units}


def test_a_comparison_becomes_a_table_of_its_run() -> None:
    table = running.run_spec(specs.parse(SMALL), games=3 * 400).tables["flips"]
    assert list(table["unit"].unique()) == ["r, classic+quick", "r, classic+deal=6,6"]
    turns = table[(table["quantity"] == "turns") & (table["unit"] == "r, classic+quick")].iloc[0]
    assert turns["difference_high"] < 0 and turns["stands_out"]
    assert turns["n"] == 400 and turns["pairs"] == 200


def test_what_is_not_compared_is_not_counted() -> None:
    spec = specs.parse(SMALL.split("[[comparison]]")[0])
    outcome = running.run_spec(spec, games=300)
    assert tables.moments(outcome.tally) == {}
    assert "counts_moments" not in outcome.counts
    assert isinstance(outcome.work, playing.CuttleWork)
