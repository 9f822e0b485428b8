"""Simulated beside exact: the catalogue's experiment agrees, and a fault would show."""

import numpy as np
import pandas as pd
import pytest

from analyzer import cuckoo
from experiments import running, specs

TEXT = """\
name = "agreeing"
game = "cuckoo"
exact = true
rounds = 200_000
games = 40_000

[[unit]]
policy = "informed:t=7"
players = [2, 4]
"""


def test_the_catalogue_agrees() -> None:
    """Fixed seed: five standard errors for 94 rates, p > 0.001 for the chi-squares."""
    outcome = running.run_spec(specs.load("cuckoo-agreement"), games=90_000)
    seats = outcome.tables["cuckoo_agreement"]
    assert seats.groupby("what").size().to_dict() == {
        "loses a round": 54,
        "wins alone": 20,
        "shares a win": 20,
    }
    assert seats["z"].abs().max() < 5
    sets = outcome.tables["cuckoo_agreement_sets"]
    assert list(sets["players"]) == [*range(2, 11), 0]
    assert (sets["p"] > 0.001).all()


def test_chances_are_those_of_the_rules_played() -> None:
    """The same counts beside the chances of other rules are refuted."""
    right = running.run_spec(specs.parse(TEXT)).tables
    assert right["cuckoo_agreement"]["z"].abs().max() < 5
    rounds = right["cuckoo_agreement"]
    rounds = rounds[rounds["what"] == "loses a round"].reset_index(drop=True)
    other = TEXT.replace("[[unit]]", '[[unit]]\nrules = "cuckoo+king_blocks=no"')
    wrong = running.run_spec(specs.parse(other)).tables["cuckoo_agreement"]
    wrong = wrong[wrong["what"] == "loses a round"].reset_index(drop=True)
    keys = ["n", "count"]
    mixed = cuckoo.agreement(pd.concat([rounds[keys], wrong[["exact"]]], axis=1))
    assert mixed["z"].abs().max() > 10


def test_z_and_difference() -> None:
    found = cuckoo.agreement(pd.DataFrame({"n": [100, 100], "count": [60, 0], "exact": [0.5, 0]}))
    np.testing.assert_allclose(found["z"], [2.0, np.nan])
    assert found["difference"].tolist() == [pytest.approx(0.1), 0]


def sets(*rows: tuple[int, float]) -> pd.DataFrame:
    names = [str(index) for index in range(len(rows))]
    counts, chances = zip(*rows, strict=True)
    columns = {"losers": names, "n": sum(counts), "count": counts, "exact": chances}
    return pd.DataFrame({"unit": "u", "policy": "p", "players": 3, **columns})


def test_chi_square_of_sets() -> None:
    # (60 − 50)²/50 + (40 − 50)²/50 = 4 with one degree of freedom.
    found = cuckoo.agreement_sets(sets((60, 0.5), (40, 0.5))).iloc[0]
    assert (found["chi2"], found["freedom"]) == (pytest.approx(4), 1)
    assert found["p"] == pytest.approx(0.0455, abs=1e-4)


def test_rare_sets_are_taken_together_and_impossible_ones_refute() -> None:
    rare = cuckoo.agreement_sets(sets((95, 0.94), (2, 0.03), (3, 0.03))).iloc[0]
    assert (rare["cells"], rare["freedom"]) == (2, 1)
    impossible = cuckoo.agreement_sets(sets((60, 0.5), (39, 0.5), (1, 0.0))).iloc[0]
    assert impossible["p"] == 0


def test_what_cannot_be_counted_is_refused_before_playing() -> None:
    with pytest.raises(ValueError, match="'random' has no exact numbers"):
        running.run_spec(specs.parse(TEXT.replace("informed:t=7", "random")))
    with pytest.raises(ValueError, match=r"line 3, exact: 'yes'; allowed: true or false"):
        specs.parse(TEXT.replace("exact = true", 'exact = "yes"'))
