"""Statements to what they change in the position."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, Unlowered, both, part
from croupier.lowering.placing import Placing
from croupier.lowering.shapes import (
    Cards,
    One,
    Shape,
)
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


class Statements(Placing):
    """The part of the lowering that knows statements. `ends`: the number by which a list says which stage it has ended,
    by its name; `faults`: may the list written now be at fault? `in_steps`: is it the list of a move, that players may
    look at as far as they foresee it?"""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.in_steps = False
        self.ends = {stage.name: number for number, stage in enumerate(self.layout.stages, 1)}

    def body(self, statements: Sequence[ir.Statement], env: Env) -> bool:
        """The statements one after the other, up to one that leaves the list; is there one?"""
        self.pure = False
        return any(self.statement(statement, env) for statement in statements)

    def statement(self, statement: ir.Statement, env: Env) -> bool:
        """Write a statement; return whether it leaves the list whatever happens."""
        where = None if isinstance(statement, ir.Labelled) else statement.where
        with part(where, statement.path):
            return self._statement(statement, env)

    def _statement(self, statement: ir.Statement, env: Env) -> bool:
        layout = self.layout
        if not isinstance(statement, ir.Labelled):
            self.mark(statement.where)
        self.begun(statement)
        self.just_set, before = None, self.just_set
        match statement:
            case ir.Move(what=what, to=ir.ZoneTarget(name=name, subject=subject)):
                self.just_set = before
                whose = self.subject(subject, env)
                self.move_to(what, name, whose, env)
                self.shown_by(statement, name, whose)
            case ir.Move(what=what, to=ir.SpotTarget(spot=spot)):
                self.lay_on_spot(what, spot, env)
            case ir.Swap(one=one, other=other):
                self.swap(one, other, env)
            case ir.Shuffle(zone=ir.ZoneTarget(name=name, subject=subject)):
                self.shuffle(name, self.subject(subject, env))
            case ir.Reveal(cards=cards):
                turned, these = f"Z[{layout.at('turned')}]", self.atom(self.mask(self.shape(cards, env)), "m_")
                self.note(f"POP({these} & ~{turned})")
                self.turns(these, up=True)
                self.line(f"{turned} = {turned} | {these}")
            case ir.Hide(cards=cards):
                gone = self.atom(self.mask(self.shape(cards, env)), "m_")
                self.turns(gone, up=False)
                if layout.turns_cards:
                    turned = f"Z[{layout.at('turned')}]"
                    self.note(f"POP({gone} & {turned})")
                    self.line(f"{turned} = {turned} & ~{gone}")
            case ir.Show(cards=cards, players=players):
                self.shown_to(cards, players, env)
            case ir.SetVariable(name=name, subject=subject, value=value) if layout.variables[name].type.many:
                several, room = self.stored(self.shape(value, env)), layout.room_of(layout.variables[name].type)
                self._write(name, subject, env, lambda cell, _: self.written_down(several, cell[2:-1], room))
            case ir.SetVariable(name=name, subject=subject, value=value):
                found = self.one(value, env)
                truth = found.nil and layout.variables[name].type == ir.TRUTH  # what is yes of nothing is no
                new = self.let(f"1 if {found.text} == 1 else 0") if truth else self.atom(found.text)
                self._write(name, subject, env, lambda cell, of: self._set(name, cell, of, new))
                if subject is None and found.top:
                    self.just_set = name, One(new, found.nil, found.at, top=True)
            case ir.AddToVariable(name=name, subject=subject, amount=amount):
                self._add(name, subject, self.one(amount, env), env)
            case ir.SetNext(player=player):
                self.line(f"S[{layout.cell('round')}] = {self.one(player, env).text}")
            case ir.SetDirection(value=value):
                way = self.copied(self.one(value, env))
                guard = both(f"{way.text} != {NIL}" if way.nil else "1", f"{way.text} < 0")
                self.line(f"{layout.cell('direction')} = -1 if {guard} else 1")
            case ir.Let(slot=slot, value=value):
                env[slot] = self.kept(self.shape(value, env))
                self.put_down(slot, env[slot])
                if value.type.name == "meld":
                    self.cast_by_list(env)
            case ir.Ask() if self.in_steps:  # so far it is foreseen
                self.leave_casting()
                self.line("return 0")
                return True
            case ir.EndStage(stage=stage):
                self.leave_casting()
                self.line(f"return {self.ends[stage]}")
                return True
            case ir.If(branches=branches):
                self._branches(branches, env)
            case ir.ForEach(collection=collection):
                self._for_each(statement, self.shape(collection, env), env)
            case ir.Labelled(body=body) | ir.Perform(body=body):
                return self.body(body, env)
            case _:
                raise Unlowered(f"the statement {type(statement).__name__}")
        self.stepped(statement)
        return False

    def stepped(self, statement: ir.Statement) -> None:
        """One of the statements of a move has been carried out."""
        if self.in_steps and not isinstance(statement, ir.If | ir.ForEach | ir.Labelled | ir.Perform):
            with self.block(f"if {self.layout.cell('stepping')}:"):
                self.line("step(S)")

    def begun(self, statement: ir.Statement) -> None:
        """Play comes to a statement."""
        if isinstance(statement, ir.Perform):
            self.fires(f"effects.{statement.name}")
        if not isinstance(statement, ir.Perform) or statement.about is None:  # else its first statement counts for it
            self.fires(statement.path)

    def subject(self, expr: ir.Expr | None, env: Env) -> str | None:
        """Whose a place is."""
        if expr is None:
            return None
        self.changes = True
        whose = self.copied(self.one(expr, env))
        self.changes = False
        if whose.nil:
            self.fault_if(f"{whose.text} == {NIL}")
        return whose.text

    def _branches(self, branches: Sequence[ir.Branch], env: Env) -> None:
        if not branches:
            return
        first, *rest = branches
        if first.condition is None:
            self.body(first.body, env)
            return
        cast = self.cast_now
        test = self.truth(first.condition, env)
        answer = self.settled(first.condition)
        if answer is not False:
            with self.block(f"if {test}:"):
                self.fires(first.path)
                self.body(first.body, env)
        if answer is not True and (rest or self.covers):
            with self.block(f"if {self.negated(test)}:" if answer is False else "else:"):
                self.none_of(first, rest)
                self._branches(rest, env)
        self._cast_as_before(cast)

    def _cast_as_before(self, cast: tuple[Shape, ...]) -> None:
        if self.cast_now != cast:
            raise Unlowered("a meld that has a name in a part of a list")

    def none_of(self, last: ir.Branch, rest: Sequence[ir.Branch]) -> None:
        """A branch is not taken: if it was the last with a condition, what is done otherwise is."""
        if not any(branch.condition is not None for branch in rest):
            self.fires(f"{last.path.rpartition('.')[0]}.else")

    def _for_each(self, loop: ir.ForEach, shape: Shape, env: Env) -> None:
        slot, body = loop.slot, loop.body
        for node in nodes(body):
            if isinstance(node, ir.Move) and isinstance(node.to, ir.ZoneTarget):
                self.moved_to(env, node.to.name, None)
        shape = self.kept(shape)
        if self.covers:
            self.goes_through(loop, self.atom(self.count(shape)))
        cast = self.cast_now

        def once(item: Shape) -> None:
            self.put_down(slot, item)
            self.body(body, {**env, slot: item})

        self.each(shape, once)
        self.put_down(slot, One(str(NIL), True))
        self._cast_as_before(cast)

    def goes_through(self, loop: ir.ForEach, number: str) -> None:
        """It is counted how many a loop goes through."""
        if f"{loop.path}.each" in self.layout.counted:  # not what an effect is performed for
            self.fires(f"{loop.path}.each", number)
        if f"{loop.path}.nothing" in self.layout.counted:
            with self.block(f"if {number} == 0:"):
                self.fires(f"{loop.path}.nothing")

    @abstractmethod
    def put_down(self, slot: int, value: Shape) -> None:
        """Something has been named: a list that asks puts it down in the position."""

    # ------------------------------------------------------------ state
    def _set(self, name: str, cell: str, of: str, value: str) -> None:
        if self.layout.variables[name].per == "card":
            self.noted(name, of, value)
        else:
            self.line(f"{cell} = {value}")

    def _write(self, name: str, subject: ir.Expr | None, env: Env, change: Callable[[str, str], None]) -> None:
        """`change` has the cell, and whose it is."""
        if ("variable", name) not in self.layout.cells:
            raise Unlowered(f"state such as {name}")
        path = self.layout.variables[name].path
        if subject is None:
            self.fires(path)
            change(self.layout.cell("variable", name), "")
            self.note(1)
            return

        def one(item: Shape) -> None:
            self.fires(path)
            of = self.atom(self.single(item).text)
            change(self.layout.cell("variable", name, of), of)
            self.note(1)

        self.changes = True
        whose = self.shape(subject, env)
        self.changes = False
        if self.layout.variables[name].per == "card" and not isinstance(whose, One):
            whose = self.kept(Cards(((self.mask(whose), None),)))
        self.each(whose, one)

    def _add(self, name: str, subject: ir.Expr | None, amount: One, env: Env) -> None:
        more = self.copied(amount)

        def add(cell: str, of: str) -> None:
            at = self.atom(cell[2:-1])
            self.unveiled(name, f"S[{at}]")
            self.line(f"S[{at}] = {more.text} if S[{at}] == {NIL} else S[{at}] + {more.text}")
            self.bound(f"S[{at}]")

        if not more.nil:
            self._write(name, subject, env, add)
            return
        with self.block(f"if {more.text} != {NIL}:"):
            self._write(name, subject, env, add)

    def bound(self, number: str) -> None:
        most = ir.LARGEST_NUMBER
        with self.block(f"if {number} > {most} or ({number} < -{most} and {number} != {NIL}):"):
            self.line(f"{self.layout.cell('fault')} = 1")
