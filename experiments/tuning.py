"""Tuning a policy's weights by play: the function behind `tune`.

CMA-ES (Hansen, The CMA Evolution Strategy: A Tutorial, arXiv:1604.00772; the `cmaes` package)
searches the weights, each on the scale of its `step`. A generation's candidates all play the same
deals against every member of the pool under every rule set, and the next generation plays fresh
ones, so that no deal is learnt by heart. The result is the mean of the search distribution,
averaged over the last quarter of the generations, as Polyak averaging does against noise; never
the luckiest candidate. Whole numbers, and weights without a step, stay as they are.

All follows from the seed: scores are sums of whole numbers over games that do not depend on who
plays them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyzer import pairs
from engine_fast.policies import Policy, Weight, number_text
from experiments import policy_texts, runner
from experiments.amounts import DEFAULT_SEED, available_cores
from experiments.playing import CuttleUnit, CuttleWork

POOL = ("balanced-hand", "greedy", "racer", "controller")
SELF = "itself"
"""The pool's name for the policy's own former self, the search's mean of some generations ago."""
DEFAULT_BUDGET = 10_000_000
GAMES_A_CANDIDATE = 6_000
HELD_OUT_GAMES = 40_000
REFRESH = 25
"""Generations after which the former self is brought up to date."""
LEAST_GENERATIONS = 4
_DIGITS = 3
_HELD_OUT = 0  # names the seed of the last check; generations count from 1

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class HeldOut:
    """A match of the tuned policy on deals that tuning never saw; `score` is a game of its own."""

    against: str
    rules: str
    score: float
    low: float
    high: float
    games: int


@dataclass(frozen=True)
class Tuned:
    """What a search came to.

    `style` plays, `policy` is it with the weights found, rounded as they are written; `games` were
    played for the search alone, `held_out_seed` names the deals of the check.
    """

    start: str
    style: str
    policy: Policy
    rules: tuple[str, ...]
    rules_hashes: tuple[str, ...]
    pool: tuple[str, ...]
    seed: int
    games: int
    generations: int
    held_out_seed: int
    held_out: tuple[HeldOut, ...]
    seconds: float

    def weights(self) -> dict[str, float]:
        """All weights by name."""
        return {
            weight.name: float(value)
            for weight, value in zip(self.policy.weights, self.policy.vector, strict=True)
        }

    def summary(self) -> dict[str, Any]:
        """The numbers, with the keys of `tune --json`."""
        return {
            "rules": "; ".join(self.rules),
            "rules_hash": "; ".join(self.rules_hashes),
            "seed": self.seed,
            "seconds": self.seconds,
            "policy": self.start,
            "style": self.style,
            "pool": list(self.pool),
            "games": self.games,
            "generations": self.generations,
            "weights": self.weights(),
            "held_out_seed": self.held_out_seed,
            "held_out": [vars(match) for match in self.held_out],
        }

    def toml(self, command: str, version: str) -> str:
        """Return the weight file: weights, evidence, seed, the command that makes it."""
        evidence: dict[str, Any] = {
            "command": command,
            "version": version,
            "seed": self.seed,
            "rules": list(self.rules),
            "pool": list(self.pool),
            "games": self.games,
            "generations": self.generations,
            "held_out_seed": self.held_out_seed,
        }
        lines = [
            f"policy = {_toml(self.style)}",
            f"summary = {_toml(f'{self.start}, tuned on ' + ', '.join(self.rules))}",
            "",
            "[weights]",
            *(f"{name} = {number_text(value)}" for name, value in self.weights().items()),
            "",
            "[evidence]",
            *(f"{name} = {_toml(value)}" for name, value in evidence.items()),
        ]
        for match in self.held_out:
            lines += ["", "[[evidence.held_out]]"]
            lines += [f"{name} = {_toml(value)}" for name, value in vars(match).items()]
        return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    """Write a value as TOML; its texts, numbers and lists of texts are JSON's."""
    return json.dumps(round(value, 5) if isinstance(value, float) else value, ensure_ascii=False)


