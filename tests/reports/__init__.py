"""Tests of the reports floor, on invented tallies: no game is played here."""
