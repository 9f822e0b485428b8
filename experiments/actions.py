"""What is played in a game of Cuttle, counted from its decisions: the action mix.

A pair of games is one observation: a count is summed over both. The tally keeps their moments
(`tally.moments`), so that any share, one count per another, has its interval clustered by pair.
"""

from __future__ import annotations

import numpy as np

from engine_fast.cards import SEVEN as SEVEN_RANK
from engine_fast.cuttle import moves
from engine_fast.cuttle.state import MAIN, SEVEN

#: What is counted in a pair: 1 for the pair, its 2 games, and what was played in both.
COUNTS = (
    "pairs",
    "games",
    "turn actions",  # one a turn
    "draw",
    "one-off",
    "points",
    "permanent",
    "scuttle",
    "jack",
    "pass",
    "one-offs played",  # also those that a 7 turned up
    "one-offs cancelled",
    "counters",
    "sevens played",
    "sevens as one-off",
    "sevens as points",
    "cards chosen from a seven",
    "chosen as one-off",
    "chosen as points",
)
_TURN_VERBS = (
    moves.DRAW,
    moves.ONEOFF,
    moves.POINTS,
    moves.ROYAL,
    moves.SCUTTLE,
    moves.JACK,
    moves.PASS,
)


def pair_counts(events: np.ndarray, start: int, games: int) -> np.ndarray:
    """Count what was played in each pair (`int64[games / 2, len(COUNTS)]`).

    Parameters
    ----------
    events : EVENT_DTYPE[m]
        Every decision of the games, in order.
    start, games : int
        The first game's number, which is even, and how many they are.
    """
    pair = (events["game"] - start) // 2
    verb, phase = events["verb"], events["phase"]
    main = phase == MAIN
    oneoff = verb == moves.ONEOFF
    counter = verb == moves.COUNTER
    seven = (events["card"] // 4 == SEVEN_RANK) & main
    chosen = (phase == SEVEN) & (verb != moves.DISCARD_CARD)
    # A counter belongs to the latest one-off; an odd number of them cancels it.
    answered = np.cumsum(oneoff)[counter] - 1
    cancelled = np.zeros(len(events), dtype=bool)
    chains = np.bincount(answered, minlength=int(oneoff.sum()))
    cancelled[np.flatnonzero(oneoff)] = chains % 2 == 1
    counted = [
        main,
        *(main & (verb == one) for one in _TURN_VERBS),
        oneoff,
        cancelled,
        counter,
        seven & np.isin(verb, (moves.ONEOFF, moves.POINTS, moves.SCUTTLE)),
        seven & oneoff,
        seven & (verb == moves.POINTS),
        chosen,
        chosen & oneoff,
        chosen & (verb == moves.POINTS),
    ]
    pairs = games // 2
    columns = [np.bincount(pair[mask], minlength=pairs) for mask in counted]
    return np.column_stack([np.ones(pairs), np.full(pairs, 2), *columns]).astype(np.int64)
