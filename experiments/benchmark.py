"""How fast it is: the very calls of `match` and `cuckoo`, in CPU time on one core.

A number is the median of several short runs. Nothing here is part of a test: speed depends on the
machine and on who else is using it.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from experiments import policy_texts, runner
from experiments.amounts import DEFAULT_SEED
from experiments.playing import CuckooUnit, CuckooWork, CuttleUnit, CuttleWork, Ready
from experiments.runner import Chunk
from experiments.tally import Tally

REPEATS = 5
SLICE_S = 0.4  # CPU time of one run
THREADS_S = 2.0  # CPU time of a run with one thread, where two are compared with it
PAIRINGS = ("random random", "greedy greedy", "balanced balanced")
SEARCH = "search:playouts=1000"
SEARCH_GAMES = 30
FEWEST_MOVES, FEWEST_CARDS = 4, 20  # a decision of `search` that is worth timing
CUCKOO_SEATS = 4
CUCKOO_POLICY = "threshold:t=7"
# The yardstick's two players and what they are held against.
TWINS = {"random random": "random", "balanced balanced": "scoring"}
Say = Callable[[str], None]

USER_RANDOM = """
from engine_fast.random_streams import below

def choose(view, moves, count, weights, random):
    \"\"\"A copy of `random` in a user's file.\"\"\"
    return below(random, count)
"""
USER_THRESHOLD = """
def choose(view, moves, count, weights, random):
    \"\"\"A copy of `threshold:t=7` in a user's file.\"\"\"
    return 1 if view.rank <= 7 else 0
