"""The games: numba over structured arrays; numpy and numba only, no input or output."""
