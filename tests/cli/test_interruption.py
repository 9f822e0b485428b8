"""Ctrl-C: within two seconds, exit code 130, nothing half-written, the command to go on."""

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Process = Callable[..., "subprocess.Popen[str]"]


def interrupt(child: "subprocess.Popen[str]") -> tuple[str, list[str], float]:
    """Press Ctrl-C once the first progress line is there; what it says after that, and how soon."""
    assert child.stderr is not None
    for line in child.stderr:
        if "games/s" in line:
            break
    assert child.poll() is None, child.communicate()
    child.send_signal(signal.SIGINT)
    start = time.monotonic()
    out, said = child.communicate(timeout=30)
    return out, said.splitlines(), time.monotonic() - start


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_match(process: Process, workers: str) -> None:
    arguments = ("match", "random", "random", "--games", "1G", "--workers", workers)
    child = process(*arguments)
    out, said, seconds = interrupt(child)
    assert child.returncode == 130
    assert seconds < 2
    assert out == ""
    assert "Traceback" not in "".join(said)
    assert said[-1] == f"to do it again: cuttlelab {' '.join(arguments)}"
    assert said[-2].startswith("interrupted after ")


def test_a_policy_that_takes_milliseconds_for_a_decision(process: Process) -> None:
    child = process("match", "search:playouts=5000", "search:playouts=5000", "--games", "100k")
    _, said, seconds = interrupt(child)
    assert child.returncode == 130
    assert seconds < 2
    assert said[-1].startswith("to do it again: cuttlelab match search:playouts=5000")


def test_a_run_leaves_nothing(process: Process, tmp_path: Path) -> None:
    out = tmp_path / "deep" / "run"
    child = process("run", "king-count", "--games", "1G", "--keep-games", "--out", str(out))
    _, said, seconds = interrupt(child)
    assert child.returncode == 130
    assert seconds < 2
    assert "Traceback" not in "".join(said)
    assert not list(tmp_path.iterdir())
