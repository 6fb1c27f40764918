"""Keep lists of melds, and deal copies to them.

A found meld is a number: `Gm_meld` has its cards, `G_follows` its pattern. From `G_from` up to `G_upto`, `G_card` has
its cards in order, `G_stands` the kind that each represents (below 0: open), and `G_lies` its place (-1 in a set).
Melds are numbered as they are found; `G_top` is their number. `back_to` a number forgets all later melds. `G_full`:
more than there is room for.

Of the copies of a card, those in the first set of `Gm_noted` go first, then those in the second set, and so on;
otherwise the lower number goes first. Callers that list or deal melds store these sets before.

Complete lists that were made with no other melds before them stay below `G_kept`, for repeated requests: `G_known` has
their keys, until there are too many. Likewise `G_part` has the melds of one suit, or one value, in a separate store,
from which a list copies them, until it is full. `G_end` of a meld is the first index of the next meld's cards.
"""

from croupier.kernel.language import (
    BIT,
    COPY,
    DOWN,
    HASH,
    LESS,
    LOW,
    POP,
    REST,
    UP,
    Cards,
    constant,
    numbers,
    room,
    room_for_sets,
    sets,
)  # fmt: skip
from croupier.kernel.modules.library import G_place, G_role

BESIDE = constant()
"""The first number of melds with other copies,"""
BESIDE_CARDS = constant()
"""and from here on their cards."""
CARDS = constant()
"""The number of cards."""
LISTS = constant()
"""The most lists that may be kept."""
MOST_KEPT = constant()
"""The most melds that may stay of kept lists, of eight cards on average."""
MOST_LISTED = constant()
"""The most melds of a list."""
MOST_STORED = constant()
"""The most melds in the store, of eight cards on average."""
ORDERS = constant()
"""The number of sets that order copies."""
PACKED_AT = constant()
"""A list is one number: how many melds, and from this bit on where they begin."""
PARTS = constant()
"""The number of suits or values whose melds may be kept."""
POOL = constant()
"""The most cards that the melds of a list have together."""
ROOM = constant()
"""The most cards of melds with other copies."""
STEPS = constant()
"""The largest step from a copy's number to the next; -1: they are too far apart."""
STORE = constant()
"""The first number of melds in the store,"""
STORE_CARDS = constant()
"""and from here on their cards."""
SUMS = constant()
"""The most bounded sums of a meld's cards."""

T_kind = numbers()
"""By card: its kind."""
Tm_kind = sets()
"""By kind: its cards."""
Tm_twins = sets()
"""By step: the cards of which another copy is higher by the step."""

G_top = room(1)
G_full = room(1)
G_kept = room(2)
"""The number of melds that stay; then how often they were all forgotten."""
G_known = room(3 * LISTS)
"""By list: when it was made, as how often what stays had been forgotten, and one more; which it is; the list itself."""
Gm_known = room_for_sets((ORDERS + 2) * LISTS)
"""And the cards, which of them are wild, and `Gm_noted`."""
G_part = room(4 * PARTS)
"""By part: the same, where its melds begin in store, and how many they are."""
Gm_part = room_for_sets((ORDERS + 2) * PARTS)
"""And its own cards, the wild ones, and `Gm_noted`."""
G_stored = room(3)
"""The number of melds in the store, the number of their cards, and whether all are soon to be forgotten."""
Gm_meld = room_for_sets(STORE + MOST_STORED)
G_follows = room(STORE + MOST_STORED)
G_from = room(STORE + MOST_STORED)
G_upto = room(STORE + MOST_STORED)
G_end = room(BESIDE)
G_card = room(STORE_CARDS + 8 * MOST_STORED)
G_stands = room(STORE_CARDS + 8 * MOST_STORED)
G_lies = room(STORE_CARDS + 8 * MOST_STORED)
Gm_noted = room_for_sets(ORDERS + 1)

G_kind = room(CARDS)
"""Of a meld to be listed, by position: the card's kind,"""
G_copy = room(CARDS)
"""which of its copies it is,"""
G_role_of = room(CARDS)
"""the kind that it represents (below 0: open),"""
G_place_of = room(CARDS)
"""and its place, -1 in a set."""
G_use = room(CARDS)
"""The kinds that melds are made of,"""
G_have = room(CARDS)
"""how many copies there are of each,"""
G_own = room(CARDS)
"""whether it has the value or the suit of the melds."""
G_may = room(CARDS)
"""Whether it may be wild."""
G_used = room(CARDS)
"""The number of its copies in the meld now."""
G_path = room(CARDS)
"""The indexes of the meld's cards,"""
G_step = room(CARDS)
"""and the cards that represent another kind; or whether each is natural."""
G_least = room(CARDS)
G_most = room(CARDS)
"""By sum and kind: what this kind and those after it add, at least and at most."""
G_added = room(SUMS)
"""The sums of the meld's cards, for each bounded sum,"""
G_least_sum = room(SUMS)
"""and its bounds,"""
G_most_sum = room(SUMS)
"""stored by the callers before."""


