"""Melds on the table: the order of their cards, what each stands for, and in which of them a card lies."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from croupier.combos.forms import Form
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.meldlist import MANY
from croupier.lowering.names import Names
from croupier.lowering.shapes import InMeld, Kept, Meld, One, Shape

LONGEST_SEQUENCE = 62
BESIDE = 1 << 12
"""Where cards come that have no place: behind all that have one."""


class Patterns:
    """What is demanded of melds, pattern by pattern, as columns of tables; `groups`: the kinds that share a meld, those
    of one pattern after those of another; `columns`: how many places the longest sequence has."""

    def __init__(self, forms: list[Form], kinds: int, cards_of: Callable[[set[int]], int]) -> None:
        self.columns = max([form.length for form in forms] + [1])
        if self.columns > LONGEST_SEQUENCE:
            raise Unlowered("spots of so long a sequence")
        bounds = [form.bounds for form in forms]
        self.cap = [0 if form.pattern.shut else form.bounds.cap for form in forms]
        self.least = [bound.smallest for bound in bounds]
        self.most = [bound.most for bound in bounds]
        self.fewer = [-MANY if bound.fewer is None else bound.fewer for bound in bounds]
        self.length = [form.length for form in forms]
        self.grouped = [int(form.pattern.group is not None) for form in forms]
        self.group_of: list[int] = []
        self.groups: list[int] = []
        self.joining: list[int] = []
        self.at: list[int] = []
        self.role_at: list[int] = []
        self.rivals: list[int] = []
        every = range(kinds)
        for form in forms:
            first = len(self.groups)
            self.group_of += [-1 if group < 0 else first + form.values.index(group) for group in form.groups]
            self.groups += [cards_of({kind for kind in every if form.groups[kind] == group}) for group in form.values]
            self.joining.append(cards_of({kind for kind in every if form.groups[kind] >= 0}))
            for place in range(self.columns):
                self.at.append(cards_of({kind for kind in every if place in form.places[kind]}))
            for group in form.values:
                self.role_at += [form.roles.get((group, place), -1) for place in range(self.columns)]
            differ = form.pattern.different
            for kind in every:
                same = set() if differ is None else {other for other in every if differ[other] == differ[kind]}
                self.rivals.append(cards_of(same))


class Lying(Names):
    """The part of the lowering that knows melds on the table. `fitting`: of spots by their names, the name of the set
    of cards that fit there, where that has been worked out. `fits_are_asked`: is it asked of the spots of melds that
    are gone through now? `meld_by_card`: of cards by their names, the meld that each lies in."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self._in_text: set[str] = set()
        self.fits_are_asked = False
        self.meld_by_card: dict[str, Meld] = {}
        self.fitting: dict[str, str] = {}

    # ------------------------------------------------------------ what is there
    @cached_property
    def patterns(self) -> Patterns:
        kinds = len(self.program.kinds)
        of_kind = [0] * kinds
        for card, kind in enumerate(self.program.kind_of):
            of_kind[kind] |= 1 << card

        def cards_of(those: set[int]) -> int:
            return sum(of_kind[kind] for kind in those)

        forms = [
            Form(each, number, kinds, frozenset()) for number, each in enumerate(self.program.combos.patterns.values())
        ]
        return Patterns(forms, kinds, cards_of)

    def zones_of(self, *forms: str) -> list[str]:
        """The zones of these forms."""
        return [zone for zone in self.layout.zones if self.layout.form(zone) in forms]

    @property
    def starts(self) -> str:
        """A table: the first cell of each place, by its number."""
        return self.table([int(self.layout.at("zone", *place)) for place in self.layout.every_place()])

    @property
    def rows(self) -> str:
        """A table: which places are rows."""
        return self.table([int(self.layout.form(zone) == "row") for zone, _ in self.layout.every_place()])

    def place_number(self, name: str, subject: str | None) -> str:
        """The number of a place among all."""
        first = self.layout.every_place().index((name, self.layout.subjects(name)[0]))
        if subject is None or subject.isdigit():
            return str(first + int(subject or 0))
        return f"({first} + {subject})"

    def helper(self, head: str, write: Callable[[], None]) -> str:
        """The name of a function, which is written if it is not yet."""
        name = head.partition("(")[0]
        if name not in self._in_text:
            self._in_text.add(name)
            outside = self.pure, self.known, self.fitting, self.fits_are_asked
            self.pure, self.known, self.fitting, self.fits_are_asked = True, [{}], {}, False
            with self.function(head):
                write()
            self.pure, self.known, self.fitting, self.fits_are_asked = outside
        return name

    # ------------------------------------------------------------ where a card lies
    def home_among(self, *forms: str) -> str:
        """A function: the number of the place where a card lies, of those of some forms; -1 elsewhere."""

        def write() -> None:
            for zone in self.zones_of(*forms):
                base, start = self.program.zone_base[zone], int(self.layout.at("zone", zone, "0"))
                with self.block(f"for i in range(0, {len(self.layout.subjects(zone))}):"):
                    self.line(f"at = {start} + i * {self.layout.stride[zone]}")
                    match self.layout.form(zone):
                        case "set":
                            with self.block("if (Z[at] & BIT(card)) != 0:"):
                                self.line(f"return {base} + i")
                        case "melds":
                            with self.block(f"if {self.layout.cell('role', '', 'card')} != {NIL}:"):
                                with self.block(f"if {self.meld_at()}(S, {base} + i, card) >= 0:"):
                                    self.line(f"return {base} + i")
                        case form:
                            first = self.layout.before(form)
                            with self.block(f"for j in range(at + {first}, at + {first} + S[at]):"):
                                with self.block("if S[j] == card:"):
                                    self.line(f"return {base} + i")
            self.line("return -1")

        return self.helper(f"home_{'_'.join(forms)}(S, card)", write)

    def home_of(self, card: One, *forms: str) -> str:
        """The number of the place of these forms where a card lies, as text; -1 elsewhere."""
        if card.at is not None:
            if not any(self.layout.form(zone) in forms for zone, _ in card.at):
                return "-1"
            if len(card.at) == 1 and card.at[0][1] not in self.perhaps:
                return self.place_number(*card.at[0])
        return f"{self.home_among(*forms)}(S, {card.text})"

    def meld_at(self) -> str:
        """`meld_at(S, place, card)`: the first cell of the meld in which a card lies, in a place; -1 if in none."""

        def write() -> None:
            step = self.layout.words + 1
            with self.block("if card < 0:"):
                self.line("return -1")
            self.line(f"at = {self.starts}[place]")
            with self.block("for i in range(0, S[at]):"):
                with self.block(f"if (Z[at + 2 + i * {step}] & BIT(card)) != 0:"):
                    self.line(f"return at + 1 + i * {step}")
            self.line("return -1")

        return self.helper("meld_at(S, place, card)", write)

    def first_in(self) -> str:
        """`first_in(S, m_meld, but)`: the first card of a meld on the table but this; -1 if there is none."""

        def write() -> None:
            self.line(f"best = {-NIL}")
            self.line("found = -1")
            with self.block("while m_meld != 0:"):
                self.line("card = LOW(m_meld)")
                self.line("m_meld = REST(m_meld)")
                with self.block("if card != but:"):
                    self.line(f"key = {self.order_in_meld('card')}")
                    with self.block("if key < best:"):
                        self.line("best = key")
                        self.line("found = card")
            self.line("return found")

        return self.helper("first_in(S, m_meld, but)", write)

    # ------------------------------------------------------------ the cards of a meld
    def each_in_meld(self, meld: Meld, body: Callable[[Shape], None]) -> None:
        """The cards of a meld that lies on the table, in their order."""
        left = self.let(meld.text, "m_")
        with self.block(f"while {left} != 0:"):
            rest, best, found = self.let(left, "m_"), self.let(str(-NIL)), self.let("0", "c")
            with self.block(f"while {rest} != 0:"):
                card = self.let(f"LOW({rest})", "c")
                self.line(f"{rest} = REST({rest})")
                key = self.let(self.order_in_meld(card))
                with self.block(f"if {key} < {best}:"):
                    self.line(f"{best} = {key}")
                    self.line(f"{found} = {card}")
            self.line(f"{left} = {left} & ~BIT({found})")
            body(One(found, at=meld.at))

    def order_in_meld(self, card: str) -> str:
        """What orders the cards of a meld on the table: the place, what has none last; the kind, what stands for itself
        first; what it stands for."""
        role, place = (self.layout.cell(what, "", card) for what in ("role", "place"))
        kind, kinds = f"{self.kinds()[1]}[{card}]", len(self.program.kinds)
        at = f"({place} if {place} >= 0 else {BESIDE})"
        return f"(({at} * {kinds} + {kind}) * 2 + ({role} != {kind})) * {kinds + 1} + {role}"

    def out_of_meld(self, cell: str, card: str) -> None:
        """A card leaves the meld of this cell; what is left of groups in sequence keeps no places."""
        self.line(f"Z[{cell} + 1] = Z[{cell} + 1] & ~BIT({card})")
        self.line(f"{self.layout.cell('role', '', card)} = {NIL}")
        self.line(f"{self.layout.cell('place', '', card)} = {NIL}")
        if any(self.patterns.grouped):
            left = self.name("m_")
            with self.block(f"if {self.table(self.patterns.grouped)}[S[{cell}]]:"):
                self.line(f"{left} = Z[{cell} + 1]")
                with self.block(f"while {left} != 0:"):
                    self.line(f"{self.layout.cell('place', '', f'LOW({left})')} = -1")
                    self.line(f"{left} = REST({left})")

    # ------------------------------------------------------------ what a card stands for
    def stands(self) -> str:
        """`m_stands(S, card)`: the cards of the kinds that a card in a meld may stand for."""

        def write() -> None:
            sets, patterns = self.kinds()[0], self.patterns
            role, place = (self.layout.cell(what, "", "card") for what in ("role", "place"))
            with self.block(f"if {role} == {NIL}:"):
                self.line("return m_nothing()")
            with self.block(f"if {role} >= 0:"):
                self.line(f"return {sets}[{role}]")
            self.line(f"cell = {self.meld_at()}(S, {self.home_among('melds')}(S, card), card)")
            self.line("p = S[cell]")
            self.shared_by("Z[cell + 1]")
            with self.block(f"if {self.table(patterns.length)}[p] > 0:"):
                self.line(f"return m_own & {self.table(patterns.at, 'm_')}[p * {patterns.columns} + {place}]")
            self.line("return m_own & ~m_taken")

        self.nothing()
        return self.helper("m_stands(S, card)", write)

    def nothing(self) -> str:
        """`m_nothing()`: no cards."""

        def write() -> None:
            self.line("m_x = 0")
            self.line("return m_x")

        return self.helper("m_nothing()", write)

    def shared_by(self, meld: str) -> None:
        """Of the cards of a meld of pattern `p`: `m_own`, the cards that could join as themselves, by what they share;
        `m_taken`, those that differ too little; `naturals`, `places` that are taken, as bits, and `shared`, the number
        of their group."""
        kinds, patterns, kind_of = len(self.program.kinds), self.patterns, self.kinds()[1]
        self.line(f"m_left = {meld}")
        for name in ("m_taken", "naturals", "places"):
            self.line(f"{name} = 0")
        self.line("shared = -1")
        with self.block("while m_left != 0:"):
            self.line("c = LOW(m_left)")
            self.line("m_left = REST(m_left)")
            self.line(f"r = {self.layout.cell('role', '', 'c')}")
            self.line(f"at_c = {self.layout.cell('place', '', 'c')}")
            with self.block("if at_c >= 0:"):
                self.line("places = places | 1 << at_c")
            with self.block("if r >= 0:"):
                self.line(f"shared = {self.table(patterns.group_of)}[p * {kinds} + r]")
                self.line(f"m_taken = m_taken | {self.table(patterns.rivals, 'm_')}[p * {kinds} + r]")
                with self.block(f"if r == {kind_of}[c]:"):
                    self.line("naturals += 1")
        groups, joining = self.table(patterns.groups, "m_"), self.table(patterns.joining, "m_")
        self.line(f"m_own = {groups}[shared] if shared >= 0 else {joining}[p]")

    def role_attribute(self, name: str, card: One) -> One:
        """An attribute of what a card stands for, where all that it may stand for agree in it."""
        column = self.program.attributes[name]
        number = list(self.program.attributes).index(name)

        def write() -> None:
            values = [NIL if value is None else int(value) for value in column]
            alike = [sum(1 << other for other, its in enumerate(values) if its == value) for value in values]
            self.line(f"m_kinds = {self.stands()}(S, card)")
            with self.block("if m_kinds == 0:"):
                self.line(f"return {NIL}")
            self.line("first = LOW(m_kinds)")
            with self.block(f"if (m_kinds & ~{self.table(alike, 'm_')}[first]) != 0:"):
                self.line(f"return {NIL}")
            self.line(f"return {self.table(values)}[first]")

        return self._asked(f"role_{number}(S, card)", write, card)

    def role(self, card: One) -> One:
        """The card that a card stands for, where that is one."""

        def write() -> None:
            sets, kind_of = self.kinds()
            self.line(f"m_kinds = {self.stands()}(S, card)")
            with self.block("if m_kinds == 0:"):
                self.line(f"return {NIL}")
            self.line("first = LOW(m_kinds)")
            with self.block(f"if (m_kinds & ~{sets}[{kind_of}[first]]) != 0:"):
                self.line(f"return {NIL}")
            self.line(f"return card if {kind_of}[card] == {kind_of}[first] else first")

        return self._asked("role_card(S, card)", write, card)

    def _asked(self, head: str, write: Callable[[], None], card: One) -> One:
        """What a function says of a card that lies in a meld; nothing of others. It is written only where
        there are zones of melds."""
        if not self.zones_of("melds") or self._elsewhere(card, "melds"):
            return One(str(NIL), True)
        name = self.helper(head, write)
        return self.mapped(card, lambda c: One(self.let(f"{name}(S, {c})"), True))

    def _elsewhere(self, card: One, *forms: str) -> bool:
        return card.at is not None and not any(self.layout.form(zone) in forms for zone, _ in card.at)

    def meld_of(self, card: One) -> Meld:
        """The meld that a card lies in."""
        zones = self.zones_of("melds")
        if not zones or self._elsewhere(card, "melds"):
            return Meld("0", (), "-1")
        known = card.at or self.layout.every_place()
        of = self.copied(card)
        cell = self.let("-1")
        there = self.layout.cell("role", "", of.text)
        with self.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"), self.block(f"if {there} != {NIL}:"):
            self.line(f"{cell} = {self.meld_at()}(S, {self.home_of(of, 'melds')}, {of.text})")
        at = tuple(place for place in known if self.layout.form(place[0]) == "melds")
        text = self.let(f"Z[{cell} + 1] if {cell} >= 0 else 0", "m_")
        return Meld(text, at, self.let(f"S[{cell}] if {cell} >= 0 else -1"), nil=True)

    def wilds_of(self, meld: Shape, *, standing_in: bool) -> Shape:
        """The cards of a meld that stand in for others, or those that stand for themselves."""
        if not isinstance(meld, Meld) or not self.on_table(meld):
            raise Unlowered("the wild cards of melds in hand")
        kind_of, wild = self.kinds()[1], self.atom(self.wild(), "m_")

        def passes(card: Shape) -> str:
            c = self.atom(self.single(card).text)
            own = f"{self.layout.cell('role', '', c)} == {kind_of}[{c}]"
            test = f"(({wild} & BIT({c})) != 0 and not {own})"
            return test if standing_in else f"(not {test})"

        return Kept(InMeld(meld), passes)

    def on_table(self, meld: Meld) -> bool:
        """Does the meld plainly lie on the table?"""
        return meld.at is not None and all(self.layout.form(zone) == "melds" for zone, _ in meld.at)
