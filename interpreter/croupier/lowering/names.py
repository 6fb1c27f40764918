"""Lower names: state, options, tables, definitions, choices, and owners of places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import accumulate

from croupier.base.values import Value, as_list
from croupier.lowering.base import constant, copied, count_fired, fault_if, mapped, one_value, owners_before
from croupier.lowering.cardsets import somewhere
from croupier.lowering.collections import (
    empty_list,
    fill,
    mask_of,
    of_melds,
    one_of_lists_of_melds,
    one_of_melds,
    single,
    zone_shape,
)
from croupier.lowering.context import Context, Env
from croupier.lowering.keeping import kept_list, kept_meld
from croupier.lowering.kernel import NIL, VEILED, part
from croupier.lowering.layout import TRYING
from croupier.lowering.shapes import Cards, Listed, Made, Meld, One, Seats, Shape, Span, Stored, StoredMelds, places
from croupier_dsl import ir
from croupier_dsl.analysis import is_constant, nodes, ranges, reads_only_its_card, slots_read

MOST_ROWS = 512
"""The most keys of a table of numbers."""
SHORT = 16
"""A definition of so few parts is written out where it is used."""


# ------------------------------------------------------------ names
def variable(cx: Context, expr: ir.VariableValue, env: Env) -> Shape:
    variable = cx.layout.variables[expr.name]
    if variable.type.name == "meld":
        return _melds_of_state(cx, expr, env)
    if variable.type.many:
        return Listed(_at_of_state(cx, expr, env))
    nil = variable.optional or bool(variable.life) or variable.type.name == "card"
    if expr.subject is None:
        return One(_read(cx, variable, cx.layout.cell("variable", expr.name)), nil)
    return mapped(
        cx,
        one_value(cx, expr.subject, env),
        lambda of: One(_read(cx, variable, cx.layout.cell("variable", expr.name, cx.out.atom(of))), nil),
    )


def _read(cx: Context, variable: ir.Variable, cell: str) -> str:
    """Return the value of a variable's cell. While moves are tried, a card has to be one that their player sees: the
    others' identity is unknown."""
    value = unveiled(cx, variable.name, cell)
    if variable.type.name == "card" and cx.layout.looks:
        value = cx.out.let(value)
        with cx.out.block(f"if {cx.layout.cell('trial')} == {TRYING} and {value} != {NIL}:"):
            home = cx.parts.home_number(cx, value)
            zones = cx.layout.zones
            seen = cx.out.table([place.viewers for place in cx.program.places if place.zone.name in zones])
            cx.out.line(f"if {home} >= 0 and ({seen}[{home}] >> G_look[0] & 1) == 0: {cx.layout.cell('doubt')} = 1")
    return value


def secret(cx: Context, name: str) -> bool:
    """Return whether a variable's value may be unknown to a seat that imagines it."""
    if not cx.foresees:
        return False
    variable = cx.layout.variables[name]
    if variable.per == "card":
        everyone = cx.program.everyone
        lives = [place for place in cx.program.places if place.zone.name == variable.life]
        return variable.seen != "everyone" or any(place.viewers != everyone for place in lives or cx.program.places)
    return variable.type.name in ("card", "meld") or any(
        not cx.program.may_know(variable, slot, seat)
        for slot in range(cx.program.variables[name].size)
        for seat in range(cx.program.seats)
    )


def unveiled(cx: Context, name: str, cell: str) -> str:
    """Return the value of a variable's cell; a veiled value makes the result unforeseen."""
    if not secret(cx, name):
        return cell
    value = cx.out.let(cell)
    low, _ = ranges(cx.facts).get(name, (0, 0))
    cx.out.line(f"if {value} == {VEILED}: {cx.layout.cell('unforeseen')} = 2; {value} = {low}")
    return value


def looked_at(cx: Context, shape: Shape) -> Shape:
    """Return the value of a name; a veiled value makes the result unforeseen."""
    if not isinstance(shape, One | Listed) or not shape.veiled:
        return shape
    value = cx.out.let(f"S[{shape.at}]" if isinstance(shape, Listed) else shape.text)
    with cx.out.block(f"if {value} == {VEILED}:"):
        cx.out.line(f"{cx.layout.cell('unforeseen')} = 2")
        if isinstance(shape, One):
            cx.out.line(f"{value} = 0")
    return Listed(shape.at) if isinstance(shape, Listed) else One(value, shape.nil)


