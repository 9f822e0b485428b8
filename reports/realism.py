"""The finding on how games of policies compare with those of people.

Takes the table `action_mix` of `analyzer.actions`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports import style, words
from reports.findings import Finding, Picture, Row, formatted, rate_of

GROUP = "Do they play like people?"
LENGTH = "turn actions a game"
_PEOPLE = "people"


def realism(table: pd.DataFrame) -> tuple[Finding, ...]:
    """The finding on the action mix; the first unit is the headline.

    Parameters
    ----------
    table
        The table `action_mix`.
    """
    rows = list(table.itertuples(index=False))
    units = list(dict.fromkeys(row.unit for row in rows))
    by_unit = {unit: [row for row in rows if row.unit == unit] for unit in units}
    shown = formatted(
        table,
        [
            ("Policies", _who),
            ("Figure", lambda row: row.figure),
            ("Out of", lambda row: words.whole(row.n)),
            ("Measured", _cell),
            ("People", lambda row: _number(row, row.human)),
            ("Beyond our noise", lambda row: "yes" if row.separable else "no"),
        ],
    )
    size = words.spread([row.pairs for row in rows], "deals")
    picture = Picture(
        name="action-mix",
        title="Length, mix of actions, answers and sevens, beside those of people",
        caption=(
            f"{size}, each played twice. Lines are 95 % intervals, clustered by deal; a ring is "
            "the figure of 2,333 human games, which comes without an interval and is taken as "
            f"exact. {words.whole(len(rows))} comparisons, each at 5 %."
        ),
        alt="Dot plots. " + " ".join(_alt(by_unit[unit]) for unit in units),
        draw=lambda narrow: _draw(by_unit, narrow),
    )
    finding = Finding(
        id="action-mix",
        group=GROUP,
        title="Length and mix of actions",
        question="Do these policies play games like those of people?",
        label="causal",
        sentences=(_headline(by_unit[units[0]]), *(_departures(by_unit[unit]) for unit in units)),
        caveat=(
            "The human games were played on a site with about the rules of cuttlecards, by "
            "whoever was there, and their figures vary, too: a small difference may be chance on "
            "their side. Where a policy departs from them, conclusions drawn from its play "
            "may not carry over to people; where it agrees, that is no proof that they do."
        ),
        table=table,
        shown=shown,
        pictures=(picture,),
    )
    return (finding,)


def _who(row: Row) -> str:
    return row.first if row.first == row.second else f"{row.first} against {row.second}"


def _is_share(row: Row) -> bool:
    return bool(row.figure != LENGTH and row.figure != "counters a one-off")


def _number(row: Row, value: float) -> str:
    if row.figure == LENGTH:
        return f"{value:.1f}"
    return f"{100 * value:.1f} %" if _is_share(row) else f"{value:.3f}"


def _cell(row: Row) -> str:
    low, high = (_number(row, end).removesuffix(" %") for end in (row.low, row.high))
    return f"{_number(row, row.rate)} ({low}–{high})"


def _headline(rows: list[Row]) -> str:
    length = next(row for row in rows if row.figure == LENGTH)
    apart = max(
        (row for row in rows if _is_share(row) and row.human > 0),
        key=lambda row: abs(row.rate - row.human),
    )
    return (
        f"A game of {_who(length)} has {_cell(length)} turn actions, one of people "
        f"{_number(length, length.human)}; furthest from people are {apart.figure} with "
        f"{_cell(apart)} against {_number(apart, apart.human)}."
    )


def _departures(rows: list[Row]) -> str:
    """What a policy does more and less than people, each with its interval."""
    above = [row for row in rows if row.separable and row.rate > row.human]
    below = [row for row in rows if row.separable and row.rate < row.human]
    alike = [row.figure for row in rows if not row.separable]
    parts = [
        f"{word}: "
        + "; ".join(
            f"{row.figure}, {_cell(row)} against {_number(row, row.human)}" for row in found
        )
        for found, word in ((above, "more than people"), (below, "less than people"))
        if found
    ]
    if alike:
        parts.append(f"not separable from people: {words.listed(alike)}")
    who = words.sentence(_who(rows[0]))
    return f"{who}, {'. '.join([parts[0], *map(words.sentence, parts[1:])])}."


def _alt(rows: list[Row]) -> str:
    told = ", ".join(f"{row.figure} {_cell(row)}, people {_number(row, row.human)}" for row in rows)
    return f"{words.sentence(_who(rows[0]))}: {told}."


def _draw(by_unit: dict[str, list[Row]], narrow: bool) -> Figure:
    figures = list(
        dict.fromkeys(row.figure for rows in by_unit.values() for row in rows if _is_share(row))
    )
    styles = style.policy_styles(_who(rows[0]) for rows in by_unit.values())
    height = 0.42 * len(figures) + 1.0
    made = style.figure(narrow, (height if not narrow else 1.25 * height) + 1.1)
    top, below = made.subplots(2, 1, height_ratios=[1.0, height])
    step = 0.6 / max(1, len(by_unit))
    for place, rows in enumerate(by_unit.values()):
        colour, marker = styles[_who(rows[0])]
        offset = (place - (len(by_unit) - 1) / 2) * step
        shares = [row for row in rows if _is_share(row)]
        style.estimates(
            below,
            [figures.index(row.figure) + offset for row in shares],
            [rate_of(row) for row in shares],
            colour,
            marker=marker,
            size=4.6,
        )
        length = [row for row in rows if row.figure == LENGTH]
        numbers = [tuple(part / 100 for part in rate_of(row)) for row in length]
        style.estimates(top, [offset] * len(length), numbers, colour, marker=marker, size=4.6)  # type: ignore[arg-type]
    people = {row.figure: row.human for rows in by_unit.values() for row in rows}
    ring = {
        "marker": "o",
        "markersize": 11,
        "markerfacecolor": "none",
        "markeredgecolor": style.INK,
        "linestyle": "none",
        "zorder": 5,
    }
    below.plot([100 * people[name] for name in figures], range(len(figures)), **ring)
    top.plot([people[LENGTH]], [0], **ring)
    style.rows_axis(below, figures)
    style.rows_axis(top, [LENGTH])
    top.set_title("Length")
    below.set_title("Shares, %")
    for axes in (top, below):
        style.round_ticks(axes.xaxis)
        axes.set_xlim(left=min(0.0, axes.get_xlim()[0]))
    entries = [(who, colour, marker, True) for who, (colour, marker) in styles.items()]
    style.key(
        made,
        [*entries, (_PEOPLE, style.INK, "o", False)],
        columns=2 if narrow else 4,
        loc="outside upper left",
    )
    return made
