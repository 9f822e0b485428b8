"""The sequential test against published values and against a general optimiser."""

import numpy as np
import pytest
from scipy import optimize

from analyzer import sequential
from analyzer.sequential import Model, Sprt, log_likelihood_ratio

FIVE = [(120, 410, 800, 430, 140), (3, 40, 700, 52, 5), (0, 12, 90, 340, 600), (9, 0, 0, 0, 14)]


@pytest.mark.parametrize(
    ("wins", "losses", "draws", "elo0", "elo1", "model", "llr"),
    [
        (36433, 36027, 68692, 0, 2, "normalized", 0.92),
        (10871, 10650, 20431, -1.75, 0.25, "normalized", 2.30),
        (21404, 21184, 40708, 0.5, 2.5, "logistic", -1.57),
        (57433, 57030, 106593, 0, 2, "logistic", -2.59),
    ],
)
def test_known_answers_for_three_cells(
    wins: int, losses: int, draws: int, elo0: float, elo1: float, model: Model, llr: float
) -> None:
    found = log_likelihood_ratio((losses, draws, wins), elo0, elo1, model)
    assert found == pytest.approx(llr, abs=0.005)


def highest_likelihood(counts: np.ndarray, elo: float, model: Model) -> float:
    """Highest log-likelihood of cells whose Elo is `elo`, by a general constrained optimiser."""
    points = np.linspace(0, 1, len(counts))
    games = (len(counts) - 1) // 2

    def gap(cells: np.ndarray) -> float:
        mean = cells @ points
        if model == "logistic":
            return mean - 1 / (1 + 10 ** (-elo / 400))
        deviation = (cells @ (points - mean) ** 2) ** 0.5
        return mean - 0.5 - elo * np.log(10) / 800 * games**0.5 * deviation

    shares = counts / counts.sum()
    best = optimize.minimize(
        lambda cells: -shares @ np.log(cells),
        np.full(len(counts), 1 / len(counts)),
        jac=lambda cells: -shares / cells,
        method="SLSQP",
        bounds=[(1e-12, 1)] * len(counts),
        constraints=[
            {"type": "eq", "fun": lambda cells: cells.sum() - 1},
            {"type": "eq", "fun": gap},
        ],
        options={"ftol": 1e-15, "maxiter": 1_000},
    )
    assert best.success
    return -best.fun * counts.sum()


# Older SLSQP says when a step of its own left the bounds, and goes on inside them.
@pytest.mark.filterwarnings("ignore:Values in x were outside bounds")
@pytest.mark.parametrize("model", sequential.MODELS)
@pytest.mark.parametrize("elos", [(0, 5), (-20, 30)])
@pytest.mark.parametrize("cells", [*FIVE, (33, 51, 40)])
def test_cells_are_the_likeliest_under_each_hypothesis(
    cells: tuple[int, ...], elos: tuple[float, float], model: Model
) -> None:
    counts = np.array(cells, dtype=float)
    counts[counts == 0] = 1e-3
    same = highest_likelihood(counts, elos[1], model) - highest_likelihood(counts, elos[0], model)
    assert log_likelihood_ratio(cells, *elos, model) == pytest.approx(same, abs=2e-3)


@pytest.mark.parametrize("model", sequential.MODELS)
@pytest.mark.parametrize("cells", FIVE)
def test_exchanging_the_policies_exchanges_the_hypotheses(
    cells: tuple[int, ...], model: Model
) -> None:
    here = log_likelihood_ratio(cells, -3, 7, model)
    there = log_likelihood_ratio(cells[::-1], -7, 3, model)
    assert here == pytest.approx(-there, rel=1e-6, abs=1e-9)


def test_pairs_without_variance_accept_equality() -> None:
    # A deterministic policy against itself; one pair moves the ratio by log(1 − 2 (s₁ − ½)).
    ratio = log_likelihood_ratio((0, 0, 1_000, 0, 0), 0, 5)
    lead = sequential.expected_score(5) - 0.5
    assert ratio == pytest.approx(1_000 * np.log(1 - 2 * lead), abs=0.02)
    assert Sprt(0, 5).verdict(ratio) == sequential.H0


def test_a_pair_of_normalized_elo_is_the_root_of_two_of_a_game() -> None:
    # Independent games: a pair's deviation is a game's over √2, and both tell the same Elo.
    game = np.array([0.3, 0.3, 0.4])
    five = np.convolve(game, game)
    (mean, of_game), (mean2, of_pair) = map(sequential.mean_and_deviation, (game, five))
    assert mean == pytest.approx(mean2)
    elo = sequential.normalized_elo(mean, of_game, games=1)
    assert elo == pytest.approx(0.05 / of_game * 800 / np.log(10))
    assert sequential.normalized_elo(mean2, of_pair, games=2) == pytest.approx(elo)


def test_walds_bounds() -> None:
    assert Sprt(0, 1).bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)
    assert sequential.wald_bounds(0.01, 0.05) == pytest.approx((-2.9857, 4.5539), abs=1e-4)
    test = Sprt(0, 1)
    assert [test.verdict(llr) for llr in (-2.95, -2.94, 2.94, 2.95)] == [
        sequential.H0,
        sequential.UNDECIDED,
        sequential.UNDECIDED,
        sequential.H1,
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"elo0": 5, "elo1": 0}, "must rise"),
        ({"elo0": 0, "elo1": float("nan")}, "must rise"),
        ({"elo0": 0, "elo1": 1, "alpha": 0.7}, "out of range"),
        ({"elo0": 0, "elo1": 1, "model": "bayes"}, "allowed: logistic, normalized"),
        ({"elo0": 0, "elo1": 300, "model": "normalized"}, "allowed: -200..200"),
    ],
)
def test_a_test_that_is_none_is_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Sprt(**arguments)


@pytest.mark.parametrize("cells", [(0, 0, 0), (1, -1, 2), (3,)])
def test_counts_that_are_none_are_refused(cells: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"counted|do not go"):
        log_likelihood_ratio(cells, 0, 5)