def veiled_among(cx: Context, zone: str, cards: str, name: str = "") -> None:
    of_cards = [each for each in cx.rules.variables if zone and each.per == "card" and each.life == zone]
    noted = [each for each in of_cards if name in ("", each.name) and secret(cx, each.name)]
    if not noted:
        return
    with cx.out.block(f"if {cx.layout.cell('veils')}:"):
        left, card = cx.out.let(cards, "m_"), cx.out.name("c")
        with cx.out.block(f"while {left} != 0:"):
            cx.out.line(f"{card} = LOW({left}); {left} = REST({left})")
            veiled = [f"{cx.layout.cell('variable', each.name, card)} == {VEILED}" for each in noted]
            cx.out.line(f"if {' or '.join(veiled)}: {cx.layout.cell('unforeseen')} = 2")


def _melds_of_state(cx: Context, expr: ir.VariableValue, env: Env) -> Meld | StoredMelds:
    """Return state that is a meld or melds; none without an owner."""
    at = cx.out.let(_at_of_state(cx, expr, env))
    return kept_list(cx, at, None) if expr.type.many else kept_meld(cx, at, "0", None)


def _at_of_state(cx: Context, expr: ir.VariableValue, env: Env) -> str:
    """Return the first cell of state that takes several cells; without an owner, the first cell of an empty place."""
    at = cx.layout.at("variable", expr.name)
    if expr.subject is not None:
        of = copied(cx, one_value(cx, expr.subject, env))
        at = cx.layout.at("variable", expr.name, of.text)
        at = cx.out.let(f"{cx.layout.at('void')} if {of.text} == {NIL} else {at}" if of.nil else at)
    if secret(cx, expr.name):  # an unknown number of values is not gone through
        cx.out.line(f"if S[{at}] == {VEILED}: {cx.layout.cell('unforeseen')} = 2")
    return at


def zone(cx: Context, name: str, subject: ir.Expr | None, env: Env) -> Shape:
    if subject is None:
        return zone_shape(cx, name, None)
    whose = copied(cx, one_value(cx, subject, env))
    if not whose.nil:
        return zone_shape(cx, name, whose.text)
    if cx.layout.form(name) != "set":
        cx.perhaps.add(whose.text)
        return zone_shape(cx, name, whose.text)
    there, owner = cx.out.let("0", "m_"), cx.out.let("0")  # where it is empty, it does not matter whose it is not
    with cx.out.block(f"if {whose.text} != {NIL}:"):
        cx.out.line(f"{owner} = {whose.text}")
        cx.out.line(f"{there} = {cx.layout.cards_at(name, owner)}")
    return Cards(((there, (name, owner)),))


def keyed(cx: Context, expr: ir.Keyed, env: Env) -> One:
    """Return the index of a keyed zone or variable: nothing for an unknown key, which is a fault where it is
    changed."""
    changes, cx.names.changes = cx.names.changes, False
    key = copied(cx, one_value(cx, expr.key, env))
    owner = None if expr.owner is None else copied(cx, one_value(cx, expr.owner, env))
    cx.names.changes = changes
    keys = [int(each) for each in cx.program.keys[expr.name]]
    if key.text.isdigit() and int(key.text) in keys and (owner is None or owner.text.isdigit()):
        return One(str(int(owner.text if owner else 0) * len(keys) + keys.index(int(key.text))))
    low, high = min(keys, default=0), max(keys, default=-1)
    places = [keys.index(value) if value in keys else NIL for value in range(low, high + 1)]
    inside = f"{key.text} >= {low} and {key.text} <= {high}"
    found = cx.out.let(f"{cx.out.table(places)}[{key.text} - {low}] if {inside} else {NIL}")
    if changes:
        fault_if(cx, f"{found} == {NIL}" + (f" and {key.text} != {NIL}" if key.nil else ""))
    if owner is not None:
        there = f"{found} != {NIL}" + (f" and {owner.text} != {NIL}" if owner.nil else "")
        found = cx.out.let(f"{owner.text} * {len(keys)} + {found} if {there} else {NIL}")
    return One(found, not changes or key.nil or (owner is not None and owner.nil))


def about_both(cx: Context, named: ir.TableValue | ir.Defined, env: Env) -> Shape:
    """Return the value of a table or definition with two parameters; nothing if either is nothing."""
    key = f"{'table' if isinstance(named, ir.TableValue) else 'define'} {named.name}"
    things: list[Shape] = []
    tests: list[str] = []
    types: list[ir.Type] = []
    for expr in (named.subject, named.further):
        assert expr is not None
        thing = cx.parts.shape_of(cx, expr, env)
        if isinstance(thing, One):
            thing = copied(cx, thing)
        if isinstance(thing, One | Meld):
            tests += [f"{thing.text} != {NIL if isinstance(thing, One) else 0}"] if thing.nil else []
            thing = replace(thing, nil=False)
        things.append(thing)
        types.append(expr.type)
    if not tests:
        return _body_about(cx, key, things, env)

    def body() -> Shape:
        there = [
            _there(cx, each, wants) if isinstance(each, One) else each
            for each, wants in zip(things, types, strict=True)
        ]
        return _body_about(cx, key, there, env)

    return _perhaps(cx, " and ".join(tests), body)


