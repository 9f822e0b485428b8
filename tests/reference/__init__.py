"""Slow, independent reference engines, written from docs/rules.md alone.

They exist to be compared with: plain sets, dicts and lists of card texts, no speed.
"""
