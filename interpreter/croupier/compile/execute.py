"""Turn statements of the IR into code: flat lists of operations on a state, which can stop for a choice and resume.

An operation returns the number of the next one, or one of the signals below. What it does to the state is in `effects`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import PARTS
from croupier.base.values import Env, Fn, as_list
from croupier.combos.layout import casting_of
from croupier.compile import effects
from croupier.compile.places import place_of, to_change
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, List, depths_between, depths_told, entry, is_covert, is_covertly_named, within

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.plans import ChoicePlan
    from croupier.model.program import Program
    from croupier.model.state import State
    from croupier_dsl.analysis import Audience

ASK = -1
"""Signal: the acting seat has to choose; the task's `pc` is the place of the question."""

Op = Callable[["State", Env], int]
Act = Callable[["State", Env], None]


@dataclass(slots=True, eq=False)
class Code:
    """A list of statements, flat. `slots`: the number of its locals; `path`: its path in the ruleset.

    `asks`: by operation number, the choices asked there. `questions`: the operation of each question as written, -1 if
    the options rule it out. `ends`: the stages that signals -2, -3, … end, in order. `names`: by slot, the name and
    type of a local that a position may have to hold. `left`: by the slot of a loop, the slot of its remaining elements,
    the last first, which it uses up. `starts`: for each statement, by its path, inner ones included, its first
    operation. `covert`: the slots of locals that may reveal more to the current player than that player sees. `stands`:
    for each operation, the place of its statement in the text. `cost`: for a long list of a move, the cost of
    performing it, as a search does repeatedly; lists of stages and rules are paid for with these.
    """

    path: str
    slots: int = 1
    ops: list[Op] = field(default_factory=list)
    asks: dict[int, list[ChoicePlan]] = field(default_factory=dict)
    questions: list[int] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    names: dict[int, tuple[str, ir.Type]] = field(default_factory=dict)
    left: dict[int, int] = field(default_factory=dict)
    starts: list[tuple[str, int]] = field(default_factory=list)
    covert: set[int] = field(default_factory=set)
    stands: dict[int, ir.Where | None] = field(default_factory=dict)
    cost: int = 0

    def called(self) -> dict[int, str]:
        """Return the name of each local in positions: its name, with its number if several share the name."""
        often = Counter(name for name, _ in self.names.values())
        return {
            slot: f"{name} {slot}" if name in ("it", "left") or often[name] > 1 else name
            for slot, (name, _) in self.names.items()
        }


