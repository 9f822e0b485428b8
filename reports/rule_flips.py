"""Findings on single rules of Cuttle: what each changes, on the same deals as its profile.

Takes the tables `rule_flips` of `analyzer.tables.rule_sets` and `rule_idle`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from reports import style, words
from reports.findings import Finding, Picture, Row, triple

GROUP = "What is each rule worth?"
NAMED = 2
"""Rules named in a sentence, either way."""
DRAWN = 8
"""Rules drawn in a panel of the second figure."""
STANDS = " *"
LONG = 26
"""Longer names take two lines in a figure."""
_ROW = (0.2, 0.24)
"""Inches a row, wide and narrow."""


@dataclass(frozen=True)
class Kind:
    """How a quantity is said and drawn."""

    heading: str
    says: str
    """`… {level} in classic`."""
    level: Callable[[float, float, float], str]
    change: Callable[[float, float, float], str]
    times: float = 100.0
    unit: str = "points"


def _turns(value: float, low: float, high: float) -> str:
    return words.mean(value, low, high, "turns")


def _more_turns(value: float, low: float, high: float) -> str:
    return words.more(value, low, high, "turns")


KINDS = {
    "dealer_share": Kind(
        "Dealer’s share of decided games",
        "the dealer’s share of decided games",
        words.percent,
        words.points,
    ),
    "turns": Kind("Length", "the length of a game", _turns, _more_turns, 1.0, "turns"),
    "draws": Kind("Draws", "the share of draws", words.percent, words.points),
    "emptied": Kind(
        "Empty stock",
        "the share of games that empty the stock",
        words.percent,
        words.points,
    ),
    "unfinished": Kind(
        "Unfinished games", "the share of unfinished games", words.percent, words.points
    ),
}
SHARE = "dealer_share"
BESIDES = ("turns", "draws", "emptied")
"""What the second figure shows."""


def rule_flips(table: pd.DataFrame, idle: pd.DataFrame | None = None) -> tuple[Finding, ...]:
    """The finding on every switch flipped alone.

    Parameters
    ----------
    table
        `rule_flips`, one row a rule changed and quantity.
    idle
        `rule_idle`: switches that make no difference in a profile, and why.
    """
    rows = list(table.itertuples(index=False))
    first = rows[0]
    return (
        Finding(
            id="rule-flips",
            group=GROUP,
            title="One rule changed",
            question="What does each rule do to the dealer’s share, the length of games and draws?",
            label="causal",
            brief=_brief(rows),
            sentences=(
                _headline(rows),
                *(_shares(rows, profile) for profile in _profiles(rows)),
                *(_moves(rows, quantity) for quantity in KINDS if quantity != SHARE),
                _screen(rows),
                *_unmoved(rows),
                *_idle(idle),
            ),
            caveat=(
                f"Both sides are {_who(first)}. Rules are assigned and the decks are the same, so "
                "a difference is caused by the rule, for these players: they keep their habits "
                "under every rule, and others may make more of one."
            ),
            table=table,
            shown=_shown(rows),
            pictures=(_share_picture(rows), _besides_picture(rows)),
        ),
    )


def label_of(row: Row) -> str:
    """What a rule set changes, as it is written: `four=draw_two`."""
    return str(row.rules).partition("+")[2]


def _named(row: Row) -> str:
    """What is changed, behind the name of the modifier where that has another: `quick`, `open`."""
    label = label_of(row)
    if "=" in label or str(row.changed).startswith(f"{label}:"):
        return str(row.changed)
    return f"{label}, that is {row.changed}"


def _who(row: Row) -> str:
    return str(row.policy) if row.players == row.policy else f"{row.players}, that is {row.policy}"


def _profiles(rows: Iterable[Row]) -> list[str]:
    return list(dict.fromkeys(row.profile for row in rows))


def _of(rows: list[Row], quantity: str, profile: str | None = None) -> list[Row]:
    return [
        row
        for row in rows
        if row.quantity == quantity and (profile is None or row.profile == profile)
    ]


def _base(row: Row) -> str:
    return KINDS[row.quantity].level(*triple_of_base(row))


def triple_of_base(row: Row) -> tuple[float, float, float]:
    """Value and interval under the unchanged rules."""
    return float(row.base_value), float(row.base_low), float(row.base_high)


def _change(row: Row) -> str:
    if math.isnan(row.difference_low):
        return "none"
    return KINDS[row.quantity].change(*triple(row, "difference"))


def _most(rows: list[Row]) -> Row | None:
    """The rule that moves the dealer's share most, if any does so beyond noise."""
    up, down = _largest_moves(_of(rows, SHARE), 1)
    return max((*up, *down), key=lambda row: abs(row.difference), default=None)


