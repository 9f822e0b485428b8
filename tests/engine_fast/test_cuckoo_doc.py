"""The equilibria that docs/cuckoo.md prints are what the solver finds."""

import re
from pathlib import Path

import pytest

from engine_fast.cuckoo import equilibrium
from engine_fast.cuckoo.rules import CuckooRules

DOC = (Path(__file__).resolve().parents[2] / "docs" / "cuckoo.md").read_text(encoding="utf-8")
ROWS = {
    int(players): (thresholds.split(), losses.split())
    for players, thresholds, losses in re.findall(
        r"^\| (\d+) \| ([\d ]+) \| ([\d. ]+) \|$", DOC, re.M
    )
}
PLAIN = {
    int(players): costs.split()
    for players, costs in re.findall(r"^\| (\d+) \| ([\d. ]+) \|$", DOC, re.M)
}


def test_every_table_has_a_row() -> None:
    assert list(ROWS) == list(PLAIN) == list(range(2, 11))
    for players, (thresholds, losses) in ROWS.items():
        assert len(thresholds) == len(losses) == len(PLAIN[players]) == players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rows(players: int) -> None:
    found = equilibrium.solve(players, CuckooRules.parse("cuckoo"))
    assert found.pure
    thresholds, losses = ROWS[players]
    assert [str(seat.play.fresh) for seat in found.seats] == thresholds
    assert [f"{100 * float(seat.loss):.2f}" for seat in found.seats] == losses
    costs = [f"{100 * float(seat.plain_loss - seat.loss):.2f}" for seat in found.seats]
    assert costs == PLAIN[players]
