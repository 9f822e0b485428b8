"""How figures look, in one place: colours, sizes, axes, saving; knows no numbers and no findings.

A figure is drawn twice, wide for a desk and narrow for a phone, by a function of `narrow`. Figures
are `Figure` objects on the Agg and SVG backends, without pyplot and its global state. Files carry
no date, version or random names, so the same table gives the same bytes.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

Draw = Callable[[bool], Figure]

WIDE, NARROW = 10.0, 3.9  # inches; a point becomes about a pixel on the screen each is for

INK, SOFT, RULE, FAINT = "#1f2328", "#5c636b", "#c9ccd0", "#eceef0"
CARD = "#ffffff"

# Okabe and Ito's blue and vermilion for the two seats, darker tones of Tol's muted scheme for
# policies; lightness differs too, and markers repeat what colours say.
SEATS = {"dealer": "#0067a5", "first mover": "#cc4c02"}
NEUTRAL = "#4a5058"
POLICIES = {
    "keep": "#117733",
    "random": "#6f757c",
    "threshold": "#882255",
    "informed": "#b07700",
    "knowing": "#332288",
}
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "p")
SPARE = ("#0e7c86", "#a5472f", "#5b5f97", "#4d6a12", "#7a3e9d")

WORSE_BETTER = LinearSegmentedColormap.from_list(
    "worse_better", ["#a63c06", "#e08a4f", "#f7f5f0", "#5fa8a8", "#0b6166"]
)

RC: Any = {
    "font.family": ["DejaVu Sans"],
    "font.size": 10,
    "svg.fonttype": "none",
    "svg.hashsalt": "cuttlelab",
    "text.color": INK,
    "axes.labelcolor": SOFT,
    "axes.labelsize": 9.5,
    "axes.titlesize": 10.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 8,
    "axes.edgecolor": RULE,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "xtick.color": RULE,
    "ytick.color": RULE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": SOFT,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "xtick.major.size": 3,
    "ytick.major.size": 3,
    "figure.facecolor": CARD,
    "axes.facecolor": CARD,
    "savefig.facecolor": CARD,
    "legend.frameon": False,
    "legend.fontsize": 9.5,
    "figure.constrained_layout.h_pad": 0.06,
    "figure.constrained_layout.w_pad": 0.06,
}


def policy_styles(names: Iterable[str]) -> Mapping[str, tuple[str, str]]:
    """Colour and marker for each policy text, the same whenever the same texts are drawn.

    Known policies keep their colour everywhere; a second text of one style (other weights) and
    unknown ones get spare colours in the order given.
    """
    chosen: dict[str, tuple[str, str]] = {}
    taken: set[str] = set()
    spare = iter(SPARE * 4)
    for place, name in enumerate(dict.fromkeys(names)):
        colour = POLICIES.get(re.split(r"[:/ ]", name)[0])
        if colour is None or colour in taken:
            colour = next(spare)
        taken.add(colour)
        chosen[name] = (colour, MARKERS[place % len(MARKERS)])
    return chosen


def figure(narrow: bool, height: float) -> Figure:
    """Return an empty figure of a height in inches."""
    made = Figure(figsize=(NARROW if narrow else WIDE, height), layout="constrained")
    FigureCanvasAgg(made)
    return made


def estimates(
    axes: Axes,
    places: Sequence[float],
    numbers: Sequence[tuple[float, float, float]],
    colour: str,
    *,
    along: str = "x",
    marker: str = "o",
    solid: bool = True,
    size: float = 6.0,
    times: float = 100.0,
) -> None:
    """Draw estimates as dots and their intervals as lines, in per cent along the x or y axis.

    `numbers` are each estimate, its low and its high end, as fractions; `places` where they stand
    on the other axis; `times` what numbers are multiplied by, 1 for what is no fraction. All in one
    call: a figure of a thousand artists takes seconds.
    """
    if not numbers:
        return
    value, low, high = ([times * number for number in part] for part in zip(*numbers, strict=True))
    lines = axes.hlines if along == "x" else axes.vlines
    lines(places, low, high, colors=colour, linewidth=1.8, capstyle="round", zorder=3)
    axes.plot(
        *((value, places) if along == "x" else (places, value)),
        marker=marker,
        markersize=size,
        markerfacecolor=colour if solid else CARD,
        markeredgecolor=colour,
        markeredgewidth=1.3,
        linestyle="none",
        zorder=4,
    )


def key(
    target: Any, entries: Iterable[tuple[str, str, str, bool]], *, columns: int, **place: Any
) -> None:
    """Legend of (words, colour, marker, solid), in coloured words beside their mark."""
    entries = list(entries)
    handles = [
        Line2D(
            [],
            [],
            color=colour,
            marker=marker,
            linestyle="none",
            markersize=6,
            markerfacecolor=colour if solid else CARD,
            markeredgewidth=1.3,
        )
        for _, colour, marker, solid in entries
    ]
    legend = target.legend(
        handles,
        [words for words, *_ in entries],
        ncol=columns,
        handletextpad=0.2,
        columnspacing=1.4,
        borderaxespad=0.2,
        borderpad=0.2,
        **place,
    )
    for text, (_, colour, *_rest) in zip(legend.get_texts(), entries, strict=True):
        text.set_color(colour)
        text.set_fontweight("bold")


def rows_axis(axes: Axes, labels: list[str]) -> None:
    """One labelled row an entry, first on top, with faint lines to lead the eye."""
    axes.set_ylim(len(labels) - 0.4, -0.6)
    axes.set_yticks(range(len(labels)), labels)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="y", color=FAINT, linewidth=0.9)


def seat_grid(axes: Axes, sizes: Sequence[int]) -> None:
    """One row a number of players, `sizes` from the top, one column a seat, and no frame."""
    widest = max(sizes)
    axes.set_xlim(0.45, widest + 0.55)
    axes.set_ylim(len(sizes) - 0.45, -0.55)
    axes.set_xticks(range(1, widest + 1))
    axes.set_yticks(range(len(sizes)), [str(size) for size in sizes])
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)


def round_ticks(axis: Any, most: int = 5) -> None:
    """Ticks at 1, 2 or 5 times a power of ten."""
    axis.set_major_locator(MaxNLocator(nbins=most, steps=[1, 2, 5, 10]))


def svg(draw: Draw, narrow: bool = False) -> str:
    """Text of a figure as SVG, from the `<svg>` tag on."""
    with matplotlib.rc_context(RC):
        buffer = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        draw(narrow).savefig(buffer, format="svg", metadata=nothing)
    text = buffer.getvalue()
    return re.sub(r"[ \t]+$", "", text[text.index("<svg") :], flags=re.MULTILINE)


def png(draw: Draw, narrow: bool = False) -> bytes:
    """Bytes of a figure as PNG, twice as dense as a plain screen."""
    with matplotlib.rc_context(RC):
        buffer = io.BytesIO()
        draw(narrow).savefig(buffer, format="png", dpi=160, metadata={"Software": None})
    return buffer.getvalue()
