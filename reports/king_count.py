"""Findings on kings in Cuttle: dealt (causal), in play (association), never laid (causal).

Takes the tables `king_dealt`, `king_most` and `king_contrast` of `analyzer.tables.king_count`.
"""

from __future__ import annotations

import itertools
import math
import textwrap
from collections.abc import Callable

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from reports import style, words
from reports.findings import Finding, Label, Picture, Row, chance_note, formatted, rate_of, triple

GROUP = "What is a king worth?"
RARE = 30
"""A level seen in fewer deals stays in the table: neither drawn nor spoken of."""
KINGS = ("no king", "one king", "two kings", "three kings", "four kings")


def king_count(
    dealt: pd.DataFrame | None = None,
    most: pd.DataFrame | None = None,
    contrast: pd.DataFrame | None = None,
) -> tuple[Finding, ...]:
    """Findings on kings dealt, most kings in play, and kings never laid on the same deals.

    Parameters
    ----------
    dealt, most, contrast
        The tables `king_dealt`, `king_most` and `king_contrast`; the first unit is the headline.
        What is missing is left out.
    """
    made: list[Finding] = []
    if dealt is not None:
        made.append(_dealt(dealt))
    if most is not None:
        made.append(_most(most))
    if contrast is not None:
        made.append(_contrast(contrast))
    return tuple(made)


def _dealt(table: pd.DataFrame) -> Finding:
    rows = list(table.itertuples(index=False))
    compared = [row for row in rows if not math.isnan(row.difference)]
    return Finding(
        id="king-dealt",
        group=GROUP,
        title="Kings dealt",
        question="How much more does a hand with kings in it win?",
        label="causal",
        sentences=(
            _dealt_headline(rows),
            *_dealt_unit(rows, rows[0].unit),
            *_dealt_summary(rows),
        ),
        caveat=(
            "The opening hand is drawn at random, so what hands with kings win more is caused by "
            "being dealt them. It counts everything a king in hand does, held or laid."
        ),
        table=table,
        shown=_shown(
            table,
            "kings_dealt",
            "Kings dealt",
            [
                ("Against none, points", lambda row: words.points_cell(*triple(row, "difference"))),
                ("Beyond noise", lambda row: _beyond(row, row.difference)),
            ],
        ),
        pictures=(
            Picture(
                name="king-dealt",
                title="Win rate by kings dealt, dealer and first mover",
                caption=(
                    f"{_size(rows)} Lines are 95 % intervals, clustered by deal. "
                    f"{chance_note(len(compared))}"
                ),
                alt=_alt(rows, "dealt"),
                draw=lambda narrow: _draw_levels(table, "kings_dealt", "kings dealt", narrow),
            ),
        ),
    )


def _dealt_headline(rows: list[Row]) -> str:
    unit = rows[0].unit
    ones = [row for row in rows if row.unit == unit and row.kings_dealt == 1]
    worth = [
        f"{words.points(*triple(row, 'difference'))} for the {row.seat}"
        + ("" if row.separable else " (not separable from noise)")
        for row in ones
        if not math.isnan(row.difference)
    ]
    if not worth:
        return f"In {unit} hands with one king and with none were not both dealt."
    return (
        f"In {unit} one king dealt instead of none changes the win rate by {words.listed(worth)}."
    )


def _dealt_unit(rows: list[Row], unit: str) -> tuple[str, ...]:
    made: list[str] = []
    for seat in dict.fromkeys(row.seat for row in rows):
        mine = [row for row in rows if row.unit == unit and row.seat == seat]
        often = _often(mine)
        rates = words.listed([f"{words.percent(*rate_of(r))} with {_kings(r)}" for r in often])
        start = f"The {seat}" if made else f"There the {seat}"
        text = f"{start} wins {rates} dealt"
        clear = [row for row in often if row.separable]
        unclear = [row for row in often if not math.isnan(row.difference) and not row.separable]
        if clear:
            worth = words.listed(
                [f"{_kings(r)} {words.points(*triple(r, 'difference'))}" for r in clear]
            )
            text += f"; against no king dealt that makes {worth}"
        if unclear:
            named = words.listed([_kings(row) for row in unclear])
            text += f"; not separable from noise: {named}"
        made.append(f"{text}{_too_rare(mine)}.")
    return tuple(made)


