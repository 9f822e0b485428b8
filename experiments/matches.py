"""One match of two policies, and one Cuckoo table: the functions behind `match` and `cuckoo`.

Both are experiments of one unit and go through the runner's call, their numbers are the analyzer's.
Nothing here imports pandas, so that an answer takes a second or two.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from analyzer import pairs
from analyzer.intervals import wilson
from engine_fast.policies import Policy
from experiments import policy_texts, runner, stopping_rules
from experiments.amounts import DEFAULT_SEED, whole_pairs
from experiments.playing import CuckooUnit, CuckooWork, CuttleUnit, CuttleWork
from experiments.stopping_rules import StoppingRule
from experiments.tally import seat_hits, sole_hits

if TYPE_CHECKING:
    from engine_fast.cuttle.rules import RuleSet

DEFAULT_GAMES = 100_000
DEFAULT_CUCKOO_ROUNDS = 1_000_000
DEFAULT_CUCKOO_GAMES = 200_000
_UNIT = "match"


@dataclass(frozen=True)
class MatchOutcome:
    """What a match came to.

    `pair_table` is `int64[4, 4]` (`tally.pair_table`), `totals` games, turns and decisions,
    `seconds` the time spent playing. `most_games` were allowed; `stop` could end it earlier. Under
    rules that make matches of several games all of these count matches, and `series`
    (`int64[3, 2]`, `tally.series_counts`) their games.
    """

    first: Policy
    second: Policy
    rules: RuleSet
    seed: int
    pair_table: np.ndarray
    totals: np.ndarray
    seconds: float
    most_games: int
    stop: StoppingRule | None = None
    series: np.ndarray | None = None

    def summary(self) -> dict[str, Any]:
        """The numbers, with the keys of `match --json`."""
        games, turns, _ = (int(number) for number in self.totals)
        found = pairs.summary(self.pair_table)
        of_matches: dict[str, Any] = {}
        if self.series is not None:
            of_matches = self._of_matches(found)
            games = of_matches["games_played"]
        if self.stop is not None:
            found |= self.stop.report(pairs.cells(self.pair_table), self.most_games // 2)
        return {
            "rules": self.rules.text,
            "rules_hash": self.rules.hash,
            "seed": self.seed,
            "seconds": self.seconds,
            "a": self.first.text,
            "b": self.second.text,
            **found,
            **of_matches,
            "turns_mean": turns / games,
            "games_per_s": games / self.seconds,
        }

    def _of_matches(self, found: dict[str, Any]) -> dict[str, Any]:
        """What matches of several games add; `found["by_deal"]` gets their length, too."""
        from analyzer.series import games_a_match
        from engine_fast.cuttle.series import most_games

        assert self.series is not None
        needed = self.rules.wins_needed
        length = games_a_match(self.series, found["pairs"], needed, most_games(needed))
        for deal, row in found["by_deal"].items():
            row["games_a_match"] = length[deal]["mean"]
        return {
            "matches": found["games"],
            "match_score": found["score"],
            "games_a_match": length["both"]["mean"],
            "games_a_match_low": length["both"]["low"],
            "games_a_match_high": length["both"]["high"],
            "games_played": int(self.series[2, 0]),
        }


def match(
    a: str,
    b: str,
    *,
    rules: str = "classic",
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    workers: int | None = None,
    backend: str = "threads",
    chunk_size: int | None = None,
    progress: runner.Progress | None = None,
    stop: StoppingRule | None = None,
) -> MatchOutcome:
    """Play `games` (rounded up to whole pairs) of policy `a` against policy `b`.

    Under rules with `best_of` or `first_to`, `games` are matches of several games. With a stopping
    rule fewer may do: `stop` is asked at the numbers of pairs that `stopping_rules.looks` fixes.

    Raises
    ------
    ValueError
        If a policy or rules text is none.
    runner.InterruptedRun
        On Ctrl-C.
    """
    first, second = (policy_texts.load(text, "cuttle") for text in (a, b))
    unit = CuttleUnit.of(_UNIT, rules, first, second)
    work = CuttleWork([unit], seed)
    games = whole_pairs(games)
    how: dict[str, Any] = {
        "workers": workers, "backend": backend, "chunk_size": chunk_size, "progress": progress
    }  # fmt: skip
    start = time.perf_counter()
    if stop is None:
        tally = runner.run(work, games, **how)
    else:
        tally = runner.run_until(
            work,
            (2 * look for look in stopping_rules.looks(games // 2)),
            lambda tally: stop.enough(pairs.cells(tally["pairs", _UNIT])),
            **how,
        )
    seconds = time.perf_counter() - start
    return MatchOutcome(
        first=first,
        second=second,
        rules=unit.match.rules,
        seed=seed,
        pair_table=tally["pairs", _UNIT],
        totals=tally["totals", _UNIT],
        seconds=seconds,
        most_games=games,
        stop=stop,
        series=tally.get(("series", _UNIT)),
    )


@dataclass(frozen=True)
class CuckooOutcome:
    """What a Cuckoo table came to; `losers` and `winners` count sets of seats (`tally`)."""

    unit: CuckooUnit
    seed: int
    losers: np.ndarray
    winners: np.ndarray
    seconds: float

    def summary(self) -> dict[str, Any]:
        """The numbers, with the keys of `cuckoo --json`."""
        players = self.unit.players
        rounds, games = int(self.losers.sum()), int(self.winners.sum())
        sole = sole_hits(self.winners, players)
        any_win = seat_hits(self.winners, players)
        return {
            "rules": self.unit.table.rules.text,
            "rules_hash": self.unit.table.rules.hash,
            "seed": self.seed,
            "seconds": self.seconds,
            "players": players,
            "policies": [policy.text for policy in self.unit.table.seated],
            "rounds": rounds,
            "games": games,
            "round_loss": [_rate_row(count, rounds) for count in seat_hits(self.losers, players)],
            "game_win": [_rate_row(count, games) for count in sole],
            "game_shared": [
                _rate_row(won - alone, games) for won, alone in zip(any_win, sole, strict=True)
            ],
        }


def _rate_row(count: int, n: int) -> dict[str, Any]:
    """A rate with its interval: `rate`, `low`, `high`, `n`."""
    low, high = wilson(count, n)
    return {"rate": count / n if n else None, "low": float(low), "high": float(high), "n": n}


def cuckoo(
    policies: Sequence[str],
    *,
    players: int = 4,
    rules: str = "cuckoo",
    games: int = DEFAULT_CUCKOO_GAMES,
    rounds: int = DEFAULT_CUCKOO_ROUNDS,
    seed: int = DEFAULT_SEED,
    workers: int | None = None,
    backend: str = "threads",
    progress: runner.Progress | None = None,
) -> CuckooOutcome:
    """Play rounds with all seats in, and whole games, at one Cuckoo table.

    Parameters
    ----------
    policies : sequence of str
        One for every seat, or one each in turn order from the first dealer's left, dealer last.
    players : int
        2 … 10.

    Raises
    ------
    ValueError
        If a policy or rules text is none, or policies and players do not fit.
    runner.InterruptedRun
        On Ctrl-C.
    """
    from experiments.cuckoo_rules import seat_policies

    texts = seat_policies(policies, players)
    loaded = [policy_texts.load(text, "cuckoo") for text in texts]
    unit = CuckooUnit.of(_UNIT, rules, players, loaded)
    work = CuckooWork([unit], seed)
    start = time.perf_counter()
    tally = runner.run(work, games, rounds, workers=workers, backend=backend, progress=progress)
    seconds = time.perf_counter() - start
    nothing = np.zeros(1 << players, dtype=np.int64)
    return CuckooOutcome(
        unit,
        seed,
        tally.get(("rounds", _UNIT), nothing),
        tally.get(("games", _UNIT), nothing),
        seconds,
    )
