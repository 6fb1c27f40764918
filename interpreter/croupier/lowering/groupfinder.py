"""Every sequence of groups of some cards, with what lies beside it, found in the order of the reference: functions in
the language of the kernel."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.combos.forms import Form
from croupier.lowering.meldlist import MOST_LISTED
from croupier_dsl import ir

MOST_SETS = 4_096
"""So many sets of cards may be in question at a time, for the groups of a hand and for what lies beside."""

TEXT = f"""
G_first = [0] * 256
G_turn = [0] * 256
G_pick = [0] * 256
G_begun = [0] * 1
G_laid = [0] * {ir.MOST_CARDS}
Gm_turn = [0] * 256
Gm_pick = [0] * 256
Gm_some = [0] * {MOST_SETS}
Gm_begun = [0] * {MOST_LISTED}

def m_copies(m_set, m_free):
    m_found = 0
    while m_set != 0:
        m_kind = m_KINDS[T_KIND[LOW(m_set)]]
        n = POP(m_set & m_kind)
        m_set = m_set & ~m_kind
        m_there = m_free & m_kind
        if POP(m_there) < n:
            return 0
        m_found = m_found | m_lowest(m_there, n)
    return m_found

def found_before(m_all):
    for i in range(0, G_begun[0]):
        if Gm_begun[i] == m_all:
            return 1
    if G_begun[0] == {MOST_LISTED}:
        G_full[0] = 1
        return 1
    Gm_begun[G_begun[0]] = m_all
    G_begun[0] += 1
    return 0

def ways_of(m_set, m_hand):
    n = 1
    while m_set != 0:
        m_kind = m_KINDS[T_KIND[LOW(m_set)]]
        have = POP(m_hand & m_kind)
        for i in range(0, POP(m_set & m_kind)):
            n = n * (have - i) // (i + 1)
        m_set = m_set & ~m_kind
    return n

def lay_out(m_left, j, place):
    while m_left != 0:
        G_laid[j] = LOW(m_left)
        G_kind[j] = T_KIND[G_laid[j]]
        m_left = REST(m_left)
        G_role_of[j] = G_kind[j]
        G_place_of[j] = place
        j += 1
    return j
"""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of all the cards of a sequence, as functions of the position; "" where nothing is. `plain`: of a
    set of cards, what counts nothing; `laid`: of how many have been laid out, what depends on their order; `counted`:
    of the cards, how many have been laid out and how many melds they stand for, what counts, by the cell `counting`."""

    plain: str = ""
    laid: str = ""
    counted: str = ""
    counting: str = ""