def forget_melds() -> int:
    """Forget all melds but those that stay; these too where they have become too many."""
    if G_stored[2]:
        G_kept[0] = 0
        G_kept[1] += 1
        G_stored[0] = 0
        G_stored[1] = 0
        G_stored[2] = 0
    G_top[0] = G_kept[0]
    return 0


def back_to(h: int) -> int:
    """Forget the melds that have been found since there were `h`."""
    G_top[0] = h if h > G_kept[0] else G_kept[0]
    return 0


def known_list(at: int, which: int, held: Cards, wild: Cards) -> int:
    """Return whether list number `at` of those known is that one, of the same cards."""
    if G_known[3 * at] != G_kept[1] + 1 or G_known[3 * at + 1] != which:
        return 0
    b = (ORDERS + 2) * at
    for order in range(ORDERS):
        if Gm_known[b + 2 + order] != Gm_noted[order]:
            return 0
    return Gm_known[b] == held and Gm_known[b + 1] == wild


def keep_list(at: int, which: int, low: int, held: Cards, wild: Cards) -> int:
    """Let a list, the melds from `low` on, be number `at` of those known, if nothing else was found before it."""
    h = G_top[0]
    if G_full[0] == 0 and low == G_kept[0] and h <= MOST_KEPT and (h == 0 or G_end[h - 1] <= 8 * MOST_KEPT):
        G_known[3 * at] = G_kept[1] + 1
        G_known[3 * at + 1] = which
        G_known[3 * at + 2] = low << PACKED_AT | h - low
        b = (ORDERS + 2) * at
        Gm_known[b] = held
        Gm_known[b + 1] = wild
        for order in range(ORDERS):
            Gm_known[b + 2 + order] = Gm_noted[order]
        G_kept[0] = h
        if 4 * h > 3 * MOST_KEPT or (h > 0 and G_end[h - 1] > 6 * MOST_KEPT):
            G_stored[2] = 1
    return 0


def take_part(of: int, own: Cards, wilds: Cards) -> int:
    """Take up the melds of a suit or a value, of a pattern, if they are in store. Return whether they are."""
    every = own | wilds
    at = HASH(every, PARTS)
    if G_part[4 * at] != G_kept[1] + 1 or G_part[4 * at + 1] != of:
        return 0
    b = (ORDERS + 2) * at
    if Gm_part[b] != own or Gm_part[b + 1] != wilds:
        return 0
    for order in range(ORDERS):
        if Gm_part[b + 2 + order] != Gm_noted[order] & every:
            return 0
    n = G_part[4 * at + 3]
    if n > 0:
        h = G_top[0]
        if h - G_kept[0] + n > MOST_LISTED:
            return 0
        s = G_part[4 * at + 2]
        end = G_end[h - 1] if h > 0 else 0
        for i in range(s, s + n):
            G_from[h] = G_from[i]
            G_upto[h] = G_upto[i]
            G_end[h] = end
            G_follows[h] = G_follows[i]
            Gm_meld[h] = Gm_meld[i]
            h += 1
        G_top[0] = h
    return 1


def store_part(of: int, low: int, own: Cards, wilds: Cards) -> int:
    """Store the melds of a suit or a value, from `low` on, if there is room."""
    h = G_top[0]
    s = G_stored[0]
    q = G_stored[1]
    if G_full[0] or s + h - low > MOST_STORED or (h > low and q + G_upto[h - 1] - G_from[low] > 8 * MOST_STORED):
        G_stored[2] = 1
        return 0
    every = own | wilds
    at = HASH(every, PARTS)
    b = (ORDERS + 2) * at
    G_part[4 * at] = G_kept[1] + 1
    G_part[4 * at + 1] = of
    G_part[4 * at + 2] = STORE + s
    G_part[4 * at + 3] = h - low
    Gm_part[b] = own
    Gm_part[b + 1] = wilds
    for order in range(ORDERS):
        Gm_part[b + 2 + order] = Gm_noted[order] & every
    if h > low:
        n = G_upto[h - 1] - G_from[low]
        d = STORE_CARDS + q - G_from[low]
        COPY(G_card, d + G_from[low], G_card, G_from[low], n)
        COPY(G_stands, d + G_from[low], G_stands, G_from[low], n)
        COPY(G_lies, d + G_from[low], G_lies, G_from[low], n)
        s = STORE + s
        for i in range(low, h):
            G_from[s] = G_from[i] + d
            G_upto[s] = G_upto[i] + d
            G_follows[s] = G_follows[i]
            Gm_meld[s] = Gm_meld[i]
            s += 1
        G_stored[0] = s - STORE
        G_stored[1] = q + n
        if 4 * G_stored[0] > 3 * MOST_STORED or G_stored[1] > 6 * MOST_STORED:
            G_stored[2] = 1
    return 0