def _dealt_summary(rows: list[Row]) -> tuple[str, ...]:
    ones = [row for row in rows if row.kings_dealt == 1 and not math.isnan(row.difference)]
    if len(dict.fromkeys(row.unit for row in ones)) < 2:
        return ()
    clear = [row for row in ones if row.separable and row.difference > 0]
    if not clear:
        return ("In no pairing and seat is one king dealt worth more than none, beyond noise.",)
    least = min(clear, key=lambda row: row.difference)
    most = max(clear, key=lambda row: row.difference)
    share = "every one" if len(clear) == len(ones) else words.count(len(clear))
    return (
        f"One king dealt is worth more than none, beyond noise, in {share} of the "
        f"{words.count(len(ones))} combinations of pairing and seat: from "
        f"{words.points(*triple(least, 'difference'))} ({least.unit}, {least.seat}) to "
        f"{words.points(*triple(most, 'difference'))} ({most.unit}, {most.seat}).",
    )


def _most(table: pd.DataFrame) -> Finding:
    rows = list(table.itertuples(index=False))
    unit, seat = rows[0].unit, _seat(rows[0])
    mine = [row for row in rows if row.unit == unit and _seat(row) == seat]
    who = f"the {seat}" if seat else "a side"
    often = _often(mine)
    rates = words.listed([f"{words.percent(*rate_of(r))} with {_kings(r)}" for r in often])
    rising = all(a.high < b.low for a, b in itertools.pairwise(often)) and len(often) > 1
    goes = ": more kings in play go with more wins" if rising else ""
    sentences = [f"In {unit} {who} won {rates} in play at most{goes}{_too_rare(mine)}."]
    return Finding(
        id="king-most",
        group=GROUP,
        title="Most kings in play",
        question="How often did sides win that had kings in front of them?",
        label="association",
        sentences=tuple(sentences),
        caveat=(
            "An association, not a worth: kings are laid in the course of the game, and a position "
            "strong or long enough to lay them also wins. What laying them does is the question of "
            "the next finding, on the same deals."
        ),
        table=table,
        shown=_shown(table, "kings_most", "Most kings in play", []),
        pictures=(
            Picture(
                name="king-most",
                title="Win rate by most kings in play at once (association)",
                caption=f"{_size(rows)} Lines are 95 % intervals, clustered by deal.",
                alt=_alt(rows, "in play at most"),
                draw=lambda narrow: _draw_levels(
                    table, "kings_most", "most kings in play", narrow, solid=False
                ),
            ),
        ),
    )


