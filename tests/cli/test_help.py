"""What `--help` says, and that it says it without loading anything heavy."""

import subprocess
import sys

import pytest

from experiments.cli import main
from tests.cli.conftest import ROOT, Command

OPTIONS = {
    "report": ["--preset", "--out", "--seed", "--workers"],
    "experiments": [],
    "run": [
        "--games",
        "--out",
        "--seed",
        "--workers",
        "--backend",
        "--keep-games",
        "--json",
    ],
    "match": ["--rules", "--games", "--seed", "--workers", "--json"],
    "cuckoo": [
        "--players",
        "--policy",
        "--lives",
        "--rules",
        "--games",
        "--rounds",
        "--seed",
        "--workers",
        "--json",
    ],
    "policies": [],
    "rules": [],
    "moves": ["--rules"],
    "play": ["--rules"],
    "verify": [],
    "replay": [
        "--game",
        "--rules",
        "--a",
        "--b",
        "--players",
        "--policy",
        "--lives",
        "--seed",
        "--as",
    ],
    "tune": ["--rules", "--against", "--budget", "--out", "--seed", "--workers", "--json"],
    "bench": ["--against", "--json"],
}


def test_the_commands_are_those_of_the_contract(command: Command) -> None:
    result = command("--help")
    assert result.exit_code == 0
    assert set(main.commands) == set(OPTIONS)
    for name in OPTIONS:
        assert f"\n  {name} " in result.stdout


@pytest.mark.parametrize("name", OPTIONS)
def test_the_options_are_those_of_the_contract(command: Command, name: str) -> None:
    result = command(name, "--help")
    assert result.exit_code == 0
    found = [option for parameter in main.commands[name].params for option in parameter.opts]
    assert [option for option in found if option.startswith("--")] == OPTIONS[name]
    for option in OPTIONS[name]:
        assert option in result.stdout


def test_no_command_is_help(command: Command) -> None:
    assert command().stdout == command("--help").stdout


def test_version(command: Command) -> None:
    assert command("--version").stdout.startswith("cuttlelab ")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from experiments.cli import main\n"
        "try:\n    main(['--help'], 'cuttlelab')\n"
        "except SystemExit:\n    pass\n"
        "heavy = {'numpy', 'numba', 'pandas', 'scipy', 'matplotlib', 'rich', 'pyarrow'}\n"
        "print(sorted(heavy & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip() == "[]"


def test_match_loads_neither_pandas_nor_scipy() -> None:
    code = (
        "import sys\n"
        "from experiments.cli import main\n"
        "try:\n    main(['match', 'random', 'random', '--games', '100'], 'cuttlelab')\n"
        "except SystemExit as end:\n    assert end.code == 0\n"
        "heavy = {'pandas', 'scipy.stats', 'statsmodels', 'matplotlib', 'pyarrow'}\n"
        "print('heavy:', sorted(heavy & sys.modules.keys()), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stderr.strip().endswith("heavy: []")