def _body_about(cx: Context, key: str, things: Sequence[Shape], env: Env) -> Shape:
    """Return the value of its body for two things; melds among them are cast."""
    casts = _casts(cx, key)
    with ExitStack() as cast:
        for thing in things:
            cast.enter_context(cx.parts.cast_in(cx, thing if casts and isinstance(thing, Meld) else None))
        found = _body(cx, key, things[0], env, things[1])
        return cx.parts.under_name(cx, found) if any(isinstance(thing, Meld) for thing in things) else found


def about(cx: Context, key: str, wants: ir.Type | None, subject: ir.Expr | None, env: Env) -> Shape:
    """Return a table or definition, about a thing."""
    about = None if subject is None else cx.parts.shape_of(cx, subject, env)
    plain = not cx.covers and reads_only_its_card(cx.facts, *_named_by(cx, key))
    if wants == ir.CARD and isinstance(about, One) and plain:
        return looked_up(cx, _column(cx, key), about)
    if isinstance(about, Meld) and about.nil:
        return _about_meld(cx, key, about, env)
    if isinstance(about, Meld):
        with cx.parts.cast_in(cx, about if _casts(cx, key) else None):
            return cx.parts.under_name(cx, _body(cx, key, about, env))
    if not isinstance(about, One):
        return _body(cx, key, about, env)
    if not about.nil:
        return _body(cx, key, copied(cx, about), env)
    return _about_perhaps(cx, key, wants, about, env)


def _about_perhaps(cx: Context, key: str, wants: ir.Type | None, about: One, env: Env) -> Shape:
    """Return the value about a thing that may be nothing: then it is nothing itself."""
    of = cx.out.atom(about.text)
    return _perhaps(cx, f"{of} != {NIL}", lambda: _body(cx, key, _there(cx, One(of, at=about.at), wants), env))


def _there(cx: Context, thing: One, wants: ir.Type | None) -> One:
    """Return a thing that was tested not to be nothing. Owners of zones get a name that is assigned only there, so that
    `owners_before` sets it for the other branch."""
    owns = wants in (ir.PLAYER, ir.TEAM) and not thing.text.isdigit()
    return One(cx.out.let(thing.text), at=thing.at) if owns else replace(thing, nil=False)


def _perhaps(cx: Context, test: str, make: Callable[[], Shape]) -> Shape:
    """Return what `make` gives if the test holds, else nothing."""
    with cx.out.captured() as lines:
        found = make()
    return _if_there(cx, test, lines, found)


def _about_meld(cx: Context, key: str, about: Meld, env: Env) -> Shape:
    """Return the value about a meld, likewise."""
    with cx.out.captured() as lines, cx.parts.cast_in(cx, about if _casts(cx, key) else None):
        found = cx.parts.under_name(cx, _body(cx, key, replace(about, nil=False), env))
    return _if_there(cx, f"{about.text} != 0", lines, found)


def _casts(cx: Context, key: str) -> bool:
    what, name = _named_by(cx, key)
    return cx.parts.asks_casting(cx, cx.definitions[name].body if what == "definition" else cx.given_tables[name])


def _if_there(cx: Context, test: str, lines: list[str], found: Shape) -> Shape:
    owners_before(cx, lines, found)
    if isinstance(found, One):
        result = cx.out.let(str(NIL))
        with cx.out.block(f"if {test}:"):
            cx.out.written(lines, 1)
            cx.out.line(f"{result} = {found.text}")
        return One(result, True, found.at)
    if isinstance(found, Cards) or of_melds(cx, found):
        result = cx.out.let("0", "m_")
        with cx.out.block(f"if {test}:"):
            cx.out.written(lines, 1)
            cx.out.line(f"{result} = {mask_of(cx, found)}")
        return somewhere(cx, result, found)
    several = empty_list(cx)
    with cx.out.block(f"if {test}:"):
        cx.out.written(lines, 1)
        fill(cx, several, found)
    return replace(several, at=places(found))


def _named_by(cx: Context, key: str) -> tuple[str, str]:
    what, name = key.split()
    return ("table" if what == "table" else "definition"), name


