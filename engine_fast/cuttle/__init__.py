"""Cuttle: rules, state, moves, effects, play, notation, policies."""
