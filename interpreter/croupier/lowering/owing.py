"""What a `must` asks for, followed backward: can a card that may not stay in its zone still leave it?

It is what the reference finds (see `croupier.play.prospects`), in the same positions.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from croupier.compile.debts import Debt, Ways, debts, ways
from croupier.compile.recognised import asks_fitting, steady
from croupier.lowering.asking import Asking
from croupier.lowering.base import Env
from croupier.lowering.shapes import One, Place, Shape
from croupier.lowering.sights import ME, STAGE
from croupier_dsl import ir

NEVER, UNCLEAR = 1, 2
"""It can never leave; that is not found out here."""


class Owing(Asking):
    """The part of the lowering that knows what can never come about."""

    def owing(self) -> None:
        """`owing(S)`: is there a card that may not stay and can never leave? 0: no, or nobody can say."""
        with self.function("owing(S)"):
            self.line("unclear = 0")
            for stage in (each for each in self.looked_into if each.moves and self._wild_for_good):
                for must in (each for each in self.chain(stage) if each.must):
                    known = self._debts(must, stage)
                    if known:
                        bound = f"G_look[{STAGE}] == {self.must_number(must)}"
                        with self.block(f"if {bound} and ({self.stands_in(stage)}):"):
                            for debt, how in known:
                                self._owed(debt, how)
            self.line(f"return {UNCLEAR} if unclear else 0")

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

    def _debts(self, must: ir.Stage, stage: ir.Stage) -> list[tuple[Debt, Ways]]:
        """What may not stay, as long as somebody chooses in a stage inside that with the `must`, and how it may go."""
        plans = {plan.name: plan for plan in self.program.root.within(set())}
        chain = self.chain(stage)[::-1]
        keys = [self.layout.key(each) for each in chain]
        chain = chain[keys.index(self.layout.key(must)) :]
        reached = [
            [self.layout.key(step) for step in above.steps].index(self.layout.key(below)) + 1
            for above, below in pairwise(chain)
        ]
        course = [(plans[each.name], at) for each, at in zip(chain, [*reached, 0], strict=True)]
        found = [(debt, ways(self.program, debt, course)) for debt in debts(self.program, course[0][0].stage)]
        return [(debt, known) for debt, known in found if known is not None]

    def _whose(self, zone: str) -> Place:
        """The zone of who looks, or the one there is."""
        return zone, f"G_look[{ME}]" if self.layout.zones[zone].per == "player" else None

    def _owed(self, debt: Debt, how: Ways) -> None:
        """Each card that owes is looked at."""
        place = self._whose(debt.zone)

        def look(card: Shape) -> None:
            of = self.single(card).text
            with self.block(f"if {self.layout.cell('variable', debt.variable, of)} == 1:"):
                may = self.let(str(NEVER))
                self._may_go(of, place, debt, how, may)
                with self.block(f"if {may} == {NEVER}:"):
                    self.line(f"return {NEVER}")
                with self.block(f"if {may} == {UNCLEAR}:"):
                    self.line("unclear = 1")

        self.each(self.zone(*place), look)

    def _may_go(self, card: str, place: Place, debt: Debt, how: Ways, may: str) -> None:
        """Might some move ever take the card? `may` becomes nought if so, or unclear."""
        for name, _ in how.sources:
            zone = self.layout.zones[name]
            seen = zone.seen == "everyone" or (zone.seen in ("owner", "team") and zone.per == "player")
            if not seen and name in self.hiding and not zone.keys and zone.per == "table":
                with self.block(f"if {self.some(self.zone(name, None))}:"):  # no card there is known
                    self.line(f"{may} = 0")
            elif not seen:
                self.line(f"{may} = {UNCLEAR}")
        moves = {move.name: move for move in self.rules.moves}
        for taker, choice in how.takers:
            move = moves[taker.name]
            own = next(each for each in move.choices if each.slot == choice.slot)
            with self.block(f"if {may} != 0:"):
                if own.type.name == "meld":
                    self._may_meld(own, may)
                else:
                    self._may_be_chosen(move, own, card, place, debt, may)

    def _may_meld(self, choice: ir.Choice, may: str) -> None:
        collection = choice.collection
        assert isinstance(collection, ir.Melds)
        if not self.program.combos.adds_for_good(collection.combo):
            self.line(f"{may} = 0")
        else:
            self.line(f"{may} = {UNCLEAR}")

    def _may_be_chosen(
        self, move: ir.MoveRule, choice: ir.Choice, card: str, place: Place, debt: Debt, may: str
    ) -> None:
        asked = [] if choice.if_possible else [each.expr for each in choice.filters]
        if choice.single:
            asked += [each.expr for each in move.conditions if set(each.mentions)]
        env: Env = {0: One(f"G_look[{ME}]"), choice.slot: One(card, at=(place,))}
        test = self.all_hold([expr for expr in asked if steady(expr, choice.slot, debt.variable)], env)
        tests = [each.expr for other in move.choices if not other.if_possible for each in other.filters]
        fits = any(asks_fitting(expr, choice.slot) for expr in tests)
        with self.block(f"if {test}:"):
            self.line(f"{may} = {UNCLEAR if fits else 0}")
