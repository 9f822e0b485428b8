"""Cuckoo: rules, state, kernels, single steps, notation, policies."""
