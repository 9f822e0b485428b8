"""The command line: keys, exit codes, refusals."""
