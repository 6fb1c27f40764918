"""Search for the best arrangement of a hand: the least loss, whether all cards clear, which may be discarded.

It mirrors `croupier.combos.search`, with the same choices in the same order, so it finds the same one of equally good
arrangements. It leaves out what lets the reference consider fewer of them; WORK choices are the most. If something is
too much, `G_much` is set and the reference is asked. Runs are leaves, sets are branches (see `croupier.combos.table`).
"""

from croupier.kernel.language import BIT, LOW, POP, REST, Cards, constant, numbers, room, sets
from croupier.kernel.modules.library import Gm_found
from croupier.kernel.modules.runs_left import (
    CLASSES,
    FULL,
    HAND,
    INFINITE,
    LENGTH,
    RUN,
    SHAPES,
    WILDS,
    B,
    G_depth,
    G_much,
    G_row,
    G_top,
    T_cap,
    T_place,
    T_small,
    T_unit,
    classes_reached,
    row_of,
)

APART = constant()
"""The number of cards up to which a class with two places is not at both in a run."""
BRANCHES = constant()
"""Groups of sets, at least one."""
COPIES = constant()
"""Most copies of a kind, and one more."""
KINDS = constant()
"""Kinds of cards."""
LEAVES = constant()
"""Groups of runs."""
MATES = constant()
"""Most naturals of one branch."""
MOST = constant()
"""Most cards that are arranged."""
OPTIONS = constant()
"""Room for what branches may take."""
PER = constant()
"""Fields of a standpoint: one for each leaf, and one for cards in no leaf."""
RISING = constant()
"""Whether the kinds of each leaf are in the order of its classes."""
WEIGHING = constant()
"""The weight of a point."""
WORK = constant()
"""Most choices of one search."""

T_branch = numbers()
"""By kind: its branch, -1: none."""
T_cast = numbers()
"""By the number of wilds: how many of them may be played as naturals."""
T_class = numbers()
"""By kind: its class in its leaf."""
T_crowd = numbers()
"""By kind: the smallest set of its branch."""
T_fewest = numbers()
"""By branch and number of wilds: the fewest naturals that are planned for."""
T_kind = numbers()
"""By card: its kind."""
T_kinds = numbers()
"""By leaf and class: the kind."""
T_known = numbers()
"""By number of wilds and kind: whether one of these may be played as a natural."""
T_leaf = numbers()
"""By kind: its leaf, -1: none."""
T_opens = numbers()
"""By number of wilds: the numbers that go into melds of wilds alone, as bits."""
T_set = numbers()
"""By branch: the pattern."""
T_shape = numbers()
"""By leaf: its shape."""
T_varied = numbers()
"""By pattern: whether its cards have to differ in an attribute."""
T_weight = numbers()
"""By kind: what a card weighs that is left over. Then 1 for each."""
T_wilds = numbers()
"""By pattern, fewest naturals, wilds, copies and cards: the numbers of wilds, as bits, that they take."""
Tm_at = sets()
"""By leaf and place: the cards."""
Tm_kind = sets()
"""By kind: its cards."""
Tm_mates = sets()
"""By kind: the cards of its branch."""

G_alone = room(HAND + 2)
G_before = room(PER * (BRANCHES + 2) + 2)
G_best = room(HAND + 2)
G_better = room(HAND + 2)
G_bits = room(OPTIONS + 2)
G_chosen = room(HAND + 2)
G_code = room(PER * (BRANCHES + 2) + 2)
G_codekept = room(PER * (BRANCHES + 2) + 2)
G_enough = room(HAND + 2)
G_goes = room(KINDS + 2)
G_gone = room(OPTIONS * PER + 2)
G_naturals_held = room(1)
"""The number of naturals in the hand,"""
G_wilds_held = room(1)
"""and how many wilds,"""
G_castable = room(1)
"""and how many of these may be played as naturals."""
G_little = room(1)
"""The loss that is small enough."""
G_weighed_from = room(1)
"""The first index of the weights in use: the weights of cards alone, if only emptiness matters."""
G_which_goes = room(1)
"""Whether the question is which one card may go."""
G_kept = room(HAND + 2)
G_key = room(OPTIONS + 2)
G_known = room(HAND + 2)
G_levels = room(HAND + 2)
G_many = room(BRANCHES + 2)
G_natural = room(HAND + 2)
G_naturals = room(HAND + 2)
G_none = room(PER * (BRANCHES + 2) + 2)
G_numbers = room(HAND + 2)
G_path = room(HAND + 2)
G_pool = room(HAND + 2)
G_poolkept = room(HAND + 2)
G_reached = room(PER * (BRANCHES + 2) + 2)
G_sets = room(HAND + 2)
G_start = room(HAND + 2)
G_sum = room(HAND + 2)
G_sure = room(HAND + 2)
G_takes = room(HAND * (BRANCHES + 1) + 2)
G_there = room(HAND * (BRANCHES + 1) + 2)
G_unused = room(HAND + 2)
G_unusedkept = room(HAND + 2)
G_which = room(HAND + 2)
G_wilds = room(HAND + 2)
G_work = room(HAND + 2)


