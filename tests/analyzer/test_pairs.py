"""Pair tables against counting game by game."""

import json

import numpy as np
import pytest
from scipy import stats

from analyzer import intervals, pairs

A, B, DRAW, UNFINISHED = range(4)


def played(games: list[tuple[int, int]]) -> np.ndarray:
    table = np.zeros((4, 4), dtype=np.int64)
    for even, odd in games:
        table[even, odd] += 1
    return table


def some_games(pairs_played: int = 4_000, seed: int = 3) -> list[tuple[int, int]]:
    rng = np.random.default_rng(seed)
    even = rng.choice(4, size=pairs_played, p=[0.45, 0.40, 0.12, 0.03])
    odd = rng.choice(4, size=pairs_played, p=[0.35, 0.50, 0.10, 0.05])
    return list(zip(even.tolist(), odd.tolist(), strict=True))


def points(even: int, odd: int) -> tuple[float, float]:
    """First policy's points in both games: it sits at A, then at B."""
    return {A: 1.0, B: 0.0}.get(even, 0.5), {A: 0.0, B: 1.0}.get(odd, 0.5)


def test_cells_by_hand() -> None:
    games = [(A, B), (A, A), (B, A), (DRAW, B), (UNFINISHED, UNFINISHED), (B, DRAW)]
    assert pairs.cells(played(games)).tolist() == [1, 1, 2, 1, 1]


def test_summary_counts_and_interval_follow_from_the_games() -> None:
    games = some_games()
    both = np.array([points(*game) for game in games])
    scores = both.mean(axis=1)
    got = pairs.summary(played(games))
    assert (got["pairs"], got["games"], sum(got["cells"])) == (4_000, 8_000, 4_000)
    assert got["score"] == pytest.approx(scores.mean())
    same = stats.norm.interval(0.95, scores.mean(), stats.sem(scores))
    assert (got["low"], got["high"]) == pytest.approx(same)
    assert got["elo"] == pytest.approx(-400 * np.log10(1 / scores.mean() - 1))
    assert got["elo_low"] < got["elo"] < got["elo_high"]
    first, dealer = got["by_deal"]["A first"], got["by_deal"]["A dealer"]
    assert first["wins"] == sum(even == A for even, _ in games)
    assert first["losses"] == sum(even == B for even, _ in games)
    assert dealer["wins"] == sum(odd == B for _, odd in games)
    assert dealer["losses"] == sum(odd == A for _, odd in games)
    assert dealer["draws"] == sum(odd == DRAW for _, odd in games)
    assert dealer["unfinished"] == sum(odd == UNFINISHED for _, odd in games)
    assert list(got["by_deal"]) == ["A dealer", "A first"]
    assert first["games"] == dealer["games"] == 4_000


def test_summary_is_json() -> None:
    assert json.loads(json.dumps(pairs.summary(played(some_games(50)))))["pairs"] == 50


def test_self_play_of_a_deterministic_policy_fills_the_middle_cell_only() -> None:
    table = played([(A, A), (B, B)] * 200 + [(DRAW, DRAW)] * 100)
    got = pairs.summary(table)
    assert got["cells"] == [0, 0, 500, 0, 0]
    assert got["score"] == 0.5
    low, high = intervals.wilson(250, 500)
    assert (got["low"], got["high"]) == pytest.approx((float(low), float(high)))
    assert got["method"] == intervals.WILSON_PAIRS


def test_under_30_pairs_is_wilson_over_pairs() -> None:
    got = pairs.summary(played([(A, B)] * 3 + [(B, A)]))
    low, high = intervals.wilson(3, 4)
    assert (got["low"], got["high"]) == pytest.approx((float(low), float(high)))


def test_elo_stays_finite_where_all_games_are_won() -> None:
    got = pairs.summary(played([(A, B)] * 1_000))
    assert got["elo"] == got["elo_high"] == pairs.ELO_LIMIT
    assert 0 < got["elo_low"] < pairs.ELO_LIMIT
    assert pairs.elo(0.5) == 0
    assert pairs.elo(10 / 11) == pytest.approx(400)
    assert pairs.elo(0.0) == -pairs.ELO_LIMIT


