"""Compute what runs of one group leave over, core by core; results are kept for a while.

The cards of a group are counted in a code: a field of B bits for each class, as in a stock (see
`croupier.combos.table`). A row of `G_row` has the results for a code: the code and the number of wilds, the classes
that fit any run (-1: not computed yet), the loss by the number of wilds used, and the numbers without loss, as bits.
Cores, the naturals of one run, come in the order of `croupier.combos.shapes`.
"""

from croupier.kernel.language import constant, numbers, room

B = constant()
"""Bits of a field of a code."""
CLASSES = constant()
"""Most kinds of a leaf."""
CORES = constant()
"""Room for cores."""
FREE = constant()
"""Whether any number of wilds goes with any number of naturals in a run."""
FULL = constant()
"""A field of which all bits are set."""
GROWN = constant()
"""Room for cores that grow."""
HAND = constant()
"""Room for the cards of a hand."""
INFINITE = constant()
"""More than any loss."""
LENGTH = constant()
"""Places of a run."""
ROW = constant()
"""Numbers of a row."""
RUN = constant()
"""The pattern of runs."""
SHAPES = constant()
"""Kinds of leaves that differ in weights."""
SLOTS = constant()
"""Rows that are remembered."""
WILDS = constant()
"""Most wilds of a hand, and one more."""

T_at = numbers()
"""By shape and place: the class there, -1: none. Then the same again with weights of 1."""
T_cap = numbers()
"""By pattern: the most cards."""
T_fewer = numbers()
"""By pattern: by how many naturals outnumber wilds."""
T_lost = numbers()
"""By shape and class: the weight of a card."""
T_most = numbers()
"""By pattern: the most wilds."""
T_place = numbers()
"""By shape and class: its two places, -1: none. Then the same again."""
T_small = numbers()
"""By pattern: the fewest cards."""
T_unit = numbers()
"""By class: one card in a code."""

G_core = room(CORES + 2)
G_depth = room(HAND + 2)
G_filled = room(LENGTH + 1 + 2)
G_from = room(GROWN + 2)
G_gaps = room(GROWN + 2)
G_high = room(CORES + 2)
G_last = room(GROWN + 2)
G_least = room(HAND * WILDS + 2)
G_low = room(CORES + 2)
G_much = room(HAND + 2)
"""Whether it is too much."""
G_number = room(GROWN + 2)
G_row = room(SLOTS * ROW + 2)
G_taken = room(GROWN + 2)
G_top = room(HAND + 2)


def least_wilds(p: int, naturals: int, gaps: int) -> int:
    """Return the fewest wilds of a meld of a pattern with these numbers of naturals and gaps."""
    low = T_small[p] - naturals
    if gaps > low:
        low = gaps
    return low if low > 0 else 0


def most_wilds(p: int, naturals: int, pool: int) -> int:
    """Return the most wilds of a meld of a pattern with this number of naturals, out of a pool."""
    high = T_cap[p] - naturals
    if high > pool:
        high = pool
    if high > T_most[p]:
        high = T_most[p]
    if high > naturals - T_fewer[p]:
        high = naturals - T_fewer[p]
    return high


def first_class(code: int) -> int:
    """Return the lowest class of which a code has cards."""
    first = 0
    while (code >> first * B & FULL) == 0:
        first += 1
    return first


def grown(s: int, code: int, step: int, top: int, m: int, reach: int, passing: int) -> int:
    """Extend each core from `top` down step by step, in one direction. Return how many cores there are then."""
    while top > 0:
        top += -1
        i = G_from[top]
        at = G_last[top] + step
        gaps = G_gaps[i]
        while gaps <= reach and at >= 0 and at < LENGTH:
            met = 0
            c = T_at[s * LENGTH + at]
            if c >= 0 and (code >> c * B & FULL) > (G_taken[i] >> c * B & FULL) and m < GROWN:
                met = 1
                G_taken[m] = G_taken[i] + T_unit[c]
                G_number[m] = G_number[i] + 1
                G_gaps[m] = gaps
                G_from[top] = m
                G_last[top] = at
                top += 1
                m += 1
            if met and passing:
                break
            at += step
            gaps += 1
    if m >= GROWN:
        G_much[0] = 1
    return m


def gaps_of(s: int, code: int, number: int) -> int:
    """Return the number of gaps between naturals, one of which is in its best place; LENGTH if they fit in no run."""
    low = LENGTH
    high = -1
    several = 0
    for c in range(CLASSES):
        held = code >> c * B & FULL
        if held > 0:
            if T_place[(s * CLASSES + c) * 2 + 1] >= 0:
                several = c + 1
                if held > 1:
                    return LENGTH
            else:
                place = T_place[(s * CLASSES + c) * 2]
                low = place if place < low else low
                high = place if place > high else high
    if several == 0:
        return high - low + 1 - number
    best = LENGTH
    for which in range(2):
        place = T_place[(s * CLASSES + several - 1) * 2 + which]
        span = (place if place > high else high) - (place if place < low else low) + 1
        best = span if span < best else best
    return best - number