class Coder:
    """Turns lists of statements into code for one program."""

    def __init__(
        self, program: Program, planner: Planner, choices: Callable[[tuple[ir.Choice, ...]], list[ChoicePlan]]
    ) -> None:
        self.program = program
        self.planner = planner
        self.choices = choices
        self._covertly = False
        self._left: dict[int, int] = {}
        self._bag = 0
        self._together: int | None = None
        self._depths: dict[int, Audience] = {}
        self._played = Facts(program.special)

    def code(self, path: str, statements: List, slots: int, written: List = ()) -> Code:
        """Return the statements as one list of operations.

        `written`: the list with what the options rule out; its questions and loops are numbered, whatever is left.
        """
        inside = list(within(written or statements))
        loops = [each.slot for each in inside if isinstance(each, ir.ForEach)]
        cast = self.planner.cast_slot
        slots = max(slots, 1) if cast is None else cast + 1
        at_once = any(isinstance(each, ir.ForEach) and each.at_once for each in inside)
        code = Code(path, slots + len(loops) + at_once)
        self._bag = slots + len(loops)
        self._left = code.left = {loop: slots + number for number, loop in enumerate(loops)}
        self._depths = depths_told(self._played, statements)
        self._body(code, statements)
        asked = {plans[0].slot: pc for pc, plans in code.asks.items()}
        code.questions = [asked.get(each.choices[0].slot, -1) for each in inside if isinstance(each, ir.Ask)]
        return code

    def _body(self, code: Code, statements: tuple[ir.Statement, ...]) -> None:
        for statement in statements:
            first = len(code.ops)
            code.starts.append((statement.path, first))
            self._statement(code, statement)
            for op in range(first, len(code.ops)):
                code.stands.setdefault(op, statement.where)

    def _simple(self, code: Code, act: Act) -> None:
        after = len(code.ops) + 1

        def op(s: State, e: Env) -> int:
            act(s, e)
            return after

        code.ops.append(op)

    def _statement(self, code: Code, statement: ir.Statement) -> None:
        self.planner.here = _place(code.path, statement)
        kind = type(statement)
        if kind in ACTS:
            self._simple(code, ACTS[kind](self, statement, code))
        else:
            FLOW[kind](self, statement, code)

    def _name(self, code: Code, slot: int, value: ir.Expr) -> None:
        """Assign a value to a local; if a secret decides whether it is assigned, the local is secret too."""
        if self._covertly or is_covertly_named(self.planner.facts, value, code.covert):
            code.covert.add(slot)

    # ------------------------------------------------------------ flow inside a list
    def let(self, statement: ir.Let, code: Code) -> None:
        slot, value = statement.slot, statement.value
        code.names[slot] = (statement.name, value.type)
        self._name(code, slot, value)
        cast = self.planner.cast_slot if value.type.name == "meld" else None
        self._simple(code, effects.letter(slot, effects.kept(self.planner.plan(value), value.type), cast))

    def end_stage(self, statement: ir.EndStage, code: Code) -> None:
        signal = -2 - len(code.ends)
        code.ends.append(statement.stage)
        code.ops.append(lambda s, e: signal)

    def ask(self, statement: ir.Ask, code: Code) -> None:
        for choice in statement.choices:
            code.names[choice.slot] = (choice.name, choice.type)
        code.asks[len(code.ops)] = self.choices(statement.choices)
        code.ops.append(lambda s, e: ASK)

    def inner(self, statement: ir.Labelled | ir.Perform, code: Code) -> None:
        self._body(code, statement.body)

    def branches(self, statement: ir.If, code: Code) -> None:
        branches = statement.branches
        exits: list[int] = []
        outside = self._covertly
        for branch in branches:
            skip = None
            if branch.condition is not None and is_covert(self.planner.facts, branch.condition, code.covert):
                self._covertly = True
            if branch.condition is not None:
                skip = len(code.ops)
                code.ops.append(_unset)
            self._body(code, branch.body)
            exits.append(len(code.ops))
            code.ops.append(_unset)
            if skip is not None and branch.condition is not None:
                code.ops[skip] = _branch(self._test(branch, branch.condition), skip + 1, len(code.ops))
        self._covertly = outside
        if not branches:  # nothing is left of a list, which is gone through all the same
            self._simple(code, lambda s, e: None)
        for place in exits:
            code.ops[place] = _jump(len(code.ops))

    def _test(self, branch: ir.Branch, condition: ir.Expr) -> Fn:
        """Return whether the branch is taken, if those before it are not."""
        return self.planner.plan(condition)

    def for_each(self, statement: ir.ForEach, code: Code) -> None:
        slot, collection, outside = statement.slot, statement.collection, self._covertly
        self._name(code, slot, collection)
        self._covertly = slot in code.covert
        if statement.at_once:
            self._together = self._bag
            self._simple(code, effects.beginner(self._bag))
        found = self.planner.plan(collection)
        self.iterated(code, found, slot, self._left[slot], statement.body, collection.type)
        if statement.at_once:
            self._together = None
            self._simple(code, effects.hander(self._bag, self.planner.cast_slot))
        self._covertly = outside

    def iterated(self, code: Code, collection: Fn, slot: int, left: int, body: List, type_: ir.Type) -> None:
        code.names[slot] = ("it", ir.Type(type_.name, type_.enum))
        code.names[left] = ("left", type_)
        if slot in code.covert:
            code.covert.add(left)

        def start(s: State, e: Env) -> None:
            items = as_list(collection(s, e))
            if s.trial is not None:
                s.trial.in_order(items)
            e[left] = list(items)[::-1]

        self._simple(code, start)
        head, before = len(code.ops), self.planner.unpaid
        code.ops.append(_unset)
        self._body(code, body)
        code.ops.append(_jump(head))
        after = len(code.ops)
        cost = 1 + (self.planner.unpaid - before) // PARTS

        cast = self.planner.cast_slot if type_.name == "meld" else None

        def step(s: State, e: Env) -> int:
            following = after
            if e[left]:
                EFFORT.spend(cost)
                e[slot] = e[left].pop()
                following = head + 1
            else:
                e[left] = e[slot] = None
            if cast is not None:
                e[cast] = casting_of(e, cast)
            return following

        code.ops[head] = step

    # ------------------------------------------------------------ zones and variables
    def swapper(self, statement: ir.Swap, code: Code) -> Act:
        plan = self.planner.plan
        return effects.swapper(self.program, plan(statement.one), plan(statement.other), self.planner.cast_slot)

    def setter(self, statement: ir.SetVariable, code: Code) -> Act:
        value = self.kept(statement.name, statement.value)
        return effects.setter(self.program, statement.name, self.subject(statement.subject), value)

    def adder(self, statement: ir.AddToVariable, code: Code) -> Act:
        amount = self.planner.plan(statement.amount)
        return effects.adder(statement.name, self.subject(statement.subject), amount, self.planner.here)

    def kept(self, name: str, value: ir.Expr) -> Fn:
        """Return a function to a variable's new value; nothing becomes no for a truth."""
        found, type_ = self.planner.plan(value), next(v.type for v in self.program.rules.variables if v.name == name)
        if type_ == ir.TRUTH:
            return lambda s, e: bool(found(s, e))
        return found if name in self.program.card_variables else effects.kept(found, type_)

    def subject(self, subject: ir.Expr | None) -> Fn | None:
        return None if subject is None else to_change(self.planner, subject)

    def mover(self, statement: ir.Move, code: Code) -> Act:
        """Return an operation that puts cards on a spot, moves them to a zone, deals them around several, or collects
        cards that move together."""
        program, cast, target = self.program, self.planner.cast_slot, statement.to
        cards = self.planner.plan(statement.what)
        if isinstance(target, ir.SpotTarget):
            return effects.layer(program, cards, self.planner.plan(target.spot), cast)
        cards = effects.dealt(cards) if code.path.endswith(".begin") else cards
        depth = self.depth(statement, target)
        if self._together is not None:
            return effects.gatherer(program, cards, self.target(target), self.form(target), self._together)
        if not target.round:
            form = self.form(target)
            return effects.mover(program, cards, self.target(target), form, cast, depth)
        assert target.subject is not None
        start = None if target.start is None else self.planner.plan(target.start)
        owners = to_change(self.planner, target.subject)
        return effects.dealer(program, cards, owners, start, target.name, cast)

    def form(self, target: ir.ZoneTarget) -> str:
        return self.program.zones[target.name].form

    def depth(self, statement: ir.Move, target: ir.ZoneTarget) -> effects.Depth | None:
        """Return the depth at which cards enter a pile; None on top."""
        if target.under is not None:
            between = depths_between(self._played).get(id(statement), (0, None))
            return effects.Depth(self.planner.plan(target.under), self._depths[id(statement)], *between)
        return effects.Depth() if target.bottom else None

    def target(self, target: ir.ZoneTarget) -> Fn:
        """Return the index of the place that is meant."""
        meant = place_of(self.planner, target)
        if target.subject is None:
            return meant

        def place(s: State, e: Env) -> int:
            found: int | None = meant(s, e)
            if found is None:
                raise RulesFault(tr("cannot move to {name}: it has no owner here", name=target.name))
            return found

        return place


