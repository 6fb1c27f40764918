"""Combos that are groups of cards in sequence, with what lies beside them, as lists of melds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from croupier.combos import Pattern
from croupier.combos.forms import Form
from croupier.lowering.copies import Copies
from croupier.lowering.groupfinder import TEXT, Asked, GroupFinder
from croupier.lowering.kernel import NIL, Unlowered
from croupier.lowering.meldlist import LONGEST
from croupier.lowering.shapes import Cards, One, Shape, Stored
from croupier_dsl import ir
from croupier_dsl.analysis import children


class Grouping(Copies):
    """The part of the lowering that lists sequences of groups: of sets of natural
    cards. `grouped_before`: is any list of them written?"""

    grouped_before = False

    def check_grouped(self, rule: ir.Pattern, pattern: Pattern) -> None:
        """Unlowered if melds of the combo cannot be listed."""
        kinds = tuple(self.program.kind_of)
        inner = [self.combos[name] for name in (rule.of, rule.beside_of) if name]
        plain = all(isinstance(each, ir.Pattern) and not (each.whole or each.of or each.different) for each in inner)
        sets = all(each is None or each.places is None for each in (pattern.group, pattern.further))
        made_of = [each for each in (pattern.group, pattern.further) if each is not None]
        natural = self.rules.cards.wild is None or all(each.wilds.most == 0 for each in made_of)
        if not plain or not sets or not natural or kinds != tuple(sorted(kinds)) or pattern.length > LONGEST:
            raise Unlowered(f"a list of groups in sequence such as {rule.name}")
        form = self.form(pattern)
        assert form.group is not None
        at = {(form.group.groups[kind], form.places[kind]) for kind in kinds if form.group.groups[kind] >= 0}
        if len({value for value, _ in at}) < len(at):
            raise Unlowered(f"groups of cards of several places such as {rule.name}")
        asked = rule.whole
        if asked is not None and (self.facts.slots(asked) - {1} or self.casts(asked)):
            raise Unlowered(f"what {rule.name} asks of all its cards")

    def form(self, pattern: Pattern) -> Form:
        """The combo as it is listed, with cards of every kind."""
        return Form(pattern, 0, len(self.program.kinds), frozenset())

    def group_finder(self, rule: ir.Pattern, pattern: Pattern, number: int, asked: Asked) -> GroupFinder:
        """The functions that list the melds of the combo, as far as they are what is asked of all their cards."""
        if not self.grouped_before:
            self.grouped_before = True
            kinds, kind_of = self.kinds()
            self.functions += TEXT.replace("m_KINDS", kinds).replace("T_KIND", kind_of).splitlines()
        form = self.form(pattern)
        assert form.group is not None
        members, further = self._sharing(form.group), self._sharing(form.further)
        places = [form.places[kinds[0]] for kinds in members]
        tables = {
            "T_KIND": self.kinds()[1],
            "m_noted": ", ".join(self.orders),
            "m_MEMBERS": self.table([self._cards_of(kinds) for kinds in members], "m_"),
            "ALL_GROUPS": str(len(members)),
            "T_SPOTS": self.table([sum(1 << place for place in at) for at in places]),
            "m_FURTHER": self.table([self._cards_of(kinds) for kinds in further], "m_"),
            "ALL_FURTHER": str(len(further)),
        }
        return GroupFinder(self.name("w_"), form, number, tables, asked)

    def _sharing(self, form: Form | None) -> list[list[int]]:
        """The kinds that share each value."""
        if form is None:
            return []
        return [[kind for kind, value in enumerate(form.groups) if value == shared] for shared in form.values]

    def _cards_of(self, kinds: list[int]) -> int:
        return sum(1 << card for card, kind in enumerate(self.program.kind_of) if kind in kinds)

    # ------------------------------------------------------------ what is asked of all the cards
    def asked_plainly(self, asked: Sequence[ir.Expr], *, in_order: bool = False) -> str:
        """The function that says whether cards are all that is asked of them; "" if that is nothing. It counts nothing,
        and is given the set of them, or, `in_order`, how many have been laid out."""
        if not asked:
            return ""
        before, cards, given = len(self.functions), self._all_the_cards(in_order), "many" if in_order else "m_cards"
        name = self.helper(f"{self.name('asked_')}({given})", lambda: self._answer(asked, cards))
        fault = f"{self.layout.cell('fault')} = 1"  # which whoever lists melds says, as where there is no room for them
        self.functions[before:] = [line.replace(fault, "G_full[0] = 1") for line in self.functions[before:]]
        if any("S[" in line for line in self.functions[before:]):
            raise Unlowered("what a combo asks of more than its cards")
        return name

    def asked_counting(self, whole: ir.Expr) -> str:
        """The function that counts as well: of the position, the cards, how many have been laid out, and for how many
        melds it is asked."""
        cards = self._all_the_cards(self.heeds_order(whole))

        def write() -> None:
            with self.block(f"if {self.layout.cell('counting')} == 0:"):
                self._answer([whole], cards)
            with self.standing_for("times"):
                answer = self.let(f"1 if {self._asked_of_cards(whole, cards)} else 0")
            self.line(f"return {answer}")

        return self.helper(f"{self.name('asked_')}(S, m_cards, many, times)", write)

    def heeds_order(self, whole: ir.Expr) -> bool:
        """Does it matter in which order the cards come?"""
        return any(map(self._heeds_order, self.facts.reached(whole, combos=False)))

    def _heeds_order(self, node: object) -> bool:
        """One is picked, or something is counted for one after the other."""
        if isinstance(node, ir.Pick | ir.TopSome | ir.ExtremeThing | ir.Best):
            return True
        return isinstance(node, ir.Each) and any(
            self.strict(part) for part in children(node) if part != node.collection
        )

    def _all_the_cards(self, in_order: bool) -> Shape:
        return Stored("G_laid", "many") if in_order else Cards((("m_cards", None),))

    def _answer(self, asked: Sequence[ir.Expr], cards: Shape) -> None:
        with self.uncounted():
            self.line(f"return {self.logic('and', [partial(self._asked_of_cards, each, cards) for each in asked])}")

    def _asked_of_cards(self, whole: ir.Expr, cards: Shape) -> str:
        return self.truth(whole, {0: One(str(NIL), True), 1: cards})
