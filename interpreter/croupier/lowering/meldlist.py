"""Lists of melds in the language of the kernel: where they are kept, how copies are dealt to them, and how every set or
run of some cards is found, in the order of the reference.

A meld that has been found is a number: `Gm_meld` are its cards, `G_follows` its pattern, and from `G_from` up to
`G_upto` stand in `G_card` its cards in their order, in `G_stands` the kind each stands for (-1: open) and in `G_lies`
its place (-1 in a set). They are found one after the other; `G_top` is how many there are. What has been found since is
forgotten where `G_top` is set back. More than there is room for: `G_full`.
"""

from __future__ import annotations

from croupier.combos.patterns import UNLIMITED, Pattern, bounds_of

MOST_LISTED = 8_192
"""So many melds may be kept at a time."""
MOST_GROUPED = 16
"""So many melds may be chosen at once."""
POOL = 1 << 16
ROOM = 256
"""Melds that are dealt anew have room for so many cards."""
LONGEST = 62
"""Sequences have so many places at most, and so many values may differ."""
ENDLESS = 1 << 60
"""No sum of rules is as great."""

TEXT = f"""
G_top = [0] * 1
G_full = [0] * 1
Gm_meld = [0] * {MOST_LISTED + MOST_GROUPED}
G_follows = [0] * {MOST_LISTED + MOST_GROUPED}
G_from = [0] * {MOST_LISTED + MOST_GROUPED}
G_upto = [0] * {MOST_LISTED + MOST_GROUPED}
G_card = [0] * {POOL + ROOM * MOST_GROUPED}
G_stands = [0] * {POOL + ROOM * MOST_GROUPED}
G_lies = [0] * {POOL + ROOM * MOST_GROUPED}
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
G_least = [0] * 1024
G_most = [0] * 1024

def copy_of(m_kind, m_noted, i):
    m_first = m_kind & m_noted
    n = POP(m_first)
    if i >= n:
        m_first = m_kind & ~m_noted
        i = i - n
    while i > 0:
        m_first = REST(m_first)
        i += -1
    return LOW(m_first)

def new_meld(n):
    h = G_top[0]
    p = G_upto[h - 1] if h > 0 else 0
    if h >= {MOST_LISTED} or p + n > {POOL}:
        G_full[0] = 1
        return -1
    G_from[h] = p
    G_upto[h] = p + n
    G_top[0] = h + 1
    return h

def dealt(pattern, n, m_hand, m_noted):
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

def alike(m_cards, pattern):
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

def arranged(m_cards, pattern):
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

def beside(level, h, m_used, m_source, m_noted):
    if (Gm_meld[h] & m_used) == 0:
        return h
    if m_source == 0:
        return -1
    if G_upto[h] - G_from[h] > {ROOM}:
        G_full[0] = 1
        return -1
    d = {MOST_LISTED} + level
    q = {POOL} + level * {ROOM}
    G_from[d] = q
    m_gone = m_used
    m_cards = 0
    for i in range(G_from[h], G_upto[h]):
        card = G_card[i]
        if (m_gone & BIT(card)) != 0:
            m_free = m_source & m_KINDS[T_KIND[card]] & ~m_gone
            if m_free == 0:
                return -1
            card = LOW(m_free & m_noted) if (m_free & m_noted) != 0 else LOW(m_free)
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

def ordinal(j):
    r = 0
    for i in range(0, j):
        if G_kind[i] == G_kind[j]:
            r += 1
    return r

def next_way(n, m_hand):
    j = n - 1
    while j >= 0:
        if ordinal(j) == 0:
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
                                G_copy[a] = ordinal(a)
                        return 1
                    after += 1
                i += -1
        j += -1
    return 0

def found(pattern, n, m_hand, m_noted, once):
    for j in range(0, n):
        G_copy[j] = ordinal(j)
    dealt(pattern, n, m_hand, m_noted)
    if once:
        return 0
    while next_way(n, m_hand):
        dealt(pattern, n, m_hand, m_noted)
        if G_full[0]:
            return 0
    return 0
"""


