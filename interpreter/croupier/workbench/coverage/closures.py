"""Compile sentences and statements to closures that count which of their parts fire."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.base.values import Elements, Env, Fn, Sieve, Value, as_list
from croupier.compile.evaluate import NO_ENV, PLANS, Planner, all_melded, defined, filtered, looked_up_in
from croupier.compile.execute import Code, Coder, Op
from croupier.workbench.coverage.live import Column, Live
from croupier_dsl import ir
from croupier_dsl.analysis import List, entry, is_constant

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan
    from croupier.model.program import Program
    from croupier.model.state import State


class CountingPlanner(Planner):
    """Plans as the engine does; definitions, rows of tables, arms and combos count themselves."""

    def __init__(self, program: Program, live: Live) -> None:
        counting = [
            entry(ir.IfThenElse, self._arms), entry(ir.Melds, self._melds), entry(ir.IsCombo, self._is_combo),
            entry(ir.Defined, self._defined), entry(ir.TableValue, self._looked_up), entry(ir.IsEmpty, self._is_empty),
            entry(ir.Filter, filtered),  # which asks for each element
        ]  # fmt: skip
        super().__init__(program, dict([*PLANS.items(), *counting]))
        self.live = live

    def plan(self, expr: ir.Expr) -> Fn:
        fn = self.weighed(expr)
        if not is_constant(self.facts, expr):
            return fn
        try:
            value, gained = self.live.during(fn, None, list(NO_ENV))
        except RulesFault:  # as the engine's own
            return fn
        if not gained:
            return lambda s, e: value
        counts = self.live.counts

        def run(s: State, e: Env) -> Value:
            for i, number in gained:
                counts[i] += number
            return value

        return run

    def constant(self, expr: ir.Expr, path: str = "", where: ir.Where | None = None) -> Value:
        """Return the value, computed as in play, so that its parts are counted."""
        return self.worked_out(expr, path, where)

    def kept(self, expr: ir.Expr) -> Fn:
        return self.live.kept(self.weighed(expr))

    def chosen(self, places: ir.SequencePlaces) -> bool:
        found = super().chosen(places)
        if found and places.path:
            self.live.add(places.path)
        return found

    def per_card(self, expr: ir.Expr) -> list[Value]:
        fn = self.weighed(expr)
        return [fn(None, [None, card]) for card in range(self.program.cards)]  # type: ignore[arg-type]  # it reads no state

    def column(self, fn: Fn) -> list[Value]:
        found = [self.live.during(fn, None, [None, card]) for card in range(self.program.cards)]
        values, gained = [value for value, _ in found], [more for _, more in found]
        return Column(values, gained, self.live.counts) if any(gained) else values

    def never(self, conditions: tuple[ir.Condition, ...]) -> bool:
        """Return False, so that a stage excluded by the options is reached and its `when` is counted as refusing."""
        return False

    # ------------------------------------------------------------ parts of sentences
    def _arms(self, _: Planner, expr: ir.IfThenElse) -> Fn:
        test, then, otherwise = self.plan(expr.condition), self.plan(expr.then), self.plan(expr.otherwise)
        yes = self.live.counted(expr.arms[0], then) if expr.arms[0] else then
        no = self.live.counted(expr.arms[1], otherwise) if expr.arms[1] else otherwise
        return lambda s, e: yes(s, e) if test(s, e) else no(s, e)

    def _melds(self, _: Planner, expr: ir.Melds) -> Fn:
        return self._listed(expr.combo, PLANS[ir.Melds](self, expr))

    def _listed(self, combo: str, fn: Fn) -> Fn:
        counts = self.live.counts

        def run(s: State, e: Env) -> Value:
            found = fn(s, e)
            if found:
                for part in self._found(combo, *{meld.combo for meld in found}):
                    counts[part] += 1
            return found

        return run

    @cached_property
    def _groups(self) -> dict[str, tuple[str, str]]:
        """Return the combos of each sequence of groups, and of the cards next to them."""
        return {c.name: (c.of, c.beside_of) for c in self.program.rules.combos if isinstance(c, ir.Pattern)}

    def _found(self, *combos: str) -> set[int]:
        """Return the counters of melds of these combos: the combos themselves and their groups."""
        index = self.live.index
        return {index[f"combos.{part}"] for name in combos for part in (name, *self._groups.get(name, ())) if part}

    def melds(self, expr: ir.Melds) -> Elements:
        found, counts = super().melds(expr), self.live.counts

        def run(s: State, e: Env) -> Iterator[Value]:
            seen = set[int]()
            for meld in found(s, e):
                for part in self._found(expr.combo, meld.combo) - seen:
                    counts[part] += 1
                    seen.add(part)
                yield meld

        return run

    def offered(self, expr: ir.Expr) -> Fn:
        fn = super().offered(expr)
        return self._listed(expr.combo, fn) if isinstance(expr, ir.Melds) else fn

    def lazily(self, definition: str) -> Elements | None:
        found = super().lazily(definition)
        return None if found is None else self.live.counted(f"define.{definition}", found)

    def _made(self, combo: str, fn: Fn) -> Fn:
        """Return a test of a combo that counts when it is true."""
        counts, parts = self.live.counts, self._found(combo)

        def run(s: State, e: Env) -> Value:
            found = fn(s, e)
            if found:
                for part in parts:
                    counts[part] += 1
            return found

        return run

    def _is_combo(self, _: Planner, expr: ir.IsCombo) -> Fn:
        return self._made(expr.combo, PLANS[ir.IsCombo](self, expr))

    def _defined(self, _: Planner, expr: ir.Defined) -> Fn:
        body = self.definitions[expr.name].body
        return defined(self, expr, lambda: self.live.counted(f"define.{expr.name}", self.plan(body)))

    def _looked_up(self, _: Planner, expr: ir.TableValue) -> Fn:
        return looked_up_in(self, expr, lambda row: self.live.counted(row.path, self.plan(row.value)))

    # ------------------------------------------------------------ what the solver answers in place of a sentence
    def _is_empty(self, _: Planner, expr: ir.IsEmpty) -> Fn:
        fn, asked, collection = PLANS[ir.IsEmpty](self, expr), all_melded(self, expr.collection), expr.collection
        if asked is None:
            return fn
        fn = self._made(asked[0], fn)
        return self.live.counted(f"define.{collection.name}", fn) if isinstance(collection, ir.Defined) else fn

    def sieve(self, expr: ir.Expr, slot: int) -> Sieve | None:
        found = super().sieve(expr, slot)
        if found is None or not isinstance(expr, ir.IsEmpty) or not isinstance(expr.collection, ir.Defined):
            return found
        counts, own = self.live.counts, self.live.index[f"define.{expr.collection.name}"]
        inner = found

        def test(s: State, e: Env) -> Callable[[int], bool] | None:
            counts[own] += 1
            return inner(s, e)

        return test


class CountingCoder(Coder):
    """Codes as the engine does; every list, statement, branch and question counts itself."""

    def __init__(
        self,
        program: Program,
        planner: Planner,
        choices: Callable[[tuple[ir.Choice, ...]], list[ChoicePlan]],
        live: Live,
    ) -> None:
        super().__init__(program, planner, choices)
        self.live = live
        self.last: set[str] = set()
        self.loop = ""

    def code(self, path: str, statements: List, slots: int, written: List = ()) -> Code:
        code = super().code(path, statements, slots, written)
        if code.ops:
            code.ops[0] = self._counted(path, code.ops[0])
        return code

    def _statement(self, code: Code, statement: ir.Statement) -> None:
        start = len(code.ops)
        if isinstance(statement, ir.If):
            written = [branch for branch in statement.branches if branch.condition is not None]
            self.last.add(written[-1].path)
        elif isinstance(statement, ir.ForEach):
            self.loop = statement.path
        super()._statement(code, statement)
        if isinstance(statement, ir.Perform) and len(code.ops) > start:
            code.ops[start] = self._counted(f"effects.{statement.name}", code.ops[start])
        if len(code.ops) > start and not (isinstance(statement, ir.Perform) and statement.about):
            code.ops[start] = self._counted(statement.path, code.ops[start])

    def _counted(self, path: str, op: Op) -> Op:
        i, counts = self.live.index[path], self.live.counts

        def run(s: State, e: Env) -> int:
            counts[i] += 1
            return op(s, e)

        return run

    def _test(self, branch: ir.Branch, condition: ir.Expr) -> Fn:
        """Return a branch that counts when it is taken.

        The last failing condition counts the `else`, written or not.
        """
        counts, taken = self.live.counts, self.live.index[branch.path]
        last = branch.path in self.last
        otherwise = self.live.index[f"{branch.path.rpartition('.')[0]}.else"] if last else None
        test = super()._test(branch, condition)

        def run(s: State, e: Env) -> Value:
            answer = test(s, e)
            if answer:
                counts[taken] += 1
            elif otherwise is not None:
                counts[otherwise] += 1
            return answer

        return run

    def iterated(self, code: Code, collection: Fn, slot: int, left: int, body: List, type_: ir.Type) -> None:
        path = self.loop
        counts, each = self.live.counts, self.live.index.get(f"{path}.each")
        nothing = self.live.index.get(f"{path}.nothing")

        def items(s: State, e: Env) -> Value:
            found = collection(s, e)
            number = len(as_list(found))
            if number and each is not None:
                counts[each] += number
            elif not number and nothing is not None:
                counts[nothing] += 1
            return found

        super().iterated(code, items, slot, left, body, type_)
