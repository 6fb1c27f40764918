"""Turn expressions of the IR into functions of a state, once when the rules are bound; they are called in play."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.prices import LIGHT, PARTS
from croupier.base.values import Elements, Env, Fn, Meld, Value, as_list
from croupier.combos.lying import UNCAST, Casting, meld_of
from croupier.compile import collections as many
from croupier.compile import places
from croupier.compile.arithmetic import computed, total
from croupier.compile.lazily import one_by_one
from croupier.compile.lookups import every_card, for_both, owner_of
from croupier.compile.recognised import looked_up
from croupier.compile.shortcuts import Shortcuts
from croupier.model.turns import all_passed, next_actor, successor
from croupier_dsl import ir
from croupier_dsl.analysis import (
    CAST,
    Declared,
    Evaluator,
    Facts,
    exactly,
    is_constant,
    nodes,
    read_anywhere,
    reads_only_its_card,
    unheard_picks,
    value_or_none,
)

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.model.state import State

_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NO_ENV: Env = [None, None]


def _placed(body: Fn, path: str, where: ir.Where | None) -> Fn:
    """Return the plan of a definition or table, whose faults have its place."""

    def run(s: State, e: Env) -> Value:
        try:
            return body(s, e)
        except RulesFault as fault:
            raise fault.at(path, where) from None

    return run


class Planner(Shortcuts):
    """Plans expressions for one program. `plan(expr)` gives a function of the state and the locals.

    `here`: the current sentence, as faults name it. `heft`: the number of parts planned so far whose evaluation is not
    paid for; a sentence of many such parts pays for itself.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.facts = Facts(program.rules)
        self.tables = {table.name: table for table in program.special.tables}
        self.definitions = {definition.name: definition for definition in program.special.definitions}
        self.here = "a sentence"
        self.changed = False
        self.heft = 0
        self._defined: dict[str, tuple[Fn, int]] = {}
        self._per_card: dict[tuple[str, str], list[Value]] = {}
        self._declared = Declared.of(program.rules)
        self._settled: Evaluator | None = None

    # ------------------------------------------------------------ the door
    def plan(self, expr: ir.Expr) -> Fn:
        """Return a function from a state to the expression's value; a constant is computed now."""
        before = self.heft
        fn = self._weighed(expr)
        if is_constant(self.facts, expr):
            try:
                value = fn(None, NO_ENV)  # type: ignore[arg-type]  # a constant reads no state
            except RulesFault:  # play may never evaluate it
                return fn
            self.heft = before + 1
            return lambda s, e: value
        return fn

    def elements(self, expr: ir.Expr) -> Elements:
        """Return the elements of a collection one by one, computed on demand if all may be many."""
        lazy = one_by_one(self, expr)
        if lazy is not None:
            return lazy
        fn = self.plan(expr)
        return lambda s, e: as_list(fn(s, e))

    def melds(self, expr: ir.Melds) -> Elements:
        """Return the melds that cards make, one by one."""
        inner, combos, name = self.plan(expr.cards), self.program.combos, expr.combo
        return lambda s, e: combos.each_meld(s, name, inner(s, e))

    def lazily(self, definition: str) -> Elements | None:
        """Return the elements of a definition's list one by one, if that is worthwhile."""
        return one_by_one(self, self.definitions[definition].body)

    def _weighed(self, expr: ir.Expr) -> Fn:
        """Return the plan of the expression, which pays from the purse if it is long."""
        before, self.heft = self.heft, 1
        fn = self._plan(expr)
        heft, self.heft = self.heft, before + self.heft
        if heft <= LIGHT:
            return fn
        self.heft = before + 1

        def run(s: State, e: Env) -> Value:
            EFFORT.spend(heft // PARTS)
            return fn(s, e)

        return run

    @property
    def settled(self) -> Evaluator:
        """Return what the number of players and the options agreed on so far fix before play."""
        options = {name: value_or_none(value) for name, value in self.program.options.items()}
        if self._settled is None or self._settled.options != options:
            self._settled = Evaluator(self._declared, exactly(self.program.seats), options)
        return self._settled

    def constant(self, expr: ir.Expr, path: str = "", where: ir.Where | None = None) -> Value:
        """Return the value of an expression over options and numbers of players only.

        An expression that cannot be computed before play is evaluated as in play, where it is a fault: of the part at
        `path`, if given.
        """
        found = self.settled.of(expr)
        if not found.settled:
            return self.worked_out(expr, path, where)
        return bool(found.exact) if expr.type == ir.TRUTH and found.exact is not None else found.exact

    def worked_out(self, expr: ir.Expr, path: str, where: ir.Where | None) -> Value:
        """Return the value of an expression that reads no state, asked as in play."""
        self.here = path or self.here
        try:
            return self._weighed(expr)(None, list(NO_ENV))  # type: ignore[arg-type]  # it reads no state
        except RulesFault as fault:
            raise (fault.at(path, where or self.program.where(path)) if path else fault) from None

    def kept(self, expr: ir.Expr) -> Fn:
        """Return the plan of an expression for callers that keep its values."""
        return self.plan(expr)

    def chosen(self, places: ir.SequencePlaces) -> bool:
        """Return whether the options select this sequence, if none before it is selected."""
        return places.condition is None or bool(self.constant(places.condition))

    def per_card(self, expr: ir.Expr) -> list[Value]:
        """Return the value for every card (in slot 1) of an expression that reads only attributes and options."""
        found = [self.settled.of(expr, {1: exactly(kind)}) for kind in self.program.kind_of]
        if all(known.settled for known in found):
            return [known.exact for known in found]
        return self._column(self._weighed(expr))

    def _column(self, fn: Fn) -> list[Value]:
        """Return the value for every card of a plan that reads only the card in slot 1."""
        cards = range(self.program.cards)
        return [fn(None, [None, card]) for card in cards]  # type: ignore[arg-type]  # it reads no state

    def cards_laid_out(self) -> None:
        """Forget values computed for cards while there was one of each kind."""
        self._per_card.clear()
        self._defined.clear()

    def never(self, conditions: tuple[ir.Condition, ...]) -> bool:
        """Return whether the conditions never hold together, with these options and players.

        A condition that is a fault is one in play, if play evaluates it.
        """
        return any(is_constant(self.facts, c.expr) and not self._or_fault(c) for c in conditions)

    def _or_fault(self, condition: ir.Condition) -> Value:
        """Return what the condition comes to; true where it is a fault."""
        try:
            return self.constant(condition.expr, condition.path)
        except RulesFault:
            return True

    # ------------------------------------------------------------ one case a node
    def _plan(self, expr: ir.Expr) -> Fn:
        program = self.program
        match expr:
            case ir.Constant(value=value):
                return lambda s, e: value
            case ir.Nothing():
                return lambda s, e: None
            case ir.KindLiteral(notation=notation):
                kind = program.kind_index[notation]
                return lambda s, e: kind
            case ir.Local(slot=slot):
                return lambda s, e: e[slot]
            case ir.OptionValue(name=name):
                value = program.options[name]
                return lambda s, e: value
            case ir.Players():
                seats = list(range(program.seats))
                return lambda s, e: seats
            case ir.Teams():
                teams = list(range(program.teams))
                return lambda s, e: teams
            case ir.Deck():
                return lambda s, e: every_card(s)
            case ir.Values(enum=enum):
                values = list(range(len(program.enums[enum])))
                return lambda s, e: values
            case ir.VariableValue():
                return self._variable(expr)
            case ir.ZoneContents():
                return places.contents(self, expr)
            case ir.Keyed():
                return places.which_of(self, expr)
            case ir.TableValue(name=name):
                table = self.tables[name]
                return self._apply(expr, table, lambda: self._table(table), "table")
            case ir.Defined(name=name):
                definition = self.definitions[name]
                return self._apply(expr, definition, lambda: self.plan(definition.body), "definition")
            case ir.StageCount(stage=stage):
                index = program.stage_index[stage]
                return lambda s, e: s.counts[index]
            case ir.NextActor():
                return next_actor
            case ir.Direction():
                return lambda s, e: s.direction
            case ir.AllPassed():
                return all_passed
            case ir.Attribute(name=name):
                return self._attribute(program.attributes[name], expr.card)
            case ir.CardFact():
                return self._card_fact(expr)
            case ir.MeldFact():
                return self._meld_fact(expr)
            case ir.Spots():
                return places.spots(self, expr.of)
            case ir.SpotFact(fact="place" | "line" | "column" as fact, spot=ir.CardFact(fact="spot") as held):
                return places.number_of_card(self, fact, held)
            case ir.SpotFact(fact=fact):
                return places.fact(self, fact, self.plan(expr.spot))
            case ir.Neighbour(side=side):
                return self._neighbour(side, self.plan(expr.player))
            case ir.SeatNumber():
                who = self.plan(expr.player)
                return lambda s, e: None if (p := who(s, e)) is None else p + 1
            case ir.TeamOf():
                who, teams_ = self.plan(expr.player), program.teams
                return lambda s, e: None if (p := who(s, e)) is None else p % teams_
            case ir.Members():
                which, members = self.plan(expr.team), program.members
                return lambda s, e: [] if (t := which(s, e)) is None else members(t)
            case ir.Map(slot=slot):
                inside = self.cast_each(expr.collection, slot, self.plan(expr.body))
                return self._cast_all(
                    expr.collection,
                    many.mapped(self.plan(expr.collection), slot, inside, self._card_column(expr.body, slot)),
                )
            case ir.Filter() if (among := self.among(expr)) is not None:
                return self._cast_all(expr.collection, among)
            case ir.Filter(slot=slot, if_possible=soft):
                inside = self.cast_each(expr.collection, slot, self.plan(expr.condition))
                return self._cast_all(expr.collection, many.filtered(self.plan(expr.collection), slot, inside, soft))
            case ir.Exists(slot=slot):
                inside = self.cast_each(expr.collection, slot, self.plan(expr.condition))
                return self._cast_all(expr.collection, many.exists(self.elements(expr.collection), slot, inside))
            case ir.Count() | ir.Sum() | ir.ExtremeValue() | ir.Pick() if (answer := self._of_range(expr)) is not None:
                return answer
            case ir.Count():
                return many.number(self.elements(expr.collection))
            case ir.IsEmpty():
                return self._is_empty(expr.collection)
            case ir.Sum():
                return total(self.plan(expr.collection), self.here)
            case ir.ExtremeValue(which=which):
                return many.extreme_value(which, self.plan(expr.collection))
            case (
                ir.ExtremeThing(which=which, collection=collection, slot=slot)
                | ir.Best(which=which, collection=collection, slot=slot)
            ):
                rank = self.cast_each(collection, slot, many.ranking(which, [self.plan(key) for key in expr.keys]))
                if isinstance(expr, ir.ExtremeThing):
                    return self._cast_all(collection, many.extreme_thing(self.plan(collection), slot, rank))
                wanted = None if expr.count is None else self.plan(expr.count)
                return self._cast_all(collection, many.best(wanted, self.plan(collection), slot, rank))
            case ir.Pick(which=which):
                heard = which != "random" or expr not in self._unheard
                return many.pick(which, self.elements(expr.collection), expr.collection, heard=heard)
            case ir.TopSome():
                return many.top_some(self.plan(expr.count), self.plan(expr.collection))
            case ir.ListOf(items=items):
                return many.listed([self.plan(item) for item in items])
            case ir.Span():
                return self._range(expr).listed
            case ir.Combine(op=op):
                return many.combined(op, self.plan(expr.left), self.plan(expr.right))
            case ir.Melds(combo=combo):
                inner, combos, name = self.plan(expr.cards), program.combos, combo
                return lambda s, e: combos.melds(s, name, inner(s, e))
            case ir.IsCombo(combo=combo):
                inner, combos, name = self.plan(expr.cards), program.combos, combo
                return lambda s, e: combos.is_combo(s, name, inner(s, e))
            case ir.Not(operand=operand):
                inner = self.plan(operand)
                return lambda s, e: not inner(s, e)
            case ir.Logic(op=op, operands=operands):
                return self._logic(op, [self.plan(operand) for operand in operands])
            case ir.Same():
                return self._same(expr.left, expr.right)
            case ir.IsKind(notations=notations):
                inner, kind_of = self.plan(expr.card), program.kind_of
                kinds = frozenset(program.kind_index[notation] for notation in notations)
                return lambda s, e: (c := inner(s, e)) is not None and kind_of[c] in kinds
            case ir.HasKind(notation=notation):
                inner, kind_of, kind = self.plan(expr.cards), program.kind_of, program.kind_index[notation]
                return lambda s, e: any(kind_of[c] == kind for c in many.each_card(inner(s, e)))
            case ir.Within():
                return self._within(expr.left, expr.right)
            case ir.Order(op=op):
                a, b, compare = self.plan(expr.left), self.plan(expr.right), _COMPARE[op]
                return lambda s, e: (x := a(s, e)) is not None and (y := b(s, e)) is not None and compare(x, y)
            case ir.Arithmetic(op=op):
                return computed(op, self.plan(expr.left), self.plan(expr.right), self.here)
            case ir.Negative(operand=operand):
                inner = self.plan(operand)
                return lambda s, e: None if (x := inner(s, e)) is None else -x
            case ir.IfThenElse():
                test, yes, no = self.plan(expr.condition), self.plan(expr.then), self.plan(expr.otherwise)
                return lambda s, e: yes(s, e) if test(s, e) else no(s, e)
            case ir.RoleAttribute(name=name):
                inner, lying, column = self.plan(expr.card), program.combos.lying, self._column_of(name)
                cast = self.casting
                return lambda s, e: None if (c := inner(s, e)) is None else lying.attribute(s, c, column, cast(e))
            case ir.Fits():
                what, where, lying = self.plan(expr.card), self.plan(expr.spot), program.combos.lying
                return lambda s, e: lying.fits(s, what(s, e), where(s, e))
            case _:
                assert_never(expr)

    # ------------------------------------------------------------ names
    def _variable(self, expr: ir.VariableValue) -> Fn:
        program = self.program
        if expr.name in program.card_variables:
            column, card = program.card_variables[expr.name], self._subject(expr.subject)
            return lambda s, e: None if (c := card(s, e)) is None else s.card_variables[column][c]
        base = program.variables[expr.name].base
        if expr.subject is None:
            return lambda s, e: s.variables[base]
        who = self.plan(expr.subject)
        return lambda s, e: None if (p := who(s, e)) is None else s.variables[base + p]

    def _subject(self, subject: ir.Expr | None) -> Fn:
        assert subject is not None, "a property of a card has a card"
        return self.plan(subject)

    def _apply(
        self, expr: ir.TableValue | ir.Defined, made: ir.Table | ir.Definition, make: Callable[[], Fn], what: str
    ) -> Fn:
        """Return a table or definition, used for a subject; for cards, when it reads only attributes, a list made
        before."""
        name, wants, subject = expr.name, made.subject, expr.subject
        key = f"{what} {name}"
        if wants == ir.CARD and reads_only_its_card(self.facts, what, name):
            column = self._per_card.get((what, name))
            if column is None:
                column = self._column(self._shared(key, what, name, make))
                self._per_card[(what, name)] = column
            return self._attribute(column, subject)
        body = self._shared(key, what, name, make)
        about = self.about if self.program.rules.combos else lambda e, thing: [e[0], thing]
        if subject is None:
            return lambda s, e: body(s, about(e, None))
        of = self.plan(subject)
        if expr.further is not None:
            return for_both(self, body, of, self.plan(expr.further))
        if wants == ir.MELD:
            return lambda s, e: None if (thing := of(s, e)) is None else body(s, self.cast(about(e, thing), thing))
        if self.program.rules.combos:
            return lambda s, e: None if (thing := of(s, e)) is None else body(s, about(e, thing))
        return lambda s, e: None if (thing := of(s, e)) is None else body(s, [e[0], thing])

    def _shared(self, key: str, what: str, name: str, make: Callable[[], Fn]) -> Fn:
        """Return the plan of a table or definition, made once; each user bears its weight."""
        if key not in self._defined:
            here, before = self.here, self.heft
            self.here, self.heft = f"{'define' if what == 'definition' else 'tables'}.{name}", 0
            fn = _placed(make(), self.here, (self.tables if what == "table" else self.definitions)[name].where)
            self._defined[key] = fn, self.heft
            self.here, self.heft = here, before
        fn, heft = self._defined[key]
        self.heft += heft
        return fn

    def _card_column(self, body: ir.Expr, slot: int) -> list[Value] | None:
        """Return the list to look a mapped property up in, where it is an attribute or such a table of the element
        itself."""
        match looked_up(body, slot):
            case ir.Attribute(name=name):
                return self.program.attributes[name]
            case ir.TableValue(name=name):
                self.plan(body)
                return self._per_card.get(("table", name))
        return None

    def _table(self, table: ir.Table) -> Fn:
        key = self.plan(table.key)
        rows: dict[int, Fn] = {}
        onward: dict[int, Fn] = {}
        rest: Fn = lambda s, e: None  # noqa: E731  # where no row applies: nothing
        for row in table.rows:
            value = self._row(row)
            if row.keys is None:
                rest = value
            else:
                rows.update((k, value) for k in row.keys)
            if row.onward is not None:
                onward[row.onward] = value
        if not onward:
            return lambda s, e: rows.get(key(s, e), rest)(s, e)
        ((least, above),) = onward.items()  # two such rows would name the same numbers

        def found(s: State, e: Env) -> Value:
            at = key(s, e)
            return (above if at is not None and at >= least else rows.get(at, rest))(s, e)

        return found

    def _row(self, row: ir.Row) -> Fn:
        return self.plan(row.value)

    # ------------------------------------------------------------ properties of one thing
    def _attribute(self, column: list[Value], card: ir.Expr | None) -> Fn:
        if isinstance(card, ir.Local):
            slot = card.slot
            return lambda s, e: None if (c := e[slot]) is None else column[c]
        of = self._subject(card)
        return lambda s, e: None if (c := of(s, e)) is None else column[c]

    def _card_fact(self, expr: ir.CardFact) -> Fn:
        card, program = self.plan(expr.card), self.program
        if expr.fact == "revealed":
            return lambda s, e: card(s, e) in s.revealed
        if expr.fact == "wild":
            combos = program.combos
            return lambda s, e: (c := card(s, e)) is not None and combos.is_wild(s, c)
        if expr.fact == "owner":
            return lambda s, e: None if (c := card(s, e)) is None else owner_of(s, c)
        lying = program.combos.lying
        ask: dict[str, Callable[[State, int, Casting], Value]] = {
            "meld": meld_of, "spot": lying.spot_of, "role": lying.role, "place": lying.place,
        }  # fmt: skip
        answer, cast = ask[expr.fact], self.casting
        return lambda s, e: None if (c := card(s, e)) is None else answer(s, c, cast(e))

    def _meld_fact(self, expr: ir.MeldFact) -> Fn:
        meld, combos = self.plan(expr.meld), self.program.combos
        if expr.fact == "cards":
            return lambda s, e: many.each_card(meld(s, e))
        if expr.fact == "wilds":
            return lambda s, e: combos.wilds(s, meld(s, e), standing_in=True)
        return lambda s, e: combos.wilds(s, meld(s, e), standing_in=False)

    @cached_property
    def _unheard(self) -> frozenset[ir.Pick]:
        """The random picks that not everybody learns, in the rules as written and as played."""
        return unheard_picks(self.facts) | unheard_picks(Facts(self.program.special))

    # ------------------------------------------------------------ cards cast in melds
    @cached_property
    def cast_slot(self) -> int | None:
        """The slot, after the slots of the rules, in which locals hold the casting of cards of melds in hand; None if
        no sentence reads what a card represents, or its place, in its meld."""
        if CAST not in read_anywhere(self.facts) or not self.program.rules.combos:
            return None
        return max(max(getattr(n, "slot", 2), getattr(n, "slots", 2)) for n in nodes(self.program.rules)) + 1

    def casting(self, e: Env) -> Casting:
        """Return the casting of cards of melds in hand."""
        slot = self.cast_slot
        return UNCAST if slot is None or slot >= len(e) or not e[slot] else e[slot]

    def cast(self, e: Env, meld: Value) -> Env:
        """Return the locals with the cards of a meld cast in it, for a sentence that is about it."""
        slot = self.cast_slot
        if slot is None or not isinstance(meld, Meld):
            return e
        found = e.copy() if slot < len(e) else [*e, *[None] * (slot + 1 - len(e))]
        found[slot] = {**self.casting(e), **dict.fromkeys(meld.cards, meld)}
        return found

    def about(self, e: Env, *things: Value) -> Env:
        """Return the locals of a definition or table about things: the current player, the things, and the casting."""
        if len(e) == 2 or (slot := self.cast_slot) is None or slot >= len(e) or not e[slot]:
            return [e[0], *things]
        return [e[0], *things, *[None] * (slot - 1 - len(things)), e[slot]]

    def cast_each(self, collection: ir.Expr, slot: int, body: Fn) -> Fn:
        """Return the body of a loop over melds, with the cards of each cast in it."""
        if collection.type.name != "meld" or self.cast_slot is None:
            return body
        return lambda s, e: body(s, self.cast(e, e[slot]))

    def _cast_all(self, collection: ir.Expr, loop: Fn) -> Fn:
        """Return a loop over the cards of a meld, with these cast in it."""
        if not isinstance(collection, ir.MeldFact) or self.cast_slot is None:
            return loop
        meld = self.plan(collection.meld)
        return lambda s, e: loop(s, self.cast(e, meld(s, e)))

    def _column_of(self, name: str) -> int:
        return next(i for i, known in enumerate(self.program.rules.cards.attributes) if known.name == name)

    def _neighbour(self, side: str, player: Fn) -> Fn:
        if side == "successor":
            return lambda s, e: None if (p := player(s, e)) is None else successor(s, p)
        seats = self.program.seats
        step = {"left": 1, "right": -1, "across": seats // 2}[side]
        return lambda s, e: None if (p := player(s, e)) is None else (p + step) % seats

    # ------------------------------------------------------------ truth
    def _logic(self, op: str, parts: list[Fn]) -> Fn:
        if len(parts) == 2:
            a, b = parts
            if op == "and":
                return lambda s, e: not not (a(s, e) and b(s, e))  # noqa: SIM208  # a truth, of none too; quicker than bool()
            return lambda s, e: not not (a(s, e) or b(s, e))  # noqa: SIM208  # as above
        if op == "and":
            return lambda s, e: all(part(s, e) for part in parts)
        return lambda s, e: any(part(s, e) for part in parts)

    def _same(self, left: ir.Expr, right: ir.Expr) -> Fn:
        a, b = self.plan(left), self.plan(right)
        if left.type.many or right.type.many:
            return lambda s, e: sorted(many.searched(as_list(a(s, e)))) == sorted(many.searched(as_list(b(s, e))))
        return lambda s, e: a(s, e) == b(s, e)

    def _within(self, left: ir.Expr, right: ir.Expr) -> Fn:
        a = self.plan(left)
        found = self._span(right)
        if found is not None:
            holds = self._range(found).holds
            return lambda s, e: holds(a(s, e), s, e)
        if isinstance(right, ir.ListOf) and not left.type.many and any(map(self._span, right.items)):
            return self._logic("or", [self._within(left, item) for item in right.items])
        b = self.plan(right)
        if left.type.many:
            return lambda s, e: set(many.searched(as_list(a(s, e)))) <= set(many.searched(as_list(b(s, e))))
        return lambda s, e: a(s, e) in many.searched(as_list(b(s, e)))
