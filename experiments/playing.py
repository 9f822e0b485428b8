"""An experiment ready to run: its policies loaded, its chunks played and counted.

`CuttleWork` and `CuckooWork` are what the runner runs; `match` and `cuckoo` of the command line are
experiments of one unit and go through the same call. Plays a block at a time, so that results stay
in the cache and memory does not grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine_fast.policies import Policy
from experiments import actions, cuckoo_exact, policy_texts, tally
from experiments.factors import find
from experiments.runner import Chunk
from experiments.specs import Comparison, Contrast, Spec, Table, Unit
from experiments.tally import Tally, add_to

GAMES_A_BLOCK = 8192
CUCKOO_GAMES_A_BLOCK = 1 << 15
ROUNDS_A_BLOCK = 1 << 19  # a call costs as much as some thousand rounds


Keep = Callable[[str, int, np.ndarray], None]


class _Kept:
    """Result records of a chunk under way, where somebody wants them."""

    def __init__(self, keep: Keep | None, start: int) -> None:
        self.keep = keep
        self.start = start
        self.blocks: dict[str, list[np.ndarray]] = {}

    def add(self, unit: str, results: np.ndarray) -> None:
        if self.keep is not None:
            self.blocks.setdefault(unit, []).append(results)

    def hand_over(self) -> None:
        for unit, blocks in self.blocks.items():
            if self.keep is not None:
                self.keep(unit, self.start, np.concatenate(blocks))


def _blocks(chunk: Chunk, size: int) -> Iterator[tuple[int, int]]:
    stop = chunk.start + chunk.count
    for start in range(chunk.start, stop, size):
        yield start, min(start + size, stop)


@dataclass(frozen=True)
class CuttleUnit:
    """Two policies under a rule set; `match` is what the engine plays."""

    name: str
    match: Any

    @classmethod
    def load(cls, unit: Unit) -> CuttleUnit:
        """Load a unit's rules and policies; `ValueError` on a text that is none."""
        first, second = (policy_texts.load(text, "cuttle") for text in unit.policies)
        return cls.of(unit.name, unit.rules, first, second)

    @classmethod
    def of(cls, name: str, rules: str, first: Policy, second: Policy) -> CuttleUnit:
        """Return a unit of policies that are loaded already."""
        from engine_fast.cuttle.play import Match
        from engine_fast.cuttle.rules import RuleSet

        return cls(name, Match(RuleSet.parse(rules), first, second))

    def describe(self) -> dict[str, str]:
        """Texts that say exactly what is played."""
        match = self.match
        return {
            "first": match.first.short,
            "second": match.second.short,
            "rules": match.rules.text,
            "rules_hash": match.rules.hash,
            "first_text": match.first.text,
            "second_text": match.second.text,
        }


