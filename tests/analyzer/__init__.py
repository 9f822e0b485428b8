"""Tests of the analyzer floor: known answers from elsewhere, and coverage by simulation."""