def tuned_weights(policy: Policy) -> list[Weight]:
    """Weights that a search may change: those that need not be whole and have a step."""
    return [weight for weight in policy.weights if weight.step > 0 and not weight.whole]


def tune(
    policy: str,
    *,
    rules: Sequence[str] = ("classic",),
    against: Sequence[str] = (),
    budget: int = DEFAULT_BUDGET,
    seed: int = DEFAULT_SEED,
    workers: int | None = None,
    progress: Progress | None = None,
    held_out_games: int = HELD_OUT_GAMES,
) -> Tuned:
    """Search the weights of `policy` that score best against a pool.

    Parameters
    ----------
    policy : str
        Where the search starts; a text with weights.
    rules : sequence of str
        Rule sets that count alike.
    against : sequence of str
        The pool; by default `POOL` and the policy's own former self. One member makes it a search
        for a best response, whose score is a lower bound on how much that member can be exploited.
    budget : int
        Games to search with, rounded to whole generations; the check at the end comes on top.
    seed : int
    workers : int, optional
        Change no number.
    progress : callable, optional
    held_out_games : int
        Games of each match of the check.

    Raises
    ------
    ValueError
        If a text is no policy or rule set, the policy has nothing to tune, or the budget is too
        small for a search.
    KeyboardInterrupt
        On Ctrl-C.
    """
    search = _Search(policy, rules, against, budget, seed, workers, progress)
    start = time.perf_counter()
    try:
        found = search.run()
        held_out_seed = _seed(seed, _HELD_OUT)
        held_out = search.check(found, held_out_seed, held_out_games)
    except runner.InterruptedRun:
        raise KeyboardInterrupt from None
    return Tuned(
        start=search.start.short,
        style=policy_texts.style_of(policy),
        policy=found,
        rules=tuple(one.text for one in search.rules),
        rules_hashes=tuple(one.hash for one in search.rules),
        pool=tuple(search.pool),
        seed=seed,
        games=search.games,
        generations=search.generations,
        held_out_seed=held_out_seed,
        held_out=held_out,
        seconds=time.perf_counter() - start,
    )


def _seed(seed: int, part: int) -> int:
    """Return the seed of one part of a search."""
    return int(np.random.SeedSequence((seed, part)).generate_state(1, np.uint64)[0])


