"""Error rates and coverage of all that looks more than once or asks more than one question.

Slow; docs/statistics.md holds what this prints:

    make test-slow ARGS="-n0 -s -k 'simulated_rates or false_alarms_of_the_whole_line'"
"""

import gc
from collections.abc import Iterator

import numpy as np
import pytest

from analyzer import bradley_terry, confidence_sequences, multiplicity, sequential, stagewise
from analyzer.sequential import Model, Sprt
from experiments.stopping_rules import looks

pytestmark = pytest.mark.slow

POINTS = np.linspace(0, 1, 5)
# How pairs fall into the five cells: an even match where deals decide much, and one full of draws.
SHAPES = {
    "decisive": np.array([0.21, 0.03, 0.52, 0.03, 0.21]),
    "drawn": np.array([0.03, 0.22, 0.50, 0.22, 0.03]),
}


def within(rate: float, expected: float, repetitions: int) -> bool:
    """Whether a rate lies within 4 standard errors of what is expected."""
    return abs(rate - expected) < 4 * (expected * (1 - expected) / repetitions) ** 0.5


def at_most(rate: float, most: float, repetitions: int) -> bool:
    return rate < most or within(rate, most, repetitions)


def tilted(shape: np.ndarray, mean: float) -> np.ndarray:
    """Return cells with a given mean, as near to `shape` as may be."""
    low, high = -20.0, 20.0
    for _ in range(80):
        middle = (low + high) / 2
        cells = shape * np.exp(middle * POINTS)
        cells /= cells.sum()
        low, high = (middle, high) if cells @ POINTS < mean else (low, middle)
    return cells


def cells_with(shape: np.ndarray, elo: float, model: Model) -> np.ndarray:
    """Cells whose true Elo is `elo`."""
    if model == "logistic":
        return tilted(shape, sequential.expected_score(elo))
    cells = shape
    for _ in range(20):
        deviation = sequential.mean_and_deviation(cells)[1]
        cells = tilted(shape, 0.5 + sequential.t_value(elo, 2) * deviation)
    return cells


def stopped(
    cells: np.ndarray, test: Sprt, repetitions: int, seed: int, most_pairs: int = 3_000_000
) -> Iterator[tuple[np.ndarray, list[int], str]]:
    """Play out a test again and again: counts, looks and verdict at each end."""
    rng = np.random.default_rng(seed)
    for _ in range(repetitions):
        counts, seen = np.zeros(5, dtype=np.int64), []
        for look in looks(most_pairs):
            counts += rng.multinomial(look - counts.sum(), cells)
            seen.append(look)
            verdict = test.verdict(test.llr(counts))
            if verdict != sequential.UNDECIDED:
                break
        yield counts, seen, verdict


@pytest.mark.parametrize("model", sequential.MODELS)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_sequential_test_errs_no_more_than_stated(shape: str, model: Model) -> None:
    repetitions = 2_000
    test = Sprt(0, 5, model=model)
    for elo, wrong in ((0.0, sequential.H1), (5.0, sequential.H0)):
        ends = list(stopped(cells_with(SHAPES[shape], elo, model), test, repetitions, 1))
        rate = np.mean([verdict == wrong for *_, verdict in ends])
        pairs = np.mean([counts.sum() for counts, *_ in ends])
        print(
            f"\nSPRT 0,5 {model}, {shape}, truth {elo:g}: {wrong} in {rate:.1%}, {pairs:,.0f} pairs"
        )
        assert at_most(rate, 0.05, repetitions)
        assert rate > 0.005, "the test has no teeth"


@pytest.mark.parametrize(
    ("shape", "elo"),
    [
        ("decisive", -3.0),
        ("drawn", 0.0),
        ("decisive", 2.5),
        ("drawn", 2.5),
        ("decisive", 5.0),
        ("drawn", 8.0),
        ("decisive", 60.0),
    ],
)
def test_the_estimate_after_a_stop_is_median_unbiased_and_covers(shape: str, elo: float) -> None:
    repetitions = 2_000
    test = Sprt(0, 5)
    cells = cells_with(SHAPES[shape], elo, "logistic")
    truth = cells @ POINTS
    found, plain = [], []
    for counts, seen, _ in stopped(cells, test, repetitions, 2):
        found.append(stagewise.median_unbiased(counts, seen, test))
        plain.append(sequential.mean_and_deviation(counts)[0])
    score, low, high = np.array(found).T
    above, covered = (score > truth).mean(), ((low <= truth) & (truth <= high)).mean()
    plain_above = (np.array(plain) > truth).mean()
    print(
        f"\nafter SPRT 0,5, {shape}, truth {elo:g}: too high in {above:.1%} "
        f"(plain {plain_above:.1%}), interval covers {covered:.1%}"
    )
    assert within(above, 0.5, repetitions)
    assert within(covered, 0.95, repetitions)


