"""Find every set of some cards, of one pattern, in the order of the reference, and add it to the list of melds.

One kind after the other comes into the set, and goes out again: `G_path` are those that are in it. Where sets have to
add up, it is bounds of their sums that are given (`G_least_sum`, `G_most_sum`).
"""

from croupier.kernel.language import LOW, POP, Cards, constant, numbers, sets
from croupier.kernel.modules.meld_list import (
    G_added,
    G_have,
    G_kind,
    G_least,
    G_least_sum,
    G_may,
    G_most,
    G_most_sum,
    G_own,
    G_path,
    G_place_of,
    G_role_of,
    G_step,
    G_top,
    G_use,
    G_used,
    T_kind,
    Tm_kind,
    list_meld,
    store_part,
    take_part,
    usable,
)  # fmt: skip

ALONE = constant()
"""Whether wild cards alone may be a set."""
CAP = constant()
"""The most cards of a set."""
DECLARED = constant()
"""Whether wild cards are declared."""
ENDLESS = constant()
"""No number of melds is as great."""
EVERY = constant()
"""The number of values of sets."""
FEWER = constant()
"""The least excess of naturals over wild cards; -MANY without one."""
KINDS = constant()
"""Kinds of cards."""
MANY = constant()
"""More cards than there may be: no limit."""
MOST_WILD = constant()
"""The most wild cards of a set."""
PATTERN = constant()
"""The number of the pattern."""
SMALLEST = constant()
"""The fewest cards of a set."""
SUMS = constant()
"""The number of bounded sums of its cards."""
VARIED = constant()
"""Whether naturals have to differ in an attribute."""

T_adds = numbers()
"""By sum and kind: what a card adds."""
T_differs = numbers()
"""By kind: the value in which naturals differ."""
T_group = numbers()
"""By kind: the value of which it is, -1: none."""
Tm_members = sets()
"""By value: its cards."""


def find_sets(hand: Cards, wild: Cards, once: int, most: int) -> int:
    """List the sets of each value, then the sets of wild cards alone, until there are `most` melds. `once`: only one of
    several that read the same."""
    wilds = hand & wild
    spare = POP(wilds) if POP(wilds) < MOST_WILD else MOST_WILD
    for value in range(EVERY):
        own = hand & Tm_members[value]
        if own != 0 and POP(own) + spare >= SMALLEST and G_top[0] < most:
            if SUMS > 0 or once == 0 or most < ENDLESS:
                find_sets_of(hand, own, wilds, wild, once, most, value)
            elif take_part(PATTERN, own, wilds) == 0:
                low = G_top[0]
                find_sets_of(hand, own, wilds, wild, once, most, value)
                store_part(PATTERN, low, own, wilds)
    if ALONE and spare >= SMALLEST:
        find_sets_of(hand, 0, wilds, wild, once, most, -1)
    return 0


def find_sets_of(hand: Cards, own: Cards, wilds: Cards, wild: Cards, once: int, most: int, value: int) -> int:
    """List the sets of one value, -1: of wild cards alone."""
    u = 0
    if VARIED:  # kinds that differ in nothing but how many there are of them come to nothing
        u = POP(wilds) if POP(wilds) < MOST_WILD else MOST_WILD
        left = own
        while left != 0:
            left = left & ~Tm_kind[T_kind[LOW(left)]]
            u += 1
        if u < SMALLEST:
            return 0
    u = usable(hand, own, wilds, wild)
    if SUMS > 0:
        note_reach(u)
    d = 0
    i = 0
    only = 0
    bits = 0
    while G_top[0] < most:
        go = 0
        if CAP >= MANY or d < CAP:
            while i < u and go == 0:
                if G_used[i] < G_have[i] and (G_own[i] or only < MOST_WILD):
                    go = 1
                    if VARIED and G_may[i] == 0 and bits >> T_differs[G_use[i]] & 1:
                        go = 0
                    for s in range(SUMS):  # can no sum come out right any more?
                        x = T_adds[s * KINDS + G_use[i]]
                        y = x * (G_have[i] - G_used[i] - 1)
                        if G_added[s] + x + (y if y > 0 else 0) + G_most[s * 256 + i + 1] < G_least_sum[s]:
                            go = 0
                        if G_added[s] + x + (y if y < 0 else 0) + G_least[s * 256 + i + 1] > G_most_sum[s]:
                            go = 0
                if go == 0:
                    i += 1
        if go:
            G_path[d] = i
            G_used[i] += 1
            only += 1 - G_own[i]
            for s in range(SUMS):
                G_added[s] += T_adds[s * KINDS + G_use[i]]
            if VARIED and G_may[i] == 0:
                bits = bits | 1 << T_differs[G_use[i]]
            d += 1
            if d >= SMALLEST:
                right = 1
                for s in range(SUMS):
                    if G_added[s] < G_least_sum[s] or G_added[s] > G_most_sum[s]:
                        right = 0
                if SUMS == 0 or right:
                    list_set(d, value, hand, once)
        else:
            if d == 0:
                return 0
            d += -1
            i = G_path[d]
            G_used[i] += -1
            only += G_own[i] - 1
            for s in range(SUMS):
                G_added[s] -= T_adds[s * KINDS + G_use[i]]
            if VARIED and G_may[i] == 0:
                bits = bits & ~(1 << T_differs[G_use[i]])
            i += 1
    return 0


