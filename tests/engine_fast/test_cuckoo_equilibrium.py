"""Best responses and equilibria of a round: Le Her's, published; and what an equilibrium means."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from engine_fast.cuckoo import equilibrium
from engine_fast.cuckoo.equilibrium import Play
from engine_fast.cuckoo.exact import EQUAL, FRESH, LOWER
from engine_fast.cuckoo.rules import CuckooRules

RULES = CuckooRules.parse("cuckoo")


def test_le_her() -> None:
    """The receiver holds 7 or more with 5/8; the dealer 8 or more with 3/8; worth 2831.75/5525."""
    (found,) = equilibrium.two_seats(CuckooRules.parse("cuckoo+tie=dealer_wins"))
    assert found.first == {6: Fraction(5, 8), 7: Fraction(3, 8)}
    assert found.dealer == {7: Fraction(3, 8), 8: Fraction(5, 8)}
    value = Fraction(283175, 100) / 5525
    assert found.losses == (1 - value, value)


def test_best_responses_in_le_her_go_round() -> None:
    found = equilibrium.solve(2, CuckooRules.parse("cuckoo+tie=dealer_wins"))
    assert not found.pure
    assert len(found.circle) > 1
    assert {(first.fresh, dealer.fresh) for first, dealer in found.circle} <= {
        *product((6, 7), (7, 8))
    }
    assert max(seat.gain for seat in found.seats) > 0
    assert {seat.play.equal for seat in found.seats[1:]} == {0}  # a tie is the dealer's


@pytest.mark.parametrize("rules", ["cuckoo", "cuckoo+tie=nobody"])
def test_two_seats_agree_with_iteration(rules: str) -> None:
    parsed = CuckooRules.parse(rules)
    iterated = equilibrium.solve(2, parsed)
    assert iterated.pure
    thresholds = [{seat.play.fresh: 1} for seat in iterated.seats]
    losses = tuple(seat.loss for seat in iterated.seats)
    found = [(one.first, one.dealer, one.losses) for one in equilibrium.two_seats(parsed)]
    assert (*thresholds, losses) in found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nobody_gains_in_an_equilibrium(players: int) -> None:
    """No single rank, come in any way, is better played otherwise: every deviation is tried."""
    found = equilibrium.solve(players, RULES)
    assert found.pure
    profile = [seat.play for seat in found.seats]
    for place, seat in enumerate(found.seats):
        assert seat.gain == 0
        assert seat.loss == equilibrium.loss_of(profile, place, RULES)
        ways = (FRESH, LOWER, EQUAL) if place else (FRESH,)
        for how, rank in product(ways, range(1, 14)):
            swaps = seat.play.swaps
            swaps[rank, how] ^= 1
            assert equilibrium.loss_of(profile, place, RULES, swaps) >= seat.loss, (place, rank)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_search_finds_the_best_of_all_thresholds(place: int) -> None:
    profile = (Play(7, 7, 7), Play(5, 5, 5), Play(8, 8, 8))
    play, loss = equilibrium.threshold_response(profile, place, RULES)
    losses = [
        equilibrium.loss_of([*profile[:place], Play(t, t, t), *profile[place + 1 :]], place, RULES)
        for t in range(14)
    ]
    assert loss == min(losses) == losses[play.fresh]
    full, full_loss = equilibrium.best_response(profile, place, RULES)
    assert full_loss <= loss
    changed = [*profile[:place], full, *profile[place + 1 :]]
    assert equilibrium.loss_of(changed, place, RULES) == full_loss


def test_play_as_swaps() -> None:
    swaps = Play(3, 2, 1).swaps
    assert [int(np.sum(swaps[:, how])) for how in range(4)] == [3, 2, 1, 0]
    assert list(swaps[1:4, FRESH]) == [1, 1, 1]
