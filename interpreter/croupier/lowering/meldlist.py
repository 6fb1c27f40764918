"""Lists of melds in the language of the kernel: where they are kept, how copies are dealt to them.

A meld that has been found is a number: `Gm_meld` are its cards, `G_follows` its pattern, and from `G_from` up to
`G_upto` stand in `G_card` its cards in their order, in `G_stands` the kind each stands for (-1: open) and in `G_lies`
its place (-1 in a set). They are found one after the other; `G_top` is how many there are. What has been found since is
forgotten where it is gone `back_to` a number. More than there is room for: `G_full`.

Whole lists that have been made where nothing else was found stay below `G_kept`, for whoever asks for the same again:
`G_known` says of what they are, until there are too many. So does `G_part` of the melds of one suit, or of one value:
they are in a store of their own, from where a list takes them up without looking for them, until it is full. `G_end`
of a meld is where the next that is found has its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from croupier.lowering.capabilities import LONGEST

MOST_LISTED = 8_192
"""So many melds may be kept at a time."""
MOST_GROUPED = 16
"""So many melds may be chosen at once."""
POOL = 1 << 16
MOST_KEPT = 1_024
"""So many melds may stay of lists that have been made, of eight cards on average."""
PACKED_AT = 20
"""A list is one number: how many melds, and from this bit on where they begin."""
LISTS = 509
"""So many lists may be known."""
PARTS = 1_021
"""Of so many suits or values the melds may be known."""
MOST_STORED = 2_048
"""So many melds may be in store, of eight cards on average."""
ROOM = 256
"""Melds that are dealt anew have room for so many cards."""
MANY = 1 << 30
"""More cards than there may be."""
ENDLESS = 1 << 60
"""No sum of rules is as great."""

_BESIDE = MOST_LISTED + MOST_KEPT
"""From here on stand melds that are dealt anew."""
_POOL = POOL + 8 * MOST_KEPT
_STORE = _BESIDE + MOST_GROUPED
_STORED = _POOL + ROOM * MOST_GROUPED
"""From here on stand melds that are in store, and their cards."""

_TEXT = f"""
G_top = [0] * 1
G_full = [0] * 1
G_kept = [0] * 2
G_known = [0] * LISTED
Gm_known = [0] * LISTED
G_part = [0] * {4 * PARTS}
Gm_part = [0] * PARTED
G_stored = [0] * 3
Gm_meld = [0] * {_STORE + MOST_STORED}
G_follows = [0] * {_STORE + MOST_STORED}
G_from = [0] * {_STORE + MOST_STORED}
G_upto = [0] * {_STORE + MOST_STORED}
G_end = [0] * {_BESIDE}
G_card = [0] * {_STORED + 8 * MOST_STORED}
G_stands = [0] * {_STORED + 8 * MOST_STORED}
G_lies = [0] * {_STORED + 8 * MOST_STORED}
G_kind = [0] * 1024
G_copy = [0] * 1024
G_role_of = [0] * 1024
G_place_of = [0] * 1024
G_use = [0] * 1024
G_have = [0] * 1024
G_own = [0] * 1024
G_may = [0] * 1024
G_used = [0] * 1024
G_path = [0] * 1024
G_step = [0] * 1024
G_there = [0] * 1024
Gm_at = [0] * {LONGEST + 2}
Gm_may = [0] * 1
Gm_next = [0] * {LONGEST + 2}
G_least = [0] * 1024
G_most = [0] * 1024

def forget_melds():
    if G_stored[2]:
        G_kept[0] = 0
        G_kept[1] += 1
        G_stored[0] = 0
        G_stored[1] = 0
        G_stored[2] = 0
    G_top[0] = G_kept[0]
    return 0

def back_to(h):
    G_top[0] = h if h > G_kept[0] else G_kept[0]
    return 0

def known_list(at, list, m_held, m_wild, m_noted):
    if G_known[at] != G_kept[1] + 1 or G_known[at + 1] != list:
        return 0
    EACH if Gm_known[at + NUMBER] != m_EACH:
    EACH     return 0
    return Gm_known[at] == m_held and Gm_known[at + 1] == m_wild

