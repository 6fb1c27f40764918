"""Choose among legal moves for players with foresight.

A player records the positions it has met, as its seat sees them (see `looks`). It answers the same position in the same
way only a limited number of times, then chooses at random, so that no game goes on forever.
"""

from collections.abc import Callable

from croupier.kernel.language import (
    BIT,
    COPY,
    LOW,
    PART,
    POP,
    REST,
    Cards,
    Numbers,
    Position,
    below,
    constant,
    given_function,
    numbers,
    room,
)
from croupier.kernel.modules.imagining import BREADTH, FAULT, LEARNS, NOTHING, SIZE, G_ahead_rate, imagined, listed
from croupier.kernel.modules.knowing import KNOWN, PLACES, SEATS, STEP, WORDS, T_form, T_kind, T_start, m_lying, m_seen
from croupier.kernel.modules.learning import learned
from croupier.kernel.modules.trying import (
    DEPTH,
    ROWS,
    G_ahead_room,
    G_ahead_rows,
    G_ahead_top,
    G_ahead_worlds,
    more,
    tried,
    worth,
)

GREEDY = constant()
"""The number of players who look ahead as far as they can."""
MET = constant()
"""The cell of the number of positions met,"""
MET_AT = constant()
"""and the cell of their table,"""
MOST_MET = constant()
"""which has at most this many."""
PATIENCE = constant()
"""The number of times that the same position is answered in the same way."""
LIES = constant()
"""The cell of a card's place in a meld on the table."""
PLAYS = constant()
"""The first cell of the players of the seats, 0 for random."""
ROOM = constant()
"""Places for positions that have been met."""
TABLE = constant()
"""The first cell of the table. Each entry has two numbers for a position, and how often it was met."""
TRIED = constant()
"""The cell of the number of moves tried."""
TRIES = constant()
"""The most moves tried for one decision."""

T_marked = numbers()
"""By place: whether notes on cards there change how they read."""

G_ahead_best = room(BREADTH + 1)
"""The best moves,"""
G_ahead_number = room(1)
"""and how many they are."""
G_ahead_mark = room(2)
"""The numbers for what a seat sees."""

noted: Callable[[Position, int], int] = given_function()
"""Return how a card reads, besides its print."""


def mark(x: int) -> int:
    """Take a number into those for what a seat sees."""
    G_ahead_mark[0] = (G_ahead_mark[0] * 1103515245 + x + 12345) % 2147483629
    G_ahead_mark[1] = (G_ahead_mark[1] * 1664525 + x + 1013904223) % 2147483587
    return 0


def mark_all(some_cards: Cards) -> int:
    """Take in cards, by their kinds."""
    while some_cards != 0:
        mark(T_kind[LOW(some_cards)] + 3)
        some_cards = REST(some_cards)
    return 0


def mark_noted(S: Position, some_cards: Cards) -> int:
    """Take in cards, and what they read as."""
    while some_cards != 0:
        mark(T_kind[LOW(some_cards)] + 3)
        mark(noted(S, LOW(some_cards)))
        some_cards = REST(some_cards)
    return 0


def mark_meld(S: Position, some_cards: Cards) -> int:
    """Take in the cards of a meld on the table, in their order."""
    n = POP(some_cards)
    while n > 0:
        best = -1
        left = some_cards
        while left != 0:
            card = LOW(left)
            left = REST(left)
            if best < 0 or S[LIES + card] < S[LIES + best]:
                best = card
        mark(T_kind[best] + 3)
        some_cards = some_cards & ~BIT(best)
        n -= 1
    return 0


