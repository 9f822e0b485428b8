"""Specs: the catalogue, defaults, sweeps, and faults told with line and key."""

from pathlib import Path

import pytest

from experiments import specs

GOOD = """\
name = "mine"
game = "cuttle"
games = 1000

[[unit]]
name = "base"
a = "random"
b = "greedy"

[[unit]]
name = "other"
a = "greedy"
b = "greedy"

[[table]]
name = "kings"
factors = ["seat", "kings_dealt"]

[[contrast]]
base = "base"
other = "other"
factors = ["kings_dealt"]

[[comparison]]
base = "base"
units = ["oth*"]
"""


def test_the_catalogue_holds_the_standard_experiments() -> None:
    assert {"deal-position", "king-count", "rule-sets", "cuckoo-seat"} <= specs.catalogue().keys()


@pytest.mark.parametrize("name", specs.catalogue())
def test_every_spec_of_the_catalogue_is_sound(name: str) -> None:
    spec = specs.load(name)
    assert spec.name == name
    assert spec.title != name and spec.question != name


def test_quick_plays_a_million_of_each() -> None:
    found = [specs.load(name) for name in ("deal-position", "king-count", "cuckoo-seat")]
    games = {"cuttle": 0, "cuckoo": 0}
    rounds = 0
    for spec in found:
        games_each, rounds_each = spec.size("quick")
        games[spec.game] += games_each * len(spec.units)
        rounds += rounds_each * len(spec.units)
    assert games["cuttle"] >= 1_000_000
    assert rounds >= 1_000_000


def test_standard_plays_twenty_million_and_a_hundred_million() -> None:
    totals = {"games": 0, "rounds": 0}
    for name in ("deal-position", "king-count", "cuckoo-seat"):
        spec = specs.load(name)
        games_each, rounds_each = spec.size("standard")
        if spec.game == "cuttle":
            totals["games"] += games_each * len(spec.units)
        totals["rounds"] += rounds_each * len(spec.units)
    assert totals["games"] >= 20_000_000
    assert totals["rounds"] >= 100_000_000


def test_defaults() -> None:
    spec = specs.parse(GOOD)
    assert spec.seed == 1
    assert spec.title == spec.question == "mine"
    assert spec.tables[0].units == ("base", "other")
    assert spec.tables[0].about == "seats"
    assert spec.contrasts[0].name == "other − base"
    assert spec.units[0].rules == "classic"


def test_sizes_are_split_over_units_in_whole_pairs() -> None:
    spec = specs.parse(GOOD)
    assert spec.size() == (500, 0)
    assert spec.size(games=1001) == (502, 0)
    with pytest.raises(ValueError, match="unknown preset"):
        spec.size("huge")


def test_lists_stand_for_one_unit_each() -> None:
    text = 'name = "s"\ngame = "cuttle"\n[[unit]]\na = ["random", "greedy"]\nb = "racer"\n'
    text += 'rules = ["classic", "classic+quick"]\n'
    spec = specs.parse(text)
    assert [unit.name for unit in spec.units] == [
        "random – racer",
        "greedy – racer",
        "random – racer, classic+quick",
        "greedy – racer, classic+quick",
    ]


def test_the_digest_follows_what_is_played_not_how_it_is_worded() -> None:
    spec = specs.parse(GOOD)
    reworded = specs.parse(GOOD.replace("games = 1000", 'games = 5\ntitle = "T"\nseed = 9'))
    assert reworded.digest == spec.digest
    assert specs.parse(GOOD.replace('"random"', '"racer"')).digest != spec.digest
    assert specs.parse(GOOD.replace('"kings_dealt"]', '"twos_dealt"]')).digest != spec.digest
    uncompared = specs.parse(GOOD.split("[[comparison]]")[0])
    assert uncompared.digest != spec.digest


