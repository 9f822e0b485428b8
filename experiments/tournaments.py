"""A round robin on common deals: the function behind `tournament`.

Every pairing plays the same games of the same seed, hence the same decks. Pair tables are kept for
batches of deals, a few hundred whatever the number of games, so that what pairings have in common
through their deals reaches the errors of the ratings. The statistics are the analyzer's.
"""

from __future__ import annotations

import bisect
import itertools
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from engine_fast.policies import Policy
from experiments import policy_texts, runner
from experiments.amounts import DEFAULT_SEED, whole_pairs
from experiments.playing import CuttleUnit, CuttleWork
from experiments.runner import Chunk
from experiments.tally import Tally, add_to

if TYPE_CHECKING:
    import pandas as pd

    from analyzer.bradley_terry import Ratings

DEFAULT_GAMES = 20_000
MOST_BATCHES = 500
MOST_POLICIES = 32


class TournamentWork:
    """Pairings with their pair tables kept by batch of deals.

    Parameters
    ----------
    units : sequence of CuttleUnit
        One a pairing.
    seed : int
    pairs : int
        Deals of each pairing, which are cut into equal batches.
    """

    def __init__(self, units: Sequence[CuttleUnit], seed: int, pairs: int) -> None:
        self.units = tuple(units)
        self.seed = seed
        self._work = CuttleWork(units, seed)
        self.batches = min(MOST_BATCHES, pairs)
        self._ends = [2 * (batch * pairs // self.batches) for batch in range(1, self.batches + 1)]

    @property
    def effort(self) -> float:
        """As `CuttleWork.effort`."""
        return self._work.effort

    def play(self, chunk: Chunk, halt: np.ndarray) -> Tally:
        """Play a chunk for every pairing and count it.

        The tally has `("batches", unit)`, `int64[batches, 4, 4]`, and whatever else `CuttleWork`
        counts.
        """
        total: Tally = {
            ("batches", unit.name): np.zeros((self.batches, 4, 4), dtype=np.int64)
            for unit in self.units
        }
        start, stop = chunk.start, chunk.start + chunk.count
        batch = bisect.bisect_right(self._ends, start)
        while start < stop:
            end = min(self._ends[batch], stop)
            counts = self._work.play(Chunk(chunk.what, start, end - start), halt)
            for unit in self.units:
                total["batches", unit.name][batch] += counts.pop(("pairs", unit.name))
            add_to(total, counts)
            start, batch = end, batch + 1
        return total


@dataclass(frozen=True)
class TournamentOutcome:
    """What a round robin came to.

    `batches` is `int64[batches, pairings, 4, 4]`: pair tables by batch of deals, the same deals for
    all pairings; `pairings` are numbers of policies, the first-named first. Under rules that make
    matches of several games it counts matches; `games_played` and `turns` never do.
    """

    policies: tuple[Policy, ...]
    pairings: tuple[tuple[int, int], ...]
    rules: str
    rules_hash: str
    seed: int
    batches: np.ndarray
    games_played: int
    turns: int
    seconds: float

    @cached_property
    def names(self) -> list[str]:
        """Policies with the weights that depart from their defaults."""
        return _names(self.policies)

    @cached_property
    def payoffs(self) -> pd.DataFrame:
        """The payoff table (`league.payoffs`), a row for each policy against each other."""
        from analyzer import league

        return league.payoffs(list(self.batches.sum(axis=0)), self.pairings, self.names)

    @cached_property
    def ratings(self) -> Ratings:
        """Ratings from one joint fit (`bradley_terry.ratings`)."""
        from analyzer import bradley_terry, league

        return bradley_terry.ratings(
            league.outcomes(self.batches), self.pairings, len(self.policies)
        )

    def payoff_file(self) -> str:
        """The payoff table as CSV, with what each row was played with."""
        played = {"rules": self.rules, "rules_hash": self.rules_hash, "seed": self.seed}
        texts = dict(zip(self.names, (policy.text for policy in self.policies), strict=True))
        frame = self.payoffs.assign(
            row_policy=self.payoffs["row"].map(texts),
            column_policy=self.payoffs["column"].map(texts),
            **played,
        )
        return frame.to_csv(index=False)

    def summary(self) -> dict[str, Any]:
        """The numbers, with the keys of `tournament --json`."""
        from analyzer import league

        rated = self.ratings
        won = self.payoffs[self.payoffs["beats"]]
        return {
            "rules": self.rules,
            "rules_hash": self.rules_hash,
            "seed": self.seed,
            "seconds": self.seconds,
            "policies": self.names,
            "policy_texts": dict(
                zip(self.names, (policy.text for policy in self.policies), strict=True)
            ),
            "games": 2 * int(self.batches.sum()),
            "games_played": self.games_played,
            "games_a_pairing": 2 * int(self.batches[:, 0].sum()),
            "matrix": league.matrix(self.payoffs, self.names),
            "ratings": {
                name: rating._asdict()
                for name, rating in zip(self.names, rated.policies, strict=True)
            },
            "dealing": rated.dealing._asdict(),
            "ratings_method": rated.method,
            "beats": [
                {
                    "policy": str(row.row),
                    "rival": str(row.column),
                    "score": float(row.score),
                    "p_holm": float(row.p_holm),
                }
                for row in won.itertuples()
            ],
            "comparisons": len(self.pairings),
            "turns_mean": self.turns / self.games_played,
            "games_per_s": self.games_played / self.seconds,
        }


def tournament(
    policies: Sequence[str],
    *,
    rules: str = "classic",
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    workers: int | None = None,
    backend: str = "threads",
    chunk_size: int | None = None,
    progress: runner.Progress | None = None,
) -> TournamentOutcome:
    """Play every policy against every other, `games` (rounded up to whole pairs) a pairing.

    Raises
    ------
    ValueError
        If a policy or rules text is none, there are fewer than two policies or too many, or one is
        named twice.
    runner.InterruptedRun
        On Ctrl-C.
    """
    if not 2 <= len(policies) <= MOST_POLICIES:
        raise ValueError(f"{len(policies)} policies; allowed: 2..{MOST_POLICIES}")
    loaded = tuple(policy_texts.load(text, "cuttle") for text in policies)
    twice = [text for text, seen in Counter(policy.text for policy in loaded).items() if seen > 1]
    if twice:
        raise ValueError(f"policy {twice[0]!r} is named twice")
    pairings = tuple(itertools.combinations(range(len(loaded)), 2))
    units = [
        CuttleUnit.of(f"{first} {second}", rules, loaded[first], loaded[second])
        for first, second in pairings
    ]
    pairs = whole_pairs(games) // 2
    work = TournamentWork(units, seed, pairs)
    start = time.perf_counter()
    tally = runner.run(
        work, 2 * pairs, workers=workers, backend=backend, chunk_size=chunk_size, progress=progress
    )
    seconds = time.perf_counter() - start
    return TournamentOutcome(
        policies=loaded,
        pairings=pairings,
        rules=units[0].match.rules.text,
        rules_hash=units[0].match.rules.hash,
        seed=seed,
        batches=np.stack([tally["batches", unit.name] for unit in units], axis=1),
        games_played=sum(
            int(tally["series", unit.name][2, 0])
            if ("series", unit.name) in tally
            else int(tally["totals", unit.name][0])
            for unit in units
        ),
        turns=sum(int(tally["totals", unit.name][1]) for unit in units),
        seconds=seconds,
    )


def _names(policies: Sequence[Policy]) -> list[str]:
    """Short texts where they tell the policies apart, else whole ones."""
    seen = Counter(policy.short for policy in policies)
    return [policy.short if seen[policy.short] == 1 else policy.text for policy in policies]
