"""`scored`: one policy whose weights say what each feature of a position and a move is worth.

A move's score is the change it makes: of both sides' standing (points still missing, permanents),
of the own tempo, of the rival's chance to win next, of the risks laid points run; less what the
card spent was worth in hand. A one-off counts by its chance of not being answered. Every decision
is scored so: answers, takes, discards and what a 7 turns up too. What the features are:
`features.py`; the pieces of advice it can carry: `advice.py`. The shipped weight files name
policies that are this one with other weights.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from engine_fast.cards import (
    ACE,
    EIGHTS,
    FIVE,
    FOUR,
    JACKS,
    KING,
    KINGS,
    NINE,
    NO_CARD,
    NUMBERS,
    QUEEN,
    QUEENS,
    RANKS,
    SEVEN,
    SIX,
    TEN,
    THREE,
    TWO,
    TWOS,
    bit,
    point_total,
    rank_mask,
    rank_of,
)
from engine_fast.cuttle.heuristics import advice, features
from engine_fast.cuttle.heuristics.advice import ADVICE
from engine_fast.cuttle.heuristics.common import changes_table, value_of
from engine_fast.cuttle.moves import (
    ACCEPT,
    COUNTER,
    DRAW,
    JACK,
    ONEOFF,
    PASS,
    POINTS,
    ROYAL,
    SCUTTLE,
    TAKE_CARD,
    card_of,
    target_of,
    verb_of,
)
from engine_fast.cuttle.state import MAIN, RESPOND, VIEW
from engine_fast.cuttle.state import SEVEN as SEVEN_UP
from engine_fast.jit import helper, popcount
from engine_fast.policies import Weight, built_in
from engine_fast.random_streams import below

FEATURES = (
    Weight("points", 0.9, "worth of each point nearer to the goal", 0, 20, step=0.15),
    Weight("near", 0.9, "extra worth of each point within eleven of the goal", 0, 20, step=0.15),
    Weight("rival", 1.25, "what the rival's standing counts against the own", 0, 20, step=0.2),
    Weight("king", 0.65, "worth of a king beyond the goal he lowers", -20, 20),
    Weight("queen", -0.1, "worth of the first queen in play", -20, 20),
    Weight("guard", 0.3, "worth of her for each own point she guards", 0, 20, step=0.1),
    Weight("more_queens", -2.0, "worth of a further queen in play", -20, 20),
    Weight("glasses", 0.8, "worth of the first glasses in play", -20, 20),
    Weight("threat", 3.0, "worth of a hand that wins with its next turn", -20, 60),
    Weight("follow_up", 1.0, "worth of a hand that wins within two turns", -20, 60),
    Weight(
        "danger", 12.0, "cost of the rival's chance to win with his next turn", -20, 100, step=3
    ),
    Weight("exposed", 0.2, "cost of each point that may be scuttled", -5, 5, step=0.1),
    Weight("jackable", 0.1, "cost of each own point while a jack may take it", -5, 5, step=0.1),
    Weight("ruin", 0.1, "cost of each own point while an ace may scrap it", -5, 5, step=0.1),
    Weight("scuttle", 0.0, "worth of a scuttle beyond the points destroyed", -20, 20),
    Weight("draw", 5.6, "worth of a card drawn", -20, 20),
    Weight("draw_late", 0.0, "worth added to drawing as the stock runs out", -20, 20),
    Weight("overfull", -1.0, "worth added to drawing at the hand limit", -20, 20),
    Weight("shed", -1.0, "worth of the card discarded for a 5", -20, 20),
    Weight("five", 0.0, "worth added to the cards a 5 draws", -20, 20),
    Weight("rob", 0.9, "worth of a card the rival must discard", -20, 20),
    Weight("fetch", 0.5, "worth of a 3 that fetches a card", -20, 20),
    Weight("fetched", 0.3, "share of the fetched card's worth in hand", -2, 3, step=0.2),
    Weight("seven", 3.0, "worth of the play a 7 turns up", -20, 20),
    Weight("seven_pair", 1.0, "worth added where a 7 turns up two cards", -20, 20),
    Weight(
        "leave", 0.2, "share of a card's worth lost by leaving it on the stock", -2, 2, step=0.2
    ),
    Weight("spy", 0.5, "worth of opening the rival's hand by an 8", -20, 20),
    Weight("bounce", 0.2, "share of a card's worth that a 9 takes away", 0, 2, step=0.15),
    Weight("freeze", 1.0, "worth added where a 9 freezes what it returns", -20, 20),
    Weight("fear", 0.55, "how far a possible answer lowers a one-off's worth", 0, 3, step=0.2),
    Weight("backup", 0.2, "how far an own 2 held against an answer restores it", 0, 3, step=0.2),
    Weight("counter", 7.7, "what must be at stake before a 2 is spent in answer", -20, 60),
    Weight("spare", 1.0, "how much less while another 2 is in hand", -20, 60),
    *(
        Weight(f"keep_{name}", keep, f"worth of {name} in hand", -20, 20)
        for name, keep in zip(
            RANKS, (2.9, 4, 0.5, 1, 1.5, 2.4, -1.8, 2, 4, 5.8, 3, 1.9, 0.8), strict=True
        )
    ),
)
(
    W_POINTS,
    W_NEAR,
    W_RIVAL,
    W_KING,
    W_QUEEN,
    W_GUARD,
    W_MORE_QUEENS,
    W_GLASSES,
    W_THREAT,
    W_FOLLOW_UP,
    W_DANGER,
    W_EXPOSED,
    W_JACKABLE,
    W_RUIN,
    W_SCUTTLE,
    W_DRAW,
    W_DRAW_LATE,
    W_OVERFULL,
    W_SHED,
    W_FIVE,
    W_ROB,
    W_FETCH,
    W_FETCHED,
    W_SEVEN,
    W_SEVEN_PAIR,
    W_LEAVE,
    W_SPY,
    W_BOUNCE,
    W_FREEZE,
    W_FEAR,
    W_BACKUP,
    W_COUNTER,
    W_SPARE,
    W_KEEP,
) = range(len(FEATURES) - 12)
W_ADVICE = len(FEATURES)
WEIGHTS = FEATURES + ADVICE

ACES = rank_mask(ACE)
SIXES = rank_mask(SIX)
THREES = rank_mask(THREE)
WIN = 1000.0
NEAR = 11  # "near the goal" begins here: one ten and an ace


@helper
def approach(weights, missing, change, each):
    """Return what `change` more points add to a side's standing that lacks `missing`.

    `each` is what a point counts beyond the way to the goal.
    """
    left = missing - change
    if left <= 0:
        return WIN
    nearer = max(0, NEAR - left) - max(0, NEAR - missing)
    return (weights[W_POINTS] + each) * change + weights[W_NEAR] * nearer


@helper
def standing(view, weights, total, royals):
    """Return the worth of a side's table: how near it is to its goal, and its permanents."""
    kings = popcount(royals & KINGS)
    missing = view.goal[kings] - total
    if missing <= 0:
        return WIN
    worth = weights[W_KING] * kings - weights[W_POINTS] * missing
    worth += weights[W_NEAR] * max(0, NEAR - missing)
    queens = popcount(royals & QUEENS)
    if queens:
        worth += weights[W_QUEEN] + weights[W_GUARD] * total
        worth += weights[W_MORE_QUEENS] * (queens - 1)
    if royals & EIGHTS:
        worth += weights[W_GLASSES]
    return worth