def _column(cx: Context, key: str) -> list[Value]:
    """Return the value for each card of a table or definition that reads only printed attributes."""
    what, name = _named_by(cx, key)
    made = ir.TableValue if what == "table" else ir.Defined
    type_ = (cx.given_tables[name] if what == "table" else cx.definitions[name]).type
    return cx.program.planner.per_card(made(type_, name, ir.Local(ir.CARD, 1, "it")))


def looked_up(cx: Context, column: list[Value], card: One) -> Shape:
    """Return a property of a card that never changes."""
    if any(isinstance(value, list) for value in column):
        return _listed_for(cx, column, card)
    table = cx.out.table([NIL if value is None else int(value) for value in column])
    found = mapped(cx, card, lambda c: One(f"{table}[{c}]"))
    return One(found.text, found.nil or None in column)


def _listed_for(cx: Context, column: list[Value], card: One) -> Shape:
    """Return numbers for each card: as bits if they ascend, else as concatenated lists."""
    lists = [as_list(value) for value in column]
    of = copied(cx, card)
    if any(values != sorted(set(values)) or not set(values) <= set(range(63)) for values in lists):
        every = cx.out.table([value for values in lists for value in values])
        begins = cx.out.table([0, *accumulate(map(len, lists))])
        unless = f" if {of.text} != {NIL} else 0" if of.nil else ""
        low, end = cx.out.let(f"{begins}[{of.text}]{unless}"), cx.out.let(f"{begins}[{of.text} + 1]{unless}")
        return Made(Span(low, end), lambda i: One(f"{every}[{single(cx, i).text}]"))
    table = cx.out.table([sum(1 << value for value in values) for values in lists])
    return Seats(cx.out.let(f"{table}[{of.text}] if {of.text} != {NIL} else 0") if of.nil else f"{table}[{of.text}]")


def _body(cx: Context, key: str, about: Shape | None, env: Env, more: Shape | None = None) -> Shape:
    """Return the value of the body: in a function if it is long and gives one value, else inline."""
    name = key.split()[1]
    inner: Env = {0: env.get(0, One(str(NIL), True))}
    if about is not None:
        inner[1] = about
    if more is not None:
        inner[2] = more
    if key.startswith("table "):
        table = cx.given_tables[name]
        with part(table.where, f"tables.{name}"):
            return _table(cx, table, inner)
    with part(cx.definitions[name].where, cx.definitions[name].path):
        return _defined(cx, key, about, more, inner)


def _defined(cx: Context, key: str, about: Shape | None, more: Shape | None, inner: Env) -> Shape:
    name = key.split()[1]
    definition = cx.definitions[name]
    body = definition.body
    count_fired(cx, definition.path)
    if body.type.many or body.type.name in ("card", "meld", "spot") or cx.dealing or _size(cx, name) <= SHORT:
        return cx.parts.shape_of(cx, body, inner)
    if any(thing is not None and not isinstance(thing, One) for thing in (about, more)):
        return cx.parts.shape_of(cx, body, inner)
    return _called(cx, key, body, inner)


def _size(cx: Context, name: str) -> int:
    if name not in cx.names.sizes:
        cx.names.sizes[name] = sum(1 for _ in nodes(cx.definitions[name].body))
    return cx.names.sizes[name]


def _called(cx: Context, key: str, body: ir.Expr, inner: Env) -> One:
    """Return a call of a function of the current player and the thing, as far as it reads them."""
    reads = slots_read(cx.facts, body)
    given = {slot: inner[slot] for slot in (0, 1, 2) if slot in reads and slot in inner}
    nil = tuple(slot for slot, value in given.items() if single(cx, value).nil)
    signature = f"{key} {nil} {cx.covers}"
    names = {0: "me", 1: "x", 2: "y"}
    if signature not in cx.names.functions:
        name = cx.out.name("d_")
        outside, cx.pure = cx.pure, True
        known, cx.known = cx.known, [{}]
        with cx.out.function(f"{name}({', '.join(['S', *(names[slot] for slot in given)])})"):
            found = one_value(cx, body, {slot: One(names[slot], slot in nil) for slot in given})
            cx.out.line(f"return {found.text}")
        cx.pure, cx.known = outside, known
        cx.names.functions[signature] = One(name, found.nil)
    made = cx.names.functions[signature]
    arguments = ["S", *(single(cx, value).text for value in given.values())]
    text = f"{made.text}({', '.join(arguments)})"
    return One(cx.out.let(text) if cx.parts.asks_casting(cx, body) else text, made.nil)


