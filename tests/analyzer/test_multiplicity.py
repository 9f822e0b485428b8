"""Holm and Benjamini-Hochberg against published and hand-worked examples."""

import numpy as np
import pytest

from analyzer.multiplicity import benjamini_hochberg, holm

# Benjamini and Hochberg (1995), JRSS B 57, 289-300, section 3.2: fifteen endpoints.
ENDPOINTS = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
    0.6528, 0.7590, 1.0000,
]  # fmt: skip


def test_published_example() -> None:
    assert benjamini_hochberg(ENDPOINTS).rejected.tolist() == [True] * 4 + [False] * 11
    assert holm(ENDPOINTS).rejected.tolist() == [True] * 3 + [False] * 12


def test_adjusted_values_by_hand() -> None:
    p = [0.01, 0.04, 0.03, 0.005]
    assert holm(p).p == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert benjamini_hochberg(p).p == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert holm(p).rejected.tolist() == [True, False, False, True]


def test_no_tests_and_missing_values() -> None:
    assert holm([]).rejected.shape == (0,)
    with pytest.raises(ValueError, match="missing"):
        benjamini_hochberg([0.1, np.nan])