def usable(hand: Cards, own: Cards, wilds: Cards, wild: Cards) -> int:
    """Note the kinds that melds may be made of: the kinds of some cards, and the wild ones. Return their number."""
    u = 0
    left = own | wilds
    while left != 0:
        k = T_kind[LOW(left)]
        copies = hand & Tm_kind[k]
        G_use[u] = k
        G_have[u] = POP(copies)
        G_own[u] = 1 if (copies & own) != 0 else 0
        G_may[u] = 1 if (copies & wild) != 0 else 0
        G_used[u] = 0
        left = left & ~copies
        u += 1
    return u


def copy_of(copies: Cards, i: int) -> int:
    """Return the card of several copies before which `i` others go."""
    first: Cards = 0
    while 1:
        first = copies
        for order in range(ORDERS):
            some = first & Gm_noted[order]
            first = some if some != 0 else first
        if i < POP(first):
            break
        i = i - POP(first)
        copies = LESS(copies, first)
    while i > 0:
        first = REST(first)
        i += -1
    return LOW(first)


def new_meld(n: int) -> int:
    """Make room for a meld of `n` cards. Return its number; -1 if the list is full."""
    h = G_top[0]
    p = G_end[h - 1] if h > 0 else 0
    k = G_kept[0]
    if h - k >= MOST_LISTED or p + n - (G_end[k - 1] if k > 0 else 0) > POOL:
        G_full[0] = 1
        return -1
    G_from[h] = p
    G_upto[h] = p + n
    G_end[h] = p + n
    G_top[0] = h + 1
    return h


def keep_meld(to: int, h: int) -> int:
    """Renumber meld `h` to `to`, and forget the melds between. Return the number after it."""
    G_from[to] = G_from[h]
    G_upto[to] = G_upto[h]
    G_end[to] = G_end[h]
    G_follows[to] = G_follows[h]
    Gm_meld[to] = Gm_meld[h]
    return to + 1


def deal_first(pattern: int, n: int, hand: Cards) -> int:
    """List the meld whose `n` kinds, roles and places have been noted, of the copies that go first."""
    h = new_meld(n)
    if h < 0:
        return 0
    p = G_from[h]
    left = hand
    for j in range(n):
        free = left & Tm_kind[G_kind[j]]
        for order in range(ORDERS):
            some = free & Gm_noted[order]
            free = some if some != 0 else free
        card = LOW(free)
        left = left & ~BIT(card)
        G_card[p + j] = card
        G_stands[p + j] = G_role_of[j]
        G_lies[p + j] = G_place_of[j]
    G_follows[h] = pattern
    Gm_meld[h] = LESS(hand, left)
    return 0


def deal_meld(pattern: int, n: int, hand: Cards) -> int:
    """List the same meld of the copies that `G_copy` says."""
    h = new_meld(n)
    if h < 0:
        return 0
    p = G_from[h]
    every: Cards = 0
    for j in range(n):
        card = copy_of(hand & Tm_kind[G_kind[j]], G_copy[j])
        every = every | BIT(card)
        G_card[p + j] = card
        G_stands[p + j] = G_role_of[j]
        G_lies[p + j] = G_place_of[j]
    G_follows[h] = pattern
    Gm_meld[h] = every
    return 0


def alike_meld(cards: Cards, pattern: int) -> int:
    """List a meld whose cards represent themselves. Return its number; 0 if the list is full."""
    h = new_meld(POP(cards))
    if h < 0:
        return 0
    G_follows[h] = pattern
    Gm_meld[h] = cards
    for i in range(G_from[h], G_upto[h]):
        G_card[i] = LOW(cards)
        cards = REST(cards)
        G_stands[i] = T_kind[G_card[i]]
        G_lies[i] = -1
    return h


def arranged_meld(cards: Cards, pattern: int) -> int:
    """List a meld of an arrangement, of which `G_role` and `G_place` say by card what it is there."""
    h = new_meld(POP(cards))
    if h < 0:
        return 0
    G_follows[h] = pattern
    Gm_meld[h] = cards
    for i in range(G_from[h], G_upto[h]):
        best = 1 << 60
        first = 0
        left = cards
        while left != 0:
            card = LOW(left)
            left = REST(left)
            key = (G_place[card] + 1) * 4096 + T_kind[card] * 2 + (0 if G_role[card] == T_kind[card] else 1)
            if key < best:
                best = key
                first = card
        cards = cards & ~BIT(first)
        G_card[i] = first
        G_stands[i] = G_role[first]
        G_lies[i] = G_place[first]
    return 0