def test_by_deal_rates_are_plain_wilson_and_the_lead_is_paired() -> None:
    games = some_games()
    both = np.array([points(*game) for game in games])
    frame = pairs.by_deal(played(games)).set_index("deal")
    dealer = frame.loc["A dealer"]
    wins = sum(odd == B for _, odd in games)
    low, high = intervals.wilson(wins, len(games))
    assert dealer["rate"] == wins / len(games)
    assert (dealer["low"], dealer["high"]) == pytest.approx((float(low), float(high)))
    gain = both[:, 1] - both[:, 0]
    same = stats.norm.interval(0.95, gain.mean(), stats.sem(gain))
    assert (dealer["lead_low"], dealer["lead_high"]) == pytest.approx(same)
    assert frame.loc["A first", "lead"] == pytest.approx(-gain.mean())
    assert frame.loc["A first", "score"] == pytest.approx(both[:, 0].mean())


def test_seat_worth_says_who_deals_not_who_moves() -> None:
    # The one who deals recorded as the one who moves first: a headline with the sign reversed.
    games = [(B, B)] * 60 + [(A, B)] * 40
    frame = pairs.seat_worth(played(games)).set_index("seat")
    assert frame.loc["dealer", "wins"] == 160
    assert frame.loc["first mover", "wins"] == 40
    assert frame.loc["dealer", "losses"] == 40
    assert frame.loc["dealer", "lead"] == pytest.approx(0.6)
    assert frame.loc["first mover", "lead"] == pytest.approx(-0.6)
    assert frame["separable"].all()


def test_seat_worth_is_clustered_by_pair() -> None:
    games = some_games()
    frame = pairs.seat_worth(played(games)).set_index("seat")
    dealt = np.array([(even == B) + (odd == B) for even, odd in games])
    rate = dealt.mean() / 2
    error = stats.sem(dealt / 2)
    row = frame.loc["dealer"]
    assert row["rate"] == pytest.approx(rate)
    assert row["n_effective"] == pytest.approx(rate * (1 - rate) / error**2)
    lead = np.array([(even == B) - (even == A) + (odd == B) - (odd == A) for even, odd in games])
    same = stats.norm.interval(0.95, lead.mean() / 2, stats.sem(lead / 2))
    assert (row["lead_low"], row["lead_high"]) == pytest.approx(same)
    # Draws count half on either side, so the lead in wins is the lead in score.
    assert row["lead"] == pytest.approx(row["score"] - frame.loc["first mover", "score"])


@pytest.mark.parametrize("table", [np.zeros((3, 4)), -np.ones((4, 4))])
def test_malformed_tables_are_refused(table: np.ndarray) -> None:
    with pytest.raises(ValueError, match="4 × 4"):
        pairs.summary(table)


def test_no_games_is_no_result() -> None:
    with pytest.raises(ValueError, match="no games"):
        pairs.summary(np.zeros((4, 4)))


def test_variance_saved_is_that_of_the_pairs_played() -> None:
    both = np.array([points(*game) for game in some_games()])
    apart = (both[:, 0].var() + both[:, 1].var()) / 4
    saved = 1 - both.mean(axis=1).var() / apart
    assert pairs.variance_saved(played(some_games())) == pytest.approx(saved)
    # Whoever deals wins: exchanging the seats takes all luck out.
    assert pairs.variance_saved(played([(B, B)] * 30 + [(A, A)] * 10)) == pytest.approx(1)
    # One policy wins a deal from both seats: the second game tells nothing new.
    assert pairs.variance_saved(played([(A, B)] * 30 + [(B, A)] * 10)) == pytest.approx(-1)
    assert np.isnan(pairs.variance_saved(played([(A, B)] * 30)))


def test_p_values_are_those_of_the_intervals() -> None:
    for games in (some_games(), [(A, B)] * 18 + [(B, A)] * 8, [(A, B)] * 40 + [(B, B)] * 5):
        scores = np.array([np.mean(points(*game)) for game in games])
        error = stats.sem(scores) if len(games) >= 30 else 0.5 / len(games) ** 0.5
        same = 2 * stats.norm.sf(abs(scores.mean() - 0.5) / error)
        assert pairs.p_even(played(games)) == pytest.approx(same)
        found = pairs.summary(played(games))
        assert (pairs.p_even(played(games)) < 0.05) == (found["low"] > 0.5 or found["high"] < 0.5)
    assert pairs.p_even(played([(B, B), (A, A)] * 50)) == 1


def test_the_other_side_of_a_match() -> None:
    games = some_games()
    here, there = pairs.summary(played(games)), pairs.from_the_other_side(played(games))
    seen = pairs.summary(there)
    assert seen["cells"] == here["cells"][::-1]
    for deal in ("A dealer", "A first"):
        other = "A first" if deal == "A dealer" else "A dealer"
        assert seen["by_deal"][deal]["wins"] == here["by_deal"][other]["losses"]
        assert seen["by_deal"][deal]["draws"] == here["by_deal"][other]["draws"]
