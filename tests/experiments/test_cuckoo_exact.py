"""What `--exact` counts is what the policies do."""

from itertools import product

import numpy as np
import pytest

from engine_fast.cuckoo.state import VIEW_DTYPE
from experiments import cuckoo_exact, policy_texts

MOVES = np.array([0, 1], dtype=np.int32)


@pytest.mark.parametrize("text", ["keep", "threshold:t=0", "threshold:t=13", "informed:t=7"])
def test_counted_play_is_the_policys(text: str) -> None:
    policy = policy_texts.load(text, "cuckoo")
    swaps = cuckoo_exact.swaps_of(policy)
    view = np.zeros(1, dtype=VIEW_DTYPE)
    random = np.zeros(1, dtype=np.uint64)
    for rank, lost in product(range(1, 14), range(14)):
        view["rank"], view["lost"] = rank, lost
        how = 0 if lost == 0 else 1 if rank < lost else 2 if rank == lost else 3
        assert swaps[rank, how] == policy.function(view[0], MOVES, 2, policy.vector, random)


def test_a_users_policy_has_no_exact_numbers(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "mine.py"
    path.write_text("def keep(view, moves, count, weights, random):\n    return 0\n")
    with pytest.raises(ValueError, match="has no exact numbers"):
        cuckoo_exact.exact([f"{path}:keep"], players=3)