"""


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this thread on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(allowed)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, allowed)


class Timed:
    """A piece of work played in slices, each about `SLICE_S` of CPU time."""

    def __init__(self, work: Ready, what: str = "games") -> None:
        self.work = work
        self.what = what
        self.next = 0
        self.size = 4096
        self.halt = np.zeros(1, dtype=np.uint8)
        while self.slice()[0] < SLICE_S / 2:  # warms up, too
            self.size *= 2

    def slice(self) -> tuple[float, Tally]:
        """Play the next slice; return its CPU seconds and its tally."""
        start = time.thread_time()
        tally = self.work.play(Chunk(self.what, self.next, self.size), self.halt)
        seconds = time.thread_time() - start
        self.next += self.size
        return seconds, tally


def _cuttle(first: str, second: str) -> CuttleWork:
    policies = [policy_texts.load(text, "cuttle") for text in (first, second)]
    return CuttleWork([CuttleUnit.of("bench", "classic", *policies)], DEFAULT_SEED)


def _cuckoo(policy: str) -> CuckooWork:
    policies = [policy_texts.load(policy, "cuckoo")] * CUCKOO_SEATS
    return CuckooWork([CuckooUnit.of("bench", "cuckoo", CUCKOO_SEATS, policies)], DEFAULT_SEED)


def cuttle_row(slices: list[tuple[float, Tally]]) -> dict[str, float]:
    """Speeds of a pairing from its slices, the median of each."""
    rates = []
    for seconds, tally in slices:
        games, turns, decisions = (int(number) for number in tally["totals", "bench"])
        rates.append((games / seconds, turns / seconds, decisions / seconds, turns / games))
    games_per_s, turns_per_s, decisions_per_s, turns_mean = map(
        statistics.median, zip(*rates, strict=True)
    )
    return {
        "games_per_s": games_per_s,
        "turns_per_s": turns_per_s,
        "decisions_per_s": decisions_per_s,
        "ns_per_turn": 1e9 / turns_per_s,
        "turns_mean": turns_mean,
    }


def cuttle_speeds(folder: Path) -> tuple[dict[str, dict[str, float]], float]:
    """Speeds of the pairings, and what share of `random`'s a user's copy of it reaches."""
    file = folder / "random_copy.py"
    file.write_text(USER_RANDOM, encoding="utf-8")
    user = f"{file}:choose"
    # The copy comes right after what it copies: a core's speed drifts.
    timed = {PAIRINGS[0]: Timed(_cuttle(*PAIRINGS[0].split())), "user": Timed(_cuttle(user, user))}
    timed |= {pairing: Timed(_cuttle(*pairing.split())) for pairing in PAIRINGS[1:]}
    slices: dict[str, list[tuple[float, Tally]]] = {name: [] for name in timed}
    for _ in range(REPEATS):
        for name, one in timed.items():
            slices[name].append(one.slice())
    copies = slices.pop("user")
    share = statistics.median(
        cuttle_row([copy])["games_per_s"] / cuttle_row([own])["games_per_s"]
        for copy, own in zip(copies, slices[PAIRINGS[0]], strict=True)
    )
    return {name: cuttle_row(found) for name, found in slices.items()}, share


def search_times() -> dict[str, float]:
    """Milliseconds of CPU time of a decision of `search`, and how many were timed.

    Main decisions with `FEWEST_MOVES` or more moves and `FEWEST_CARDS` or more cards in the stock,
    made by `search` in turn with `balanced`, which decides all else.
    """
    from engine_fast.cuttle.rules import RuleSet
    from engine_fast.cuttle.steps import LiveGame

    search, base = (policy_texts.load(text, "cuttle") for text in (SEARCH, "balanced"))
    times = []
    for index in range(SEARCH_GAMES):
        game, random = LiveGame.deal(RuleSet.parse("classic"), DEFAULT_SEED, index)
        while not game.winner:
            legal, side = game.legal_array().copy(), game.to_act
            legal.flags.writeable = False
            view = game.view(side)[0]
            timed = (
                side == index % 2
                and game.phase == "main"
                and len(legal) >= FEWEST_MOVES
                and view["stock_count"] >= FEWEST_CARDS
            )
            player, stream = search if timed else base, random[side : side + 1]
            start = time.thread_time_ns()
            chosen = player.function(view, legal, len(legal), player.vector, stream)
            if timed:
                times.append((time.thread_time_ns() - start) / 1e6)
            game.play(int(legal[chosen]))
    return {
        "median_ms": float(np.median(times)),
        "p95_ms": float(np.quantile(times, 0.95)),
        "decisions": len(times),
    }


def cuckoo_speeds(folder: Path) -> dict[str, float]:
    """Rounds and games a second at one table."""
    file = folder / "threshold_copy.py"
    file.write_text(USER_THRESHOLD, encoding="utf-8")
    timed = {
        "rounds_per_s": Timed(_cuckoo(CUCKOO_POLICY), "rounds"),
        "games_per_s": Timed(_cuckoo(CUCKOO_POLICY), "games"),
        "function_rounds_per_s": Timed(_cuckoo(f"{file}:choose"), "rounds"),
    }
    rates: dict[str, list[float]] = {name: [] for name in timed}
    for _ in range(REPEATS):
        for name, one in timed.items():
            rates[name].append(one.size / one.slice()[0])
    return {name: statistics.median(found) for name, found in rates.items()}


def threads_gain(threads: int = 2) -> float:
    """How many times one thread's speed several threads reach, in wall time."""
    work = _cuttle("balanced", "balanced")
    one = Timed(work)
    games = int(one.size / one.slice()[0] * THREADS_S)
    best = dict.fromkeys((1, threads), float("inf"))
    for _ in range(3):
        for workers in best:
            start = time.perf_counter()
            runner.run(work, games + games % 2, workers=workers)
            best[workers] = min(best[workers], time.perf_counter() - start)
    return best[1] / best[threads]


def compile_everything() -> None:
    """Compile, or load from the cache, all that the report needs, and play a little of it."""
    from experiments import playing, running

    halt = np.zeros(1, dtype=np.uint8)
    for spec in running.standard_experiments():
        work = playing.ready(spec)
        for what in ("games", "rounds") if spec.game == "cuckoo" else ("games",):
            work.play(Chunk(what, 0, 2), halt)


