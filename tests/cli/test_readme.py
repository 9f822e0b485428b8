"""Every command of the README runs, and its policy plays."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from experiments.cli import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ cuttlelab (.+)$", README, flags=re.MULTILINE)
POLICY = re.search(r"```python\n(.+?)```", README, flags=re.DOTALL)

LINKS = re.findall(r"\]\(([^)#:]+)\)", README)

# The report is what `make report` makes and takes a minute; its own tests write one, smaller.
SMALLER = {"report": ["--help"]}


@pytest.mark.parametrize("command", COMMANDS)
def test_command_runs(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = shlex.split(command)
    arguments = [str(ROOT / word) if word.startswith("tests/") else word for word in words]
    monkeypatch.chdir(tmp_path)
    outcome = CliRunner().invoke(main, arguments[:1] + SMALLER.get(words[0], arguments[1:]))
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stdout.strip()


@pytest.mark.parametrize("link", LINKS)
def test_link_leads_to_a_kept_file(link: str) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--", link], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("not a git checkout, so nothing tells what is kept")
    assert listed.stdout.strip() == link


def test_every_command_of_the_program_is_shown_or_is_bench() -> None:
    shown = {command.split()[0] for command in COMMANDS}
    assert shown | {"bench"} == set(main.commands)


def test_policy_of_the_readme_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert POLICY is not None
    (tmp_path / "mine.py").write_text(POLICY.group(1), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = ["match", "mine.py:choose", "random", "--games", "2000", "--json"]
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 0, outcome.output
    assert '"score"' in outcome.stdout
