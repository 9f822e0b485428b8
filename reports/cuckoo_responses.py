"""The finding on how one Cuckoo seat should play among others who all play the same.

Takes the table `cuckoo_responses` of `analyzer.tables.cuckoo_responses`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import style, words
from reports.cuckoo_seat import GROUP, HEADLINE_PLAYERS, ordinal, seat_name
from reports.findings import Finding, Picture, Row, chance_note, formatted, rate_of, triple

_SHADES = 5


def cuckoo_responses(table: pd.DataFrame) -> tuple[Finding, ...]:
    """One finding: the best response of every seat among the policies tried.

    Parameters
    ----------
    table
        Columns of `analyzer.cuckoo.responses`.
    """
    rows = list(table.itertuples(index=False))
    best = [row for row in rows if row.best]
    size = words.spread([row.n for row in rows], "rounds")
    tried = words.listed(list(dict.fromkeys(row.policy for row in rows)))
    alt = _alt(best)
    return (
        Finding(
            id="cuckoo-responses",
            group=GROUP,
            title="The best threshold of a seat",
            question="Up to which card should one seat swap, if all others play the same?",
            label="causal",
            sentences=tuple(_sentences(best)),
            caveat=(
                f"One seat at a time departs, on the same deals; tried were {tried}. What is best "
                "against these others need not be best once they adapt. The lowest rate of several "
                "is a little too low on average, because it was picked for being low."
            ),
            table=table,
            shown=formatted(
                table[table["best"]],
                [
                    ("Others", lambda row: row.others),
                    ("Players", lambda row: str(row.players)),
                    ("Seat", seat_name),
                    ("Best", lambda row: row.policy),
                    ("Not separable from it", lambda row: _others_as_good(rows, row)),
                    ("Rounds", lambda row: words.whole(row.n)),
                    ("Losses, %", lambda row: words.cell(*rate_of(row))),
                    ("Saved, points", _saved_cell),
                ],
            ),
            pictures=(
                Picture(
                    name="cuckoo-responses",
                    title="The best threshold by seat and number of players",
                    caption=(
                        f"{size} a policy and seat. The policy that loses its seat the fewest "
                        "rounds, for thresholds only the highest rank it swaps; in brackets what "
                        "it saves against playing as the others, in points. Darker saves more. "
                        f"Framed: the dealer. {chance_note(len(best))} Intervals are in the table."
                    ),
                    alt=f"Heatmap of the best policy by seat. {alt}",
                    draw=lambda narrow: _draw(table, narrow),
                ),
            ),
        ),
    )


def _sentences(best: list[Row]) -> list[str]:
    sizes = sorted({row.players for row in best})
    players = HEADLINE_PLAYERS if HEADLINE_PLAYERS in sizes else sizes[0]
    mine = [row for row in best if row.players == players]
    others = mine[0].others
    parts = [
        f"the {_who(row)} does best with {row.policy}, which saves {_saved(row)}" for row in mine
    ]
    made = [
        f"With {words.count(players)} players, all others on {others}: {words.listed(parts)}.",
    ]
    clear = [row for row in best if row.saved_low > 0]
    if clear:
        far = max(clear, key=lambda row: row.saved)
        made.append(
            f"In {words.count(len(clear))} of the {words.count(len(best))} seats of all tables "
            f"another policy than {others} is better beyond noise; the most is saved by the "
            f"{_who(far)} of {words.count(far.players)} with {far.policy}, {_saved(far)}."
        )
    return made


def _who(row: Row) -> str:
    return "dealer" if row.seat == row.players else f"{ordinal(row.seat)} to act"


def _saved(row: Row) -> str:
    return "nothing" if row.policy == row.others else words.points(*triple(row, "saved"))


def _saved_cell(row: Row) -> str:
    return "–" if row.policy == row.others else words.points_cell(*triple(row, "saved"))


def _others_as_good(rows: list[Row], best: Row) -> str:
    """The policies of the same seat that are not separable from its best one."""
    where = (best.others, best.players, best.rules, best.seat)
    found = [
        row.policy
        for row in rows
        if (row.others, row.players, row.rules, row.seat) == where
        and not row.best
        and not row.separable
    ]
    return ", ".join(found) or "–"


def _short(policy: str) -> str:
    """`5` for `threshold:t=5`; other policies in full."""
    name, _, rank = policy.partition(":t=")
    return rank if name == "threshold" and rank else policy


def _alt(best: list[Row]) -> str:
    parts = []
    for players in sorted({row.players for row in best}):
        mine = [row for row in best if row.players == players]
        cells = ", ".join(
            f"{_short(row.policy)} (saves {words.bare(*triple(row, 'saved'))})" for row in mine
        )
        parts.append(f"{words.sentence(words.count(players))} players: {cells}.")
    return (
        "Best policy, with points of loss saved, from the first to act to the dealer. "
        + " ".join(parts)
    )


def _draw(table: pd.DataFrame, narrow: bool) -> Figure:
    best = [row for row in table.itertuples(index=False) if row.best]
    sizes = sorted({row.players for row in best})
    made = style.figure(narrow, 0.9 + (0.36 if narrow else 0.42) * len(sizes))
    part = made.subplots()
    shades = style.WORSE_BETTER.resampled(2 * _SHADES + 1)
    most = max(row.saved for row in best) or 1.0
    for row in best:
        line = sizes.index(row.players)
        share = min(max(row.saved / most, 0.0), 1.0)
        dealer = row.seat == row.players
        part.add_patch(
            Rectangle(
                (row.seat - 0.47, line - 0.46),
                *(0.94, 0.92),
                facecolor=shades(0.5 + share / 2),
                edgecolor=style.INK if dealer else "none",
                linewidth=1.4 if dealer else 0.0,
                zorder=2,
            )
        )
        text = _short(row.policy)
        if not narrow and row.policy != row.others:
            text += f" ({words.bare(*triple(row, 'saved'))})"
        colour = "#ffffff" if share > 0.6 else style.INK
        number = part.text(row.seat, line + 0.02, text, color=colour, fontsize=8.2, zorder=3)
        number.set(ha="center", va="center")
        number.set_in_layout(False)
    style.seat_grid(part, sizes)
    part.set_xlabel("seat in turn order, 1 acts first; framed: the dealer")
    part.set_ylabel("players")
    return made
