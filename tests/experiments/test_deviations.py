"""One Cuckoo seat among others who play alike: units made by `one`, their counts, estimates."""

import numpy as np
import pandas as pd
import pytest

from analyzer import cuckoo
from experiments import running, specs
from experiments.tables import deviation_frame

TEXT = """\
name = "departing"
game = "cuckoo"
rounds = 60_000

[[unit]]
policy = "threshold:t=7"
players = [2, 3]
one = ["keep", "threshold:t=7"]
"""


def test_one_departs_at_each_seat_in_turn() -> None:
    found = [unit.policies for unit in specs.parse(TEXT).units]
    t, k = "threshold:t=7", "keep"
    assert found == [(t, t), (k, t), (t, k), (t, t, t), (k, t, t), (t, k, t), (t, t, k)]
    assert [unit.name for unit in specs.parse(TEXT).units[:2]] == [
        "threshold:t=7, 2 players",
        "threshold:t=7, 2 players, keep in seat 1",
    ]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'policy = "threshold:t=7"',
            'seats = ["keep", "keep"]',
            "goes with policy, not with seats",
        ),
        ('one = ["keep", "threshold:t=7"]', "one = [3]", "no list of texts"),
        ('one = ["keep", "threshold:t=7"]', "one = 3", "3 is no text"),
    ],
)
def test_faults(old: str, new: str, message: str) -> None:
    text = TEXT.replace("players = [2, 3]\n", "") if "seats" in new else TEXT
    with pytest.raises(ValueError, match=rf"unit\.1\.one: .*{message}"):
        specs.parse(text.replace(old, new), "mine.toml")


def test_a_spec_of_rounds_is_sized_by_rounds() -> None:
    spec = specs.parse(TEXT)
    assert spec.size() == (0, -(-60_000 // 7))
    assert spec.size(games=700) == (0, 100)


def test_rows_are_about_the_seat_that_departs() -> None:
    outcome = running.run_spec(specs.parse(TEXT))
    frame = deviation_frame(outcome.spec, outcome.tally)
    assert frame is not None
    keys = list(frame[["players", "seat", "policy"]].itertuples(index=False, name=None))
    t, k = "threshold:t=7", "keep"
    assert keys == [
        *[(2, 1, t), (2, 2, t), (2, 1, k), (2, 2, k)],
        *[(3, 1, t), (3, 2, t), (3, 3, t), (3, 1, k), (3, 2, k), (3, 3, k)],
    ]
    sets = outcome.tally["rounds", "threshold:t=7, 3 players, keep in seat 2"]
    losses = sets[[mask for mask in range(8) if mask & 2]].sum()
    row = frame[(frame["players"] == 3) & (frame["seat"] == 2) & (frame["policy"] == k)].iloc[0]
    assert row["losses"] == losses
    estimates = outcome.tables["cuckoo_responses"]
    assert len(estimates) == len(frame)
    places = estimates[["players", "seat"]]
    pd.testing.assert_frame_equal(
        places, places.sort_values(["players", "seat"], ignore_index=True)
    )
    # To keep a low card where others swap theirs costs a seat far more than noise.
    assert (estimates.loc[estimates["policy"] == k, "saved_high"] < 0).all()


def test_no_table_without_a_seat_that_departs() -> None:
    outcome = running.run_spec(specs.parse(TEXT.replace('one = ["keep", "threshold:t=7"]', "")))
    assert "cuckoo_responses" not in outcome.tables


def test_best_and_saved() -> None:
    rows = [("a", 300), ("b", 250), ("c", 252), ("d", 400)]
    counts = pd.DataFrame(
        {
            "others": "a",
            "players": 3,
            "rules": "cuckoo",
            "seat": 1,
            "policy": [name for name, _ in rows],
            "n": 1000,
            "losses": [losses for _, losses in rows],
        }
    )
    found = cuckoo.responses(counts).set_index("policy")
    assert list(found.index[found["best"]]) == ["b"]
    np.testing.assert_allclose(found["saved"], [0, 0.05, 0.048, -0.1])
    # Newcombe's interval of 300/1000 − 250/1000 by statsmodels.
    from statsmodels.stats.proportion import confint_proportions_2indep

    interval = confint_proportions_2indep(300, 1000, 250, 1000, method="newcomb")
    np.testing.assert_allclose(found.loc["b", ["saved_low", "saved_high"]].tolist(), interval)
    assert found["separable"].to_dict() == {"a": True, "b": False, "c": False, "d": True}
    assert (found["tried"] == 4).all()
