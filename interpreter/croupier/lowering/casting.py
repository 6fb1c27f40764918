"""What the cards of melds stand for: of melds that lie on the table, and of those that are being chosen or looked at.

The cards of a meld in hand are cast in it (`Gm_cast`) as long as a sentence is about it: `G_in` is the meld of a card,
`G_cast_at` where the card stands among the cards of melds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.meldlist import LONGEST
from croupier.lowering.names import Names
from croupier.lowering.shapes import InMeld, Meld, One, Shape, StoredMelds
from croupier_dsl import ir
from croupier_dsl.analysis import CAST

Found = TypeVar("Found")

TEXT = """
Gm_cast = [0] * 1
Gm_gone = [0] * 1
G_in = [0] * 1024
G_cast_at = [0] * 1024
G_means = [0] * 1024

def cast(h):
    for i in range(G_from[h], G_upto[h]):
        G_in[G_card[i]] = h
        G_cast_at[G_card[i]] = i
    Gm_cast[0] = Gm_cast[0] | Gm_meld[h]
    return 0

def cast_still(h):
    cast(h)
    Gm_cast[0] = Gm_cast[0] & ~Gm_gone[0]
    return 0

def open_kinds(h, place):
    p = G_follows[h] * ALL_KINDS
    g = -1
    bits = 0
    for i in range(G_from[h], G_upto[h]):
        r = G_stands[i]
        if r >= 0:
            if g < 0:
                g = T_GROUPS[p + r]
            if T_VARIED[G_follows[h]]:
                bits = bits | 1 << T_DIFFERS[p + r]
    n = 0
    for k in range(0, ALL_KINDS):
        own = T_GROUPS[p + k]
        if own >= 0 and (g < 0 or own == g):
            go = 1
            if T_RUN[G_follows[h]]:
                go = T_PLACES[p + k] >> place & 1
            else:
                if T_VARIED[G_follows[h]]:
                    go = 1 - (bits >> T_DIFFERS[p + k] & 1)
            if go:
                G_means[n] = k
                n += 1
    return n

def meanings(S, card):
    h = meld_of(S, card)
    if h == NOTHING:
        return 0
    for i in range(G_from[h], G_upto[h]):
        if G_card[i] == card:
            if G_stands[i] >= 0:
                G_means[0] = G_stands[i]
                return 1
            return open_kinds(h, G_lies[i])
    return 0

def stands_for(S, card):
    top = G_top[0]
    n = meanings(S, card)
    G_top[0] = top
    return n

def role_of(S, card):
    if stands_for(S, card) != 1:
        return NOTHING
    return card if G_means[0] == T_KIND[card] else T_SAMPLE[G_means[0]]

def place_in_meld(S, card):
    top = G_top[0]
    h = meld_of(S, card)
    G_top[0] = top
    if h == NOTHING:
        return NOTHING
    for i in range(G_from[h], G_upto[h]):
        if G_card[i] == card:
            return G_lies[i] + 1 if G_lies[i] >= 0 else NOTHING
    return NOTHING
