"""Exact Cuckoo games: by hand where that can be done, and against the simulator."""

import numpy as np
import pytest

from engine_fast.cuckoo import exact_games, heuristics, play
from engine_fast.cuckoo.exact import Deals, threshold_swaps
from engine_fast.cuckoo.rules import CuckooRules
from engine_fast.policies import read_weights

from . import cuckoo_tables as tables

GAMES = 200_000


def test_one_life_between_two_is_one_round() -> None:
    rules = CuckooRules.parse("cuckoo+lives=1")
    swaps = [threshold_swaps(7), threshold_swaps(8)]
    sets, deals = Deals(swaps, rules).loser_sets(), Deals(swaps, rules).total
    found = exact_games.solve_games(swaps, rules)
    assert found.sole == pytest.approx((sets[0b10] / deals, sets[0b01] / deals), abs=1e-14)
    assert found.shared == pytest.approx((sets[0b11] / deals,) * 2, abs=1e-14)
    assert found.rounds == pytest.approx(1)


def test_pushed_ties_pass_the_deal_on() -> None:
    """With one life and `tie=nobody` two seats alternate in the two places until one falls."""
    rules = CuckooRules.parse("cuckoo+lives=1+tie=nobody")
    one, other = threshold_swaps(7), threshold_swaps(0)
    found = exact_games.solve_games([one, other], rules)

    def chances(first: np.ndarray, dealer: np.ndarray) -> tuple[float, float]:
        deals = Deals([first, dealer], rules)
        return deals.losses(0) / deals.total, deals.losses(1) / deals.total

    (a, b), (c, d) = chances(one, other), chances(other, one)
    stay, stay_then = 1 - a - b, 1 - c - d
    # Seat 1 wins if the dealer falls in the first round, or if it lasts two rounds and so on.
    again = 1 / (1 - stay * stay_then)
    assert found.sole[0] == pytest.approx((b + stay * c) * again, abs=1e-14)
    assert found.sole[1] == pytest.approx((a + stay * d) * again, abs=1e-14)
    assert found.rounds == pytest.approx((1 + stay) * again, abs=1e-12)


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("cuckoo", ["threshold:t=7"] * 3),
        ("cuckoo", ["informed:t=5", "keep", "threshold:t=9", "informed:t=7"]),
        ("cuckoo+tie=nobody+lives=2", ["keep", "informed:t=6", "threshold:t=8"]),
        ("cuckoo+tie=dealer_wins+king_blocks=no", ["informed:t=7"] * 4),
        ("cuckoo+lives=2", ["threshold:t=5"] * 5),
    ],
)
def test_the_simulator_agrees(rules: str, names: list[str]) -> None:
    """Five standard errors for 20 seats' sole and shared wins and five lengths, fixed seeds."""
    policies, swaps = [], []
    for text in names:
        name, _, weights = text.partition(":")
        policy = heuristics.load(name)
        policies.append(read_weights(policy, weights) if weights else policy)
        highest = int(weights.removeprefix("t=") or 0)
        swaps.append(threshold_swaps(highest, informed=name == "informed"))
    exact = exact_games.solve_games(swaps, CuckooRules.parse(rules))
    table = play.Table(CuckooRules.parse(rules), len(names), tuple(policies))
    played = tables.games(table, 31, 0, GAMES)
    winners = played["winners"]
    for seat in range(len(names)):
        sole = np.mean(winners == 1 << seat)
        shared = np.mean((winners >> seat & 1 == 1) & (winners != 1 << seat))
        for rate, chance in ((sole, exact.sole[seat]), (shared, exact.shared[seat])):
            error = (chance * (1 - chance) / GAMES) ** 0.5
            assert abs(rate - chance) <= 5 * error + 1e-12, (seat, rate, chance)
    error = played["rounds"].std() / GAMES**0.5
    assert abs(played["rounds"].mean() - exact.rounds) <= 5 * error


def test_too_many_states_are_refused() -> None:
    rules = CuckooRules.parse("cuckoo")
    assert exact_games.states(rules, 6) <= exact_games.MOST_STATES
    with pytest.raises(ValueError, match=r"^114688 states of lives and dealer; allowed: 50000$"):
        exact_games.solve_games([threshold_swaps(7)] * 7, rules)
