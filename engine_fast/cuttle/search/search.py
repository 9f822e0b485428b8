"""`search`: plays its moves out on hidden cards dealt afresh and takes what wins most often.

Information-set Monte Carlo with sequential halving at the root (Karnin, Koren, Somekh 2013). A
decision has a budget of `playouts` games. The base policy names the most promising moves, its own
choice first; each round deals some determinizations (`determinize`) and plays every move that is
left to the end on each of them, then drops the half that did worst.

Halving and not UCT: a tree over information sets would be some dozen nodes deep in chance and thin
at a few hundred playouts, while what counts is only the best move of the root, for which halving
spends a fixed budget best; and all moves meet the same determinizations and playout streams (common
random numbers), so that the difference of two moves has much less noise than each of them.

The base policy's choice stays to the end and is the prior: another move replaces it only if it is
better by `doubt` standard errors of the paired difference.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import DECK_SIZE, rank_of
from engine_fast.cuttle.moves import JACK, POINTS, ROYAL, card_of, target_of, verb_of
from engine_fast.cuttle.search import base
from engine_fast.cuttle.search.determinize import (
    deal_hidden,
    hidden_in_hand,
    lay_out,
    list_cards_of,
)
from engine_fast.cuttle.search.playout import WIN, play_out, score_of
from engine_fast.cuttle.state import GAME_DTYPE, MOST_MOVES, RESPOND, VIEW, VIEW_DTYPE, start_view
from engine_fast.jit import assign, helper, local_record, mutable, readonly, record_type
from engine_fast.policies import Weight, built_in
from engine_fast.random_streams import SEARCH, below, stream

MOST_ARMS = 16
OWN_WEIGHTS = (
    Weight("playouts", 300, "games played out for a decision", 1, 1_000_000, whole=True),
    Weight("arms", 0, "most moves tried, 0: by playouts", 0, MOST_ARMS, whole=True),
    Weight("doubt", 1.0, "standard errors by which another move must beat the base's", 0.0, 10.0),
)
PLAYOUTS = OWN_WEIGHTS[0].name
WEIGHTS = (*OWN_WEIGHTS, *base.WEIGHTS)
W_PLAYOUTS, W_ARMS, W_DOUBT = range(len(OWN_WEIGHTS))
BASE_WEIGHTS = len(OWN_WEIGHTS)

# A move is an *arm*. Arm 0 is the base policy's choice, the others follow in its order.
SEARCH_DTYPE = np.dtype(
    [
        ("start", GAME_DTYPE),  # all that is not hidden
        ("world", GAME_DTYPE),  # one determinization
        ("game", GAME_DTYPE),  # a playout
        ("views", VIEW_DTYPE, (2,)),
        ("moves", np.int32, (MOST_MOVES,)),
        ("scratch", np.int32, (MOST_MOVES,)),
        ("places", np.int64, (MOST_MOVES,)),  # where moves still to be ranked stand in the list
        ("pool", np.uint8, (DECK_SIZE,)),
        ("random", np.uint64, (1,)),
        ("arms", np.int64, (MOST_ARMS,)),  # index of each arm's move
        ("alive", np.int64, (MOST_ARMS,)),  # arms still tried, arm 0 first
        ("gain", np.int64, (MOST_ARMS,)),  # Σ over worlds of score − score of arm 0
        ("gain_sq", np.int64, (MOST_ARMS,)),  # Σ of its squares
        ("tried", np.int64, (MOST_ARMS,)),  # worlds
    ],
    align=True,
)
SEARCH_RECORD = record_type(SEARCH_DTYPE)


@helper
def arms_for(playouts, most):
    """Return how many moves a budget of playouts can tell apart, at most `most` unless that is 0.

    Three playouts a move pay for one determinization in each round of the halving.
    """
    arms = min(MOST_ARMS, 4 + playouts // 16)
    if most > 0:
        arms = most
    return min(arms, playouts // 3)


@helper
def are_twins(one, other):
    """Whether two moves differ in the suit of the card played alone."""
    same_target = target_of(one) == target_of(other)
    same_rank = rank_of(card_of(one)) == rank_of(card_of(other))
    return verb_of(one) == verb_of(other) and same_rank and same_target


@helper
def name_arms(work, view, moves, count, weights, most, random):
    """Let the base policy name up to `most` arms, the best first, and return how many.

    It is asked again and again, each time without the moves named before. Of moves that differ in
    suit alone one is tried. An answer to a one-off is a 2, or none.
    """
    if view.phase == RESPOND:
        first = base.choose(view, moves, count, weights, random)
        work.arms[0] = first
        work.arms[1] = 0 if first == count - 1 else count - 1
        return 2
    left = count
    for index in range(count):
        work.moves[index] = moves[index]
        work.places[index] = index
    arms = 0
    while left > 0 and arms < most:
        offered = readonly(work.moves[:left])
        chosen = base.choose(view, offered, left, weights, random) if left > 1 else 0
        move = work.moves[chosen]
        work.arms[arms] = work.places[chosen]
        arms += 1
        kept = 0
        for index in range(left):
            if not are_twins(work.moves[index], move):
                work.moves[kept] = work.moves[index]
                work.places[kept] = work.places[index]
                kept += 1
        left = kept
    return arms


@helper
def is_certain(move):
    """Whether what a move does cannot be answered and depends on no hidden card."""
    return verb_of(move) in (POINTS, ROYAL, JACK)


@helper
def mean_gain(work, arm):
    """Return by how much an arm did better than arm 0, in half-points a world."""
    return work.gain[arm] / max(1, work.tried[arm])


@helper
def drop_half(work, left):
    """Sort the arms after the first by their gain, keep the better half, and return how many."""
    for index in range(2, left):
        arm = work.alive[index]
        place = index
        while place > 1 and mean_gain(work, work.alive[place - 1]) < mean_gain(work, arm):
            work.alive[place] = work.alive[place - 1]
            place -= 1
        work.alive[place] = arm
    return (left + 1) // 2


@helper
def halvings(arms):
    """Return the rounds it takes to halve `arms` down to one."""
    rounds = 0
    while arms > 1:
        arms = (arms + 1) // 2
        rounds += 1
    return rounds


@helper
def beats(work, arm, doubt):
    """Whether an arm is better than arm 0 by `doubt` standard errors of the paired difference."""
    n = work.tried[arm]
    mean = mean_gain(work, arm)
    variance = work.gain_sq[arm] / max(1, n) - mean * mean
    return mean > 0.0 and mean * mean * n > doubt * doubt * variance


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Play the most promising moves out and return the index of the best."""
    if count == 1:
        return 0
    work = local_record(SEARCH_RECORD)
    base_weights = weights[BASE_WEIGHTS:]
    playouts = np.int64(weights[W_PLAYOUTS])
    most = arms_for(playouts, np.int64(weights[W_ARMS]))
    if most < 2:
        return base.choose(view, moves, count, base_weights, random)
    arms = name_arms(work, view, moves, count, base_weights, most, random)
    if arms == 1:
        return work.arms[0]
    side = view.is_dealer
    for seat in range(2):
        start_view(work.views[seat], view.rules, seat)
    lay_out(view, work.start)
    pool = mutable(work.pool)
    pool_count = list_cards_of(view.unseen, pool)
    unknown = hidden_in_hand(view)
    hidden = work.start.top + work.start.top_known
    for arm in range(arms):
        work.alive[arm] = arm
        work.gain[arm] = 0
        work.gain_sq[arm] = 0
        work.tried[arm] = 0
    name = random[0]
    below(random, 2)
    left = arms
    rounds = halvings(arms)
    world = 0
    for _ in range(rounds):
        worlds = max(1, playouts // (rounds * left))
        for _ in range(worlds):
            work.random[0] = stream(name, SEARCH, world, 0)
            assign(work.world, work.start)
            deal_hidden(
                work.world, 1 - side, unknown, hidden, pool, pool_count, mutable(work.random)
            )
            reference = 0
            for index in range(left):
                arm = work.alive[index]
                place = work.arms[arm]
                work.random[0] = stream(name, SEARCH, world, 1)
                assign(work.game, work.world)
                at_once = play_out(
                    work.game,
                    view.rules,
                    moves[place],
                    work.views,
                    mutable(work.moves),
                    mutable(work.scratch),
                    base.choose,
                    base_weights,
                    mutable(work.random),
                )
                score = score_of(work.game, side)
                if at_once and score == WIN and is_certain(moves[place]):
                    return place
                if index == 0:
                    reference = score
                gain = score - reference
                work.gain[arm] += gain
                work.gain_sq[arm] += gain * gain
                work.tried[arm] += 1
            world += 1
        left = drop_half(work, left)
    best = work.alive[1] if arms > 1 else 0
    return work.arms[best if beats(work, best, weights[W_DOUBT]) else 0]