def _child(arguments: list[str], **environment: str) -> float:
    """Wall time of a fresh Python process of this very program."""
    root = str(Path(__file__).resolve().parent.parent)
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)} failed: {done.stderr.strip()}")
    return time.perf_counter() - start


def compile_seconds() -> float:
    """Wall time of a process that compiles, with an empty cache, all that the report needs."""
    code = "from experiments.benchmark import compile_everything; compile_everything()"
    with tempfile.TemporaryDirectory() as cache:
        return _child(["-c", code], CUTTLELAB_CACHE_DIR=cache, CUTTLELAB_CACHE="on")


def warm_start_seconds() -> float:
    """Wall time of `cuttlelab match random random --games 10k` with a warm cache."""
    arguments = ["-m", "experiments.cli", "match", "random", "random", "--games", "10k"]
    return min(_child(arguments) for _ in range(3))


_TWIN_LINE = re.compile(r"(\w+)\s+games/s .* ns/turn ([\d.]+)")


def against_twin(source: Path, folder: Path) -> dict[str, dict[str, float]]:
    """Time a C yardstick and the engine in alternation on the same core.

    The yardstick prints a line a player: its name first, then `… ns/turn N …`.

    Raises
    ------
    ValueError
        If it cannot be compiled or prints something else.
    """
    program = folder / "twin"
    try:
        subprocess.run(
            ["gcc", "-O3", "-march=native", "-o", str(program), str(source)],
            check=True,
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        raise ValueError("--against needs gcc, which is not installed") from None
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines() or ["gcc failed"]
        raise ValueError(f"{source} does not compile: {lines[0]}") from None
    timed = {pairing: Timed(_cuttle(*pairing.split())) for pairing in TWINS}
    ours: dict[str, list[float]] = {pairing: [] for pairing in TWINS}
    theirs: dict[str, list[float]] = {pairing: [] for pairing in TWINS}
    for _ in range(REPEATS):
        printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
        lines = dict(_TWIN_LINE.findall(printed))
        for pairing, player in TWINS.items():
            if player not in lines:
                raise ValueError(f"{source} prints no line '{player} … ns/turn N'")
            theirs[pairing].append(float(lines[player]))
            ours[pairing].append(cuttle_row([timed[pairing].slice()])["ns_per_turn"])
    rows = {}
    for pairing in TWINS:
        rows[pairing] = {
            "ns_per_turn": statistics.median(ours[pairing]),
            "twin_ns_per_turn": statistics.median(theirs[pairing]),
            "ratio": statistics.median(
                own / twin for own, twin in zip(ours[pairing], theirs[pairing], strict=True)
            ),
        }
    return rows


def bench(against: Path | None = None, say: Say = lambda message: None) -> dict[str, Any]:
    """Measure everything; the keys of `bench --json`.

    Parameters
    ----------
    against : Path, optional
        C source of a yardstick (`against_twin`).
    say : callable
        Told what is being measured.

    Raises
    ------
    ValueError
        If the yardstick is refused.
    """
    from engine_fast.cuttle.rules import RuleSet

    if against is not None and not against.is_file():
        raise ValueError(f"{against}: No such file")
    start = time.perf_counter()
    rules = RuleSet.parse("classic")
    found: dict[str, Any] = {
        "rules": rules.text,
        "rules_hash": rules.hash,
        "seed": DEFAULT_SEED,
    }
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with one_core():
            if against is not None:
                say(f"{against.name} and the engine in alternation …")
                found["against"] = against_twin(against, folder)
            say("Cuttle on one core …")
            found["cuttle"], found["user_file_share"] = cuttle_speeds(folder)
            say("decisions of search …")
            found["search"] = search_times()
            say("Cuckoo on one core …")
            found["cuckoo"] = {str(CUCKOO_SEATS): cuckoo_speeds(folder)}
    say("two threads …")
    found["threads"] = {"2": threads_gain(2)}
    say("compiling into an empty cache …")
    found["compile_s"] = compile_seconds()
    say("a warm start …")
    found["warm_start_s"] = warm_start_seconds()
    found["seconds"] = time.perf_counter() - start
    return found
