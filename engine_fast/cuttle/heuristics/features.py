"""What a player can tell of a position of Cuttle, each as one small named number.

| feature | what it tells |
|---|---|
| `odds_of_holding` | how likely one given unseen card lies in the rival's hand |
| `chance_held` | how likely the rival holds one of a set of cards: his counters, aces, jacks |
| `answerable` | whether the rival may answer at all: queens that stop twos |
| `own_jacks_kept_off`, `rival_jacks_kept_off` | protection: a queen that keeps jacks off |
| `winners` | the cards that put a side on goal at once |
| `danger` | how likely the rival wins with his next turn: from hand, by a king, by a jack |
| `turns_to_goal`, `turns_left` | tempo: turns to the goal, with a king and his follow-up |
| `scuttlers` | the cards that could scuttle a point card |
| `table_after` | what an ace, 2, 6 or 9 leaves in front of both sides |
| `cards_from_five` | cards that a 5 brings: its rules, the stock left, the hand limit |
| `lateness` | how much of the stock is gone |
| `overfull` | whether one more card is one too many for the hand limit |

Helpers of views and sets of cards; none knows a weight. What the rules in force change is read from
`view.rules`, so that one policy plays every rule set.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import (
    ACE,
    JACK,
    JACKS,
    KINGS,
    NUMBERS,
    QUEENS,
    SIX,
    bit,
    rank_of,
)
from engine_fast.cuttle.heuristics.common import homecoming, value_of
from engine_fast.jit import helper, highest, popcount

# Cards in the stock after the usual deal; what `lateness` counts from.
FULL_STOCK = 41
# What `turns_to_goal` says where the hand does not get there in two turns.
FAR = 3
# What a hand without a king lacks once a king is laid.
NO_KING = 1000


@helper
def at_least_one(mean):
    """Return the chance that something that happens `mean` times on average happens at all.

    Poisson's 1 − exp(−mean), the exponential by its series up to the cube.
    """
    return 1.0 - 1.0 / (1.0 + mean * (1.0 + mean * (0.5 + mean * (1.0 / 6.0))))


@helper
def odds_of_holding(view):
    """Return the chance that one given unseen card lies in the rival's hand."""
    dark = view.rival_count - popcount(view.rival_known)
    return dark / max(1.0, float(popcount(view.unseen)))


@helper
def chance_held(view, odds, cards):
    """Return the chance that the rival holds one of `cards`."""
    chance = at_least_one(odds * popcount(view.unseen & cards))
    return 1.0 if view.rival_known & cards else chance


@helper
def answerable(view, with_two):
    """Whether the rival's twos may answer a one-off of the own side; `with_two`: if it is a 2."""
    blocks = view.rules.blocks_counters
    stopped = blocks == 2 or (blocks == 1 and with_two)
    return not (stopped and view.own_royals & QUEENS)


@helper
def own_jacks_kept_off(view, rival_royals):
    """Whether the rival's queen among `rival_royals` keeps own jacks off his point cards."""
    return view.rules.queen_blocks_jack != 0 and (rival_royals & QUEENS) != 0


@helper
def rival_jacks_kept_off(view, own_royals):
    """Whether the own queen among `own_royals` keeps the rival's jacks off own point cards."""
    return view.rules.queen_blocks_jack != 0 and (own_royals & QUEENS) != 0


@helper
def worth_at_least(value):
    """Return the number cards of at least `value` points, as a set."""
    cheaper = min(max(value - 1, 0), 10)
    return NUMBERS & ~((np.uint64(1) << np.uint64(4 * cheaper)) - np.uint64(1))


@helper
def winners(view, total, kings, loot):
    """Return the cards that put a side of `total` points and `kings` kings on goal at once.

    `loot` is the set of point cards that the side's jacks may steal.
    """
    reaching = worth_at_least(view.goal[kings] - total)
    cards = reaching
    if view.goal[min(kings + 1, 4)] <= total:
        cards |= KINGS
    if loot & reaching:
        cards |= JACKS
    return cards


@helper
def danger(view, odds, known, rival_total, rival_kings, loot):
    """Return the chance that the rival wins with his next turn if he has it from here.

    `known` are the cards known to lie in his hand then, `loot` the own point cards that a jack of
    his may steal.
    """
    cards = winners(view, rival_total, rival_kings, loot)
    chance = at_least_one(odds * popcount(view.unseen & cards))
    return 1.0 if known & cards & ~view.frozen else chance


