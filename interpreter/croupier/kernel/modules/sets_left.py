"""Compute how many cards the best arrangement into one kind of set leaves over: the same number for any best
arrangement.

Groups of such sets share no card, and only the number of cards of a group matters. A table has the cards that a group
takes by number of wilds, and the groups share the wilds. Wild cards may also be played as themselves: `recast` goes
through how many of each group are. As in the reference, it leaves as many wild as no limit could exclude.
"""

from croupier.kernel.language import POP, Cards, constant, numbers, room, sets

WILDS = constant()
"""The most wild cards; with more, the result is -1."""
GROUPS = constant()
ALLOWED = constant()
"""The number of wilds that no limit excludes."""

T_takes = numbers()
"""By the number of cards of a group, and of wilds: how many cards go into sets; -1 if that number of wilds is
impossible."""
T_opens = numbers()
"""By the number of wilds: 0 if sets of wilds alone take them, else -1."""
T_group = sets()

G_used = room(WILDS + 1)
G_plain = room(GROUPS)
G_cast = room(GROUPS)


def left_over(cards: Cards, wild_cards: Cards) -> int:
    """Return how many of the cards are left over; -1 if there are too many wilds."""
    pool_cards = cards & wild_cards
    wild = POP(pool_cards)
    if wild > WILDS:
        return -1
    for g in range(GROUPS):
        G_plain[g] = POP(cards & ~wild_cards & T_group[g])
        G_cast[g] = 0
    every = POP(cards)
    least = every
    cast = 0
    while cast >= 0:
        pool = wild - cast
        for w in range(pool + 1):
            G_used[w] = T_opens[w]
        for g in range(GROUPS):
            n = G_plain[g] + G_cast[g]
            if n > 0:
                w = pool
                while w >= 0:
                    most = -1
                    for more in range(w + 1):
                        takes = T_takes[n * (WILDS + 1) + more]
                        melded = G_used[w - more] + takes
                        if G_used[w - more] >= 0 and takes >= 0 and melded > most:
                            most = melded
                    G_used[w] = most
                    w -= 1
        for w in range(pool + 1):
            if G_used[w] >= 0 and every - G_used[w] - w < least:
                least = every - G_used[w] - w
        cast = recast(pool_cards, cast, wild - ALLOWED)
    return least


def recast(pool_cards: Cards, cast: int, most: int) -> int:
    """Choose the next numbers of wilds that are played as themselves. Return how many they are, -1 after the last."""
    for g in range(GROUPS):
        here = pool_cards & T_group[g]
        if here != 0:
            if cast < most and G_cast[g] < POP(here):
                G_cast[g] += 1
                return cast + 1
            cast -= G_cast[g]
            G_cast[g] = 0
    return -1
