"""The state of a game of Cuckoo, how a move changes it, and what one seat may know of it.

`TABLE_DTYPE` is the whole truth and never reaches a policy; `VIEW_DTYPE` is what a policy sees.
*Seats* are counted from the first dealer's left, clockwise, that dealer last. A round's *places*
are its active seats in turn order: place 0 acts first, the last place deals. Ranks are 1 (ace) to
13 (king); suits mean nothing and are not kept. Sets of seats or places are whole numbers, a bit
each.
Knows neither random numbers nor policies.
"""

from __future__ import annotations

import numpy as np

from engine_fast.jit import helper, record_type

MOST_PLAYERS = 10
KING = 13
ROUND_CAP = 10_000  # a game without an end is given up after so many rounds

KEEP, SWAP = 0, 1
MOVES = ("keep", "swap")

# The switch `tie`, packed.
ALL_LOSE, DEALER_WINS, NOBODY = range(3)

_ROOM = 12  # length of the arrays of lives: a whole number of 8-byte words, for fast copies

TABLE_DTYPE = np.dtype(
    [
        # The game, by seat.
        ("lives", np.uint16, (_ROOM,)),
        ("players", np.int64),
        ("dealer", np.int64),  # seat that deals the round under way, or the next one
        ("winners", np.int64),  # set of seats; 0 while the game goes on or if it is unfinished
        ("unfinished", np.int64),
        # The round, by place.
        ("count", np.int64),  # active seats
        ("turn", np.int64),  # place to act, where rounds are played step by step
        ("swapped", np.int64),  # places whose swap, or cut, went through
        ("stopped", np.int64),  # places whose swap, or cut, a king stopped
        ("lost", np.int64),  # rank that the place to act has lost by a forced swap, or 0
        ("losers", np.int64),  # places that lose a life, once revealed
        ("lowest", np.int64),  # the lowest rank, once revealed
        ("rank", np.uint8, (16,)),  # cards now; `rank[count]` is the one to be cut
        ("seat_at", np.uint8, (16,)),
        ("rounds", np.int64),  # rounds completed
        ("lives_at", np.uint16, (_ROOM,)),  # as the round began; 0 beyond `count`
    ],
    align=True,
)
TABLE = record_type(TABLE_DTYPE)

VIEW_DTYPE = np.dtype(
    [
        ("rank", np.int64),  # own card now, 1 (ace) … 13 (king)
        ("lost", np.int64),  # card given up in a forced swap, now the right neighbour's; 0 if none
        ("place", np.int64),  # own place in turn order: 0 acts first, count − 1 deals
        ("count", np.int64),  # active players
        ("is_dealer", np.int64),
        ("kept", np.int64),  # set of places that kept, bit 0 the first to act
        ("swapped", np.int64),  # set of places that swapped
        ("stopped", np.int64),  # set of places whose left neighbour showed a king
        ("round", np.int64),  # rounds of this game before this one
        ("lives", np.uint16, (_ROOM,)),  # everybody's, by place; 0 beyond `count`
    ],
    align=True,
)
VIEW = record_type(VIEW_DTYPE)


@helper
def next_seat(table, seat):
    """Return the nearest seat on the left that has lives (the same one if no other has)."""
    while True:
        seat = seat + 1 if seat + 1 < table.players else 0
        if table.lives[seat] > 0:
            return seat


@helper
def start_game(table, rules):
    """Seat everybody with all lives; the last seat is the first dealer."""
    for seat in range(_ROOM):
        table.lives[seat] = rules.lives if seat < rules.players else 0
    table.players = rules.players
    table.dealer = rules.players - 1
    table.rounds = 0
    table.winners = 0
    table.unfinished = 0


@helper
def seat_round(table):
    """Put the seats that have lives in turn order, from the dealer's left."""
    seat = table.dealer
    place = 0
    while True:
        seat = next_seat(table, seat)
        table.seat_at[place] = seat
        table.lives_at[place] = table.lives[seat]
        place += 1
        if seat == table.dealer:
            break
    table.count = place
    for rest in range(place, _ROOM):
        table.lives_at[rest] = 0


@helper
def start_round(table):
    """Clear what the last round left, once the cards are dealt."""
    table.turn = 0
    table.swapped = 0
    table.stopped = 0
    table.lost = 0


@helper
def fill_view(table, place, mine, view):
    """Write what `place`, whose turn it is and who holds `mine`, may know into `view`.

    Its own card, everybody's lives, who did what in this round, and the card it gave up in a forced
    swap; never another card, and nothing of earlier rounds. Every field is written every time, so
    that a policy cannot leave itself or others a note.
    """
    view.rank = mine
    view.lost = table.lost
    view.place = place
    view.count = table.count
    view.is_dealer = np.int64(place + 1 == table.count)
    view.kept = ((1 << place) - 1) & ~(table.swapped | table.stopped)
    view.swapped = table.swapped
    view.stopped = table.stopped
    view.round = table.rounds
    for other in range(_ROOM):
        view.lives[other] = table.lives_at[other]


@helper
def act(table, rules, place, mine, move):
    """Let `place`, whose turn it is and who holds `mine`, keep (0) or swap (1).

    Return the card that the next place holds then. A swap of the dealer is a cut: the card to be
    cut lies behind his place, as a neighbour's would. There are no branches here: whether a seat
    swaps is close to a coin toss, and guessing it wrong costs the processor more. The card is
    handed from place to place besides lying in `table.rank`, because the way through memory is
    slower.
    """
    theirs = np.int64(table.rank[place + 1])
    king_stops = rules.king_blocks if place + 1 < table.count else rules.cut_king_blocks
    stopped = move & king_stops & np.int64(theirs == KING)
    swapped = move ^ stopped
    change = (mine ^ theirs) & -swapped
    table.rank[place] = mine ^ change
    table.rank[place + 1] = theirs ^ change
    table.lost = theirs & -swapped
    table.swapped |= swapped << place
    table.stopped |= stopped << place
    return theirs ^ change


@helper
def reveal(table, rules):
    """Find the lowest rank and, by the switch `tie`, who loses a life for it."""
    lowest = np.int64(KING + 1)
    losers = 0
    for place in range(MOST_PLAYERS):
        if place < table.count:
            rank = np.int64(table.rank[place])
            lower = (rank - lowest) >> 63  # all bits set if `rank` is lower, else none
            higher = (lowest - rank) >> 63
            losers = (losers & ~lower) | ((1 << place) & ~higher)
            lowest += (rank - lowest) & lower
    if rules.tie != ALL_LOSE and losers & (losers - 1):
        losers = 0 if rules.tie == NOBODY else losers & ~(1 << (table.count - 1))
    table.lowest = lowest
    table.losers = losers


@helper
def end_round(table):
    """Take the losers' lives, pass the deal on, and end the game if it is over."""
    remaining = 0
    survivors = 0
    for place in range(table.count):
        seat = np.int64(table.seat_at[place])
        remaining |= 1 << seat
        table.lives[seat] -= (table.losers >> place) & 1
        if table.lives[seat] > 0:
            survivors |= 1 << seat
    table.rounds += 1
    if survivors == 0:
        table.winners = remaining
    elif survivors & (survivors - 1) == 0:
        table.winners = survivors
    else:
        table.unfinished = np.int64(table.rounds >= ROUND_CAP)
        table.dealer = next_seat(table, table.dealer)
