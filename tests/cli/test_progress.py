"""Progress: plain lines now and then where there is no terminal, nothing if quiet."""

import pytest

from experiments.cli import progress


def run(shown: progress.Progress, clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress.time, "monotonic", lambda: clock[0])
    with shown:
        for done in range(0, 101):
            shown("games", done * 10, 1000)
            clock[0] += 0.125


def test_plain_lines(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run(progress.Progress(label="king-count"), [0.0], monkeypatch)
    said = capsys.readouterr()
    assert said.out == ""
    lines = said.err.splitlines()
    assert len(lines) == 4
    assert lines[0] == "king-count: 250 of 1,000 games, 80 games/s, 9 s left"


def test_quiet(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run(progress.Progress(quiet=True), [0.0], monkeypatch)
    assert capsys.readouterr() == ("", "")


def test_a_terminal_gets_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress.sys.stderr, "isatty", lambda: True, raising=False)
    with progress.Progress() as shown:
        shown("games", 0, 1000)
        shown("games", 500, 1000)
        shown("games", 1000, 1000)
    said = capsys.readouterr()
    assert said.out == ""
    assert "1000/1000" in said.err


def test_a_long_wait_for_policies_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_PATIENCE_S", 0.01)
    for quiet, expected in ((False, "loading or compiling policies …\n"), (True, "")):
        with progress.Progress(quiet):
            progress.time.sleep(0.1)
        assert capsys.readouterr().err == expected
    monkeypatch.setattr(progress, "_PATIENCE_S", 10)
    with progress.Progress() as shown:
        shown("games", 0, 10)
    assert capsys.readouterr().err == ""
