"""`python -m experiments.cli`: the same program as `cuttlelab`."""

from experiments.cli import main

main(prog_name="cuttlelab")
