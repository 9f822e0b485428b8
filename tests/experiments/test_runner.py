"""The same tallies for any workers, chunks, backend; interruption; order."""

import os
import threading
import time
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from engine_fast.policies import Halted
from experiments import playing, runner, specs, tally
from experiments.backends import Serial, Threads
from experiments.runner import Chunk
from experiments.tally import Tally

SPEC = """
name = "s"
game = "cuttle"
[[unit]]
a = ["random", "greedy"]
b = "random"
[[table]]
factors = ["seat", "length"]
[[contrast]]
base = "random – random"
other = "greedy – random"
factors = ["kings_dealt"]
"""
GAMES = 3000


@pytest.fixture(scope="module")
def work() -> playing.Ready:
    return playing.ready(specs.parse(SPEC))


@pytest.fixture(scope="module")
def expected(work: playing.Ready) -> Tally:
    return runner.run(work, GAMES, workers=1)


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("chunk_size", [None, 514, 10_000])
@pytest.mark.parametrize("backend", runner.BACKENDS)
def test_tallies_do_not_depend_on_how_work_is_cut(
    work: playing.Ready, expected: Tally, workers: int, chunk_size: int | None, backend: str
) -> None:
    found = runner.run(work, GAMES, workers=workers, backend=backend, chunk_size=chunk_size)
    assert tally.equal(found, expected)


def test_chunks_of_one_pair_each(work: playing.Ready) -> None:
    found = runner.run(work, 300, workers=2, chunk_size=2)
    assert tally.equal(found, runner.run(work, 300, workers=1))


def test_blocks_within_a_chunk_change_nothing(
    work: playing.Ready, expected: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "GAMES_A_BLOCK", 100)
    assert tally.equal(runner.run(work, GAMES, workers=1), expected)


def test_a_chunk_can_be_repeated(work: playing.Ready) -> None:
    halt = np.zeros(1, dtype=np.uint8)
    chunk = Chunk("games", 1000, 200)
    assert tally.equal(work.play(chunk, halt), work.play(chunk, halt))


def test_another_seed_gives_other_games(expected: Tally) -> None:
    other = runner.run(playing.ready(specs.parse(SPEC), seed=77), GAMES)
    assert not tally.equal(other, expected)


def test_chunks_cover_every_game_once() -> None:
    for count, units, workers in ((1, 1, 1), (10_000_000, 9, 2), (777_778, 2, 3), (512, 1, 1)):
        chunks = runner.chunks_of("games", count, units, workers)
        assert chunks[0].start == 0
        assert all(left.start + left.count == right.start for left, right in pairwise(chunks))
        assert chunks[-1].start + chunks[-1].count == count
        assert all(chunk.start % 2 == 0 for chunk in chunks)


def test_chunks_go_on_from_where_a_run_stands() -> None:
    chunks = runner.chunks_of("games", 5_000, 1, 2, 600, 2_000)
    assert [chunk.start for chunk in chunks] == [2_000, 2_600, 3_200, 3_800, 4_400]
    assert sum(chunk.count for chunk in chunks) == 3_000
    assert len(runner.chunks_of("games", 2_000, 1, 2, 600, 2_000)) == 0


def test_a_run_in_stages_is_a_run(work: playing.Ready, expected: Tally) -> None:
    seen: list[int] = []

    def enough(counts: Tally) -> bool:
        seen.append(int(counts["totals", "random – random"][0]))
        return seen[-1] >= GAMES

    found = runner.run_until(work, [1000, 1002, GAMES, 2 * GAMES], enough, workers=2)
    assert seen == [1000, 1002, GAMES]
    assert tally.equal(found, expected)


def test_an_absurd_number_of_games_needs_no_memory() -> None:
    chunks = runner.chunks_of("games", 10**12, 1, 2)
    assert chunks[-1].start + chunks[-1].count == 10**12


def test_progress_ends_at_the_total(work: playing.Ready) -> None:
    said: list[tuple[str, int, int]] = []
    runner.run(work, 1000, workers=2, progress=lambda *now: said.append(now))
    assert said[0] == ("games", 0, 2000)
    assert said[-1] == ("games", 2000, 2000)
    assert [done for _, done, _ in said] == sorted(done for _, done, _ in said)


