"""Provide functions for all lowered rules: lists of sets of cards, in which copies count as equal."""

from croupier.kernel.language import LOWEST, REST, Cards, constant, room, room_for_sets

CARDS = constant()
"""The number of cards."""
MOST = constant()
"""The most sets that are listed, and one more."""
ROOM = constant()
"""The room for sets."""

G_size = room(256)
G_taken = room(256)
G_cards = room(CARDS)
Gm_class = room_for_sets(256)
Gm_made = room_for_sets(ROOM)
Gm_ask = room_for_sets(2)
G_answer = room(1)
Gm_found = room_for_sets(128)
G_pattern = room(128)
G_role = room(CARDS)
G_place = room(CARDS)


def m_lowest(some_cards: Cards, k: int) -> Cards:
    """Return the lowest `k` cards of a set."""
    found: Cards = 0
    while k > 0:
        found = found | LOWEST(some_cards)
        some_cards = REST(some_cards)
        k += -1
    return found


def first_taken(n: int, size: int) -> int:
    """Take `size` of the first of `n` classes on, as many of each as there are. Return whether there are as many."""
    i = 0
    while i < n:
        G_taken[i] = G_size[i] if G_size[i] < size else size
        size = size - G_taken[i]
        i += 1
    return size == 0


def next_taken(n: int) -> int:
    """Take as many in the next way. Return whether there is one."""
    rest = 0
    room = 0
    i = n - 1
    while i >= 0:
        if G_taken[i] > 0 and room > rest:
            G_taken[i] += -1
            rest += 1
            i += 1
            while i < n:
                G_taken[i] = G_size[i] if G_size[i] < rest else rest
                rest = rest - G_taken[i]
                i += 1
            return 1
        rest += G_taken[i]
        room += G_size[i]
        i += -1
    return 0


def m_taken(n: int) -> Cards:
    """Return the lowest cards of each of `n` classes, as many as are taken."""
    found: Cards = 0
    i = 0
    while i < n:
        if G_taken[i] > 0:
            found = found | m_lowest(Gm_class[i], G_taken[i])
        i += 1
    return found


def multisets(n: int, low: int, high: int) -> int:
    """List the sets of `low` to `high` cards of `n` classes in `Gm_made`, of which copies count alike. Return how
    many; MOST and one more if there are more than MOST."""
    k = 0
    if n == 1:
        some_cards = Gm_class[0]
        found: Cards = 0
        i = 0
        if low == 0:
            Gm_made[0] = 0
            k = 1
        while i < high:
            found = found | LOWEST(some_cards)
            some_cards = REST(some_cards)
            i += 1
            if i >= low:
                Gm_made[k] = found
                k += 1
        return k
    while low <= high:
        more = first_taken(n, low)
        while more:
            if k > MOST:
                return k
            Gm_made[k] = m_taken(n)
            k += 1
            more = next_taken(n)
        low += 1
    return k
