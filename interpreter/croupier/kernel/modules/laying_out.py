"""Build the melds of the best arrangement, as `croupier.combos.solver` does.

The first step finds which naturals make a meld with how many wilds (a part), the second which wilds, in which places
and roles.
"""

from croupier.kernel.language import BIT, LOW, Cards, numbers, room
from croupier.kernel.modules.arrangement import (
    BRANCHES,
    COPIES,
    KINDS,
    LEAVES,
    PER,
    G_codekept,
    G_kept,
    G_numbers,
    G_poolkept,
    G_sets,
    G_takes,
    G_unusedkept,
    T_kinds,
    T_leaf,
    T_opens,
    T_shape,
    T_varied,
    T_weight,
    T_wilds,
    Tm_kind,
    best_arrangement,
)
from croupier.kernel.modules.library import G_pattern, G_place, G_role, Gm_found
from croupier.kernel.modules.runs_left import (
    CLASSES,
    CORES,
    FULL,
    HAND,
    INFINITE,
    LENGTH,
    RUN,
    WILDS,
    B,
    G_core,
    G_high,
    G_low,
    G_much,
    G_row,
    G_top,
    T_lost,
    T_unit,
    cores_of,
    first_class,
    least_wilds,
    lost_by,
    most_wilds,
    row_of,
)

T_belongs = numbers()
"""By leaf and place: the kind."""
T_name = numbers()
"""By pattern: what its melds are called."""
T_openset = numbers()
"""By number of wilds: the pattern of the first meld of wilds alone."""
T_opensize = numbers()
"""And how many of them it takes."""
T_value = numbers()
"""By pattern and kind: the value that naturals share."""

G_ahead = room((PER + BRANCHES + 2) * WILDS + 2)
G_begin = room(HAND + 2)
G_cards = room(HAND * HAND + 2)
G_choice = room(CORES + 2)
G_choices = room(CORES + 2)
G_copies = room(HAND + 2)
G_entry = room((PER + BRANCHES + 2) * WILDS + 2)
G_heavy = room(HAND + 2)
G_held = room(KINDS + 2)
G_hollow = room(HAND + 2)
G_kinds = room(HAND * HAND + 2)
G_order = room(HAND + 2)
G_partpattern = room(HAND + 2)
G_parts = room(HAND + 2)
G_roles = room(HAND * HAND + 2)
G_share = room((PER + BRANCHES + 2) * WILDS + 2)
G_size = room(HAND + 2)
G_sort = room(HAND + 2)


def lay_out(hand: Cards, wild: Cards) -> int:
    """Store the melds of the best arrangement in `Gm_found` and `G_pattern`, and the roles and places of cards in
    `G_role` and `G_place`. Return the number of melds; -1 if it is too much work."""
    found = best_arrangement(hand, wild, INFINITE)
    if found < 0:
        return -1
    make_parts()
    if G_much[0]:
        return -1
    deal_wilds()
    n = G_parts[0]
    for part in range(n):
        if G_partpattern[part] == RUN:
            place_run(part, wild)
        else:
            place_set(part, wild)
    sort_parts(n)
    left = hand
    for i in range(n):
        part = G_order[i]
        meld: Cards = 0
        for j in range(G_size[part]):
            kind = G_kinds[part * HAND + j]
            card = LOW(left & Tm_kind[kind])
            left = left & ~BIT(card)
            meld = meld | BIT(card)
            G_role[card] = G_roles[part * HAND + j]
            G_place[card] = G_begin[part] + j if G_begin[part] >= 0 else -1
        Gm_found[i] = meld
        G_pattern[i] = T_name[G_partpattern[part]]
    return n


def new_part(p: int, wilds: int) -> int:
    """Begin a meld of a pattern with this number of wilds. Return its number."""
    part = G_parts[0]
    G_parts[0] = part + 1
    G_partpattern[part] = p
    G_size[part] = 0
    G_hollow[part] = wilds
    return part


def make_parts() -> int:
    """Make the melds of the best arrangement: what naturals are in each, and how many wilds."""
    levels = G_kept[0]
    w = G_kept[1]
    G_parts[0] = 0
    lists = 1
    for k in range(w + 1):
        G_entry[k] = 0 if T_opens[w] >> k & 1 else INFINITE
    for level in range(levels):
        bits = covering(G_sets[level], G_numbers[level], most_alike(level), w)
        for k in range(w + 1):
            G_entry[lists * WILDS + k] = 0 if bits >> k & 1 else INFINITE
        lists += 1
    for g in range(LEAVES):
        if G_codekept[g] != 0:
            r = row_of(T_shape[g], G_codekept[g], w) + 2
            for k in range(w + 1):
                G_entry[lists * WILDS + k] = G_row[r + k]
            lists += 1
    share_out(lists, w)
    wilds = G_share[0]
    while wilds > 0:
        new_part(T_openset[wilds], T_opensize[wilds])
        wilds += -T_opensize[wilds]
    for level in range(levels):
        take_apart(level, G_share[1 + level])
    lists = 1 + levels
    for g in range(LEAVES):
        if G_codekept[g] != 0:
            lose_least(g, G_codekept[g], G_share[lists])
            lists += 1
    return 0


