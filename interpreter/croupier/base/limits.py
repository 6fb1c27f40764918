"""Limits that are part of the rules of play. The reference and the compiled engine both read them here.

Read them as attributes (`limits.MOST_MOVES`), so that a test that changes one changes it for both engines. Limits of
one engine alone, such as the room of its tables, are defined where they are used.
"""

MOST_MOVES = 100_000
"""The most ways to fill the choices of one move. More is a fault of the rules."""
MOST_FIRINGS = 1_000
"""The most triggers that may fire after one list of statements."""
MOST_PERFORMANCES = 100_000
"""The most iterations of stages that may start without a decision."""
IMAGINED_PERFORMANCES = 16, 6
"""The same limit in an imagined game: a base, and an amount per seat. Rules may rely on facts that an imagined position
lacks, so that no player can ever move; such play ends early."""

REACH = 30
"""The farthest line or column from the first place of a grid without an edge. A card there is a fault of the rules,
since not all its neighbours would be places."""

MOST_POSITIONS = 40_000
"""The most positions that a `must` examines for all the moves of one decision, without the positions that these moves
lead to."""
COMPILED_SHARE = 40
"""Compiled rules stop at the `COMPILED_SHARE`th part of these positions and leave the decision to the reference: they
must not settle what the reference cannot."""
DEPTHS = (3, 60)
"""The numbers of moves that a `must` searches ahead: first a few, then the most."""
MOST_GUESSES = 4
"""The most tests of a card that was just shown that a `must` follows both ways after one move; then everything is
possible."""
AT_LENGTH = -(1 << 40)
"""The number of decisions at which the search of a `must` begins, so that the limit of the game never ends it."""

WORLDS = 3
"""The number of imagined games in which a card must turn out the same to count as known."""
DEPTH = 3
"""The number of its own decisions that a `greedy` player searches."""
BREADTH = 60
"""The most moves of one decision that a `greedy` player considers: the first ones."""
TRIES = 300
"""The most positions that a `greedy` player tries for one decision. If there are more, it searches less deep, equally
for all moves."""
PATIENCE = 2
"""The number of times that a `greedy` player answers the same position, as its seat sees it, in the same way."""
UNTRIED = 200
"""The part of a turn, in percent, that a `greedy` player expects a card to take that it has not tried: it goes at every
second decision."""


def imagined_performances(seats: int) -> int:
    """Return how many performances of stages may begin without a decision in an imagined game."""
    base, each = IMAGINED_PERFORMANCES
    return base + each * seats