def note_reach(u: int) -> int:
    """Note what the kinds from each on add at least and at most."""
    for s in range(SUMS):
        G_added[s] = 0
        G_least[s * 256 + u] = 0
        G_most[s * 256 + u] = 0
        i = u - 1
        while i >= 0:
            x = T_adds[s * KINDS + G_use[i]] * G_have[i]
            G_least[s * 256 + i] = G_least[s * 256 + i + 1] + (x if x < 0 else 0)
            G_most[s * 256 + i] = G_most[s * 256 + i + 1] + (x if x > 0 else 0)
            i += -1
    return 0


def list_set(d: int, value: int, hand: Cards, once: int) -> int:
    """List the first `d` cards of the path as a set, if they are one; cards that cannot be wild take their values
    first."""
    n = 0
    bits = 0
    for j in range(d):
        k = G_use[G_path[j]]
        G_kind[j] = k
        G_role_of[j] = -1
        G_place_of[j] = -1
        if G_may[G_path[j]] == 0:
            G_role_of[j] = k
            n += 1
            if VARIED:
                bits = bits | 1 << T_differs[k]
    for j in range(d):
        k = G_kind[j]
        if G_may[G_path[j]] and G_own[G_path[j]] and (not VARIED or (bits >> T_differs[k] & 1) == 0):
            G_role_of[j] = k
            n += 1
            if VARIED:
                bits = bits | 1 << T_differs[k]
    if (
        d >= SMALLEST
        and (CAP >= MANY or d <= CAP)
        and (MOST_WILD >= MANY or d - n <= MOST_WILD)
        and (FEWER == -MANY or d - n <= n - FEWER)
        and (n > 0 or value < 0)
    ):
        if DECLARED and n < d and n > 0:
            return list_declared(d, value, hand, once, bits)
        list_meld(PATTERN, d, hand, once)
    return 0


def list_declared(d: int, value: int, hand: Cards, once: int, bits: int) -> int:
    """List a set of `d` cards once for each way of giving its open roles to kinds. `bits`: the values that naturals
    have in which they differ."""
    w = 0
    for j in range(d):
        if G_role_of[j] < 0:
            G_step[w] = j
            w += 1
    t = 0
    G_role_of[G_step[0]] = -1
    while t >= 0:
        j = G_step[t]
        k = G_role_of[j] + 1
        go = 0
        while k < KINDS and go == 0:
            if T_group[k] == value and (not VARIED or (bits >> T_differs[k] & 1) == 0):
                go = 1
                for s in range(t):
                    if VARIED and T_differs[G_role_of[G_step[s]]] == T_differs[k]:
                        go = 0
                    if G_kind[G_step[s]] == G_kind[j] and G_role_of[G_step[s]] > k:
                        go = 0
            if go == 0:
                k += 1
        if go:
            G_role_of[j] = k
            if t == w - 1:
                list_meld(PATTERN, d, hand, once)
            else:
                t += 1
                G_role_of[G_step[t]] = -1
        else:
            t += -1
    return 0
