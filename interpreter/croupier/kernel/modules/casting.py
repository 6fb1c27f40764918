"""Cast the cards of melds in hand while a sentence, or a list of statements, is about these melds."""

from croupier.kernel.language import constant, numbers, room, room_for_sets, sets

CARDS = constant()
"""The number of cards."""

G_card = numbers()
"""By place in a meld: the card."""
G_from = numbers()
"""By meld: the first of its places."""
G_upto = numbers()
"""By meld: the place after its last."""
Gm_meld = sets()
"""By meld: its cards."""

Gm_cast = room_for_sets(1)
"""The cards that are cast."""
Gm_gone = room_for_sets(1)
"""Cards that have been moved: they are not cast again."""
G_in = room(CARDS)
"""By card: the meld in which it is cast."""
G_cast_at = room(CARDS)
"""By card: its place there."""
G_means = room(CARDS)
"""The kinds that a card may represent."""


def cast_meld(h: int) -> int:
    """Cast the cards of a meld in it."""
    for i in range(G_from[h], G_upto[h]):
        card = G_card[i]
        G_in[card] = h
        G_cast_at[card] = i
    Gm_cast[0] = Gm_cast[0] | Gm_meld[h]
    return 0


def cast_still(h: int) -> int:
    """Cast the cards of a meld in it, except those that have been moved."""
    cast_meld(h)
    Gm_cast[0] = Gm_cast[0] & ~Gm_gone[0]
    return 0