def _brief(rows: list[Row]) -> str:
    most = _most(rows)
    if most is None:
        return "No change of one rule moves the dealer’s share of decided games beyond noise."
    return (
        f"Of all rules, other deals aside, {_named(most)} in {most.profile} moves the dealer’s "
        f"share of decided games most, by {_change(most)}."
    )


def _headline(rows: list[Row]) -> str:
    levels = [f"{_base(_of(rows, SHARE, name)[0])} in {name}" for name in _profiles(rows)]
    text = (
        f"Between two {rows[0].players} players the dealer wins {words.listed(levels)} of the "
        "decided games"
    )
    most = _most(rows)
    if most is None:
        return f"{text}; no change of one rule moves that beyond noise."
    return (
        f"{text}; other deals aside, what moves it most is {_named(most)} in {most.profile}, by "
        f"{_change(most)}."
    )


def _shares(rows: list[Row], profile: str) -> str:
    """What raises and lowers the dealer's share most in a profile, with the rules now in force."""
    raised, lowered = _largest_moves(_of(rows, SHARE, profile), NAMED)
    parts = [
        f"{what} most by "
        + words.listed([f"{_named(row)} (“{row.says}”), {_change(row)}" for row in chosen])
        for what, chosen in (("raised", raised), ("lowered", lowered))
        if chosen
    ]
    moved = f"is {'; it is '.join(parts)}" if parts else "stands out under no change of one rule"
    return f"In {profile} the dealer’s share {moved}."


def _moves(rows: list[Row], quantity: str) -> str:
    """Levels of a quantity under the profiles, and what raises and lowers it most in any."""
    levels = [f"{_base(_of(rows, quantity, name)[0])} in {name}" for name in _profiles(rows)]
    raised, lowered = _largest_moves(_of(rows, quantity), 1)
    parts = [
        f"{what} most by {_named(row)} in {row.profile}, {_change(row)}"
        for what, chosen in (("raised", raised), ("lowered", lowered))
        for row in chosen
    ]
    moved = f"it is {words.listed(parts)}" if parts else "it stands out under no change of one rule"
    return f"{words.sentence(KINDS[quantity].says)} is {words.listed(levels)}; {moved}."


def _largest_moves(rows: list[Row], most: int) -> tuple[list[Row], list[Row]]:
    """Rules with the largest changes that stand out, up and down; other deals aside."""
    clear = [row for row in rows if row.stands_out and not _is_deal(row)]
    clear.sort(key=lambda row: -abs(row.difference))
    up = [row for row in clear if row.difference > 0]
    down = [row for row in clear if row.difference < 0]
    return up[:most], down[:most]


def _is_deal(row: Row) -> bool:
    """Whether it is the deal that was changed, which has a finding of its own."""
    return str(row.changed).startswith("deal:")


def _screen(rows: list[Row]) -> str:
    clear = [row for row in rows if row.stands_out]
    return (
        f"{len(clear)} of {words.whole(rows[0].comparisons)} differences stand out, with the share "
        "of false ones among them held at 5 % (Benjamini–Hochberg over all rules, profiles and "
        "quantities); only those are called here."
    )