class _Search:
    """One run of CMA-ES; see `tune`."""

    def __init__(
        self,
        policy: str,
        rules: Sequence[str],
        against: Sequence[str],
        budget: int,
        seed: int,
        workers: int | None,
        progress: Progress | None,
    ) -> None:
        from engine_fast.cuttle.rules import RuleSet

        self.start = policy_texts.load(policy)
        self.weights = tuned_weights(self.start)
        if not self.weights:
            raise ValueError(f"policy {policy!r} has no weights to tune")
        if not rules:
            raise ValueError("name at least one rule set")
        self.rules = list({one.hash: one for one in map(RuleSet.parse, rules)}.values())
        self.pool: dict[str, Policy] = {text: policy_texts.load(text) for text in (against or POOL)}
        if not against:
            self.pool[SELF] = self.start
        self.seed = seed
        self.workers = workers
        self.progress = progress
        self.scales = np.array(
            [min(one.step, (one.high - one.low) / 4) for one in self.weights], dtype=np.float64
        )
        self.population = 8 + 2 * int(np.log2(len(self.weights)) + 1)
        cells = len(self.pool) * len(self.rules)
        self.games_a_match = 2 * max(1, GAMES_A_CANDIDATE // (2 * cells))
        a_generation = self.games_a_match * cells * self.population
        self.generations = budget // a_generation
        if self.generations < LEAST_GENERATIONS:
            raise ValueError(
                f"a budget of {budget} games is too small; this search needs at least "
                f"{LEAST_GENERATIONS * a_generation}"
            )
        self.games = self.generations * a_generation

    def run(self) -> Policy:
        """Search, and return the policy found."""
        from cmaes import CMA

        origin = np.array(
            [self.start.values.get(one.name, one.default) for one in self.weights],
            dtype=np.float64,
        )
        bounds = np.array([(one.low, one.high) for one in self.weights])
        search = CMA(
            mean=np.zeros(len(self.weights)),
            sigma=1.0,
            bounds=(bounds - origin[:, None]) / self.scales[:, None],
            seed=_seed(self.seed, _HELD_OUT) % 2**32,
            population_size=self.population,
        )
        low, high = bounds.T
        means = []
        for generation in range(1, self.generations + 1):
            asked = [search.ask() for _ in range(self.population)]
            candidates = [
                self._policy(np.clip(origin + one * self.scales, low, high)) for one in asked
            ]
            scores = self._scores(candidates, _seed(self.seed, generation))
            search.tell([(one, -score) for one, score in zip(asked, scores, strict=True)])
            mean = np.clip(origin + search.mean * self.scales, low, high)
            means.append(mean)
            if SELF in self.pool and generation % REFRESH == 0:
                self.pool[SELF] = self._policy(mean)
            if self.progress is not None:
                done = self.games * generation // self.generations
                self.progress("games", done, self.games)
        last = means[-max(1, len(means) // 4) :]
        # Adding 0 writes -0 as 0.
        return self._policy(np.round(np.array(last).mean(axis=0), _DIGITS) + 0.0)

    def _policy(self, values: np.ndarray) -> Policy:
        names = (one.name for one in self.weights)
        return self.start.with_weights(dict(zip(names, map(float, values), strict=True)))

    def _scores(self, candidates: Sequence[Policy], seed: int) -> np.ndarray:
        """Mean score a game of each candidate over pool and rule sets, on the same deals."""
        tables = self._play(candidates, list(self.pool.values()), seed, self.games_a_match)
        points = [
            sum(int(pairs.cells(table) @ np.arange(5)) for table in row.values()) for row in tables
        ]
        return np.array(points) / (2 * self.games_a_match * len(tables[0]))

    def _play(
        self, candidates: Sequence[Policy], rivals: Sequence[Policy], seed: int, games: int
    ) -> list[dict[tuple[int, int], np.ndarray]]:
        """Pair tables of each candidate by (rival, rule set), each by its place."""
        from engine_fast.cuttle.play import Match

        units = [
            CuttleUnit(f"{who} {whom} {where}", Match(rules, candidate, rival))
            for who, candidate in enumerate(candidates)
            for whom, rival in enumerate(rivals)
            for where, rules in enumerate(self.rules)
        ]
        workers = self.workers or available_cores()
        size = max(2, -(-games // (2 * workers))) if workers > 1 else games
        tally = runner.run(
            CuttleWork(units, seed), games, workers=workers, chunk_size=min(size, 4096)
        )
        return [
            {
                (whom, where): tally["pairs", f"{who} {whom} {where}"]
                for whom in range(len(rivals))
                for where in range(len(self.rules))
            }
            for who in range(len(candidates))
        ]

    def check(self, found: Policy, seed: int, games: int) -> tuple[HeldOut, ...]:
        """Play the policy found on fresh deals against the pool, and where the search began."""
        rivals = {name: one for name, one in self.pool.items() if name != SELF}
        if self.start.text not in [one.text for one in rivals.values()]:
            rivals[self.start.short] = self.start
        (tables,) = self._play([found], list(rivals.values()), seed, games)
        rows = []
        for (whom, where), table in tables.items():
            seen = pairs.summary(table)
            rows.append(
                HeldOut(
                    against=list(rivals)[whom],
                    rules=self.rules[where].text,
                    score=seen["score"],
                    low=seen["low"],
                    high=seen["high"],
                    games=seen["games"],
                )
            )
        return tuple(rows)
