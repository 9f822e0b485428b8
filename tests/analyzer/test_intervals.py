"""Intervals against published values, scipy, brute force and simulated coverage."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from analyzer import intervals


def pair_sums(o: np.ndarray, n: np.ndarray) -> intervals.PairSums:
    """The contract's sums along the last axis, straight from the definition."""
    parts = (o, o**2, o * n, n, n**2, (n > 0).astype(int))
    return intervals.PairSums(*(part.sum(axis=-1) for part in parts))


def test_wilson_agrees_with_scipy_and_newcombes_published_example() -> None:
    low, high = intervals.wilson([81, 15, 0, 1], [263, 148, 20, 29])
    # Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3
    assert np.allclose(low, [0.2553, 0.0624, 0.0, 0.0061], atol=5e-5)
    assert np.allclose(high, [0.3662, 0.1605, 0.1611, 0.1718], atol=5e-5)
    same = stats.binomtest(81, 263).proportion_ci(method="wilson")
    assert (low[0], high[0]) == pytest.approx((same.low, same.high))


def test_wilson_is_statsmodels_for_whole_and_effective_counts() -> None:
    n = np.array([1, 2, 17, 29.5, 1_000, 123_456.7, 10**9])[:, None]
    count = n * np.array([0, 1e-3, 0.25, 0.5, 0.9, 1])
    for confidence in (0.9, 0.95):
        same = proportion_confint(count, n, alpha=1 - confidence, method="wilson")
        assert np.allclose(intervals.wilson(count, n, confidence), same, rtol=1e-9, atol=1e-12)


def test_wilson_without_trials_knows_nothing() -> None:
    low, high = intervals.wilson([0, 3], [0, 3])
    assert (low[0], high[0]) == (0, 1)
    assert high[1] == 1
    assert low[1] < 1


