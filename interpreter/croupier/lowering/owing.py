"""What a `must` asks for, followed backward: can a card that may not stay in its zone still leave it?

It is what the reference finds (see `croupier.play.prospects`), in the same positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import pairwise

from croupier.combos.forms import Form
from croupier.compile.debts import Debt, Ways, debts
from croupier.compile.recognised import asks_fitting, steady
from croupier.lowering.base import Env
from croupier.lowering.ending import Ending
from croupier.lowering.kernel import Unlowered
from croupier.lowering.meldlist import LONGEST, MANY
from croupier.lowering.shapes import Cards, Meld, One, Place, Shape
from croupier.lowering.sights import ME, STAGE
from croupier_dsl import ir

NEVER, UNCLEAR, NEVERS = 1, 2, 4
"""It can never leave; that is not found out here; from there on, where it is counted, the conditions that can never
hold."""
_FITS = ""
"""Of the spots of all melds on the table it has been asked, where patterns are named."""


class Owing(Ending):
    """The part of the lowering that knows what can never come about."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self._makers: dict[str, str] = {}
        self._asked_of_it: set[str] = set()

    def owing(self) -> None:
        """`owing(S)`: is there a card that may not stay and can never leave? 0: no, or nobody can say."""
        with self.function("owing(S)"):
            self.line("unclear = 0")
            if self.covers:
                self.line("never = 0")
            for number, must in enumerate(self.musts if self.foresees else ()):
                with self.block(f"if G_look[{STAGE}] == {number}:"):
                    for debt in debts(self.program, must):
                        there = self.mask(self.zone(*self.whose(debt.zone)))
                        self.veiled_among(debt.zone, there, debt.variable)
                    self.line("pass")
            for stage in (each for each in self.looked_into if each.moves and self._wild_for_good):
                for must in (each for each in self.chain(stage) if each.must):
                    known = self.debts_of(must, stage)
                    if known:
                        bound = f"G_look[{STAGE}] == {self.must_number(must)}"
                        with self.block(f"if {bound} and ({self.stands_in(stage)}):"):
                            for debt, how in known:
                                self._owed(debt, how)
            if self.covers:
                with self.block("if never and not unclear:"):
                    self.line(f"return {NEVER} + never * {NEVERS}")
            self.line(f"return {UNCLEAR} if unclear else 0")

    def dues(self) -> None:
        """`m_owed(S)`: the cards that have to go; `pays(OUT, i, m_due)`: does the choice in row `i` take any of them?
        What is tried first makes no difference to what is found, but to how soon."""
        if not self.in_debt:
            return
        layout = self.layout
        with self.function("m_owed(S)"):
            self.line("m_found = 0")
            for must in self.musts:
                with self.block(f"if G_look[{STAGE}] == {self.must_number(must)}:"):
                    for debt in debts(self.program, must):
                        self.line(f"m_found = m_found | {self._that_owe(debt)}")
            self.line("return m_found")
        with self.function("pays(OUT, i, m_due)"):
            self.line(f"r = i * {layout.row}")
            for number, move in enumerate(self.rules.moves):
                with self.block(f"if OUT[r] == {number}:"):
                    for at, choice in enumerate(move.choices):
                        cell = f"r + {1 + at * layout.width}"
                        if choice.type.name == "card" and choice.single:
                            with self.block(f"if OUT[{cell}] >= 0 and (m_due & BIT(OUT[{cell}])) != 0:"):
                                self.line("return 1")
                        elif choice.type.name in ("card", "meld"):
                            with self.block(f"if (m_due & ZO[{cell}]) != 0:"):
                                self.line("return 1")
            self.line("return 0")

    @cached_property
    def _wild_for_good(self) -> bool:
        """Are the same cards wild whatever happens?"""
        written = self.program.rules.cards.wild
        return written is None or self.program.planner.facts.read_variables(written) == ([], True)

    def stands_in(self, stage: ir.Stage) -> str:
        """Is it in this stage that somebody chooses? A test."""
        labels = [self.number("decide", self.layout.key(stage))]
        labels += [question.label for question in self.questions if question.stage is stage]
        return " or ".join(f"{self.layout.cell('label')} == {number}" for number in labels)

    def _owed(self, debt: Debt, how: Ways) -> None:
        """Each card that owes is looked at."""
        place = self.whose(debt.zone)

        def look(card: Shape) -> None:
            may, self._asked_of_it = self.let(str(NEVER)), set()
            self._may_go(self.single(card).text, place, how, may)
            with self.block(f"if {may} == {NEVER}:"):
                self.line(f"never = never | {1 << debt.number}" if self.covers else f"return {NEVER}")
            with self.block(f"if {may} == {UNCLEAR}:"):
                self.line("unclear = 1")

        self.each(Cards(((self._that_owe(debt), place),)), look)

    def _that_owe(self, debt: Debt) -> str:
        """The cards that may not stay, whoever may know of it."""
        there = self.mask(self.zone(*self.whose(debt.zone)))
        if ("yes", debt.variable) in self.layout.cells:
            return self.let(f"{there} & Z[{self.layout.at('yes', debt.variable)}]", "m_")
        left, found = self.let(there, "m_"), self.let("0", "m_")
        with self.block(f"while {left} != 0:"):
            card = self.let(f"LOW({left})", "c")
            self.line(f"{left} = REST({left})")
            with self.block(f"if {self.layout.cell('variable', debt.variable, card)} == 1:"):
                self.line(f"{found} = {found} | BIT({card})")
        return found

    def _may_go(self, card: str, place: Place, how: Ways, may: str) -> None:
        """Might some move ever take the card? `may` becomes nought if so, or unclear."""
        if self.knows:
            with self.block(f"if ({self._pool(card, how)} & Z[{self.layout.at('unshown')}]) != 0:"):
                self.line(f"{may} = 0")
        for name, _ in () if self.knows else how.sources:
            zone = self.layout.zones[name]
            seen = zone.seen == "everyone" or (zone.seen in ("owner", "team") and zone.per == "player")
            if not seen and name in self.hiding and not zone.keys and zone.per == "table":
                with self.block(f"if {self.some(self.zone(name, None))}:"):  # no card there is known
                    self.line(f"{may} = 0")
            elif not seen:
                self.line(f"{may} = {UNCLEAR}")
        pool = self._pool(card, how)
        moves = {move.name: move for move in self.rules.moves}
        for taker, choice in how.takers:
            move = moves[taker.name]
            own = next(each for each in move.choices if each.slot == choice.slot)
            with self.block(f"if {may} != 0:"):
                if own.type.name == "meld":
                    self._may_meld(own, card, pool, may)
                else:
                    self._may_be_chosen(move, own, card, place, how, pool, may)

    def _pool(self, card: str, how: Ways) -> str:
        """The cards that may come to be in the zone, or to be laid from it."""
        found = [f"BIT({card})"]
        for name, wild_only in how.sources:
            there = self.mask(self.zone(*self.whose(name)))
            found.append(f"({there} & {self.wild()})" if wild_only else there)
        return self.let(" | ".join(found), "m_")

    def _may_meld(self, choice: ir.Choice, card: str, pool: str, may: str) -> None:
        collection = choice.collection
        assert isinstance(collection, ir.Melds)
        combos = self.program.combos
        if not combos.adds_for_good(collection.combo):
            self.line(f"{may} = 0")
            return
        self._may_make_any(combos.parts(collection.combo), card, pool, may, asked=True)

    def _may_make_any(self, patterns: Iterable[str], card: str, pool: str, may: str, *, asked: bool) -> None:
        """Can the card come into a meld of one of the patterns? Nobody has to ask again what is `asked` of all."""
        for pattern in patterns:
            if pattern not in self._asked_of_it:
                with self.block(f"if {may} != 0:"):
                    self._may_make(pattern, card, pool, f"BIT({card})", may)
                if asked:
                    self._asked_of_it.add(pattern)

    def _may_make(self, pattern: str, card: str, pool: str, wanted: str, may: str) -> None:
        """Do some cards of the pool make a meld of the pattern that has all the wanted ones? By kinds."""
        self.line(f"{may} = {self._maker(pattern)}(S, {card}, {pool}, {wanted}, {may})")

    def _maker(self, pattern: str) -> str:
        """`makes_N(S, card, m_pool, m_wanted, may)`: nought if so, else as it may be."""
        if pattern in self._makers:
            return self._makers[pattern]
        name = self._makers[pattern] = self.name("makes_")
        kinds, kind_of = self.kinds()
        with self.function(f"{name}(S, card, m_pool, m_wanted, may)"):
            try:
                with self.captured() as lines:
                    self.lists()
                    near = self._near(pattern)
                    self.line(f"m_pool = m_pool & {near}[card]")
                    with self.block("if (m_wanted & ~m_pool) != 0:"):
                        self.line("return may")
                    self._plain_to_see(pattern)
                    self.line("forget_melds()")
                    whole = self.program.combos.wholes.get(pattern)
                    if self.asked_beyond(pattern) is not None or (whole is not None and not whole.told):
                        raise Unlowered("what is asked of whole melds")
                    nothing = ", ".join("0" for _ in self.orders)
                    self.list_pattern(pattern, "m_pool", self.let(self.wild(), "m_"), nothing, 1, "1 << 60")
            except Unlowered:
                self.line(f"return {UNCLEAR}")
                return name
            self.written(lines)
            with self.block("if G_full[0]:"):
                self.line("G_full[0] = 0")
                self.line(f"return {UNCLEAR}")
            with self.block("for h in range(G_kept[0], G_top[0]):"):
                self.line("m_left = m_wanted")
                self.line("has = 1")
                with self.block("while m_left != 0 and has:"):
                    self.line(f"m_kind = {kinds}[{kind_of}[LOW(m_left)]]")
                    self.line("has = 1 if POP(Gm_meld[h] & m_kind) >= POP(m_wanted & m_kind) else 0")
                    self.line("m_left = m_left & ~m_kind")
                with self.block("if has:"):
                    self.line("return 0")
            self.line("return may")
        return name

    def _plain_to_see(self, name: str) -> None:
        """The smallest melds that have the wanted cards settle it mostly: there is too little for any, or enough for
        one. Places, or values that differ, are written as sets of cards are."""
        pattern, kind_of = self.program.combos.patterns[name], self.kinds()[1]
        form, run = self.form(pattern), pattern.places is not None
        wild = self.program.combos.wild_kinds(None)  # type: ignore[arg-type]  # the same ones are wild for good
        if pattern.group is not None or any(form.groups[kind] >= 0 for kind in wild):
            return
        bits = [sum(1 << place for place in places) for places in form.places]
        if pattern.different is not None and not run:
            known = zip(form.groups, pattern.different, strict=True)
            bits = [1 << value if group >= 0 else 0 for group, value in known]
        table = self.table(bits, "m_") if run or pattern.different is not None else ""
        self.line(f"m_left = m_pool & {self.wild()}")
        with self.block("if (m_wanted & m_left) == 0:"):
            self.line("wilds = POP(m_left)")
            if form.bounds.most < MANY:
                self.line(f"wilds = wilds if wilds < {form.bounds.most} else {form.bounds.most}")
            self.line("far = 1")
            self.line(f"sure = {int(not self._sums_of(name))}")
            self.line("m_there = LESS(m_pool, m_left)")
            if table:
                self.line("m_left = m_there")
                self.line("m_there = 0")
                with self.block("while m_left != 0:"):
                    self.line(f"m_there = m_there | {table}[{kind_of}[LOW(m_left)]]")
                    self.line("m_left = REST(m_left)")
            (self._run_to_see if run else self._set_to_see)(form, table)
            with self.block("if far:"):
                self.line("return may")

    def _set_to_see(self, form: Form, table: str) -> None:
        smallest, kind_of = form.bounds.smallest, self.kinds()[1]
        none = smallest if form.pattern.declared else 1
        most = range(none, min(form.bounds.cap, LONGEST) + 1)
        enough = sum(form.bounds.holds(naturals, max(0, smallest - naturals)) << naturals for naturals in most)
        self.line("many = POP(m_there)")
        with self.block(f"if many + wilds >= {smallest}:"):
            self.line("far = 0")
            self.line(f"many = many if many < {smallest} else {smallest}")
            self.line("least = POP(m_wanted)")
            if table:
                self.line("m_need = 0")
                self.line("m_left = m_wanted")
                with self.block("while m_left != 0:"):
                    self.line(f"m_need = m_need | {table}[{kind_of}[LOW(m_left)]]")
                    self.line("m_left = REST(m_left)")
                self.line("sure = sure if POP(m_need) == least else 0")
            self.line("many = many if many > least else least")
            with self.block(f"if sure and many <= {LONGEST} and {enough} >> many & 1:"):
                self.line("return 0")

    def _run_to_see(self, form: Form, table: str) -> None:
        """A card that has several places takes each of them."""
        length, smallest, kind_of = form.length, form.bounds.smallest, self.kinds()[1]
        near = [b - a for places in form.places for a, b in pairwise(sorted(places))]
        apart = min(near, default=length + 1)
        sizes = range(length + 1)
        holds = self.table([int(form.bounds.holds(naturals, gaps)) for naturals in sizes for gaps in sizes])
        windows = self.table([(1 << size) - 1 << start for start in sizes for size in sizes], "m_")
        self.line("m_need = 0")
        self.line("m_either = 0")
        self.line("m_left = m_wanted")
        with self.block("while m_left != 0:"):
            self.line(f"m_x = {table}[{kind_of}[LOW(m_left)]]")
            self.line("m_left = REST(m_left)")
            with self.block("if m_x == 0 or (m_x & (m_need | m_either)) != 0:"):
                self.line("sure = 0")
            with self.block("if m_x != 0:"):
                with self.block("if REST(m_x) == 0:"):
                    self.line("m_need = m_need | m_x")
                with self.block("else:"):
                    self.line("m_either = m_x")
        self.line("more = 1")
        with self.block("while more:"):
            self.line("m_x = m_need")
            with self.block("if m_either != 0:"):
                self.line("m_x = m_x | LOWEST(m_either)")
                self.line("m_either = REST(m_either)")
            self.line("more = 1 if m_either != 0 else 0")
            with self.block("if m_x != 0:"):
                self.line("low = LOW(m_x)")
                self.line("size = HIGH(m_x) - low + 1")
                self.line(f"start = low if size >= {smallest} else low + size - {smallest}")
                self.line("start = start if start > 0 else 0")
                self.line(f"size = size if size > {smallest} else {smallest}")
                with self.block(f"while start <= low and start + size <= {length}:"):
                    self.line(f"many = POP(m_there & {windows}[start * {length + 1} + size])")
                    self.line("start += 1")
                    with self.block("if many + wilds >= size:"):
                        with self.block(f"if sure and size <= {apart} and {holds}[many * {length} + size]:"):
                            self.line("return 0")
                        self.line("far = 0")

    def _near(self, pattern: str) -> str:
        """A table: the cards with which one may come into a meld of the pattern."""
        form = self.form(self.program.combos.patterns[pattern])
        wild = self.program.combos.wild_kinds(None)  # type: ignore[arg-type]  # the same ones are wild for good
        kind_of = self.program.kind_of
        free = sum(1 << card for card, kind in enumerate(kind_of) if kind in wild)
        found = []
        for kind in kind_of:
            group = form.groups[kind]
            mates = sum(1 << other for other, own in enumerate(kind_of) if form.groups[own] == group)
            known = group in form.values
            found.append(self.all_cards if kind in wild else (mates if known else 0) | free)
        return self.table(found, "m_")

    def _may_fit(self, card: str, how: Ways, pool: str, may: str, *, asked: bool) -> None:
        """Might it ever be added to a meld, one on the table or one still to be laid?"""
        combos, moving = self.program.combos, dict(how.sources)
        self._may_make_any(combos.open_patterns, card, pool, may, asked=asked)
        if _FITS in self._asked_of_it:
            return
        if asked:
            self._asked_of_it.add(_FITS)
        for zone in self.layout.zones.values():
            for of in self.layout.subjects(zone.name) if zone.form == "melds" else ():
                loose = moving.get(zone.name)

                def look(meld: Shape, loose: bool | None = loose) -> None:
                    assert isinstance(meld, Meld)
                    if loose is False:
                        self.line(f"{may} = 0")
                        return
                    stay = meld.text if loose is None else f"({meld.text} & ~{self.wild()})"
                    wanted = self.let(f"{stay} | BIT({card})", "m_")
                    there = self.let(f"{pool} | {wanted}", "m_")
                    with self.block(f"if {may} != 0 and {meld.pattern} < 0:"):
                        self.line(f"{may} = {UNCLEAR}")
                    for name in combos.open_patterns:
                        number = self.pattern_numbers[name]
                        with self.block(f"if {may} != 0 and {meld.pattern} == {number}:"):
                            self._may_make(name, card, there, wanted, may)

                with self.block(f"if {may} != 0:"):
                    self.each(self.zone(zone.name, of), look)

    def _may_be_chosen(
        self, move: ir.MoveRule, choice: ir.Choice, card: str, place: Place, how: Ways, pool: str, may: str
    ) -> None:
        asked = [] if choice.if_possible else [each.expr for each in choice.filters]
        if choice.single:
            asked += [each.expr for each in move.conditions if set(each.mentions)]
        env: Env = {0: One(f"G_look[{ME}]"), choice.slot: One(card, at=(place,))}
        test = self.all_hold([expr for expr in asked if steady(expr, choice.slot, how.debt.variable)], env)
        tests = [each.expr for other in move.choices if not other.if_possible for each in other.filters]
        fits = any(asks_fitting(expr, choice.slot) for expr in tests)
        with self.block(f"if {test}:"):
            if fits:
                self._may_fit(card, how, pool, may, asked=test == "1")
            else:
                self.line(f"{may} = 0")
