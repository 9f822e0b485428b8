"""`balanced-hand`: weighs what a move changes on both sides, set by hand and kept as it is.

A side's standing is a function of what it still lacks to its goal and of its permanents. A move is
worth the change of the own standing, less the weighed change of the rival's, less what the card
spent was worth in hand. A one-off counts by its chance of not being answered. The defaults were
set by hand, then improved by a random search in classic play against itself and the other styles.
A fixed mark that tuned policies are measured against: its play must never change.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import (
    ACE,
    EIGHTS,
    FIVE,
    FOUR,
    KINGS,
    NINE,
    NO_CARD,
    QUEENS,
    RANKS,
    SEVEN,
    SIX,
    TEN,
    THREE,
    TWOS,
    bit,
    point_total,
    rank_mask,
    rank_of,
)
from engine_fast.cards import (
    JACK as JACK_RANK,
)
from engine_fast.cards import (
    KING as KING_RANK,
)
from engine_fast.cuttle.heuristics.common import (
    changes_table,
    homecoming,
    jack_swing,
    value_of,
)
from engine_fast.cuttle.moves import (
    DRAW,
    JACK,
    ONEOFF,
    PASS,
    POINTS,
    ROYAL,
    SCUTTLE,
    card_of,
    target_of,
    verb_of,
)
from engine_fast.cuttle.state import DISCARD, RESPOND, TAKE, VIEW
from engine_fast.cuttle.state import SEVEN as SEVEN_UP
from engine_fast.jit import helper, popcount
from engine_fast.policies import Weight, built_in
from engine_fast.random_streams import below

WEIGHTS = (
    Weight("points", 0.9, "worth of each point nearer to the goal", 0.0, 20.0),
    Weight("near", 0.9, "extra worth of each point within eleven of the goal", 0.0, 20.0),
    Weight("rival", 1.25, "what the rival's standing counts against the own", 0.0, 20.0),
    Weight("queen", -0.1, "worth of a queen in play", -20.0, 20.0),
    Weight("guard", 0.3, "worth of a queen for each own point she guards", 0.0, 20.0),
    Weight("glasses", 0.8, "worth of glasses in play", -20.0, 20.0),
    Weight("king", 0.65, "worth of a king beyond the goal he lowers", -20.0, 20.0),
    Weight("draw", 5.6, "worth of a card drawn", -20.0, 20.0),
    Weight("rob", 0.9, "worth of a card the rival must discard", -20.0, 20.0),
    Weight("fetch", 1.75, "worth of a card fetched by a 3", -20.0, 20.0),
    Weight("seven", 3.0, "worth of the play a 7 turns up", -20.0, 20.0),
    Weight("bounce", 0.2, "share of a permanent's worth that a 9 takes away", 0.0, 2.0),
    Weight("fear", 0.55, "how far a possible answer lowers a one-off's worth", 0.0, 3.0),
    Weight("counter", 7.7, "what must be at stake before a 2 is spent in answer", -20.0, 60.0),
    Weight("lay_kings", 1.0, "1 lays kings, 0 never does", 0.0, 1.0, whole=True),
    *(
        Weight(f"keep_{name}", keep, f"worth of {name} in hand", -20.0, 20.0)
        for name, keep in zip(
            RANKS, (2.9, 4, 0.5, 1, 1.5, 2.4, -1.8, 2, 4, 5.8, 3, 1.9, 0.8), strict=True
        )
    ),
)
(
    W_POINTS,
    W_NEAR,
    W_RIVAL,
    W_QUEEN,
    W_GUARD,
    W_GLASSES,
    W_KING,
    W_DRAW,
    W_ROB,
    W_FETCH,
    W_SEVEN,
    W_BOUNCE,
    W_FEAR,
    W_COUNTER,
    W_LAY_KINGS,
    W_KEEP,
) = range(16)

ACES = rank_mask(ACE)
SIXES = rank_mask(SIX)
_WIN = 1000.0


@helper
def standing(view, weights, total, kings, royals):
    """Return the worth of a side's table: how near it is to its goal, and its permanents.

    `royals` is the side's set of permanents, whose kings are counted by `kings` instead.
    """
    missing = view.goal[kings] - total
    if missing <= 0:
        return _WIN
    worth = weights[W_KING] * kings - weights[W_POINTS] * missing
    worth += weights[W_NEAR] * max(0, 11 - missing)
    if royals & QUEENS:
        worth += weights[W_QUEEN] + weights[W_GUARD] * total
    if royals & EIGHTS:
        worth += weights[W_GLASSES]
    return worth


@helper
def gain_of_points(weights, missing, change, guarded):
    """Return what `change` more points add to a side's standing that lacks `missing`.

    `guarded` is what a point counts under that side's queen, 0 without one. Equal to a difference
    of two `standing`s, and cheaper, as a scored move mostly changes points alone.
    """
    left = missing - change
    if left <= 0:
        return _WIN
    nearer = max(0, 11 - left) - max(0, 11 - missing)
    return (weights[W_POINTS] + guarded) * change + weights[W_NEAR] * nearer


@helper
def own_standing(view, weights):
    """Return the standing of the own side as it is."""
    kings = popcount(view.own_royals & KINGS)
    return standing(view, weights, view.own_total, kings, view.own_royals)


@helper
def rival_standing(view, weights):
    """Return the standing of the rival's side as it is."""
    kings = popcount(view.rival_royals & KINGS)
    return standing(view, weights, view.rival_total, kings, view.rival_royals)


