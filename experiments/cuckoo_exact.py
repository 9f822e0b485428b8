"""A Cuckoo table's exact numbers, its equilibrium: what is behind `--exact` and `--solve`.

Nothing here plays; the numbers are those of `engine_fast.cuckoo.exact`, with policies' texts and
JSON keys around them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine_fast.policies import Policy
from experiments import policy_texts

if TYPE_CHECKING:
    import numpy as np

    from engine_fast.cuckoo.equilibrium import SeatSolution, TwoSeatEquilibrium

EXACT_POLICIES = ("keep", "threshold", "informed")


def swaps_of(policy: Policy) -> np.ndarray:
    """Return a policy's play as `exact.Deals` takes it, `uint8[14, 4]`.

    Raises
    ------
    ValueError
        If it is not one of those that can be counted.
    """
    from engine_fast.cuckoo.exact import threshold_swaps

    if policy.source != "built-in" or policy.name not in EXACT_POLICIES:
        allowed = ", ".join(EXACT_POLICIES)
        raise ValueError(f"policy {policy.short!r} has no exact numbers; allowed: {allowed}")
    highest = 0 if policy.name == "keep" else int(policy.vector[0])
    return threshold_swaps(highest, informed=policy.name == "informed")


def seat_swaps(policies: Sequence[Policy]) -> list[np.ndarray]:
    """Return the play of every seat, as `swaps_of`."""
    return [swaps_of(policy) for policy in policies]


def exact(policies: Sequence[str], *, players: int, rules: str = "cuckoo") -> dict[str, Any]:
    """Return the exact numbers of a table, with the keys of `cuckoo --exact --json`.

    Parameters
    ----------
    policies : sequence of str
        One for every seat, or one each in turn order from the first dealer's left, dealer last.
    players : int
        2 … 10.
    rules : str

    Returns
    -------
    dict
        `exact_round_loss` by seat; `exact_losers` by number of losers, from none; `exact_ties`,
        `exact_kings` by seat (a king stopped its swap or, for the dealer, its cut). Where lives and
        players are few enough (`exact_games.MOST_STATES`) also `exact_game_win` and
        `exact_game_shared` by seat, and `exact_game_rounds`. `exact_seconds`.

    Raises
    ------
    ValueError
        If a text is none, policies and players do not fit, or a policy has no exact numbers.
    """
    from engine_fast.cuckoo import exact_games
    from engine_fast.cuckoo.exact import Deals
    from engine_fast.cuckoo.rules import CuckooRules
    from experiments.cuckoo_rules import seat_policies

    texts = seat_policies(policies, players)
    swaps = seat_swaps([policy_texts.load(text, "cuckoo") for text in texts])
    rule_set = CuckooRules.parse(rules)
    start = time.perf_counter()
    counted = Deals(swaps, rule_set).round()
    found: dict[str, Any] = {
        "exact_round_loss": [float(loss) for loss in counted.loss],
        "exact_losers": [count / counted.deals for count in counted.losers],
        "exact_ties": counted.ties / counted.deals,
        "exact_kings": [count / counted.deals for count in counted.kings],
    }
    if exact_games.states(rule_set, players) <= exact_games.MOST_STATES:
        games = exact_games.solve_games(swaps, rule_set)
        found["exact_game_win"] = list(games.sole)
        found["exact_game_shared"] = list(games.shared)
        found["exact_game_rounds"] = games.rounds
    return found | {"exact_seconds": time.perf_counter() - start}


def chances(policies: Sequence[str], rules: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Return exact chances of a table by seat, and of every set of losers in a round.

    Returns
    -------
    sets : float64[2**n]
        Chance of every set of losers, bit 0 the first to act.
    games : float64[2, n] or None
        Chance of every seat to win alone and to share; None beyond `exact_games.MOST_STATES`.
    """
    import numpy as np

    from engine_fast.cuckoo import exact_games
    from engine_fast.cuckoo.exact import Deals
    from engine_fast.cuckoo.rules import CuckooRules

    swaps = seat_swaps([policy_texts.load(text, "cuckoo") for text in policies])
    rule_set = CuckooRules.parse(rules)
    deals = Deals(swaps, rule_set)
    sets = np.zeros(1 << len(policies))
    for losers, count in deals.loser_sets().items():
        sets[losers] = count / deals.total
    if exact_games.states(rule_set, len(policies)) > exact_games.MOST_STATES:
        return sets, None
    games = exact_games.solve_games(swaps, rule_set)
    return sets, np.array([games.sole, games.shared])


def solve(*, players: int, rules: str = "cuckoo") -> dict[str, Any]:
    """Return what best responses lead to in one round, with the keys of `cuckoo --solve --json`.

    Returns
    -------
    dict
        `solution` by seat: `seat` from 1; the highest rank to swap, `fresh` for a card that came by
        the deal, `lower` and `equal` for one that a forced swap gave for a higher or an equal one;
        `loss` with them, `gain` (what other play would save, 0 in a pure equilibrium), `plain_loss`
        of the seat that alone swaps below 8. `solution_pure`; `solution_circle` the number of
        profiles that best responses go round. `solution_thresholds`, where a seat has but one:
        `threshold` and `loss` by seat, `pure`. With two players `solution_two_seats`, a list of
        {`first`, `dealer`: {threshold: chance}, `losses`}. `solution_seconds`.
    """
    from engine_fast.cuckoo import equilibrium
    from engine_fast.cuckoo.rules import CuckooRules

    rule_set = CuckooRules.parse(rules)
    start = time.perf_counter()
    plain = equilibrium.solve(players, rule_set, equilibrium.threshold_response)
    solved = equilibrium.solve(players, rule_set)
    found: dict[str, Any] = {
        "solution": [_seat_row(seat, row) for seat, row in enumerate(solved.seats, 1)],
        "solution_pure": solved.pure,
        "solution_circle": len(solved.circle),
        "solution_thresholds": {
            "threshold": [row.play.fresh for row in plain.seats],
            "loss": [float(row.loss) for row in plain.seats],
            "pure": plain.pure,
        },
    }
    if players == 2:
        found["solution_two_seats"] = [_two_seats(one) for one in equilibrium.two_seats(rule_set)]
    return found | {"solution_seconds": time.perf_counter() - start}


def _seat_row(seat: int, row: SeatSolution) -> dict[str, Any]:
    forced = {"lower": row.play.lower, "equal": row.play.equal} if seat > 1 else {}
    return {
        "seat": seat,
        "fresh": row.play.fresh,
        **forced,
        "loss": float(row.loss),
        "gain": float(row.gain),
        "plain_loss": float(row.plain_loss),
    }


def _two_seats(one: TwoSeatEquilibrium) -> dict[str, Any]:
    def numbers(mixture: dict[int, Fraction]) -> dict[str, float]:
        return {str(threshold): float(chance) for threshold, chance in mixture.items()}

    return {
        "first": numbers(one.first),
        "dealer": numbers(one.dealer),
        "losses": [float(loss) for loss in one.losses],
    }
