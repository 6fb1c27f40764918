"""Every set or run of some cards, found in the order of the reference: functions in the language of the kernel."""

from __future__ import annotations

from croupier.combos.forms import Form
from croupier.lowering.meldlist import ENDLESS, MANY

"""No limit is as great as none."""


class Finder:
    """The functions of one pattern. `number`: that of the pattern; `tables`: the names of its tables by what they hold;
    `sums`: of what kinds add, for each sum of all the cards."""

    given = ""
    """What the functions are given before all else."""

    def __init__(self, name: str, form: Form, number: int, tables: dict[str, str], sums: tuple[str, ...]) -> None:
        self.name, self.pattern, self.number, self.tables, self.sums = name, form.pattern, number, tables, sums
        self.bounds = form.bounds

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
        return number if most >= MANY else f"({number} if {number} < {most} else {most})"

    def _allows(self, naturals: str, cards: str) -> str:
        """May a meld have so many naturals and cards?"""
        bounds = self.bounds
        tests = [f"{cards} >= {bounds.smallest}"]
        if bounds.cap < MANY:
            tests.append(f"{cards} <= {bounds.cap}")
        if bounds.most < MANY:
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
        return f"d < {self.bounds.cap}" if self.bounds.cap < MANY else "1"

    def _unless_known(self, call: str) -> str:
        """The melds of one value or suit are looked for, unless the same have been found before."""
        margin = " " * 12
        if self.sums:
            return f"{margin}{call}\n"
        return f"""{margin}if once == 0 or most < {ENDLESS}:
{margin}    {call}
{margin}else:
{margin}    if take_part({self.number}, m_own, m_wilds) == 0:
{margin}        low = G_top[0]
{margin}        {call}
{margin}        store_part({self.number}, low, m_own, m_wilds)
"""

    # ------------------------------------------------------------ sets
    def _sets(self) -> str:
        bounds, name, more = self.bounds, self.name, self.arguments
        alone = bounds.holds(0, bounds.smallest)
        call = f"{name}_of(m_hand, m_own, m_wilds, m_wild, once, most"
        last = (
            f"    if {self._most('POP(m_wilds)')} >= {bounds.smallest}:\n        {call}, -1{more})\n" if alone else ""
        )
        return f"""
def {name}(m_hand, m_wild, once, most{more}):
    m_wilds = m_hand & m_wild
    wilds = {self._most("POP(m_wilds)")}
    for g in range(0, ALL_GROUPS):
        m_own = m_hand & m_MEMBERS[g]
        if m_own != 0 and POP(m_own) + wilds >= {bounds.smallest} and G_top[0] < most:
{self._unless_known(f"{call}, g{more})")}    m_own = 0
{last}    return 0

def {name}_of(m_hand, m_own, m_wilds, m_wild, once, most, g{more}):
{self._apart_enough()}    u = usable(m_hand, m_own, m_wilds, m_wild)
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
                {name}_made(d, g, m_hand, once)
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

    def _apart_enough(self) -> str:
        """Kinds that differ in nothing but how many there are of them come to nothing."""
        if self.pattern.different is None:
            return ""
        return f"""    u = {self._most("POP(m_wilds)")}
    m_x = m_own
    while m_x != 0:
        m_x = m_x & ~m_KINDS[T_KIND[LOW(m_x)]]
        u += 1
    if u < {self.bounds.smallest}:
        return 0
"""

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
            {self.name}_declared(d, g, m_hand, once, bits)
            return 0
"""
            if self.pattern.declared
            else ""
        )
        return f"""
def {self.name}_made(d, g, m_hand, once):
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
{declared}        list_meld({self.number}, d, m_hand, once)
    return 0
{self._declared() if self.pattern.declared else ""}"""

    def _declared(self) -> str:
        """Each open role is given to a kind, in every way."""
        varied = self.pattern.different is not None
        other = " and (bits >> T_DIFFERS[k] & 1) == 0" if varied else ""
        same = "T_DIFFERS[G_role_of[G_step[s]]] == T_DIFFERS[k] or " if varied else ""
        return f"""
def {self.name}_declared(d, g, m_hand, once, bits):
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
                list_meld({self.number}, d, m_hand, once)
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
        few, counted = f"w < {bounds.most}" if bounds.most < MANY else "1", ""
        if bounds.fewer is not None:
            few += f" and w < naturals + G_there[place + 1] - {bounds.fewer}"
            counted = f"""                G_there[{length}] = 0
                for a in range({length - 1}, -1, -1):
                    G_there[a] = G_there[a + 1] + (there >> a & 1)