class Waiting:
    """Work whose chunks wait for the stop flag after the third."""

    seed = 1
    units = ("u",)
    effort = 1.0

    def __init__(self) -> None:
        self.started = threading.Event()

    def play(self, chunk: Chunk, halt: np.ndarray) -> Tally:
        if chunk.start >= 30:
            self.started.set()
            while not halt[0]:
                time.sleep(0.01)
            raise Halted
        return {("pairs", "u"): np.array([chunk.count])}


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_the_finished_prefix(workers: int) -> None:
    waiting = Waiting()

    def press() -> None:
        waiting.started.wait()
        os.kill(os.getpid(), 2)

    threading.Thread(target=press).start()
    start = time.monotonic()
    with pytest.raises(runner.InterruptedRun) as stopped:
        runner.run(waiting, 100, workers=workers, chunk_size=10)
    assert time.monotonic() - start < 2
    assert stopped.value.done == {"games": 30, "rounds": 0}
    assert stopped.value.tally["pairs", "u"] == [30]


def test_ctrl_c_keeps_the_stages_before_too() -> None:
    waiting = Waiting()

    def press() -> None:
        waiting.started.wait()
        os.kill(os.getpid(), 2)

    threading.Thread(target=press).start()
    with pytest.raises(runner.InterruptedRun) as stopped:
        runner.run_until(waiting, [20, 100], lambda counts: False, workers=2, chunk_size=10)
    assert stopped.value.done == {"games": 30, "rounds": 0}
    assert stopped.value.tally["pairs", "u"] == [30]


def test_a_policy_that_never_answers_does_not_hold_the_run() -> None:
    class Stuck(Waiting):
        def play(self, chunk: Chunk, halt: np.ndarray) -> Tally:
            self.started.set()
            time.sleep(5)
            return {}

    stuck = Stuck()

    def press() -> None:
        stuck.started.wait()
        os.kill(os.getpid(), 2)

    threading.Thread(target=press).start()
    start = time.monotonic()
    with pytest.raises(runner.InterruptedRun):
        runner.run(stuck, 100, workers=2, chunk_size=10)
    assert time.monotonic() - start < 3


@pytest.mark.parametrize("backend", [Serial(), Threads(3)])
def test_results_come_in_order_and_errors_come_through(backend: Serial | Threads) -> None:
    halt = np.zeros(1, dtype=np.uint8)

    def slow_first(chunk: int, halt: np.ndarray) -> int:
        time.sleep(0.02 if chunk == 0 else 0)
        if chunk == 7:
            raise KeyError("seven")
        return chunk

    assert list(backend.run(slow_first, range(7), halt)) == list(range(7))
    results: Iterator[int] = backend.run(slow_first, range(20), halt)
    with pytest.raises(KeyError, match="seven"):
        list(results)


def test_few_chunks_are_handed_out_ahead() -> None:
    halt = np.zeros(1, dtype=np.uint8)
    played: list[int] = []

    def play(chunk: int, halt: np.ndarray) -> int:
        played.append(chunk)
        return chunk

    results = Threads(2).run(play, range(1000), halt)
    next(results)
    time.sleep(0.05)
    assert len(played) <= 6
    results.close()  # type: ignore[attr-defined]


def test_unknown_backends_are_refused() -> None:
    with pytest.raises(ValueError, match="allowed: threads, serial"):
        runner.backend_of("magic", 2)


@pytest.mark.parametrize(("rules", "times"), [("classic", 1), ("classic+first_to=4", 4)])
def test_longer_matches_come_in_smaller_chunks(rules: str, times: int) -> None:
    """So that progress, Ctrl-C and the other workers do not wait for a chunk of long matches."""
    unit = f'name = "u"\na = "greedy"\nb = "random"\nrules = "{rules}"\n'
    work = playing.ready(specs.parse(f'name = "s"\ngame = "cuttle"\n[[unit]]\n{unit}'))
    assert work.effort == times
    chunks = runner.chunks_of("games", 100_000_000, work.effort, 2)
    assert chunks[0].count == runner.GAMES_A_CHUNK // times
