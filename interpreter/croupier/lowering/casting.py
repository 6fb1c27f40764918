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
from croupier.lowering.shapes import Cards, InMeld, Made, Meld, One, Shape, StoredMelds, places
from croupier.lowering.spots import Spots
from croupier_dsl import ir
from croupier_dsl.analysis import CAST, nodes

Found = TypeVar("Found")

TEXT = """
Gm_cast = [0] * 1
Gm_gone = [0] * 1
G_in = [0] * 1024
G_cast_at = [0] * 1024
G_means = [0] * 1024

def cast_meld(h):
    for i in range(G_from[h], G_upto[h]):
        card = G_card[i]
        G_in[card] = h
        G_cast_at[card] = i
    Gm_cast[0] = Gm_cast[0] | Gm_meld[h]
    return 0

def cast_still(h):
    cast_meld(h)
    Gm_cast[0] = Gm_cast[0] & ~Gm_gone[0]
    return 0

def open_kinds(h, place):
    p = G_follows[h] * ALL_KINDS
    m_left = 0
    bits = 0
    for i in range(G_from[h], G_upto[h]):
        r = G_stands[i]
        if r >= 0:
            if m_left == 0:
                m_left = m_MATES[p + r]
            if T_VARIED[G_follows[h]]:
                bits = bits | 1 << T_DIFFERS[p + r]
    if m_left == 0:
        m_left = m_SOME[G_follows[h]]
    n = 0
    while m_left != 0:
        k = LOW(m_left)
        m_left = REST(m_left)
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

def cast_kinds(card):
    i = G_cast_at[card]
    if G_stands[i] >= 0:
        G_means[0] = G_stands[i]
        return 1
    return open_kinds(G_in[card], G_lies[i])

def cast_role(card):
    if cast_kinds(card) != 1:
        return NOTHING
    return card if G_means[0] == T_KIND[card] else T_SAMPLE[G_means[0]]

def cast_place(card):
    at = G_lies[G_cast_at[card]]
    return at + 1 if at >= 0 else NOTHING
"""