def m_ranked(cards: Cards, before: Cards, bit: int) -> Cards:
    """Return the cards for which the number of their copies that go first has this bit clear."""
    found: Cards = 0
    while cards != 0:
        k = T_kind[LOW(cards)]
        if (POP(before & Tm_kind[k]) >> bit & 1) == 0:
            found = found | cards & Tm_kind[k]
        cards = cards & ~Tm_kind[k]
    return found


def m_lone(cards: Cards) -> Cards:
    """Return the cards without another copy among these cards."""
    found: Cards = 0
    if STEPS >= 0:
        for step in range(1, STEPS + 1):
            some = cards & DOWN(cards, step) & Tm_twins[step]
            found = found | some | UP(some, step)
        return LESS(cards, found)
    left = cards
    while left != 0:
        copies = left & Tm_kind[T_kind[LOW(left)]]
        if REST(copies) == 0:
            found = found | copies
        left = LESS(left, copies)
    return found


def deal_beside(level: int, h: int, used: Cards, source: Cards) -> int:
    """Deal meld `h` again as number `level`, from the cards available, without those already used. Return its new
    number; -1 if that is impossible."""
    if (Gm_meld[h] & used) == 0:
        return h
    if source == 0:
        return -1
    if G_upto[h] - G_from[h] > ROOM:
        G_full[0] = 1
        return -1
    d = BESIDE + level
    q = BESIDE_CARDS + level * ROOM
    G_from[d] = q
    gone = used
    cards: Cards = 0
    for i in range(G_from[h], G_upto[h]):
        card = G_card[i]
        if (gone & BIT(card)) != 0:
            free = source & Tm_kind[T_kind[card]] & ~gone
            if free == 0:
                return -1
            for order in range(ORDERS):
                some = free & Gm_noted[order]
                free = some if some != 0 else free
            card = LOW(free)
        gone = gone | BIT(card)
        cards = cards | BIT(card)
        G_card[q] = card
        G_stands[q] = G_stands[i]
        G_lies[q] = G_lies[i]
        q += 1
    G_upto[d] = q
    Gm_meld[d] = cards
    G_follows[d] = G_follows[h]
    return d


def may_lie(h: int) -> int:
    """Set `G_full` for a meld with copies that represent the same but are not in the order of their numbers."""
    for i in range(G_from[h] + 1, G_upto[h]):
        alike = T_kind[G_card[i]] == T_kind[G_card[i - 1]] and G_stands[i] == G_stands[i - 1]
        if alike and G_lies[i] == G_lies[i - 1] and G_card[i] < G_card[i - 1]:
            G_full[0] = 1
    return 0


def reads_same(a: int, b: int) -> int:
    """Return whether two melds differ only in copies."""
    if G_follows[a] != G_follows[b] or G_upto[a] - G_from[a] != G_upto[b] - G_from[b]:
        return 0
    for i in range(G_upto[a] - G_from[a]):
        x = G_from[a] + i
        y = G_from[b] + i
        if T_kind[G_card[x]] != T_kind[G_card[y]] or G_stands[x] != G_stands[y] or G_lies[x] != G_lies[y]:
            return 0
    return 1


def same_meld(a: int, b: int) -> int:
    """Return whether two melds are the same, of the same cards."""
    return 1 if Gm_meld[a] == Gm_meld[b] and reads_same(a, b) else 0


def which_copy(j: int) -> int:
    """Return how many positions before `j` have the same kind."""
    r = 0
    for i in range(j):
        if G_kind[i] == G_kind[j]:
            r += 1
    return r


def next_way(n: int, hand: Cards) -> int:
    """Choose the next copies of the `n` kinds of a meld. Return whether there are others."""
    j = n - 1
    while j >= 0:
        if which_copy(j) == 0:
            k = G_kind[j]
            total = POP(hand & Tm_kind[k])
            after = 0
            i = n - 1
            while i >= j:
                if G_kind[i] == k:
                    if G_copy[i] < total - 1 - after:
                        x = G_copy[i] + 1
                        for a in range(i, n):
                            if G_kind[a] == k:
                                G_copy[a] = x
                                x += 1
                        for a in range(j + 1, n):
                            later = 1
                            for b in range(j + 1):
                                if G_kind[b] == G_kind[a]:
                                    later = 0
                            if later:
                                G_copy[a] = which_copy(a)
                        return 1
                    after += 1
                i += -1
        j += -1
    return 0


def list_meld(pattern: int, n: int, hand: Cards, once: int) -> int:
    """List the meld whose `n` kinds, roles and places have been noted, of all its copies or, `once`, of the first."""
    deal_first(pattern, n, hand)
    if once:
        return 0
    for j in range(n):
        G_copy[j] = which_copy(j)
    while next_way(n, hand):
        deal_meld(pattern, n, hand)
        if G_full[0]:
            return 0
    return 0