"""
        return f"""
def {name}(m_hand, m_wild, once, most{more}):
    m_wilds = m_hand & m_wild
    spare = {self._most("POP(m_wilds)")}
    for g in range(0, ALL_GROUPS):
        m_own = m_hand & m_MEMBERS[g]
        if {test} and POP(m_own) + spare >= {smallest} and G_top[0] < most:
{self._unless_known(f"{name}_of(m_hand, m_own, m_wilds, m_wild, once, most, g, spare{more})")}    return 0

def {name}_of(m_hand, m_own, m_wilds, m_wild, once, most, g, spare{more}):
    there = 0
    m_x = m_own
    while m_x != 0:
        k = T_KIND[LOW(m_x)]
        there = there | T_PLACES[k]
        m_x = m_x & ~m_KINDS[k]
    if spare == 0:
        a = there{"".join(f" & (there >> {a})" for a in range(1, smallest))}
        if a == 0:
            return 0
    inside = 0
    for a in range(0, {smallest - 1}):
        inside += there >> a & 1
    u = -1
    for start in range(0, {length + 1 - smallest}):
        inside += there >> start + {smallest - 1} & 1
        if inside >= {smallest} - spare and G_top[0] < most:
            if u < 0:
                u = usable(m_hand, m_own, m_wilds, m_wild)
                for a in range(0, {length + 1}):
                    Gm_at[a] = 0
                for i in range(0, u):
                    if G_own[i]:
                        m_x = m_PLACES[G_use[i]]
                        while m_x != 0:
                            Gm_at[LOW(m_x)] = Gm_at[LOW(m_x)] | BIT(i)
                            m_x = REST(m_x)
                Gm_may[0] = 0
                for i in range(0, u):
                    if G_may[i]:
                        Gm_may[0] = Gm_may[0] | BIT(i)
{counted}            {name}_from(start, m_hand, once, most, g{more})
        inside += -(there >> start & 1)
    return 0

def {name}_from(start, m_hand, once, most, g{more}):
    d = 0
    i = 0
    naturals = 0
    place = start
    m_natural = Gm_at[start]
    w = 0
    m_next = m_natural
    if {few}:
        m_next = m_natural | Gm_may[0]
{self._begun("    ")}    while G_top[0] < most:
        go = 0
        while m_next != 0 and go == 0:
            i = LOW(m_next)
            m_next = REST(m_next)
            go = 1 if G_used[i] < G_have[i] else 0
        if go:
            Gm_next[d] = m_next
            own = 1 if (m_natural & BIT(i)) != 0 else 0
            G_path[d] = i
            G_step[d] = own
            G_kind[d] = G_use[i]
            G_role_of[d] = G_use[i] if own else T_ROLE[g * {length} + place]
            G_place_of[d] = place
            G_used[i] += 1
            naturals += own
{self._count("", "            ")}            d += 1
            place += 1
            if {self._allows("naturals", "d")}{self._added()}:
                list_meld({self.number}, d, m_hand, once)
            m_natural = Gm_at[place]
            w = d - naturals
            m_next = m_natural
            if place == {length} or not {self._cap()}:
                m_next = 0
            else:
                if {few}:
                    m_next = m_natural | Gm_may[0]
        else:
            if d == 0:
                return 0
            d += -1
            place += -1
            m_natural = Gm_at[place]
            m_next = Gm_next[d]
            i = G_path[d]
            G_used[i] += -1
            naturals += -G_step[d]
{self._count("-", "            ")}    return 0
"""
