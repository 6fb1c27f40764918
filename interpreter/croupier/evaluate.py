"""Expressions of the IR to functions of a state: planned once when the rules are bound, then called in play."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from croupier import collections as many
from croupier.combos.lying import meld_of
from croupier.lazily import one_by_one
from croupier.statics import Statics, melds_whose_cards, nodes
from croupier.turns import next_actor
from croupier.values import Elements, Env, Fn, Meld, Sieve, Value, as_list, cards_of
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.program import Program
    from croupier.state import State

_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NO_ENV: Env = [None, None]
_END = object()


def _divide(left: int, right: int) -> int | None:
    return left // right if right else None


def _modulo(left: int, right: int) -> int | None:
    return left % right if right else None


_ARITHMETIC: dict[str, Callable[[int, int], int | None]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "div": _divide, "mod": _modulo,
}  # fmt: skip


def every_card(s: State) -> list[int]:
    """All the cards, zone by zone as they lie, those out of play last.

    An order that tells nothing about what lies where.
    """
    found = [card for zone in s.zones for card in cards_of(zone)]
    if len(found) < s.program.cards:
        found.extend(card for card, home in enumerate(s.home) if home < 0)
    return found


def owner_of(s: State, card: int) -> int | None:
    """The player in whose zone the card lies; in a zone that no player owns, who put it there."""
    home = s.home[card]
    if home < 0:
        return None
    place = s.program.places[home]
    return place.subject if place.zone.per == "player" else s.placed[card]


def cast(s: State, meld: Value, body: Fn, e: Env) -> Value:
    """The value of a sentence while the cards of a meld are cast in it."""
    before = s.casting
    s.casting = {**before, **dict.fromkeys(meld.cards, meld)} if isinstance(meld, Meld) else before
    try:
        return body(s, e)
    finally:
        s.casting = before


class Planner:
    """Plans expressions for one program. `plan(expr)` gives a function of the state and the locals."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.statics = Statics(program.rules)
        self.tables = {table.name: table for table in program.rules.tables}
        self.definitions = {definition.name: definition for definition in program.rules.definitions}
        self._defined: dict[str, Fn] = {}
        self._per_card: dict[tuple[str, str], list[Value]] = {}

    # ------------------------------------------------------------ the door
    def plan(self, expr: ir.Expr) -> Fn:
        """What the expression is worth in a state; worked out now if it is the same in all of them."""
        fn = self._plan(expr)
        if self.statics.constant(expr):
            value = fn(None, _NO_ENV)  # type: ignore[arg-type]  # a constant reads no state
            return lambda s, e: value
        return fn

    def elements(self, expr: ir.Expr) -> Elements:
        """What a collection holds, one by one: found as it is asked for, where finding all may be long."""
        lazy = one_by_one(self, expr)
        if lazy is not None:
            return lazy
        fn = self.plan(expr)
        return lambda s, e: as_list(fn(s, e))

    def melds(self, expr: ir.Melds) -> Elements:
        """The melds that cards make, one by one."""
        inner, combos, name = self.plan(expr.cards), self.program.combos, expr.combo
        return lambda s, e: combos.each_meld(s, name, inner(s, e))

    def lazily(self, definition: str) -> Elements | None:
        """What a definition lists, one by one, where that is worth while."""
        return one_by_one(self, self.definitions[definition].body)

    def constant(self, expr: ir.Expr) -> Value:
        """The value of an expression over options and numbers of players only."""
        return self._plan(expr)(None, _NO_ENV)  # type: ignore[arg-type]  # such an expression reads no state

    def per_card(self, expr: ir.Expr) -> list[Value]:
        """The value for every card (in slot 1) of an expression that reads only attributes and options."""
        return self._column(self._plan(expr))

    def _column(self, fn: Fn) -> list[Value]:
        """What a plan that reads only the card in slot 1 gives for every card."""
        cards = range(self.program.cards)
        return [fn(None, [None, card]) for card in cards]  # type: ignore[arg-type]  # it reads no state

    def never(self, conditions: tuple[ir.Condition, ...]) -> bool:
        """Do the conditions never hold together, with these options and so many players?"""
        return any(self.statics.constant(c.expr) and not self.constant(c.expr) for c in conditions)

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
                return self._zone(expr)
            case ir.TableValue(name=name, subject=subject):
                table = self.tables[name]
                return self._apply(name, table.subject, subject, lambda: self._table(table), "table")
            case ir.Defined(name=name, subject=subject):
                definition = self.definitions[name]
                return self._apply(name, definition.subject, subject, lambda: self.plan(definition.body), "definition")
            case ir.StageCount(stage=stage):
                index = program.stage_index[stage]
                return lambda s, e: s.counts[index]
            case ir.NextActor():
                return next_actor
            case ir.Direction():
                return lambda s, e: s.direction
            case ir.Attribute(name=name, card=card):
                return self._attribute(program.attributes[name], card)
            case ir.CardFact():
                return self._card_fact(expr)
            case ir.MeldFact():
                return self._meld_fact(expr)
            case ir.Neighbour(side=side, player=player):
                return self._neighbour(side, self.plan(player))
            case ir.SeatNumber(player=player):
                who = self.plan(player)
                return lambda s, e: None if (p := who(s, e)) is None else p + 1
            case ir.TeamOf(player=player):
                who, teams_ = self.plan(player), program.teams
                return lambda s, e: None if (p := who(s, e)) is None else p % teams_
            case ir.Members(team=team):
                which, members = self.plan(team), program.members
                return lambda s, e: [] if (t := which(s, e)) is None else members(t)
            case ir.Map(collection=collection, slot=slot, body=body):
                inside = self.cast_each(collection, slot, self.plan(body))
                return self._cast_all(
                    collection, many.mapped(self.plan(collection), slot, inside, self._card_column(body, slot))
                )
            case ir.Filter(collection=collection, slot=slot, condition=condition, if_possible=soft):
                inside = self.cast_each(collection, slot, self.plan(condition))
                return self._cast_all(collection, many.filtered(self.plan(collection), slot, inside, soft))
            case ir.Exists(collection=collection, slot=slot, condition=condition):
                inside = self.cast_each(collection, slot, self.plan(condition))
                return self._cast_all(collection, many.exists(self.elements(collection), slot, inside))
            case ir.Count(collection=collection):
                return many.number(self.elements(collection))
            case ir.IsEmpty(collection=collection):
                return self._is_empty(collection)
            case ir.Sum(collection=collection):
                inner = self.plan(collection)
                return lambda s, e: sum(v for v in as_list(inner(s, e)) if v is not None)
            case ir.ExtremeValue(which=which, collection=collection):
                return many.extreme_value(which, self.plan(collection))
            case ir.ExtremeThing(which=which, collection=collection, slot=slot, key=key):
                inside = self.cast_each(collection, slot, self.plan(key))
                return self._cast_all(collection, many.extreme_thing(which, self.plan(collection), slot, inside))
            case ir.Pick(which=which, collection=collection):
                return many.pick(which, self.elements(collection), collection)
            case ir.TopSome(count=count, collection=collection):
                return many.top_some(self.plan(count), self.plan(collection))
            case ir.ListOf(items=items):
                return many.listed([self.plan(item) for item in items])
            case ir.Span(low=low, high=high):
                return many.span(self.plan(low), None if high is None else self.plan(high))
            case ir.Combine(op=op, left=left, right=right):
                return many.combined(op, self.plan(left), self.plan(right))
            case ir.Melds(combo=combo, cards=cards):
                inner, combos, name = self.plan(cards), program.combos, combo
                return lambda s, e: combos.melds(s, name, inner(s, e))
            case ir.IsCombo(combo=combo, cards=cards):
                inner, combos, name = self.plan(cards), program.combos, combo
                return lambda s, e: combos.is_combo(s, name, inner(s, e))
            case ir.Not(operand=operand):
                inner = self.plan(operand)
                return lambda s, e: not inner(s, e)
            case ir.Logic(op=op, operands=operands):
                return self._logic(op, [self.plan(operand) for operand in operands])
            case ir.Same(left=left, right=right):
                return self._same(left, right)
            case ir.IsKind(card=card, notations=notations):
                inner, kind_of = self.plan(card), program.kind_of
                kinds = frozenset(program.kind_index[notation] for notation in notations)
                return lambda s, e: (c := inner(s, e)) is not None and kind_of[c] in kinds
            case ir.HasKind(notation=notation, cards=cards):
                inner, kind_of, kind = self.plan(cards), program.kind_of, program.kind_index[notation]
                return lambda s, e: any(kind_of[c] == kind for c in many.each_card(inner(s, e)))
            case ir.Within(left=left, right=right):
                return self._within(left, right)
            case ir.Order(op=op, left=left, right=right):
                a, b, compare = self.plan(left), self.plan(right), _COMPARE[op]
                return lambda s, e: (x := a(s, e)) is not None and (y := b(s, e)) is not None and compare(x, y)
            case ir.Arithmetic(op=op, left=left, right=right):
                a, b, work = self.plan(left), self.plan(right), _ARITHMETIC[op]
                return lambda s, e: None if (x := a(s, e)) is None or (y := b(s, e)) is None else work(x, y)
            case ir.Negative(operand=operand):
                inner = self.plan(operand)
                return lambda s, e: None if (x := inner(s, e)) is None else -x
            case ir.IfThenElse(condition=condition, then=then, otherwise=otherwise):
                test, yes, no = self.plan(condition), self.plan(then), self.plan(otherwise)
                return lambda s, e: yes(s, e) if test(s, e) else no(s, e)
            case ir.RoleAttribute(name=name, card=card):
                inner, lying, column = self.plan(card), program.combos.lying, self._column_of(name)
                return lambda s, e: None if (c := inner(s, e)) is None else lying.attribute(s, c, column)
            case ir.Fits(card=card, spot=spot):
                what, where, lying = self.plan(card), self.plan(spot), program.combos.lying
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

    def _zone(self, expr: ir.ZoneContents) -> Fn:
        place = self.program.places[self.program.zone_base[expr.name]]
        base, form = place.index, place.zone.form
        if expr.subject is None:
            contents: Fn = lambda s, e: s.zones[base]  # noqa: E731  # one of two ways to the same list
        else:
            who = self.plan(expr.subject)
            contents = lambda s, e: [] if (p := who(s, e)) is None else s.zones[base + p]  # noqa: E731  # the other
        if form == "slot":
            return lambda s, e: cards[0] if (cards := contents(s, e)) else None
        if form == "row":
            return lambda s, e: [card for card in contents(s, e) if card is not None]
        return contents

    def _subject(self, subject: ir.Expr | None) -> Fn:
        assert subject is not None, "a property of a card has a card"
        return self.plan(subject)

    def _apply(
        self, name: str, wants: ir.Type | None, subject: ir.Expr | None, make: Callable[[], Fn], what: str
    ) -> Fn:
        """A table or definition, used for a subject.

        For cards, when it reads only attributes, a list made beforehand.
        """
        key = f"{what} {name}"
        if wants == ir.CARD and self.statics.of_card(what, name):
            column = self._per_card.get((what, name))
            if column is None:
                column = self._column(make())
                self._per_card[(what, name)] = column
            return self._attribute(column, subject)
        if key not in self._defined:
            self._defined[key] = make()
        body = self._defined[key]
        if subject is None:
            return lambda s, e: body(s, [e[0], None])
        of = self.plan(subject)
        if self.casts and wants == ir.MELD:
            return lambda s, e: None if (thing := of(s, e)) is None else cast(s, thing, body, [e[0], thing])
        return lambda s, e: None if (thing := of(s, e)) is None else body(s, [e[0], thing])

    def _card_column(self, body: ir.Expr, slot: int) -> list[Value] | None:
        """The list to look a mapped property up in, where it is an attribute or such a table of the element itself."""
        match body:
            case ir.Attribute(name=name, card=ir.Local(slot=used)) if used == slot:
                return self.program.attributes[name]
            case ir.TableValue(name=name, subject=ir.Local(slot=used)) if used == slot:
                self.plan(body)
                return self._per_card.get(("table", name))
        return None

    def _table(self, table: ir.Table) -> Fn:
        key = self.plan(table.key)
        rows: dict[int, Fn] = {}
        rest: Fn = lambda s, e: None  # noqa: E731  # where no row applies: nothing
        for row in table.rows:
            value = self._row(row)
            if row.keys is None:
                rest = value
            else:
                rows.update((k, value) for k in row.keys)
        return lambda s, e: rows.get(key(s, e), rest)(s, e)

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
        ask: dict[str, Callable[[State, int], Value]] = {
            "meld": meld_of, "spot": lying.spot_of, "role": lying.role, "place": lying.place,
        }  # fmt: skip
        answer = ask[expr.fact]
        return lambda s, e: None if (c := card(s, e)) is None else answer(s, c)

    def _meld_fact(self, expr: ir.MeldFact) -> Fn:
        meld, combos = self.plan(expr.meld), self.program.combos
        if expr.fact == "cards":
            return lambda s, e: many.each_card(meld(s, e))
        if expr.fact == "wilds":
            return lambda s, e: combos.wilds(s, meld(s, e), standing_in=True)
        if expr.fact == "naturals":
            return lambda s, e: combos.wilds(s, meld(s, e), standing_in=False)
        return lambda s, e: combos.lying.spots(s, meld(s, e))

    # ------------------------------------------------------------ cards cast in melds
    @cached_property
    def casts(self) -> bool:
        """Does any sentence ask what a card stands for, or where it is, in its meld?"""
        facts = ("role", "place", "meld", "spot")
        return any(
            isinstance(node, ir.RoleAttribute) or (isinstance(node, ir.CardFact) and node.fact in facts)
            for node in nodes(self.program.rules)
        )

    def cast_each(self, collection: ir.Expr, slot: int, body: Fn) -> Fn:
        """The body of a loop over melds, with the cards of each cast in it."""
        if not self.casts or collection.type.name != "meld":
            return body
        return lambda s, e: cast(s, e[slot], body, e)

    def _cast_all(self, collection: ir.Expr, loop: Fn) -> Fn:
        """A loop over the cards of a meld, with these cast in it."""
        if not self.casts or not isinstance(collection, ir.MeldFact):
            return loop
        meld = self.plan(collection.meld)
        return lambda s, e: cast(s, meld(s, e), loop, e)

    def _column_of(self, name: str) -> int:
        return next(i for i, known in enumerate(self.program.rules.cards.attributes) if known.name == name)

    def _neighbour(self, side: str, player: Fn) -> Fn:
        seats = self.program.seats
        step = {"left": 1, "right": -1, "across": seats // 2}[side]
        return lambda s, e: None if (p := player(s, e)) is None else (p + step) % seats

    # ------------------------------------------------------------ truth
    def _logic(self, op: str, parts: list[Fn]) -> Fn:
        if len(parts) == 2:
            a, b = parts
            if op == "and":
                return lambda s, e: a(s, e) and b(s, e)
            return lambda s, e: a(s, e) or b(s, e)
        if op == "and":
            return lambda s, e: all(part(s, e) for part in parts)
        return lambda s, e: any(part(s, e) for part in parts)

    def _same(self, left: ir.Expr, right: ir.Expr) -> Fn:
        a, b = self.plan(left), self.plan(right)
        if left.type.many or right.type.many:
            return lambda s, e: sorted(as_list(a(s, e))) == sorted(as_list(b(s, e)))
        return lambda s, e: a(s, e) == b(s, e)

    def _within(self, left: ir.Expr, right: ir.Expr) -> Fn:
        a = self.plan(left)
        if isinstance(right, ir.Span):
            low, high = self.plan(right.low), None if right.high is None else self.plan(right.high)
            return many.between(a, low, high)
        b = self.plan(right)
        if left.type.many:
            return lambda s, e: set(as_list(a(s, e))) <= set(as_list(b(s, e)))
        return lambda s, e: a(s, e) in as_list(b(s, e))

    def _is_empty(self, collection: ir.Expr) -> Fn:
        clears = self._clears(collection)
        if clears is not None:
            return clears
        inner = self.elements(collection)
        return lambda s, e: next(iter(inner(s, e)), _END) is _END

    def _clears(self, collection: ir.Expr) -> Fn | None:
        """`C without melds of C` is empty: asked of the solver, which need not find the melds to answer."""
        found = self._all_melded(collection)
        if found is None:
            return None
        combo, cards = found
        combos, inner = self.program.combos, self.plan(cards)
        return lambda s, e: combos.clears(s, combo, inner(s, e))

    def sieve(self, expr: ir.Expr, slot: int) -> Sieve | None:
        """The same question about a hand without one card, chosen into `slot`.

        The solver judges all the cards in one go.
        """
        found = self._all_melded(expr.collection) if isinstance(expr, ir.IsEmpty) else None
        if found is None:
            return None
        combo, cards = found
        match cards:
            case ir.Combine(op="without", left=hand, right=ir.Local(slot=used)) if used == slot:
                if slot in self.statics.reads(hand):
                    return None
                combos, kind_of, inner = self.program.combos, self.program.kind_of, self.plan(hand)

                def test(s: State, e: Env) -> Callable[[int], bool] | None:
                    kinds = combos.discards(s, combo, inner(s, e))
                    return (lambda card: kind_of[card] in kinds) if kinds else None

                return test
        return None

    def _all_melded(self, collection: ir.Expr) -> tuple[str, ir.Expr] | None:
        """The arrangement and the cards, if the collection is what the arrangement of those cards leaves over."""
        subject: ir.Expr | None = None
        body = collection
        if isinstance(collection, ir.Defined):
            body, subject = self.definitions[collection.name].body, collection.subject
        match body:
            case ir.Combine(op="without", left=left, right=right):
                melds = melds_whose_cards(right)
            case _:
                return None
        if melds is None or melds.cards != left or not self.program.combos.splits(melds.combo):
            return None
        if isinstance(collection, ir.Defined):
            return (
                (melds.combo, subject)
                if isinstance(left, ir.Local) and left.slot == 1 and subject is not None
                else None
            )
        return melds.combo, left