def both(one: int, other: int, w: int) -> int:
    """Return the sums, as bits, of a number of either, given as bits."""
    sums = one if other & 1 else 0
    while other > 1:
        one = one << 1
        other = other >> 1
        if other & 1:
            sums = sums | one
    return sums & (2 << w) - 1


def options_of(b: int, m: int, w: int, o: int) -> int:
    """List what a branch may take, that which strands least first, from option `o` on. Return where the list ends;
    -1 if it is too long."""
    p = T_set[b]
    start = o
    alone = 0
    doubled = 0
    missing = 0
    for j in range(m):
        i = G_there[b * HAND + j]
        if G_alone[i]:
            alone = alone | 1 << j
            missing += 1
        if j > 0 and G_natural[i] == G_natural[G_there[b * HAND + j - 1]]:
            doubled = doubled | 1 << j
    joins = G_which_goes[0] == 0 and m + w <= T_cap[p] and (T_varied[p] == 0 or doubled == 0)
    certain = joins and missing >= T_small[p]
    fewest = T_fewest[b * WILDS + w]
    for some in range(1 << m):
        lacks = alone & ~some
        apart = (some & doubled & ~(some << 1)) == 0
        if apart and not (joins and lacks != 0 and (some != 0 or certain)):
            number = 0
            alike = 1
            now = 0
            lost = 0
            for j in range(m):
                if some >> j & 1:
                    number += 1
                    now = now + 1 if doubled >> j & 1 else 1
                    alike = now if now > alike else alike
                elif lacks >> j & 1:
                    lost += T_weight[G_weighed_from[0] + G_natural[G_there[b * HAND + j]]]
            alike = alike if T_varied[p] else 1
            wilds = 1
            if some != 0:
                wilds = T_wilds[(((p * 3 + fewest) * WILDS + w) * COPIES + alike) * HAND + number]
            if wilds != 0:
                if o >= OPTIONS:
                    return -1
                key = (lost * 32 + 31 - number) * 65536 + some
                at = o
                while at > start:
                    if G_key[at - 1] < key:
                        break
                    G_key[at] = G_key[at - 1]
                    G_bits[at] = G_bits[at - 1]
                    at += -1
                G_key[at] = key
                G_bits[at] = wilds
                o += 1
    for at in range(start, o):
        some = G_key[at] % 65536
        for g in range(PER):
            G_gone[at * PER + g] = 0
        for j in range(m):
            if some >> j & 1:
                kind = G_natural[G_there[b * HAND + j]]
                g = T_leaf[kind]
                if g >= 0:
                    G_gone[at * PER + g] += T_unit[T_class[kind]]
                else:
                    G_gone[at * PER + LEAVES] += T_weight[G_weighed_from[0] + kind]
    return o


def total_loss(level: int, used: int, w: int) -> int:
    """Return what the leaves lose, once all branches have taken theirs."""
    c = level * PER
    total = G_code[c + LEAVES]
    if w == 0:
        for g in range(LEAVES):
            if G_code[c + g] != 0:
                total += G_row[row_of(T_shape[g], G_code[c + g], 0) + 2]
        return total
    G_sum[0] = 0
    for k in range(1, w + 1):
        G_sum[k] = INFINITE
    for g in range(LEAVES):
        if G_code[c + g] != 0:
            r = row_of(T_shape[g], G_code[c + g], w) + 2
            for k in range(w, -1, -1):
                least = INFINITE
                for more in range(k + 1):
                    x = G_sum[k - more] + G_row[r + more]
                    least = x if x < least else least
                G_sum[k] = least
    least = INFINITE
    for k in range(w + 1):
        if G_sum[k] < INFINITE:
            for before in range(w + 1 - k):
                if used >> before & 1:
                    x = G_sum[k] + G_unused[k + before]
                    least = x if x < least else least
    return total + least