def covering(p: int, number: int, alike: int, w: int) -> int:
    """Return the numbers of wilds, as bits, with which this number of cards, `alike` of them of one value, go into
    sets."""
    if number == 0:
        return 1
    return T_wilds[(((p * 3 + 1) * WILDS + w) * COPIES + (alike if T_varied[p] else 1)) * HAND + number]


def most_alike(level: int) -> int:
    """Return how many cards of one kind a branch takes, of the kind of which it takes most."""
    most = 0
    now = 0
    for j in range(G_numbers[level]):
        now += 1
        if j > 0 and G_takes[level * HAND + j] != G_takes[level * HAND + j - 1]:
            now = 1
        most = now if now > most else most
    return most


def share_out(lists: int, w: int) -> int:
    """Share the wilds out among the lists so that least is lost: earlier lists get as few as they can."""
    for before in range(w + 1):
        G_ahead[lists * WILDS + before] = G_unusedkept[before]
    for i in range(lists - 1, -1, -1):
        for before in range(w + 1):
            least = INFINITE
            for more in range(w + 1 - before):
                x = G_entry[i * WILDS + more] + G_ahead[(i + 1) * WILDS + before + more]
                least = x if x < least else least
            G_ahead[i * WILDS + before] = least
    before = 0
    for i in range(lists):
        more = 0
        least = G_ahead[i * WILDS + before]
        while G_entry[i * WILDS + more] + G_ahead[(i + 1) * WILDS + before + more] != least:
            more += 1
        G_share[i] = more
        before += more
    return 0


def take_apart(level: int, wilds: int) -> int:
    """Make the sets of the cards that a branch takes, with this number of wilds."""
    p = G_sets[level]
    n = 0
    left = G_numbers[level]
    for j in range(left):
        kind = G_takes[level * HAND + j]
        anew = 1
        if n > 0 and G_sort[n - 1] == kind:
            G_copies[n - 1] += 1
            anew = 0
        if anew:
            G_sort[n] = kind
            G_copies[n] = 1
            n += 1
    one = 1
    while left > 0:
        first = 0
        while G_copies[first] == 0:
            first += 1
        made = 0
        share = -1
        for j in range(first, n):
            most = 1 if T_varied[p] and G_copies[j] > 1 else G_copies[j]
            before = made if j > first else 1
            for i in range(before):
                for x in range(1, most + 1):
                    if share < 0 and made < CORES:
                        G_choice[made] = (G_choice[i] if j > first else 0) + (x * one << 4 * j)
                        G_choices[made] = (G_choices[i] if j > first else 0) + x
                        share = share_that_fits(p, made, n, left, wilds)
                        made += 1
        if share < 0:
            G_much[0] = 1
            return 0
        part = new_part(p, share)
        for j in range(n):
            for _again in range(G_choice[made - 1] >> 4 * j & 15):
                G_cards[part * HAND + G_size[part]] = G_sort[j]
                G_size[part] += 1
                G_copies[j] += -1
        left = left - G_size[part]
        wilds = wilds - share
    return 0


def share_that_fits(p: int, i: int, n: int, left: int, wilds: int) -> int:
    """Return with how many wilds choice `i` is a set so that the rest are sets too; -1 if with none."""
    number = G_choices[i]
    alike = 0
    for j in range(n):
        rest = G_copies[j] - (G_choice[i] >> 4 * j & 15)
        alike = rest if rest > alike else alike
    for share in range(least_wilds(p, number, 0), most_wilds(p, number, wilds) + 1):
        if covering(p, left - number, alike, wilds - share) >> wilds - share & 1:
            return share
    return -1


def lose_least(g: int, code: int, wilds: int) -> int:
    """Make the runs of a leaf that use this number of wilds and lose least."""
    s = T_shape[g]
    while code != 0:
        first = first_class(code)
        least = lost_by(s, code, wilds, wilds)
        rest = code - T_unit[first]
        if lost_by(s, rest, wilds, wilds) + T_lost[s * CLASSES + first] == least:
            code = rest
        else:
            base = G_top[0]
            end = cores_of(s, code, first, wilds)
            G_top[0] = end
            i = base
            some = -1
            while some < 0 and i < end:
                share = G_low[i]
                while some < 0 and share <= G_high[i]:
                    if lost_by(s, code - G_core[i], wilds - share, wilds - share) == least:
                        some = share
                    share += 1
                i += 1
            G_top[0] = base
            if some < 0:
                G_much[0] = 1
                return 0
            taken = G_core[i - 1]
            part = new_part(RUN, some)
            for c in range(CLASSES):
                for _again in range(taken >> c * B & FULL):
                    G_cards[part * HAND + G_size[part]] = T_kinds[g * CLASSES + c]
                    G_size[part] += 1
            code = code - taken
            wilds = wilds - some
    return 0


