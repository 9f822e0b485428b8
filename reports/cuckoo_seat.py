"""Findings on seats in Cuckoo: who loses a round, who wins a game, counted from the dealer.

Takes the tables `cuckoo_rounds` and `cuckoo_games` of `analyzer.tables.cuckoo_seat`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PatchCollection
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from reports import style, words
from reports.findings import Finding, Picture, Row, chance_note, formatted, rate_of, triple

GROUP = "Which Cuckoo seat is best?"
HEADLINE_PLAYERS = 4
"""The number of players that sentences speak of first, if it was played."""
LEAST_REACH = 0.15
"""Colours reach at least this far from an equal share, so that noise alone stays pale."""

_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)


@dataclass(frozen=True)
class _Question:
    """What differs between losing a round and winning a game."""

    id: str
    title: str
    question: str
    verb: str
    thing: str
    more_is_better: bool
    caveat: str


_ROUNDS = _Question(
    id="cuckoo-rounds",
    title="Losing a round",
    question="Which seat loses a life most often?",
    verb="loses",
    thing="rounds",
    more_is_better=False,
    caveat=(
        "Cards are dealt at random and every seat plays the same policy, so differences between "
        "seats are caused by the seat. All who tie for the lowest card lose, so the rates of a "
        "round add up to more than 100 %."
    ),
)
_GAMES = _Question(
    id="cuckoo-games",
    title="Winning a game",
    question="Does the seat in the first round decide the game?",
    verb="wins",
    thing="games",
    more_is_better=True,
    caveat=(
        "Seats are those of the first round; the deal passes on every round, so a game evens out "
        "most of what a seat is worth. Wins are of any kind; the table splits off shared ones."
    ),
)


def cuckoo_seat(
    rounds: pd.DataFrame | None = None, games: pd.DataFrame | None = None
) -> tuple[Finding, ...]:
    """Findings on losses a round and wins a game by seat, number of players and policy.

    Parameters
    ----------
    rounds, games
        The tables `cuckoo_rounds` and `cuckoo_games`. What is missing is left out.
    """
    made: list[Finding] = []
    if rounds is not None:
        made.append(_finding(rounds, _ROUNDS))
    if games is not None:
        made.append(_finding(games, _GAMES))
    return tuple(made)


def _finding(table: pd.DataFrame, ask: _Question) -> Finding:
    rows = list(table.itertuples(index=False))
    size = words.spread([row.n for row in rows], ask.thing)
    compared = [row for row in rows if row.seat != row.players]
    more: list[tuple[str, Callable[[Row], str]]] = (
        []
        if not ask.more_is_better
        else [
            ("Won alone, %", lambda row: words.cell(*rate_of(row, "sole_"))),
            ("Shared, %", lambda row: words.cell(*rate_of(row, "shared_"))),
        ]
    )
    what = "wins" if ask.more_is_better else "losses"
    return Finding(
        id=ask.id,
        group=GROUP,
        title=ask.title,
        question=ask.question,
        label="causal",
        sentences=tuple(_sentences(rows, ask)),
        caveat=ask.caveat,
        table=table,
        shown=formatted(
            table,
            [
                ("Policy", lambda row: row.policy),
                ("Players", lambda row: str(row.players)),
                ("Seat", seat_name),
                (ask.thing.capitalize(), lambda row: words.whole(row.n)),
                (f"{what.capitalize()}, %", lambda row: words.cell(*rate_of(row))),
                *more,
                (
                    "Equal share, %",
                    lambda row: words.bare(row.equal_share, row.low, row.high),
                ),
                (
                    "Against the dealer, points",
                    lambda row: words.points_cell(*triple(row, "from_dealer")),
                ),
                (
                    "Beyond noise",
                    lambda row: (
                        "–" if row.seat == row.players else "yes" if row.separable else "no"
                    ),
                ),
            ],
        ),
        pictures=(
            Picture(
                name=f"{ask.id}-heatmap",
                title=f"{what.capitalize()} by seat and number of players, a panel a policy",
                caption=(
                    f"{size} a row of cells. Numbers are {what} in % of {ask.thing}; the colour "
                    "compares with an equal share, the mean of the row. Framed: the dealer. "
                    "Intervals are in the curves below and in the table."
                ),
                alt=f"Heatmap of {what} by seat. " + _alt(rows, ask),
                draw=lambda narrow: _draw_heatmap(table, ask, narrow),
            ),
            Picture(
                name=f"{ask.id}-curves",
                title=f"{what.capitalize()} by seat, a panel a number of players",
                caption=(
                    f"{size} a mark. {what.capitalize()} in % of {ask.thing} by seat in turn "
                    "order, D the dealer. Lines up and down are 95 % intervals (Wilson); all "
                    "panels span the same number of points. Differences from the dealer: "
                    f"{chance_note(len(compared)).lower()}"
                ),
                alt=f"Line charts of {what} by seat. " + _alt(rows, ask),
                draw=lambda narrow: _draw_curves(table, ask, narrow),
            ),
        ),
    )


def _sentences(rows: list[Row], ask: _Question) -> list[str]:
    sizes = sorted({row.players for row in rows})
    players = HEADLINE_PLAYERS if HEADLINE_PLAYERS in sizes else sizes[0]
    made: list[str] = []
    for policy in dict.fromkeys(row.policy for row in rows):
        mine = [row for row in rows if row.policy == policy and row.players == players]
        if mine:
            made.append(_policy_sentence(mine, ask, first=not made))
    firsts = [row for row in rows if row.seat == 1 and row.players > 1]
    if len(firsts) > 1:
        made.append(_summary(firsts, ask))
    return made


def _policy_sentence(mine: list[Row], ask: _Question, first: bool) -> str:
    dealer, opener = mine[-1], mine[0]
    policy = dealer.policy
    start = f"With {words.count(dealer.players)} players who all play {policy}"
    text = (
        f"{start if first else f'With {policy}'} the dealer {ask.verb} "
        f"{words.percent(*rate_of(dealer))} of {ask.thing} and the first to act "
        f"{words.percent(*rate_of(opener))}"
    )
    others = [row for row in mine if row.seat != row.players]
    clear = [row for row in others if row.separable]
    if not clear:
        return f"{text}; no seat is separable from the dealer’s."
    far = max(clear, key=lambda row: abs(row.from_dealer))
    text += (
        f"; furthest from the dealer is the {ordinal(far.seat)} to act, "
        f"{words.points(*triple(far, 'from_dealer'))}"
    )
    unclear = [row for row in others if not row.separable]
    if unclear:
        named = words.listed([f"the {ordinal(row.seat)}" for row in unclear])
        text += f"; not separable from the dealer: {named}"
    return f"{text}."


def _summary(firsts: list[Row], ask: _Question) -> str:
    less = [row for row in firsts if row.separable and row.from_dealer < 0]
    more = [row for row in firsts if row.separable and row.from_dealer > 0]
    unclear = [row for row in firsts if not row.separable]
    total = words.count(len(firsts))
    parts = []
    for some, word in ((less, "less"), (more, "more")):
        if some:
            far = max(some, key=lambda row: abs(row.from_dealer))
            parts.append(
                f"{word} often in {words.count(len(some))}, at the most by "
                f"{words.points(*triple(far, 'from_dealer'))} with {words.count(far.players)} "
                f"players of {far.policy}"
            )
    if unclear:
        parts.append(f"not separably so in {words.count(len(unclear))}")
    return (
        f"Against the dealer, over the {total} combinations of policy and number of players, the "
        f"first to act {ask.verb} {'; '.join(parts)}."
    )


def _alt(rows: list[Row], ask: _Question) -> str:
    parts = []
    for unit in dict.fromkeys(row.unit for row in rows):
        mine = [row for row in rows if row.unit == unit]
        rates = ", ".join(words.bare(*rate_of(row)) for row in mine)
        parts.append(f"{mine[0].policy}, {words.count(mine[0].players)} players: {rates}.")
    return f"Percent of {ask.thing} from the first to act to the dealer. " + " ".join(parts)


def _draw_heatmap(table: pd.DataFrame, ask: _Question, narrow: bool) -> Figure:
    rows = list(table.itertuples(index=False))
    policies = list(dict.fromkeys(row.policy for row in rows))
    sizes = sorted({row.players for row in rows})
    columns = 1 if narrow or len(policies) == 1 else 2
    lines = -(-len(policies) // columns)
    made = style.figure(narrow, 0.75 + lines * (0.75 + 0.255 * len(sizes)))
    axes = list(made.subplots(lines, columns, squeeze=False).flat)
    reach = max(abs(row.share_ratio - 1) for row in rows if row.share_ratio == row.share_ratio)
    reach = max(reach, LEAST_REACH)
    norm = TwoSlopeNorm(1.0, 1.0 - reach, 1.0 + reach)
    colours = style.WORSE_BETTER if ask.more_is_better else style.WORSE_BETTER.reversed()
    for part, policy in zip(axes, policies, strict=False):
        mine = [row for row in rows if row.policy == policy]
        _cells(part, mine, sizes, [colours(norm(row.share_ratio)) for row in mine])
        part.set_title(policy)
        style.seat_grid(part, sizes)
    for part in axes[len(policies) :]:
        part.set_visible(False)
    made.supxlabel(
        "seat in turn order, 1 acts first; framed: the dealer", fontsize=9.5, color=style.SOFT
    )
    made.supylabel("players", fontsize=9.5, color=style.SOFT)
    scale = made.colorbar(
        ScalarMappable(norm, colours.resampled(41)),
        ax=axes,
        location="top",
        orientation="horizontal",
        aspect=45,
        shrink=0.62 if narrow else 0.4,
        anchor=(0.0, 0.5),
        pad=0.02,
        drawedges=False,
    )
    if scale.solids is not None:
        scale.solids.set(rasterized=False, edgecolor="face")  # paths, not a picture in the SVG
    scale.outline.set_visible(False)
    scale.set_ticks(
        [1.0 - reach, 1.0, 1.0 + reach],
        labels=[f"× {1 - reach:.2f}", "equal share", f"× {1 + reach:.2f}"],
    )
    scale.ax.tick_params(length=0)
    return made


def _cells(part: Axes, rows: list[Row], sizes: list[int], colours: list[tuple[float, ...]]) -> None:
    """One coloured cell with its number a row, the dealers' framed."""
    boxes = [
        Rectangle((row.seat - 0.47, sizes.index(row.players) - 0.46), 0.94, 0.92) for row in rows
    ]
    deals = [row.seat == row.players for row in rows]
    part.add_collection(
        PatchCollection(
            boxes,
            facecolors=colours,
            edgecolors=[style.INK if dealer else "none" for dealer in deals],
            linewidths=[1.4 if dealer else 0.0 for dealer in deals],
            zorder=2,
        )
    )
    for row, (red, green, blue, *_) in zip(rows, colours, strict=True):
        dark = 0.299 * red + 0.587 * green + 0.114 * blue < 0.55
        number = part.text(
            row.seat,
            sizes.index(row.players) + 0.02,
            f"{100 * row.rate:.1f}",
            ha="center",
            va="center",
            fontsize=8.2,
            color="#ffffff" if dark else style.INK,
            zorder=3,
        )
        number.set_in_layout(False)  # it never reaches beyond its cell; measuring takes long