@helper
def tempo_of(weights, turns):
    """Return the worth of needing `turns` more turns (`features.turns_to_goal`)."""
    soon = weights[W_FOLLOW_UP] if turns == 2 else 0.0
    return weights[W_THREAT] if turns == 1 else soon


@helper
def table_gain(view, weights, odds, card, target, now, danger, tempo, top, second):
    """Return what an ace, 2, 6 or 9 changes for the own side if it stands, whoever plays it.

    `now`, `danger`, `tempo`, `top` and `second` are as in `Reading`.
    """
    own_points, own_royals, rival_points, rival_royals = features.table_after(view, card, target)
    own_total = point_total(own_points)
    rival_total = point_total(rival_points)
    gain = standing(view, weights, own_total, own_royals) - now
    gain -= weights[W_RIVAL] * standing(view, weights, rival_total, rival_royals)
    known = view.rival_known
    if rank_of(card) == NINE:
        gain *= weights[W_BOUNCE]
        if view.rules.nine_board == 2:
            gain += weights[W_FREEZE] if view.own_turn else -weights[W_FREEZE]
        elif view.own_turn:
            known |= bit(target)
    loot = np.uint64(0) if features.rival_jacks_kept_off(view, own_royals) else own_points
    rival_kings = popcount(rival_royals & KINGS)
    after = features.danger(view, odds, known, rival_total, rival_kings, loot)
    loot = np.uint64(0) if features.own_jacks_kept_off(view, rival_royals) else rival_points
    own_kings = popcount(own_royals & KINGS)
    lower = features.missing_with_king(view, view.hand & KINGS, own_total, own_kings)
    stolen = features.most_stolen(view.hand & JACKS, loot)
    turns = features.turns_left(view.goal[own_kings] - own_total, lower, top, second, stolen)
    return gain + weights[W_DANGER] * (danger - after) + tempo_of(weights, turns) - tempo


