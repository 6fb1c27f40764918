"""List sets of cards that share a value, of which sequences of groups are made.

A set of cards represents all that read the same: it has the lowest copies.
"""

from croupier.kernel.language import BIT, LOW, POP, REST, Cards, constant, numbers, room, room_for_sets, sets
from croupier.kernel.modules.library import m_lowest
from croupier.kernel.modules.meld_list import G_full, G_kind, G_path, G_place_of, G_role_of, G_use

CARDS = constant()
"""The number of cards."""
MOST_LISTED = constant()
"""The most melds of a list."""
MOST_SETS = constant()
"""The most candidate sets at a time, for the groups of a hand and for the cards next to them."""

T_kind = numbers()
"""By card: its kind."""
Tm_kind = sets()
"""By kind: its cards."""

Gm_some = room_for_sets(MOST_SETS)
"""The sets in question."""
G_first = room(256)
"""By place: the first set that may be there."""
G_turn = room(256)
"""By place in the sequence: which of these has its turn,"""
Gm_turn = room_for_sets(256)
"""and its copies."""
G_pick = room(256)
"""By number next to the groups: the chosen set,"""
Gm_pick = room_for_sets(256)
"""and its copies."""
G_begun = room(1)
"""The number of melds found from one place on,"""
Gm_begun = room_for_sets(MOST_LISTED)
"""and their cards."""
G_laid = room(CARDS)
"""The cards of a meld in their order."""


def list_sets(own: Cards, low: int, smallest: int, cap: int) -> int:
    """List every set of these cards, with `smallest` to `cap` cards, from number `low` on. Return the number of sets
    then."""
    q = low
    u = 0
    left = own
    while left != 0:
        G_use[u] = LOW(left)
        left = REST(left)
        u += 1
    d = 0
    i = 0
    some: Cards = 0
    while d >= 0 and u >= smallest:
        if i < u and d < cap:
            G_path[d] = i
            some = some | BIT(G_use[i])
            d += 1
            i += 1
            if d >= smallest:
                if q >= MOST_SETS:
                    G_full[0] = 1
                    return q
                Gm_some[q] = some
                q += 1
        else:
            d += -1
            if d >= 0:
                i = G_path[d]
                some = some & ~BIT(G_use[i])
                k = T_kind[G_use[i]]
                while i < u and T_kind[G_use[i]] == k:
                    i += 1
    return q


def copies_of(some: Cards, free: Cards) -> Cards:
    """Return the lowest free cards that read the same as these; none if there are not as many."""
    found: Cards = 0
    while some != 0:
        kind = Tm_kind[T_kind[LOW(some)]]
        n = POP(some & kind)
        some = some & ~kind
        there = free & kind
        if POP(there) < n:
            return 0
        found = found | m_lowest(there, n)
    return found


def found_before(cards: Cards) -> int:
    """Return whether a meld of these cards was found from this place on, or the list is full."""
    for i in range(G_begun[0]):
        if Gm_begun[i] == cards:
            return 1
    if G_begun[0] == MOST_LISTED:
        G_full[0] = 1
        return 1
    Gm_begun[G_begun[0]] = cards
    G_begun[0] += 1
    return 0


def ways_of(cards: Cards, hand: Cards) -> int:
    """Return how many sets of a hand read the same as these cards."""
    n = 1
    while cards != 0:
        kind = Tm_kind[T_kind[LOW(cards)]]
        have = POP(hand & kind)
        for i in range(POP(cards & kind)):
            n = n * (have - i) // (i + 1)
        cards = cards & ~kind
    return n


def lay_cards(cards: Cards, j: int, place: int) -> int:
    """Lay cards at a place, as the next ones of a meld that has `j`. Return how many it has then."""
    while cards != 0:
        G_laid[j] = LOW(cards)
        G_kind[j] = T_kind[G_laid[j]]
        cards = REST(cards)
        G_role_of[j] = G_kind[j]
        G_place_of[j] = place
        j += 1
    return j
