"""Turn expressions of the IR into functions of a state, once when the rules are bound; they are called in play."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import LIGHT, PARTS
from croupier.base.values import Elements, Env, Fn, Meld, Sieve, Value, as_list, cards_of
from croupier.combos.layout import UNCAST, Casting, meld_of
from croupier.compile import collections as many
from croupier.compile import places, recognised
from croupier.compile.arithmetic import bounded, computed, total
from croupier.compile.recognised import looked_up
from croupier.compile.wholes import Whole
from croupier.model.turns import all_passed, next_actor, successor
from croupier_dsl import ir
from croupier_dsl.analysis import (
    CAST,
    Declared,
    Evaluator,
    Facts,
    children,
    draws,
    entry,
    exactly,
    is_constant,
    nodes,
    read_anywhere,
    reads_only_its_card,
    slots_read,
    unheard_picks,
    value_or_none,
)

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.model.state import State

Ends = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Range:
    """A planned range; `high` None: it has no end. `here`: the sentence, for faults."""

    low: Fn
    high: Fn | None
    here: str

    def ends(self, s: State, e: Env) -> Ends:
        """Return the first and last member; None if there is none."""
        start, end = self.low(s, e), None if self.high is None else self.high(s, e)
        if start is not None and self.high is None:
            raise RulesFault(
                tr("{here}: a range without an end cannot be gone through; give it an end", here=self.here)
            )
        return None if start is None or end is None or start > end else (start, end)

    def listed(self, s: State, e: Env) -> list[Value]:
        """Return its members one by one."""
        ends = self.ends(s, e)
        if ends is None:
            return []
        number = ends[1] - ends[0] + 1
        if number > ir.LONGEST_RANGE:
            raise RulesFault(
                tr(
                    "{here}: a range of {number} is too long to go through one by one (limit {most}); shorten it",
                    here=self.here,
                    number=f"{number:,}",
                    most=f"{ir.LONGEST_RANGE:,}",
                )
            )
        EFFORT.spend(number)
        return list(range(ends[0], ends[1] + 1))

    def holds(self, value: Value, s: State, e: Env) -> bool:
        """Return whether the value is in the range."""
        start = self.low(s, e)
        if value is None or start is None or value < start:
            return False
        if self.high is None:
            return True
        end = self.high(s, e)
        return end is not None and value <= end

    def of_ends(self, answer: Callable[[Ends], Value]) -> Fn:
        """Return a question that the ends answer."""
        return lambda s, e: answer(self.ends(s, e))

    def count(self) -> Fn:
        return self.of_ends(lambda ends: 0 if ends is None else ends[1] - ends[0] + 1)

    def total(self) -> Fn:
        here = self.here
        return self.of_ends(
            lambda ends: 0 if ends is None else bounded((ends[0] + ends[1]) * (ends[1] - ends[0] + 1) // 2, here)
        )

    def end(self, which: ir.ExtremeValue | ir.Pick) -> Fn | None:
        """Return the element for `lowest`, `first` and `bottom`, or `highest`, `last` and `top`; None if the ends do
        not determine it."""
        if which.which == "random":
            return None
        last = which.which in ("highest", "last", "top")
        return self.of_ends(lambda ends: None if ends is None else ends[last])


_COMPARE: dict[str, Callable[[Value, Value], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NO_ENV: Env = [None, None]
_END = object()
Plans: TypeAlias = "Mapping[type[object], Callable[[Planner, object], Fn]]"
"""A function that plans it for each kind of expression."""


class Planner:
    """Plans expressions for one program. `plan(expr)` gives a function of the state and the locals.

    `here`: the current sentence, as faults name it. `unpaid`: the number of parts planned so far whose evaluation is
    not paid for; a sentence of many such parts pays for itself.
    """

    def __init__(self, program: Program, plans: Plans | None = None) -> None:
        """Make a planner of a program. `plans`: the function for each kind of expression."""
        self.program = program
        self.plans = PLANS if plans is None else plans
        self.facts = Facts(program.rules)
        self.tables = {table.name: table for table in program.special.tables}
        self.definitions = {definition.name: definition for definition in program.special.definitions}
        self.here = "a sentence"
        self.changed = False
        self.unpaid = 0
        self.shared: dict[str, tuple[Fn, int]] = {}
        self.columns: dict[tuple[str, str], list[Value]] = {}
        self._declared = Declared.of(program.rules)
        self._settled: Evaluator | None = None

    # ------------------------------------------------------------ the door
    def plan(self, expr: ir.Expr) -> Fn:
        """Return a function from a state to the expression's value; a constant is computed now."""
        before = self.unpaid
        fn = self.weighed(expr)
        if is_constant(self.facts, expr):
            try:
                value = fn(None, NO_ENV)  # type: ignore[arg-type]  # a constant reads no state
            except RulesFault:  # play may never evaluate it
                return fn
            self.unpaid = before + 1
            return lambda s, e: value
        return fn

    def elements(self, expr: ir.Expr) -> Elements:
        """Return the elements of a collection one by one, computed on demand if all may be many."""
        lazy = _one_by_one(self, expr)
        if lazy is not None:
            return lazy
        fn = self.plan(expr)
        return lambda s, e: as_list(fn(s, e))

    def melds(self, expr: ir.Melds) -> Elements:
        """Return the melds that cards make, one by one."""
        inner, combos, name = self.plan(expr.cards), self.program.combos, expr.combo
        return lambda s, e: combos.each_meld(s, name, inner(s, e))

    def whole(self, expr: ir.Expr) -> Whole:
        """Return a combo's condition on all its cards, which are in slot 1."""
        return Whole(self, expr)

    def offered(self, expr: ir.Expr) -> Fn:
        """Return the candidates of a choice; only one of melds that read the same."""
        if not isinstance(expr, ir.Melds):
            return self.plan(expr)
        inner, combos, name = self.plan(expr.cards), self.program.combos, expr.combo
        return lambda s, e: combos.offered(s, name, inner(s, e))

    def lazily(self, definition: str) -> Elements | None:
        """Return the elements of a definition's list one by one, if that is worthwhile."""
        return _one_by_one(self, self.definitions[definition].body)

    def weighed(self, expr: ir.Expr) -> Fn:
        """Return the plan of the expression, which pays from the budget if it is long."""
        before, self.unpaid = self.unpaid, 1
        fn = self.plans[type(expr)](self, expr)
        parts, self.unpaid = self.unpaid, before + self.unpaid
        if parts <= LIGHT:
            return fn
        self.unpaid = before + 1

        def run(s: State, e: Env) -> Value:
            EFFORT.spend(parts // PARTS)
            return fn(s, e)

        return run

    def sieve(self, expr: ir.Expr, slot: int) -> Sieve | None:
        """Return the same question about a hand without one card, chosen into `slot`.

        The solver judges all the cards in one go.
        """
        found = all_melded(self, expr.collection) if isinstance(expr, ir.IsEmpty) else None
        if found is None:
            return None
        combo, cards = found
        match cards:
            case ir.Combine(op="without", left=hand, right=ir.Local(slot=used)) if used == slot:
                if slot in slots_read(self.facts, hand):
                    return None
                combos, kind_of, inner = self.program.combos, self.program.kind_of, self.plan(hand)

                def test(s: State, e: Env) -> Callable[[int], bool] | None:
                    kinds = combos.discards(s, combo, inner(s, e))
                    return (lambda card: kind_of[card] in kinds) if kinds else None

                return test
        return None

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
            return self.weighed(expr)(None, list(NO_ENV))  # type: ignore[arg-type]  # it reads no state
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
        return self.column(self.weighed(expr))

    def column(self, fn: Fn) -> list[Value]:
        """Return the value for every card of a plan that reads only the card in slot 1."""
        cards = range(self.program.cards)
        return [fn(None, [None, card]) for card in cards]  # type: ignore[arg-type]  # it reads no state

    def cards_laid_out(self) -> None:
        """Forget values computed for cards while there was one of each kind."""
        self.columns.clear()
        self.shared.clear()

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

    @cached_property
    def unheard(self) -> frozenset[ir.Pick]:
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

    def cast_all(self, collection: ir.Expr, loop: Fn) -> Fn:
        """Return a loop over the cards of a meld, with these cast in it."""
        if not isinstance(collection, ir.MeldFact) or self.cast_slot is None:
            return loop
        meld = self.plan(collection.meld)
        return lambda s, e: loop(s, self.cast(e, meld(s, e)))


# ------------------------------------------------------------ names
def _always(value: Value) -> Fn:
    return lambda s, e: value


def _local(planner: Planner, expr: ir.Local) -> Fn:
    slot = expr.slot
    return lambda s, e: e[slot]


def _variable(planner: Planner, expr: ir.VariableValue) -> Fn:
    program = planner.program
    if expr.name in program.card_variables:
        column, card = program.card_variables[expr.name], _subject(planner, expr.subject)
        return lambda s, e: None if (c := card(s, e)) is None else s.card_variables[column][c]
    base = program.variables[expr.name].base
    if expr.subject is None:
        return lambda s, e: s.variables[base]
    who = planner.plan(expr.subject)
    return lambda s, e: None if (p := who(s, e)) is None else s.variables[base + p]


def _subject(planner: Planner, subject: ir.Expr | None) -> Fn:
    assert subject is not None, "a property of a card has a card"
    return planner.plan(subject)


def _stage_count(planner: Planner, expr: ir.StageCount) -> Fn:
    index = planner.program.stage_index[expr.stage]
    return lambda s, e: s.counts[index]


def defined(planner: Planner, expr: ir.Defined, body: Callable[[], Fn] | None = None) -> Fn:
    """Return a definition used for its subjects; `body` makes the plan of its body."""
    definition = planner.definitions[expr.name]
    return _apply(planner, expr, definition, body or (lambda: planner.plan(definition.body)), "definition")


def looked_up_in(planner: Planner, expr: ir.TableValue, row: Callable[[ir.Row], Fn] | None = None) -> Fn:
    """Return a table used for its subjects; `row` makes the plan of a row."""
    table = planner.tables[expr.name]
    return _apply(
        planner, expr, table, lambda: _table(planner, table, row or (lambda row: planner.plan(row.value))), "table"
    )


def _apply(
    planner: Planner, expr: ir.TableValue | ir.Defined, made: ir.Table | ir.Definition, make: Callable[[], Fn],
    what: str,
) -> Fn:  # fmt: skip
    """Return a table or definition, used for a subject; for cards, when it reads only attributes, a list made
    before."""
    name, wants, subject = expr.name, made.subject, expr.subject
    if wants == ir.CARD and reads_only_its_card(planner.facts, what, name):
        column = planner.columns.get((what, name))
        if column is None:
            column = planner.column(_shared(planner, what, name, made.where, make))
            planner.columns[(what, name)] = column
        return _attribute(planner, column, subject)
    body = _shared(planner, what, name, made.where, make)
    about = planner.about if planner.program.rules.combos else lambda e, thing: [e[0], thing]
    if subject is None:
        return lambda s, e: body(s, about(e, None))
    of = planner.plan(subject)
    if expr.further is not None:
        return _for_both(planner, body, of, planner.plan(expr.further))
    if wants == ir.MELD:
        return lambda s, e: None if (thing := of(s, e)) is None else body(s, planner.cast(about(e, thing), thing))
    if planner.program.rules.combos:
        return lambda s, e: None if (thing := of(s, e)) is None else body(s, about(e, thing))
    return lambda s, e: None if (thing := of(s, e)) is None else body(s, [e[0], thing])


def _for_both(planner: Planner, body: Fn, of: Fn, more: Fn) -> Fn:
    """Return the body of a definition or table with two parameters; its value is None if either is None."""

    def run(s: State, e: Env) -> Value:
        if (thing := of(s, e)) is None or (other := more(s, e)) is None:
            return None
        return body(s, planner.cast(planner.cast(planner.about(e, thing, other), thing), other))

    return run


def _shared(planner: Planner, what: str, name: str, where: ir.Where | None, make: Callable[[], Fn]) -> Fn:
    """Return the plan of a table or definition, made once; each user bears its weight."""
    path = f"{'define' if what == 'definition' else 'tables'}.{name}"
    if path not in planner.shared:
        here, before = planner.here, planner.unpaid
        planner.here, planner.unpaid = path, 0
        planner.shared[path] = _placed(make(), path, where), planner.unpaid
        planner.here, planner.unpaid = here, before
    fn, parts = planner.shared[path]
    planner.unpaid += parts
    return fn


def _placed(body: Fn, path: str, where: ir.Where | None) -> Fn:
    """Return the plan of a definition or table, whose faults have its place."""

    def run(s: State, e: Env) -> Value:
        try:
            return body(s, e)
        except RulesFault as fault:
            raise fault.at(path, where) from None

    return run


def _table(planner: Planner, table: ir.Table, plan_of: Callable[[ir.Row], Fn]) -> Fn:
    key = planner.plan(table.key)
    rows: dict[int, Fn] = {}
    onward: dict[int, Fn] = {}
    rest = _always(None)  # where no row applies
    for row in table.rows:
        value = plan_of(row)
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


# ------------------------------------------------------------ properties of one thing
def _attribute(planner: Planner, column: list[Value], card: ir.Expr | None) -> Fn:
    if isinstance(card, ir.Local):
        slot = card.slot
        return lambda s, e: None if (c := e[slot]) is None else column[c]
    of = _subject(planner, card)
    return lambda s, e: None if (c := of(s, e)) is None else column[c]


def _card_fact(planner: Planner, expr: ir.CardFact) -> Fn:
    card, program = planner.plan(expr.card), planner.program
    if expr.fact == "revealed":
        return lambda s, e: card(s, e) in s.revealed
    if expr.fact == "wild":
        combos = program.combos
        return lambda s, e: (c := card(s, e)) is not None and combos.is_wild(s, c)
    if expr.fact == "owner":
        return lambda s, e: None if (c := card(s, e)) is None else _owner_of(s, c)
    layout = program.combos.layout
    ask: dict[str, Callable[[State, int, Casting], Value]] = {
        "meld": meld_of, "spot": layout.spot_of, "role": layout.role, "place": layout.place,
    }  # fmt: skip
    answer, cast = ask[expr.fact], planner.casting
    return lambda s, e: None if (c := card(s, e)) is None else answer(s, c, cast(e))


def _owner_of(s: State, card: int) -> int | None:
    """Return the player in whose zone the card is; in a zone that no player owns, the player who placed it there."""
    home = s.home[card]
    if home < 0:
        return None
    place = s.program.places[home]
    return place.subject if place.zone.per == "player" else s.placed[card]


def _every_card(s: State) -> list[int]:
    """Return all the cards, zone by zone in their order, those out of play last.

    The order reveals nothing about cards' places.
    """
    found = [card for zone in s.zones for card in cards_of(zone)]
    if len(found) < s.program.cards:
        found.extend(card for card, home in enumerate(s.home) if home < 0)
    many.charge(len(found))
    return found


def _role_attribute(planner: Planner, expr: ir.RoleAttribute) -> Fn:
    inner, layout, cast = planner.plan(expr.card), planner.program.combos.layout, planner.casting
    attributes = planner.program.rules.cards.attributes
    column = next(i for i, known in enumerate(attributes) if known.name == expr.name)
    return lambda s, e: None if (c := inner(s, e)) is None else layout.attribute(s, c, column, cast(e))


def _meld_fact(planner: Planner, expr: ir.MeldFact) -> Fn:
    meld, combos = planner.plan(expr.meld), planner.program.combos
    if expr.fact == "cards":
        return lambda s, e: many.each_card(meld(s, e))
    standing_in = expr.fact == "wilds"
    return lambda s, e: combos.wilds(s, meld(s, e), standing_in)


def _spot_fact(planner: Planner, expr: ir.SpotFact) -> Fn:
    match expr:
        case ir.SpotFact(fact="place" | "line" | "column" as fact, spot=ir.CardFact(fact="spot") as held):
            return places.number_of_card(planner, fact, held)
    return places.fact(planner, expr.fact, planner.plan(expr.spot))


def _fits(planner: Planner, expr: ir.Fits) -> Fn:
    what, where, layout = planner.plan(expr.card), planner.plan(expr.spot), planner.program.combos.layout
    return lambda s, e: layout.fits(s, what(s, e), where(s, e))


def _neighbour(planner: Planner, expr: ir.Neighbour) -> Fn:
    player, seats = planner.plan(expr.player), planner.program.seats
    if expr.side == "successor":
        return lambda s, e: None if (p := player(s, e)) is None else successor(s, p)
    step = {"left": 1, "right": -1, "across": seats // 2}[expr.side]
    return lambda s, e: None if (p := player(s, e)) is None else (p + step) % seats


def _seat_number(planner: Planner, expr: ir.SeatNumber) -> Fn:
    who = planner.plan(expr.player)
    return lambda s, e: None if (p := who(s, e)) is None else p + 1


def _team_of(planner: Planner, expr: ir.TeamOf) -> Fn:
    who, teams = planner.plan(expr.player), planner.program.teams
    return lambda s, e: None if (p := who(s, e)) is None else p % teams


def _members(planner: Planner, expr: ir.Members) -> Fn:
    which, members = planner.plan(expr.team), planner.program.members
    return lambda s, e: [] if (t := which(s, e)) is None else members(t)


# ------------------------------------------------------------ collections
def _map(planner: Planner, expr: ir.Map) -> Fn:
    inside = planner.cast_each(expr.collection, expr.slot, planner.plan(expr.body))
    column = _card_column(planner, expr.body, expr.slot)
    return planner.cast_all(expr.collection, many.mapped(planner.plan(expr.collection), expr.slot, inside, column))


def _card_column(planner: Planner, body: ir.Expr, slot: int) -> list[Value] | None:
    """Return the list to look a mapped property up in, where it is an attribute or such a table of the element
    itself."""
    match looked_up(body, slot):
        case ir.Attribute(name=name):
            return planner.program.attributes[name]
        case ir.TableValue(name=name):
            planner.plan(body)
            return planner.columns.get(("table", name))
    return None


def filtered(planner: Planner, expr: ir.Filter) -> Fn:
    """Return the elements for which the condition holds, asked for each."""
    inside = planner.cast_each(expr.collection, expr.slot, planner.plan(expr.condition))
    found = many.filtered(planner.plan(expr.collection), expr.slot, inside, expr.if_possible)
    return planner.cast_all(expr.collection, found)


def _filter(planner: Planner, expr: ir.Filter) -> Fn:
    """Return the elements for which the condition holds. Another collection that has to contain them is evaluated once
    if it is the same for each."""
    match expr.condition:
        case ir.Within(left=ir.Local(slot=slot, type=type_), right=right) if slot == expr.slot:
            alone = slot not in slots_read(planner.facts, right) and not draws(right) and _span(planner, right) is None
            if alone and not type_.many and type_.name != "meld":
                among = many.among(planner.plan(expr.collection), planner.plan(right), expr.if_possible)
                return planner.cast_all(expr.collection, among)
    return filtered(planner, expr)


def _exists(planner: Planner, expr: ir.Exists) -> Fn:
    inside = planner.cast_each(expr.collection, expr.slot, planner.plan(expr.condition))
    return planner.cast_all(expr.collection, many.exists(planner.elements(expr.collection), expr.slot, inside))


def _ranked(planner: Planner, expr: ir.ExtremeThing | ir.Best) -> Fn:
    keys = [planner.plan(key) for key in expr.keys]
    rank = planner.cast_each(expr.collection, expr.slot, many.ranking(expr.which, keys))
    if isinstance(expr, ir.ExtremeThing):
        found = many.extreme_thing(planner.plan(expr.collection), expr.slot, rank)
    else:
        wanted = None if expr.count is None else planner.plan(expr.count)
        found = many.best(wanted, planner.plan(expr.collection), expr.slot, rank)
    return planner.cast_all(expr.collection, found)


def _count(planner: Planner, expr: ir.Count) -> Fn:
    span = _span(planner, expr.collection)
    return many.number(planner.elements(expr.collection)) if span is None else _range(planner, span).count()


def _sum(planner: Planner, expr: ir.Sum) -> Fn:
    span = _span(planner, expr.collection)
    return total(planner.plan(expr.collection), planner.here) if span is None else _range(planner, span).total()


def _extreme_value(planner: Planner, expr: ir.ExtremeValue) -> Fn:
    found = _end(planner, expr)
    return found or many.extreme_value(expr.which, planner.plan(expr.collection))


def _pick(planner: Planner, expr: ir.Pick) -> Fn:
    found = _end(planner, expr)
    heard = expr.which != "random" or expr not in planner.unheard
    return found or many.pick(expr.which, planner.elements(expr.collection), expr.collection, heard=heard)


def _end(planner: Planner, expr: ir.ExtremeValue | ir.Pick) -> Fn | None:
    """Return an element of a range from its ends; None if they do not determine it."""
    span = _span(planner, expr.collection)
    return None if span is None else _range(planner, span).end(expr)


def _span(planner: Planner, expr: ir.Expr) -> ir.Span | None:
    return recognised.a_range(planner.definitions, expr)


def _range(planner: Planner, span: ir.Span) -> Range:
    """Return the range of an expression; one along a list of words ends with the last of them."""
    high = None if span.high is None else planner.plan(span.high)
    if high is None and span.type.enum:
        high = _always(len(planner.program.enums[span.type.enum]) - 1)
    return Range(planner.plan(span.low), high, planner.here)


def _is_empty(planner: Planner, expr: ir.IsEmpty) -> Fn:
    span = _span(planner, expr.collection)
    if span is not None:
        return _range(planner, span).of_ends(lambda ends: ends is None)
    found = clears(planner, expr.collection)
    if found is not None:
        return found
    inner = planner.elements(expr.collection)
    return lambda s, e: next(iter(inner(s, e)), _END) is _END


def clears(planner: Planner, collection: ir.Expr) -> Fn | None:
    """Return a test whether `C without melds of C` is empty: the solver can answer without finding the melds."""
    found = all_melded(planner, collection)
    if found is None:
        return None
    combo, cards = found
    combos, inner = planner.program.combos, planner.plan(cards)
    return lambda s, e: combos.clears(s, combo, inner(s, e))


def all_melded(planner: Planner, collection: ir.Expr) -> tuple[str, ir.Expr] | None:
    """Return the arrangement and the cards, if the collection is what the arrangement of those cards leaves over."""
    found = recognised.left_over(planner.definitions, collection)
    return found if found is not None and planner.program.combos.splits(found[0]) else None


def _melds(planner: Planner, expr: ir.Melds) -> Fn:
    inner, combos, name = planner.plan(expr.cards), planner.program.combos, expr.combo
    return lambda s, e: combos.melds(s, name, inner(s, e))


# ------------------------------------------------------------ truth
def _is_combo(planner: Planner, expr: ir.IsCombo) -> Fn:
    inner, combos, name = planner.plan(expr.cards), planner.program.combos, expr.combo
    return lambda s, e: combos.is_combo(s, name, inner(s, e))


def _is_kind(planner: Planner, expr: ir.IsKind) -> Fn:
    inner, kind_of = planner.plan(expr.card), planner.program.kind_of
    kinds = frozenset(planner.program.kind_index[notation] for notation in expr.notations)
    return lambda s, e: (c := inner(s, e)) is not None and kind_of[c] in kinds


def _has_kind(planner: Planner, expr: ir.HasKind) -> Fn:
    inner, kind_of = planner.plan(expr.cards), planner.program.kind_of
    kind = planner.program.kind_index[expr.notation]
    return lambda s, e: any(kind_of[c] == kind for c in many.each_card(inner(s, e)))


def _not(planner: Planner, expr: ir.Not) -> Fn:
    inner = planner.plan(expr.operand)
    return lambda s, e: not inner(s, e)


def _logic(op: str, parts: list[Fn]) -> Fn:
    if len(parts) == 2:
        a, b = parts
        if op == "and":
            return lambda s, e: not not (a(s, e) and b(s, e))  # noqa: SIM208  # a truth, of none too; quicker than bool()
        return lambda s, e: not not (a(s, e) or b(s, e))  # noqa: SIM208  # as above
    if op == "and":
        return lambda s, e: all(part(s, e) for part in parts)
    return lambda s, e: any(part(s, e) for part in parts)


def _same(planner: Planner, expr: ir.Same) -> Fn:
    a, b = planner.plan(expr.left), planner.plan(expr.right)
    if expr.left.type.many or expr.right.type.many:
        return lambda s, e: sorted(many.searched(as_list(a(s, e)))) == sorted(many.searched(as_list(b(s, e))))
    return lambda s, e: a(s, e) == b(s, e)


def _within(planner: Planner, left: ir.Expr, right: ir.Expr) -> Fn:
    a = planner.plan(left)
    found = _span(planner, right)
    if found is not None:
        holds = _range(planner, found).holds
        return lambda s, e: holds(a(s, e), s, e)
    if isinstance(right, ir.ListOf) and not left.type.many and any(_span(planner, item) for item in right.items):
        return _logic("or", [_within(planner, left, item) for item in right.items])
    b = planner.plan(right)
    if left.type.many:
        return lambda s, e: set(many.searched(as_list(a(s, e)))) <= set(many.searched(as_list(b(s, e))))
    return lambda s, e: a(s, e) in many.searched(as_list(b(s, e)))


def _order(planner: Planner, expr: ir.Order) -> Fn:
    a, b, compare = planner.plan(expr.left), planner.plan(expr.right), _COMPARE[expr.op]
    return lambda s, e: (x := a(s, e)) is not None and (y := b(s, e)) is not None and compare(x, y)


# ------------------------------------------------------------ numbers and choices
def _negative(planner: Planner, expr: ir.Negative) -> Fn:
    inner = planner.plan(expr.operand)
    return lambda s, e: None if (x := inner(s, e)) is None else -x


def _if_then_else(planner: Planner, expr: ir.IfThenElse) -> Fn:
    test, yes, no = planner.plan(expr.condition), planner.plan(expr.then), planner.plan(expr.otherwise)
    return lambda s, e: yes(s, e) if test(s, e) else no(s, e)


# ------------------------------------------------------------ elements one by one
def _one_by_one(planner: Planner, expr: ir.Expr) -> Elements | None:
    """Return the elements one by one, in the order of the list, computed on demand; None if that gains nothing.

    Many cards can form very many melds, and some questions need only the first.
    """
    match expr:
        case ir.Melds(combo=combo) if not planner.program.combos.splits(combo):
            return planner.melds(expr)
        case ir.Filter(collection=collection, slot=slot, condition=condition, if_possible=False):
            inner = _one_by_one(planner, collection)
            if inner is None or draws(condition):
                return None
            return _each_kept(inner, slot, planner.cast_each(collection, slot, planner.plan(condition)))
        case ir.Map(collection=collection, slot=slot, body=body):
            inner = _one_by_one(planner, collection)
            if inner is None or draws(body):
                return None
            return _of_each(inner, slot, planner.cast_each(collection, slot, planner.plan(body)))
        case ir.Defined(name=name):
            made = planner.definitions[name]
            inner = None if ir.MELD in (made.subject, made.further) else planner.lazily(name)
            return (
                None
                if inner is None
                else _each_defined(planner, inner, [planner.plan(about) for about in children(expr)])
            )
    return None


def _each_kept(items: Elements, slot: int, condition: Fn) -> Elements:
    def run(s: State, e: Env) -> Iterator[Value]:
        e = many.room(e, slot)
        for item in items(s, e):
            EFFORT.spend(1)
            before, e[slot] = e[slot], item
            holds = condition(s, e)
            e[slot] = before
            if holds:
                yield item

    return run


def _of_each(items: Elements, slot: int, body: Fn) -> Elements:
    def run(s: State, e: Env) -> Iterator[Value]:
        e = many.room(e, slot)
        for item in items(s, e):
            EFFORT.spend(1)
            before, e[slot] = e[slot], item
            value = body(s, e)
            e[slot] = before
            yield from as_list(value)

    return run


def _each_defined(planner: Planner, items: Elements, about: list[Fn]) -> Elements:
    def run(s: State, e: Env) -> Iterator[Value]:
        things: list[Value] = []
        for found in about:
            things.append(found(s, e))
            if things[-1] is None:
                return
        yield from items(s, planner.about(e, *(things or [None])))

    return run


PLANS: Plans = dict([
    entry(ir.Constant, lambda planner, expr: _always(expr.value)),
    entry(ir.Nothing, lambda planner, expr: _always(None)),
    entry(ir.KindLiteral, lambda planner, expr: _always(planner.program.kind_index[expr.notation])),
    entry(ir.Local, _local),
    entry(ir.OptionValue, lambda planner, expr: _always(planner.program.options[expr.name])),
    entry(ir.Players, lambda planner, expr: _always(list(range(planner.program.seats)))),
    entry(ir.Teams, lambda planner, expr: _always(list(range(planner.program.teams)))),
    entry(ir.Deck, lambda planner, expr: lambda s, e: _every_card(s)),
    entry(ir.Values, lambda planner, expr: _always(list(range(len(planner.program.enums[expr.enum]))))),
    entry(ir.VariableValue, _variable),
    entry(ir.ZoneContents, places.contents),
    entry(ir.Keyed, places.which_of),
    entry(ir.TableValue, looked_up_in),
    entry(ir.Defined, defined),
    entry(ir.StageCount, _stage_count),
    entry(ir.NextActor, lambda planner, expr: next_actor),
    entry(ir.Direction, lambda planner, expr: lambda s, e: s.direction),
    entry(ir.AllPassed, lambda planner, expr: all_passed),
    entry(ir.Attribute, lambda planner, expr: _attribute(planner, planner.program.attributes[expr.name], expr.card)),
    entry(ir.RoleAttribute, _role_attribute),
    entry(ir.CardFact, _card_fact),
    entry(ir.MeldFact, _meld_fact),
    entry(ir.Spots, lambda planner, expr: places.spots(planner, expr.of)),
    entry(ir.SpotFact, _spot_fact),
    entry(ir.Neighbour, _neighbour),
    entry(ir.SeatNumber, _seat_number),
    entry(ir.TeamOf, _team_of),
    entry(ir.Members, _members),
    entry(ir.Map, _map),
    entry(ir.Filter, _filter),
    entry(ir.Exists, _exists),
    entry(ir.Count, _count),
    entry(ir.IsEmpty, _is_empty),
    entry(ir.Sum, _sum),
    entry(ir.ExtremeValue, _extreme_value),
    entry(ir.ExtremeThing, _ranked),
    entry(ir.Best, _ranked),
    entry(ir.Pick, _pick),
    entry(ir.TopSome, lambda planner, expr: many.top_some(planner.plan(expr.count), planner.plan(expr.collection))),
    entry(ir.ListOf, lambda planner, expr: many.listed([planner.plan(item) for item in expr.items])),
    entry(ir.Span, lambda planner, expr: _range(planner, expr).listed),
    entry(
        ir.Combine, lambda planner, expr: many.combined(expr.op, planner.plan(expr.left), planner.plan(expr.right))
    ),
    entry(ir.Melds, _melds),
    entry(ir.IsCombo, _is_combo),
    entry(ir.Fits, _fits),
    entry(ir.Not, _not),
    entry(ir.Logic, lambda planner, expr: _logic(expr.op, [planner.plan(operand) for operand in expr.operands])),
    entry(ir.Same, _same),
    entry(ir.IsKind, _is_kind),
    entry(ir.HasKind, _has_kind),
    entry(ir.Within, lambda planner, expr: _within(planner, expr.left, expr.right)),
    entry(ir.Order, _order),
    entry(
        ir.Arithmetic,
        lambda planner, expr: computed(expr.op, planner.plan(expr.left), planner.plan(expr.right), planner.here),
    ),
    entry(ir.Negative, _negative),
    entry(ir.IfThenElse, _if_then_else),
])  # fmt: skip
"""The plan of each kind of expression."""
