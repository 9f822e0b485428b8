"""Running an experiment: work cut into chunks, tallied, merged in order. Knows no statistics.

A chunk is (what is played, seed, first game, count) and its tally follows from these alone, so that
it may be repeated, moved or merged in any way without changing a number. Memory holds a few chunks'
tallies, whatever the number of games.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol, overload

import numpy as np

from engine_fast.policies import Halted
from experiments.amounts import available_cores, whole_pairs
from experiments.backends import Backend, Serial, Threads
from experiments.tally import Tally, add_to

BACKENDS = ("threads", "serial")
GAMES_A_CHUNK = 1 << 17  # about half a second for one core
ROUNDS_A_CHUNK = 1 << 22
_LEAST_A_CHUNK = 512
_CHUNKS_A_WORKER = 8  # for small runs, so that all workers end at about the same time


@dataclass(frozen=True)
class Chunk:
    """Games or rounds [`start`, `start + count`) of every unit."""

    what: str
    start: int
    count: int


class Work(Protocol):
    """What can be run: an experiment with its policies loaded (`playing.py`)."""

    @property
    def seed(self) -> int:
        """Seed of every deal and choice."""
        ...

    @property
    def units(self) -> Sequence[object]:
        """Who meets whom; each chunk plays its range for every unit."""
        ...

    @property
    def effort(self) -> float:
        """Time of a game for every unit, in games that play nothing out."""
        ...

    def play(self, chunk: Chunk, halt: np.ndarray) -> Tally:
        """Play a chunk and count it; raises `Halted` once `halt` is set."""
        ...


Progress = Callable[[str, int, int], None]
"""Called as `progress(what, done, total)`, in games or rounds over all units."""


class InterruptedRun(Exception):
    """Raised on Ctrl-C: what was finished until then, in index order from the start.

    Attributes
    ----------
    tally : Tally
    done : dict
        Games and rounds finished for each unit.
    """

    def __init__(self, tally: Tally, done: dict[str, int]) -> None:
        super().__init__("interrupted")
        self.tally = tally
        self.done = done


class Chunks(Sequence[Chunk]):
    """[`first`, `total`) in chunks of `size`, each made when asked for, so that any count fits."""

    def __init__(self, what: str, total: int, size: int, first: int = 0) -> None:
        self.what = what
        self.total = total
        self.size = size
        self.first = first

    def __len__(self) -> int:
        return -(-(self.total - self.first) // self.size)

    @overload
    def __getitem__(self, index: int) -> Chunk: ...

    @overload
    def __getitem__(self, index: slice) -> Chunks: ...

    def __getitem__(self, index: int | slice) -> Chunk | Sequence[Chunk]:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        start = self.first + range(len(self))[index] * self.size
        return Chunk(self.what, start, min(self.size, self.total - start))


def chunks_of(
    what: str, count: int, effort: float, workers: int, size: int | None = None, first: int = 0
) -> Chunks:
    """Cut [first, count) of every unit into chunks of whole pairs, in index order.

    Parameters
    ----------
    what : str
        "games" or "rounds".
    count : int
        For each unit.
    effort : float
        Time of a game for every unit (`Work.effort`).
    workers : int
    size : int, optional
        Games or rounds of a chunk for each unit; chosen by default.
    first : int
        Even.
    """
    if size is None:
        most = math.ceil((GAMES_A_CHUNK if what == "games" else ROUNDS_A_CHUNK) / effort)
        least = math.ceil(_LEAST_A_CHUNK / effort)
        size = max(min(most, math.ceil((count - first) / (workers * _CHUNKS_A_WORKER))), least)
    size = whole_pairs(size)
    return Chunks(what, count, size, first)


def backend_of(name: str, workers: int) -> Backend:
    """Return the backend of a name.

    Raises
    ------
    ValueError
        If there is none.
    """
    if name not in BACKENDS:
        raise ValueError(f"unknown backend {name!r}; allowed: {', '.join(BACKENDS)}")
    return Serial() if name == "serial" else Threads(workers)


def run(
    work: Work,
    games: int = 0,
    rounds: int = 0,
    *,
    workers: int | None = None,
    backend: str = "threads",
    chunk_size: int | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play `games` and `rounds` of every unit and return the tally.

    The same numbers for any number of workers, any backend and any chunk size.

    Raises
    ------
    InterruptedRun
        On Ctrl-C; chunks that were under way are thrown away.
    engine_fast.policies.PolicyError
        If a policy breaks its contract.
    """
    workers = workers or available_cores()
    going = _Going(work, backend_of(backend, workers), workers, chunk_size, progress)
    with _stopped_by_ctrl_c(going.halt):
        for what, count in (("rounds", rounds), ("games", games)):
            going.play_to(what, count)
    return going.tally


def run_until(
    work: Work,
    stages: Iterable[int],
    enough: Callable[[Tally], bool],
    *,
    workers: int | None = None,
    backend: str = "threads",
    chunk_size: int | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Play games of every unit until a stage's tally is enough, or to the last stage.

    `enough` sees the finished games [0, stage) and nothing else, whatever the number of workers,
    the backend or the chunk size: none of them can change where a run stops. No game beyond the
    stage is played; workers wait for each other there.

    Parameters
    ----------
    work : Work
    stages : iterable of int
        Numbers of games for each unit, even and rising, which are known beforehand.
    enough : callable
        Judges a stage's tally, which it must not change.
    workers, backend, chunk_size, progress
        As in `run`; `progress` has the next stage as its total.

    Raises
    ------
    InterruptedRun
        On Ctrl-C; chunks that were under way are thrown away.
    engine_fast.policies.PolicyError
        If a policy breaks its contract.
    """
    workers = workers or available_cores()
    going = _Going(work, backend_of(backend, workers), workers, chunk_size, progress)
    with _stopped_by_ctrl_c(going.halt):
        for stage in stages:
            going.play_to("games", stage)
            if enough(going.tally):
                break
    return going.tally


class _Going:
    """A run under way: what is counted so far, in index order from the start."""

    def __init__(
        self,
        work: Work,
        backend: Backend,
        workers: int,
        chunk_size: int | None,
        progress: Progress | None,
    ) -> None:
        self.work = work
        self.backend = backend
        self.workers = workers
        self.chunk_size = chunk_size
        self.progress = progress
        self.tally: Tally = {}
        self.done = {"games": 0, "rounds": 0}
        self.halt = np.zeros(1, dtype=np.uint8)

    def play_to(self, what: str, count: int) -> None:
        """Go on until `count` games or rounds of every unit are played and counted."""
        units, done = len(self.work.units), self.done
        chunks = chunks_of(what, count, self.work.effort, self.workers, self.chunk_size, done[what])
        if self.progress is not None and chunks:
            self.progress(what, done[what] * units, count * units)
        results = self.backend.run(self.work.play, chunks, self.halt)
        try:
            for chunk, counts in zip(chunks, results, strict=True):
                add_to(self.tally, counts)
                done[what] += chunk.count
                if self.progress is not None:
                    self.progress(what, done[what] * units, count * units)
        except Halted:
            raise InterruptedRun(self.tally, done) from None


@contextmanager
def _stopped_by_ctrl_c(halt: np.ndarray) -> Iterator[None]:
    """Let the first Ctrl-C set the flag that kernels poll; a second one acts as ever.

    An exception raised wherever Ctrl-C happens to strike could leave a chunk half added.
    """
    usual = signal.getsignal(signal.SIGINT)
    if (
        threading.current_thread() is not threading.main_thread()
        or usual is not signal.default_int_handler
    ):
        yield
        return

    def stop(number: int, frame: object) -> None:
        halt[0] = 1
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
