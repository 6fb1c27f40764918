"""What a move plainly comes to where a stage has to end as its `must` asks: nothing of that is tried out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from croupier.compile.debts import Debt, Ways, debts, ways
from croupier.lowering.asking import Asking
from croupier.lowering.sights import STAGE
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


class Ending(Asking):
    """The part of the lowering that knows how stages end."""

    def debts_of(self, must: ir.Stage, stage: ir.Stage) -> list[tuple[Debt, Ways]]:
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

    def ends_in_debt(self, stage: ir.Stage, move: ir.MoveRule) -> list[int]:
        """The stages with a `must` that end as they must not as soon as the move is made while a card owes."""
        found = []
        for must in (each for each in self.chain(stage) if each.must and not (self.covers or self.knows)):
            known = self.debts_of(must, stage)
            ends = self._sure(stage, must, move) is not None
            clear = ends and known and len(known) == len(list(debts(self.program, must)))
            if clear and all(self._leaves_it(move, debt, how) for debt, how in known):
                found.append(self.must_number(must))
        return found

    def settles(self, stage: ir.Stage, move: ir.MoveRule) -> list[int]:
        """The stages with a `must` that end as they must as soon as the move is made, if no card owes."""
        found = []
        for must in (each for each in self.chain(stage) if each.must and not (self.covers or self.knows)):
            yes = None if self.at_once(must) else self._sure(stage, must, move)
            owing = list(debts(self.program, must))
            later = self._afterwards(stage, must, move)
            plain = all(_brings_no_debt(each, owing) for each in later)
            if yes and plain and all(_is_by_constant(each) for each in nodes(move.do)):
                owed = {each.number for each in owing}
                rest = [each.expr for number, each in enumerate(must.must) if number not in owed]
                if all(yes & _any_of(expr) for expr in rest):
                    found.append(self.must_number(must))
        return found

    def settling(self) -> bool:
        """`settled(S, move)`: is it plain that the stage ends as it must with the move, if no card owes? False if there
        is no such move: then it is not written."""
        label = self.layout.cell("label")
        tests = [
            f"{label} == {self.number('decide', self.layout.key(stage))} and move == {self.move_numbers[move.name]} "
            f"and G_look[{STAGE}] == {must}"
            for stage in self.looked_into
            for move in self.rules.moves
            if move.name in stage.moves
            for must in self.settles(stage, move)
        ]
        return self._told("settled", tests)

    def _told(self, name: str, tests: Sequence[str]) -> bool:
        """A function that says whether any of the tests holds, if there are any."""
        if not tests:
            return False
        with self.function(f"{name}(S, move)"):
            for test in tests:
                with self.block(f"if {test}:"):
                    self.line("return 1")
            self.line("return 0")
        return True

    def _afterwards(self, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> list[object]:
        """What is said of what happens from when the move is made to where the stage with the `must` has ended."""
        return list(nodes((move.do, self.rules.triggers, stage.end, must.end)))

    def _sure(self, stage: ir.Stage, must: ir.Stage, move: ir.MoveRule) -> set[str] | None:
        """What is yes from then on if the stage ends once the move is made, as the last step of the other, and no card
        is shown on the way; else None."""
        last = bool(must.steps) and self.layout.key(must.steps[-1]) == self.layout.key(stage)
        if not last or stage.by is not None or len(stage.until) != 1:
            return None
        chosen, yes = {choice.slot for choice in move.choices}, set[str]()
        for statement in move.do:
            match statement:
                case ir.SetVariable(name=name, subject=None, value=ir.Constant(value=True)):
                    yes.add(name)
                case ir.SetVariable() | ir.AddToVariable():
                    pass
                case ir.Move(what=ir.Local(slot=slot), to=ir.ZoneTarget()) if slot in chosen:
                    pass
                case _:
                    return None
        later = self._afterwards(stage, must, move)
        if any(isinstance(each, ir.Reveal | ir.Show) or id(each) in self.showing for each in later):
            return None
        yes -= {each.name for each in later if isinstance(each, ir.SetVariable) and not _is_yes(each)}
        brief = {variable.name for variable in self.rules.variables if variable.life == stage.name}
        return yes - brief if yes & _any_of(stage.until[0].expr) else None

    def plain_to_show(self) -> bool:
        """`shows(S, move)`: is it plain that the move shows its player a card nobody knows, who then chooses again?
        So nobody can tell what comes of it. False if there is no such move: then it is not written."""
        found = []
        ends = any(isinstance(node, ir.EndStage | ir.Ask | ir.Perform) for node in nodes(self.rules.triggers))
        for must in () if self.covers or self.knows or ends else self.musts:
            for stage, following in pairwise(must.steps):
                alone = stage.by is None and stage.times is None and not (stage.until or stage.end or stage.must)
                at_once = following.moves and following.by is None and following.times is None and not following.begin
                if stage.moves and alone and at_once and not following.when and not self.at_once(must):
                    found += [(stage, must, move) for move in self.rules.moves if move.name in stage.moves]
        tests = [
            f"{self.layout.cell('label')} == {self.number('decide', self.layout.key(stage))} and move == {number} "
            f"and G_look[{STAGE}] == {self.must_number(must)} and S[{self.layout.at('zone', pile)}] > 0"
            for stage, must, move in found
            for number, pile in [(self.move_numbers[move.name], self._pile_drawn_from(move.do))]
            if pile
        ]
        return self._told("shows", tests)

    def _pile_drawn_from(self, statements: Sequence[ir.Statement]) -> str:
        """The hidden pile of which the top comes to the hand of who acts, if nothing else is done as long as it is not
        empty."""
        match statements:
            case [ir.If(branches=[ir.Branch(condition=ir.IsEmpty(collection=ir.ZoneContents(name=pile)))]), move]:
                return pile if self._pile_drawn_from([move]) == pile else ""
            case [
                ir.Move(
                    what=ir.Pick(which="top", collection=ir.ZoneContents(name=pile, subject=None)),
                    to=ir.ZoneTarget(name=hand, subject=ir.Local(slot=0)),
                ) as move
            ] if pile in self.hiding and id(move) in self.showing and self.layout.form(pile) == "pile":
                zone = self.layout.zones[hand]
                return pile if zone.per == "player" and zone.seen == "owner" and not zone.top_only else ""
        return ""

    def _leaves_it(self, move: ir.MoveRule, debt: Debt, how: Ways) -> bool:
        """Does the move take no card that owes?"""

        def kept(slot: int) -> bool:
            for condition in move.conditions:
                match condition.expr:
                    case ir.Not(operand=ir.VariableValue(name=debt.variable, subject=ir.Local(slot=of))) if of == slot:
                        return True
            return False

        singles = {choice.slot for choice in move.choices if choice.single}
        return all(each.slot in singles and kept(each.slot) for taker, each in how.takers if taker.name == move.name)


def _any_of(expr: ir.Expr) -> set[str]:
    """The state of the table of which any that is yes is enough for it."""
    parts = expr.operands if isinstance(expr, ir.Logic) and expr.op == "or" else [expr]
    return {each.name for each in parts if isinstance(each, ir.VariableValue) and each.subject is None}


def _brings_no_debt(node: object, debts: Sequence[Debt]) -> bool:
    """Does what happens at the end of a stage end no other, and does no card come to owe by it?"""
    match node:
        case ir.EndStage() | ir.Ask() | ir.Perform() | ir.Swap():
            return False
        case ir.SetVariable(name=name, value=value):
            return value == ir.Constant(ir.TRUTH, False) or name not in {debt.variable for debt in debts}
        case ir.Move(to=to):
            return isinstance(to, ir.ZoneTarget) and to.name not in {debt.zone for debt in debts}
    return True


def _is_by_constant(node: object) -> bool:
    """Does it set nothing, or to something that is written there?"""
    match node:
        case ir.SetVariable(value=value) | ir.AddToVariable(amount=value):
            return isinstance(value, ir.Constant)
    return True


def _is_yes(statement: ir.SetVariable) -> bool:
    return statement.value == ir.Constant(ir.TRUTH, True)
