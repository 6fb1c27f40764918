"""Cards to spots, and cards that change places: what has to be asked about what lies there before."""

from __future__ import annotations

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL
from croupier.lowering.shapes import Meld, One, Shape, places
from croupier.lowering.whereabouts import Whereabouts
from croupier_dsl import ir

FORMS = ("set", "pile", "row", "slot", "melds")


class Placing(Whereabouts):
    """The part of the lowering that knows how cards come to spots."""

    def one_card(self, what: ir.Expr, env: Env) -> One:
        """The card that is moved to a spot; more than one is a fault."""
        shape = self.shape(what, env)
        if isinstance(shape, One):
            return self.copied(shape)
        kept = self.kept(shape)
        self.fault_if(f"{self.count(kept)} > 1")
        return self.copied(self.single(self.first(kept)))

    def lay_on_spot(self, what: ir.Expr, spot: ir.Expr, env: Env) -> None:
        """One card to a spot of a meld or a row; nothing is laid nowhere."""
        card, where = self.one_card(what, env), self.copied(self.one(spot, env))
        with self.block(f"if {card.text} != {NIL}:" if card.nil else "if 1:"):
            if where.nil:
                self.fault_if(f"{where.text} == {NIL}")
            self.cast_no_more(f"BIT({card.text})")
            self.fault_if(f"{self._lay()}(S, {card.text}, {where.text})")
        for zone in self.zones_of("row", "melds"):
            self.moved_to(env, zone, None)

    def swap(self, one: ir.Expr, other: ir.Expr, env: Env) -> None:
        """Two cards change places; one with itself, or with nothing, does not move."""
        first, second = self.copied(self.one(one, env)), self.copied(self.one(other, env))
        with self.block(f"if {first.text} != {NIL} and {second.text} != {NIL}:"):
            self.cast_no_more(f"(BIT({first.text}) | BIT({second.text}))")
            self.fault_if(f"{self._swap()}(S, {first.text}, {second.text})")
        for zone in self.layout.zones:
            self.moved_to(env, zone, None)

    # ------------------------------------------------------------ by the number of the place
    def _by_zone(self, place: str, zone: str) -> str:
        """Is the place one of this zone? A test."""
        base = self.program.zone_base[zone]
        return f"{place} >= {base} and {place} < {base + len(self.layout.subjects(zone))}"

    def _moved_there(self, place: str, *forms: str) -> None:
        """It is counted that a card has moved to a place of these forms."""
        for zone in self.zones_of(*forms) if self.covers else ():
            with self.block(f"if {self._by_zone(place, zone)}:"):
                self.fires(self.layout.zones[zone].path)

    def _melded(self, pattern: str) -> None:
        """It is counted as what a meld has been laid."""
        for number, combo in enumerate(self.program.combos.patterns if self.covers else ()):
            with self.block(f"if {pattern} == {number}:"):
                self.fires(f"{self.combos[combo].path}.laid")

    def _entered(self, place: str, card: str) -> None:
        """State that lives while the card lies there begins."""
        for zone in self.living:
            with self.block(f"if {self._by_zone(place, zone)}:"):
                self.enters(card, zone)

    def _left(self, place: str, card: str) -> None:
        """State that lives while the card lies there ends."""
        zones = list(self.layout.zones) if self.layout.owned else list(self.living)
        for zone in zones:
            subject = None
            if self.layout.subjects(zone) != [None]:
                subject = f"({place} - {self.program.zone_base[zone]})"
            with self.block(f"if {self._by_zone(place, zone)}:"):
                self._leave((zone, subject), card)

    def _came(self, card: str, origin: str, place: str) -> None:
        """The rules that wait for cards that come from one place to another."""
        if self.watched:
            self.homing = True
            self.line(f"comes(S, {card}, {origin}, {place})")

    def _hidden(self, card: str) -> None:
        if self.layout.turns_cards:
            turned = f"Z[{self.layout.at('turned')}]"
            self.line(f"{turned} = {turned} & ~BIT({card})")

    def _lay(self) -> str:
        """`lay(S, card, spot)`: a card comes to a spot; 1 if it cannot."""

        def write() -> None:
            self.takes = True
            origin = self.home("card") if self.watched else ""
            self.line(f"place = {self.of_spot('place', 'spot')}")
            if self.zones_of("row"):
                with self.block(f"if {self.rows}[place]:"):
                    self.line(f"at = {self.of_spot('at', 'spot')}")
                    self.line(f"start = {self.starts}[place]")
                    with self.block("if at >= S[start]:"):
                        self.line("return 1")
                    there = f"S[start + {self.layout.before('row')} + at]"
                    with self.block(f"if {there} != {NIL} and {there} != card:"):
                        self.line("return 1")
                    self.known_to_come("card", "place")
                    self.line("take(S, card)")
                    self._hidden("card")
                    self.line(f"{there} = card")
                    self.line("Z[start + 1] = Z[start + 1] | BIT(card)")
                    self._moved_there("place", "row")
                    self._entered("place", "card")
                    self._came("card", origin, "place")
                    self.note(1)
                    self.line("return 0")
            if self.zones_of("melds"):
                self.line(f"cell = {self._fitting()}(S, card, spot)")
                with self.block("if cell < 0:"):
                    self.line("return 1")
                self.known_to_come("card", "place")
                self.line(f"role = {self.layout.cell('role', '', 'card')}")
                self.line("take(S, card)")
                self._hidden("card")
                with self.block(f"if role != {NIL}:"):  # one meld has lost it
                    self.line(f"cell = {self._fitting()}(S, card, spot)")
                    with self.block("if cell < 0:"):
                        self.line("return 1")
                self.line(f"{self._cast()}(S, cell, card, {self.of_spot('at', 'spot')})")
                self._moved_there("place", "melds")
                self._melded("S[cell]")
                self._entered("place", "card")
                self._came("card", origin, "place")
                self.note(2)
            self.line("return 0")

        return self.helper("lay(S, card, spot)", write)

    def _fitting(self) -> str:
        """`fitting(S, card, spot)`: the first cell of the meld of a spot that is free and takes the card; -1 if it
        cannot."""

        def write() -> None:
            self.line(f"cell = {self.meld_at()}(S, {self.of_spot('place', 'spot')}, {self.of_spot('anchor', 'spot')})")
            self.line(f"holder = {self.of_spot('holder', 'spot')}")
            with self.block("if cell < 0:"):
                self.line("return -1")
            with self.block("if holder >= 0:"), self.block("if (Z[cell + 1] & BIT(holder)) != 0:"):
                self.line("return -1")
            self.line(f"return cell if ({self.fitting_at()}(S, spot) & BIT(card)) != 0 else -1")

        return self.helper("fitting(S, card, spot)", write)

    def _cast(self) -> str:
        """`cast(S, cell, card, at)`: a card that fits comes to lie in the meld of a cell."""

        def write() -> None:
            patterns, kind_of = self.patterns, self.kinds()[1]
            role, place = (self.layout.cell(what, "", "card") for what in ("role", "place"))
            self.line("p = S[cell]")
            self.line(f"length = {self.table(patterns.length)}[p]")
            self.shared_by("Z[cell + 1]")
            with self.block("if length > 0:"):
                self.line(f"m_own = m_own & {self.table(patterns.at, 'm_')}[p * {patterns.columns} + at]")
            self.line("m_own = m_own & ~m_taken")
            self.line(f"{role} = -1")
            with self.block("if (m_own & BIT(card)) != 0:"):
                self.line(f"{role} = {kind_of}[card]")
            with self.block("else:"), self.block("if length > 0 and shared >= 0:"):
                self.line(f"{role} = {self.table(patterns.role_at)}[shared * {patterns.columns} + at]")
            self.line(f"{place} = at")
            self.line("Z[cell + 1] = Z[cell + 1] | BIT(card)")
            self.line("return 0")

        return self.helper("cast(S, cell, card, at)", write)

    def _swap(self) -> str:
        """`swap(S, a, b)`: two cards change places; 1 if they cannot."""

        def write() -> None:
            home, melds = self.home_among(*FORMS), self.zones_of("melds")
            forms = self.table([FORMS.index(self.layout.form(zone)) for zone, _ in self.layout.every_place()])
            with self.block("if a == b:"):
                self.line("return 0")
            for card in "ab":
                self.line(f"place_{card} = {home}(S, {card})")
            with self.block("if place_a < 0 or place_b < 0:"):
                self.line("return 1")
            with self.block(f"if place_a == place_b and {forms}[place_a] == {FORMS.index('set')}:"):
                self.line("return 0")
            for card in "ab":
                self.line(f"cell_{card} = {self._cell_of()}(S, {card}, place_{card})")
            in_melds = f"{forms}[place_%s] == {FORMS.index('melds')}"
            if melds:
                self.line("spot_a = 0")
                self.line("spot_b = 0")
                with self.block(f"if place_a == place_b and {in_melds % 'a'} and cell_a == cell_b:"):
                    self.line("return 1")
                for card, other in ("ab", "ba"):
                    with self.block(f"if {in_melds % card}:"):
                        self.line(f"spot_{card} = {self.spot_in()}(S, {card}, place_{card})")
                        with self.block(f"if ({self.fitting_at()}(S, spot_{card}) & BIT({other})) == 0:"):
                            self.line("return 1")
            self.known_to_swap("a", "b")
            for card in "ab":
                self._hidden(card)
                self._left(f"place_{card}", card)
                if melds:
                    with self.block(f"if {in_melds % card}:"):
                        self.out_of_meld(f"cell_{card}", card)
            for card, other in ("ab", "ba"):
                with self.block(f"if {forms}[place_{card}] == {FORMS.index('set')}:"):
                    self.line(f"Z[cell_{card}] = Z[cell_{card}] & ~BIT({card}) | BIT({other})")
                with self.block("else:"):
                    if not melds:
                        self.line(f"S[cell_{card}] = {other}")
                        continue
                    with self.block(f"if {in_melds % card}:"):
                        at = self.of_spot("at", f"spot_{card}")
                        self.line(f"{self._cast()}(S, cell_{card}, {other}, {at})")
                    with self.block("else:"):
                        self.line(f"S[cell_{card}] = {other}")
            if self.zones_of("row"):
                with self.block("if place_a != place_b:"):
                    for card, other in ("ab", "ba"):
                        with self.block(f"if {self.rows}[place_{card}]:"):
                            self.line(f"start = {self.starts}[place_{card}]")
                            self.line(f"Z[start + 1] = Z[start + 1] & ~BIT({card}) | BIT({other})")
            for card in "ab":
                self._moved_there(f"place_{card}", *FORMS)
                if melds:
                    with self.block(f"if {in_melds % card}:"):
                        self._melded(f"S[cell_{card}]")
                        self.note(1)
            self.note(2)
            for card, other in ("ab", "ba"):
                self._entered(f"place_{other}", card)
                self._came(card, f"place_{card}", f"place_{other}")
            self.line("return 0")

        return self.helper("swap(S, a, b)", write)

    def _cell_of(self) -> str:
        """`cell_of(S, card, place)`: the cell where a card lies, of a meld and a set its first."""

        def write() -> None:
            self.line(f"at = {self.starts}[place]")
            for zone in self.layout.zones:
                form = self.layout.form(zone)
                with self.block(f"if {self._by_zone('place', zone)}:"):
                    if form == "set":
                        self.line("return at")
                    elif form == "melds":
                        self.line(f"return {self.meld_at()}(S, place, card)")
                    else:
                        first = self.layout.before(form)
                        with self.block(f"for i in range(at + {first}, at + {first} + S[at]):"):
                            with self.block("if S[i] == card:"):
                                self.line("return i")
            self.line("return -1")

        return self.helper("cell_of(S, card, place)", write)

    # ------------------------------------------------------------ melds
    def melds_to(self, shape: Shape, name: str, subject: str | None) -> None:
        """Melds come to lie there as they have been found. A card that is in no meld cannot."""
        if not self.of_melds(shape):
            return self.fault_if(self.some(shape))
        melds, at = self.stored_melds(shape), self.start_of((name, subject))
        place = known[0] if (known := places(shape)) is not None and len(known) == 1 else None

        def lay(meld: Shape) -> None:
            assert isinstance(meld, Meld)
            if len(self.program.kinds) < self.program.cards:  # copies lie in the order of their numbers
                self.line(f"may_lie({meld.found})")
                self.overflow()
            i = self.name("i")
            with self.block(f"for {i} in range(G_from[{meld.found}], G_upto[{meld.found}]):"):
                card = self.let(f"G_card[{i}]", "c")
                origin = self.home(card) if self.watched else ""
                self.comes_to(card, name, subject)
                self.taken(One(card, at=None if place is None else (place,)))
                self.fires(self.layout.zones[name].path)
                if origin:
                    self.line(f"comes(S, {card}, {origin}, {self.place_number(name, subject)})")
                self.line(f"{self.layout.cell('role', '', card)} = G_stands[{i}]")
                self.line(f"{self.layout.cell('place', '', card)} = G_lies[{i}]")
                self.enters(card, name)
            self._melded(meld.pattern)
            self.note(f"G_upto[{meld.found}] - G_from[{meld.found}] + 1")
            self.fault_if(f"S[{at}] >= {self.layout.most_melds}")
            cell = self.let(f"{at} + 1 + S[{at}] * {self.layout.words + 1}")
            self.line(f"S[{cell}] = {meld.pattern}")
            self.line(f"Z[{cell} + 1] = {meld.text}")
            self.line(f"S[{at}] += 1")

        self.each(melds, lay)
        return None
