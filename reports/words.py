"""Numbers as words for sentences, tables and captions: formatting only, no arithmetic.

A rate is shown in per cent with as many decimals as its interval makes meaningful.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_SMALL = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty"),
)


def whole(number: float) -> str:
    """1234567 as 1,234,567."""
    return f"{int(number):,}"


def count(number: int) -> str:
    """A count of things as a word up to twenty, digits beyond."""
    return _SMALL[number] if 0 <= number < len(_SMALL) else whole(number)


def decimals(low: float, high: float) -> int:
    """Decimals of a percentage whose interval is low..high (as fractions)."""
    width = 100 * (high - low) / 2
    if not math.isfinite(width) or width >= 0.1:
        return 1
    return 2 if width >= 0.01 else 3


def percent(value: float, low: float, high: float) -> str:
    """0.513 in 0.509..0.517 as `51.3 % (50.9–51.7)`."""
    return f"{bare(value, low, high)} % ({_interval(low, high)})"


def bare(value: float, low: float, high: float) -> str:
    """0.513 in 0.509..0.517 as `51.3`."""
    return "–" if math.isnan(value) else f"{100 * value:.{decimals(low, high)}f}"


def cell(value: float, low: float, high: float) -> str:
    """0.513 in 0.509..0.517 as `51.3 (50.9–51.7)`, for a column headed %."""
    return "–" if math.isnan(value) else f"{bare(value, low, high)} ({_interval(low, high)})"


def signed(value: float, low: float, high: float) -> str:
    """0.034 in 0.026..0.042 as `+3.4`, with a true minus sign."""
    return _sign(value, decimals(low, high))


def points(value: float, low: float, high: float) -> str:
    """0.034 in 0.026..0.042 as `+3.4 points (+2.6 to +4.2)`: percentage points."""
    places = decimals(low, high)
    if low * high > 0:  # a bound beyond 0 must not read as 0
        while places < 4 and not float(f"{100 * min(abs(low), abs(high)):.{places}f}"):
            places += 1
    between = f"{_sign(low, places)} to {_sign(high, places)}"
    return f"{_sign(value, places)} points ({between})"


def points_cell(value: float, low: float, high: float) -> str:
    """As `points`, without the word."""
    return "–" if math.isnan(value) else points(value, low, high).replace(" points", "", 1)


def mean(value: float, low: float, high: float, unit: str) -> str:
    """31.34 in 31.02..31.66 as `31.3 turns (31.0–31.7)`."""
    return f"{value:.1f} {unit} ({low:.1f}–{high:.1f})"


def more(value: float, low: float, high: float, unit: str) -> str:
    """1.24 in 0.93..1.55 as `+1.2 turns (+0.9 to +1.6)`: a difference in units."""
    one, least, most = (
        text[1:] if not float(text[1:]) else text
        for text in (f"{number:+.1f}".replace("-", "−") for number in (value, low, high))
    )
    return f"{one} {unit} ({least} to {most})"


def listed(items: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def spread(numbers: Sequence[float], unit: str) -> str:
    """`n = 4,000 games`, or `n = 3,900 to 4,100 games` where rows differ."""
    low, high = whole(min(numbers)), whole(max(numbers))
    return f"n = {low} {unit}" if low == high else f"n = {low} to {high} {unit}"


def sentence(text: str) -> str:
    """Text with a capital at its start, which policies' names keep out of harm."""
    return text[:1].upper() + text[1:]


def _interval(low: float, high: float) -> str:
    places = decimals(low, high)
    return f"{100 * low:.{places}f}–{100 * high:.{places}f}"


def _sign(value: float, places: int) -> str:
    text = f"{100 * value:+.{places}f}".replace("-", "−")
    return text[1:] if float(text[1:]) == 0 else text
