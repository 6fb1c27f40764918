"""What runs of one group leave over, in the language of the kernel: core by core, each hand remembered for a while.

Cores come in the order of `combos.shapes`. A row of `G_row` is what runs make of cards of a group, which are counted in
a field of `$B` bits for each class, as in a stock: those cards and the number of wilds, the classes that fit any run
(-1: not asked yet), what is lost by the number of wilds used, and with which numbers nothing
is, as bits. `_X` ends the names of one combo; `$`
is before constants, `T_` before tables that `solving` makes.
"""

TEXT = """
def low_X(p, naturals, gaps):
    low = T_small_X[p] - naturals
    if gaps > low:
        low = gaps
    return low if low > 0 else 0

def high_X(p, naturals, pool):
    high = T_cap_X[p] - naturals
    if high > pool:
        high = pool
    if high > T_most_X[p]:
        high = T_most_X[p]
    if high > naturals - T_fewer_X[p]:
        high = naturals - T_fewer_X[p]
    return high

def first_X(code):
    first = 0
    while (code >> first * $B & $FULL) == 0:
        first += 1
    return first

def grow_X(s, code, step, top, m, reach, passing):
    while top > 0:
        top += -1
        i = G_from_X[top]
        at = G_last_X[top] + step
        gaps = G_gaps_X[i]
        while gaps <= reach and at >= 0 and at < $LENGTH:
            met = 0
            c = T_at_X[s * $LENGTH + at]
            if c >= 0:
                if (code >> c * $B & $FULL) > (G_taken_X[i] >> c * $B & $FULL) and m < $GROWN:
                    met = 1
                    G_taken_X[m] = G_taken_X[i] + T_unit_X[c]
                    G_number_X[m] = G_number_X[i] + 1
                    G_gaps_X[m] = gaps
                    G_from_X[top] = m
                    G_last_X[top] = at
                    top += 1
                    m += 1
            if met and passing:
                break
            at += step
            gaps += 1
    if m >= $GROWN:
        G_much_X[0] = 1
    return m

def spread_X(s, code, number):
    low = $LENGTH
    high = -1
    several = 0
    for c in range(0, $CLASSES):
        held = code >> c * $B & $FULL
        if held > 0:
            if T_place_X[(s * $CLASSES + c) * 2 + 1] >= 0:
                several = c + 1
                if held > 1:
                    return $LENGTH
            else:
                place = T_place_X[(s * $CLASSES + c) * 2]
                low = place if place < low else low
                high = place if place > high else high
    if several == 0:
        return high - low + 1 - number
    best = $LENGTH
    for which in range(0, 2):
        place = T_place_X[(s * $CLASSES + several - 1) * 2 + which]
        span = (place if place > high else high) - (place if place < low else low) + 1
        best = span if span < best else best
    return best - number

def cores_X(s, code, first, w):
    base = G_top_X[0]
    n = base
    naturals = 0
    several = 0
    for c in range(first, $CLASSES):
        held = code >> c * $B & $FULL
        naturals += held
        if held > 0 and T_place_X[(s * $CLASSES + c) * 2 + 1] >= 0:
            several = 1
    reach = w if w < T_most_X[$RUN] else T_most_X[$RUN]
    if naturals - T_fewer_X[$RUN] < reach:
        reach = naturals - T_fewer_X[$RUN]
    passing = $FREE and naturals + w <= T_cap_X[$RUN]
    for which in range(0, 2):
        place = T_place_X[(s * $CLASSES + first) * 2 + which]
        if place >= 0:
            G_taken_X[0] = T_unit_X[first]
            G_number_X[0] = 1
            G_gaps_X[0] = 0
            G_from_X[0] = 0
            G_last_X[0] = place
            m = grow_X(s, code, -1, 1, 1, reach, passing)
            for i in range(0, m):
                G_from_X[i] = i
                G_last_X[i] = place
            m = grow_X(s, code, 1, m, m, reach, passing)
            for i in range(0, m):
                taken = G_taken_X[i]
                number = G_number_X[i]
                gaps = spread_X(s, taken, number) if several else G_gaps_X[i]
                low = low_X($RUN, number, gaps)
                high = high_X($RUN, number, w)
                if low <= high:
                    anew = 1
                    if which > 0:
                        for j in range(base, n):
                            if G_core_X[j] == taken:
                                anew = 0
                    if anew and n >= $CORES:
                        G_much_X[0] = 1
                    elif anew:
                        G_core_X[n] = taken
                        G_low_X[n] = low
                        G_high_X[n] = high
                        n += 1
    return n

def row_X(s, code, w):
    key = (code * (2 * $SHAPES) + s) * 16 + w
    at = key % $SLOTS * $ROW
    if G_row_X[at] == key:
        return at
    d = G_depth_X[0]
    G_depth_X[0] = d + 1
    v = d * $WILDS
    first = first_X(code)
    weight = T_lost_X[s * $CLASSES + first]
    rest = code - T_unit_X[first]
    if rest == 0:
        G_least_X[v] = weight
        for k in range(1, w + 1):
            G_least_X[v + k] = $INFINITE
    else:
        r = row_X(s, rest, w) + 2
        for k in range(0, w + 1):
            x = G_row_X[r + k] + weight
            G_least_X[v + k] = x if x < $INFINITE else $INFINITE
    base = G_top_X[0]
    end = cores_X(s, code, first, w)
    G_top_X[0] = end
    for i in range(base, end):
        rest = code - G_core_X[i]
        low = G_low_X[i]
        high = G_high_X[i]
        if rest == 0:
            for k in range(low, high + 1):
                G_least_X[v + k] = 0
        else:
            r = row_X(s, rest, w) + 2
            for k in range(low, high + 1):
                for more in range(0, w + 1 - k):
                    if G_row_X[r + more] < G_least_X[v + k + more]:
                        G_least_X[v + k + more] = G_row_X[r + more]
    G_top_X[0] = base
    G_depth_X[0] = d
    G_row_X[at] = 0 if G_much_X[0] else key
    G_row_X[at + 1] = -1
    none = 0
    for k in range(0, w + 1):
        x = G_least_X[v + k]
        G_row_X[at + 2 + k] = x
        none = none | (1 << k if x == 0 else 0)
    G_row_X[at + 2 + $WILDS] = none
    return at

def lost_X(s, code, w, wilds):
    if code == 0:
        return 0 if wilds == 0 else $INFINITE
    return G_row_X[row_X(s, code, w) + 2 + wilds]

def reach_X(s, code, w):
    row = row_X(s, code, w)
    if G_row_X[row + 1] >= 0:
        return G_row_X[row + 1]
    several = 0
    copies = 0
    for place in range(0, $LENGTH):
        c = T_at_X[s * $LENGTH + place]
        held = 0
        if c >= 0:
            held = code >> c * $B & $FULL
            if held > 0 and T_place_X[(s * $CLASSES + c) * 2 + 1] >= 0:
                several = c + 1
                copies = held
                held = 0
        G_filled_X[place + 1] = G_filled_X[place] + (1 if held > 0 else 0)
    one = 1
    reached = 0
    furthest = 0
    size = T_small_X[$RUN] if $FREE else $LENGTH
    for start in range(0, $LENGTH + 1 - size if $FREE else 0):
        there = G_filled_X[start + size] - G_filled_X[start]
        if several > 0:
            for which in range(0, 2):
                place = T_place_X[(s * $CLASSES + several - 1) * 2 + which]
                if place >= start and place < start + size:
                    there += 1
        if size - there <= w:
            reached = reached | (one << size) - one << start
    for start in range(0, 0 if $FREE else $LENGTH):
        end = start + T_cap_X[$RUN]
        end = end if end < $LENGTH else $LENGTH
        while end > start and end > furthest:
            there = G_filled_X[end] - G_filled_X[start]
            if several > 0:
                room = 0
                for which in range(0, 2):
                    place = T_place_X[(s * $CLASSES + several - 1) * 2 + which]
                    if place >= start and place < end:
                        room += 1
                there += room if room < copies else copies
            if low_X($RUN, there, end - start - there) <= high_X($RUN, there, w):
                reached = reached | (one << end) - (one << start)
                furthest = end
            end += -1
    found = 0
    for c in range(0, $CLASSES):
        if (code >> c * $B & $FULL) > 0:
            for which in range(0, 2):
                place = T_place_X[(s * $CLASSES + c) * 2 + which]
                if place >= 0:
                    if reached >> place & 1:
                        found = found | one << c
    G_row_X[row + 1] = found
    return found
"""
