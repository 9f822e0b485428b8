"""Where chunks run: in this thread, or on a pool of threads. Knows nothing of games.

A backend is anything with `run(function, chunks, halt)` that yields `function(chunk, halt)` for
every chunk, in the order of `chunks`, holding few results at a time. Kernels release the GIL, so
threads are enough for all cores. Threads are daemons: a policy that never answers cannot keep the
process from ending.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

import numpy as np

from engine_fast.policies import Halted

C = TypeVar("C")
R = TypeVar("R")
T = TypeVar("T")

PATIENCE_S = 1.0  # how long a stopped thread is waited for
_AHEAD = 2  # chunks handed out per worker


class Backend(Protocol):
    """What the runner asks of a place where chunks run."""

    def run(
        self, function: Callable[[C, np.ndarray], R], chunks: Sequence[C], halt: np.ndarray
    ) -> Iterator[R]:
        """Yield `function(chunk, halt)` for each chunk, in order; raise what it raises."""
        ...


class Serial:
    """One chunk after another, in the calling thread.

    There Ctrl-C is noticed between kernels only; one thread of a pool notices it at once.
    """

    def run(
        self, function: Callable[[C, np.ndarray], R], chunks: Sequence[C], halt: np.ndarray
    ) -> Iterator[R]:
        """Yield the results in order."""
        for chunk in chunks:
            yield function(chunk, halt)


class Threads:
    """A pool of `workers` threads, each playing one chunk at a time."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def run(
        self, function: Callable[[C, np.ndarray], R], chunks: Sequence[C], halt: np.ndarray
    ) -> Iterator[R]:
        """Yield the results in order; whatever ends the iteration stops the threads."""
        tasks: queue.SimpleQueue[int | None] = queue.SimpleQueue()
        done: queue.SimpleQueue[tuple[int, R | None, BaseException | None]] = queue.SimpleQueue()

        def work() -> None:
            while (index := tasks.get()) is not None:
                try:
                    done.put((index, function(chunks[index], halt), None))
                except BaseException as error:
                    done.put((index, None, error))

        count = min(self.workers, max(len(chunks), 1))
        threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
        for thread in threads:
            thread.start()
        waiting: dict[int, tuple[R | None, BaseException | None]] = {}
        handed = min(_AHEAD * count, len(chunks))
        for index in range(handed):
            tasks.put(index)
        finished = False
        try:
            for index in range(len(chunks)):
                while index not in waiting:
                    place, result, error = _next_done(done, halt)
                    waiting[place] = result, error
                result, error = waiting.pop(index)
                if error is not None:
                    raise error
                if handed < len(chunks):
                    tasks.put(handed)
                    handed += 1
                yield result  # type: ignore[misc]
            finished = True
        finally:
            if not finished:
                halt[0] = 1
                while not tasks.empty():
                    tasks.get()
            for _ in threads:
                tasks.put(None)
            deadline = time.monotonic() + PATIENCE_S
            for thread in threads:
                thread.join(max(deadline - time.monotonic(), 0))


def _next_done(done: queue.SimpleQueue[T], halt: np.ndarray) -> T:
    """Wait for a thread to finish a chunk, but not for long once `halt` is set."""
    deadline = math.inf
    while True:
        if halt[0] and deadline == math.inf:
            deadline = time.monotonic() + PATIENCE_S
        try:
            return done.get(timeout=0.2)
        except queue.Empty:
            if time.monotonic() > deadline:
                raise Halted from None