@pytest.mark.parametrize("width", [0.05, 0.01])
@pytest.mark.parametrize("mean", [0.5, 0.9])
def test_a_confidence_sequence_holds_at_every_look(mean: float, width: float) -> None:
    repetitions, most, block = 1_000, 20_000, 1_000
    rng = np.random.default_rng(3)
    cells = tilted(SHAPES["decisive"], mean)
    deviation = sequential.mean_and_deviation(cells)[1]
    goal = np.log(2 / 0.05)
    missed, naive = np.zeros(repetitions, dtype=bool), np.zeros(repetitions, dtype=bool)
    counts = np.zeros((repetitions, 5), dtype=np.int32)
    for start in range(0, most, block):
        drawn = rng.choice(5, size=(repetitions, block), p=cells)
        path = counts[:, None] + np.cumsum(drawn[..., None] == np.arange(5), axis=1, dtype=np.int32)
        counts = path[:, -1]
        for now, truth in ((path, mean), (path[..., ::-1], 1 - mean)):
            missed |= (confidence_sequences.log_capital(now, truth, width) >= goal).any(axis=1)
        n = np.arange(start + 1, start + block + 1)
        error = np.abs(path @ POINTS / n - mean) * np.sqrt(n) / deviation
        naive |= (error[:, n >= 30] > 1.96).any(axis=1)
    print(
        f"\nlooking after every one of {most:,} pairs, mean {mean}, for ±{width}: "
        f"misses in {missed.mean():.1%}, a fixed interval in {naive.mean():.1%}"
    )
    assert at_most(missed.mean(), 0.05, repetitions)
    assert naive.mean() > 0.3, "the test has no teeth"


def test_holm_and_benjamini_hochberg_hold_their_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    # statsmodels collects garbage at every call, which is all that would take time here.
    monkeypatch.setattr(gc, "collect", lambda: 0)
    repetitions, tests, real = 4_000, 20, 6
    rng = np.random.default_rng(4)
    # Comparisons that share a baseline are correlated.
    noise = (rng.normal(size=(repetitions, tests)) + rng.normal(size=(repetitions, 1))) / 2**0.5
    noise[:, :real] += 3.0
    plain = np.array([[_p(z) for z in row] for row in noise])
    holm = np.array([multiplicity.holm(row).rejected for row in plain])
    screen = np.array([multiplicity.benjamini_hochberg(row).rejected for row in plain])
    family = holm[:, real:].any(axis=1).mean()
    false_share = (screen[:, real:].sum(axis=1) / np.maximum(screen.sum(axis=1), 1)).mean()
    naive = (plain[:, real:] < 0.05).any(axis=1).mean()
    print(
        f"\n{tests} tests, {tests - real} without effect: Holm errs in {family:.1%}, "
        f"no correction in {naive:.1%}; Benjamini-Hochberg's false share {false_share:.1%}"
    )
    assert at_most(family, 0.05, repetitions)
    assert at_most(false_share, 0.05, repetitions)
    assert naive > 0.3
    assert screen[:, :real].mean() > holm[:, :real].mean() > 0.3


def _p(z: float) -> float:
    from analyzer.intervals import two_sided_p

    return two_sided_p(z, 1.0)


def test_ratings_cover_where_pairings_share_their_deals() -> None:
    repetitions, deals, policies = 400, 300, 4
    rng = np.random.default_rng(5)
    truth, dealing, draws = np.array([0.5, 0.1, -0.1, -0.5]), 0.2, -1.0
    pairings = [(i, j) for i in range(policies) for j in range(i)]
    # Each deal is good or bad luck for whoever deals, in all pairings alike.
    luck = np.array([-0.8, 0.8])
    # Marginal ratings under such luck: what a fit of very many deals gives.
    many = np.stack([_expected(truth, dealing + shift, draws, pairings) for shift in luck]).mean(0)
    limit = bradley_terry.fit(many * 1e9, pairings, policies)
    covered, alike = [], []
    for _ in range(repetitions):
        sign = rng.integers(0, 2, size=deals)
        chances = np.stack([_expected(truth, dealing + shift, draws, pairings) for shift in luck])
        batches = rng.multinomial(1, chances[sign])
        found = bradley_terry.ratings(batches, pairings, policies, replications=400)
        ends = np.array([[rating.low, rating.high] for rating in found.policies])
        elo = bradley_terry.ELO * limit.ratings
        covered.append((ends[:, 0] <= elo) & (elo <= ends[:, 1]))
        worth = bradley_terry.ELO * limit.dealing
        alike.append(found.dealing.low <= worth <= found.dealing.high)
    rates = np.mean(covered, axis=0)
    print(f"\nratings of {policies} policies, {deals} deals: intervals cover {rates.round(3)}")
    print(f"worth of dealing: interval covers {np.mean(alike):.1%}")
    assert all(within(rate, 0.95, repetitions) for rate in [*rates, np.mean(alike)])


def _expected(
    ratings: np.ndarray, dealing: float, draws: float, pairings: list[tuple[int, int]]
) -> np.ndarray:
    """Chances of win, draw, loss, written from the definition: `[pairings, 2, 3]`."""
    rows = []
    for first, second in pairings:
        for seat in (-1, 1):
            odds = ratings[first] - ratings[second] + seat * dealing
            shares = np.exp([odds / 2, draws, -odds / 2])
            rows.append(shares / shares.sum())
    return np.array(rows).reshape(len(pairings), 2, 3)