@helper
def dearest_in(weights, cards):
    """Return the worth in hand of the dearest card of a set, 0 for an empty one."""
    best = -100.0
    for rank in range(13):
        worth = weights[W_KEEP + rank] if cards & (np.uint64(15) << np.uint64(4 * rank)) else best
        best = worth if worth > best else best
    return best if cards else 0.0


class Plain(NamedTuple):
    """What the one-offs that leave the table alone are worth to the side that plays them."""

    three: float
    four: float
    five: float
    seven: float
    eight: float
    ten: float


@helper
def plain_gains(view, weights, robbed, hand_count, fetched):
    """Return what a 3, 4, 5, 7, 8 and 10 are worth to the side that plays them if they stand.

    `robbed` counts the cards in the other side's hand, `hand_count` those beside the one played.
    """
    four = weights[W_ROB] * min(2, robbed)
    five = weights[W_DRAW] * features.cards_from_five(view, hand_count) + weights[W_FIVE]
    five += weights[W_SHED] if view.rules.discard_draw else 0.0
    seven = weights[W_SEVEN] + (weights[W_SEVEN_PAIR] if view.rules.seven_two else 0.0)
    return Plain(
        weights[W_FETCH] + weights[W_FETCHED] * fetched,
        -2.0 * weights[W_DRAW] if view.rules.fours_draw else four,
        five,
        seven if view.stock_count > 0 else 0.0,
        -weights[W_SPY] if view.rules.expose_self else weights[W_SPY],
        weights[W_ROB] * min(1, robbed),
    )


@helper
def gain_of(plain, rank):
    """Return what the one-off of a rank is worth among `plain`.

    By selects, as hands are random and a branch a rank would be guessed wrong every other time.
    """
    gain = plain.ten if rank == TEN else plain.eight
    gain = plain.three if rank == THREE else gain
    gain = plain.four if rank == FOUR else gain
    gain = plain.five if rank == FIVE else gain
    return plain.seven if rank == SEVEN else gain


@helper
def stake_of(view, weights, plain, fetched, now, danger, tempo, top, second, odds):
    """Return what the pending one-off costs the own side if it stands; its gain if it is the own.

    The arguments are as in `Reading`.
    """
    rank = rank_of(view.pending)
    mine = view.chain & 1  # an odd number of twos: the own one-off is at stake
    if changes_table(rank):
        gain = table_gain(
            view, weights, odds, view.pending, view.target, now, danger, tempo, top, second
        )
    elif mine:
        gain = gain_of(plain, rank)
    else:
        own_count = popcount(view.hand)
        his = plain_gains(view, weights, own_count, view.rival_count, fetched)
        gain = gain_of(his, rank) * -weights[W_RIVAL]
    return gain if mine else -gain


class Reading(NamedTuple):
    """What all moves of a decision are measured against, read once."""

    odds: float  # that one given unseen card is in the rival's hand
    own_kings: int
    rival_kings: int
    own_missing: int
    own_lower: int  # what lacks once a king of the hand is laid
    top: int  # points of the three highest number cards in hand
    second: int
    third: int
    stolen: int  # the most points that a jack in hand can take
    rival_missing: int
    exposure: float  # cost of a point for each unseen card that could scuttle it
    own_point: float  # what each own point counts beyond the way to the goal: guards, risks
    rival_point: float
    loot: int  # rival point cards that own jacks may take, as a set
    danger: float  # the rival's chance to win with his next turn as things stand
    jack_danger: float  # the same if he may jack a card that he lacks
    tempo: float  # worth of the turns the hand needs
    far: bool  # whether the hand needs more than two
    stands: float  # share of a one-off's worth left after fear of an answer
    two_stands: float  # the same of a 2
    now: float  # own less weighed rival standing
    ace: float  # what an ace in hand, and a 6, would change
    six: float
    plain: Plain
    advised: bool  # whether any advice is set
    stake: float  # what the pending one-off changes for the own side, if an answer is asked


