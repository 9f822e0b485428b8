"""A round robin is its matches, on the same deals, whatever the workers and the chunks."""

import csv
import io
import itertools

import numpy as np
import pytest

from experiments import matches, tournaments

POLICIES = ("random", "greedy", "balanced:lay_kings=0")
GAMES = 1_202  # 601 deals, so that batches are of one deal and of two


@pytest.fixture(scope="module")
def outcome() -> tournaments.TournamentOutcome:
    return tournaments.tournament(POLICIES, games=GAMES, workers=1)


def test_each_pairing_is_the_match_of_the_two(outcome: tournaments.TournamentOutcome) -> None:
    tables = outcome.batches.sum(axis=0)
    assert len(outcome.pairings) == 3
    for (first, second), table in zip(outcome.pairings, tables, strict=True):
        same = matches.match(POLICIES[first], POLICIES[second], games=GAMES)
        assert np.array_equal(table, same.pair_table)
    matrix = outcome.summary()["matrix"]
    same = matches.match(POLICIES[0], POLICIES[2], games=GAMES).summary()
    assert matrix[0][2] == {name: same[name] for name in ("score", "low", "high")}


@pytest.mark.parametrize(
    ("workers", "backend", "chunk_size"),
    [(2, "threads", None), (1, "serial", 100), (2, "threads", 514)],
)
def test_workers_and_chunks_change_nothing(
    outcome: tournaments.TournamentOutcome, workers: int, backend: str, chunk_size: int | None
) -> None:
    found = tournaments.tournament(
        POLICIES, games=GAMES, workers=workers, backend=backend, chunk_size=chunk_size
    )
    assert np.array_equal(found.batches, outcome.batches)
    assert found.ratings == outcome.ratings


def test_batches_hold_the_same_deals_for_every_pairing(
    outcome: tournaments.TournamentOutcome,
) -> None:
    deals = outcome.batches.sum(axis=(2, 3))
    assert deals.shape == (500, 3)
    assert (deals == deals[:, :1]).all()
    assert set(deals[:, 0].tolist()) == {1, 2}
    first = matches.match(POLICIES[0], POLICIES[1], games=2 * int(deals[:7, 0].sum()))
    assert np.array_equal(outcome.batches[:7, 0].sum(axis=0), first.pair_table)


def test_summary_follows_the_strength_of_the_policies(
    outcome: tournaments.TournamentOutcome,
) -> None:
    found = outcome.summary()
    assert found["policies"] == list(POLICIES)
    assert "points=" in found["policy_texts"]["balanced:lay_kings=0"]
    assert (found["games_a_pairing"], found["games"]) == (GAMES, 3 * GAMES)
    elo = [found["ratings"][name]["elo"] for name in POLICIES]
    assert elo == sorted(elo)
    assert sum(elo) == pytest.approx(0, abs=1e-6)
    assert all(row["low"] < row["elo"] < row["high"] for row in found["ratings"].values())
    beats = {(row["policy"], row["rival"]) for row in found["beats"]}
    assert beats == {(b, a) for a, b in itertools.combinations(POLICIES, 2)}
    assert found["comparisons"] == 3


def test_the_payoff_file_traces_back(outcome: tournaments.TournamentOutcome) -> None:
    rows = list(csv.DictReader(io.StringIO(outcome.payoff_file())))
    assert [(row["row"], row["column"]) for row in rows] == list(
        itertools.permutations(POLICIES, 2)
    )
    assert {row["rules_hash"] for row in rows} == {outcome.rules_hash}
    assert rows[1]["column_policy"] == outcome.policies[2].text
    again = matches.match(rows[1]["row_policy"], rows[1]["column_policy"], games=GAMES)
    assert float(rows[1]["score"]) == again.summary()["score"]


@pytest.mark.parametrize(
    ("policies", "message"),
    [
        (["random"], "1 policies; allowed: 2..32"),
        (["random", "greedy", "random"], "'random' is named twice"),
        (["random", "nobody"], "unknown cuttle policy 'nobody'"),
    ],
)
def test_policies_that_make_no_tournament(policies: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message.replace(".", r"\.")):
        tournaments.tournament(policies, games=10)


def test_policies_are_told_apart_by_their_weights() -> None:
    loaded = tournaments.tournament(["balanced", "balanced:lay_kings=0"], games=10)
    assert loaded.names == ["balanced", "balanced:lay_kings=0"]