"""


class Casting(Names):
    """The part of the lowering that knows what cards stand for. `cast_now`: the melds in which cards are cast where
    lines are written now, the innermost last; `cast_base`: so many of them by a list of statements, until they are
    moved."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.cast_now: tuple[Meld | StoredMelds, ...] = ()
        self.cast_base = 0
        self.casting = self.program.planner.cast_slot is not None
        self._roles: dict[str, str] = {}

    def casts(self, expr: ir.Expr | ir.Table) -> bool:
        """Does it ask what cards stand for?"""
        return self.casting and CAST in self.facts.reads(expr)

    # ------------------------------------------------------------ which cards are cast
    @contextmanager
    def cast_in(self, meld: Shape | None) -> Iterator[None]:
        """Meanwhile the cards of a meld in hand, or of several, are cast in it. What is worked out meanwhile has to be
        put down before the end."""
        if not isinstance(meld, Meld | StoredMelds) or not self.casting or meld in self.cast_now:
            yield
            return
        if isinstance(meld, Meld) and not meld.found:
            yield
            return
        before = self.cast_now
        self._cast(meld)
        self.cast_now = (*before, meld)
        yield
        self._cast_anew(before)

    def _cast(self, meld: Meld | StoredMelds, function: str = "cast") -> None:
        self.lists()
        if isinstance(meld, StoredMelds):
            i = self.name("i")
            with self.block(f"for {i} in range(0, {meld.count}):"):
                self.line(f"{function}({meld.array}[{i}])")
        elif meld.nil:
            with self.block(f"if {meld.found} != {NIL}:"):
                self.line(f"{function}({meld.found})")
        else:
            self.line(f"{function}({meld.found})")

    def _cast_anew(self, melds: tuple[Meld | StoredMelds, ...]) -> None:
        self.line("Gm_cast[0] = 0")
        for number, each in enumerate(melds):
            self._cast(each, "cast_still" if number < self.cast_base else "cast")
        self.cast_now = melds

    def cast_by_list(self, env: Env) -> None:
        """The melds that a list of statements has in hand are cast, from here on."""
        those = (env[slot] for slot in sorted(env))
        melds = tuple(
            each for each in those if isinstance(each, StoredMelds) or (isinstance(each, Meld) and each.found)
        )
        if not self.casting or not melds:
            return
        self.lists()
        self.line("Gm_gone[0] = 0")
        self.cast_base = len(melds)
        self._cast_anew(melds)

    def cast_no_more(self, cards: str) -> None:
        """These cards have been moved."""
        if self.cast_base:
            self.line(f"Gm_gone[0] = Gm_gone[0] | {cards}")
            self.line(f"Gm_cast[0] = Gm_cast[0] & ~{cards}")

    def end_casting(self) -> None:
        """The list is over."""
        self.leave_casting()
        self.cast_now, self.cast_base = (), 0

    def leave_casting(self) -> None:
        """The list is left in its middle."""
        if self.cast_base:
            self.line("Gm_cast[0] = 0")

    def nothing_cast(self) -> None:
        """Written where a list, or what is chosen, begins."""
        self.cast_now, self.cast_base = (), 0
        if self.casting:
            self.lists()
            self.line("Gm_cast[0] = 0")

    def about_each(self, collection: Shape, expr: ir.Expr, body: Callable[[Shape], Found]) -> Callable[[Shape], Found]:
        """What is said of each of a collection, by an expression: of melds, with the cards of each cast in it; of the
        cards of a meld, with these; and with what is cast where it is written, wherever it is worked out."""
        if not self.casts(expr):
            return body
        outside = self.cast_now
        of = collection.meld if isinstance(collection, InMeld) else None

        def inside(item: Shape) -> Found:
            there = self.cast_now
            if there != outside:
                self._cast_anew(outside)
            with self.cast_in(item if isinstance(item, Meld) else of):
                found = self.under_name(body(item))
            if there != outside:
                self._cast_anew(there)
            return found

        return inside

    def under_name(self, found: Found) -> Found:
        if isinstance(found, One):
            return self.copied(found)  # type: ignore[return-value]  # it is one as well
        return self.atom(found) if isinstance(found, str) else found  # type: ignore[return-value]  # likewise

    # ------------------------------------------------------------ what they stand for
    def role_attribute(self, name: str, card: One) -> One:
        """An attribute of what a card stands for, where all that it may stand for agree in it."""
        self._asked()
        if name not in self._roles:
            self._roles[name] = function = self.name("role_")
            columns = [attribute.name for attribute in self.program.rules.cards.attributes]
            values = [kind.values[columns.index(name)] for kind in self.program.kinds]
            column = self.table([NIL if value is None else int(value) for value in values])
            with self.function(f"{function}(S, card)"):
                self.line("n = stands_for(S, card)")
                with self.block("if n == 0:"):
                    self.line(f"return {NIL}")
                self.line(f"found = {column}[G_means[0]]")
                with self.block("for i in range(1, n):"):
                    with self.block(f"if {column}[G_means[i]] != found:"):
                        self.line(f"return {NIL}")
                self.line("return found")
        return self.mapped(card, lambda c: One(self.let(f"{self._roles[name]}(S, {c})"), True))

    def role(self, card: One) -> One:
        self._asked()
        return self.mapped(card, lambda c: One(self.let(f"role_of(S, {c})"), True))

    def place(self, card: One) -> One:
        """The place of a card in its run, or in a row."""
        self._asked()
        return self.mapped(card, lambda c: One(self.let(f"place_of(S, {c})"), True))

    def meld_of_card(self, card: One) -> Meld:
        self._asked()
        return self.meld_found(self.mapped(card, lambda c: self.let(f"meld_of(S, {c})")).text, None, nil=True)

    def _asked(self) -> None:
        self.lists()
        self._roles.setdefault("", "")

    def write_casting(self) -> None:
        """What is asked of cards in melds, if anything is."""
        if self.layout.casts and (self.listings or self.lies_asked):
            self._lying_functions()
        if not self._roles:
            if self.casting:
                self.functions += TEXT.partition("\ndef open_kinds")[0].splitlines()
            return
        names, kinds = list(self.program.combos.patterns), len(self.program.kinds)
        groups: list[int] = []
        differs: list[int] = []
        lying: list[int] = []
        for name in names:
            pattern = self.program.combos.patterns[name]
            form = self.form(pattern)
            if pattern.length > LONGEST or max(pattern.different or (0,)) >= LONGEST:
                raise Unlowered(f"what cards of {name} stand for")
            groups += form.groups
            differs += pattern.different or (0,) * kinds
            lying += [sum(1 << place for place in places) for places in form.places]
        patterns = self.program.combos.patterns.values()
        found = {
            "T_GROUPS": self.table(groups), "T_DIFFERS": self.table(differs), "T_PLACES": self.table(lying),
            "T_VARIED": self.table([int(pattern.different is not None) for pattern in patterns]),
            "T_RUN": self.table([int(pattern.places is not None) for pattern in patterns]),
            "T_KIND": self.kinds()[1], "ALL_KINDS": str(kinds), "NOTHING": str(NIL),
            "T_SAMPLE": self.table([NIL if card is None else card for card in self.program.combos.sample]),
        }  # fmt: skip
        text = TEXT
        for what, table in found.items():
            text = text.replace(what, table)
        self.functions += text.splitlines()
        with self.function("meld_of(S, card)"):
            with self.block("if (Gm_cast[0] & BIT(card)) != 0:"):
                self.line("return G_in[card]")
            step = self.layout.words + 1
            for place in self.layout.every_place():
                if self.layout.form(place[0]) == "melds":
                    at = self.start_of(place)
                    with self.block(f"for i in range(0, S[{at}]):"):
                        with self.block(f"if (Z[{at} + 2 + i * {step}] & BIT(card)) != 0:"):
                            self.line(f"return take_up(S, Z[{at} + 2 + i * {step}], S[{at} + 1 + i * {step}])")
            self.line(f"return {NIL}")
        with self.function("place_of(S, card)"):
            self.line("found = place_in_meld(S, card)")
            with self.block(f"if found != {NIL}:"):
                self.line("return found")
            for place in self.layout.every_place():
                if self.layout.form(place[0]) == "row":
                    at = self.start_of(place)
                    with self.block(f"for i in range(0, S[{at}]):"):
                        with self.block(f"if S[{at} + 2 + i] == card:"):
                            self.line("return i + 1")
            self.line(f"return {NIL}")

    def _lying_functions(self) -> None:
        """`first_lying(S, m_left)`: of some cards of a meld on the table the first; `take_up(S, m_cards, pattern)`: the
        meld as one that has been listed."""
        role, place = self.layout.cell("role", "", "card"), self.layout.cell("place", "", "card")
        kind = f"{self.kinds()[1]}[card]"
        with self.function("first_lying(S, m_left)"):
            self.line(f"best = {1 << 60}")
            self.line("found = 0")
            with self.block("while m_left != 0:"):
                self.line("card = LOW(m_left)")
                self.line("m_left = REST(m_left)")
                self.line(f"key = (4095 if {place} < 0 else {place}) * 2048 + {kind}")
                self.line(f"key = (key * 2 + (0 if {role} == {kind} else 1)) * 2048 + {role} + 1")
                with self.block("if key < best:"):
                    self.line("best = key")
                    self.line("found = card")
            self.line("return found")
        if not self.listings:
            return
        with self.function("take_up(S, m_cards, pattern)"):
            self.line("h = new_meld(POP(m_cards))")
            with self.block("if h < 0:"):
                self.line(f"return {NIL}")
            self.line("Gm_meld[h] = m_cards")
            self.line("G_follows[h] = pattern")
            with self.block("for i in range(G_from[h], G_upto[h]):"):
                self.line("card = first_lying(S, m_cards)")
                self.line("m_cards = m_cards & ~BIT(card)")
                self.line("G_card[i] = card")
                self.line(f"G_stands[i] = {role}")
                self.line(f"G_lies[i] = {place}")
            self.line("return h")