def _place(path: str, statement: ir.Statement) -> str:
    """Return the name of a statement in faults: its list, and the place in the text."""
    where = statement.where
    return path if where is None else f"{path} ({PurePath(where.file).name}:{where.line})"


def _unset(s: State, e: Env) -> int:
    raise AssertionError("an operation was left open")


def _jump(to: int) -> Op:
    return lambda s, e: to


def _branch(test: Fn, yes: int, no: int) -> Op:
    def op(s: State, e: Env) -> int:
        try:
            return yes if test(s, e) else no
        except IndexError:  # nothing is on a card that has just been shown while a `must` is searched
            if s.trial is None or not s.trial.blanks:
                raise
            return yes if s.trial.guess() else no

    return op


ACTS = dict([
    entry(ir.Move, Coder.mover),
    entry(ir.Shuffle, lambda coder, it, _: effects.shuffler(coder.target(it.zone))),
    entry(ir.Reveal, lambda coder, it, _: effects.revealer(coder.planner.plan(it.cards))),
    entry(ir.Hide, lambda coder, it, _: effects.hider(coder.planner.plan(it.cards))),
    entry(ir.Show, lambda coder, it, _: effects.shower(coder.planner.plan(it.cards), coder.planner.plan(it.players))),
    entry(ir.Swap, Coder.swapper),
    entry(ir.SetVariable, Coder.setter),
    entry(ir.AddToVariable, Coder.adder),
    entry(ir.SetNext, lambda coder, it, _: effects.next_setter(coder.planner.plan(it.player))),
    entry(ir.SetDirection, lambda coder, it, _: effects.direction_setter(coder.planner.plan(it.value))),
])  # fmt: skip
"""The one operation of each kind of statement that changes the state."""
FLOW = dict([
    entry(ir.Let, Coder.let),
    entry(ir.EndStage, Coder.end_stage),
    entry(ir.If, Coder.branches),
    entry(ir.ForEach, Coder.for_each),
    entry(ir.Ask, Coder.ask),
    entry(ir.Labelled, Coder.inner),
    entry(ir.Perform, Coder.inner),
])  # fmt: skip
"""Functions that add the operations of all other kinds."""
