"""Findings to figures and pages; every number comes from a table made by the analyzer."""