def keep_list(at, list, low, m_held, m_wild, m_noted):
    h = G_top[0]
    if G_full[0] == 0 and low == G_kept[0] and h <= {MOST_KEPT} and (h == 0 or G_end[h - 1] <= {8 * MOST_KEPT}):
        G_known[at] = G_kept[1] + 1
        G_known[at + 1] = list
        G_known[at + 2] = low << {PACKED_AT} | h - low
        Gm_known[at] = m_held
        Gm_known[at + 1] = m_wild
        EACH Gm_known[at + NUMBER] = m_EACH
        G_kept[0] = h
        if 4 * h > {3 * MOST_KEPT} or (h > 0 and G_end[h - 1] > {6 * MOST_KEPT}):
            G_stored[2] = 1
    return 0

def take_part(of, m_own, m_wilds, m_noted):
    m_all = m_own | m_wilds
    at = HASH(m_all, {PARTS})
    if G_part[4 * at] != G_kept[1] + 1 or G_part[4 * at + 1] != of:
        return 0
    b = PART_SIZE * at
    if Gm_part[b] != m_own or Gm_part[b + 1] != m_wilds:
        return 0
    EACH if Gm_part[b + NUMBER] != m_EACH & m_all:
    EACH     return 0
    n = G_part[4 * at + 3]
    if n > 0:
        h = G_top[0]
        if h - G_kept[0] + n > {MOST_LISTED}:
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

def store_part(of, low, m_own, m_wilds, m_noted):
    h = G_top[0]
    s = G_stored[0]
    q = G_stored[1]
    if G_full[0] or s + h - low > {MOST_STORED} or (h > low and q + G_upto[h - 1] - G_from[low] > {8 * MOST_STORED}):
        G_stored[2] = 1
        return 0
    m_all = m_own | m_wilds
    at = HASH(m_all, {PARTS})
    b = PART_SIZE * at
    G_part[4 * at] = G_kept[1] + 1
    G_part[4 * at + 1] = of
    G_part[4 * at + 2] = {_STORE} + s
    G_part[4 * at + 3] = h - low
    Gm_part[b] = m_own
    Gm_part[b + 1] = m_wilds
    EACH Gm_part[b + NUMBER] = m_EACH & m_all
    if h > low:
        n = G_upto[h - 1] - G_from[low]
        d = {_STORED} + q - G_from[low]
        COPY(G_card, d + G_from[low], G_card, G_from[low], n)
        COPY(G_stands, d + G_from[low], G_stands, G_from[low], n)
        COPY(G_lies, d + G_from[low], G_lies, G_from[low], n)
        s = {_STORE} + s
        for i in range(low, h):
            G_from[s] = G_from[i] + d
            G_upto[s] = G_upto[i] + d
            G_follows[s] = G_follows[i]
            Gm_meld[s] = Gm_meld[i]
            s += 1
        G_stored[0] = s - {_STORE}
        G_stored[1] = q + n
        if 4 * G_stored[0] > {3 * MOST_STORED} or G_stored[1] > {6 * MOST_STORED}:
            G_stored[2] = 1
    return 0

def usable(m_hand, m_own, m_wilds, m_wild):
    u = 0
    m_x = m_own | m_wilds
    while m_x != 0:
        k = T_KIND[LOW(m_x)]
        m_k = m_hand & m_KINDS[k]
        G_use[u] = k
        G_have[u] = POP(m_k)
        G_own[u] = 1 if (m_k & m_own) != 0 else 0
        G_may[u] = 1 if (m_k & m_wild) != 0 else 0
        G_used[u] = 0
        m_x = m_x & ~m_k
        u += 1
    return u

def copy_of(m_kind, m_noted, i):
    while 1:
        m_first = m_kind
        EACH m_x = m_first & m_EACH
        EACH m_first = m_x if m_x != 0 else m_first
        if i < POP(m_first):
            break
        i = i - POP(m_first)
        m_kind = LESS(m_kind, m_first)
    while i > 0:
        m_first = REST(m_first)
        i += -1
    return LOW(m_first)

def new_meld(n):
    h = G_top[0]
    p = G_end[h - 1] if h > 0 else 0
    k = G_kept[0]
    if h - k >= {MOST_LISTED} or p + n - (G_end[k - 1] if k > 0 else 0) > {POOL}:
        G_full[0] = 1
        return -1
    G_from[h] = p
    G_upto[h] = p + n
    G_end[h] = p + n
    G_top[0] = h + 1
    return h

