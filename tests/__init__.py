"""Tests: one folder a floor, golden cases, slow reference engines, end-to-end runs."""
