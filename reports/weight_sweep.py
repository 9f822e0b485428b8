"""Finding on a weight of a Cuttle policy: the score against its value.

Takes the table `weight_sweep` of `analyzer.tables.weight_sweep`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports import style, words
from reports.findings import Finding, Picture, Row, chance_note, formatted

GROUP = "What is a weight worth?"


def weight_sweep(table: pd.DataFrame) -> tuple[Finding, ...]:
    """Findings on each weight swept in `table`."""
    return tuple(
        _finding(str(weight), part.sort_values("value", ignore_index=True))
        for weight, part in table.groupby("weight", sort=False)
    )


def _finding(weight: str, table: pd.DataFrame) -> Finding:
    rows = list(table.itertuples(index=False))
    best = max(rows, key=lambda row: row.score)
    as_good = [f"{row.value:g}" for row in rows if row.high >= best.low]
    worst = min(rows, key=lambda row: row.score)
    return Finding(
        id=f"weight-sweep-{weight.lower().replace('_', '-')}",
        group=GROUP,
        title=f"Score by {weight}",
        question=f"How does the score change with the weight {weight}?",
        label="causal",
        sentences=(
            f"Among the values tried, {best.first} scores most with {weight} = {best.value:g}: "
            f"{words.percent(*_score(best))} against {best.second}, {best.rules}.",
            f"Its interval and theirs overlap for {words.listed(as_good)}.",
            f"It scores least with {worst.value:g}: {words.percent(*_score(worst))}.",
        ),
        caveat=(
            "One number changed, all else equal, on the same deals: the change of score is caused "
            "by it, for this policy against this rival. With other weights beside it another value "
            "may be best; the highest of several estimates flatters itself a little."
        ),
        table=table,
        shown=formatted(
            table,
            [
                (weight, lambda row: f"{row.value:g}"),
                ("Games", lambda row: words.whole(row.games)),
                ("Score, %", lambda row: words.cell(*_score(row))),
            ],
        ),
        pictures=(
            Picture(
                name=f"weight-sweep-{weight.lower().replace('_', '-')}",
                title=f"Score against {best.second} by the weight {weight}",
                caption=(
                    f"{words.spread([row.games for row in rows], 'games')} a value, the same deals "
                    f"for all. Lines are 95 % intervals. {chance_note(len(rows))}"
                ),
                alt=f"Curve of the score by {weight}. "
                + " ".join(f"{row.value:g}: {words.percent(*_score(row))}." for row in rows),
                draw=lambda narrow: _draw(rows, weight, narrow),
            ),
        ),
    )


def _score(row: Row) -> tuple[float, float, float]:
    return row.score, row.low, row.high


def _draw(rows: list[Row], weight: str, narrow: bool) -> Figure:
    made = style.figure(narrow, 2.8 if narrow else 3.4)
    axes = made.subplots()
    axes.axhline(50, color=style.SOFT, linewidth=1, zorder=1)
    values = [row.value for row in rows]
    axes.plot(
        values,
        [100 * row.score for row in rows],
        color=style.NEUTRAL,
        linewidth=1.1,
        alpha=0.55,
        zorder=2,
    )
    style.estimates(axes, values, [_score(row) for row in rows], style.NEUTRAL, along="y")
    axes.grid(axis="y", color=style.FAINT, linewidth=0.9)
    axes.margins(x=0.06)
    style.round_ticks(axes.yaxis)
    axes.set_xlabel(weight)
    axes.set_ylabel("score, % of games")
    return made
