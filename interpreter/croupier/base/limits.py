"""Limits that are part of the rules of play. The reference and the compiled engine both read them here.

Read them as attributes (`limits.MOST_MOVES`), so that a test that changes one changes it for both engines. Limits of
one engine alone, such as the room of its tables, are defined where they are used.
"""

MOST_MOVES = 100_000
"""The most ways to fill the choices of one move. More is a fault of the rules."""
MOST_FIRINGS = 1_000
"""The most triggers that may fire after one list of statements."""
MOST_PERFORMANCES = 100_000
"""The most performances of stages that may begin without a decision."""
IMAGINED_PERFORMANCES = 16, 6
"""The same in an imagined game: a base, and more for each seat. The rules of an imagined position may promise what play
would have made sure of, so that nobody can ever move; the end of that is not waited for."""

REACH = 30
"""The farthest line or column from the first place of a grid without an edge. A card there is a fault of the rules,
since not all its neighbours would be places."""

MOST_POSITIONS = 40_000
"""The most positions that a `must` looks at for all the moves of one decision; those that they lead to do not count."""
COMPILED_SHARE = 40
"""Compiled rules give up after one in so many of these positions and leave the decision to the reference: where it can
settle nothing, they must not have settled anything."""
DEPTHS = (3, 60)
"""How many moves ahead a `must` looks: first a few, then as many as it ever does."""
MOST_GUESSES = 4
"""How many tests of a card that has just been shown a `must` follows both ways after one move; from there on all is
possible."""
AT_LENGTH = -(1 << 40)
"""The number of decisions at which the search of a `must` begins, so that the limit of the game never ends it."""

WORLDS = 3
"""The number of imagined games in which a card must turn out the same to count as known."""
DEPTH = 3
"""How many of its own decisions a `greedy` player looks ahead."""
BREADTH = 60
"""How many moves of one decision a `greedy` player looks at: the first."""
TRIES = 300
"""How many positions a `greedy` player tries for one decision. If there are more, it looks less far ahead, with all
moves alike."""
PATIENCE = 2
"""How often a `greedy` player answers the same position, as its seat sees it, in the same way."""


def imagined_performances(seats: int) -> int:
    """Return how many performances of stages may begin without a decision in an imagined game."""
    base, each = IMAGINED_PERFORMANCES
    return base + each * seats