def test_the_digest_follows_a_users_file(tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    path.write_text("one")
    text = GOOD.replace('"random"', f'"{path}:choose"')
    before = specs.parse(text).digest
    path.write_text("two")
    assert specs.parse(text).digest != before


FAULTS = [
    ('game = "cuttle"', 'game = "chess"', 2, "game", "allowed: cuttle, cuckoo"),
    ('name = "mine"', "", 1, "name", "is missing"),
    ('name = "mine"', 'name = "a/b"', 1, "name", "allowed: letters"),
    ("games = 1000", "games = -5", 3, "games", "no whole number"),
    ("games = 1000", "games = true", 3, "games", "no whole number"),
    ("games = 1000", 'games = "1k"', 3, "games", "no whole number"),
    ("games = 1000", "rounds = 5", 3, "rounds", "only Cuckoo has rounds"),
    ("games = 1000", "speed = 5", 3, "speed", "unknown key; allowed: name, "),
    ('a = "random"\n', "", 5, "unit.1.a", "is missing"),
    ('a = "random"', "a = 3", 7, "unit.1.a", "3 is no text"),
    ('a = "random"', "a = []", 7, "unit.1.a", "the list is empty"),
    ('a = "random"', 'a = "random"\nrules = "clasic"', 8, "unit.1.rules", "unknown profile"),
    ('name = "other"', 'name = "base"', 11, "unit.2.name", "a second unit is called 'base'"),
    ('["seat", "kings_dealt"]', '["luck"]', 17, "table.1.factors", "unknown factor 'luck'"),
    ('["seat", "kings_dealt"]', '["seat", "seat"]', 17, "table.1.factors", "named twice"),
    ('["seat", "kings_dealt"]', "[]", 17, "table.1.factors", "name at least one"),
    ('["seat", "kings_dealt"]', '"seat"', 17, "table.1.factors", "no list of texts"),
    ('name = "kings"', 'units = ["nobody"]', 16, "table.1.units", "unknown unit 'nobody'"),
    ('name = "kings"', 'about = "both"', 16, "table.1.about", "allowed: first, seats"),
    ('base = "base"', 'base = "x"', 20, "contrast.1.base", "unknown unit 'x'"),
    ('other = "other"', 'other = "base"', 21, "contrast.1.other", "are the same unit"),
    ('factors = ["kings_dealt"]', 'factors = ["ending"]', 22, "contrast.1.factors", "in play"),
    ('units = ["oth*"]', 'units = ["x*"]', 26, "comparison.1.units", "no unit is called 'x*'"),
    ('units = ["oth*"]', 'units = ["base"]', 26, "comparison.1.units", "no two units"),
    ('base = "base"\nunits', 'base = "x"\nunits', 25, "comparison.1.base", "unknown unit 'x'"),
    ('units = ["oth*"]', 'factors = ["seat"]', 26, "comparison.1.factors", "allowed: name, base"),
    ("games = 1000", "presets = 3", 3, "presets", "write [presets.quick]"),
    ("games = 1000", "[presets.huge]\ngames = 3", 3, "presets.huge", "allowed: quick"),
]


@pytest.mark.parametrize(("old", "new", "line", "key", "message"), FAULTS)
def test_faults_name_line_and_key(old: str, new: str, line: int, key: str, message: str) -> None:
    with pytest.raises(ValueError) as refused:
        specs.parse(GOOD.replace(old, new, 1), "mine.toml")
    text = str(refused.value)
    assert text.startswith(f"mine.toml, line {line}, {key}: "), text
    assert message in text
    assert "\n" not in text


def test_broken_toml_names_the_line() -> None:
    with pytest.raises(ValueError, match=r"mine\.toml: .*line 2"):
        specs.parse('name = "mine"\ngame = \n', "mine.toml")


def test_contrasts_of_other_deal_sizes_are_refused() -> None:
    text = GOOD.replace('name = "other"', 'name = "other"\nrules = "classic+deal=6,6"')
    with pytest.raises(ValueError, match="hands of other sizes"):
        specs.parse(text)


def test_matches_of_several_games_are_not_counted_by_factors() -> None:
    text = GOOD.replace('name = "other"', 'name = "other"\nrules = "classic+best_of=3"')
    with pytest.raises(ValueError, match=r"table\.1\.units: 'other' plays matches of several"):
        specs.parse(text)
    no_table = text.replace("[[table]]", '[[table]]\nunits = ["base"]')
    with pytest.raises(ValueError, match=r"contrast\.1\.other: 'other' plays matches of several"):
        specs.parse(no_table)


def test_comparisons_pick_units_by_pattern() -> None:
    text = 'name = "s"\ngame = "cuttle"\n[[unit]]\nname = "r"\na = "random"\nb = "random"\n'
    text += 'rules = ["classic", "classic+quick", "classic+open", "community"]\n'
    against = specs.parse(f'{text}[[comparison]]\nbase = "r, classic"\nunits = ["r, classic*"]\n')
    (comparison,) = against.comparisons
    assert comparison.name == "against r, classic"
    assert comparison.pairs == (
        ("r, classic", "r, classic+quick"),
        ("r, classic", "r, classic+open"),
    )
    (each,) = specs.parse(
        f'{text}[[comparison]]\nunits = ["r, comm*", "r, classic+?*"]'
    ).comparisons
    assert each.name == "each with each"
    assert each.pairs == (
        ("r, community", "r, classic+quick"),
        ("r, community", "r, classic+open"),
        ("r, classic+quick", "r, classic+open"),
    )


def test_comparisons_may_deal_hands_of_other_sizes() -> None:
    text = GOOD.split("[[contrast]]")[0].replace(
        'name = "other"', 'name = "other"\nrules = "classic+deal=6,6"'
    )
    spec = specs.parse(f'{text}[[comparison]]\nbase = "base"\nunits = ["other"]\n')
    assert spec.comparisons[0].pairs == (("base", "other"),)


def test_cuckoo_has_no_comparisons() -> None:
    text = 'name = "c"\ngame = "cuckoo"\nrounds = 9\n[[unit]]\npolicy = "keep"\nplayers = 3\n'
    with pytest.raises(ValueError, match="Cuckoo has no comparisons"):
        specs.parse(f"{text}[[comparison]]\n")


def test_unknown_names_and_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"unknown experiment 'x'; allowed: .*cuckoo-seat, "):
        specs.load("x")
    with pytest.raises(ValueError, match="No such file"):
        specs.load(str(tmp_path / "none.toml"))
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="UTF-8"):
        specs.load(str(path))
