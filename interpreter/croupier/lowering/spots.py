"""Spots, the places of melds and of rows, each one number.

What a spot is like (see `SpotCode`) is read off its number, so that it is the same spot whatever has happened since.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.lying import Lying
from croupier.lowering.shapes import Cards, InMeld, Kept, Made, Meld, One, OpenSpots, Several, Shape, Span
from croupier_dsl import ir

OPENED = 251
"""Of so many melds may it be known where they are open."""
MOST_UNPLAIN = 3
"""Of so many cards of a meld it may depend on more than themselves where they stand in it."""


class Spots(Lying):
    """The part of the lowering that knows spots."""

    # ------------------------------------------------------------ spots
    def spot(self, place: str, at: str, anchor: str = "-1", holder: str = "-1", role: str = "-1") -> str:
        """The number of a spot; of a row, unless there is an anchor."""
        code = self.layout.spots
        others = "" if anchor == "-1" else f" + ({anchor} + 1) * {code.anchor}"
        if holder != "-1":
            others += f" + ({holder} + 1) * {code.holder} + {role} + 1"
        return f"({place} * {code.place} + ({at} + 1) * {code.at}{others})"

    def of_spot(self, part: str, spot: str) -> str:
        """A part of a spot that is not nothing."""
        code = self.layout.spots
        match part:
            case "place":
                return f"({spot} // {code.place})"
            case "anchor":
                return f"({spot} // {code.anchor} % {code.cards} - 1)"
            case "at":
                return f"({spot} // {code.at} % {code.reach} - 1)"
            case "holder":
                return f"({spot} // {code.holder} % {code.cards} - 1)"
        return f"({spot} % {code.roles} - 1)"

    def spots_of(self, expr: ir.Spots, env: Env) -> Shape:
        """The places of a row; where melds are open."""
        if isinstance(expr.of, ir.ZoneContents) and self.layout.form(expr.of.name) == "row":
            name, subject = expr.of.name, None
            if expr.of.subject is not None:
                whose = self.copied(self.one(expr.of.subject, env))
                subject = whose.text
                if whose.nil:
                    self.perhaps.add(subject)
            place = (name, subject)
            number = self.place_number(*place)
            return Made(
                Span("0", f"S[{self.start_of(place)}]"),
                lambda item: One(self.let(self.spot(number, self.single(item).text)), at=(place,)),
                (place,),
            )
        return self._open(self.shape(expr.of, env))

    def _open(self, meld: Shape) -> Shape:
        match meld:
            case Meld():
                return OpenSpots(meld) if self.on_table(meld) else self._open_if_laid(meld)
            case _ if self.of_melds(meld):
                return Made(meld, self._open)
        raise Unlowered("the spots of several melds")

    def _open_if_laid(self, meld: Meld) -> Shape:
        if meld.at is None or any(self.layout.form(zone) == "melds" for zone, _ in meld.at):
            raise Unlowered("the spots of a meld that may lie anywhere")
        return Several(())

    def each_open(self, meld: Meld, body: Callable[[Shape], None]) -> None:
        """Before a run, in its gaps and after it; in a set that may grow, one spot."""
        cards, p = self.atom(meld.text, "m_"), self.atom(meld.pattern)
        with self.block(f"if {cards} != 0:"):
            place = self.atom(self.home_of(One(self.let(f"LOW({cards})", "c"), at=meld.at), "melds"))
            if not self.fits_are_asked:
                self._each_open(place, p, cards, lambda spot, at: body(One(spot, at=meld.at)))
                return
            known, i = self.let(f"{self._opened()}(S, {place}, {p}, {cards})"), self.name("i")
            self.fits_are_asked = False
            first = self.let(f"{known} * {self.patterns.columns}")
            with self.block(f"for {i} in range({first}, {first} + G_opened[2 * {known} + 1]):"):
                spot = self.let(f"G_spot[{i}]")
                self.fitting[spot] = f"Gm_fits[{i}]"
                body(One(spot, at=meld.at))
                self.fitting.pop(spot)
            self.fits_are_asked = True

    def _each_open(self, place: str, p: str, cards: str, body: Callable[[str, str], None]) -> None:
        patterns = self.patterns
        with self.block(f"if POP({cards}) < {self.table(patterns.cap)}[{p}]:"):
            plain = not any(patterns.grouped)
            first_in = f"{self.first_in()}(S, {cards}, -1)"
            first = self.let("-1" if plain else first_in)
            low, end, length = self.let("-1"), self.let("0"), self.let(f"{self.table(patterns.length)}[{p}]")
            there, last, left = self.let("0"), self.let("-1"), self.let(cards, "m_")
            with self.block(f"if {length} > 0:"):
                with self.block(f"while {left} != 0:"):
                    card = self.let(f"LOW({left})", "c")
                    at = self.let(self.layout.cell("place", "", card))
                    self.line(f"{left} = REST({left})")
                    self.line(f"{there} = {there} | 1 << {at}")
                    with self.block(f"if {low} < 0 or {at} < {low}:"):
                        self.line(f"{low} = {at}")
                        if plain:  # no place has two cards
                            self.line(f"{first} = {card}")
                    with self.block(f"if {at} > {last}:"):
                        self.line(f"{last} = {at}")
                self.line(f"{low} = {low} - 1 if {low} > 0 else 0")
                self.line(f"{end} = {last} + 2 if {last} + 2 < {length} else {length}")
            if plain:
                with self.block("else:"):
                    self.line(f"{first} = {first_in}")
            i = self.name("i")
            with self.block(f"for {i} in range({low}, {end}):"):
                with self.block(f"if {i} < 0 or ({there} >> {i} & 1) == 0:"):
                    body(self.let(self.spot(place, i, first)), i)

    def _opened(self) -> str:
        """`opened(S, place, p, m_meld)`: the number of a meld of which the spots are known, and what fits them."""
        columns = self.patterns.columns

        def write() -> None:
            self.line(f"known = HASH(m_meld, {OPENED})")
            if self._steady:
                self._by_unplain()
                with self.block("if x > 0 and G_opened[2 * known] == x and Gm_opened[known] == m_meld:"):
                    self.line("return known")
                self.line("G_opened[2 * known] = 0")
            self.line("n = 0")
            self.line(f"{self._summed_up()}(S, m_meld, p)")
            self._each_open("place", "p", "m_meld", keep)
            self.line("G_opened[2 * known + 1] = n")
            if self._steady:
                self.line("G_opened[2 * known] = x")
                self.line("Gm_opened[known] = m_meld")
            self.line("return known")

        def keep(spot: str, at: str) -> None:
            self.line(f"G_spot[known * {columns} + n] = {spot}")
            self.line(f"Gm_fits[known * {columns} + n] = {self._fitting_open()}(p, POP(m_meld), {at})")
            self.line("n += 1")

        self.scratch |= {"G_opened": 2 * OPENED, "Gm_opened": OPENED}
        self.scratch |= {"G_spot": columns * OPENED, "Gm_fits": columns * OPENED}
        return self.helper("opened(S, place, p, m_meld)", write)

    def _held(self) -> str:
        """`held(S, place, p, m_meld, card)`: the number of a card of a meld of which the spot is known that it holds,
        and what fits there in its place."""

        def write() -> None:
            self.line(f"known = (HASH(m_meld, {OPENED}) + card) % {OPENED}")
            self._by_unplain()
            same = "G_held[3 * known] == x and G_held[3 * known + 1] == card and Gm_held[2 * known] == m_meld"
            with self.block(f"if x > 0 and {same}:"):
                self.line("return known")
            self.line(f"spot = {self.spot_in()}(S, card, place)")
            self.line(f"Gm_held[2 * known + 1] = {self.fitting_at()}(S, spot)")
            self.line("G_held[3 * known] = x")
            self.line("G_held[3 * known + 1] = card")
            self.line("G_held[3 * known + 2] = spot")
            self.line("Gm_held[2 * known] = m_meld")
            self.line("return known")

        self.scratch |= {"G_held": 3 * OPENED, "Gm_held": 2 * OPENED}
        return self.helper("held(S, place, p, m_meld, card)", write)

    @cached_property
    def _steady(self) -> bool:
        """Is it plain of most cards of a meld, by which they are and of which pattern, where they stand in it?"""
        with self.captured():
            return self.wild().isdigit() and not any(self.patterns.grouped)

    def _by_unplain(self) -> None:
        """`x`: where those cards of a meld stand of which it is not plain, in which place, of which pattern, as one
        number, that what has been worked out may be known again by it, and by which cards they are; nought if more than
        `MOST_UNPLAIN` are not plain."""
        kinds, columns = len(self.program.kinds) + 1, self.patterns.columns + 1
        unplain = [int(self.wild()) | self._somewhere_else(p) for p in range(len(self.patterns.cap))]
        role, at = (self.layout.cell(what, "", "c") for what in ("role", "place"))
        self.line(f"m_which = m_meld & {self.table(unplain, 'm_')}[p]")
        self.line("x = 0")
        with self.block("if m_which != 0:"):
            with self.block(f"if POP(m_which) > {MOST_UNPLAIN}:"):
                self.line("x = -1")
            with self.block("while x >= 0 and m_which != 0:"):
                self.line("c = LOW(m_which)")
                self.line("m_which = REST(m_which)")
                self.line(f"x = x * {kinds * columns} + ({role} + 1) * {columns} + {at} + 1")
        self.line(f"x = (x * {len(self.program.places)} + place) * {len(self.patterns.cap)} + p + 1 if x >= 0 else 0")

    def _somewhere_else(self, pattern: int) -> int:
        """The cards that have more than one place in a pattern."""
        once, twice = 0, 0
        for cards in self.patterns.at[pattern * self.patterns.columns : (pattern + 1) * self.patterns.columns]:
            twice |= once & cards
            once |= cards
        return twice

    def spot_in(self) -> str:
        """`spot_of(S, card, place)`: the spot that a card holds in a row or meld; nothing where there is no place."""

        def write() -> None:
            with self.block("if place < 0:"):
                self.line(f"return {NIL}")
            if self.zones_of("row"):
                with self.block(f"if {self.rows}[place]:" if self.zones_of("melds") else "if 1:"):
                    self.line(f"start = {self.starts}[place]")
                    with self.block("for i in range(0, S[start]):"):
                        with self.block(f"if S[start + {self.layout.before('row')} + i] == card:"):
                            self.line(f"return {self.spot('place', 'i')}")
                    self.line(f"return {NIL}")
            if self.zones_of("melds"):
                self.line(f"cell = {self.meld_at()}(S, place, card)")
                self.line(f"other = {self.first_in()}(S, Z[cell + 1], card)")
                role, at = (self.layout.cell(what, "", "card") for what in ("role", "place"))
                self.line(f"return {self.spot('place', at, 'other', 'card', role)}")

        return self.helper("spot_of(S, card, place)", write)

    def spot_of(self, card: One) -> One:
        """The spot that a card holds."""
        known = None if card.at is None else tuple(p for p in card.at if self.layout.form(p[0]) in ("row", "melds"))
        if known == () or not self.zones_of("row", "melds"):
            return One(str(NIL), True)

        def held(c: str) -> One:
            home = self.home_of(One(c, at=card.at), "row", "melds")
            if c not in self.meld_by_card or not self._steady:
                return One(self.let(f"{self.spot_in()}(S, {c}, {home})"), True)
            meld = self.meld_by_card[c]
            known = self.let(f"{self._held()}(S, {home}, {self.atom(meld.pattern)}, {meld.text}, {c})")
            spot = self.let(f"G_held[3 * {known} + 2]")
            self.fitting[spot] = self.let(f"Gm_held[2 * {known} + 1]", "m_")
            return One(spot)

        return One(self.mapped(card, held).text, True, known)

    def place_of(self, card: One) -> One:
        """The place of a card in the sequence of its run or in its row, from 1."""

        def in_row(c: str) -> One:
            spot = self.let(f"{self.spot_in()}(S, {c}, {self.home_of(One(c, at=card.at), 'row')})")
            return One(
                self.let(f"{spot} // {self.layout.spots.at} % {self.layout.spots.reach} if {spot} != {NIL} else {NIL}"),
                True,
            )

        def found(c: str) -> One:
            rows = self.zones_of("row") and not self._elsewhere(card, "row")
            if not self.zones_of("melds") or self._elsewhere(card, "melds"):
                return in_row(c) if rows else One(str(NIL), True)
            role, place = (self.layout.cell(what, "", c) for what in ("role", "place"))
            result = self.let(f"{place} + 1 if {role} != {NIL} and {place} >= 0 else {NIL}")
            if rows:
                with self.block(f"if {role} == {NIL}:"):
                    self.line(f"{result} = {in_row(c).text}")
            return One(result, True)

        return self.mapped(card, found)

    # ------------------------------------------------------------ what is asked of a spot
    def spot_fact(self, fact: str, spot: One) -> Shape:
        """What lies in a spot, whether nothing does, which number it has, what is beside it."""
        match fact:
            case "card":
                return One(
                    self.mapped(spot, lambda x: One(self.let(f"{self.card_at()}(S, {x})"), True)).text, True, spot.at
                )
            case "empty":
                of = self.copied(spot)
                free = f"({self.card_at()}(S, {of.text}) == {NIL})"
                return One(f"({of.text} != {NIL} and {free})" if of.nil else free)
            case "neighbours":
                return self._neighbours(spot)
        return self.mapped(spot, lambda x: One(self.let(f"{self._numbered(fact)}(S, {x})"), True))

    def card_at(self) -> str:
        """`card_at(S, spot)`: what lies in a spot; nothing where it is free."""

        def write() -> None:
            self.line(f"place = {self.of_spot('place', 'spot')}")
            if self.zones_of("row"):
                with self.block(f"if {self.rows}[place]:"):
                    self.line(f"start = {self.starts}[place]")
                    self.line(f"at = {self.of_spot('at', 'spot')}")
                    self.line(f"return S[start + {self.layout.before('row')} + at] if at < S[start] else {NIL}")
            if self.zones_of("melds"):
                self.line(f"holder = {self.of_spot('holder', 'spot')}")
                with self.block(f"if {self.meld_at()}(S, place, holder) >= 0:"):
                    self.line("return holder")
            self.line(f"return {NIL}")

        return self.helper("card_at(S, spot)", write)

    @property
    def _columns(self) -> str:
        """A table: of each place, how many columns a grid has; nought of what is none."""
        return self.table([place.columns for place in self.program.places])

    def _numbered(self, which: str) -> str:
        def write() -> None:
            self.line(f"at = {self.of_spot('at', 'spot')}")
            if which == "place":
                self.line(f"return at + 1 if at >= 0 else {NIL}")
                return
            self.line(f"columns = {self._columns}[{self.of_spot('place', 'spot')}]")
            with self.block("if columns == 0:"):
                self.line(f"return {NIL}")
            self.line("return at // columns + 1" if which == "line" else "return at % columns + 1")

        return self.helper(f"{which}_of(S, spot)", write)

    def _neighbours(self, spot: One) -> Shape:
        """Of a row to the left and right, of a grid above and below too, of a run those of the cards beside it."""
        beside: list[Shape] = []
        for which in range(4 if self.zones_of("row") else 0):

            def there(x: str, which: int = which) -> One:
                return One(self.let(f"{self._beside()}(S, {x}, {which})"), True)

            beside.append(One(self.mapped(spot, there).text, True, spot.at))
        return Several((*beside, self._in_run_beside(spot)) if self.zones_of("melds") else tuple(beside))

    def _beside(self) -> str:
        """`beside(S, spot, which)`: the spot of a row above, to the left, to the right, below; nothing where there is
        none."""

        def write() -> None:
            self.line(f"place = {self.of_spot('place', 'spot')}")
            with self.block(f"if not {self.rows}[place]:"):
                self.line(f"return {NIL}")
            self.line(f"at = {self.of_spot('at', 'spot')}")
            self.line(f"most = S[{self.starts}[place]]")
            self.line(f"columns = {self._columns}[place] if {self._columns}[place] else most")
            with self.block("if columns == 0:"):
                self.line(f"return {NIL}")
            for which, (step, edge) in enumerate(
                [("- columns", ""), ("- 1", "0"), ("+ 1", "columns - 1"), ("+ columns", "")]
            ):
                with self.block(f"if which == {which}:"):
                    if edge:
                        with self.block(f"if at % columns == {edge}:"):
                            self.line(f"return {NIL}")
                    self.line(f"at = at {step}")
            self.line(f"return {self.spot('place', 'at')} if at >= 0 and at < most else {NIL}")

        return self.helper("beside(S, spot, which)", write)

    def _in_run_beside(self, spot: One) -> Shape:
        of = self.copied(spot)
        cell, at = self.let("-1"), self.let("-1")
        with self.block(f"if {of.text} != {NIL}:" if of.nil else "if 1:"):
            place = self.let(self.of_spot("place", of.text))
            with self.block(f"if not {self.rows}[{place}]:"):
                self.line(f"{cell} = {self.meld_at()}(S, {place}, {self.of_spot('anchor', of.text)})")
                self.line(f"{at} = {self.of_spot('at', of.text)}")
        melds = tuple(each for each in self.layout.every_place() if self.layout.form(each[0]) == "melds")
        meld = Meld(self.let(f"Z[{cell} + 1] if {cell} >= 0 and {at} >= 0 else 0", "m_"), melds, "-1")

        def near(card: Shape) -> str:
            its = self.layout.cell("place", "", self.single(card).text)
            return f"({its} == {at} - 1 or {its} == {at} + 1)"

        return Made(Kept(InMeld(meld), near), lambda card: self.spot_of(self.single(card)), melds)

    # ------------------------------------------------------------ what fits
    def fits(self, card: One, spot: One) -> One:
        """Would the card make a meld of its combo there, in the place of whatever lies there now?"""
        where = self.copied(spot)
        return One(self.within(card, self.all_that_fit(where)))

    def all_that_fit(self, spot: One) -> Shape:
        """All the cards that fit a spot; of none, none."""
        if spot.text in self.fitting:
            return Cards(((self.fitting[spot.text], None),))
        if not self.zones_of("melds"):
            some = f"({self.all_cards} if {spot.text} != {NIL} else 0)" if spot.nil else str(self.all_cards)
            return Cards(((some, None),))
        return Cards(((self.let(f"{self.fitting_at()}(S, {spot.text})", "m_"), None),))

    def fitting_at(self) -> str:
        """`m_fits(S, spot)`: the cards that fit a spot, in the place of what lies there now; none fits no spot."""

        def write() -> None:
            with self.block(f"if spot == {NIL}:"):
                self.line(f"return {self.nothing()}()")
            self.line(f"place = {self.of_spot('place', 'spot')}")
            if self.zones_of("row"):
                with self.block(f"if {self.rows}[place]:"):
                    self.line(f"m_x = {self.all_cards}")
                    self.line("return m_x")
            self.line(f"cell = {self.meld_at()}(S, place, {self.of_spot('anchor', 'spot')})")
            with self.block("if cell < 0:"):
                self.line(f"return {self.nothing()}()")
            self.line("p = S[cell]")
            self.line("m_meld = Z[cell + 1]")
            self.line(f"holder = {self.of_spot('holder', 'spot')}")
            if self._steady:  # mostly it has been worked out
                with self.block("if holder < 0:"):
                    self.line(f"known = {self._opened()}(S, place, p, m_meld)")
                    first = f"known * {self.patterns.columns}"
                    with self.block(f"for i in range({first}, {first} + G_opened[2 * known + 1]):"):
                        with self.block("if G_spot[i] == spot:"):
                            self.line("return Gm_fits[i]")
            self.line("m_others = m_meld & ~BIT(holder) if holder >= 0 else m_meld")
            self.line(f"{self._summed_up()}(S, m_others, p)")
            self.line(f"m_found = {self._fitting_open()}(p, POP(m_others), {self.of_spot('at', 'spot')})")
            self.line(f"role = {self.of_spot('role', 'spot')}")
            with self.block("if role >= 0:"):
                self.line(f"m_found = m_found & ({self.kinds()[0]}[role] | {self.wild()})")
            self.line("return m_found")

        self.nothing()
        return self.helper("m_fits(S, spot)", write)

    def _summed_up(self) -> str:
        """`sum_up(S, m_meld, p)`: what some cards of a meld leave of what may join it."""

        def write() -> None:
            self.shared_by("m_meld")
            for i, name in enumerate(("shared", "naturals", "places")):
                self.line(f"G_sum[{i}] = {name}")
            self.line(f"Gm_sum[0] = {self.wild()}")
            self.line("Gm_sum[1] = m_own & ~m_taken")
            self.line("return 0")

        self.scratch |= {"G_sum": 3, "Gm_sum": 2}
        return self.helper("sum_up(S, m_meld, p)", write)

    def _fitting_open(self) -> str:
        """`m_open(p, n, at)`: the cards that fit a free place of a meld of so many cards that has been summed up."""

        def write() -> None:
            patterns, nothing = self.patterns, self.nothing()
            with self.block(f"if n >= {self.table(patterns.cap)}[p]:"):
                self.line(f"return {nothing}()")
            for name, i in (("shared", 0), ("naturals", 1)):
                self.line(f"{name} = G_sum[{i}]")
            self.line("m_wild = Gm_sum[0]")
            self.line("m_own = Gm_sum[1]")
            self.line("stands = -1")
            self.line(f"length = {self.table(patterns.length)}[p]")
            with self.block("if length > 0:"):
                with self.block("if at < 0 or at >= length or (G_sum[2] >> at & 1) != 0:"):
                    self.line(f"return {nothing}()")
                self.line(f"m_own = m_own & {self.table(patterns.at, 'm_')}[p * {patterns.columns} + at]")
                with self.block("if shared >= 0:"):
                    self.line(f"stands = {self.table(patterns.role_at)}[shared * {patterns.columns} + at]")
            self.line("m_found = 0")
            self.line("wilds = n - naturals")
            with self.block(f"if {self._meld_of('naturals + 1', 'wilds')}:"):
                self.line("m_found = m_own")
                with self.block("if stands >= 0:"):  # a wild card that stands for itself, though it differs too little
                    self.line(f"m_found = m_found | (m_wild & {self.kinds()[0]}[stands])")
            self.line("wilds += 1")
            with self.block(f"if {self._meld_of('naturals', 'wilds')}:"):
                with self.block("if stands >= 0:"):
                    self.line(f"m_found = m_found | (m_wild & ~m_own & ~{self.kinds()[0]}[stands])")
                with self.block("else:"):
                    self.line("m_found = m_found | (m_wild & ~m_own)")
            self.line("return m_found")

        self.nothing()
        return self.helper("m_open(p, n, at)", write)

    def _meld_of(self, naturals: str, wilds: str) -> str:
        """May a meld of pattern `p` of `n + 1` cards have so many natural ones and so many wild ones? A test."""
        least, cap, most, fewer = (
            self.table(column)
            for column in (self.patterns.least, self.patterns.cap, self.patterns.most, self.patterns.fewer)
        )
        return (
            f"n + 1 >= {least}[p] and n + 1 <= {cap}[p] and {wilds} <= {most}[p] and {wilds} <= {naturals} - {fewer}[p]"
        )