@helper
def turns_left(missing, missing_with_king, top, second, stolen):
    """Return in how many turns a hand takes its side to the goal, left alone: 1, 2 or `FAR`.

    `missing_with_king` is what lacks once a king of the hand is laid, `NO_KING` without one; `top`
    and `second` are its highest number cards, `stolen` the most a jack of it can take, all in
    points, 0 without one.
    """
    strongest = max(top, stolen)
    pair = max(top + second, top + stolen)
    turns = 2 if pair >= missing or missing_with_king <= strongest else FAR
    return 1 if strongest >= missing or missing_with_king <= 0 else turns


@helper
def top_values(numbers):
    """Return the points of the three highest cards of a set of number cards, 0 where it ends."""
    top = value_of(highest(numbers)) if numbers else 0
    numbers &= ~bit(highest(numbers)) if numbers else numbers
    second = value_of(highest(numbers)) if numbers else 0
    numbers &= ~bit(highest(numbers)) if numbers else numbers
    third = value_of(highest(numbers)) if numbers else 0
    return top, second, third


@helper
def most_stolen(jacks, loot):
    """Return the most points that one of a set of jacks can take from a set of point cards."""
    return value_of(highest(loot)) if jacks and loot else 0


@helper
def missing_with_king(view, kings_in_hand, total, kings):
    """Return what lacks to the goal once a king more is laid, `NO_KING` if the hand has none."""
    return view.goal[min(kings + 1, 4)] - total if kings_in_hand else NO_KING


@helper
def turns_to_goal(view, hand, total, kings, loot):
    """Return in how many turns `hand` takes a side of `total` points and `kings` kings to its goal.

    `loot` is the set of point cards that its jacks may steal; the result is as of `turns_left`.
    """
    top, second, _ = top_values(hand & NUMBERS)
    lower = missing_with_king(view, hand & KINGS, total, kings)
    stolen = most_stolen(hand & JACKS, loot)
    return turns_left(view.goal[kings] - total, lower, top, second, stolen)


@helper
def scuttlers(view, card):
    """Return the cards that could scuttle `card`, as a set."""
    highest_safe = card if view.rules.scuttle_tie else card | 3
    return NUMBERS & ~((np.uint64(2) << np.uint64(highest_safe)) - np.uint64(1))


@helper
def table_after(view, card, target):
    """Return what lies in front of both sides once an ace, 2, 6 or 9 has had its effect.

    Four sets: own points, own royals, the rival's points, the rival's royals. It is the same
    whoever plays the card.
    """
    own_points = view.own_points
    rival_points = view.rival_points
    own_royals = view.own_royals
    rival_royals = view.rival_royals
    rank = rank_of(card)
    if rank == ACE:
        own_points = np.uint64(0)
        rival_points = np.uint64(0)
    elif rank == SIX:
        stolen = homecoming(view)
        own_points ^= stolen
        rival_points ^= stolen
        own_royals = np.uint64(0)
        rival_royals = np.uint64(0)
    elif rank_of(target) == JACK:
        # The point card under the jack changes sides.
        point = bit(np.int64(view.jack_on[target & 3]))
        own_points ^= point
        rival_points ^= point
    else:
        stays = ~bit(target)
        own_points &= stays
        rival_points &= stays
        own_royals &= stays
        rival_royals &= stays
    return own_points, own_royals, rival_points, rival_royals


@helper
def cards_from_five(view, hand_count):
    """Return how many cards a 5 brings to a hand of `hand_count` cards beside it, and keeps there.

    Read from the rules: two cards, or up to three after a discard; no more than the stock holds or
    the hand limit leaves room for.
    """
    discards = np.int64(view.rules.discard_draw != 0)
    left = max(hand_count - discards, 0)
    room = max(view.rules.hand_limit - left, 0)
    return min(min(2 + discards, view.stock_count), room)


@helper
def lateness(view):
    """Return how much of the stock is gone, 0 after the usual deal, 1 once it is empty."""
    return 1.0 - view.stock_count / FULL_STOCK


@helper
def overfull(view):
    """Whether a card drawn now must be paid for with a discard."""
    return popcount(view.hand) >= view.rules.hand_limit
