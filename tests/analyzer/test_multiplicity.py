"""Adjusted p-values against their definitions, step by step."""

import numpy as np
import pytest

from analyzer.multiplicity import benjamini_hochberg, holm

P = [0.01, 0.04, 0.03, 0.005, 0.9]


def test_holm_by_hand() -> None:
    # In order 0.005, 0.01, 0.03, 0.04, 0.9, times 5, 4, 3, 2, 1, never falling.
    assert holm(P) == pytest.approx([0.04, 0.09, 0.09, 0.025, 0.9])


def test_benjamini_hochberg_by_hand() -> None:
    # In order times 5/1, 5/2, 5/3, 5/4, 5/5, never above a later one.
    assert benjamini_hochberg(P) == pytest.approx([0.025, 0.05, 0.05, 0.025, 0.9])


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
def test_what_is_unknown_stays_unknown_and_one_alone_stays_itself(adjust: object) -> None:
    assert callable(adjust)
    assert adjust([1.0, 1.0]).tolist() == [1.0, 1.0]
    assert adjust([0.03]).tolist() == [0.03]
    assert adjust([]).tolist() == []


@pytest.mark.parametrize("p", [[0.5, np.nan], [-0.1], [1.1], [[0.5]]])
def test_what_is_no_p_value_is_refused(p: list[float]) -> None:
    with pytest.raises(ValueError, match=r"numbers of 0\.\.1"):
        holm(p)