def _draw_curves(table: pd.DataFrame, ask: _Question, narrow: bool) -> Figure:
    rows = list(table.itertuples(index=False))
    looks = style.policy_styles(row.policy for row in rows)
    sizes = sorted({row.players for row in rows})
    columns = min(len(sizes), 2 if narrow else 4)
    lines = -(-len(sizes) // columns)
    made = style.figure(narrow, 0.75 + lines * (1.95 if narrow else 2.3))
    axes = list(made.subplots(lines, columns, squeeze=False).flat)
    for part, players in zip(axes, sizes, strict=False):
        for place, (policy, (colour, marker)) in enumerate(looks.items()):
            mine = [row for row in rows if row.policy == policy and row.players == players]
            shift = 0.1 * (place - (len(looks) - 1) / 2)
            part.plot(
                [row.seat + shift for row in mine],
                [100 * row.rate for row in mine],
                color=colour,
                linewidth=1.1,
                alpha=0.6,
                zorder=2,
            )
            style.estimates(
                part,
                [row.seat + shift for row in mine],
                [rate_of(row) for row in mine],
                colour,
                along="y",
                marker=marker,
                size=4,
            )
        part.set_title(f"{players} players")
        part.set_xticks(range(1, players + 1), [*map(str, range(1, players)), "D"])
        part.set_xlim(0.5, players + 0.5)
        part.grid(axis="y", color=style.FAINT, linewidth=0.9)
    _same_span(axes[: len(sizes)])
    for part in axes[len(sizes) :]:
        part.set_visible(False)
    made.supxlabel("seat in turn order, D the dealer", fontsize=9.5, color=style.SOFT)
    made.supylabel(f"{ask.verb}, % of {ask.thing}", fontsize=9.5, color=style.SOFT)
    style.key(
        made,
        [(policy, colour, marker, True) for policy, (colour, marker) in looks.items()],
        columns=2 if narrow else 4,
        loc="outside upper left",
    )
    return made


def _same_span(axes: list[Axes]) -> None:
    """Give every panel the same length of y axis, so that slopes compare."""
    limits = [part.get_ylim() for part in axes]
    half = max(high - low for low, high in limits) / 2
    for part, (low, high) in zip(axes, limits, strict=True):
        middle = (low + high) / 2
        part.set_ylim(middle - half, middle + half)
        style.round_ticks(part.yaxis, 4)


def seat_name(row: Row) -> str:
    """A seat for a table: its number, the first and the dealer named."""
    if row.seat == row.players:
        return f"{row.seat} (dealer)"
    return "1 (first to act)" if row.seat == 1 else str(row.seat)


def ordinal(number: int) -> str:
    """3 as `third`; digits beyond ten."""
    return _ORDINALS[number - 1] if number <= len(_ORDINALS) else f"{number}th"
