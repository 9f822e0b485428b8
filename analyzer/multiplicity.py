"""P-values of many comparisons, adjusted for their number; knows nothing of what was compared."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

HOLM = "Holm"
BENJAMINI_HOCHBERG = "Benjamini–Hochberg"


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """P-values that hold for the whole family at once, whatever depends on what.

    An adjusted value below α may be called: the chance of even one false call among all is at most
    α. For picking out which is best. Holm (1979); statsmodels' `multipletests`.

    Parameters
    ----------
    p
        One p-value a comparison; where nothing is known, 1.

    Returns
    -------
    float64 array
        In the order of `p`.
    """
    return _adjusted(p, "holm")


def benjamini_hochberg(p: ArrayLike) -> NDArray[np.float64]:
    """P-values that hold for a screen: of what is called at α, a share of at most α is false.

    Holds for independent comparisons and for positively dependent ones, as differences from a
    common base are. Benjamini and Hochberg (1995), Benjamini and Yekutieli (2001); statsmodels'
    `multipletests`.

    Parameters
    ----------
    p
        One p-value a comparison; where nothing is known, 1.

    Returns
    -------
    float64 array
        In the order of `p`.
    """
    return _adjusted(p, "fdr_bh")


def _adjusted(p: ArrayLike, method: str) -> NDArray[np.float64]:
    values = np.asarray(p, dtype=float)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise ValueError("p-values are numbers of 0..1 in one row")
    if values.size == 0:
        return values
    from statsmodels.stats.multitest import multipletests

    return np.asarray(multipletests(values, method=method)[1], dtype=float)
