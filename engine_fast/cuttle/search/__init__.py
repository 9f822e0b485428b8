"""Information-set Monte Carlo for Cuttle: hidden cards dealt afresh, games played out, averaged."""
