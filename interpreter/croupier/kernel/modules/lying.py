"""Find cells of cards: in melds on the table, in grids without an edge, below the top of piles.

`S[ROLE + card]` is the kind that a card in a meld represents (below 0: open; NOTHING outside melds), `S[LIES + card]`
its place in the sequence, -1 in a set.
"""

from croupier.kernel.language import (
    BIT,
    LOW,
    REST,
    Cards,
    Position,
    constant,
    numbers,
)

BESIDE = constant()
"""The order of cards without a place: after all that have one."""
KINDS = constant()
"""Kinds of cards."""
LIES = constant()
MELDS = constant()
"""Whether there are melds on the table."""
NOTHING = constant()
ROLE = constant()
STEP = constant()
"""Cells that a meld takes."""
WORDS = constant()
"""Cells that a set of cards takes."""

T_form = numbers()
"""By place: the number of cells before its cards: 0 for a set, 1 for a pile or slot, more for a row. -1: melds."""
T_grown = numbers()
"""By place of a grid without an edge: how many places it has once a card is there; 0: too far out."""
T_kind = numbers()
"""By card: its kind."""
T_next = numbers()
"""By place of a grid without an edge: those above, to the left, to the right and below."""
T_start = numbers()
"""By place: its first cell."""


def meld_at(S: Position, place: int, card: int) -> int:
    """Return the first cell of the meld that contains a card, in a place; -1 if none does."""
    if card < 0:
        return -1
    at = T_start[place]
    for i in range(S[at]):
        if (S.cards[at + 2 + i * STEP] & BIT(card)) != 0:
            return at + 1 + i * STEP
    return -1


def first_in(S: Position, meld: Cards, but: int) -> int:
    """Return the first of these cards of a meld but one; -1 if there is none.

    They are ordered by place (cards without one last); by kind, cards that represent themselves first; by what they
    represent.
    """
    best = -NOTHING
    found = -1
    while meld != 0:
        card = LOW(meld)
        meld = REST(meld)
        if card != but:
            role = S[ROLE + card]
            kind = T_kind[card]
            at = S[LIES + card] if S[LIES + card] >= 0 else BESIDE
            key = ((at * KINDS + kind) * 2 + (role != kind)) * (4 * KINDS + 4) + role
            if key < best:
                best = key
                found = card
    return found


def cell_of(S: Position, card: int, place: int) -> int:
    """Return the cell of a card; in a meld or set the first cell of that."""
    at = T_start[place]
    if T_form[place] == 0:
        return at
    if MELDS and T_form[place] < 0:
        return meld_at(S, place, card)
    for i in range(at + T_form[place], at + T_form[place] + S[at]):
        if S[i] == card:
            return i
    return -1


# ------------------------------------------------------------ grids without an edge
def in_plane(S: Position, start: int, at: int) -> int:
    """Return whether a card is in this place of a grid without an edge, or next to it; in an empty one, whether this is
    its first place."""
    if S.cards[start + 1] == 0:
        return 1 if at == 0 else 0
    first = start + 1 + WORDS
    if at < S[start] and S[first + at] != NOTHING:
        return 1
    for i in range(4 * at, 4 * at + 4):
        other = T_next[i]
        if other >= 0 and other < S[start] and S[first + other] != NOTHING:
            return 1
    return 0


def free_in_plane(S: Position, start: int) -> int:
    """Return the first free place of a grid without an edge in which a card can be laid."""
    at = 0
    while (at < S[start] and S[start + 1 + WORDS + at] != NOTHING) or not in_plane(S, start, at):
        at += 1
    return at


def grown_to(S: Position, start: int, at: int) -> int:
    """Let a grid without an edge have the places around one that is taken. Return 1 if that is too far out."""
    most = T_grown[at]
    if most == 0:
        return 1
    while S[start] < most:
        S[start + 1 + WORDS + S[start]] = NOTHING
        S[start] += 1
    return 0


# ------------------------------------------------------------ below the top of piles
def staying(S: Position, at: int, moving: Cards) -> int:
    """Return how many cards of a pile are not among others."""
    n = 0
    for i in range(at + 1, at + 1 + S[at]):
        if (moving & BIT(S[i])) == 0:
            n += 1
    return n


def depth_of(S: Position, at: int, number: int, moving: Cards) -> int:
    """Return the place in a pile, from the bottom, below `number` of the cards that stay there."""
    i = S[at]
    while number > 0:
        if (moving & BIT(S[at + i])) == 0:
            number += -1
        i += -1
    return i


def slip(S: Position, at: int, card: int, place: int) -> int:
    """Insert a card in a pile at a place from the bottom; those above move up."""
    for i in range(at + S[at], at + place, -1):
        S[i + 1] = S[i]
    S[at + 1 + place] = card
    S[at] += 1
    return 0
