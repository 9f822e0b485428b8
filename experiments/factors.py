"""Registry of factors: what games of Cuttle can be counted by.

A factor sorts a game, seen from one seat, into a few levels. `when` says whether the level is fixed
by the deal, before anybody chose anything, or came about in play: a split by the first may be read
as cause, a split by the second is an association. Factors see result records only.

To add one, write a function of results and seat and register it below (docs/experiments.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from engine_fast.cards import NO_CARD

Level = int | str


@dataclass(frozen=True)
class Factor:
    """A way to sort games.

    Attributes
    ----------
    name : str
        Column name in tables.
    meaning : str
        One line for lists and captions.
    levels : tuple of int or str
        What the codes 0 … n − 1 stand for.
    when : str
        "deal" if fixed before the first choice, else "game".
    codes : callable
        `codes(results, seat)`: results as `RESULT_DTYPE[n]`, the seat the row is about (0 for A,
        the first mover, 1 for B, the dealer); returns whole numbers `[n]`, places in `levels`.
    """

    name: str
    meaning: str
    levels: tuple[Level, ...]
    when: str
    codes: Callable[[np.ndarray, int], np.ndarray]


FACTORS: dict[str, Factor] = {}


def register(
    name: str, meaning: str, levels: Iterable[Level], when: str
) -> Callable[[Callable[[np.ndarray, int], np.ndarray]], Callable[[np.ndarray, int], np.ndarray]]:
    """Register the decorated function as the codes of a factor.

    Raises
    ------
    ValueError
        If the name is taken, or `when` is neither "deal" nor "game".
    """

    def add(codes: Callable[[np.ndarray, int], np.ndarray]) -> Callable[..., np.ndarray]:
        if name in FACTORS:
            raise ValueError(f"factor {name!r} is registered already")
        if when not in ("deal", "game"):
            raise ValueError(f"factor {name!r}: when={when!r}; allowed: deal, game")
        FACTORS[name] = Factor(name, meaning, tuple(levels), when, codes)
        return codes

    return add


def find(names: Sequence[str]) -> tuple[Factor, ...]:
    """Return the factors of these names.

    Raises
    ------
    ValueError
        On a name that is unknown or stands twice.
    """
    for name in names:
        if name not in FACTORS:
            raise ValueError(f"unknown factor {name!r}; allowed: {', '.join(FACTORS)}")
        if names.count(name) > 1:
            raise ValueError(f"factor {name!r} is named twice")
    return tuple(FACTORS[name] for name in names)


def cell_count(factors: Sequence[Factor]) -> int:
    """Number of cells of a crossing."""
    return int(np.prod([len(factor.levels) for factor in factors], dtype=np.int64))


def cell_codes(factors: Sequence[Factor], results: np.ndarray, seat: int) -> np.ndarray:
    """Cell of each game, seen from `seat`, in the crossing of `factors` (`int64[n]`).

    The last factor runs fastest, as in `cell_levels`.
    """
    cells = np.zeros(len(results), dtype=np.int64)
    for factor in factors:
        cells *= len(factor.levels)
        cells += factor.codes(results, seat)
    return cells


def cell_levels(factors: Sequence[Factor]) -> list[tuple[Level, ...]]:
    """Levels of every cell of a crossing, in the order of its codes."""
    return list(product(*(factor.levels for factor in factors)))


def _bands(starts: Sequence[int], last: int | None = None) -> tuple[str, ...]:
    """Names of the bands that begin at `starts`; the last is open unless `last` ends it."""
    ends = [start - 1 for start in starts[1:]]
    names = [
        str(start) if start == end else f"{start}–{end}"
        for start, end in zip(starts, ends, strict=False)
    ]
    return (*names, f"{starts[-1]}+" if last is None else f"{starts[-1]}–{last}")


def _band_codes(values: np.ndarray, starts: Sequence[int]) -> np.ndarray:
    # Bands are few and values small: look each up in a table.
    top = starts[-1]
    table = np.searchsorted(starts, np.arange(top + 1), side="right") - 1
    return table[np.minimum(values, top)]


SEATS = ("first mover", "dealer")
_FIVE = range(5)
_OPENING = (0, 16, 21, 26, 31, 36)
_LENGTH = (0, 10, 15, 20, 25, 30, 40, 60, 100)
_STOCK = (0, 1, 6, 11, 16, 21, 26, 31)


@register("seat", "first mover (A) or dealer (B)", SEATS, "deal")
def seat_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code 0 for A, 1 for B."""
    return np.full(len(results), seat, dtype=np.int64)


@register("kings_dealt", "kings in the hand as dealt", _FIVE, "deal")
def kings_dealt_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code k for k kings."""
    return results["kings_dealt"][:, seat]


@register("kings_most", "most kings the side had in play at once", _FIVE, "game")
def kings_most_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code k for k kings."""
    return results["kings_most"][:, seat]


@register("kings_end", "kings the side had in play when the game ended", _FIVE, "game")
def kings_end_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code k for k kings."""
    return results["kings_end"][:, seat]


@register("twos_dealt", "twos in the hand as dealt", _FIVE, "deal")
def twos_dealt_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code k for k twos."""
    return results["twos_dealt"][:, seat]


@register("opening_points", "points on the cards of the hand as dealt", _bands(_OPENING), "deal")
def opening_points_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Band of the sum of all point values dealt."""
    return _band_codes(results["opening_points"][:, seat], _OPENING)


@register(
    "first_to_score",
    "which side laid points first",
    ("this side", "the other", "nobody"),
    "game",
)
def first_to_score_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code 0 if it was this side, 1 the rival, 2 nobody."""
    first = results["first_to_score"]
    return np.where(first == NO_CARD, 2, first ^ np.uint8(seat))


@register("ending", "how the game ended", ("goal", "passes", "sudden death", "turn cap"), "game")
def ending_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Code by the way the game ended."""
    return results["ending"] - np.uint8(1)


@register("length", "turns of the game", _bands(_LENGTH), "game")
def length_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Band of the number of turns."""
    return _band_codes(results["turns"], _LENGTH)


@register("stock_left", "cards left in the stock", _bands(_STOCK), "game")
def stock_left_codes(results: np.ndarray, seat: int) -> np.ndarray:
    """Band of the number of cards left."""
    return _band_codes(results["stock_left"], _STOCK)