def deal_wilds() -> int:
    """Give the heaviest wilds to the melds, of equals the lowest kinds."""
    w = G_kept[1]
    n = G_parts[0]
    used = 0
    for part in range(n):
        used += G_hollow[part]
    for k in range(w):
        at = k
        kind = G_poolkept[k]
        while at > 0:
            if T_weight[G_heavy[at - 1]] >= T_weight[kind]:
                break
            G_heavy[at] = G_heavy[at - 1]
            at += -1
        G_heavy[at] = kind
    for k in range(used):
        at = k
        kind = G_heavy[k]
        while at > 0:
            if G_heavy[at - 1] <= kind:
                break
            G_heavy[at] = G_heavy[at - 1]
            at += -1
        G_heavy[at] = kind
    k = 0
    for part in range(n):
        for _again in range(G_hollow[part]):
            kind = G_heavy[k]
            k += 1
            at = part * HAND + G_size[part]
            while at > part * HAND:
                if G_cards[at - 1] <= kind:
                    break
                G_cards[at] = G_cards[at - 1]
                at += -1
            G_cards[at] = kind
            G_size[part] += 1
    return 0


def may_hold(p: int, naturals: int, wilds: int) -> int:
    """Return whether a meld of a pattern may have these numbers of naturals and wilds."""
    return least_wilds(p, naturals, 0) <= wilds and wilds <= most_wilds(p, naturals, wilds)


def place_run(part: int, wild: Cards) -> int:
    """Store the place and role of each card of a run."""
    size = G_size[part]
    at = part * HAND
    low = 0
    end = LEAVES
    fixed = 0
    for j in range(size):
        kind = G_cards[at + j]
        G_held[kind] += 1
        if (wild & Tm_kind[kind]) == 0:
            fixed += 1
            low = T_leaf[kind]
            end = low + 1
    fewest = HAND
    group = 0
    begin = 0
    for g in range(low, end):
        for start in range(LENGTH + 1 - size):
            wilds = 0
            placed = 0
            for place in range(g * LENGTH + start, g * LENGTH + start + size):
                kind = T_belongs[place]
                there = 0
                if kind >= 0:
                    there = G_held[kind]
                if there == 0:
                    wilds += 1
                elif (wild & Tm_kind[kind]) == 0:
                    placed += 1
            if wilds < fewest and placed == fixed and may_hold(RUN, size - wilds, wilds):
                fewest = wilds
                group = g
                begin = start
    place = group * LENGTH + begin
    for j in range(size):
        kind = T_belongs[place + j]
        G_roles[at + j] = kind
        G_kinds[at + j] = -1
        if kind >= 0 and G_held[kind] > 0:
            G_held[kind] += -1
            G_kinds[at + j] = kind
    i = 0
    for j in range(size):
        if G_kinds[at + j] < 0:
            while G_held[G_cards[at + i]] == 0:
                i += 1
            G_held[G_cards[at + i]] += -1
            G_kinds[at + j] = G_cards[at + i]
    G_begin[part] = begin
    return 0


def is_natural(p: int, g: int, at: int, j: int) -> int:
    """Return whether card `j` of a set represents itself."""
    kind = G_cards[at + j]
    if g < 0 or T_value[p * KINDS + kind] != g:
        return 0
    if T_varied[p] and j > 0 and G_cards[at + j - 1] == kind:
        return 0
    return 1


def place_set(part: int, wild: Cards) -> int:
    """Store the role of each card of a set."""
    p = G_partpattern[part]
    size = G_size[part]
    at = part * HAND
    fixed = -1
    for j in range(size):
        kind = G_cards[at + j]
        if (wild & Tm_kind[kind]) == 0:
            fixed = T_value[p * KINDS + kind]
    group = fixed
    if fixed < 0:
        most = -1
        for i in range(size):
            g = T_value[p * KINDS + G_cards[at + i]]
            if g >= 0:
                naturals = 0
                for j in range(size):
                    naturals += is_natural(p, g, at, j)
                better = naturals > most or (naturals == most and g < group)
                if better and may_hold(p, naturals, size - naturals):
                    most = naturals
                    group = g
    for j in range(size):
        G_kinds[at + j] = G_cards[at + j]
        G_roles[at + j] = G_cards[at + j] if is_natural(p, group, at, j) else -1
    G_begin[part] = -1
    return 0


def comes_before(one: int, other: int) -> int:
    """Return whether one meld is laid out before another."""
    if G_partpattern[one] != G_partpattern[other]:
        return G_partpattern[one] < G_partpattern[other]
    j = 0
    while j < G_size[one] and j < G_size[other]:
        if G_kinds[one * HAND + j] != G_kinds[other * HAND + j]:
            return G_kinds[one * HAND + j] < G_kinds[other * HAND + j]
        j += 1
    if G_size[one] != G_size[other]:
        return G_size[one] < G_size[other]
    return G_begin[one] < G_begin[other]


def sort_parts(n: int) -> int:
    """Put the numbers of the melds into `G_order`, in the order in which they are laid out."""
    for i in range(n):
        at = i
        while at > 0:
            if not comes_before(i, G_order[at - 1]):
                break
            G_order[at] = G_order[at - 1]
            at += -1
        G_order[at] = i
    return 0
