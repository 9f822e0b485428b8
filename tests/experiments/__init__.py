"""The experiments floor: tallies, specs, running, keeping."""
