"""What findings say is made from their tables, and only from them."""

import re

import pandas as pd
import pytest

import reports
from reports import words
from reports.findings import Finding
from tests.reports.tallies import all_tables, report

FINDINGS = {finding.id: finding for finding in report().findings}
TABLE_OF = {
    "deal-seats": "deal_seats",
    "deal-policies": "deal_policies",
    "king-dealt": "king_dealt",
    "king-most": "king_most",
    "king-never-laid": "king_contrast",
    "rule-flips": "rule_flips",
    "rule-deals": "rule_deals",
    "search-strength": "search_strength",
    "action-mix": "action_mix",
    "cuckoo-rounds": "cuckoo_rounds",
    "cuckoo-games": "cuckoo_games",
    "cuckoo-responses": "cuckoo_responses",
    "weight-sweep-keep-2": "weight_sweep",
}
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")

# Text that has digits in it without being a result.
NAMES = re.compile(
    r"t=\d+|keep_2|\d \(saves|95 %|\d+ comparisons|over the \d+ combinations|under 30 deals|"
    r"a win 100, a draw 50|\b5 %|\d+ of \d+ differences stand out|2,333 human games"
)


def rebuilt(name: str, table: pd.DataFrame) -> Finding:
    given = {name: table}
    if name == "deal_policies":
        given["deal_seats"] = all_tables()["deal_seats"]
    if name == "rule_flips":
        given["rule_idle"] = all_tables()["rule_idle"]
    made = reports.build(given, {}).findings
    return next(finding for finding in made if TABLE_OF[finding.id] == name)


def test_every_standard_question_is_answered() -> None:
    assert list(FINDINGS) == list(TABLE_OF)
    labels = {finding.id: finding.label for finding in FINDINGS.values()}
    assert labels.pop("king-most") == "association"
    assert set(labels.values()) == {"causal"}


@pytest.mark.parametrize("finding_id", TABLE_OF)
def test_swapping_two_rows_changes_the_sentence_and_the_alt_text(finding_id: str) -> None:
    name = TABLE_OF[finding_id]
    table = all_tables()[name]
    keys = list(table.columns[: list(table.columns).index("n" if "n" in table else "games")])
    # One unit under headline conditions, whose rows differ beyond rounding.
    rows = table.index[2:4] if finding_id == "deal-policies" else table.index[:2]
    if finding_id == "rule-flips":  # the same quantity of two rules
        rows = table.index[table["quantity"] == "dealer_share"][:2]
    if finding_id == "cuckoo-responses":  # the best of one seat's policies and another one
        mine = table[(table["players"] == 4) & (table["seat"] == 1)]
        rows = [mine.index[mine["best"]][0], mine.index[~mine["best"]][0]]
    elif finding_id.startswith("cuckoo"):
        rows = table.index[(table["policy"] == "threshold:t=7") & (table["players"] == 4)][[0, 3]]
    swapped = table.copy()
    values = [column for column in table.columns if column not in keys]
    for column in values:
        swapped.loc[rows[0], column] = table.loc[rows[1], column]
        swapped.loc[rows[1], column] = table.loc[rows[0], column]
    before, after = FINDINGS[finding_id], rebuilt(name, swapped)
    assert before.sentence != after.sentence
    assert before.pictures[0].alt != after.pictures[0].alt
    assert rebuilt(name, table).sentence == before.sentence


@pytest.mark.parametrize("finding_id", TABLE_OF)
def test_every_number_said_stands_in_the_table(finding_id: str) -> None:
    finding = FINDINGS[finding_id]
    table = " ".join(finding.shown.to_numpy().ravel().tolist())
    shown = set(NUMBER.findall(table))
    for column in finding.table.select_dtypes("number").columns:
        for value in finding.table[column]:
            shown |= {f"{abs(100 * value):.{places}f}" for places in (0, 1, 2, 3)}
            shown.add(f"{value:,.0f}" if pd.notna(value) else "")
    captions = " ".join(picture.caption for picture in finding.pictures)
    alts = " ".join(picture.alt for picture in finding.pictures)
    for text in (finding.sentence, finding.brief, captions, alts):
        said = set(NUMBER.findall(NAMES.sub(" ", text)))
        assert said - shown == set()
    assert len(NUMBER.findall(finding.headline)) >= 3


@pytest.mark.parametrize("finding_id", TABLE_OF)
def test_captions_give_n_and_alt_texts_give_numbers(finding_id: str) -> None:
    for picture in FINDINGS[finding_id].pictures:
        assert re.search(r"n = \d", picture.caption)
        assert len(NUMBER.findall(picture.alt)) > 5


def test_noise_is_called_noise() -> None:
    seats = FINDINGS["deal-seats"]
    unclear = seats.table[~seats.table["separable"]]
    assert len(unclear)
    for row in unclear.itertuples():
        named = f"{row.first} against {row.second}"
        assert named in seats.sentence.split("not separable from noise")[1]
    assert "no seat is separable from the dealer’s" in FINDINGS["cuckoo-rounds"].sentence


def test_the_dealer_is_not_the_first_mover() -> None:
    table = all_tables()["deal_seats"]
    dealer = table[(table["unit"] == "balanced v balanced") & (table["seat"] == "dealer")].iloc[0]
    rate = f"{100 * dealer['rate']:.1f} %"
    assert FINDINGS["deal-seats"].sentence.startswith(f"The dealer wins {rate}")


