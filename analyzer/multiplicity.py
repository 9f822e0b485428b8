"""Many tests at once; knows nothing of what is tested. How many were made is said beside them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Adjusted(NamedTuple):
    """Which hypotheses are rejected, and p-values that can be held against the level."""

    rejected: NDArray[np.bool_]
    p: NDArray[np.float64]


def holm(p: ArrayLike, level: float = 0.05) -> Adjusted:
    """Reject so that even one false rejection among all has probability at most `level`.

    For "which of these are better than the baseline", where each single answer is quoted. Holds
    for any dependence among the tests. Holm (1979); statsmodels' `multipletests`.

    Parameters
    ----------
    p
        One p-value a hypothesis, none missing.
    level
        Familywise error rate.
    """
    return _adjusted(p, level, "holm")


def benjamini_hochberg(p: ArrayLike, level: float = 0.05) -> Adjusted:
    """Reject so that at most a share `level` of the rejections is expected to be false.

    For screens, whose hits are looked at again. Holds for independent tests and for positively
    dependent ones (Benjamini and Yekutieli, 2001). Benjamini and Hochberg (1995); statsmodels'
    `multipletests`.

    Parameters
    ----------
    p
        One p-value a hypothesis, none missing.
    level
        False discovery rate.
    """
    return _adjusted(p, level, "fdr_bh")


def _adjusted(p: ArrayLike, level: float, method: str) -> Adjusted:
    from statsmodels.stats.multitest import multipletests

    values = np.asarray(p, dtype=float)
    if values.size == 0:
        return Adjusted(np.zeros(0, dtype=bool), values)
    if not ((values >= 0) & (values <= 1)).all():
        raise ValueError("p-values lie in 0..1 and none may be missing")
    rejected, adjusted, *_ = multipletests(values, alpha=level, method=method)
    return Adjusted(rejected, adjusted)
