"""What a finding is: one question, one table, what it says, the pictures of it.

Knows no particular experiment and no page. Everything in a finding is made from its table; a
builder formats and chooses, and computes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import pandas as pd

from reports import words
from reports.style import Draw

Label = Literal["causal", "association"]
Row = Any
"""A row of a table, as `DataFrame.itertuples` hands it out."""


@dataclass(frozen=True)
class Picture:
    """A figure of a finding: how to draw it, what stands under it, what it says to the blind."""

    name: str
    """File name without ending; unique in a report."""
    title: str
    caption: str
    alt: str
    draw: Draw


@dataclass(frozen=True)
class Finding:
    """One answer, ready for any kind of page."""

    id: str
    group: str
    title: str
    question: str
    label: Label
    sentences: tuple[str, ...]
    """What the table shows, in words and numbers; the first is the headline."""
    caveat: str
    """What may and may not be concluded."""
    table: pd.DataFrame = field(repr=False)
    shown: pd.DataFrame = field(repr=False)
    """`table` as text with readable headings, for the page."""
    pictures: tuple[Picture, ...] = ()
    brief: str = ""
    """One short sentence for the paragraph at the head of the page; empty: none."""

    @property
    def headline(self) -> str:
        """The sentence for the list at the top."""
        return self.sentences[0]

    @property
    def sentence(self) -> str:
        """All that the finding says, in one paragraph."""
        return " ".join(self.sentences)


def formatted(
    table: pd.DataFrame, columns: Sequence[tuple[str, Callable[[Row], str]]]
) -> pd.DataFrame:
    """Table of text: one column a (heading, function of a row)."""
    rows = list(table.itertuples(index=False))
    return pd.DataFrame({name: [make(row) for row in rows] for name, make in columns}, dtype=object)


def rate_of(row: Row, prefix: str = "") -> tuple[float, float, float]:
    """Rate and interval of an outcome in a row: `rate`, `low`, `high` behind a prefix."""
    return tuple(float(getattr(row, f"{prefix}{end}")) for end in ("rate", "low", "high"))  # type: ignore[return-value]


def triple(row: Row, name: str) -> tuple[float, float, float]:
    """Estimate and interval in a row: `name`, `name_low`, `name_high`."""
    return tuple(float(getattr(row, f"{name}{end}")) for end in ("", "_low", "_high"))  # type: ignore[return-value]


def chance_note(comparisons: int) -> str:
    """State how many comparisons were made, and what that does."""
    if comparisons < 2:
        return "One comparison, at 95 %."
    return (
        f"{words.sentence(words.count(comparisons))} comparisons, each at 95 %: about one in "
        "twenty stands out by chance alone."
    )