def clears_all(level: int, used: int, w: int) -> int:
    """Return whether the leaves lose nothing."""
    c = level * PER
    if G_code[c + LEAVES] > 0:
        return 0
    for g in range(LEAVES):
        if G_code[c + g] != 0:
            used = both(used, G_row[row_of(T_shape[g] + SHAPES, G_code[c + g], w) + 2 + WILDS], w)
            if used == 0:
                return 0
    return used >> w & 1


def see_what_may_go(level: int, used: int, w: int) -> int:
    """Note in `G_goes` each kind of which one card may go so that all others are melded."""
    c = level * PER
    G_before[0] = used
    for g in range(LEAVES):
        none = 1
        if G_code[c + g] != 0:
            none = G_row[row_of(T_shape[g] + SHAPES, G_code[c + g], w) + 2 + WILDS]
        G_none[g] = none
        G_before[g + 1] = both(G_before[g], none, w)
    if G_code[c + LEAVES] > 0:
        if G_code[c + LEAVES] == 1 and G_before[LEAVES] >> w & 1:
            G_much[0] = 1
        return 0
    if w > 0 and G_before[LEAVES] >> w - 1 & 1:
        for k in range(w):
            G_goes[G_pool[k]] = 1
    after = 1
    for g in range(LEAVES - 1, -1, -1):
        code = G_code[c + g]
        others = both(G_before[g], after, w)
        if code != 0 and others != 0:
            for each in range(CLASSES):
                if (code >> each * B & FULL) > 0 and G_goes[T_kinds[g * CLASSES + each]] == 0:
                    rest = code - T_unit[each]
                    none = 1
                    if rest != 0:
                        none = G_row[row_of(T_shape[g] + SHAPES, rest, w) + 2 + WILDS]
                    if both(others, none, w) >> w & 1:
                        G_goes[T_kinds[g * CLASSES + each]] = 1
        after = both(after, G_none[g], w)
        if after == 0:
            return 0
    return 0


def judge(level: int, used: int, w: int) -> int:
    """Store the choices of every branch as the best, if they are better."""
    if G_which_goes[0]:
        return see_what_may_go(level, used, w)
    if G_weighed_from[0]:
        if clears_all(level, used, w):
            G_best[0] = 0
            G_better[0] = 1
        return 0
    loss = total_loss(level, used, w)
    if loss < G_best[0]:
        G_best[0] = loss
        keep_best(level, w)
    return 0


def descend(level: int, used: int, dead: int, w: int) -> int:
    """Choose for each branch from `level` on, following only what may still be better."""
    G_work[0] += 1
    if G_work[0] > WORK:
        G_much[0] = 1
    if G_best[0] <= G_enough[0] or G_much[0]:
        return 0
    if level == G_levels[0]:
        return judge(level, used, w)
    c = level * PER
    for o in range(G_start[level], G_start[level + 1]):
        more = dead + G_key[o] // 2097152 - G_sure[level]
        if more < G_best[0]:
            sums = both(used, G_bits[o], w)
            if sums != 0:
                G_path[level] = o
                for g in range(PER):
                    G_code[c + PER + g] = G_code[c + g] - G_gone[o * PER + g]
                descend(level + 1, sums, more, w)
    return 0


def keep_best(levels: int, w: int) -> int:
    """Keep the current choices as the best so far."""
    G_better[0] = 1
    G_kept[0] = levels
    G_kept[1] = w
    for k in range(w):
        G_poolkept[k] = G_pool[k]
        G_unusedkept[k] = G_unused[k]
    G_unusedkept[w] = 0
    for g in range(LEAVES):
        G_codekept[g] = G_code[levels * PER + g]
    for level in range(levels):
        b = G_which[level]
        some = G_key[G_path[level]] % 65536
        number = 0
        j = 0
        while some >> j > 0:
            if some >> j & 1:
                G_takes[level * HAND + number] = G_natural[G_there[b * HAND + j]]
                number += 1
            j += 1
        G_numbers[level] = number
        G_sets[level] = T_set[b]
    return 0