def _unmoved(rows: list[Row]) -> tuple[str, ...]:
    """Rules that changed no game, which is about the players and not about the rules."""
    shares = [row for row in _of(rows, SHARE) if row.identical]
    if not shares:
        return ()
    named = [
        f"in {profile} {words.listed([_named(row) for row in shares if row.profile == profile])}"
        for profile in _profiles(shares)
    ]
    return (
        f"Without any effect in all {words.whole(shares[0].n)} games: {'; '.join(named)}. These "
        "players do not come to use those rules, which is not to say that they are worth nothing.",
    )


def _idle(idle: pd.DataFrame | None) -> tuple[str, ...]:
    if idle is None or idle.empty:
        return ()
    named = [f"{row.switch} in {row.profile} ({row.reason})" for row in idle.itertuples()]
    return (f"Idle by the rules themselves, and not played: {words.listed(named)}.",)


def _shown(rows: list[Row]) -> pd.DataFrame:
    """One line a rule set: the profile as it is, then each rule changed."""
    lines = []
    for profile in _profiles(rows):
        shares = _of(rows, SHARE, profile)
        for share, base in ((shares[0], True), *((share, False) for share in shares)):
            line = {
                "Profile": profile,
                "Rule changed": "–" if base else _named(share),
                "Now it says": "the profile as it is" if base else share.says,
            }
            for row in rows:
                if row.unit == share.unit:
                    heading = KINDS[row.quantity].heading
                    line[heading] = _base(row) if base else _level(row)
                    line[f"{heading}, change"] = "–" if base else _marked(row)
            lines.append(line | {"Games": words.whole(share.n)})
    return pd.DataFrame(lines, dtype=object)


def _in_two_lines(name: str) -> str:
    """A long name broken where a second switch begins, else before its value."""
    return name.replace("+", "+\n", 1) if "+" in name.split(" ")[0] else name.replace("=", "\n=", 1)


def _signed(row: Row) -> str:
    return _change(row).partition(" ")[0]


def _marked(row: Row) -> str:
    return f"{_change(row)}{STANDS if row.stands_out else ''}"


def _level(row: Row) -> str:
    return KINDS[row.quantity].level(float(row.value), float(row.low), float(row.high))


def _note(rows: list[Row]) -> str:
    size = words.spread([row.n for row in rows], "games")
    return (
        f"{size} a rule set, on the same decks under all. Lines are 95 % intervals of the paired "
        f"difference; filled marks stand out among {words.whole(rows[0].comparisons)} comparisons "
        "(Benjamini–Hochberg, 5 %), open ones do not; a star marks the same in the table."
    )


def _share_picture(rows: list[Row]) -> Picture:
    shares = [row for row in _of(rows, SHARE) if not row.identical]
    return Picture(
        name="rule-shares",
        title="Change of the dealer’s share of decided games by one rule changed",
        caption=f"{_note(rows)} Rules that changed no game are left out.",
        alt=_alt(shares),
        draw=lambda narrow: _draw_shares(shares, narrow),
    )


def _besides_picture(rows: list[Row]) -> Picture:
    chosen = {
        (quantity, profile): _largest(_of(rows, quantity, profile))
        for quantity in BESIDES
        for profile in _profiles(rows)
    }
    return Picture(
        name="rule-lengths",
        title="Change of length, draws and empty stock by one rule changed",
        caption=f"{_note(rows)} Shown are up to {words.count(DRAWN)} rules a panel, those that "
        "stand out with the largest changes.",
        alt=_alt([row for part in chosen.values() for row in part]),
        draw=lambda narrow: _draw_besides(chosen, narrow),
    )


def _largest(rows: list[Row]) -> list[Row]:
    """The largest changes that stand out, in their order on the axis."""
    clear = [row for row in rows if row.stands_out]
    clear.sort(key=lambda row: -abs(row.difference))
    return sorted(clear[:DRAWN], key=lambda row: -row.difference)


def _alt(rows: list[Row]) -> str:
    parts = [
        f"{row.profile}, {label_of(row)}: {KINDS[row.quantity].says} {_change(row)}"
        f"{'' if row.stands_out else ', does not stand out'}."
        for row in rows
    ]
    return " ".join(["Dot plot of changes.", *parts])