def keep_meld(to, h):
    G_from[to] = G_from[h]
    G_upto[to] = G_upto[h]
    G_end[to] = G_end[h]
    G_follows[to] = G_follows[h]
    Gm_meld[to] = Gm_meld[h]
    return to + 1

def deal_first(pattern, n, m_hand, m_noted):
    h = new_meld(n)
    if h < 0:
        return 0
    p = G_from[h]
    m_left = m_hand
    for j in range(0, n):
        m_free = m_left & m_KINDS[G_kind[j]]
        EACH m_x = m_free & m_EACH
        EACH m_free = m_x if m_x != 0 else m_free
        card = LOW(m_free)
        m_left = m_left & ~BIT(card)
        G_card[p + j] = card
        G_stands[p + j] = G_role_of[j]
        G_lies[p + j] = G_place_of[j]
    G_follows[h] = pattern
    Gm_meld[h] = LESS(m_hand, m_left)
    return 0

def deal_meld(pattern, n, m_hand, m_noted):
    h = new_meld(n)
    if h < 0:
        return 0
    p = G_from[h]
    m_all = 0
    for j in range(0, n):
        card = copy_of(m_hand & m_KINDS[G_kind[j]], m_noted, G_copy[j])
        m_all = m_all | BIT(card)
        G_card[p + j] = card
        G_stands[p + j] = G_role_of[j]
        G_lies[p + j] = G_place_of[j]
    G_follows[h] = pattern
    Gm_meld[h] = m_all
    return 0

def alike_meld(m_cards, pattern):
    h = new_meld(POP(m_cards))
    if h < 0:
        return 0
    G_follows[h] = pattern
    Gm_meld[h] = m_cards
    for i in range(G_from[h], G_upto[h]):
        G_card[i] = LOW(m_cards)
        m_cards = REST(m_cards)
        G_stands[i] = T_KIND[G_card[i]]
        G_lies[i] = -1
    return h

def arranged_meld(m_cards, pattern):
    h = new_meld(POP(m_cards))
    if h < 0:
        return 0
    G_follows[h] = pattern
    Gm_meld[h] = m_cards
    for i in range(G_from[h], G_upto[h]):
        best = 1 << 60
        first = 0
        m_left = m_cards
        while m_left != 0:
            card = LOW(m_left)
            m_left = REST(m_left)
            key = (G_place[card] + 1) * 4096 + T_KIND[card] * 2 + (0 if G_role[card] == T_KIND[card] else 1)
            if key < best:
                best = key
                first = card
        m_cards = m_cards & ~BIT(first)
        G_card[i] = first
        G_stands[i] = G_role[first]
        G_lies[i] = G_place[first]
    return 0

def m_ranked(m_cards, m_before, bit):
    m_found = 0
    while m_cards != 0:
        k = T_KIND[LOW(m_cards)]
        if (POP(m_before & m_KINDS[k]) >> bit & 1) == 0:
            m_found = m_found | m_cards & m_KINDS[k]
        m_cards = m_cards & ~m_KINDS[k]
    return m_found

LONE
def deal_beside(level, h, m_used, m_source, m_noted):
    if (Gm_meld[h] & m_used) == 0:
        return h
    if m_source == 0:
        return -1
    if G_upto[h] - G_from[h] > {ROOM}:
        G_full[0] = 1
        return -1
    d = {_BESIDE} + level
    q = {_POOL} + level * {ROOM}
    G_from[d] = q
    m_gone = m_used
    m_cards = 0
    for i in range(G_from[h], G_upto[h]):
        card = G_card[i]
        if (m_gone & BIT(card)) != 0:
            m_free = m_source & m_KINDS[T_KIND[card]] & ~m_gone
            if m_free == 0:
                return -1
            EACH m_x = m_free & m_EACH
            EACH m_free = m_x if m_x != 0 else m_free
            card = LOW(m_free)
        m_gone = m_gone | BIT(card)
        m_cards = m_cards | BIT(card)
        G_card[q] = card
        G_stands[q] = G_stands[i]
        G_lies[q] = G_lies[i]
        q += 1
    G_upto[d] = q
    Gm_meld[d] = m_cards
    G_follows[d] = G_follows[h]
    return d

