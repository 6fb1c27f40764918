"""Try moves of a seat in its imagined position, and rate the results.

`G_ahead_worlds` has positions by level: that in which the seat decides, and those after its moves, in which it decides
again. A move is followed only as far as the seat can foresee. If the seat sees a card that it did not see before,
`otherwise` says whether another determinization would show another one: then the rest is unknown.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    COPY,
    PART,
    RENEW,
    Numbers,
    Position,
    constant,
    given_function,
    numbers,
    room,
    room_for_position,
    rooms,
)
from croupier.kernel.modules.imagining import (
    LISTS,
    PEEKED,
    SHOWN,
    SIZE,
    STOPPED,
    WAITING,
    G_ahead_act,
    G_ahead_before,
    G_ahead_rate,
    G_ahead_step,
    dealt,
    listed,
    look_anew,
    looked,
    rated,
    row_of,
)
from croupier.kernel.modules.knowing import LOOKS, PEEKED_NOW, SHOWN_NOW, STEPPING, UNFORESEEN

ACTOR = constant()
"""The cell of who decides alone."""
AT_ONCE = constant()
"""Whether there is a simultaneous choice."""
DEPTH = constant()
"""The number of own decisions searched."""
MOVES = constant()
"""The number of the rules' moves; larger numbers are answers to questions in the middle of one."""
OVER = constant()
ROWS = constant()
"""Room for the legal moves of one decision."""
WORLDS = constant()
"""The number of worlds in which a card must turn out the same to count as known."""

T_lists = numbers()
"""By move and question: whether a list of statements follows the choice."""

G_ahead_again = room(DEPTH)
"""By level: whether the seat decides again after the move."""
G_ahead_other = room_for_position(SIZE)
"""The same position in another world,"""
G_ahead_rows_other = room(ROWS)
"""and its legal moves."""
G_ahead_room = room(1)
"""The number of moves that may still be tried."""
G_ahead_rows = rooms(DEPTH, ROWS)
"""By level: the legal moves."""
G_ahead_top = room(6 * DEPTH)
"""By level: how good the best move found is."""
G_ahead_worlds = rooms(DEPTH + 1, SIZE)
"""By level: the position."""

act: Callable[[Position, Numbers, int, int], int] = given_function()
"""Make the move in row `i` of the legal moves, and nothing after it."""
apply: Callable[[Position, Numbers, int], int] = given_function()
"""Make a legal move. Return how many there are then; -1 if the rules are at fault."""


def otherwise(here: Position, i: int, seat: int, shown: int) -> int:
    """Return whether move `i` shows other cards in another world; -1 if the rules are at fault."""
    for number in range(1, WORLDS):
        COPY(G_ahead_other, 0, here, 0, SIZE)
        dealt(G_ahead_other, number, seat)
        if LOOKS:
            look_anew(G_ahead_other)
        n = listed(G_ahead_other, G_ahead_rows_other, seat)
        if n < 0:
            return -1
        if i >= n:
            return 1
        row_of(G_ahead_rows_other, i)
        r = apply(G_ahead_other, G_ahead_act, 0)
        if r < 0 and G_ahead_other[STOPPED] == 0:
            return -1
        there = G_ahead_other[SHOWN_NOW]
        if G_ahead_other[STOPPED] == 1 and G_ahead_other[UNFORESEEN] == 2:
            there = G_ahead_before[SHOWN]
        if there != shown:
            return 1
    return 0


def tried(level: int, i: int, n: int, seat: int) -> int:
    """Try move `i` of `n` at a level, and rate what it leads to. Return -1 if the rules are at fault."""
    G_ahead_again[level] = 0
    G_ahead_rate[5] = 0
    return moved_on(
        PART(G_ahead_worlds, level, SIZE), PART(G_ahead_worlds, level + 1, SIZE), PART(G_ahead_rows, level, ROWS),
        level, i, n, seat,
    )  # fmt: skip


def moved_on(here: Position, there: Position, rows: Numbers, level: int, i: int, n: int, seat: int) -> int:
    """Make the move in the position of the next level, as far as it is foreseen, and rate the known part of the
    result."""
    if i >= n or (AT_ONCE and here[WAITING]):
        G_ahead_rate[5] = 1
        return rated(here, seat)
    row_of(rows, i)
    lists = T_lists[G_ahead_act[0]]
    COPY(there, 0, here, 0, SIZE)
    RENEW()
    r = apply(there, G_ahead_act, 0)
    stopped = there[STOPPED]
    if r < 0 and stopped == 0:
        return -1
    reason = there[UNFORESEEN]
    if reason and stopped == 0:
        stopped = 2
    peeked = there[PEEKED_NOW]
    shown = there[SHOWN_NOW]
    unknown = 0
    if stopped == 1:
        unknown = there[LISTS] <= lists
        if reason == 2:
            peeked = G_ahead_before[PEEKED]
            shown = G_ahead_before[SHOWN]
        COPY(there, 0, G_ahead_before, 0, SIZE)
    if peeked and unknown == 0:
        unknown = otherwise(here, i, seat, shown)
        if unknown < 0:
            return -1
    if unknown:
        G_ahead_rate[5] = 1
        if G_ahead_act[0] >= MOVES:
            return rated(here, seat)
        COPY(there, 0, here, 0, SIZE)
        there[STEPPING] = 1
        COPY(G_ahead_step, 0, there, 0, SIZE)
        row_of(rows, i)
        r = act(there, G_ahead_act, seat, 0)
        if there[UNFORESEEN]:
            return rated(G_ahead_step, seat)
        if r < 0:
            return -1
        return rated(there, seat)
    if stopped == 0 and there[OVER] == 0:
        if there[WAITING]:
            G_ahead_again[level] = there[WAITING] == 1 << seat
        else:
            G_ahead_again[level] = there[ACTOR] == seat
    return rated(there, seat)


def worth(level: int, depth: int, seat: int) -> int:
    """Rate a move of a level by the best continuation, `depth` decisions deep, if its seat decides again. Return 0 if
    too many moves are tried, -1 for a fault of the rules, else 1."""
    if depth < 2 or G_ahead_rate[5] or G_ahead_again[level] == 0:
        return 1
    return followed(
        PART(G_ahead_worlds, level + 1, SIZE), PART(G_ahead_rows, level + 1, ROWS), level + 1, depth - 1, seat
    )


def followed(here: Position, rows: Numbers, level: int, depth: int, seat: int) -> int:
    """Rate a position by the best move there, as `worth` does."""
    looked(here, seat)
    n = listed(here, rows, seat)
    if n < 1:
        return 1 + 2 * n
    for i in range(n):
        G_ahead_room[0] -= 1
        if G_ahead_room[0] < 0:
            return 0
        if tried(level, i, n, seat) < 0:
            return -1
        r = worth(level, depth, seat)
        if r < 1:
            return r
        if i == 0 or more(level) > 0:
            for j in range(5):
                G_ahead_top[level * 6 + j] = G_ahead_rate[j]
    for j in range(5):
        G_ahead_rate[j] = G_ahead_top[level * 6 + j]
    return 1


def more(level: int) -> int:
    """Return 1 if the last rating is better than the best of a level, -1 if it is worse, else 0."""
    for j in range(6):
        if G_ahead_rate[j] != G_ahead_top[level * 6 + j] and (j < 5 or level == 0):
            return 1 if G_ahead_rate[j] > G_ahead_top[level * 6 + j] else -1
    return 0