def _draw_shares(rows: list[Row], narrow: bool) -> Figure:
    profiles = _profiles(rows)
    most = max(len(_of(rows, SHARE, name)) for name in profiles)
    axes, made = _panels(narrow, 1, profiles, _ROW[narrow] * most + 0.55)
    for part, profile in zip(axes, profiles, strict=True):
        mine = sorted(_of(rows, SHARE, profile), key=lambda row: -row.difference)
        _forest(part, mine, narrow)
        part.set_title(profile)
        part.set_ylim(most - 0.4, -0.6)
        part.set_xlabel("dealer’s share, change in points")
    _centre(axes)
    return made


def _draw_besides(chosen: dict[tuple[str, str], list[Row]], narrow: bool) -> Figure:
    quantities = list(dict.fromkeys(quantity for quantity, _ in chosen))
    profiles = list(dict.fromkeys(profile for _, profile in chosen))
    axes, made = _panels(narrow, len(quantities), profiles, _ROW[narrow] * DRAWN + 0.6)
    for part, ((quantity, profile), rows) in zip(axes, chosen.items(), strict=True):
        kind = KINDS[quantity]
        _forest(part, rows, narrow)
        part.set_title(f"{kind.heading}, {profile}")
        part.set_ylim(DRAWN - 0.4, -0.6)
        part.set_xlabel(f"change in {kind.unit}")
    for place in range(0, len(axes), len(profiles)):
        _centre(axes[place : place + len(profiles)])
    return made


def _panels(
    narrow: bool, rows: int, profiles: list[str], height: float
) -> tuple[list[Axes], Figure]:
    """A column of panels a profile, a row a quantity; one below the other where it is narrow."""
    if narrow:
        made = style.figure(True, height * rows * len(profiles))
        found = made.subplots(rows * len(profiles), 1, squeeze=False)
    else:
        made = style.figure(False, height * rows)
        found = made.subplots(rows, len(profiles), squeeze=False)
    return list(found.flat), made


def _centre(axes: list[Axes]) -> None:
    """Give panels the same range, with 0 in the middle."""
    reach = max(abs(end) for part in axes for end in part.get_xlim())
    for part in axes:
        part.set_xlim(-reach, reach)


def _forest(axes: Axes, rows: list[Row], narrow: bool) -> None:
    """Rows of estimates around 0, each named on the side of 0 where it does not lie."""
    axes.axvline(0, color=style.SOFT, linewidth=1, zorder=1)
    sizes = (8.2, 7.0) if narrow else (7.2, 5.9)
    alike: dict[tuple[str, bool], list[int]] = {}
    for place, row in enumerate(rows):
        colour = style.NEUTRAL
        if row.stands_out and row.quantity == SHARE:
            colour = style.SEATS["dealer" if row.difference > 0 else "first mover"]
        alike.setdefault((colour, bool(row.stands_out)), []).append(place)
    for (colour, solid), places in alike.items():
        numbers = [triple(rows[place], "difference") for place in places]
        times = KINDS[rows[places[0]].quantity].times
        style.estimates(axes, places, numbers, colour, solid=solid, size=4.6, times=times)
    for place, row in enumerate(rows):
        right = row.difference < 0
        edge = max(row.difference_high, 0) if right else min(row.difference_low, 0)
        solid = bool(row.stands_out)
        name = f"{label_of(row)} {_signed(row)}" if solid else label_of(row)
        long = len(name) > LONG
        label = axes.annotate(
            _in_two_lines(name) if long else name,
            (KINDS[row.quantity].times * edge, place),
            xytext=(5 if right else -5, 0),
            textcoords="offset points",
            ha="left" if right else "right",
            va="center",
            fontsize=sizes[long],
            linespacing=0.95,
            color=style.INK if solid else style.SOFT,
        )
        label.set_in_layout(False)  # it lies where the panel is empty
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x", color=style.FAINT, linewidth=0.9)
    style.round_ticks(axes.xaxis, 6)