@helper
def read(view, weights):
    """Read what all moves of a decision are measured against."""
    odds = features.odds_of_holding(view)
    own_kings = popcount(view.own_royals & KINGS)
    rival_kings = popcount(view.rival_royals & KINGS)
    kept_off = features.rival_jacks_kept_off(view, view.own_royals)
    loot = np.uint64(0) if kept_off else view.own_points
    danger = features.danger(view, odds, view.rival_known, view.rival_total, rival_kings, loot)
    jacks = odds * popcount(view.unseen & JACKS) + popcount(view.rival_known & JACKS)
    jacks = 0.0 if kept_off else jacks
    jack_danger = min(1.0, danger + jacks)
    own_point = -weights[W_RUIN] * odds * popcount(view.unseen & ACES)
    own_point -= weights[W_JACKABLE] * jacks
    if view.own_royals & QUEENS:
        own_point += weights[W_GUARD]
    unscuttled = view.rules.queen_blocks_scuttle and view.own_royals & QUEENS
    exposure = 0.0 if unscuttled else weights[W_EXPOSED] * odds
    rival_point = weights[W_GUARD] if view.rival_royals & QUEENS else 0.0
    kept_off = features.own_jacks_kept_off(view, view.rival_royals)
    loot = np.uint64(0) if kept_off else view.rival_points
    top, second, third = features.top_values(view.hand & NUMBERS)
    own_lower = features.missing_with_king(view, view.hand & KINGS, view.own_total, own_kings)
    stolen = features.most_stolen(view.hand & JACKS, loot)
    own_missing = view.own_goal - view.own_total
    turns = features.turns_left(own_missing, own_lower, top, second, stolen)
    tempo = tempo_of(weights, turns)
    fear = weights[W_FEAR]
    if view.hand & TWOS:
        fear = max(0.0, fear - weights[W_BACKUP])
    answer = features.chance_held(view, odds, TWOS)
    now = standing(view, weights, view.own_total, view.own_royals)
    now -= weights[W_RIVAL] * standing(view, weights, view.rival_total, view.rival_royals)
    # An answer, a fetch or a discard plays no one-off; which card a 7 turned up is not asked.
    playable = view.hand if view.phase == MAIN else np.uint64(0)
    if view.phase == SEVEN_UP:
        playable = ACES | SIXES | THREES
    # With nothing on the table to scrap both change nothing, as in a third of all decisions.
    ace = 0.0
    if playable & ACES and view.own_points | view.rival_points:
        ace = table_gain(view, weights, odds, 4 * ACE, NO_CARD, now, danger, tempo, top, second)
    six = 0.0
    permanents = view.own_royals | view.rival_royals | view.own_jacks | view.rival_jacks
    if playable & SIXES and permanents:
        six = table_gain(view, weights, odds, 4 * SIX, NO_CARD, now, danger, tempo, top, second)
    fetched = 0.0
    if playable & THREES or (view.phase == RESPOND and rank_of(view.pending) == THREE):
        fetched = dearest_in(weights, view.scrap & view.rules.takeable)
    beside = popcount(view.hand) - np.int64(view.phase == MAIN)
    plain = plain_gains(view, weights, view.rival_count, beside, fetched)
    stake = 0.0
    if view.phase == RESPOND:
        stake = stake_of(view, weights, plain, fetched, now, danger, tempo, top, second, odds)
    return Reading(
        odds,
        own_kings,
        rival_kings,
        own_missing,
        own_lower,
        top,
        second,
        third,
        stolen,
        view.rival_goal - view.rival_total,
        exposure,
        own_point,
        rival_point,
        loot,
        danger,
        jack_danger,
        tempo,
        turns == features.FAR,
        1.0 - fear * answer if features.answerable(view, False) else 1.0,
        1.0 - fear * answer if features.answerable(view, True) else 1.0,
        now,
        ace,
        six,
        plain,
        advice.given(weights[W_ADVICE:]),
        stake,
    )


