"""What each legal move of a position is worth: the function behind `evaluate`.

Every move is played out on the same samples of the unknown cards, and moves that fall behind are
dropped by sequential halving (Karnin, Koren, Somekh 2013), so that games go to those that matter.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from analyzer.common_samples import CommonSamples
from engine_fast.policies import Policy
from experiments import policy_texts
from experiments.amounts import DEFAULT_SEED

DEFAULT_GAMES = 100_000
DEFAULT_POLICY = "balanced"
_GAMES_A_BLOCK = 4096  # some ten milliseconds, so that Ctrl-C and progress do not wait
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True)
class MoveValue:
    """A move's win chance, a draw counting half, with its 95 % interval.

    `best` tells that it cannot be told apart from the move that did best.
    """

    move: str
    win: float
    low: float
    high: float
    games: int
    best: bool


@dataclass(frozen=True)
class Evaluation:
    """The legal moves of a position by worth, best first; `side` decides, `policy` plays on."""

    side: str
    moves: tuple[MoveValue, ...]
    policy: Policy
    rules: str
    rules_hash: str
    seed: int
    seconds: float

    def summary(self) -> dict[str, Any]:
        """The numbers, with the keys of `evaluate --json`."""
        return {
            "rules": self.rules,
            "rules_hash": self.rules_hash,
            "seed": self.seed,
            "seconds": self.seconds,
            "side": self.side,
            "policy": self.policy.text,
            "moves": [vars(move) for move in self.moves],
        }


def evaluate(
    position: str,
    *,
    rules: str = "classic",
    games: int = DEFAULT_GAMES,
    seed: int = DEFAULT_SEED,
    policy: str = DEFAULT_POLICY,
    progress: Progress | None = None,
) -> Evaluation:
    """Play out every legal move of a position.

    Parameters
    ----------
    position : str
        docs/notation.md; the rival's hand and the stock may hold unknown cards (`?`).
    games : int
        Games to play out over all moves; each is played at least once.
    policy : str
        Makes both sides' later decisions.

    Raises
    ------
    ValueError
        If a text is refused, the game is over, or the side that decides holds unknown cards.
    """
    from engine_fast.cuttle.notation import move_text, parse_position
    from engine_fast.cuttle.rules import RuleSet
    from engine_fast.cuttle.search.sampling import SCORE_UNIT, Samples

    rule_set = RuleSet.parse(rules)
    samples = Samples.of(parse_position(position, rule_set), rule_set)
    player = policy_texts.load(policy, "cuttle")
    start = time.perf_counter()
    count = len(samples.moves)
    block = math.ceil(_GAMES_A_BLOCK / player.effort)
    sums = CommonSamples(count, SCORE_UNIT)
    alive = list(range(count))
    rounds = max(1, math.ceil(math.log2(count)))
    place = played = 0
    for number in range(rounds):
        share = (games - played) // (rounds - number)
        stop = place + max(1, share // len(alive))
        while place < stop:
            worlds = min(max(1, block // len(alive)), stop - place)
            with policy_texts.blamed((player,)):
                sums.add(samples.play(player, seed, place, worlds, alive), alive)
            place += worlds
            played += worlds * len(alive)
            if progress is not None:
                progress("games", min(played, games), games)
        if number < rounds - 1:
            rates = sums.rates()
            alive = sorted(alive, key=lambda arm: -rates[arm])[: math.ceil(len(alive) / 2)]
    low, high = sums.intervals()
    best = sums.not_worse_than_best(looks=rounds)
    rates, tried = sums.rates(), sums.tried
    found = [
        MoveValue(
            move=move_text(int(samples.moves[arm])),
            win=float(rates[arm]),
            low=float(low[arm]),
            high=float(high[arm]),
            games=int(tried[arm]),
            best=best[arm],
        )
        for arm in sorted(range(count), key=lambda arm: (-tried[arm], -rates[arm]))
    ]
    return Evaluation(
        side="AB"[samples.side],
        moves=tuple(found),
        policy=player,
        rules=rule_set.text,
        rules_hash=rule_set.hash,
        seed=seed,
        seconds=time.perf_counter() - start,
    )