def looks(S: Position, seat: int) -> int:
    """Return a number for what a seat sees and remembers."""
    G_ahead_mark[0] = seat
    G_ahead_mark[1] = seat
    seen = m_seen(S, seat)
    for place in range(PLACES):
        at = T_start[place]
        if T_form[place] == 0:
            here = S.cards[at]
            mark(POP(here))
            if T_marked[place]:
                mark_noted(S, here & seen)
            else:
                mark_all(here & seen)
            mark(1)
            mark_all(here & ~seen & S.cards[KNOWN + seat * WORDS])
        elif T_form[place] == -1:
            mark(POP(m_lying(S, place)))
            for i in range(S[at]):
                mark_meld(S, S.cards[at + 2 + i * STEP])
        else:
            first = at + T_form[place]
            mark(S[at])
            for i in range(S[at]):
                card = S[first + i]
                if card == NOTHING:
                    mark(0)
                elif (seen & BIT(card)) != 0:
                    mark(T_kind[card] + 3)
                    if T_marked[place]:
                        mark(noted(S, card))
                else:
                    mark(1)
            mark(2)
            for i in range(S[at]):
                card = S[first + i]
                if card != NOTHING and (S.cards[KNOWN + seat * WORDS] & BIT(card) & ~seen) != 0:
                    mark(T_kind[card] + 3)
        mark(2)
    return G_ahead_mark[0]


def met_before(P: Numbers, seat: int) -> int:
    """Note that a seat meets the position looked at last. Return how often it has met it; -1 if the table is full."""
    i = (G_ahead_mark[0] + seat) % ROOM
    at = TABLE + 3 * i
    while P[at + 2] != 0 and (P[at] != G_ahead_mark[0] * SEATS + seat or P[at + 1] != G_ahead_mark[1]):
        i = (i + 1) % ROOM
        at = TABLE + 3 * i
    if P[at + 2] == 0:
        if P[MET] >= MOST_MET:
            return -1
        P[MET_AT + P[MET]] = at
        P[MET] += 1
        P[at] = G_ahead_mark[0] * SEATS + seat
        P[at + 1] = G_ahead_mark[1]
    P[at + 2] += 1
    return P[at + 2]


def imagined_from(here: Position, rows: Numbers, S: Position, seat: int) -> int:
    """Turn a position into what a seat imagines of another, and list its moves there. Return how many they are; -1 if
    the rules are at fault."""
    COPY(here, 0, S, 0, SIZE)
    imagined(here, seat)
    if here[FAULT]:
        return -1
    return listed(here, rows, seat)


def best_of(seat: int, depth: int, n: int, many: int) -> int:
    """List the best of `n` legal moves, of which the seat knows `many`, in `G_ahead_best`. Return 0 if too many moves
    are tried, -1 for a fault of the rules, else 1."""
    G_ahead_room[0] = TRIES if depth > 1 else BREADTH
    G_ahead_number[0] = 0
    for i in range(n if n < BREADTH else BREADTH):
        G_ahead_room[0] -= 1
        if G_ahead_room[0] < 0:
            return 0
        r = tried(0, i, many, seat)
        if r < 0:
            return -1
        unknown = G_ahead_rate[5]
        r = worth(0, depth, seat)
        if r < 1:
            return r
        G_ahead_rate[5] = unknown
        r = 1 if i == 0 else more(0)
        if r > 0:
            G_ahead_number[0] = 0
            for j in range(6):
                G_ahead_top[j] = G_ahead_rate[j]
        if r >= 0:
            G_ahead_best[G_ahead_number[0]] = i
            G_ahead_number[0] += 1
    return 1


def choose(S: Position, OUT: Numbers, P: Numbers, seat: int, n: int) -> int:
    """Return which of `n` legal moves a seat makes, as its player does; -1 if that cannot be told."""
    if P[PLAYS + seat] == 0:
        return below(P, 2 * seat, n)
    if n == 1:
        return 0
    if LEARNS:
        learned(S, OUT, P, seat, n)
    looks(S, seat)
    often = met_before(P, seat)
    if often < 0:
        return -1
    if often > PATIENCE:
        return below(P, 2 * seat, n)
    many = imagined_from(PART(G_ahead_worlds, 0, SIZE), PART(G_ahead_rows, 0, ROWS), S, seat)
    if many < 0:
        return -1
    found = 0
    depth = DEPTH if P[PLAYS + seat] == GREEDY else 1
    while found == 0:
        found = best_of(seat, depth, n, many)
        P[TRIED] += (TRIES if depth > 1 else BREADTH) - G_ahead_room[0]
        depth -= 1
    if found < 0:
        return -1
    return G_ahead_best[below(P, 2 * seat, G_ahead_number[0])] if G_ahead_number[0] > 1 else G_ahead_best[0]