@helper
def score_points(view, weights, reading, card):
    """Return what laying `card` for points changes, the hand apart."""
    value = value_of(card)
    score = approach(weights, reading.own_missing, value, reading.own_point)
    if value >= reading.rival_missing:
        score -= weights[W_DANGER] * (reading.jack_danger - reading.danger)
    scuttlers = popcount(view.unseen & features.scuttlers(view, card))
    score -= reading.exposure * value * scuttlers
    return score


@helper
def relief(view, weights, reading, taken, own_points):
    """Return what it is worth for the rival's chance to win next that he loses `taken` points.

    `own_points` are the own point cards afterwards.
    """
    kept_off = features.rival_jacks_kept_off(view, view.own_royals)
    loot = np.uint64(0) if kept_off else own_points
    total = view.rival_total - taken
    after = features.danger(view, reading.odds, view.rival_known, total, reading.rival_kings, loot)
    return weights[W_DANGER] * (reading.danger - after)


@helper
def score_scuttle(view, weights, reading, card, target):
    """Return what a scuttle changes, the hand apart."""
    value = value_of(target)
    score = weights[W_SCUTTLE]
    score -= weights[W_RIVAL] * approach(
        weights, reading.rival_missing, -value, reading.rival_point
    )
    if reading.danger > 0.0:
        score += relief(view, weights, reading, value, view.own_points)
    return score


@helper
def score_jack(view, weights, reading, card, target):
    """Return what a jack on `target` changes, the hand apart; a turned-up one may give away."""
    value = value_of(target)
    moved = value if view.rival_points & bit(target) else -value
    score = approach(weights, reading.own_missing, moved, reading.own_point)
    score -= weights[W_RIVAL] * approach(
        weights, reading.rival_missing, -moved, reading.rival_point
    )
    total = view.own_total + moved
    hand = view.hand & ~bit(card)
    loot = reading.loot & ~bit(target)
    score += tempo_with(view, weights, reading, hand, total, reading.own_kings, loot)
    if reading.danger > 0.0 or moved < 0:
        score += relief(view, weights, reading, moved, view.own_points ^ bit(target))
    return score


@helper
def score_royal(view, weights, reading, card):
    """Return what laying a king, queen or glasses changes, the hand apart."""
    rank = rank_of(card)
    missing = reading.own_missing
    if rank == KING:
        missing = view.goal[min(reading.own_kings + 1, 4)] - view.own_total
        score = weights[W_KING]
        score += approach(weights, reading.own_missing, reading.own_missing - missing, 0.0)
        hand = view.hand & ~bit(card)
        kings = min(reading.own_kings + 1, 4)
        score += tempo_with(view, weights, reading, hand, view.own_total, kings, reading.loot)
    elif rank == QUEEN:
        if view.own_royals & QUEENS:
            score = weights[W_MORE_QUEENS]
        else:
            score = weights[W_QUEEN] + weights[W_GUARD] * view.own_total
        if reading.danger > 0.0:
            loot = np.uint64(0) if view.rules.queen_blocks_jack else view.own_points
            after = features.danger(
                view, reading.odds, view.rival_known, view.rival_total, reading.rival_kings, loot
            )
            score += weights[W_DANGER] * (reading.danger - after)
    else:
        score = 0.0 if view.own_royals & EIGHTS else weights[W_GLASSES]
    return score


@helper
def score_oneoff(view, weights, reading, card, target):
    """Return what a one-off changes, the hand apart, by its chance to stand."""
    rank = rank_of(card)
    if target != NO_CARD:
        gain = table_gain(
            view,
            weights,
            reading.odds,
            card,
            target,
            reading.now,
            reading.danger,
            reading.tempo,
            reading.top,
            reading.second,
        )
    else:
        gain = gain_of(reading.plain, rank)
        gain = reading.ace if rank == ACE else gain
        gain = reading.six if rank == SIX else gain
        if rank == FOUR and view.rival_count <= 2 and not view.rules.fours_draw:
            gain += weights[W_DANGER] * reading.danger  # nothing is left to win with
    stands = reading.two_stands if rank == TWO else reading.stands
    return stands * gain