class CuttleWork:
    """Units of Cuttle with what is counted about them.

    Parameters
    ----------
    units : sequence of CuttleUnit
    seed : int
    tables, contrasts, comparisons : sequence of Table, of Contrast, of Comparison
    watch_actions : bool
        Also count what is played (`actions.py`).
    keep : callable, optional
        `keep(unit name, first game, results)`, called for each chunk that was finished, from the
        thread that played it.
    """

    game = "cuttle"

    def __init__(
        self,
        units: Sequence[CuttleUnit],
        seed: int,
        tables: Sequence[Table] = (),
        contrasts: Sequence[Contrast] = (),
        keep: Keep | None = None,
        watch_actions: bool = False,
        comparisons: Sequence[Comparison] = (),
    ) -> None:
        from engine_fast.cuttle.play import play_chunk
        from engine_fast.cuttle.series import play_series_chunk

        self._play_chunk = play_chunk
        self._play_series_chunk = play_series_chunk
        self.units = tuple(units)
        self.seed = seed
        self.keep = keep
        self._watch_actions = watch_actions
        if watch_actions:
            from engine_fast.cuttle import events  # compiled before the threads start

            self._play_watched = events.play_watched
        self._tables = [(table, find(table.factors)) for table in tables]
        self._contrasts = [(contrast, find(contrast.factors)) for contrast in contrasts]
        self._contrasted = {
            name for contrast in contrasts for name in (contrast.base, contrast.other)
        }
        across = {pair: None for comparison in comparisons for pair in comparison.pairs}
        self._compared = tuple({name: None for pair in across for name in pair})
        self._moments = (*((name, name) for name in self._compared), *across)

    @property
    def effort(self) -> float:
        """Time of a game for every unit, in games of policies that play nothing out.

        A match of several games takes about as many as the wins it is for, at least.
        """
        matches = [unit.match for unit in self.units]
        return sum(
            max(1, match.rules.wins_needed) * (match.first.effort + match.second.effort) / 2
            for match in matches
        )

    def rule_sets(self) -> list[Any]:
        """Rule sets of all units, each once."""
        return list({unit.match.rules.hash: unit.match.rules for unit in self.units}.values())

    def policies(self) -> list[Policy]:
        """Policies of all units, each once."""
        pairs = ((unit.match.first, unit.match.second) for unit in self.units)
        return list({policy.text: policy for pair in pairs for policy in pair}.values())

    def play(self, chunk: Chunk, halt: np.ndarray) -> Tally:
        """Play a chunk for every unit and count it (`tally`).

        The tally has `("pairs", unit)`, `("totals", unit)`, `("factors", table, unit)`,
        `("contrast", name)` and `("moments", unit, unit)`; under rules that make matches of several
        games a chunk is one of matches, and it has `("series", unit)` too. Where actions are
        watched it has `("actions", unit)`.
        """
        total: Tally = {}
        kept = _Kept(self.keep, chunk.start)
        for start, stop in _blocks(chunk, GAMES_A_BLOCK):
            add_to(total, self._block(start, stop, halt, kept))
        kept.hand_over()
        return total

    def _block(self, start: int, stop: int, halt: np.ndarray, kept: _Kept) -> Tally:
        counts: Tally = {}
        held: dict[str, np.ndarray] = {}
        measures: dict[str, np.ndarray] = {}
        for unit in self.units:
            results = self._results(unit, start, stop, halt, counts)
            counts["pairs", unit.name] = tally.pair_table(results)
            counts["totals", unit.name] = tally.totals(results)
            for table, factors in self._tables:
                if unit.name in table.units:
                    found = tally.factor_counts(results, factors, table.about)
                    counts["factors", table.name, unit.name] = found
            if unit.name in self._contrasted:
                held[unit.name] = results
            if unit.name in self._compared:
                measures[unit.name] = tally.pair_measures(results)
            kept.add(unit.name, results)
        for contrast, factors in self._contrasts:
            counts["contrast", contrast.name] = tally.contrast_counts(
                held[contrast.base], held[contrast.other], factors
            )
        for left, right in self._moments:
            counts["moments", left, right] = tally.moments(measures[left], measures[right])
        return counts

    def _results(
        self, unit: CuttleUnit, start: int, stop: int, halt: np.ndarray, counts: Tally
    ) -> np.ndarray:
        """Play a unit's games; count in `counts` what their result records do not tell."""
        match = unit.match
        with policy_texts.blamed((match.first, match.second)):
            if match.rules.wins_needed:
                results = self._play_series_chunk(match, self.seed, start, stop, halt)
                counts["series", unit.name] = tally.series_counts(results)
            elif self._watch_actions:
                results, events = self._play_watched(match, self.seed, start, stop, halt)
                found = actions.pair_counts(events, start, stop - start)
                counts["actions", unit.name] = tally.moments(found, found)
            else:
                results = self._play_chunk(match, self.seed, start, stop, halt)
        return results


