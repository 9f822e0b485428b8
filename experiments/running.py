"""Running a spec from its name to its tables: the functions behind `run` and `report`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from experiments import playing, runner, specs, store
from experiments.playing import Keep, Ready
from experiments.specs import Spec
from experiments.tally import Tally

STANDARD = (
    "deal-position",
    "king-count",
    "rule-sets",
    "search-strength",
    "realism",
    "cuckoo-seat",
    "cuckoo-thresholds",
)


@dataclass(frozen=True)
class Outcome:
    """What an experiment came to.

    `games` and `rounds` are those played for each unit of `work`.
    """

    spec: Spec
    work: Ready
    games: int
    rounds: int
    tally: Tally
    seconds: float

    @property
    def seed(self) -> int:
        """Seed of every deal and choice."""
        return self.work.seed

    @cached_property
    def described(self) -> Mapping[str, Mapping[str, str]]:
        """Texts that say exactly what each unit played."""
        return playing.describe(self.work)

    @property
    def total_games(self) -> int:
        """Games over all units."""
        return self.games * len(self.spec.units)

    @property
    def total_rounds(self) -> int:
        """Cuckoo rounds over all units."""
        return self.rounds * len(self.spec.units)

    @cached_property
    def tables(self) -> dict[str, Any]:
        """Estimates with intervals, a DataFrame a table (`tables.estimate_tables`)."""
        from experiments.tables import estimate_tables

        return estimate_tables(self.spec, self.tally, self.described)

    @cached_property
    def counts(self) -> dict[str, Any]:
        """Whole numbers that all estimates follow from (`tables.count_tables`)."""
        from experiments.tables import count_tables

        return count_tables(self.spec, self.tally)

    def rules(self) -> tuple[str, str]:
        """Rule sets played and their hashes, joined by `; ` where there are several."""
        found = {row["rules"]: row["rules_hash"] for row in self.described.values()}
        return "; ".join(found), "; ".join(found.values())

    def record(self) -> dict[str, Any]:
        """What a manifest says of this experiment, enough to play it again."""
        return {
            "experiment": self.spec.name,
            "spec": self.spec.text,
            "spec_digest": self.spec.digest,
            "seed": self.seed,
            "games": self.total_games,
            "rounds": self.total_rounds,
            "games_a_unit": self.games,
            "rounds_a_unit": self.rounds,
            "units": {name: dict(row) for name, row in self.described.items()},
            "seconds": round(self.seconds, 3),
        }


def run_spec(
    spec: Spec,
    *,
    games: int | None = None,
    preset: str | None = None,
    seed: int | None = None,
    workers: int | None = None,
    backend: str = "threads",
    chunk_size: int | None = None,
    progress: runner.Progress | None = None,
    keep: Keep | None = None,
) -> Outcome:
    """Run an experiment.

    Parameters
    ----------
    spec : Spec
    games : int, optional
        Over all units, rounded up to whole pairs for each; Cuckoo's rounds keep their proportion.
        The spec's own number by default.
    preset : str, optional
        "quick", "standard" or "deep".
    seed, workers, backend, chunk_size, progress
        As `runner.run`; the seed is the spec's by default.
    keep : callable, optional
        Gets all result records, chunk by chunk (`playing.CuttleWork`).

    Raises
    ------
    ValueError
        If a policy text is none, or the preset or backend unknown.
    runner.InterruptedRun
        On Ctrl-C.
    """
    games_each, rounds_each = spec.size(preset, games)
    work = playing.ready(spec, seed, keep)
    start = time.perf_counter()
    tally = runner.run(
        work,
        games_each,
        rounds_each,
        workers=workers,
        backend=backend,
        chunk_size=chunk_size,
        progress=progress,
    )
    seconds = time.perf_counter() - start
    return Outcome(spec, work, games_each, rounds_each, tally, seconds)


def run_into(
    spec: Spec, folder: Path, command: str, *, keep_games: bool = False, **options: Any
) -> Outcome:
    """Run an experiment and keep it in a run folder, which appears only once it is complete.

    One that sweeps a weight gets a page with its curve, `report/index.html`, too.

    Raises
    ------
    ValueError
        As `run_spec`, or if the folder is refused.
    """
    with store.new_folder(folder) as work:
        keep = store.GameFiles(work / "games") if keep_games else None
        outcome = run_spec(spec, keep=keep, **options)
        store.write_tables(work / "tables", {**outcome.tables, **outcome.counts})
        store.write_manifest(work, store.manifest(command, **outcome.record()))
        from experiments import reporting

        if (weight := reporting.swept_weight(outcome)) is not None:
            reporting.sweep_page(outcome, weight, work / "report")
    return outcome


def standard_experiments() -> tuple[Spec, ...]:
    """The experiments of the report."""
    return tuple(specs.load(name) for name in STANDARD)
