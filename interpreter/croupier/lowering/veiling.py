"""What a seat may not see of state, and of what is noted on cards, in a position that it imagines; and how cards there
are called by what is noted on them."""

from __future__ import annotations

from croupier.lowering.asking import Question
from croupier.lowering.at_once import AtOnce
from croupier.lowering.kernel import NIL, VEILED, Unlowered, part
from croupier_dsl import ir


class Veiling(AtOnce):
    """The part of the lowering that knows what is veiled."""

    def _renamed_in_order(self) -> None:
        """`noted_names(S, m_cards)`: new names for cards of a set that the seat sees: of copies by what is noted on
        them, as that reads."""
        noted = [each for each in self.rules.variables if each.per == "card" and each.seen == "everyone"]
        kinds, kind_of = self.kinds()
        with self.function("noted_names(S, m_cards)"):
            if len(self.program.kinds) == self.program.cards or not (noted or self.layout.owned):
                self.line("return new_names(m_cards)")
                return
            with self.block("while m_cards != 0:"):
                self.line("best = LOW(m_cards)")
                self.line(f"m_left = REST(m_cards) & {kinds}[{kind_of}[best]]")
                with self.block("while m_left != 0:"):
                    self.line("card = LOW(m_left)")
                    self.line("m_left = REST(m_left)")
                    self.line("less = 0")
                    for each in noted:
                        here, there = (self.layout.cell("variable", each.name, card) for card in ("card", "best"))
                        with self.block(f"if less == 0 and {here} != {there}:"):
                            if each.type == ir.TRUTH:  # no, nothing, yes
                                ranks = [f"(1 if {cell} == {NIL} else 2 * {cell})" for cell in (here, there)]
                                self.line(f"less = 1 if {' < '.join(ranks)} else -1")
                            else:
                                self.line(f"{self.layout.cell('fault')} = 1")
                    if self.layout.owned:  # nobody comes last
                        ranks = [self.layout.cell("placed", "", card) for card in ("card", "best")]
                        ranks = [f"({cell} if {cell} != {NIL} else {self.program.seats})" for cell in ranks]
                        with self.block("if less == 0:"):
                            self.line(f"less = 1 if {' < '.join(ranks)} else 0")
                    with self.block("if less > 0:"):
                        self.line("best = card")
                self.line("new_name(best)")
                self.line("m_cards = m_cards & ~BIT(best)")
            self.line("return 0")

    def _note_columns(self) -> None:
        """`columns(S, m_open)`: what is noted with cards, and that they are turned up, goes with their new names, where
        the seat sees these; `dealt_columns(S)`: the same once the unknown cards are dealt."""
        layout, program = self.layout, self.program
        noted = [variable for variable in self.rules.variables if variable.per == "card"]
        for variable in noted:
            with part(variable.where, variable.path):
                if variable.type.many or variable.type.name in ("card", "meld", "spot"):
                    raise Unlowered("what is noted on cards, to players who look ahead")
        starts = [layout.at("variable", variable.name) for variable in noted]
        if layout.owned:
            if program.seats > 10:
                raise Unlowered("whose a card is, of so many, to players who look ahead")
            starts.append(layout.at("placed"))
        with self.function("dealt_columns(S)"):
            for start in starts:
                for line in (
                    "G_ahead_column[card] = S[{0} + card]",
                    "S[{0} + G_ahead_dealt[card]] = G_ahead_column[card]",
                ):
                    self.line(f"m_left = Z[{layout.at('unknown')}]")
                    with self.block("while m_left != 0:"):
                        self.line("card = LOW(m_left)")
                        self.line("m_left = REST(m_left)")
                        self.line(line.format(start))
            self.line("return 0")
        if layout.casts:
            starts += [layout.at("role"), layout.at("place")]
        with self.function("columns(S, m_open)"):
            if layout.turns_cards:
                turned = f"Z[{layout.at('turned')}]"
                self.line(f"{turned} = m_named({turned})")
            for start in starts:
                with self.block(f"for card in range(0, {layout.cards}):"):
                    self.line(f"G_ahead_column[card] = S[{start} + card]")
                with self.block(f"for card in range(0, {layout.cards}):"):
                    self.line(f"S[{start} + G_ahead_name[card]] = G_ahead_column[card]")
            for variable in noted:
                if self.secret(variable.name):
                    self._veil_noted(variable)
            if layout.owned:
                self._veil_placed()
            self.line("return 0")

    def _veil_placed(self) -> None:
        """Who put a card where it lies is to be seen where its place is."""
        home, placed = (self.layout.cell(what, "", "card") for what in ("home", "placed"))
        with self.block(f"for card in range(0, {self.layout.cards}):"):
            with self.block(f"if {home} < 0:"):
                self.line(f"{placed} = {NIL}")
            with self.block(f"elif T_form[{home}] == 0 and (m_open & BIT(card)) == 0:"):
                self.line(f"{placed} = {VEILED}")

    def _veil_noted(self, variable: ir.Variable) -> None:
        """What is noted on cards that the seat does not see, where it may be noted."""
        home, places = self.layout.cell("home", "", "card"), self.program_places()
        lives = [int(place.zone.name == variable.life or variable.life not in self.layout.zones) for place in places]
        shown = f"({home} < 0 or (m_open & BIT(card)) != 0)" if variable.seen == "everyone" else "0"
        with self.block(f"for card in range(0, {self.layout.cards}):"):
            with self.block(f"if not {shown}:"):
                with self.block(f"if 1 if {home} < 0 else {self.table(lives)}[{home}]:"):
                    self.line(f"{self.layout.cell('variable', variable.name, 'card')} = {VEILED}")

    def _veil_state(self) -> None:
        """`veil(S, seat, m_known)`: state that the seat may not see, or of cards that it cannot point at."""
        layout, program = self.layout, self.program
        with self.function("veil(S, seat, m_known)"):
            for variable in self.rules.variables:
                if variable.per == "card":
                    continue
                if variable.type.name in ("meld", "spot"):
                    raise Unlowered("melds and spots in state, to players who look ahead")
                for slot in range(self.size_of(variable) if self.secret(variable.name) else 0):
                    cell = layout.cell("variable", variable.name, str(slot))
                    told = sum(program.may_know(variable, slot, seat) << seat for seat in range(program.seats))
                    with self.block(f"if ({told} >> seat & 1) == 0:"):
                        self.line(f"{cell} = {VEILED}")
                    if variable.type.name == "card":
                        several = variable.type.many
                        first = cell[2:-1] if not several else f"{cell[2:-1]} + 1"
                        number = f"({cell} if {cell} != {VEILED} else 0)" if several else "1"
                        self.line(f"{cell} = {VEILED} if renamed_in(S, {first}, {number}, m_known) else {cell}")
            for question in self.questions:
                with self.block(f"if {layout.cell('label')} == {question.label}:"):
                    self._veil_named(question)
            self.line("return 0")
        self._renamed_in()

    def _veil_named(self, question: Question) -> None:
        """What has been named in a list that is left for a question goes by new names; what its seat may not know is
        veiled."""
        layout, move = self.layout, question.move
        covert = self.covert_locals(move)
        for slot, type_ in self.types_of_locals(move).items():
            at, kind = layout.at("local", f"{move.name} {slot}"), question.locals[slot]
            if type_.name == "spot" or (kind == "cards" and slot in covert):
                raise Unlowered("such things, named before something is asked, to players who look ahead")
            if kind == "cards":
                if type_.name == "card":
                    with self.block(f"if (Z[{at}] & ~m_known) != 0:"):
                        self.line(f"{layout.cell('fault')} = 1")
                    self.line(f"Z[{at}] = m_named(Z[{at}])")
            elif slot in covert:
                with self.block(f"if S[{at}] != {NIL}:"):
                    self.line(f"S[{at}] = {VEILED}")
            elif type_.name == "card":
                span = f"{at}, 1" if kind == "one" else f"{at} + 1, S[{at}]"
                with self.block(f"if renamed_in(S, {span}, m_known):"):
                    self.line(f"S[{at}] = {VEILED}")
            if ("each", f"{move.name} {slot}") in layout.cells:
                at = layout.at("each", f"{move.name} {slot}")
                with self.block(f"if S[{at}] != {NIL}:"):
                    unknown = f"renamed_in(S, {at} + 2 + S[{at}], S[{at} + 1] - S[{at}], m_known)"
                    with self.block(f"if {1 if slot in covert else unknown if type_.name == 'card' else 0}:"):
                        self.line(f"S[{at} + 1] = {VEILED}")

    def _renamed_in(self) -> None:
        """`renamed_in(S, at, n, m_known)`: so many cells name cards by new names; does one name a card that the seat
        cannot point at?"""
        with self.function("renamed_in(S, at, n, m_known)"):
            self.line("hidden = 0")
            with self.block("for i in range(at, at + n):"):
                with self.block(f"if S[i] != {NIL} and S[i] != {VEILED}:"):
                    with self.block("if (m_known & BIT(S[i])) != 0:"):
                        self.line("S[i] = G_ahead_name[S[i]]")
                    with self.block("elif T_fixed[G_ahead_home[S[i]]]:"):
                        self.line("S[i] = G_ahead_dealt[G_ahead_name[S[i]]]")
                    with self.block("else:"):
                        self.line("hidden = 1")
            self.line("return hidden")