@dataclass(frozen=True)
class CuckooUnit:
    """Policies around a Cuckoo table; `table` is what the engine plays."""

    name: str
    players: int
    table: Any

    @classmethod
    def load(cls, unit: Unit) -> CuckooUnit:
        """Load a unit's rules and policies; `ValueError` on a text that is none."""
        policies = [policy_texts.load(text, "cuckoo") for text in unit.policies]
        return cls.of(unit.name, unit.rules, unit.players, policies)

    @classmethod
    def of(cls, name: str, rules: str, players: int, policies: Sequence[Policy]) -> CuckooUnit:
        """Return a unit of policies that are loaded already."""
        from engine_fast.cuckoo.play import Table as CuckooTable
        from engine_fast.cuckoo.rules import CuckooRules

        return cls(name, players, CuckooTable(CuckooRules.parse(rules), players, tuple(policies)))

    def describe(self) -> dict[str, str]:
        """Texts that say exactly what is played."""
        texts = [policy.text for policy in self.table.seated]
        same = len(set(texts)) == 1
        return {
            "policies": texts[0] if same else ", ".join(texts),
            "players": str(self.players),
            "rules": self.table.rules.text,
            "rules_hash": self.table.rules.hash,
        }


class CuckooWork:
    """Units of Cuckoo, counted by the set of seats that lose a round or win a game."""

    game = "cuckoo"

    def __init__(self, units: Sequence[CuckooUnit], seed: int, keep: Keep | None = None) -> None:
        from engine_fast.cuckoo.counting import count_losers, count_winners
        from engine_fast.cuckoo.play import play_games_chunk, play_rounds_chunk

        self._calls = {
            "rounds": (play_rounds_chunk, count_losers, ROUNDS_A_BLOCK),
            "games": (play_games_chunk, count_winners, CUCKOO_GAMES_A_BLOCK),
        }
        self.units = tuple(units)
        self.seed = seed
        self.keep = keep

    @property
    def effort(self) -> float:
        """Time of a game for every unit, in games of one unit."""
        return float(len(self.units))

    def rule_sets(self) -> list[Any]:
        """Rule sets of all units, each once."""
        return list({unit.table.rules.hash: unit.table.rules for unit in self.units}.values())

    def policies(self) -> list[Policy]:
        """Policies of all units, each once."""
        tables = (unit.table.policies for unit in self.units)
        return list({policy.text: policy for table in tables for policy in table}.values())

    def play(self, chunk: Chunk, halt: np.ndarray) -> Tally:
        """Play a chunk for every unit and count it: `("rounds", unit)` or `("games", unit)`.

        Each is the number of rounds by set of losers, or of games by set of winners, as
        `int64[2**players]`; the empty set stands for nobody.
        """
        play, count, size = self._calls[chunk.what]
        total: Tally = {
            (chunk.what, unit.name): np.zeros(1 << unit.players, dtype=np.int64)
            for unit in self.units
        }
        kept = _Kept(self.keep if chunk.what == "games" else None, chunk.start)
        for start, stop in _blocks(chunk, size):
            for unit in self.units:
                with policy_texts.blamed(unit.table.policies):
                    results = play(unit.table, self.seed, start, stop, halt)
                count(results, total[chunk.what, unit.name])
                kept.add(unit.name, results)
        kept.hand_over()
        return total


Ready = CuttleWork | CuckooWork


def ready(spec: Spec, seed: int | None = None, keep: Keep | None = None) -> Ready:
    """Load all policies of a spec.

    Raises
    ------
    ValueError
        One line naming the unit whose policy text is none, or a policy that has no exact numbers
        where the spec asks for them.
    """
    seed = spec.seed if seed is None else seed
    load: Any = CuttleUnit.load if spec.game == "cuttle" else CuckooUnit.load
    units = []
    for unit in spec.units:
        try:
            units.append(load(unit))
        except ValueError as error:
            raise ValueError(f"experiment {spec.name}, unit {unit.name!r}: {error}") from None
    if spec.exact:
        for unit in units:
            cuckoo_exact.seat_swaps(unit.table.seated)
    if spec.game == "cuttle":
        return CuttleWork(
            units, seed, spec.tables, spec.contrasts, keep, spec.actions, spec.comparisons
        )
    return CuckooWork(units, seed, keep)


def describe(work: Ready) -> dict[str, dict[str, str]]:
    """Texts that say exactly what each unit plays, by its name."""
    return {unit.name: unit.describe() for unit in work.units}