USABLE = """
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
"""
"""The kinds of the cards that may come into a meld, with how many there are of each."""


class Written:
    """The functions of one pattern. `number`: that of the pattern; `tables`: the names of its tables by what they hold;
    `sums`: of what kinds add, for each sum of all the cards."""

    def __init__(self, name: str, pattern: Pattern, number: int, tables: dict[str, str], sums: tuple[str, ...]) -> None:
        self.name, self.pattern, self.number, self.tables, self.sums = name, pattern, number, tables, sums
        self.bounds = bounds_of(pattern)

    @property
    def arguments(self) -> str:
        return "".join(f", low{i}, high{i}" for i in range(len(self.sums)))

    def text(self) -> str:
        made = self._runs() if self.pattern.places is not None else self._sets()
        for what, table in self.tables.items():
            made = made.replace(what, table)
        return made

    # ------------------------------------------------------------ parts
    def _most(self, number: str) -> str:
        """So many wild cards, as far as they may be used."""
        most = self.bounds.most
        return number if most >= UNLIMITED else f"({number} if {number} < {most} else {most})"

    def _allows(self, naturals: str, cards: str) -> str:
        """May a meld have so many naturals and cards?"""
        bounds = self.bounds
        tests = [f"{cards} >= {bounds.smallest}"]
        if bounds.cap < UNLIMITED:
            tests.append(f"{cards} <= {bounds.cap}")
        if bounds.most < UNLIMITED:
            tests.append(f"{cards} - {naturals} <= {bounds.most}")
        if bounds.fewer is not None:
            tests.append(f"{cards} - {naturals} <= {naturals} - {bounds.fewer}")
        return " and ".join(tests)

    def _added(self) -> str:
        """Do the cards of the path add up?"""
        return "".join(f" and sum{i} >= low{i} and sum{i} <= high{i}" for i in range(len(self.sums)))

    def _count(self, sign: str, margin: str) -> str:
        return "".join(f"{margin}sum{i} += {sign}{table}[G_use[i]]\n" for i, table in enumerate(self.sums))

    def _begun(self, margin: str) -> str:
        return "".join(f"{margin}sum{i} = 0\n" for i in range(len(self.sums)))

    def _cap(self) -> str:
        return f"d < {self.bounds.cap}" if self.bounds.cap < UNLIMITED else "1"

    # ------------------------------------------------------------ sets
    def _sets(self) -> str:
        bounds, name, more = self.bounds, self.name, self.arguments
        alone = bounds.holds(0, bounds.smallest)
        call = f"{name}_of(m_hand, m_own, m_wilds, m_wild, m_noted, once, most"
        last = (
            f"    if {self._most('POP(m_wilds)')} >= {bounds.smallest}:\n        {call}, -1{more})\n" if alone else ""
        )
        return f"""
def {name}(m_hand, m_wild, m_noted, once, most{more}):
    m_wilds = m_hand & m_wild
    wilds = {self._most("POP(m_wilds)")}
    for g in range(0, ALL_GROUPS):
        m_own = m_hand & m_MEMBERS[g]
        if m_own != 0 and POP(m_own) + wilds >= {bounds.smallest} and G_top[0] < most:
            {call}, g{more})
    m_own = 0
{last}    return 0

def {name}_of(m_hand, m_own, m_wilds, m_wild, m_noted, once, most, g{more}):
{USABLE}
{self._reaches()}    d = 0
    i = 0
    only = 0
    bits = 0
{self._begun("    ")}    while G_top[0] < most:
        go = 0
        if {self._cap()}:
            while i < u and go == 0:
                if G_used[i] < G_have[i] and (G_own[i] or only < {min(bounds.most, 1 << 20)}):
                    go = 1
{self._apart("go", "                    ")}{self._hopeless("                    ")}                if go == 0:
                    i += 1
        if go:
            G_path[d] = i
            G_used[i] += 1
            only += 1 - G_own[i]
{self._count("", "            ")}{self._bit("+", "            ")}            d += 1
            if d >= {bounds.smallest}{self._added()}:
                {name}_made(d, g, m_hand, m_noted, once)
        else:
            if d == 0:
                return 0
            d += -1
            i = G_path[d]
            G_used[i] += -1
            only += G_own[i] - 1
{self._count("-", "            ")}{self._bit("-", "            ")}            i += 1
    return 0
{self._made()}"""

    def _reaches(self) -> str:
        """What the kinds from each on add at least and at most."""
        if not self.sums:
            return ""
        lines = "    i = u - 1\n"
        lines += "".join(
            f"    G_least[{i} * 256 + u] = 0\n    G_most[{i} * 256 + u] = 0\n" for i in range(len(self.sums))
        )
        lines += "    while i >= 0:\n"
        for i, table in enumerate(self.sums):
            value = f"{table}[G_use[i]] * G_have[i]"
            for array, test in (("G_least", "<"), ("G_most", ">")):
                lines += f"        x = {value}\n        x = x if x {test} 0 else 0\n"
                lines += f"        {array}[{i} * 256 + i] = {array}[{i} * 256 + i + 1] + x\n"
        return lines + "        i += -1\n"

    def _hopeless(self, margin: str) -> str:
        """A kind with which no sum can come out right is left out."""
        lines = ""
        for i, table in enumerate(self.sums):
            lines += f"{margin}x = {table}[G_use[i]]\n{margin}y = x * (G_have[i] - G_used[i] - 1)\n"
            for array, sign, beyond in (("G_most", ">", f"< low{i}"), ("G_least", "<", f"> high{i}")):
                ahead = f"(y if y {sign} 0 else 0) + {array}[{i} * 256 + i + 1]"
                lines += f"{margin}if sum{i} + x + {ahead} {beyond}:\n{margin}    go = 0\n"
        return lines

    def _apart(self, go: str, margin: str) -> str:
        """A natural that is like another where it has to differ is left out."""
        if self.pattern.different is None:
            return ""
        return f"{margin}if G_may[i] == 0 and bits >> T_DIFFERS[G_use[i]] & 1:\n{margin}    {go} = 0\n"

    def _bit(self, sign: str, margin: str) -> str:
        if self.pattern.different is None:
            return ""
        bit = "(1 << T_DIFFERS[G_use[i]])"
        changed = f"bits | {bit}" if sign == "+" else f"bits & ~{bit}"
        return f"{margin}if G_may[i] == 0:\n{margin}    bits = {changed}\n"

    def _made(self) -> str:
        """The cards of the path as a set: who cannot be wild has the first claim to what it differs in."""
        varied = self.pattern.different is not None
        free = " and (bits >> T_DIFFERS[k] & 1) == 0" if varied else ""
        take = "            bits = bits | 1 << T_DIFFERS[k]\n" if varied else ""
        declared = (
            f"""        if n < d and n > 0:
            {self.name}_declared(d, g, m_hand, m_noted, once, bits)
            return 0
"""
            if self.pattern.declared
            else ""
        )
        return f"""
def {self.name}_made(d, g, m_hand, m_noted, once):
    n = 0
    bits = 0
    for j in range(0, d):
        k = G_use[G_path[j]]
        G_kind[j] = k
        G_role_of[j] = -1
        G_place_of[j] = -1
        if G_may[G_path[j]] == 0:
            G_role_of[j] = k
            n += 1
{take}    for j in range(0, d):
        k = G_kind[j]
        if G_may[G_path[j]] and G_own[G_path[j]]{free}:
            G_role_of[j] = k
            n += 1
{take}    if {self._allows("n", "d")} and (n > 0 or g < 0):
{declared}        found({self.number}, d, m_hand, m_noted, once)
    return 0
{self._declared() if self.pattern.declared else ""}"""

    def _declared(self) -> str:
        """Each open role is given to a kind, in every way."""
        varied = self.pattern.different is not None
        other = " and (bits >> T_DIFFERS[k] & 1) == 0" if varied else ""
        same = "T_DIFFERS[G_role_of[G_step[s]]] == T_DIFFERS[k] or " if varied else ""
        return f"""
def {self.name}_declared(d, g, m_hand, m_noted, once, bits):
    w = 0
    for j in range(0, d):
        if G_role_of[j] < 0:
            G_step[w] = j
            w += 1
    t = 0
    G_role_of[G_step[0]] = -1
    while t >= 0:
        j = G_step[t]
        k = G_role_of[j] + 1
        go = 0
        while k < ALL_KINDS and go == 0:
            if T_GROUP[k] == g{other}:
                go = 1
                for s in range(0, t):
                    if {same}(G_kind[G_step[s]] == G_kind[j] and G_role_of[G_step[s]] > k):
                        go = 0
            if go == 0:
                k += 1
        if go:
            G_role_of[j] = k
            if t == w - 1:
                found({self.number}, d, m_hand, m_noted, once)
            else:
                t += 1
                G_role_of[G_step[t]] = -1
        else:
            t += -1
    return 0
"""

    # ------------------------------------------------------------ runs
    def _runs(self) -> str:
        bounds, name, more = self.bounds, self.name, self.arguments
        smallest, length = bounds.smallest, self.pattern.length
        test = "1" if bounds.holds(0, smallest) else "m_own != 0"
        few = f"w < {bounds.most}" if bounds.most < UNLIMITED else "1"
        if bounds.fewer is not None:
            few += f" and w < naturals + G_there[place + 1] - {bounds.fewer}"
        return f"""
def {name}(m_hand, m_wild, m_noted, once, most{more}):
    m_wilds = m_hand & m_wild
    spare = {self._most("POP(m_wilds)")}
    for g in range(0, ALL_GROUPS):
        m_own = m_hand & m_MEMBERS[g]
        if {test} and POP(m_own) + spare >= {smallest} and G_top[0] < most:
            {name}_of(m_hand, m_own, m_wilds, m_wild, m_noted, once, most, g, spare{more})
    return 0

def {name}_of(m_hand, m_own, m_wilds, m_wild, m_noted, once, most, g, spare{more}):
{USABLE}
    for a in range(0, {length + 1}):
        G_there[a] = 0
    for i in range(0, u):
        if G_own[i]:
            for a in range(0, {length}):
                if T_PLACES[G_use[i]] >> a & 1:
                    G_there[a] = 1
    for a in range({length - 1}, -1, -1):
        G_there[a] = G_there[a] + G_there[a + 1]
    for start in range(0, {length + 1 - smallest}):
        if {smallest} - G_there[start] + G_there[start + {smallest}] <= spare and G_top[0] < most:
            {name}_from(u, start, m_hand, m_noted, once, most, g{more})
    return 0

def {name}_from(u, start, m_hand, m_noted, once, most, g{more}):
    d = 0
    i = 0
    naturals = 0
{self._begun("    ")}    while G_top[0] < most:
        go = 0
        w = d - naturals
        place = start + d
        if place < {length} and {self._cap()}:
            while i < u and go == 0:
                if G_used[i] < G_have[i]:
                    if G_own[i] and T_PLACES[G_use[i]] >> place & 1:
                        go = 1
                    else:
                        if G_may[i] and {few}:
                            go = 2
                if go == 0:
                    i += 1
        if go:
            G_path[d] = i
            G_step[d] = 1 if go == 1 else 0
            G_kind[d] = G_use[i]
            G_role_of[d] = G_use[i] if go == 1 else T_ROLE[g * {length} + place]
            G_place_of[d] = place
            G_used[i] += 1
            naturals += G_step[d]
{self._count("", "            ")}            d += 1
            i = 0
            if {self._allows("naturals", "d")}{self._added()}:
                found({self.number}, d, m_hand, m_noted, once)
        else:
            if d == 0:
                return 0
            d += -1
            i = G_path[d]
            G_used[i] += -1
            naturals += -G_step[d]
{self._count("-", "            ")}            i += 1
    return 0
"""