def may_lie(h):
    for i in range(G_from[h] + 1, G_upto[h]):
        if T_KIND[G_card[i]] == T_KIND[G_card[i - 1]] and G_stands[i] == G_stands[i - 1] and G_lies[i] == G_lies[i - 1]:
            if G_card[i] < G_card[i - 1]:
                G_full[0] = 1
    return 0

def reads_same(a, b):
    if G_follows[a] != G_follows[b] or G_upto[a] - G_from[a] != G_upto[b] - G_from[b]:
        return 0
    for i in range(0, G_upto[a] - G_from[a]):
        x = G_from[a] + i
        y = G_from[b] + i
        if T_KIND[G_card[x]] != T_KIND[G_card[y]] or G_stands[x] != G_stands[y] or G_lies[x] != G_lies[y]:
            return 0
    return 1

def which_copy(j):
    r = 0
    for i in range(0, j):
        if G_kind[i] == G_kind[j]:
            r += 1
    return r

def next_way(n, m_hand):
    j = n - 1
    while j >= 0:
        if which_copy(j) == 0:
            k = G_kind[j]
            total = POP(m_hand & m_KINDS[k])
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
                            for b in range(0, j + 1):
                                if G_kind[b] == G_kind[a]:
                                    later = 0
                            if later:
                                G_copy[a] = which_copy(a)
                        return 1
                    after += 1
                i += -1
        j += -1
    return 0

def list_meld(pattern, n, m_hand, m_noted, once):
    deal_first(pattern, n, m_hand, m_noted)
    if once:
        return 0
    for j in range(0, n):
        G_copy[j] = which_copy(j)
    while next_way(n, m_hand):
        deal_meld(pattern, n, m_hand, m_noted)
        if G_full[0]:
            return 0
    return 0
"""

_LONE = """def m_lone(m_cards):
    m_found = 0
    m_left = m_cards
    while m_left != 0:
        m_kind = m_left & m_KINDS[T_KIND[LOW(m_left)]]
        if REST(m_kind) == 0:
            m_found = m_found | m_kind
        m_left = LESS(m_left, m_kind)
    return m_found
"""
MOST_BESIDE = 8
"""Copies that lie side by side are looked for at so many steps at most."""


def _lone(kinds: Sequence[int]) -> str:
    """`m_lone(m_cards)`: those of which there is no other copy. `kinds`: the kind of each card."""
    copies = max(map(kinds.count, set(kinds)))
    if list(kinds) != sorted(kinds) or copies > MOST_BESIDE:
        return _LONE
    lines = ["def m_lone(m_cards):", "    m_twins = 0"]
    for step in range(1, copies):
        mates = sum(1 << card for card in range(len(kinds) - step) if kinds[card] == kinds[card + step])
        lines.append(f"    m_x = m_cards & DOWN(m_cards, {step}) & {mates}")
        lines.append(f"    m_twins = m_twins | m_x | UP(m_x, {step})")
    return "\n".join([*lines, "    return LESS(m_cards, m_twins)"]) + "\n"


def orders(copies: int) -> tuple[str, ...]:
    """The names of sets that say of so many copies of a card which goes before which: the first of them has those that
    come in the first half, and so on; those which none of them tells apart go by their numbers."""
    return tuple(f"m_noted{bit or ''}" for bit in range(max(1, (copies - 1).bit_length())))


def text(kinds: str, kind_of: str, of_cards: Sequence[int], orders: Sequence[str]) -> str:
    """The functions, with the tables of kinds, and the kind of each card. A line that begins with `EACH` is written for
    each of the orders, one after the other."""
    found: list[str] = []
    lines = _TEXT.replace("LONE\n", _lone(of_cards)).replace("m_noted", ", ".join(orders))
    size = 2 + len(orders)
    for what, number in (("LISTED", size * LISTS), ("PARTED", size * PARTS), ("PART_SIZE", size)):
        lines = lines.replace(what, str(number))
    for each, those in groupby(lines.splitlines(), lambda line: line.lstrip().startswith("EACH ")):
        block = list(those)
        for number, order in enumerate(orders) if each else ():
            found += [
                line.replace("EACH ", "", 1).replace("m_EACH", order).replace("NUMBER", str(2 + number))
                for line in block
            ]
        found += () if each else block
    return "\n".join(found).replace("m_KINDS", kinds).replace("T_KIND", kind_of)