@helper
def score_draw(view, weights):
    """Return what drawing a card is worth."""
    score = weights[W_DRAW] + weights[W_DRAW_LATE] * features.lateness(view)
    return score + (weights[W_OVERFULL] if features.overfull(view) else 0.0)


@helper
def cost_of_playing(view, weights, card):
    """Return what is lost by parting with `card`: its worth in hand, or what a 7 leaves behind."""
    if view.phase != SEVEN_UP:
        return weights[W_KEEP + rank_of(card)]
    other = view.turned[0] if view.turned[1] == card else view.turned[1]
    return 0.0 if other == NO_CARD else weights[W_LEAVE] * weights[W_KEEP + rank_of(other)]


@helper
def tempo_change(weights, reading, spent, gained):
    """Return what the own tempo changes by spending a card of `spent` points (0: no number card).

    `gained` are the points it brings to the own side.
    """
    if reading.far and gained == 0:
        return 0.0  # a card less in hand brings no goal nearer
    # Of the three highest cards those that stay.
    second = reading.third if spent >= reading.second else reading.second
    top = reading.second if spent == reading.top else reading.top
    missing = reading.own_missing - gained
    lower = reading.own_lower - gained
    turns = features.turns_left(missing, lower, top, second, reading.stolen)
    return tempo_of(weights, turns) - reading.tempo


@helper
def tempo_with(view, weights, reading, hand, total, kings, loot):
    """Return what the own tempo changes if it goes on with these cards, points, kings and loot."""
    turns = features.turns_to_goal(view, hand, total, kings, loot)
    return tempo_of(weights, turns) - reading.tempo


@helper
def score_take(view, weights, reading, card):
    """Return what fetching `card` from the scrap is worth."""
    hand = view.hand | bit(card)
    score = weights[W_KEEP + rank_of(card)]
    score += tempo_with(
        view, weights, reading, hand, view.own_total, reading.own_kings, reading.loot
    )
    return score


@helper
def score_answer(view, weights, reading):
    """Return what answering with a 2 is worth, letting the pending one-off stand being worth 0."""
    price = weights[W_COUNTER]
    price -= weights[W_SPARE] if popcount(view.hand & TWOS) > 1 else 0.0
    return reading.stake - price


@helper
def score_play(view, weights, reading, move):
    """Return the score of playing or discarding a card."""
    verb = verb_of(move)
    card = card_of(move)
    target = target_of(move)
    score = -cost_of_playing(view, weights, card)
    spent = value_of(card) if view.hand & NUMBERS & bit(card) else 0
    if verb == POINTS:
        score += tempo_change(weights, reading, spent, value_of(card))
        score += score_points(view, weights, reading, card)
    elif verb == JACK:
        score += score_jack(view, weights, reading, card, target)
    elif verb == ROYAL:
        score += score_royal(view, weights, reading, card)
    else:
        score += tempo_change(weights, reading, spent, 0)
        if verb == ONEOFF:
            score += score_oneoff(view, weights, reading, card, target)
        elif verb == SCUTTLE:
            score += score_scuttle(view, weights, reading, card, target)
    return score


@helper
def score_move(view, weights, reading, move):
    """Return the score of one legal move of whatever decision, in points' worth."""
    verb = verb_of(move)
    if verb == DRAW:
        score = score_draw(view, weights)
    elif verb in (PASS, ACCEPT):
        score = 0.0
    elif verb == COUNTER:
        score = score_answer(view, weights, reading)
    elif verb == TAKE_CARD:
        score = score_take(view, weights, reading, card_of(move))
    else:
        score = score_play(view, weights, reading, move)
    if reading.advised:
        score += advice.on_move(view, weights[W_ADVICE:], move)
    return score


@helper
def score_moves(view, moves, count, weights, scores):
    """Write the score of each legal move of a decision into `scores` (`float64[count]`)."""
    reading = read(view, weights)
    for index in range(count):
        scores[index] = score_move(view, weights, reading, moves[index])


@built_in(VIEW)
def choose(view, moves, count, weights, random):
    """Choose the move of the highest score; equals have the same chance."""
    reading = read(view, weights)
    best = 0
    best_score = -1e9
    equals = 0
    for index in range(count):
        score = score_move(view, weights, reading, moves[index])
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
