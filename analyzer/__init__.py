"""Tallies to estimates with intervals and tests; knows nothing of pages or of how games ran."""