class Casting(Spots):
    """The part of the lowering that knows what cards stand for. `cast_now`: the melds in which cards are cast where
    lines are written now, the innermost last; `cast_base`: so many of them by a list of statements, until they are
    moved."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.cast_now: tuple[Meld | StoredMelds, ...] = ()
        self.cast_base = 0
        melds = any(isinstance(node, ir.Melds) for node in nodes(self.rules))
        self.casting = melds and self.program.planner.cast_slot is not None
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
        self._cast_meld(meld)
        self.cast_now = (*before, meld)
        yield
        self._cast_anew(before)

    def _cast_meld(self, meld: Meld | StoredMelds, function: str = "cast_meld") -> None:
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
        self.unsaid("Gm_cast[0] = 0", "cast_meld(")  # nobody has asked for what was cast just before
        self.line("Gm_cast[0] = 0")
        for number, each in enumerate(melds):
            self._cast_meld(each, "cast_still" if number < self.cast_base else "cast_meld")
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
    def _cast_or_lying(self, card: One, cast: str, lying: Callable[[One], One]) -> One:
        """What a function says of a card that is cast in a meld in hand, else what is said of one that lies in one on
        the table."""
        if not self.casting or (card.at and all(self.layout.form(zone) == "melds" for zone, _ in card.at)):
            return lying(card)
        self._asks_cast()

        def of(c: str) -> One:
            found = self.let(str(NIL))
            with self.block(f"if (Gm_cast[0] & BIT({c})) != 0:"):
                self.line(f"{found} = {cast}({c})" if cast else "pass")
            with self.block("else:"):
                self.line(f"{found} = {lying(One(c, at=card.at)).text}")
            return One(found, True)

        return self.mapped(card, of)

    def role_attribute_now(self, name: str, card: One) -> One:
        """An attribute of what a card stands for, where all that it may stand for agree in it."""
        if self.casting and name not in self._roles:
            self._roles[name] = function = self.name("cast_role_")
            columns = [attribute.name for attribute in self.program.rules.cards.attributes]
            values = [kind.values[columns.index(name)] for kind in self.program.kinds]
            column = self.table([NIL if value is None else int(value) for value in values])
            with self.function(f"{function}(card)"):
                self.line("i = G_cast_at[card]")
                with self.block("if G_stands[i] >= 0:"):
                    self.line(f"return {column}[G_stands[i]]")
                self.line("n = open_kinds(G_in[card], G_lies[i])")
                with self.block("if n == 0:"):
                    self.line(f"return {NIL}")
                self.line(f"found = {column}[G_means[0]]")
                with self.block("for i in range(1, n):"):
                    with self.block(f"if {column}[G_means[i]] != found:"):
                        self.line(f"return {NIL}")
                self.line("return found")
        return self._cast_or_lying(card, self._roles.get(name, ""), lambda c: self.role_attribute(name, c))

    def role_now(self, card: One) -> One:
        """The card that it stands for, where that is one."""
        return self._cast_or_lying(card, "cast_role", self.role)

    def place_now(self, card: One) -> One:
        """The place of a card in its run, or in a row."""
        return self._cast_or_lying(card, "cast_place", self.place_of)

    def spot_of_now(self, card: One) -> One:
        """The spot that a card holds; a card that is cast in a meld in hand holds none."""
        found = self._cast_or_lying(card, "", self.spot_of)
        known = None if card.at is None else tuple(p for p in card.at if self.layout.form(p[0]) in ("row", "melds"))
        return found if found.at is not None else One(found.text, True, known)

    def meld_of_now(self, card: One) -> Meld:
        """The meld that a card is cast in, or lies in."""
        if not self.casting or (card.at and all(self.layout.form(zone) == "melds" for zone, _ in card.at)):
            return self.meld_of(card)
        self._asks_cast()
        of, found = self.copied(card), self.let(str(NIL))
        with self.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"):
            with self.block(f"if (Gm_cast[0] & BIT({of.text})) != 0:"):
                self.line(f"{found} = G_in[{of.text}]")
            with self.block("else:"):
                lying = self.meld_of(One(of.text, at=card.at))
                with self.block(f"if {lying.text} != 0:"):
                    self.line(f"{found} = take_up(S, {lying.text}, {lying.pattern})")
        return self.meld_found(found, None, nil=True)

    def wilds_in(self, meld: Shape, which: str) -> Shape:
        """The cards of a meld, or of several, that stand in for others, or those that stand for themselves."""
        match meld:
            case Meld() if meld.found:
                return InMeld(meld, which)
            case Meld() if self.on_table(meld):
                return self.wilds_of(meld, standing_in=which == "wilds")
            case Meld():  # of cards that are all alike, of which none is wild
                return Cards(()) if which == "wilds" else self.somewhere(meld.text, meld)
            case _ if self.of_melds(meld):
                return Made(meld, lambda each: self.wilds_in(each, which), places(meld))
        raise Unlowered(f"the {which} of several melds")

    def _asks_cast(self) -> None:
        self.lists()
        self._roles.setdefault("", "")

    def write_casting(self) -> None:
        """What is asked of cards that are cast, if anything is."""
        if self.layout.casts and self.listings:
            self._take_up()
        if not self._roles:
            if self.casting:
                self.functions += TEXT.partition("\ndef open_kinds")[0].splitlines()
            return
        kinds = len(self.program.kinds)
        mates: list[int] = []
        some: list[int] = []
        differs: list[int] = []
        lying: list[int] = []
        for name, pattern in self.program.combos.patterns.items():
            form = self.form(pattern)
            if pattern.length > LONGEST or max(pattern.different or (0,)) >= LONGEST:
                raise Unlowered(f"what cards of {name} stand for")
            groups = form.groups
            alike = {own: sum(1 << kind for kind, its in enumerate(groups) if its == own) for own in set(groups)}
            mates += [alike[own] if own >= 0 else 0 for own in groups]
            some.append(sum(those for own, those in alike.items() if own >= 0))
            differs += pattern.different or (0,) * kinds
            lying += [sum(1 << place for place in places) for places in form.places]
        patterns = self.program.combos.patterns.values()
        found = {
            "m_MATES": self.table(mates, "m_"), "m_SOME": self.table(some, "m_"), "T_DIFFERS": self.table(differs),
            "T_PLACES": self.table(lying),
            "T_VARIED": self.table([int(pattern.different is not None) for pattern in patterns]),
            "T_RUN": self.table([int(pattern.places is not None) for pattern in patterns]),
            "T_KIND": self.kinds()[1], "ALL_KINDS": str(kinds), "NOTHING": str(NIL),
            "T_SAMPLE": self.table([NIL if card is None else card for card in self.program.combos.sample]),
        }  # fmt: skip
        text = TEXT
        for what, table in found.items():
            text = text.replace(what, table)
        self.functions += text.splitlines()

    def _take_up(self) -> None:
        """`take_up(S, m_cards, pattern)`: a meld on the table as one that has been listed."""
        first = self.first_in()
        with self.function("take_up(S, m_cards, pattern)"):
            self.line("h = new_meld(POP(m_cards))")
            with self.block("if h < 0:"):
                self.line("return 0")
            self.line("Gm_meld[h] = m_cards")
            self.line("G_follows[h] = pattern")
            with self.block("for i in range(G_from[h], G_upto[h]):"):
                self.line(f"card = {first}(S, m_cards, -1)")
                self.line("m_cards = m_cards & ~BIT(card)")
                self.line("G_card[i] = card")
                self.line(f"G_stands[i] = {self.layout.cell('role', '', 'card')}")
                self.line(f"G_lies[i] = {self.layout.cell('place', '', 'card')}")
            self.line("return h")
