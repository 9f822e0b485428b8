"""Counting Cuckoo's records by set of seats: what is left of a chunk once it has been played.

Compiled, because a round takes some fifty nanoseconds and must not be counted at a tenth of that.
Knows no table and no policy.
"""

from __future__ import annotations

from engine_fast.cuckoo.play import GAME_RESULT, ROUND
from engine_fast.jit import int64, kernel, readonly_array, signature, writable_array


@kernel(signature(int64, readonly_array(ROUND), writable_array(int64)))
def count_losers(results, counts):
    """Add every round to `counts` (`int64[2**players]`) at its set of losers."""
    for index in range(len(results)):
        counts[results[index].losers] += 1
    return len(results)


@kernel(signature(int64, readonly_array(GAME_RESULT), writable_array(int64)))
def count_winners(results, counts):
    """Add every game to `counts` (`int64[2**players]`) at its set of winners, 0 if unfinished."""
    for index in range(len(results)):
        counts[results[index].winners] += 1
    return len(results)