def _contrast(table: pd.DataFrame) -> Finding:
    rows = list(table.itertuples(index=False))
    unit = rows[0].unit
    mine = [row for row in rows if row.unit == unit]
    often = _often(mine)
    changes = words.listed([f"{_change(row)} with {_kings(row)}{_of_seat(row)}" for row in often])
    rare = _too_rare(mine)
    one = next((row for row in often if row.kings_dealt == 1), often[0])
    noise = "" if one.separable else ", which is not separable from noise"
    sentences = [
        f"In {unit}, never laying a king changes the score by {_change(one)} with {_kings(one)} "
        f"dealt{_of_seat(one)}{noise}.",
        f"By kings dealt the change is {changes}{rare}.",
    ]
    clear = [row for row in _often(rows) if row.separable]
    unclear = [row for row in _often(rows) if not row.separable]
    if unclear:
        named = words.listed([f"{row.unit} with {_kings(row)}{_of_seat(row)}" for row in unclear])
        sentences.append(f"Not separable from noise: {named}.")
    if clear:
        worst = min(clear, key=lambda row: row.difference)
        best = max(clear, key=lambda row: row.difference)
        if worst.difference < 0:
            sentences.append(
                f"It costs most in {worst.unit} with {_kings(worst)}{_of_seat(worst)}: "
                f"{_change(worst)}."
            )
        if best.difference > 0:
            sentences.append(
                f"It gains in {best.unit} with {_kings(best)}{_of_seat(best)}: {_change(best)}."
            )
    saved = [row for row in mine if not math.isnan(row.variance_saved)]
    if saved:
        row = max(saved, key=lambda row: row.n)
        sentences.append(
            f"Playing both on the same deals took {_share(row.variance_saved)} off the variance "
            f"({row.unit}, {_kings(row)}{_of_seat(row)})."
        )
    label: Label = "causal" if set(table["label"]) == {"causal"} else "association"
    return Finding(
        id="king-never-laid",
        group=GROUP,
        title="Same deals, kings never laid",
        question="What does a policy lose that never lays its kings?",
        label=label,
        sentences=tuple(sentences),
        caveat=(
            "An intervention: the same policy with one habit changed, on the same deals against "
            "the same rival. The difference is caused by laying kings, for this policy; another "
            "one may make more of a king."
        ),
        table=table,
        shown=formatted(
            table,
            [
                ("Game", lambda row: row.unit),
                *([("Seat", _seat)] if "seat" in table.columns else []),
                ("Kings dealt", lambda row: str(row.kings_dealt)),
                ("Games", lambda row: words.whole(row.n)),
                ("Deals", lambda row: words.whole(row.pairs)),
                ("Score as it plays, %", lambda row: words.cell(*triple(row, "base"))),
                ("Kings never laid, %", lambda row: words.cell(*triple(row, "other"))),
                (
                    "Change, points",
                    lambda row: words.points_cell(row.difference, row.low, row.high),
                ),
                ("Beyond noise", lambda row: "yes" if row.separable else "no"),
                ("Variance saved", lambda row: _share(row.variance_saved)),
            ],
        ),
        pictures=(
            Picture(
                name="king-never-laid",
                title="Change of score when kings are never laid, by kings dealt",
                caption=(
                    f"{_size(rows)} Change of the score per game (a win 100, a draw 50) on the "
                    "same deals. Lines are 95 % intervals of the paired difference; open marks "
                    f"are not separable from noise. {chance_note(len(rows))}"
                ),
                alt="Dot plot by kings dealt. "
                + " ".join(f"{r.unit}, {_kings(r)}{_of_seat(r)}: {_change(r)}." for r in rows),
                draw=lambda narrow: _draw_contrast(table, narrow),
            ),
        ),
    )


def _shown(
    table: pd.DataFrame,
    factor: str,
    heading: str,
    more: list[tuple[str, Callable[[Row], str]]],
) -> pd.DataFrame:
    return formatted(
        table,
        [
            ("Game", lambda row: row.unit),
            *([("Seat", _seat)] if "seat" in table.columns else []),
            (heading, lambda row: str(getattr(row, factor))),
            ("Games", lambda row: words.whole(row.n)),
            ("Deals", lambda row: words.whole(row.pairs)),
            ("Wins, %", lambda row: words.cell(*rate_of(row))),
            ("Draws, %", lambda row: words.cell(*rate_of(row, "draw_"))),
            ("Losses, %", lambda row: words.cell(*rate_of(row, "loss_"))),
            ("Unfinished, %", lambda row: words.cell(*rate_of(row, "unfinished_"))),
            *more,
        ],
    )


def _often(rows: list[Row]) -> list[Row]:
    """Rows seen in enough deals; all of them where none is."""
    return [row for row in rows if row.pairs >= RARE] or rows


def _too_rare(rows: list[Row]) -> str:
    rare = [row for row in rows if row not in _often(rows)]
    named = words.listed([f"{_kings(row)}{_of_seat(row)}" for row in rare])
    return f"; too rare to tell: {named}" if rare else ""


def _draw_levels(
    table: pd.DataFrame, factor: str, words_of_x: str, narrow: bool, solid: bool = True
) -> Figure:
    """Win rate by level, a panel a unit, a line a seat."""
    rows = _often(list(table.itertuples(index=False)))
    units = list(dict.fromkeys(row.unit for row in rows))
    seats = list(dict.fromkeys(_seat(row) for row in rows))
    axes, made = _panels(narrow, len(units))
    for part, unit in zip(axes, units, strict=False):
        for place, seat in enumerate(seats):
            mine = [row for row in rows if row.unit == unit and _seat(row) == seat]
            colour = style.SEATS.get(seat, style.NEUTRAL)
            shift = 0.0 if len(seats) == 1 else (-0.09, 0.09)[place % 2]
            xs = [getattr(row, factor) + shift for row in mine]
            part.plot(
                xs,
                [100 * row.rate for row in mine],
                color=colour,
                linewidth=1.1,
                linestyle="-" if solid else (0, (2, 2)),
                alpha=0.55,
                zorder=2,
            )
            numbers = [rate_of(row) for row in mine]
            style.estimates(part, xs, numbers, colour, along="y", solid=solid)
        part.set_title(textwrap.fill(unit, 17 if narrow else 34))
    _finish(made, axes, len(units), words_of_x, "wins, % of games")
    if seats != [""]:
        marks = [(seat, style.SEATS.get(seat, style.NEUTRAL), "o", solid) for seat in seats]
        style.key(made, marks, columns=2, loc="outside upper left")
    return made