@helper
def balance_after(view, weights, card, target):
    """Return own less weighed rival standing once an ace, 2, 6 or 9 has had its effect."""
    own_total = view.own_total
    rival_total = view.rival_total
    own_royals = view.own_royals
    rival_royals = view.rival_royals
    rank = rank_of(card)
    if rank == ACE:
        own_total = 0
        rival_total = 0
    elif rank == SIX:
        stolen = homecoming(view)
        swing = point_total(stolen & view.rival_points) - point_total(stolen & view.own_points)
        own_total += swing
        rival_total -= swing
        own_royals = np.uint64(0)
        rival_royals = np.uint64(0)
    else:
        lifted = bit(target)
        if rank_of(target) == JACK_RANK:
            swing = jack_swing(view, target)
            if view.own_jacks & lifted:
                swing = -swing
            own_total += swing
            rival_total -= swing
        elif lifted & view.rival_points:
            rival_total -= value_of(target)
        elif lifted & view.own_points:
            own_total -= value_of(target)
        else:
            own_royals &= ~lifted
            rival_royals &= ~lifted
    own_kings = popcount(own_royals & KINGS)
    rival_kings = popcount(rival_royals & KINGS)
    own = standing(view, weights, own_total, own_kings, own_royals)
    return own - weights[W_RIVAL] * standing(view, weights, rival_total, rival_kings, rival_royals)


@helper
def plain_gain(view, weights, rank, robbed):
    """Return what a 3, 4, 5, 7, 8 or 10 is worth to the side that plays it if it stands.

    `robbed` counts the cards in the other side's hand. Chosen by selects, as hands are random and
    a branch a rank would be guessed wrong every other time.
    """
    drawn = weights[W_DRAW] * min(2, view.stock_count)
    turned = weights[W_SEVEN] * min(1, view.stock_count)
    taken = weights[W_ROB] * min(2, robbed)
    gain = weights[W_ROB] if rank == TEN else weights[W_GLASSES]
    gain = weights[W_FETCH] if rank == THREE else gain
    gain = taken if rank == FOUR else gain
    gain = drawn if rank == FIVE else gain
    return turned if rank == SEVEN else gain


@helper
def table_gain(view, weights, card, target, now):
    """Return what an ace, 2, 6 or 9 is worth to the own side if it stands, whoever plays it."""
    gain = balance_after(view, weights, card, target) - now
    return weights[W_BOUNCE] * gain if rank_of(card) == NINE else gain


@helper
def chance_of_answer(view):
    """Estimate the chance that the rival holds a 2, from the twos not yet seen."""
    if view.rival_known & TWOS:
        return 1.0
    hidden = popcount(view.unseen & TWOS)
    dark = view.rival_count - popcount(view.rival_known)
    misses = 1.0 - dark / max(1.0, float(popcount(view.unseen)))
    none = 1.0
    for _ in range(hidden):
        none *= misses
    return 1.0 - none


