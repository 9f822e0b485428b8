"""Factors, contrasts and Cuckoo's seats against counting game by game."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyzer import contrasts, cuckoo, factors, intervals, tables
from tests.analyzer.counting import contrast_counts, factor_counts


def king_games(pairs: int = 3_000, seed: int = 5) -> list[tuple[int, tuple, str]]:
    """Two games a pair, same kings dealt in both, more wins with more kings."""
    rng = np.random.default_rng(seed)
    games = []
    for pair in range(pairs):
        kings = int(rng.choice(3, p=[0.6, 0.3, 0.1]))
        luck = rng.uniform(-0.3, 0.3)
        for _ in range(2):
            win = 0.4 + 0.1 * kings + luck
            p = [win * 0.9, 0.06, 0.04, 1 - 0.1 - win * 0.9]
            outcome = str(rng.choice(["win", "draw", "unfinished", "loss"], p=p))
            games.append((pair, ("balanced", "dealer", kings), outcome))
    return games


def test_factor_estimates_follow_from_the_games() -> None:
    games = king_games()
    frame = factors.estimates(factor_counts(["unit", "seat", "kings_dealt"], games))
    row = frame.set_index("kings_dealt").loc[1]
    by_pair: dict[int, list[str]] = {}
    for pair, key, outcome in games:
        if key[2] == 1:
            by_pair.setdefault(pair, []).append(outcome)
    wins = np.array([sum(o == "win" for o in pair) / 2 for pair in by_pair.values()])
    points = {"win": 1.0, "draw": 0.5, "unfinished": 0.5, "loss": 0.0}
    scores = np.array([sum(points[o] for o in pair) / 2 for pair in by_pair.values()])
    assert (row["n"], row["pairs"]) == (2 * len(by_pair), len(by_pair))
    assert row["rate"] == pytest.approx(wins.mean())
    assert row["n_effective"] == pytest.approx(
        wins.mean() * (1 - wins.mean()) / stats.sem(wins) ** 2
    )
    same = stats.norm.interval(0.95, scores.mean(), stats.sem(scores))
    assert (row["score_low"], row["score_high"]) == pytest.approx(same)
    assert row["label"] == "causal"
    total = row["rate"] + row["draw_rate"] + row["loss_rate"] + row["unfinished_rate"]
    assert total == pytest.approx(1)


def test_what_happens_in_the_game_is_labelled_association() -> None:
    games = [(pair, ("b", "dealer", pair % 3), "win") for pair in range(90)]
    frame = factors.estimates(factor_counts(["unit", "seat", "kings_most"], games))
    assert set(frame["label"]) == {"association"}
    compared = factors.add_differences(frame, "kings_most")
    assert compared["difference"].isna().all()
    assert not compared["separable"].any()


def test_differences_between_levels_are_newcombe_at_effective_counts() -> None:
    counts = factor_counts(["unit", "seat", "kings_dealt"], king_games())
    frame = factors.add_differences(factors.estimates(counts), "kings_dealt")
    rows = frame.set_index("kings_dealt")
    a, b = rows.loc[2], rows.loc[0]
    same = intervals.newcombe(
        a["rate"] * a["n_effective"], a["n_effective"], b["rate"] * b["n_effective"],
        b["n_effective"],
    )  # fmt: skip
    assert (a["difference_low"], a["difference_high"]) == pytest.approx(same)
    assert a["difference"] == pytest.approx(a["rate"] - b["rate"])
    assert bool(a["separable"])
    assert np.isnan(b["difference"])


def test_levels_are_not_compared_where_a_pair_may_reach_over_two() -> None:
    games = [(pair, ("b", (pair + game) % 2), "win") for pair in range(90) for game in (0, 1)]
    frame = factors.estimates(factor_counts(["unit", "kings_dealt"], games))
    assert set(frame["label"]) == {"causal"}
    assert factors.add_differences(frame, "kings_dealt")["difference"].isna().all()


def test_a_missing_column_is_named() -> None:
    with pytest.raises(ValueError, match="score2_n"):
        factors.estimates(
            factor_counts(["unit", "seat", "kings_dealt"], king_games(5)).drop(columns="score2_n")
        )
    with pytest.raises(ValueError, match="diff_sq"):
        contrasts.estimates(pd.DataFrame({"n": [1]}))
    with pytest.raises(ValueError, match="losses"):
        cuckoo.round_loss(pd.DataFrame({"unit": ["u"], "players": [4], "seat": [1], "n": [1]}))


def test_contrasts_are_paired_and_say_what_that_saved() -> None:
    rng = np.random.default_rng(8)
    games = []
    base_pairs, other_pairs = [], []
    for pair in range(2_000):
        base = rng.choice([0, 1, 2], size=2, p=[0.4, 0.1, 0.5])
        other = np.where(rng.random(2) < 0.1, 0, base)  # the change loses one game in ten
        base_pairs.append(base.mean() / 2)
        other_pairs.append(other.mean() / 2)
        games += [(pair, ("u", 0), int(b), int(o)) for b, o in zip(base, other, strict=True)]
    row = contrasts.estimates(contrast_counts(["unit", "kings_dealt"], games)).iloc[0]
    diff = np.array(other_pairs) - np.array(base_pairs)
    same = stats.norm.interval(0.95, diff.mean(), stats.sem(diff))
    assert row["difference"] == pytest.approx(diff.mean())
    assert (row["low"], row["high"]) == pytest.approx(same)
    assert row["base"] == pytest.approx(np.mean(base_pairs))
    apart = np.var(base_pairs, ddof=1) + np.var(other_pairs, ddof=1)
    assert row["variance_saved"] == pytest.approx(1 - np.var(diff, ddof=1) / apart)
    assert row["variance_saved"] > 0.7
    assert bool(row["separable"])
    assert row["label"] == "causal"


def test_a_change_that_never_mattered_is_not_certain_to_be_nothing() -> None:
    games = [(pair, ("u", 0), 2 * (pair % 2), 2 * (pair % 2)) for pair in range(100)]
    row = contrasts.estimates(contrast_counts(["unit", "kings_dealt"], games)).iloc[0]
    assert row["difference"] == 0
    assert row["low"] < 0 < row["high"]
    assert row["method"] == intervals.WILSON_PAIRS
    assert row["variance_saved"] == 1


def seats(losses: list[int], n: int = 10_000) -> pd.DataFrame:
    players = len(losses)
    return pd.DataFrame(
        {
            "unit": f"keep {players}",
            "policy": "keep",
            "players": players,
            "seat": range(1, players + 1),
            "n": n,
            "losses": losses,
        }
    )


def test_cuckoo_seats_against_scipy() -> None:
    frame = cuckoo.round_loss(seats([2_000, 2_600, 2_700, 2_900])).set_index("seat")
    same = stats.binomtest(2_600, 10_000).proportion_ci(method="wilson")
    assert (frame.loc[2, "low"], frame.loc[2, "high"]) == pytest.approx((same.low, same.high))
    assert frame.loc[1, "equal_share"] == pytest.approx(0.255)
    assert frame.loc[1, "share_ratio"] == pytest.approx(0.2 / 0.255)
    assert frame.loc[1, "from_dealer"] == pytest.approx(-0.09)
    assert np.isnan(frame.loc[4, "from_dealer"])
    half = 1.959964 * np.sqrt((0.2 + 0.29 - 0.09**2) / 10_000)
    assert frame.loc[1, "from_dealer_low"] == pytest.approx(-0.09 - half, abs=2e-4)
    assert frame["separable"].tolist() == [True, True, True, False]


def test_difference_of_two_seats_covers_at_least_at_its_stated_rate() -> None:
    # False alarm rate: 4 standard errors of 1,000 repetitions at 95 %.
    rng = np.random.default_rng(77)
    repetitions, n, p = 1_000, 2_000, (0.3, 0.33, 0.37)
    drawn = rng.multinomial(n, p, size=repetitions)
    tallies = [seats(x.tolist(), n).assign(unit=str(i)) for i, x in enumerate(drawn)]
    rows = cuckoo.round_loss(pd.concat(tallies, ignore_index=True))
    rows = rows[rows["seat"] == 1]
    covered = rows["from_dealer_low"].le(p[0] - p[2]) & rows["from_dealer_high"].ge(p[0] - p[2])
    assert 0.922 < covered.mean() < 0.978


def test_cuckoo_games_split_wins() -> None:
    games = seats([0, 0, 0]).drop(columns="losses")
    games["sole_wins"], games["shared_wins"] = [3_000, 3_300, 3_500], [100, 150, 150]
    frame = tables.cuckoo_seat(games=games)["cuckoo_games"]
    assert frame["wins"].tolist() == [3_100, 3_450, 3_650]
    assert frame.loc[0, "rate"] == pytest.approx(0.31)
    assert frame.loc[0, "sole_rate"] == pytest.approx(0.30)
    assert frame.loc[0, "shared_rate"] == pytest.approx(0.01)


def test_standard_tables_have_the_names_that_a_report_takes() -> None:
    pair_table = np.full((4, 4), 10)
    made = tables.deal_position({"x": pair_table}, {"x": {"first": "balanced", "second": "greedy"}})
    assert list(made) == ["deal_seats", "deal_policies"]
    assert made["deal_seats"]["first"].tolist() == ["balanced", "balanced"]
    assert tables.king_count() == {}
    assert tables.cuckoo_seat() == {}