class GroupFinder:
    """The functions of one pattern. `number`: that of the pattern; `tables`: the names of its tables by what they hold;
    `asked`: whether the cards that have been laid out are what the combo asks of all its cards, "" where it asks for
    nothing.

    `m_MEMBERS` has the cards of each value that a group shares and `T_SPOTS` its places as bits, `m_FURTHER` the cards
    of each value that is shared by what lies beside. A set of cards stands for all that read the same: it has the
    lowest copies that are there.
    """

    sums: tuple[str, ...] = ()

    def __init__(self, name: str, form: Form, number: int, tables: dict[str, str], asked: Asked) -> None:
        self.name, self.form, self.number, self.tables, self.asked = name, form, number, tables, asked

    @property
    def given(self) -> str:
        """What the functions are given before all else: the position, if anything is asked of the cards."""
        return "S, " if self.asked != Asked() else ""

    def text(self) -> str:
        made = self._places() + self._from() + self._beside() + self._made()
        assert self.form.group is not None
        made += self._sets(f"{self.name}_group", self.form.group)
        if self.form.pattern.beside:
            assert self.form.further is not None
            made += self._sets(f"{self.name}_further", self.form.further)
        for what, table in {**self.tables, "GIVEN, ": self.given}.items():
            made = made.replace(what, table)
        return made

    def _places(self) -> str:
        """The groups at each place; then what begins at each."""
        name, length = self.name, self.form.length
        return f"""
def {name}(GIVEN, m_hand, m_wild, once, most):
    q = 0
    for p in range(0, {length}):
        G_first[p] = q
        for g in range(0, ALL_GROUPS):
            if T_SPOTS[g] >> p & 1:
                q = {name}_group(m_hand & m_MEMBERS[g], q)
    G_first[{length}] = q
    for start in range(0, {length}):
        if G_top[0] < most:
            {name}_from(GIVEN, start, q, m_hand, once, most)
    return 0
"""

    def _from(self) -> str:
        """One group after the other, place by place."""
        name, length, bounds = self.name, self.form.length, self.form.bounds
        return f"""
def {name}_from(GIVEN, start, q, m_hand, once, most):
    G_begun[0] = 0
    d = 0
    m_taken = 0
    G_turn[0] = G_first[start]
    while d >= 0 and G_top[0] < most:
        p = start + d
        m_set = 0
        if p < {length} and d < {min(bounds.cap, length)}:
            while m_set == 0 and G_turn[d] < G_first[p + 1]:
                m_set = m_copies(Gm_some[G_turn[d]], m_hand & ~m_taken)
                if m_set == 0:
                    G_turn[d] += 1
        if m_set != 0:
            m_taken = m_taken | m_set
            Gm_turn[d] = m_set
            d += 1
            if p + 1 < {length}:
                G_turn[d] = G_first[p + 1]
            if d >= {bounds.smallest}:
                {name}_beside(GIVEN, start, d, q, m_taken, m_hand, once, most)
        else:
            d += -1
            if d >= 0:
                m_taken = m_taken & ~Gm_turn[d]
                G_turn[d] += 1
    return 0
"""

    def _beside(self) -> str:
        """What may lie beside, of the cards that are left, one set after the other."""
        name, beside = self.name, self.form.pattern.beside
        head = f"\ndef {name}_beside(GIVEN, start, n, base, m_taken, m_hand, once, most):\n"
        made = f"{name}_made(GIVEN, start, n, m_taken, m_now, m_hand, once)"
        if not beside:
            return f"{head}    m_now = 0\n    {made}\n    return 0\n"
        return f"""{head}    want = {beside} * n
    q = base
    m_rest = m_hand & ~m_taken
    for g in range(0, ALL_FURTHER):
        q = {name}_further(m_rest & m_FURTHER[g], q)
    d = 0
    i = base
    m_now = 0
    while d >= 0 and G_top[0] < most:
        m_set = 0
        if d < want:
            while m_set == 0 and i < q:
                m_set = m_copies(Gm_some[i], m_rest & ~m_now)
                if m_set == 0:
                    i += 1
        if m_set != 0:
            G_pick[d] = i
            Gm_pick[d] = m_set
            m_now = m_now | m_set
            d += 1
            if d == want:
                {made}
        else:
            d += -1
            if d >= 0:
                i = G_pick[d] + 1
                m_now = m_now & ~Gm_pick[d]
    return 0
"""

    def _made(self) -> str:
        """The cards of the groups and those beside, if the same have not been found from this place on."""
        again = "    if found_before(m_all):\n        return 0\n" if self.form.pattern.beside else ""
        return f"""
def {self.name}_made(GIVEN, start, n, m_taken, m_now, m_hand, once):
    m_all = m_taken | m_now
{again}{self._plain()}    many = 0
    for j in range(0, n):
        many = lay_out(Gm_turn[j], many, start + j)
    many = lay_out(m_now, many, -1)
{self._laid_out()}    list_meld({self.number}, many, m_hand, once)
    return 0
"""

    def _plain(self) -> str:
        """Nothing is counted as it is asked: it is a set of cards."""
        return f"    if not {self.asked.plain}(S, m_all):\n        return 0\n" if self.asked.plain else ""

    def _laid_out(self) -> str:
        """They have been laid out in their order. What counts is asked as often as the reference asks it: of the melds
        of other copies too, unless it holds and no more of those that read the same are wanted."""
        counting, asked = self.asked.counting, self.asked.counted
        if self.asked.laid:
            return f"    if not {self.asked.laid}(S, many):\n        return 0\n"
        if not asked:
            return ""
        return f"""    ways = ways_of(m_all, m_hand)
    if not {asked}(S, m_all, many, 1 if once else ways):
        if once and ways > 1 and {counting} != 0:
            {asked}(S, m_all, many, ways - 1)
        return 0
"""

    def _sets(self, name: str, form: Form) -> str:
        """Every set of these cards, which share a value, that is neither too small nor too large."""
        bounds = form.bounds
        return f"""
def {name}(m_own, low):
    q = low
    u = 0
    m_x = m_own
    while m_x != 0:
        G_use[u] = LOW(m_x)
        m_x = REST(m_x)
        u += 1
    d = 0
    i = 0
    m_now = 0
    while d >= 0 and u >= {bounds.smallest}:
        if i < u and d < {min(bounds.cap, 1 << 10)}:
            G_path[d] = i
            m_now = m_now | BIT(G_use[i])
            d += 1
            i += 1
            if d >= {bounds.smallest}:
                if q >= {MOST_SETS}:
                    G_full[0] = 1
                    return q
                Gm_some[q] = m_now
                q += 1
        else:
            d += -1
            if d >= 0:
                i = G_path[d]
                m_now = m_now & ~BIT(G_use[i])
                k = T_KIND[G_use[i]]
                while i < u and T_KIND[G_use[i]] == k:
                    i += 1
    return q
"""
