"""Results of a few games, played once."""

import numpy as np
import pytest

from engine_fast.cuttle import state
from engine_fast.cuttle.play import play_chunk
from experiments.playing import CuttleUnit
from experiments.specs import Unit

SEED = 5
GAMES = 2000


@pytest.fixture(scope="session")
def random_results() -> np.ndarray:
    """Games of `random` against itself; a cap leaves some unfinished, some are made draws."""
    unit = CuttleUnit.load(Unit("u", "classic+turn_cap=50", ("random", "random"), 2))
    results = play_chunk(unit.match, SEED, 0, GAMES, np.zeros(1, dtype=np.uint8))
    results["winner"][::7] = state.DRAW
    return results


@pytest.fixture(scope="session")
def greedy_results() -> np.ndarray:
    """The same games with `greedy` in the place of the first-named."""
    unit = CuttleUnit.load(Unit("u", "classic+turn_cap=50", ("greedy", "random"), 2))
    return play_chunk(unit.match, SEED, 0, GAMES, np.zeros(1, dtype=np.uint8))