def test_newcombe_published_example() -> None:
    # Newcombe (1998), Statistics in Medicine 17, 873-890, table II, method 10
    assert intervals.newcombe(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    assert intervals.newcombe(10, 10, 0, 10) == pytest.approx((0.6075, 1.0), abs=5e-5)
    assert intervals.newcombe(0, 10, 0, 10) == pytest.approx((-0.2775, 0.2775), abs=5e-5)
    assert intervals.newcombe(1, 2, 0, 0) == (-1, 1)


def test_square_and_add_of_wilson_intervals_is_newcombe() -> None:
    (low1, low2), (high1, high2) = intervals.wilson([56, 48], [70, 80])
    ours = intervals.square_and_add(56 / 70, low1, high1, 48 / 80, low2, high2)
    assert ours == pytest.approx(intervals.newcombe(56, 70, 48, 80))


def test_square_and_add_with_correlation_tends_to_the_multinomial_variance() -> None:
    n, p, q = 1_000_000, 0.27, 0.21
    (low1, low2), (high1, high2) = intervals.wilson([p * n, q * n], [n, n])
    rho = intervals.exclusive_correlation(p, q)
    low, high = intervals.square_and_add(p, low1, high1, q, low2, high2, rho)
    half = stats.norm.ppf(0.975) * np.sqrt((p + q - (p - q) ** 2) / n)
    assert (low, high) == pytest.approx((p - q - half, p - q + half), abs=1e-6)


def test_exclusive_correlation_by_hand() -> None:
    assert intervals.exclusive_correlation(0.5, 0.5) == -1
    assert intervals.exclusive_correlation(0.2, 0.2) == pytest.approx(-0.25)
    assert intervals.exclusive_correlation(0.0, 0.3) == 0


def test_ratio_variance_by_hand() -> None:
    o, n = np.array([2, 0, 1, 1]), np.array([2, 2, 2, 1])
    rate = 4 / 7
    by_hand = 4 / 3 * ((o - rate * n) ** 2).sum() / 49
    assert intervals.ratio_variance(pair_sums(o, n)) == pytest.approx([by_hand])


def test_ratio_variance_is_exactly_zero_at_any_size() -> None:
    pairs = 10**9 + 7
    sums = intervals.PairSums(pairs, pairs, 2 * pairs, 2 * pairs, 4 * pairs, pairs)
    assert intervals.ratio_variance(sums)[0] == 0


def test_single_games_are_plain_wilson() -> None:
    n, hits = 100_000, 30_000
    row = intervals.clustered_proportion(intervals.PairSums(hits, hits, hits, n, n, n)).iloc[0]
    low, high = intervals.wilson(hits, n)
    assert (row["low"], row["high"]) == pytest.approx((float(low), float(high)), abs=1e-7)
    assert row["n_effective"] == pytest.approx(n, rel=1e-4)
    assert row["method"] == intervals.WILSON_CLUSTERED


def test_twin_games_count_once() -> None:
    pairs, hits = 50_000, 20_000  # both games of a pair always end alike
    sums = intervals.PairSums(2 * hits, 4 * hits, 4 * hits, 2 * pairs, 4 * pairs, pairs)
    row = intervals.clustered_proportion(sums).iloc[0]
    low, high = intervals.wilson(hits, pairs)
    assert (row["low"], row["high"]) == pytest.approx((float(low), float(high)), abs=1e-6)


def test_exchanged_games_count_for_more_than_twice() -> None:
    pairs = 10_000  # one game won, one lost, but for 200 pairs
    o = np.ones(pairs, dtype=int)
    o[:100], o[100:200] = 0, 2
    row = intervals.clustered_proportion(pair_sums(o, np.full(pairs, 2))).iloc[0]
    assert row["n_effective"] > 20 * 2 * pairs


@pytest.mark.parametrize("pairs", [5, 29, 400])
def test_no_variance_or_few_pairs_fall_back_to_pairs(pairs: int) -> None:
    o = np.ones(pairs, dtype=int)
    if pairs < intervals.FEWEST_PAIRS:
        o[0] = 2
    n = np.full(pairs, 2)
    row = intervals.clustered_proportion(pair_sums(o, n)).iloc[0]
    low, high = intervals.wilson(o.sum() / 2, pairs)
    assert (row["low"], row["high"]) == pytest.approx((float(low), float(high)))
    assert row["method"] == intervals.WILSON_PAIRS
    mean = intervals.clustered_mean(pair_sums(o, n), smallest=0, largest=1).iloc[0]
    assert (mean["low"], mean["high"]) == pytest.approx((float(low), float(high)))


def test_paired_mean_is_the_normal_interval_of_the_differences() -> None:
    rng = np.random.default_rng(1)
    d = rng.integers(-2, 3, size=5_000)
    row = intervals.paired_mean(int(d.sum()), int((d**2).sum()), d.size, -2, 2)
    same = stats.norm.interval(0.95, d.mean(), d.std(ddof=1) / np.sqrt(d.size))
    assert (row["low"], row["high"]) == pytest.approx(same)
    assert row["mean"] == pytest.approx(d.mean())


def test_separable_is_about_the_interval_of_the_difference() -> None:
    assert intervals.separable([0.1, -0.1, -0.3, np.nan], [0.2, 0.1, -0.2, np.nan]).tolist() == [
        True,
        False,
        True,
        False,
    ]
    assert not intervals.separable(0.0, 0.2)


def test_clustered_interval_covers_at_its_stated_rate() -> None:
    # False alarm rate of this test: the bounds are 4 standard errors of 2,000 repetitions at 95 %.
    repetitions, pairs = 2_000, 400
    rng = np.random.default_rng(20_240_501)
    # Games of a pair share a deal of good or bad luck; a pair has one game in the cell or two.
    luck = rng.choice([0.05, 0.75], size=(repetitions, pairs))
    n = rng.integers(1, 3, size=(repetitions, pairs))
    o = rng.binomial(n, luck)
    sums = pair_sums(o, n)
    truth = 0.4
    clustered = intervals.clustered_proportion(sums)
    covered = ((clustered["low"] <= truth) & (truth <= clustered["high"])).mean()
    assert 0.93 < covered < 0.97
    naive_low, naive_high = intervals.wilson(sums.total, sums.n)
    assert ((naive_low <= truth) & (truth <= naive_high)).mean() < 0.92, "the test has no teeth"
