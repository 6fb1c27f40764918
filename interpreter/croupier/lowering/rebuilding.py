"""The melds that an arrangement stands for, in the language of the kernel, as `croupier.combos` has them.

First which naturals make a meld with how many wilds (a part), then which wilds, in which places and as what.
"""

TEXT = """
def lay_X(m_hand, m_wild):
    found = best_X(m_hand, m_wild, $INFINITE)
    if found < 0:
        return -1
    parts_X()
    if G_much_X[0]:
        return -1
    deal_wilds_X()
    n = G_parts_X[0]
    for part in range(0, n):
        if G_pattern_X[part] == $RUN:
            run_X(part, m_wild)
        else:
            set_X(part, m_wild)
    sort_X(n)
    m_left = m_hand
    for i in range(0, n):
        part = G_order_X[i]
        m_meld = 0
        for j in range(0, G_size_X[part]):
            kind = G_kinds_X[part * $HAND + j]
            card = LOW(m_left & Tm_kind_X[kind])
            m_left = m_left & ~BIT(card)
            m_meld = m_meld | BIT(card)
            G_role[card] = G_roles_X[part * $HAND + j]
            G_place[card] = G_begin_X[part] + j if G_begin_X[part] >= 0 else -1
        Gm_found[i] = m_meld
        G_pattern[i] = T_name_X[G_pattern_X[part]]
    return n

def part_X(p, wilds):
    part = G_parts_X[0]
    G_parts_X[0] = part + 1
    G_pattern_X[part] = p
    G_size_X[part] = 0
    G_hollow_X[part] = wilds
    return part

def parts_X():
    levels = G_kept_X[0]
    w = G_kept_X[1]
    G_parts_X[0] = 0
    lists = 1
    for k in range(0, w + 1):
        G_entry_X[k] = 0 if T_opens_X[w] >> k & 1 else $INFINITE
    for level in range(0, levels):
        bits = cover_X(G_sets_X[level], G_numbers_X[level], alike_X(level), w)
        for k in range(0, w + 1):
            G_entry_X[lists * $WILDS + k] = 0 if bits >> k & 1 else $INFINITE
        lists += 1
    for g in range(0, $LEAVES):
        if G_codekept_X[g] != 0:
            r = row_X(T_shape_X[g], G_codekept_X[g], w) + 2
            for k in range(0, w + 1):
                G_entry_X[lists * $WILDS + k] = G_row_X[r + k]
            lists += 1
    share_X(lists, w)
    wilds = G_share_X[0]
    while wilds > 0:
        part_X(T_openset_X[wilds], T_opensize_X[wilds])
        wilds += -T_opensize_X[wilds]
    for level in range(0, levels):
        apart_X(level, G_share_X[1 + level])
    lists = 1 + levels
    for g in range(0, $LEAVES):
        if G_codekept_X[g] != 0:
            least_X(g, G_codekept_X[g], G_share_X[lists])
            lists += 1
    return 0

def cover_X(p, number, alike, w):
    if number == 0:
        return 1
    return T_wilds_X[(((p * 3 + 1) * $WILDS + w) * $COPIES + (alike if T_varied_X[p] else 1)) * $HAND + number]

def alike_X(level):
    most = 0
    now = 0
    for j in range(0, G_numbers_X[level]):
        now += 1
        if j > 0:
            if G_takes_X[level * $HAND + j] != G_takes_X[level * $HAND + j - 1]:
                now = 1
        most = now if now > most else most
    return most

def share_X(lists, w):
    for before in range(0, w + 1):
        G_ahead_X[lists * $WILDS + before] = G_unusedkept_X[before]
    for i in range(lists - 1, -1, -1):
        for before in range(0, w + 1):
            least = $INFINITE
            for more in range(0, w + 1 - before):
                x = G_entry_X[i * $WILDS + more] + G_ahead_X[(i + 1) * $WILDS + before + more]
                least = x if x < least else least
            G_ahead_X[i * $WILDS + before] = least
    before = 0
    for i in range(0, lists):
        more = 0
        least = G_ahead_X[i * $WILDS + before]
        while G_entry_X[i * $WILDS + more] + G_ahead_X[(i + 1) * $WILDS + before + more] != least:
            more += 1
        G_share_X[i] = more
        before += more
    return 0

def apart_X(level, wilds):
    p = G_sets_X[level]
    n = 0
    left = G_numbers_X[level]
    for j in range(0, left):
        kind = G_takes_X[level * $HAND + j]
        anew = 1
        if n > 0:
            if G_sort_X[n - 1] == kind:
                G_copies_X[n - 1] += 1
                anew = 0
        if anew:
            G_sort_X[n] = kind
            G_copies_X[n] = 1
            n += 1
    one = 1
    while left > 0:
        first = 0
        while G_copies_X[first] == 0:
            first += 1
        made = 0
        share = -1
        for j in range(first, n):
            most = 1 if T_varied_X[p] and G_copies_X[j] > 1 else G_copies_X[j]
            before = made if j > first else 1
            for i in range(0, before):
                for x in range(1, most + 1):
                    if share < 0 and made < $CORES:
                        G_choice_X[made] = (G_choice_X[i] if j > first else 0) + (x * one << 4 * j)
                        G_choices_X[made] = (G_choices_X[i] if j > first else 0) + x
                        share = fits_X(p, made, n, left, wilds)
                        made += 1
        if share < 0:
            G_much_X[0] = 1
            return 0
        part = part_X(p, share)
        for j in range(0, n):
            for again in range(0, G_choice_X[made - 1] >> 4 * j & 15):
                G_cards_X[part * $HAND + G_size_X[part]] = G_sort_X[j]
                G_size_X[part] += 1
                G_copies_X[j] += -1
        left = left - G_size_X[part]
        wilds = wilds - share
    return 0

def fits_X(p, i, n, left, wilds):
    number = G_choices_X[i]
    alike = 0
    for j in range(0, n):
        rest = G_copies_X[j] - (G_choice_X[i] >> 4 * j & 15)
        alike = rest if rest > alike else alike
    for share in range(low_X(p, number, 0), high_X(p, number, wilds) + 1):
        if cover_X(p, left - number, alike, wilds - share) >> wilds - share & 1:
            return share
    return -1

def least_X(g, code, wilds):
    s = T_shape_X[g]
    while code != 0:
        first = first_X(code)
        least = lost_X(s, code, wilds, wilds)
        rest = code - T_unit_X[first]
        if lost_X(s, rest, wilds, wilds) + T_lost_X[s * $CLASSES + first] == least:
            code = rest
        else:
            base = G_top_X[0]
            end = cores_X(s, code, first, wilds)
            G_top_X[0] = end
            i = base
            some = -1
            while some < 0 and i < end:
                share = G_low_X[i]
                while some < 0 and share <= G_high_X[i]:
                    if lost_X(s, code - G_core_X[i], wilds - share, wilds - share) == least:
                        some = share
                    share += 1
                i += 1
            G_top_X[0] = base
            if some < 0:
                G_much_X[0] = 1
                return 0
            taken = G_core_X[i - 1]
            part = part_X($RUN, some)
            for c in range(0, $CLASSES):
                for again in range(0, taken >> c * $B & $FULL):
                    G_cards_X[part * $HAND + G_size_X[part]] = T_kinds_X[g * $CLASSES + c]
                    G_size_X[part] += 1
            code = code - taken
            wilds = wilds - some
    return 0

def deal_wilds_X():
    w = G_kept_X[1]
    n = G_parts_X[0]
    used = 0
    for part in range(0, n):
        used += G_hollow_X[part]
    for k in range(0, w):
        at = k
        kind = G_poolkept_X[k]
        while at > 0:
            if T_weight_X[G_heavy_X[at - 1]] >= T_weight_X[kind]:
                break
            G_heavy_X[at] = G_heavy_X[at - 1]
            at += -1
        G_heavy_X[at] = kind
    for k in range(0, used):
        at = k
        kind = G_heavy_X[k]
        while at > 0:
            if G_heavy_X[at - 1] <= kind:
                break
            G_heavy_X[at] = G_heavy_X[at - 1]
            at += -1
        G_heavy_X[at] = kind
    k = 0
    for part in range(0, n):
        for again in range(0, G_hollow_X[part]):
            kind = G_heavy_X[k]
            k += 1
            at = part * $HAND + G_size_X[part]
            while at > part * $HAND:
                if G_cards_X[at - 1] <= kind:
                    break
                G_cards_X[at] = G_cards_X[at - 1]
                at += -1
            G_cards_X[at] = kind
            G_size_X[part] += 1
    return 0

def holds_X(p, naturals, wilds):
    return low_X(p, naturals, 0) <= wilds and wilds <= high_X(p, naturals, wilds)

def run_X(part, m_wild):
    size = G_size_X[part]
    at = part * $HAND
    low = 0
    end = $LEAVES
    fixed = 0
    for j in range(0, size):
        kind = G_cards_X[at + j]
        G_held_X[kind] += 1
        if (m_wild & Tm_kind_X[kind]) == 0:
            fixed += 1
            low = T_leaf_X[kind]
            end = low + 1
    fewest = $HAND
    group = 0
    begin = 0
    for g in range(low, end):
        for start in range(0, $LENGTH + 1 - size):
            wilds = 0
            placed = 0
            for place in range(g * $LENGTH + start, g * $LENGTH + start + size):
                kind = T_belongs_X[place]
                there = 0
                if kind >= 0:
                    there = G_held_X[kind]
                if there == 0:
                    wilds += 1
                elif (m_wild & Tm_kind_X[kind]) == 0:
                    placed += 1
            if wilds < fewest and placed == fixed:
                if holds_X($RUN, size - wilds, wilds):
                    fewest = wilds
                    group = g
                    begin = start
    place = group * $LENGTH + begin
    for j in range(0, size):
        kind = T_belongs_X[place + j]
        G_roles_X[at + j] = kind
        G_kinds_X[at + j] = -1
        if kind >= 0:
            if G_held_X[kind] > 0:
                G_held_X[kind] += -1
                G_kinds_X[at + j] = kind
    i = 0
    for j in range(0, size):
        if G_kinds_X[at + j] < 0:
            while G_held_X[G_cards_X[at + i]] == 0:
                i += 1
            G_held_X[G_cards_X[at + i]] += -1
            G_kinds_X[at + j] = G_cards_X[at + i]
    G_begin_X[part] = begin
    return 0

def natural_X(p, g, at, j):
    kind = G_cards_X[at + j]
    if g < 0 or T_value_X[p * $KINDS + kind] != g:
        return 0
    if T_varied_X[p] and j > 0:
        if G_cards_X[at + j - 1] == kind:
            return 0
    return 1

def set_X(part, m_wild):
    p = G_pattern_X[part]
    size = G_size_X[part]
    at = part * $HAND
    fixed = -1
    for j in range(0, size):
        kind = G_cards_X[at + j]
        if (m_wild & Tm_kind_X[kind]) == 0:
            fixed = T_value_X[p * $KINDS + kind]
    group = fixed
    if fixed < 0:
        most = -1
        for i in range(0, size):
            g = T_value_X[p * $KINDS + G_cards_X[at + i]]
            if g >= 0:
                naturals = 0
                for j in range(0, size):
                    naturals += natural_X(p, g, at, j)
                if holds_X(p, naturals, size - naturals):
                    if naturals > most or (naturals == most and g < group):
                        most = naturals
                        group = g
    for j in range(0, size):
        G_kinds_X[at + j] = G_cards_X[at + j]
        G_roles_X[at + j] = G_cards_X[at + j] if natural_X(p, group, at, j) else -1
    G_begin_X[part] = -1
    return 0

def before_X(one, other):
    if G_pattern_X[one] != G_pattern_X[other]:
        return G_pattern_X[one] < G_pattern_X[other]
    j = 0
    while j < G_size_X[one] and j < G_size_X[other]:
        if G_kinds_X[one * $HAND + j] != G_kinds_X[other * $HAND + j]:
            return G_kinds_X[one * $HAND + j] < G_kinds_X[other * $HAND + j]
        j += 1
    if G_size_X[one] != G_size_X[other]:
        return G_size_X[one] < G_size_X[other]
    return G_begin_X[one] < G_begin_X[other]

def sort_X(n):
    for i in range(0, n):
        at = i
        while at > 0:
            if not before_X(i, G_order_X[at - 1]):
                break
            G_order_X[at] = G_order_X[at - 1]
            at += -1
        G_order_X[at] = i
    return 0
"""
