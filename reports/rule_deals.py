"""Findings on the fairness of the deal in Cuttle: hands of other sizes, and which is most even.

Takes the table `rule_deals` of `analyzer.tables.rule_sets`.
"""

from __future__ import annotations

import pandas as pd
from matplotlib.figure import Figure

from reports import style, words
from reports.findings import Finding, Picture, Row, formatted, triple
from reports.rule_flips import GROUP

SHARE = "dealer_share"


def rule_deals(table: pd.DataFrame) -> tuple[Finding, ...]:
    """The finding on which deal is nearest to even, by profile and by who plays.

    Parameters
    ----------
    table
        `rule_deals`; the first players are the headline.
    """
    rows = list(table.itertuples(index=False))
    players = list(dict.fromkeys(row.players for row in rows))
    size = words.spread([row.n for row in rows], "games")
    return (
        Finding(
            id="rule-deals",
            group=GROUP,
            title="The fairest deal",
            question="With how many cards for each side is a game nearest to even?",
            label="causal",
            sentences=(
                _headline(rows),
                *(_of_players(rows, name) for name in players),
                _summary(rows),
            ),
            caveat=(
                "The first number is the first mover’s hand, the second the dealer’s. Deals are "
                "assigned and come from the same decks, so a difference is caused by the deal, for "
                f"these players: {words.listed(_who(rows))}."
            ),
            table=table,
            shown=formatted(
                table,
                [
                    ("Players", lambda row: row.players),
                    ("Profile", lambda row: row.profile),
                    ("Deal", lambda row: row.deal),
                    ("Games", lambda row: words.whole(row.n)),
                    ("Decided", lambda row: words.whole(row.decided)),
                    ("Dealer’s share, %", lambda row: words.cell(*triple(row, SHARE))),
                    ("Nearest to even", _verdict),
                    ("Turns", lambda row: words.mean(*triple(row, "turns"), "turns")),
                    ("Draws, %", lambda row: words.cell(*triple(row, "draws"))),
                    ("Unfinished, %", lambda row: words.cell(*triple(row, "unfinished"))),
                    ("Stock emptied, %", lambda row: words.cell(*triple(row, "emptied"))),
                ],
            ),
            pictures=(
                Picture(
                    name="rule-deals",
                    title="Dealer’s share of decided games by deal",
                    caption=(
                        f"{size} a mark, from the same decks. Lines are 95 % intervals, clustered "
                        "by deal. Filled marks are the nearest to one half of their profile and "
                        "players and those not separable from it; open ones are farther away "
                        f"({words.whole(rows[0].comparisons)} comparisons, Holm, 5 %)."
                    ),
                    alt="Dot plot. "
                    + " ".join(
                        f"{row.players}, {row.profile}, deal {row.deal}: {_share(row)}."
                        for row in rows
                    ),
                    draw=lambda narrow: _draw(rows, narrow),
                ),
            ),
        ),
    )


def _who(rows: list[Row]) -> list[str]:
    named = {row.players: row.policy for row in rows}
    return [name if name == text else f"{name}, that is {text}" for name, text in named.items()]


def _share(row: Row) -> str:
    return words.percent(*triple(row, SHARE))


def _verdict(row: Row) -> str:
    if row.nearest:
        return "nearest"
    return "no" if row.farther else "not separable from it"


def _groups(rows: list[Row]) -> list[list[Row]]:
    keys = dict.fromkeys((row.players, row.profile) for row in rows)
    return [[row for row in rows if (row.players, row.profile) == key] for key in keys]


def _nearest(group: list[Row]) -> Row:
    return next(row for row in group if row.nearest)


def _ties(group: list[Row]) -> str:
    ties = [row.deal for row in group if not row.nearest and not row.farther]
    return f", not separable from {words.listed(ties, 'or')}" if ties else ", nearer than any other"


def _headline(rows: list[Row]) -> str:
    group = _groups(rows)[0]
    best = _nearest(group)
    return (
        f"Between two {best.players} players in {best.profile} the deal {best.deal} is nearest to "
        f"even in these games{_ties(group)}: the dealer wins {_share(best)} of the decided games."
    )


def _of_players(rows: list[Row], players: str) -> str:
    parts = []
    for group in _groups([row for row in rows if row.players == players]):
        best = _nearest(group)
        parts.append(f"in {best.profile} {best.deal} with {_share(best)}{_ties(group)}")
    return f"Nearest between two {players} players is {'; '.join(parts)}."


def _summary(rows: list[Row]) -> str:
    """In how many groups even is among what the games allow; others are told not to be even."""
    groups = _groups(rows)
    even = [group for group in groups if any(row.even for row in group)]
    combinations = f"{words.count(len(groups))} combinations of players and profile"
    if len(even) == len(groups):
        return f"In each of the {combinations} the interval of some deal holds one half."
    if not even:
        return f"In none of the {combinations} is any deal tried even."
    return (
        f"In {words.count(len(even))} of the {combinations} the interval of some deal holds one "
        "half; in the others no deal tried is even."
    )


def _draw(rows: list[Row], narrow: bool) -> Figure:
    profiles = list(dict.fromkeys(row.profile for row in rows))
    deals = list(dict.fromkeys(row.deal for row in rows))
    players = list(dict.fromkeys(row.players for row in rows))
    styles = style.policy_styles(players)
    height = 0.55 + 0.6 * len(deals)
    if narrow:
        made = style.figure(True, 0.6 + height * len(profiles))
        axes = made.subplots(len(profiles), 1, sharex=True, squeeze=False)
    else:
        made = style.figure(False, 0.6 + height)
        axes = made.subplots(1, len(profiles), sharex=True, squeeze=False)
    step = 0.72 / len(players)
    for part, profile in zip(axes.flat, profiles, strict=True):
        part.axvline(50, color=style.SOFT, linewidth=1, zorder=1)
        for number, name in enumerate(players):
            colour, marker = styles[name]
            for solid in (True, False):
                mine = [
                    row
                    for row in rows
                    if (row.players, row.profile, not row.farther) == (name, profile, solid)
                ]
                shift = step * number - 0.36 + step / 2
                style.estimates(
                    part,
                    [deals.index(row.deal) + shift for row in mine],
                    [triple(row, SHARE) for row in mine],
                    colour,
                    marker=marker,
                    solid=solid,
                    size=4.8,
                )
        part.set_title(profile)
        style.rows_axis(part, deals)
        style.round_ticks(part.xaxis)
        part.tick_params(labelbottom=True)
    made.supxlabel("dealer’s share of decided games, %", fontsize=9.5, color=style.SOFT)
    entries = [(name, *styles[name], True) for name in players]
    style.key(made, entries, columns=2 if narrow else len(players), loc="outside upper left")
    return made
