import pytest

from engine_fast.cuckoo import heuristics, play
from engine_fast.cuckoo.rules import DEFAULTS, SWITCHES, CuckooRules

from . import cuckoo_tables as tables


def test_text_is_canonical_and_hash_is_of_the_values() -> None:
    plain = CuckooRules.parse("cuckoo")
    assert plain.text == "cuckoo"
    assert plain.values == DEFAULTS
    spelt = "+".join(f"{s.name}={plain.value_text(s.name)}" for s in SWITCHES)
    assert CuckooRules.parse(f"cuckoo+{spelt}").hash == plain.hash
    one = CuckooRules.parse("cuckoo+lives=5+king_blocks=no")
    other = CuckooRules.parse("cuckoo+king_blocks=no+lives=5")
    assert one.text == other.text == "cuckoo+king_blocks=no+lives=5"
    assert one.hash == other.hash != plain.hash
    assert one.departs("lives") and not one.departs("tie")


@pytest.mark.parametrize("rules", tables.SWITCHES)
def test_text_reads_back(rules: str) -> None:
    read = CuckooRules.parse(rules)
    again = CuckooRules.parse(read.text)
    assert (again.values, again.text, again.hash) == (read.values, read.text, read.hash)


def test_every_value_has_a_sentence() -> None:
    for rules in tables.SWITCHES:
        read = CuckooRules.parse(rules)
        for switch in SWITCHES:
            assert switch.sentence(read.values[switch.name]).endswith(".")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("cucko", "cucko"),
        ("classic", "cuckoo"),
        ("cuckoo+", "allowed"),
        ("cuckoo+kings=no", "kings=no"),
        ("cuckoo+tie", "all_lose|dealer_wins|nobody"),
        ("cuckoo+tie=all", "all_lose|dealer_wins|nobody"),
        ("cuckoo+king_blocks=maybe", "yes|no"),
        ("cuckoo+dealer_cut_king=no", "blocks|plain"),
        ("cuckoo+lives=0", "1..1000"),
        ("cuckoo+lives=-1", "1..1000"),
        ("cuckoo+lives=three", "1..1000"),
        ("cuckoo+players=1", "2..10"),
        ("cuckoo+players=11", "2..10"),
        ("cuckoo+lives=2+lives=3", "twice"),
    ],
)
def test_refusals_are_one_line_and_name_what_is_allowed(text: str, named: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        CuckooRules.parse(text)
    message = str(caught.value)
    assert named in message
    assert "\n" not in message


def test_table_keeps_players_and_rules_together() -> None:
    keep = heuristics.load("keep")
    table = play.Table(CuckooRules.parse("cuckoo+lives=2"), 7, (keep,))
    assert table.rules.text == "cuckoo+lives=2+players=7"
    assert table.seated == (keep,) * 7
    with pytest.raises(ValueError, match=r"2\.\.10"):
        play.Table(CuckooRules.parse("cuckoo"), 11, (keep,))
    with pytest.raises(ValueError, match="3 policies for 4 players"):
        play.Table(CuckooRules.parse("cuckoo"), 4, (keep,) * 3)
