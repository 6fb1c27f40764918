"""Find what cards that are cast represent, and their places, as far as their meld determines it."""

from croupier.kernel.language import LOW, REST, Cards, constant, numbers, sets
from croupier.kernel.modules.casting import G_cast_at, G_from, G_in, G_means, G_upto

KINDS = constant()
"""Kinds of cards."""
MEANINGS = constant()
"""The number of roles below -1 of each pattern."""
NOTHING = constant()
"""No card, no place."""

G_follows = numbers()
"""By meld: its pattern."""
G_lies = numbers()
"""By place in a meld: where in the pattern that is, -1 in a set."""
G_stands = numbers()
"""By index in a meld: the kind that its card represents, below 0 if that is open."""
T_differs = numbers()
"""By pattern and kind: the value in which the cards of a meld differ."""
T_grouped = numbers()
"""By pattern: whether it is of groups in sequence."""
T_kind = numbers()
"""By card: its kind."""
T_places = numbers()
"""By pattern and kind: the places that it may have, as bits."""
T_run = numbers()
"""By pattern: whether it is of runs."""
T_sample = numbers()
"""By kind: a card of it."""
T_varied = numbers()
"""By pattern: whether its cards have to differ in an attribute."""
Tm_beside = sets()
"""By pattern: the kinds, as a set, that can be added to groups."""
Tm_meant = sets()
"""By pattern and role below -1: the kinds, as a set, that it means."""
Tm_mates = sets()
"""By pattern and kind: the kinds, as a set, that may be in a meld with it."""
Tm_some = sets()
"""By pattern: the kinds, as a set, that may be in a meld."""


def kinds_among_groups(h: int, at: int) -> Cards:
    """Return the kinds that a wild card of groups in sequence, or one added to them, can represent."""
    if G_stands[at] < -1:
        return Tm_meant[G_follows[h] * MEANINGS - 2 - G_stands[at]]
    found: Cards = 0
    return Tm_beside[G_follows[h]] if G_lies[at] < 0 else found


def open_kinds(h: int, at: int) -> int:
    """List in `G_means` the kinds that an open card of a meld may represent. Return their number."""
    place = G_lies[at]
    row = G_follows[h] * KINDS
    left: Cards = 0
    taken = 0
    for i in range(G_from[h], G_upto[h]):
        kind = G_stands[i]
        if kind >= 0:
            if left == 0:
                left = Tm_mates[row + kind]
            if T_varied[G_follows[h]]:
                taken = taken | 1 << T_differs[row + kind]
    if left == 0:
        left = Tm_some[G_follows[h]]
    n = 0
    settled = 0
    if T_grouped[G_follows[h]] and (place < 0 or G_stands[at] < -1):
        left = kinds_among_groups(h, at)
        settled = 1
    while left != 0:
        k = LOW(left)
        left = REST(left)
        may = 1
        if settled == 0 and T_run[G_follows[h]]:
            may = T_places[row + k] >> place & 1
        elif settled == 0 and T_varied[G_follows[h]]:
            may = 1 - (taken >> T_differs[row + k] & 1)
        if may:
            G_means[n] = k
            n += 1
    return n


def cast_kinds(card: int) -> int:
    """List in `G_means` the kinds that a card may represent. Return their number."""
    i = G_cast_at[card]
    if G_stands[i] >= 0:
        G_means[0] = G_stands[i]
        return 1
    return open_kinds(G_in[card], i)


def cast_role(card: int) -> int:
    """Return the card that a card represents; NOTHING if it may be several."""
    if cast_kinds(card) != 1:
        return NOTHING
    return card if G_means[0] == T_kind[card] else T_sample[G_means[0]]


def cast_place(card: int) -> int:
    """Return the place of a card in its run, from 1; NOTHING in a set."""
    at = G_lies[G_cast_at[card]]
    return at + 1 if at >= 0 else NOTHING
