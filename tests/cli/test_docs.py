"""What docs/cli.md and docs/experiments.md show works."""

import re
import shlex
from pathlib import Path

import pytest

from experiments import running, specs
from tests.cli.conftest import ROOT, Command

COMMANDS = re.findall(
    r"^    cuttlelab (.+?)(?: +#.*)?$",
    "\n".join((ROOT / "docs" / name).read_text("utf-8") for name in ("cli.md", "experiments.md")),
    re.MULTILINE,
)
EXPERIMENTS = (ROOT / "docs" / "experiments.md").read_text("utf-8")
SPECS: list[str] = re.findall(r"```toml\n(.*?)```", EXPERIMENTS, re.DOTALL)
MINE = "def choose(view, moves, count, weights, random):\n    return 0\n"


def test_there_is_something_to_test() -> None:
    assert len(COMMANDS) > 10 and len(SPECS) == 3


@pytest.mark.parametrize("line", COMMANDS)
def test_commands(
    command: Command, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if line.startswith("report"):
        pytest.skip("test_batches.py makes one of fewer games")
    monkeypatch.chdir(tmp_path)
    Path("my.py").write_text(MINE)
    result = command(*shlex.split(line))
    assert result.exit_code == 0, result.stderr
    assert result.stdout


@pytest.mark.parametrize("text", SPECS)
def test_specs(text: str) -> None:
    spec = specs.parse(text)
    outcome = running.run_spec(spec, games=400)
    assert all(len(table) for table in outcome.tables.values())