@helper
def answer(view, weights, count):
    """Answer if what is at stake is worth a 2; `count − 1` is the index of letting it stand."""
    now = own_standing(view, weights) - weights[W_RIVAL] * rival_standing(view, weights)
    # In one's own chain an odd number of twos lies, and the own one-off is at stake.
    mine = view.chain & 1
    rank = rank_of(view.pending)
    if changes_table(rank):
        gain = table_gain(view, weights, view.pending, view.target, now)
        stake = gain if mine else -gain
    elif mine:
        stake = plain_gain(view, weights, rank, view.rival_count)
    else:
        stake = weights[W_RIVAL] * plain_gain(view, weights, rank, popcount(view.hand))
    return 0 if stake > weights[W_COUNTER] else count - 1


@helper
def dearest_kept(weights, moves, count, sign):
    """Return the index of the card kept most dearly (`sign` 1) or least dearly (−1)."""
    best = 0
    best_worth = -1e9
    for index in range(count):
        worth = sign * weights[W_KEEP + rank_of(card_of(moves[index]))]
        if worth > best_worth:
            best_worth = worth
            best = index
    return best


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Choose the move of the highest worth; equals have the same chance."""
    if view.phase == RESPOND:
        return answer(view, weights, count)
    if view.phase == TAKE:
        return dearest_kept(weights, moves, count, 1.0)
    if view.phase == DISCARD:
        return dearest_kept(weights, moves, count, -1.0)
    own = own_standing(view, weights)
    now = own - weights[W_RIVAL] * rival_standing(view, weights)
    own_missing = view.own_goal - view.own_total
    rival_missing = view.rival_goal - view.rival_total
    own_guard = weights[W_GUARD] if view.own_royals & QUEENS else 0.0
    rival_guard = weights[W_GUARD] if view.rival_royals & QUEENS else 0.0
    stands = 1.0 - weights[W_FEAR] * chance_of_answer(view)
    playable = view.hand
    if view.phase == SEVEN_UP:
        playable = ACES | SIXES
    ace = table_gain(view, weights, 4 * ACE, NO_CARD, now) if playable & ACES else 0.0
    six = table_gain(view, weights, 4 * SIX, NO_CARD, now) if playable & SIXES else 0.0
    best = 0
    best_score = -1e9
    equals = 0
    for index in range(count):
        move = moves[index]
        verb = verb_of(move)
        card = card_of(move)
        target = target_of(move)
        score = 0.0
        if verb == DRAW:
            score = weights[W_DRAW]
        elif verb != PASS:
            score = -weights[W_KEEP + rank_of(card)]
            if verb == POINTS:
                score += gain_of_points(weights, own_missing, value_of(card), own_guard)
            elif verb == ONEOFF:
                rank = rank_of(card)
                if target != NO_CARD:
                    gain = table_gain(view, weights, card, target, now)
                else:
                    gain = plain_gain(view, weights, rank, view.rival_count)
                    gain = ace if rank == ACE else gain
                    gain = six if rank == SIX else gain
                score += stands * gain
            elif verb == SCUTTLE:
                lost = -value_of(target)
                score -= weights[W_RIVAL] * gain_of_points(
                    weights, rival_missing, lost, rival_guard
                )
            elif verb == JACK:
                moved = value_of(target) if view.rival_points & bit(target) else -value_of(target)
                score += gain_of_points(weights, own_missing, moved, own_guard)
                score -= weights[W_RIVAL] * gain_of_points(
                    weights, rival_missing, -moved, rival_guard
                )
            elif verb == ROYAL:
                kings = popcount(view.own_royals & KINGS)
                royals = view.own_royals | bit(card)
                if rank_of(card) == KING_RANK:
                    kings += 1
                    if weights[W_LAY_KINGS] == 0.0:
                        score = -_WIN
                score += standing(view, weights, view.own_total, kings, royals) - own
        if score > best_score:
            best_score = score
            best = index
            equals = 1
        elif score == best_score:
            # Each of k equals is kept with chance 1/k in the end.
            equals += 1
            if below(random, equals) == 0:
                best = index
    return best
