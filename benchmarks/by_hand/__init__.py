"""The games of the benchmark written by hand, with the options as they are: what somebody who is good at it would
write in Python to play one game many times over.

Each module has a `Game(players, shuffle, below)`: `legal()` lists moves, none once the game is over, `apply` makes one
of them, `scores()` are those of the seats. `shuffle` mixes a list in place, `below(n)` picks a number under n.
"""