def search(n: int, w: int) -> int:
    """Search the arrangements of the naturals and the pool of wilds, as they are in `G_natural` and `G_pool`."""
    beat = G_best[0]
    counted = G_weighed_from[0]
    shapes = SHAPES if counted else 0
    for g in range(PER):
        G_code[g] = 0
    for b in range(BRANCHES):
        G_many[b] = 0
    for i in range(n):
        kind = G_natural[i]
        g = T_leaf[kind]
        if g >= 0:
            G_code[g] += T_unit[T_class[kind]]
        else:
            G_code[LEAVES] += T_weight[counted + kind]
    if APART < HAND:
        for g in range(LEAVES):
            held = w
            for i in range(n):
                held += 1 if T_leaf[G_natural[i]] == g else 0
            if held > APART:
                G_much[0] = 1
                return 0
    for g in range(LEAVES):
        G_reached[g] = classes_reached(T_shape[g] + shapes, G_code[g], w) if G_code[g] != 0 else 0
    dead = 0
    for i in range(n):
        kind = G_natural[i]
        g = T_leaf[kind]
        alone = 1
        if g >= 0 and G_reached[g] >> T_class[kind] & 1:
            alone = 0
        b = T_branch[kind]
        G_alone[i] = alone
        if b >= 0:
            G_there[b * HAND + G_many[b]] = i
            G_many[b] += 1
        elif alone:
            dead += T_weight[counted + kind]
    if dead >= beat:
        return 0
    o = 0
    levels = 0
    for b in range(BRANCHES):
        m = G_many[b]
        if m > MATES:
            G_much[0] = 1
            return 0
        if m > 0:
            start = o
            least = 0
            if m + w < T_small[T_set[b]] or m < T_fewest[b * WILDS + w]:
                for j in range(m):
                    i = G_there[b * HAND + j]
                    if G_alone[i]:
                        least += T_weight[counted + G_natural[i]]
            else:
                o = options_of(b, m, w, start)
                if o < 0:
                    G_much[0] = 1
                    return 0
                least = G_key[start] // 2097152
            dead += least
            if dead >= beat:
                return 0
            if o > start:
                if o - start > 1 or G_key[start] % 65536 != 0:
                    G_start[levels] = start
                    G_sure[levels] = least
                    G_which[levels] = b
                    levels += 1
                else:
                    o = start
    G_start[levels] = o
    G_levels[0] = levels
    G_enough[0] = dead if dead > G_little[0] else G_little[0]
    descend(0, T_opens[w], dead, w)
    return 0


