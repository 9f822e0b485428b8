"""What is asked: specs, catalogue, running, keeping results, the command line."""