def _draw_contrast(table: pd.DataFrame, narrow: bool) -> Figure:
    rows = _often(list(table.itertuples(index=False)))
    units = list(dict.fromkeys(row.unit for row in rows))
    seats = list(dict.fromkeys(_seat(row) for row in rows))
    axes, made = _panels(narrow, len(units))
    for part, unit in zip(axes, units, strict=False):
        part.axhline(0, color=style.SOFT, linewidth=1, zorder=1)
        for place, seat in enumerate(seats):
            shift = 0.0 if len(seats) == 1 else (-0.09, 0.09)[place % 2]
            colour = style.SEATS.get(seat, style.NEUTRAL)
            for solid in (True, False):
                mine = [
                    row
                    for row in rows
                    if (row.unit, _seat(row), bool(row.separable)) == (unit, seat, solid)
                ]
                places = [row.kings_dealt + shift for row in mine]
                numbers = [(row.difference, row.low, row.high) for row in mine]
                style.estimates(part, places, numbers, colour, along="y", solid=solid)
        part.set_title(textwrap.fill(unit, 17 if narrow else 34))
    _finish(made, axes, len(units), "kings dealt", "change of score, points")
    if seats != [""]:
        marks = [(seat, style.SEATS.get(seat, style.NEUTRAL), "o", True) for seat in seats]
        style.key(made, marks, columns=2, loc="outside upper left")
    return made


def _panels(narrow: bool, panels: int) -> tuple[list[Axes], Figure]:
    columns = min(panels, 2 if narrow else 3)
    rows = -(-panels // columns)
    made = style.figure(narrow, 0.55 + rows * (2.25 if narrow else 2.7))
    return list(made.subplots(rows, columns, sharex=True, sharey=True, squeeze=False).flat), made


def _finish(made: Figure, axes: list[Axes], panels: int, x: str, y: str) -> None:
    for part in axes[:panels]:
        part.grid(axis="y", color=style.FAINT, linewidth=0.9)
        part.xaxis.set_major_locator(MaxNLocator(integer=True))
        part.margins(x=0.12)
        style.round_ticks(part.yaxis)
        part.tick_params(labelbottom=True)
    for part in axes[panels:]:
        part.set_visible(False)
    made.supxlabel(x, fontsize=9.5, color=style.SOFT)
    made.supylabel(y, fontsize=9.5, color=style.SOFT)


def _seat(row: Row) -> str:
    return str(getattr(row, "seat", ""))


def _of_seat(row: Row) -> str:
    return f" ({_seat(row)})" if _seat(row) else ""


def _kings(row: Row) -> str:
    number = int(getattr(row, "kings_dealt", getattr(row, "kings_most", 0)))
    return KINGS[number] if number < len(KINGS) else f"{number} kings"


def _change(row: Row) -> str:
    return words.points(row.difference, row.low, row.high)


def _share(value: float) -> str:
    return "–" if math.isnan(value) else f"{100 * value:.0f} %".replace("-", "−")


def _beyond(row: Row, difference: float) -> str:
    if math.isnan(difference):
        return "–"
    return "yes" if row.separable else "no"


def _size(rows: list[Row]) -> str:
    size = words.spread([row.n for row in _often(rows)], "games")
    return f"{size} a mark; levels with under {RARE} deals are in the table only."


def _alt(rows: list[Row], what: str) -> str:
    parts = [
        f"{row.unit}{_of_seat(row)}, {_kings(row)} {what}: {words.percent(*rate_of(row))}."
        for row in rows
    ]
    return f"Line chart of win rates by kings {what}. " + " ".join(parts)