def cast_as_chosen() -> int:
    """Search with the chosen wilds as naturals and the others as wilds."""
    nn = G_naturals_held[0]
    nw = G_wilds_held[0]
    n = 0
    w = 0
    i = 0
    for j in range(nw):
        kind = G_wilds[j]
        if G_chosen[j]:
            while i < nn and G_naturals[i] <= kind:
                G_natural[n] = G_naturals[i]
                n += 1
                i += 1
            G_natural[n] = kind
            n += 1
        else:
            G_pool[w] = kind
            w += 1
    while i < nn:
        G_natural[n] = G_naturals[i]
        n += 1
        i += 1
    for k in range(w):
        at = k
        weight = T_weight[G_pool[k]]
        while at > 0:
            if G_unused[at - 1] <= weight:
                break
            G_unused[at] = G_unused[at - 1]
            at += -1
        G_unused[at] = weight
    rest = 0
    for k in range(w):
        rest += G_unused[k]
        G_unused[k] = rest
    for k in range(w // 2):
        rest = G_unused[k]
        G_unused[k] = G_unused[w - 1 - k]
        G_unused[w - 1 - k] = rest
    G_unused[w] = 0
    return search(n, w)


def choose_wilds(i: int, left: int) -> int:
    """Search with each choice of `left` more wilds, from the i-th on, as naturals."""
    if left == 0:
        return cast_as_chosen()
    before = -1
    for j in range(i, G_castable[0]):
        kind = G_wilds[G_known[j]]
        if kind != before and G_best[0] > 0 and G_much[0] == 0:
            G_chosen[G_known[j]] = 1
            choose_wilds(j + 1, left - 1)
            G_chosen[G_known[j]] = 0
            before = kind
    return 0


def best_arrangement(hand: Cards, wild: Cards, beat: int) -> int:
    """Search the best arrangement that loses less than `beat`. Return whether there is one; -1 if it is too much."""
    if POP(hand) > MOST:
        return -1
    nn = 0
    nw = 0
    left = hand
    while left != 0:
        c = LOW(left)
        left = REST(left)
        if (wild & BIT(c)) != 0:
            if nw >= WILDS - 1:
                return -1
            G_wilds[nw] = T_kind[c]
            G_chosen[nw] = 0
            nw += 1
        else:
            G_naturals[nn] = T_kind[c]
            nn += 1
    G_naturals_held[0] = nn
    G_wilds_held[0] = nw
    G_little[0] = beat - 1 if beat < INFINITE else -1
    G_weighed_from[0] = KINDS if beat < INFINITE else 0
    G_best[0] = beat
    G_better[0] = 0
    G_much[0] = 0
    G_work[0] = 0
    G_top[0] = 0
    G_depth[0] = 0
    cast_as_chosen()
    known = 0
    for j in range(nw):
        if T_known[nw * KINDS + G_wilds[j]]:
            G_known[known] = j
            known += 1
    G_castable[0] = known
    for size in range(1, T_cast[nw] + 1):
        choose_wilds(0, size)
    return -1 if G_much[0] else G_better[0]


def clears(hand: Cards, wild: Cards) -> int:
    """Return whether all cards can be melded; -1 if it is too much."""
    return 0 if hopeless(hand, wild, 0) else best_arrangement(hand, wild, 1)


def hopeless(hand: Cards, wild: Cards, spare: int) -> int:
    """Return whether more cards than `spare` are certainly in no meld, by their neighbours alone."""
    w = POP(hand & wild)
    if w >= WILDS:
        return 0
    open_cards = hand & ~wild
    held = hand if T_cast[w] > 0 else open_cards
    spare += w
    while open_cards != 0:
        c = LOW(open_cards)
        kind = T_kind[c]
        near = held & Tm_mates[kind]
        natural = 1 if POP(near) >= T_crowd[kind] else 0
        g = T_leaf[kind]
        if natural == 0 and g >= 0:
            for which in range(2):
                place = T_place[(T_shape[g] * CLASSES + T_class[kind]) * 2 + which]
                if place >= 0:
                    row = 1
                    for side in range(2):
                        far = 0 if side > which and RISING else w
                        step = 1 - 2 * side
                        at = place + step
                        gaps = 0
                        joined = 1
                        while gaps <= far and at >= 0 and at < LENGTH:
                            there = held & Tm_at[g * LENGTH + at]
                            if there != 0:
                                near = near | there
                                row += joined
                                gaps = 0
                            else:
                                gaps += 1
                                joined = 0
                            at += step
                    if row >= T_small[RUN]:
                        natural = 1
        if natural:
            open_cards = open_cards & ~Tm_kind[kind]
        else:
            spare += -1
            if spare < 0:
                return 1
            open_cards = open_cards & ~(BIT(c) if w == 0 else near | Tm_kind[kind])
    return 0


def left_over(hand: Cards, wild: Cards) -> int:
    """Return what the cards that are left over are worth; -1 if it is too much."""
    return G_best[0] // WEIGHING if best_arrangement(hand, wild, INFINITE) > 0 else -1


def discards(hand: Cards, wild: Cards) -> int:
    """Store in `Gm_found` the cards that can go, alone, so that the rest clears. Return the number of their kinds; -1
    if it takes too much work."""
    Gm_found[0] = 0
    if hopeless(hand, wild, 1):
        return 0
    left = hand
    while left != 0:
        G_goes[T_kind[LOW(left)]] = 0
        left = REST(left)
    G_which_goes[0] = 1
    found = best_arrangement(hand, wild, 2)
    G_which_goes[0] = 0
    if found < 0:
        return -1
    found = 0
    found_cards: Cards = 0
    left = hand
    while left != 0:
        kind = T_kind[LOW(left)]
        if G_goes[kind]:
            found_cards = found_cards | hand & Tm_kind[kind]
            found += 1
        left = left & ~Tm_kind[kind]
    Gm_found[0] = found_cards
    return found
