"""When a match has gone on long enough: at which numbers of pairs that is asked, and the answer.

A rule is asked at numbers of pairs that are known beforehand and sees all pairs up to there, so
that neither workers nor chunk sizes can change where a match stops. The statistics are the
analyzer's.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from analyzer import confidence_sequences, pairs, sequential, stagewise
from analyzer.sequential import UNDECIDED, Sprt

DEFAULT_MOST_GAMES = 100_000_000
_FIRST_LOOK, _DOUBLED_UP_TO = 1_000, 1_000_000


def looks(most_pairs: int) -> Iterator[int]:
    """Numbers of pairs at which a rule is asked: 1,000·2ʲ, then every million, then the last."""
    doubling = itertools.takewhile(
        lambda look: look < _DOUBLED_UP_TO, (_FIRST_LOOK << power for power in itertools.count())
    )
    millions = itertools.count(_DOUBLED_UP_TO, _DOUBLED_UP_TO)
    yield from itertools.takewhile(
        lambda look: look < most_pairs, itertools.chain(doubling, millions)
    )
    yield most_pairs


class StoppingRule(Protocol):
    """Asked at each look; says afterwards what it found."""

    def enough(self, cells: np.ndarray) -> bool:
        """Whether to stop, from the pairs by their points (`pairs.cells`)."""
        ...

    def report(self, cells: np.ndarray, most_pairs: int) -> dict[str, Any]:
        """Keys of `match --json` that the rule adds or replaces, `stopped` (why) among them.

        Parameters
        ----------
        cells : int64[5]
            What the match came to.
        most_pairs : int
            At which it would have ended in any case.
        """
        ...


@dataclass(frozen=True)
class UntilWidth:
    """Stop when the score is known to within `width`, by an interval that may be looked at often.

    Raises
    ------
    ValueError
        If the width lies outside 0 … ½.
    """

    width: float

    def __post_init__(self) -> None:
        """Check the width."""
        if not 0 < self.width < 0.5:
            raise ValueError(f"half-width {self.width:g} is out of range; allowed: 0..0.5")

    def enough(self, cells: np.ndarray) -> bool:
        """Whether half the interval's width is small enough."""
        low, high = confidence_sequences.betting_interval(cells, self.width)
        return (high - low) / 2 <= self.width

    def report(self, cells: np.ndarray, most_pairs: int) -> dict[str, Any]:
        """`until`, `half_width`; the interval of the score replaces the one of a fixed number."""
        low, high = confidence_sequences.betting_interval(cells, self.width)
        reached = (high - low) / 2
        if reached <= self.width:
            why = f"known to within {self.width:g}"
        else:
            why = f"undecided: {_cap(most_pairs)} and the score is known to within {reached:.2g}"
            why += f", not {self.width:g}"
        return {
            "until": self.width,
            "half_width": reached,
            "low": low,
            "high": high,
            "elo_low": float(pairs.elo(low)),
            "elo_high": float(pairs.elo(high)),
            "method": confidence_sequences.BETTING,
            "stopped": why,
        }


@dataclass(frozen=True)
class SequentialTest:
    """Stop when a sequential probability ratio test has accepted one of its hypotheses."""

    test: Sprt

    def enough(self, cells: np.ndarray) -> bool:
        """Whether the log-likelihood ratio has reached a bound."""
        return self.test.verdict(self.test.llr(cells)) != UNDECIDED

    def report(self, cells: np.ndarray, most_pairs: int) -> dict[str, Any]:
        """`llr`, `verdict`, `sprt` (what was tested) and `median_unbiased`."""
        test, llr = self.test, self.test.llr(cells)
        verdict = test.verdict(llr)
        found = stagewise.median_unbiased(cells, list(looks(int(cells.sum()))), test)
        mean, deviation = sequential.mean_and_deviation(cells)
        unbiased: dict[str, Any] = {
            **found._asdict(),
            "elo": float(pairs.elo(found.score)),
            "elo_low": float(pairs.elo(found.low)),
            "elo_high": float(pairs.elo(found.high)),
            "method": stagewise.MEDIAN_UNBIASED,
        }
        more: dict[str, Any] = {}
        if deviation > 0:
            more["normalized_elo"] = sequential.normalized_elo(mean, deviation)
            for end in found._fields:
                name = "normalized_elo" if end == "score" else f"normalized_elo_{end}"
                unbiased[name] = sequential.normalized_elo(getattr(found, end), deviation)
        return {
            "llr": llr,
            "verdict": verdict,
            "sprt": {
                "elo0": test.elo0,
                "elo1": test.elo1,
                "alpha": test.alpha,
                "beta": test.beta,
                "elo": test.model,
                "lower": test.bounds.lower,
                "upper": test.bounds.upper,
            },
            **more,
            "median_unbiased": unbiased,
            "stopped": _why(test, verdict, llr, most_pairs),
        }


def _why(test: Sprt, verdict: str, llr: float, most_pairs: int) -> str:
    lower, upper = test.bounds
    if verdict == UNDECIDED:
        return (
            f"undecided: {_cap(most_pairs)} and the log-likelihood ratio {llr:.2f} is still "
            f"between {lower:.2f} and {upper:.2f}"
        )
    elo, bound = (test.elo1, upper) if verdict == sequential.H1 else (test.elo0, lower)
    passed = "at or above" if verdict == sequential.H1 else "at or below"
    other = test.elo0 if verdict == sequential.H1 else test.elo1
    return (
        f"{verdict} accepted, {elo:g} rather than {other:g} {test.model} Elo: the log-likelihood "
        f"ratio {llr:.2f} is {passed} {bound:.2f}"
    )


def _cap(most_pairs: int) -> str:
    return f"all {most_pairs:,} pairs allowed are played"
