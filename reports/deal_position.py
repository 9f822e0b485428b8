"""Findings on deal position in Cuttle: what dealing is worth against moving first.

Takes the tables `deal_seats` and `deal_policies` of `analyzer.tables.deal_position`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports import style, words
from reports.findings import (
    Finding,
    Picture,
    Row,
    chance_note,
    formatted,
    rate_of,
    triple,
)

GROUP = "What is the deal worth?"
OUTCOMES = (("wins", ""), ("draws", "draw_"), ("losses", "loss_"), ("unfinished", "unfinished_"))


def deal_position(seats: pd.DataFrame, policies: pd.DataFrame | None = None) -> tuple[Finding, ...]:
    """Findings on the seat, and on what each policy makes of it.

    Parameters
    ----------
    seats, policies
        The tables `deal_seats` and `deal_policies`; the first unit is the headline.
    """
    made = (_seats(seats),)
    return made if policies is None else (*made, _policies(policies))


def versus(row: Row) -> str:
    """`balanced against greedy`."""
    return f"{row.first} against {row.second}"


def _seats(table: pd.DataFrame) -> Finding:
    rows = list(table.itertuples(index=False))
    units = list(dict.fromkeys(row.unit for row in rows))
    shown = formatted(
        table,
        [
            ("Policies", versus),
            ("Seat", lambda row: row.seat),
            ("Games", lambda row: words.whole(row.n)),
            *(
                (f"{name.capitalize()}, %", lambda row, p=prefix: words.cell(*rate_of(row, p)))
                for name, prefix in OUTCOMES
            ),
            (
                "Lead over the other seat, points",
                lambda row: words.points_cell(*triple(row, "lead")),
            ),
            ("Beyond noise", lambda row: "yes" if row.separable else "no"),
        ],
    )
    size = words.spread([row.n for row in rows], "games")
    pairs = words.spread([row.pairs for row in rows], "deals").removeprefix("n = ")
    picture = Picture(
        name="deal-seats",
        title="Wins of dealer and first mover, draws, and the dealer’s lead",
        caption=(
            f"{size} a pairing ({pairs}, each played twice with the seats exchanged). Lines are "
            "95 % intervals, clustered by deal; an open mark in the right panel means that the "
            f"lead is not separable from noise. {chance_note(len(units))}"
        ),
        alt="Dot plot. " + " ".join(_seat_alt(rows, unit) for unit in units),
        draw=lambda narrow: _draw_seats(table, narrow),
    )
    return Finding(
        id="deal-seats",
        group=GROUP,
        title="Dealer and first mover",
        question="Who wins more, the one who deals or the one who moves first?",
        label="causal",
        brief=_seat_brief(rows[0]),
        sentences=(_seat_headline(rows[:2]), *_seat_summary(rows)),
        caveat=(
            "The dealer gets six cards and moves second. Both policies sit in both seats on the "
            "same deals, so the difference between the seats is caused by the seat."
        ),
        table=table,
        shown=shown,
        pictures=(picture,),
    )


def _seat_brief(row: Row) -> str:
    lead = words.points(*triple(row, "lead"))
    players = f"between two {row.first} players" if row.first == row.second else versus(row)
    if row.separable:
        return f"To be the {row.seat} is worth {lead} of the win rate {players}."
    return f"To be the {row.seat} makes no difference beyond noise {players}: {lead}."


def _seat_headline(rows: list[Row]) -> str:
    one, other = rows
    text = (
        f"The {one.seat} wins {words.percent(*rate_of(one))} of {versus(one)}, the {other.seat} "
        f"{words.percent(*rate_of(other))}, and {words.percent(*rate_of(one, 'draw_'))} are drawn: "
    )
    lead = words.points(*triple(one, "lead"))
    if one.separable:
        return f"{text}the {one.seat}’s lead is {lead}."
    return f"{text}the {one.seat}’s lead, {lead}, is not separable from noise."


def _seat_summary(rows: list[Row]) -> tuple[str, ...]:
    dealers = [row for row in rows if row.seat == "dealer"]
    if len(dealers) < 2:
        return ()
    ahead = [row for row in dealers if row.separable and row.lead > 0]
    behind = [row for row in dealers if row.separable and row.lead < 0]
    unclear = [row for row in dealers if not row.separable]
    total = words.count(len(dealers))
    parts = []
    if ahead:
        most = max(ahead, key=lambda row: row.lead)
        parts.append(
            f"dealing is an advantage beyond noise in {words.count(len(ahead))} of the {total} "
            f"pairings, most in {versus(most)} with {words.points(*triple(most, 'lead'))}"
        )
    if behind:
        most = min(behind, key=lambda row: row.lead)
        number = words.count(len(behind))
        start = (
            f"moving first is one in {number}"
            if ahead
            else f"moving first is an advantage beyond noise in {number} of the {total} pairings"
        )
        lead = words.points(*triple(most, "lead"))
        parts.append(f"{start}, most in {versus(most)}, where the dealer’s lead is {lead}")
    if unclear:
        named = words.listed([versus(row) for row in unclear])
        parts.append(f"not separable from noise is the difference in {named}")
    return (f"{words.sentence('; '.join(parts))}.",)


def _seat_alt(rows: list[Row], unit: str) -> str:
    mine = [row for row in rows if row.unit == unit]
    wins = ", ".join(f"{row.seat} wins {words.percent(*rate_of(row))}" for row in mine)
    return f"{versus(mine[0])}: {wins}, draws {words.percent(*rate_of(mine[0], 'draw_'))}."


def _draw_seats(table: pd.DataFrame, narrow: bool) -> Figure:
    rows = list(table.itertuples(index=False))
    units = list(dict.fromkeys(row.unit for row in rows))
    labels = list(dict.fromkeys(_short(row) for row in rows))
    axes, made = _row_panels(narrow, len(units), [3.0, 1.5, 2.1])
    wins, draws, lead = axes
    for seat, colour in style.SEATS.items():
        mine = [row for row in rows if row.seat == seat]
        offset = -0.14 if seat == "dealer" else 0.14
        places = [units.index(row.unit) + offset for row in mine]
        style.estimates(wins, places, [rate_of(row) for row in mine], colour, size=5)
    dealers = [row for row in rows if row.seat == "dealer"]
    drawn = [rate_of(row, "draw_") for row in dealers]
    places = [units.index(row.unit) for row in dealers]
    style.estimates(draws, places, drawn, style.NEUTRAL, marker="D", size=5)
    for row, place in zip(dealers, places, strict=True):
        numbers = triple(row, "lead")
        colour = style.SEATS["dealer" if row.lead > 0 else "first mover"]
        style.estimates(lead, [place], [numbers], colour, solid=bool(row.separable))
        lead.annotate(
            words.signed(*numbers),
            (1.0, place),
            xycoords=("axes fraction", "data"),
            xytext=(4, 0),
            textcoords="offset points",
            va="center",
            fontsize=9,
            color=colour if row.separable else style.SOFT,
        )
    lead.axvline(0, color=style.SOFT, linewidth=1, zorder=1)
    titles = ("Wins, % of games", "Draws, %", "Dealer’s lead, points")
    for part, title in zip(axes, titles, strict=True):
        part.set_title(title)
        style.round_ticks(part.xaxis)
        style.rows_axis(part, labels)
    _hide_labels(axes, narrow)
    draws.set_xlim(left=min(0.0, draws.get_xlim()[0]))
    style.key(
        made,
        [(seat, colour, "o", True) for seat, colour in style.SEATS.items()],
        columns=2,
        loc="outside upper left",
    )
    return made


def _policies(table: pd.DataFrame) -> Finding:
    rows = list(table.itertuples(index=False))
    units = list(dict.fromkeys(row.unit for row in rows))
    shown = formatted(
        table,
        [
            ("Policy", lambda row: row.first),
            ("Against", lambda row: row.second),
            ("It", _deal_words),
            ("Games", lambda row: words.whole(row.games)),
            *(
                (f"{name.capitalize()}, %", lambda row, p=prefix: words.cell(*rate_of(row, p)))
                for name, prefix in OUTCOMES
            ),
            ("Score, %", lambda row: words.cell(*triple(row, "score"))),
            (
                "Lead over the other seat, points",
                lambda row: words.points_cell(*triple(row, "lead")),
            ),
            ("Beyond noise", lambda row: "yes" if row.separable else "no"),
        ],
    )
    head = next((row.unit for row in rows if row.first != row.second), units[0])
    one, other = (row for row in rows if row.unit == head)
    lead = words.points(*triple(one, "lead"))
    noise = "" if one.separable else ", which is not separable from noise"
    doing = "dealing" if one.deal == "A dealer" else "moving first"
    sentences = [
        f"Against {one.second}, {one.first} wins {words.percent(*rate_of(one))} when it "
        f"{_deal_words(one)} and {words.percent(*rate_of(other))} when it {_deal_words(other)}; "
        f"{doing} changes its score by {lead}{noise}."
    ]
    apart = [row for row in rows if row.deal == one.deal and row.first != row.second]
    if len(apart) > 1:
        least, most = min(apart, key=lambda row: row.rate), max(apart, key=lambda row: row.rate)
        sentences.append(
            f"When it {_deal_words(one)}, the first-named policy wins from "
            f"{words.percent(*rate_of(least))} ({versus(least)}) to "
            f"{words.percent(*rate_of(most))} ({versus(most)})."
        )
    size = words.spread([row.games for row in rows], "games")
    picture = Picture(
        name="deal-policies",
        title="Wins, draws and losses of the first-named policy, dealing or moving first",
        caption=(
            f"{size} a mark. Results of the policy named first when it deals and when it moves "
            "first; the rest of the games are unfinished. Lines are 95 % intervals (Wilson). The "
            f"table compares the two seats of each pairing. {chance_note(len(units))}"
        ),
        alt="Dot plot. "
        + " ".join(
            f"{versus(row)}, first-named {_deal_words(row)}: wins {words.percent(*rate_of(row))}, "
            f"draws {words.percent(*rate_of(row, 'draw_'))}, losses "
            f"{words.percent(*rate_of(row, 'loss_'))}."
            for row in rows
        ),
        draw=lambda narrow: _draw_policies(table, narrow),
    )
    return Finding(
        id="deal-policies",
        group=GROUP,
        title="What each policy makes of its seat",
        question="How much more does a policy win when it deals?",
        label="causal",
        sentences=tuple(sentences),
        caveat=(
            "Policies and seats are assigned and the deals are the same for all, so differences "
            "between rows and between seats are caused by policy and seat."
        ),
        table=table,
        shown=shown,
        pictures=(picture,),
    )


def _deal_words(row: Row) -> str:
    return "deals" if row.deal == "A dealer" else "moves first"


def _draw_policies(table: pd.DataFrame, narrow: bool) -> Figure:
    rows = list(table.itertuples(index=False))
    units = list(dict.fromkeys(row.unit for row in rows))
    axes, made = _row_panels(narrow, len(units), [3.0, 1.5, 3.0])
    labels = list(dict.fromkeys(_short(row) for row in rows))
    for deal, seat, offset in (("A dealer", "dealer", -0.16), ("A first", "first mover", 0.16)):
        mine = [row for row in rows if row.deal == deal]
        places = [units.index(row.unit) + offset for row in mine]
        for part, prefix in zip(axes, ("", "draw_", "loss_"), strict=True):
            numbers = [rate_of(row, prefix) for row in mine]
            style.estimates(part, places, numbers, style.SEATS[seat], size=4.6)
    titles = ("Wins of the first-named, %", "Draws, %", "Losses, %")
    for part, title in zip(axes, titles, strict=True):
        part.set_title(title)
        style.round_ticks(part.xaxis)
        style.rows_axis(part, labels)
    _hide_labels(axes, narrow)
    style.key(
        made,
        [
            ("when it deals", style.SEATS["dealer"], "o", True),
            ("when it moves first", style.SEATS["first mover"], "o", True),
        ],
        columns=2,
        loc="outside upper left",
    )
    return made


def _row_panels(narrow: bool, rows: int, ratios: list[float]) -> tuple[list[Axes], Figure]:
    """Three panels over the same rows: beside each other, or stacked where it is narrow."""
    if narrow:
        made = style.figure(True, 3 * (0.62 + 0.24 * rows) + 0.3)
        return list(made.subplots(3, 1)), made
    made = style.figure(False, 1.05 + 0.3 * rows)
    return list(made.subplots(1, 3, width_ratios=ratios)), made


def _hide_labels(axes: list[Axes], narrow: bool) -> None:
    if not narrow:
        for part in axes[1:]:
            part.set_yticklabels([])


def _short(row: Row) -> str:
    return f"{row.first} v {row.second}"