def cores_of(s: int, code: int, first: int, w: int) -> int:
    """List the runs of naturals that hold the lowest card of a group, from `G_top` on. Return where the list ends."""
    base = G_top[0]
    n = base
    naturals = 0
    several = 0
    for c in range(first, CLASSES):
        held = code >> c * B & FULL
        naturals += held
        if held > 0 and T_place[(s * CLASSES + c) * 2 + 1] >= 0:
            several = 1
    reach = w if w < T_most[RUN] else T_most[RUN]
    if naturals - T_fewer[RUN] < reach:
        reach = naturals - T_fewer[RUN]
    passing = FREE and naturals + w <= T_cap[RUN]
    for which in range(2):
        place = T_place[(s * CLASSES + first) * 2 + which]
        if place >= 0:
            G_taken[0] = T_unit[first]
            G_number[0] = 1
            G_gaps[0] = 0
            G_from[0] = 0
            G_last[0] = place
            m = grown(s, code, -1, 1, 1, reach, passing)
            for i in range(m):
                G_from[i] = i
                G_last[i] = place
            m = grown(s, code, 1, m, m, reach, passing)
            for i in range(m):
                taken = G_taken[i]
                number = G_number[i]
                gaps = gaps_of(s, taken, number) if several else G_gaps[i]
                low = least_wilds(RUN, number, gaps)
                high = most_wilds(RUN, number, w)
                if low <= high:
                    anew = 1
                    if which > 0:
                        for j in range(base, n):
                            if G_core[j] == taken:
                                anew = 0
                    if anew and n >= CORES:
                        G_much[0] = 1
                    elif anew:
                        G_core[n] = taken
                        G_low[n] = low
                        G_high[n] = high
                        n += 1
    return n


def row_of(s: int, code: int, w: int) -> int:
    """Return the first index in `G_row` of the row of a code and a number of wilds; compute the row if it is
    missing."""
    key = (code * (2 * SHAPES) + s) * 16 + w
    at = key % SLOTS * ROW
    if G_row[at] == key:
        return at
    d = G_depth[0]
    G_depth[0] = d + 1
    v = d * WILDS
    first = first_class(code)
    weight = T_lost[s * CLASSES + first]
    rest = code - T_unit[first]
    if rest == 0:
        G_least[v] = weight
        for k in range(1, w + 1):
            G_least[v + k] = INFINITE
    else:
        r = row_of(s, rest, w) + 2
        for k in range(w + 1):
            x = G_row[r + k] + weight
            G_least[v + k] = x if x < INFINITE else INFINITE
    base = G_top[0]
    end = cores_of(s, code, first, w)
    G_top[0] = end
    for i in range(base, end):
        rest = code - G_core[i]
        low = G_low[i]
        high = G_high[i]
        if rest == 0:
            for k in range(low, high + 1):
                G_least[v + k] = 0
        else:
            r = row_of(s, rest, w) + 2
            for k in range(low, high + 1):
                for more in range(w + 1 - k):
                    if G_row[r + more] < G_least[v + k + more]:
                        G_least[v + k + more] = G_row[r + more]
    G_top[0] = base
    G_depth[0] = d
    G_row[at] = 0 if G_much[0] else key
    G_row[at + 1] = -1
    none = 0
    for k in range(w + 1):
        x = G_least[v + k]
        G_row[at + 2 + k] = x
        none = none | (1 << k if x == 0 else 0)
    G_row[at + 2 + WILDS] = none
    return at


def lost_by(s: int, code: int, w: int, wilds: int) -> int:
    """Return the loss of a code if exactly this many wilds are used."""
    if code == 0:
        return 0 if wilds == 0 else INFINITE
    return G_row[row_of(s, code, w) + 2 + wilds]


def classes_reached(s: int, code: int, w: int) -> int:
    """Return the classes, as bits, whose cards fit any run of the code."""
    row = row_of(s, code, w)
    if G_row[row + 1] >= 0:
        return G_row[row + 1]
    several = 0
    copies = 0
    for place in range(LENGTH):
        c = T_at[s * LENGTH + place]
        held = 0
        if c >= 0:
            held = code >> c * B & FULL
            if held > 0 and T_place[(s * CLASSES + c) * 2 + 1] >= 0:
                several = c + 1
                copies = held
                held = 0
        G_filled[place + 1] = G_filled[place] + (1 if held > 0 else 0)
    one = 1
    reached = 0
    furthest = 0
    size = T_small[RUN] if FREE else LENGTH
    for start in range(LENGTH + 1 - size if FREE else 0):
        there = G_filled[start + size] - G_filled[start]
        if several > 0:
            for which in range(2):
                place = T_place[(s * CLASSES + several - 1) * 2 + which]
                if place >= start and place < start + size:
                    there += 1
        if size - there <= w:
            reached = reached | (one << size) - one << start
    for start in range(0 if FREE else LENGTH):
        end = start + T_cap[RUN]
        end = end if end < LENGTH else LENGTH
        while end > start and end > furthest:
            there = G_filled[end] - G_filled[start]
            if several > 0:
                room = 0
                for which in range(2):
                    place = T_place[(s * CLASSES + several - 1) * 2 + which]
                    if place >= start and place < end:
                        room += 1
                there += room if room < copies else copies
            if least_wilds(RUN, there, end - start - there) <= most_wilds(RUN, there, w):
                reached = reached | (one << end) - (one << start)
                furthest = end
            end += -1
    found = 0
    for c in range(CLASSES):
        if (code >> c * B & FULL) > 0:
            for which in range(2):
                place = T_place[(s * CLASSES + c) * 2 + which]
                if place >= 0 and reached >> place & 1:
                    found = found | one << c
    G_row[row + 1] = found
    return found
