"""The finding on how strong search is: its score against `balanced` by playouts a decision.

Takes the table `search_strength` of `analyzer.tables.search_strength`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, NullLocator

from reports import style, words
from reports.findings import Finding, Picture, Row, chance_note, formatted

GROUP = "How good are the players?"


def search_strength(table: pd.DataFrame) -> tuple[Finding, ...]:
    """The finding on search; the most playouts under the first rule set are the headline.

    Parameters
    ----------
    table
        The table `search_strength`.
    """
    rows = list(table.itertuples(index=False))
    by_rules = {
        rules: sorted((row for row in rows if row.rules == rules), key=lambda row: row.value)
        for rules in dict.fromkeys(row.rules for row in rows)
    }
    second = rows[0].second
    picture = Picture(
        name="search-strength",
        title=f"Score of search against {second} by playouts a decision",
        caption=(
            f"{words.spread([row.games for row in rows], 'games')} a mark, the same deals for all. "
            f"Lines are 95 % intervals, clustered by deal. {chance_note(len(rows))}"
        ),
        alt="Curves. " + " ".join(_told(found) for found in by_rules.values()),
        draw=lambda narrow: _draw(by_rules, narrow),
    )
    return (
        Finding(
            id="search-strength",
            group=GROUP,
            title="Search as a yardstick",
            question=f"What does playing moves out win against {second}?",
            label="causal",
            brief=_brief(by_rules),
            sentences=(_headline(by_rules), *(_told(found) for found in by_rules.values())),
            caveat=(
                f"Search plays its moves out with {second} on both sides, on hidden cards dealt "
                "afresh from what its side may know. How far it gets ahead is how much better "
                f"than {second} one can do by looking further: a lower bound on what is lost by "
                "its habits, not the worth of best play."
            ),
            table=table,
            shown=formatted(
                table,
                [
                    ("Rules", lambda row: row.rules),
                    ("Playouts", lambda row: words.whole(row.value)),
                    ("Games", lambda row: words.whole(row.games)),
                    ("Score, %", lambda row: words.cell(*_score(row))),
                ],
            ),
            pictures=(picture,),
        ),
    )


def _score(row: Row) -> tuple[float, float, float]:
    return row.score, row.low, row.high


def _brief(by_rules: dict[str, list[Row]]) -> str:
    rules, found = next(iter(by_rules.items()))
    most = found[-1]
    return (
        f"None of them is the last word: a search of {words.whole(most.value)} playouts a decision "
        f"scores {words.percent(*_score(most))} against {most.second} in {rules}."
    )


def _headline(by_rules: dict[str, list[Row]]) -> str:
    rules, found = next(iter(by_rules.items()))
    least, most = found[0], found[-1]
    return (
        f"With {words.whole(most.value)} playouts a decision search scores "
        f"{words.percent(*_score(most))} against {most.second} in {rules}, with "
        f"{words.whole(least.value)} {words.percent(*_score(least))}."
    )


def _told(found: list[Row]) -> str:
    each = [f"{words.whole(row.value)} playouts {words.percent(*_score(row))}" for row in found]
    return f"{words.sentence(found[0].rules)}: {words.listed(each)}."


def _draw(by_rules: dict[str, list[Row]], narrow: bool) -> Figure:
    made = style.figure(narrow, 3.2 if narrow else 3.6)
    axes = made.subplots()
    axes.set_xscale("log")
    axes.axhline(50, color=style.SOFT, linewidth=1, zorder=1)
    entries = []
    for place, (rules, found) in enumerate(by_rules.items()):
        colour, marker = style.SPARE[place], style.MARKERS[place]
        # Side by side, so that intervals do not cover each other.
        values = [row.value * 1.06 ** (place - (len(by_rules) - 1) / 2) for row in found]
        axes.plot(
            values,
            [100 * row.score for row in found],
            color=colour,
            linewidth=1.1,
            alpha=0.55,
            zorder=2,
        )
        numbers = [_score(row) for row in found]
        style.estimates(axes, values, numbers, colour, along="y", marker=marker, size=5)
        entries.append((rules, colour, marker, True))
    ticks = sorted({row.value for found in by_rules.values() for row in found})
    axes.xaxis.set_major_locator(FixedLocator(ticks))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xticklabels([words.whole(tick) for tick in ticks])
    axes.grid(axis="y", color=style.FAINT, linewidth=0.9)
    axes.set_xlabel("playouts a decision")
    axes.set_ylabel("score, % of games")
    style.round_ticks(axes.yaxis)
    style.key(made, entries, columns=1 if narrow else 3, loc="outside upper left")
    return made
