"""The search for the best arrangement of a hand, in the language of the kernel.

It is that of `combos.search`, over the same choices in the same order: so of arrangements that lose equally little the
same one is found. What lets it look at fewer there is left out; `$WORK` choices are the most. In `G_hand`: how many
naturals and wilds there are, and wilds that may be cast as naturals; what loss is little enough; where weights begin
(cards alone are counted where only nought is wanted); is it asked which one card may go? `G_much`: it is too much, and
the reference is asked.
"""

TEXT = """
def both_X(one, other, w):
    sums = one if other & 1 else 0
    while other > 1:
        one = one << 1
        other = other >> 1
        if other & 1:
            sums = sums | one
    return sums & (2 << w) - 1

def options_X(b, m, w, o):
    p = T_set_X[b]
    start = o
    alone = 0
    doubled = 0
    missing = 0
    for j in range(0, m):
        i = G_there_X[b * $HAND + j]
        if G_alone_X[i]:
            alone = alone | 1 << j
            missing += 1
        if j > 0:
            if G_natural_X[i] == G_natural_X[G_there_X[b * $HAND + j - 1]]:
                doubled = doubled | 1 << j
    joins = G_hand_X[5] == 0 and m + w <= T_cap_X[p] and (T_varied_X[p] == 0 or doubled == 0)
    certain = joins and missing >= T_small_X[p]
    fewest = T_fewest_X[b * $WILDS + w]
    for some in range(0, 1 << m):
        lacks = alone & ~some
        good = (some & doubled & ~(some << 1)) == 0
        if joins and lacks != 0 and (some != 0 or certain):
            good = 0
        if good:
            number = 0
            alike = 1
            now = 0
            lost = 0
            for j in range(0, m):
                if some >> j & 1:
                    number += 1
                    now = now + 1 if doubled >> j & 1 else 1
                    alike = now if now > alike else alike
                elif lacks >> j & 1:
                    lost += T_weight_X[G_hand_X[4] + G_natural_X[G_there_X[b * $HAND + j]]]
            alike = alike if T_varied_X[p] else 1
            wilds = 1
            if some != 0:
                wilds = T_wilds_X[(((p * 3 + fewest) * $WILDS + w) * $COPIES + alike) * $HAND + number]
            if wilds != 0:
                if o >= $OPTIONS:
                    return -1
                key = (lost * 32 + 31 - number) * 65536 + some
                at = o
                while at > start:
                    if G_key_X[at - 1] < key:
                        break
                    G_key_X[at] = G_key_X[at - 1]
                    G_bits_X[at] = G_bits_X[at - 1]
                    at += -1
                G_key_X[at] = key
                G_bits_X[at] = wilds
                o += 1
    for at in range(start, o):
        some = G_key_X[at] % 65536
        for g in range(0, $PER):
            G_gone_X[at * $PER + g] = 0
        for j in range(0, m):
            if some >> j & 1:
                kind = G_natural_X[G_there_X[b * $HAND + j]]
                g = T_leaf_X[kind]
                if g >= 0:
                    G_gone_X[at * $PER + g] += T_unit_X[T_class_X[kind]]
                else:
                    G_gone_X[at * $PER + $LEAVES] += T_weight_X[G_hand_X[4] + kind]
    return o

def total_X(level, used, w):
    c = level * $PER
    total = G_code_X[c + $LEAVES]
    if w == 0:
        for g in range(0, $LEAVES):
            if G_code_X[c + g] != 0:
                total += G_row_X[row_X(T_shape_X[g], G_code_X[c + g], 0) + 2]
        return total
    G_sum_X[0] = 0
    for k in range(1, w + 1):
        G_sum_X[k] = $INFINITE
    for g in range(0, $LEAVES):
        if G_code_X[c + g] != 0:
            r = row_X(T_shape_X[g], G_code_X[c + g], w) + 2
            for k in range(w, -1, -1):
                least = $INFINITE
                for more in range(0, k + 1):
                    x = G_sum_X[k - more] + G_row_X[r + more]
                    least = x if x < least else least
                G_sum_X[k] = least
    least = $INFINITE
    for k in range(0, w + 1):
        if G_sum_X[k] < $INFINITE:
            for before in range(0, w + 1 - k):
                if used >> before & 1:
                    x = G_sum_X[k] + G_unused_X[k + before]
                    least = x if x < least else least
    return total + least

def cleared_X(level, used, w):
    c = level * $PER
    if G_code_X[c + $LEAVES] > 0:
        return 0
    for g in range(0, $LEAVES):
        if G_code_X[c + g] != 0:
            used = both_X(used, G_row_X[row_X(T_shape_X[g] + $SHAPES, G_code_X[c + g], w) + 2 + $WILDS], w)
            if used == 0:
                return 0
    return used >> w & 1

def goes_X(level, used, w):
    c = level * $PER
    G_before_X[0] = used
    for g in range(0, $LEAVES):
        none = 1
        if G_code_X[c + g] != 0:
            none = G_row_X[row_X(T_shape_X[g] + $SHAPES, G_code_X[c + g], w) + 2 + $WILDS]
        G_none_X[g] = none
        G_before_X[g + 1] = both_X(G_before_X[g], none, w)
    if G_code_X[c + $LEAVES] > 0:
        if G_code_X[c + $LEAVES] == 1 and G_before_X[$LEAVES] >> w & 1:
            G_much_X[0] = 1
        return 0
    if w > 0:
        if G_before_X[$LEAVES] >> w - 1 & 1:
            for k in range(0, w):
                G_goes_X[G_pool_X[k]] = 1
    after = 1
    for g in range($LEAVES - 1, -1, -1):
        code = G_code_X[c + g]
        others = both_X(G_before_X[g], after, w)
        if code != 0 and others != 0:
            for each in range(0, $CLASSES):
                if (code >> each * $B & $FULL) > 0 and G_goes_X[T_kinds_X[g * $CLASSES + each]] == 0:
                    rest = code - T_unit_X[each]
                    none = 1
                    if rest != 0:
                        none = G_row_X[row_X(T_shape_X[g] + $SHAPES, rest, w) + 2 + $WILDS]
                    if both_X(others, none, w) >> w & 1:
                        G_goes_X[T_kinds_X[g * $CLASSES + each]] = 1
        after = both_X(after, G_none_X[g], w)
        if after == 0:
            return 0
    return 0

def chosen_X(level, used, w):
    if G_hand_X[5]:
        return goes_X(level, used, w)
    if G_hand_X[4]:
        if cleared_X(level, used, w):
            G_best_X[0] = 0
            G_better_X[0] = 1
        return 0
    loss = total_X(level, used, w)
    if loss < G_best_X[0]:
        G_best_X[0] = loss
        keep_X(level, w)
    return 0

def descend_X(level, used, dead, w):
    G_work_X[0] += 1
    if G_work_X[0] > $WORK:
        G_much_X[0] = 1
    if G_best_X[0] <= G_enough_X[0] or G_much_X[0]:
        return 0
    if level == G_levels_X[0]:
        return chosen_X(level, used, w)
    c = level * $PER
    for o in range(G_start_X[level], G_start_X[level + 1]):
        more = dead + G_key_X[o] // 2097152 - G_sure_X[level]
        if more < G_best_X[0]:
            sums = both_X(used, G_bits_X[o], w)
            if sums != 0:
                G_path_X[level] = o
                for g in range(0, $PER):
                    G_code_X[c + $PER + g] = G_code_X[c + g] - G_gone_X[o * $PER + g]
                descend_X(level + 1, sums, more, w)
    return 0

def keep_X(levels, w):
    G_better_X[0] = 1
    G_kept_X[0] = levels
    G_kept_X[1] = w
    for k in range(0, w):
        G_poolkept_X[k] = G_pool_X[k]
        G_unusedkept_X[k] = G_unused_X[k]
    G_unusedkept_X[w] = 0
    for g in range(0, $LEAVES):
        G_codekept_X[g] = G_code_X[levels * $PER + g]
    for level in range(0, levels):
        b = G_which_X[level]
        some = G_key_X[G_path_X[level]] % 65536
        number = 0
        j = 0
        while some >> j > 0:
            if some >> j & 1:
                G_takes_X[level * $HAND + number] = G_natural_X[G_there_X[b * $HAND + j]]
                number += 1
            j += 1
        G_numbers_X[level] = number
        G_sets_X[level] = T_set_X[b]
    return 0

def search_X(n, w):
    beat = G_best_X[0]
    counted = G_hand_X[4]
    shapes = $SHAPES if counted else 0
    for g in range(0, $PER):
        G_code_X[g] = 0
    for b in range(0, $BRANCHES):
        G_many_X[b] = 0
    for i in range(0, n):
        kind = G_natural_X[i]
        g = T_leaf_X[kind]
        if g >= 0:
            G_code_X[g] += T_unit_X[T_class_X[kind]]
        else:
            G_code_X[$LEAVES] += T_weight_X[counted + kind]
    if $APART < $HAND:
        for g in range(0, $LEAVES):
            held = w
            for i in range(0, n):
                held += 1 if T_leaf_X[G_natural_X[i]] == g else 0
            if held > $APART:
                G_much_X[0] = 1
                return 0
    for g in range(0, $LEAVES):
        G_reached_X[g] = reach_X(T_shape_X[g] + shapes, G_code_X[g], w) if G_code_X[g] != 0 else 0
    dead = 0
    for i in range(0, n):
        kind = G_natural_X[i]
        g = T_leaf_X[kind]
        alone = 1
        if g >= 0:
            if G_reached_X[g] >> T_class_X[kind] & 1:
                alone = 0
        b = T_branch_X[kind]
        G_alone_X[i] = alone
        if b >= 0:
            G_there_X[b * $HAND + G_many_X[b]] = i
            G_many_X[b] += 1
        elif alone:
            dead += T_weight_X[counted + kind]
    if dead >= beat:
        return 0
    o = 0
    levels = 0
    for b in range(0, $BRANCHES):
        m = G_many_X[b]
        if m > $MATES:
            G_much_X[0] = 1
            return 0
        if m > 0:
            start = o
            least = 0
            if m + w < T_small_X[T_set_X[b]] or m < T_fewest_X[b * $WILDS + w]:
                for j in range(0, m):
                    i = G_there_X[b * $HAND + j]
                    if G_alone_X[i]:
                        least += T_weight_X[counted + G_natural_X[i]]
            else:
                o = options_X(b, m, w, start)
                if o < 0:
                    G_much_X[0] = 1
                    return 0
                least = G_key_X[start] // 2097152
            dead += least
            if dead >= beat:
                return 0
            if o > start:
                if o - start > 1 or G_key_X[start] % 65536 != 0:
                    G_start_X[levels] = start
                    G_sure_X[levels] = least
                    G_which_X[levels] = b
                    levels += 1
                else:
                    o = start
    G_start_X[levels] = o
    G_levels_X[0] = levels
    G_enough_X[0] = dead if dead > G_hand_X[3] else G_hand_X[3]
    descend_X(0, T_opens_X[w], dead, w)
    return 0

def cast_X():
    nn = G_hand_X[0]
    nw = G_hand_X[1]
    n = 0
    w = 0
    i = 0
    for j in range(0, nw):
        kind = G_wilds_X[j]
        if G_chosen_X[j]:
            while i < nn and G_naturals_X[i] <= kind:
                G_natural_X[n] = G_naturals_X[i]
                n += 1
                i += 1
            G_natural_X[n] = kind
            n += 1
        else:
            G_pool_X[w] = kind
            w += 1
    while i < nn:
        G_natural_X[n] = G_naturals_X[i]
        n += 1
        i += 1
    for k in range(0, w):
        at = k
        weight = T_weight_X[G_pool_X[k]]
        while at > 0:
            if G_unused_X[at - 1] <= weight:
                break
            G_unused_X[at] = G_unused_X[at - 1]
            at += -1
        G_unused_X[at] = weight
    rest = 0
    for k in range(0, w):
        rest += G_unused_X[k]
        G_unused_X[k] = rest
    for k in range(0, w // 2):
        rest = G_unused_X[k]
        G_unused_X[k] = G_unused_X[w - 1 - k]
        G_unused_X[w - 1 - k] = rest
    G_unused_X[w] = 0
    return search_X(n, w)

def choose_X(i, left):
    if left == 0:
        return cast_X()
    before = -1
    for j in range(i, G_hand_X[2]):
        kind = G_wilds_X[G_known_X[j]]
        if kind != before and G_best_X[0] > 0 and G_much_X[0] == 0:
            G_chosen_X[G_known_X[j]] = 1
            choose_X(j + 1, left - 1)
            G_chosen_X[G_known_X[j]] = 0
            before = kind
    return 0

def best_X(m_hand, m_wild, beat):
    if POP(m_hand) > $MOST:
        return -1
    nn = 0
    nw = 0
    m_left = m_hand
    while m_left != 0:
        c = LOW(m_left)
        m_left = REST(m_left)
        if (m_wild & BIT(c)) != 0:
            if nw >= $WILDS - 1:
                return -1
            G_wilds_X[nw] = T_kind_X[c]
            G_chosen_X[nw] = 0
            nw += 1
        else:
            G_naturals_X[nn] = T_kind_X[c]
            nn += 1
    G_hand_X[0] = nn
    G_hand_X[1] = nw
    G_hand_X[3] = beat - 1 if beat < $INFINITE else -1
    G_hand_X[4] = $KINDS if beat < $INFINITE else 0
    G_best_X[0] = beat
    G_better_X[0] = 0
    G_much_X[0] = 0
    G_work_X[0] = 0
    G_top_X[0] = 0
    G_depth_X[0] = 0
    cast_X()
    known = 0
    for j in range(0, nw):
        if T_known_X[nw * $KINDS + G_wilds_X[j]]:
            G_known_X[known] = j
            known += 1
    G_hand_X[2] = known
    for size in range(1, T_cast_X[nw] + 1):
        choose_X(0, size)
    return -1 if G_much_X[0] else G_better_X[0]

def clears_X(m_hand, m_wild):
    return 0 if hopeless_X(m_hand, m_wild, 0) else best_X(m_hand, m_wild, 1)

def hopeless_X(m_hand, m_wild, spare):
    w = POP(m_hand & m_wild)
    if w >= $WILDS:
        return 0
    m_open = m_hand & ~m_wild
    m_held = m_hand if T_cast_X[w] > 0 else m_open
    spare += w
    while m_open != 0:
        c = LOW(m_open)
        kind = T_kind_X[c]
        m_near = m_held & Tm_mates_X[kind]
        natural = 1 if POP(m_near) >= T_crowd_X[kind] else 0
        g = T_leaf_X[kind]
        if natural == 0 and g >= 0:
            for which in range(0, 2):
                place = T_place_X[(T_shape_X[g] * $CLASSES + T_class_X[kind]) * 2 + which]
                if place >= 0:
                    row = 1
                    for side in range(0, 2):
                        far = 0 if side > which and $RISING else w
                        step = 1 - 2 * side
                        at = place + step
                        gaps = 0
                        joined = 1
                        while gaps <= far and at >= 0 and at < $LENGTH:
                            m_there = m_held & Tm_at_X[g * $LENGTH + at]
                            if m_there != 0:
                                m_near = m_near | m_there
                                row += joined
                                gaps = 0
                            else:
                                gaps += 1
                                joined = 0
                            at += step
                    if row >= T_small_X[$RUN]:
                        natural = 1
        if natural:
            m_open = m_open & ~Tm_kind_X[kind]
        else:
            spare += -1
            if spare < 0:
                return 1
            m_open = m_open & ~(BIT(c) if w == 0 else m_near | Tm_kind_X[kind])
    return 0

def left_X(m_hand, m_wild):
    return G_best_X[0] // $WEIGHING if best_X(m_hand, m_wild, $INFINITE) > 0 else -1

def discards_X(m_hand, m_wild):
    Gm_found[0] = 0
    if hopeless_X(m_hand, m_wild, 1):
        return 0
    m_left = m_hand
    while m_left != 0:
        G_goes_X[T_kind_X[LOW(m_left)]] = 0
        m_left = REST(m_left)
    G_hand_X[5] = 1
    found = best_X(m_hand, m_wild, 2)
    G_hand_X[5] = 0
    if found < 0:
        return -1
    found = 0
    m_found = 0
    m_left = m_hand
    while m_left != 0:
        kind = T_kind_X[LOW(m_left)]
        if G_goes_X[kind]:
            m_found = m_found | m_hand & Tm_kind_X[kind]
            found += 1
        m_left = m_left & ~Tm_kind_X[kind]
    Gm_found[0] = m_found
    return found
"""