def test_only_rules_that_stand_out_are_named_as_moving_anything() -> None:
    flips = FINDINGS["rule-flips"]
    table = flips.table[~flips.table["rules"].str.contains("deal=")]
    clear = table[table["stands_out"]].drop_duplicates("changed")["changed"]
    unclear = table.groupby("changed").filter(lambda rows: not rows["stands_out"].any())
    said = " ".join(flips.sentences[: -len(("screen", "unmoved", "idle"))])
    assert {"open: no → yes", "four: discard → draw_two"} <= set(clear)
    assert "open: no → yes (“Both hands lie face up all game.”)" in said
    assert len(unclear) and not any(changed in said for changed in unclear["changed"])


def test_a_modifier_is_said_by_its_own_name_and_what_it_sets() -> None:
    table = all_tables()["rule_flips"]
    table = table.assign(rules=table["rules"].str.replace("four=draw_two", "fours_draw"))
    said = rebuilt("rule_flips", table).sentence
    assert "fours_draw, that is four: discard → draw_two" in said
    assert "open, that is" not in said  # the modifier is the switch


def test_a_rule_that_changed_no_game_is_not_called_worth_nothing() -> None:
    flips = FINDINGS["rule-flips"]
    unmoved = next(text for text in flips.sentences if text.startswith("Without any effect"))
    assert "in classic ten: none → discard" in unmoved and "open" not in unmoved
    assert "ten=discard" not in flips.pictures[0].alt
    assert "glasses_expose in classic (an 8 is glasses)" in flips.sentences[-1]


def test_the_fairest_deal_names_those_it_is_not_separable_from() -> None:
    deals = FINDINGS["rule-deals"]
    for (players, profile), group in deals.table.groupby(["players", "profile"]):
        best = group[group["nearest"]].iloc[0]
        told = next(text for text in deals.sentences if f"two {players} players is" in text)
        part = next(text for text in told.split(";") if f"in {profile} " in text)
        assert f"in {profile} {best['deal']} with" in part
        for row in group[~group["nearest"]].itertuples():
            assert (row.deal in part.split("separable")[-1]) == (not row.farther), (part, row.deal)


def test_no_deal_is_called_uneven_whose_interval_holds_one_half() -> None:
    """Also where another, whose interval does not, is nearer."""
    table = all_tables()["rule_deals"]
    others = ~table["nearest"]

    def summary(even: pd.Series) -> str:
        return rebuilt("rule_deals", table.assign(even=even)).sentences[-1]

    assert "In none of the" in summary(table["even"] & False)
    assert "In each of the" in summary(others)
    first = (table["players"] == table["players"][0]) & (table["profile"] == table["profile"][0])
    assert "In one of the" in summary(others & first)


def test_every_measured_action_is_said_with_its_interval() -> None:
    mix = FINDINGS["action-mix"]
    clear = mix.table[mix.table["separable"]]
    said = " ".join(mix.sentences[1:])
    assert len(clear) and len(re.findall(r"\(\d[\d.]*–\d[\d.]*\) against \d", said)) == len(clear)
    assert f"{len(mix.table)} comparisons" in mix.pictures[0].caption


def test_associations_are_not_called_worth() -> None:
    most = FINDINGS["king-most"]
    assert "worth" not in most.sentence
    assert "association" in most.caveat.lower()
    assert "(association)" in most.pictures[0].title


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((0.513, 0.509, 0.517), "51.3 % (50.9–51.7)"),
        ((0.51342, 0.51301, 0.51383), "51.34 % (51.30–51.38)"),
        ((0.0, 0.0, 0.02), "0.0 % (0.0–2.0)"),
    ],
)
def test_percent(numbers: tuple[float, float, float], text: str) -> None:
    assert words.percent(*numbers) == text


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((0.034, 0.026, 0.042), "+3.4 points (+2.6 to +4.2)"),
        ((-0.034, -0.042, -0.026), "−3.4 points (−4.2 to −2.6)"),
        ((-0.0001, -0.01, 0.01), "0.0 points (−1.0 to +1.0)"),
        ((0.008, 0.0001, 0.016), "+0.80 points (+0.01 to +1.60)"),
    ],
)
def test_points(numbers: tuple[float, float, float], text: str) -> None:
    assert words.points(*numbers) == text


def test_small_words() -> None:
    assert words.listed(["a", "b", "c"]) == "a, b and c"
    assert words.listed(["a"]) == "a"
    assert words.count(20) == "twenty"
    assert words.count(1234) == "1,234"
    assert words.spread([5, 5], "games") == "n = 5 games"
    assert words.spread([5000, 4000], "games") == "n = 4,000 to 5,000 games"


def test_unknown_or_no_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="deal_seat; allowed: deal_seats"):
        reports.build({"deal_seat": all_tables()["deal_seats"]}, {})
    with pytest.raises(ValueError, match="at least one"):
        reports.build({}, {})


def test_a_report_on_one_experiment_is_a_report() -> None:
    made = reports.build({"cuckoo_rounds": all_tables()["cuckoo_rounds"]}, {})
    assert [finding.id for finding in made.findings] == ["cuckoo-rounds"]
