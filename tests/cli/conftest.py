"""Running commands in this process, and in one of their own."""

import inspect
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from experiments.cli import main

ROOT = Path(__file__).resolve().parent.parent.parent

Command = Callable[..., Result]

# click before 8.2 mixes the two outputs unless told not to; later ones never do.
APART: dict[str, Any] = (
    {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}
)


@pytest.fixture
def command() -> Command:
    """Call a command as `command("match", "random", "random")`."""

    def run(*arguments: str) -> Result:
        result = CliRunner(**APART).invoke(main, list(arguments), prog_name="cuttlelab")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


@pytest.fixture
def refused(command: Command) -> Callable[..., str]:
    """Call a command that must be refused: exit code 2, nothing printed, one line said."""

    def run(*arguments: str) -> str:
        result = command(*arguments)
        assert result.exit_code == 2, result.output
        assert result.stdout == ""
        lines = [
            line
            for line in result.stderr.splitlines()
            if not line.startswith(("compiling the engine", "loading or compiling"))
        ]
        assert len(lines) == 1, result.stderr
        assert lines[0].startswith("cuttlelab")
        return lines[0]

    return run


@pytest.fixture
def process() -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Start a command in a process of its own."""
    started = []

    def run(*arguments: str, **options: object) -> subprocess.Popen[str]:
        path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
        child = subprocess.Popen(
            [sys.executable, "-m", "experiments.cli", *arguments],
            env={**os.environ, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,  # type: ignore[call-overload]
        )
        started.append(child)
        return child

    yield run
    for child in started:
        if child.poll() is None:
            child.kill()
        child.communicate()