def _looked_up_by(cx: Context, key: One, rows: list[ir.Row], low: int, high: int, rest: ir.Row | None) -> One:
    """Return the value of a table with constant values, by its key."""
    said = {int(each): constant(cx, row.value) for row in reversed(rows) for each in row.keys or ()}
    other = None if rest is None else constant(cx, rest.value)
    values = [said.get(each, other) for each in range(low, high + 1)]
    column = cx.out.table([NIL if value is None else int(value) for value in values])
    inside = f"{key.text} >= {low} and {key.text} <= {high}"
    beyond = NIL if other is None else int(other)
    return One(cx.out.let(f"{column}[{key.text} - {low}] if {inside} else {beyond}"), other is None or None in values)


def _table(cx: Context, table: ir.Table, inner: Env) -> Shape:
    key = copied(cx, one_value(cx, table.key, inner))
    rest = table.rest
    if table.type.name == "meld":
        return _table_of_melds(cx, table, key, inner)
    if table.type.many:
        return _table_of_lists(cx, table, key, inner)
    rows = [row for row in table.rows if row.keys is not None]
    named = [int(each) for row in rows for each in row.keys or ()]
    low, high = min(named, default=0), max(named, default=-1)
    plain = [row for row in rows if is_constant(cx.facts, row.value) and row.onward is None]
    steady = rest is None or is_constant(cx.facts, rest.value)
    if not cx.covers and high - low < MOST_ROWS and steady and (plain or not rows):
        found = _looked_up_by(cx, key, plain, low, high, rest)
        return _looked_up_but(cx, found, [row for row in rows if row not in plain], key, inner)
    result = cx.out.let(str(NIL))
    nil = rest is None
    depth = 0
    for row in rows:
        test = _is_key_of(cx, row, key)
        cx.out.line(f"if {test}:")
        cx.out.depth += 1
        count_fired(cx, row.path)
        value = one_value(cx, row.value, inner)
        nil = nil or value.nil
        cx.out.line(f"{result} = {value.text}")
        cx.out.depth -= 1
        cx.out.line("else:")
        cx.out.depth += 1
        depth += 1
    if rest is None:
        cx.out.line("pass")
    else:
        count_fired(cx, rest.path)
        value = one_value(cx, rest.value, inner)
        nil = nil or value.nil
        cx.out.line(f"{result} = {value.text}")
    cx.out.depth -= depth
    return One(result, nil)


def _is_key_of(cx: Context, row: ir.Row, key: One) -> str:
    tests = [f"{key.text} == {value}" for value in row.keys or ()]
    tests += [f"{key.text} >= {row.onward}"] if row.onward is not None else []
    return " or ".join(tests) or "0"


def _looked_up_but(cx: Context, found: One, rows: Sequence[ir.Row], key: One, inner: Env) -> One:
    """Return the looked-up value, except for rows that have to be evaluated."""
    if not rows:
        return found
    result, nil = cx.out.let(found.text), found.nil
    for row in rows:
        with cx.out.block(f"if {_is_key_of(cx, row, key)}:"):
            value = one_value(cx, row.value, inner)
            nil = nil or value.nil
            cx.out.line(f"{result} = {value.text}")
    return One(result, nil)


def _table_of_lists(cx: Context, table: ir.Table, key: One, inner: Env) -> Stored:
    """Return the list that its row has, put down."""
    several, found = empty_list(cx), cx.out.let("0")
    for row in sorted(table.rows, key=lambda row: row.keys is None):
        with cx.out.block(f"if {found} == 0 and ({'1' if row.keys is None else _is_key_of(cx, row, key)}):"):
            cx.out.line(f"{found} = 1")
            count_fired(cx, row.path)
            fill(cx, several, cx.parts.shape_of(cx, row.value, inner))
    return several


def _table_of_melds(cx: Context, table: ir.Table, key: One, inner: Env) -> Shape:
    """Return the meld that its row has, or the melds."""
    arms: list[tuple[str, list[str], Shape]] = []
    found = cx.out.let("0")
    for row in sorted(table.rows, key=lambda row: row.keys is None):
        test = "1" if row.keys is None else _is_key_of(cx, row, key)
        with cx.out.captured() as lines:
            cx.out.line(f"{found} = 1")
            count_fired(cx, row.path)
            made = cx.parts.shape_of(cx, row.value, inner)
        owners_before(cx, lines, made)
        arms.append((f"if {found} == 0 and ({test}):", lines, made))
    return one_of_lists_of_melds(cx, arms) if table.type.many else one_of_melds(cx, arms)
