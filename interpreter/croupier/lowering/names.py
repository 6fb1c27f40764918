"""What sentences name: state, zones, tables and definitions, and which of several of a name is meant."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace

from croupier.base.values import Value, as_list
from croupier.lowering.base import Env
from croupier.lowering.hands import Hands
from croupier.lowering.kernel import NIL, VEILED, Unlowered, part
from croupier.lowering.layout import TRYING
from croupier.lowering.shapes import Cards, Listed, Meld, One, Seats, Shape, Stored, places
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

MOST_ROWS = 512
"""Tables of numbers are made for so many keys at most."""
SHORT = 16
"""A definition of so few parts is written out where it is used."""


class Names(Hands):
    """The part of the lowering that knows names. `changes`: is what is named now about to be changed?"""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self._functions: dict[str, One] = {}
        self._sizes: dict[str, int] = {}
        self.owners = False
        self.changes = False

    @abstractmethod
    def home(self, card: str) -> str:
        """The number of the place where a card lies."""

    # ------------------------------------------------------------ names
    def _variable(self, expr: ir.VariableValue, env: Env) -> Shape:
        variable = self.layout.variables[expr.name]
        if ("variable", expr.name) not in self.layout.cells:
            raise Unlowered(f"state of type {variable.type.name}")
        if variable.type.many:
            return self._list_of_state(expr, env)
        nil = variable.optional or bool(variable.life) or variable.type.name == "card"
        if expr.subject is None:
            return One(self._read(variable, self.layout.cell("variable", expr.name)), nil)
        return self.mapped(
            self.one(expr.subject, env),
            lambda of: One(self._read(variable, self.layout.cell("variable", expr.name, self.atom(of))), nil),
        )

    def _read(self, variable: ir.Variable, cell: str) -> str:
        """What is read from a cell of a variable. Where moves are tried out it must be a card that their player sees:
        of another nobody can say here which it is to that player."""
        value = self.unveiled(variable.name, cell)
        if variable.type.name == "card" and self.layout.looks:
            value = self.let(value)
            with self.block(f"if {self.layout.cell('trial')} == {TRYING} and {value} != {NIL}:"):
                home = self.home(value)
                zones = self.layout.zones
                seen = self.table([place.viewers for place in self.program.places if place.zone.name in zones])
                with self.block(f"if {home} >= 0 and ({seen}[{home}] >> G_look[0] & 1) == 0:"):
                    self.line(f"{self.layout.cell('doubt')} = 1")
        return value

    def secret(self, name: str) -> bool:
        """May a value of the variable be unknown to a seat that imagines it?"""
        if not self.foresees:
            return False
        variable = self.layout.variables[name]
        if variable.per == "card":
            everyone = self.program.everyone
            lives = [place for place in self.program.places if place.zone.name == variable.life]
            return variable.seen != "everyone" or any(
                place.viewers != everyone for place in lives or self.program.places
            )
        return variable.type.name == "card" or any(
            not self.program.may_know(variable, slot, seat)
            for slot in range(self.program.variables[name].size)
            for seat in range(self.program.seats)
        )

    def unveiled(self, name: str, cell: str) -> str:
        """What is read from a cell of a variable; a seat that may not see it does not foresee what comes of that."""
        if not self.secret(name):
            return cell
        value = self.let(cell)
        low, _ = self.facts.ranges.get(name, (0, 0))
        with self.block(f"if {value} == {VEILED}:"):
            self.line(f"{self.layout.cell('unforeseen')} = 2")
            self.line(f"{value} = {low}")
        return value

    def looked_at(self, shape: Shape) -> Shape:
        """What has been named, where it is read: a seat that may not know it does not foresee what comes of that."""
        if not isinstance(shape, One | Listed) or not shape.veiled:
            return shape
        value = self.let(f"S[{shape.at}]" if isinstance(shape, Listed) else shape.text)
        with self.block(f"if {value} == {VEILED}:"):
            self.line(f"{self.layout.cell('unforeseen')} = 2")
            if isinstance(shape, One):
                self.line(f"{value} = 0")
        return Listed(shape.at) if isinstance(shape, Listed) else One(value, shape.nil)

    def veiled_among(self, zone: str, cards: str, name: str = "") -> None:
        of_cards = [each for each in self.rules.variables if zone and each.per == "card" and each.life == zone]
        noted = [each for each in of_cards if name in ("", each.name) and self.secret(each.name)]
        if not noted:
            return
        with self.block(f"if {self.layout.cell('veils')}:"):
            left, card = self.let(cards, "m_"), self.name("c")
            with self.block(f"while {left} != 0:"):
                self.line(f"{card} = LOW({left})")
                self.line(f"{left} = REST({left})")
                veiled = [f"{self.layout.cell('variable', each.name, card)} == {VEILED}" for each in noted]
                with self.block(f"if {' or '.join(veiled)}:"):
                    self.line(f"{self.layout.cell('unforeseen')} = 2")

    def _list_of_state(self, expr: ir.VariableValue, env: Env) -> Listed:
        """State that is a list; of nobody it is empty."""
        at = self.layout.at("variable", expr.name)
        if expr.subject is not None:
            of = self.copied(self.one(expr.subject, env))
            at = self.layout.at("variable", expr.name, of.text)
            at = self.let(f"{self.layout.at('void')} if {of.text} == {NIL} else {at}" if of.nil else at)
        if self.secret(expr.name):  # of so few nothing is gone through
            with self.block(f"if S[{at}] == {VEILED}:"):
                self.line(f"{self.layout.cell('unforeseen')} = 2")
        return Listed(at)

    def _zone(self, name: str, subject: ir.Expr | None, env: Env) -> Shape:
        if subject is None:
            return self.zone(name, None)
        whose = self.copied(self.one(subject, env))
        if not whose.nil:
            return self.zone(name, whose.text)
        if self.layout.form(name) != "set":
            self.perhaps.add(whose.text)
            return self.zone(name, whose.text)
        there, owner = self.let("0", "m_"), self.let("0")  # where it is empty, it does not matter whose it is not
        with self.block(f"if {whose.text} != {NIL}:"):
            self.line(f"{owner} = {whose.text}")
            self.line(f"{there} = {self.layout.cards_at(name, owner)}")
        return Cards(((there, (name, owner)),))

    def _keyed(self, expr: ir.Keyed, env: Env) -> One:
        """Which of all that have the name: nothing of a key that there is none for; where it is changed, a fault."""
        changes, self.changes = self.changes, False
        key = self.copied(self.one(expr.key, env))
        owner = None if expr.owner is None else self.copied(self.one(expr.owner, env))
        self.changes = changes
        keys = [int(each) for each in self.program.keys[expr.name]]
        if key.text.isdigit() and int(key.text) in keys and (owner is None or owner.text.isdigit()):
            return One(str(int(owner.text if owner else 0) * len(keys) + keys.index(int(key.text))))
        low, high = min(keys, default=0), max(keys, default=-1)
        places = [keys.index(value) if value in keys else NIL for value in range(low, high + 1)]
        inside = f"{key.text} >= {low} and {key.text} <= {high}"
        found = self.let(f"{self.table(places)}[{key.text} - {low}] if {inside} else {NIL}")
        if changes:
            self.fault_if(f"{found} == {NIL}" + (f" and {key.text} != {NIL}" if key.nil else ""))
        if owner is not None:
            there = f"{found} != {NIL}" + (f" and {owner.text} != {NIL}" if owner.nil else "")
            found = self.let(f"{owner.text} * {len(keys)} + {found} if {there} else {NIL}")
        return One(found, not changes or key.nil or (owner is not None and owner.nil))

    def _about_both(self, named: ir.TableValue | ir.Defined, env: Env) -> Shape:
        """A table or definition, about a thing and one thing more; of nothing, or for nothing, it is nothing."""
        key = f"{'table' if isinstance(named, ir.TableValue) else 'define'} {named.name}"
        things: list[Shape] = []
        tests: list[str] = []
        types: list[ir.Type] = []
        for expr in (named.subject, named.further):
            assert expr is not None
            thing = self.shape(expr, env)
            if isinstance(thing, One):
                thing = self.copied(thing)
            if isinstance(thing, One | Meld):
                tests += [f"{thing.text} != {NIL if isinstance(thing, One) else 0}"] if thing.nil else []
                thing = replace(thing, nil=False)
            things.append(thing)
            types.append(expr.type)
        if not tests:
            return self._body_about(key, things, env)

        def body() -> Shape:
            there = [
                self._there(each, wants) if isinstance(each, One) else each
                for each, wants in zip(things, types, strict=True)
            ]
            return self._body_about(key, there, env)

        return self._perhaps(" and ".join(tests), body)

    def _body_about(self, key: str, things: Sequence[Shape], env: Env) -> Shape:
        """What it says of two things; melds among them are cast."""
        casts = self._casts(key)
        with ExitStack() as cast:
            for thing in things:
                cast.enter_context(self.cast_in(thing if casts and isinstance(thing, Meld) else None))
            found = self._body(key, things[0], env, things[1])
            return self.under_name(found) if any(isinstance(thing, Meld) for thing in things) else found

    def _about(self, key: str, wants: ir.Type | None, subject: ir.Expr | None, env: Env) -> Shape:
        """A table or definition, about a thing."""
        about = None if subject is None else self.shape(subject, env)
        plain = not self.covers and self.facts.of_card(*self._named_by(key))
        if wants == ir.CARD and isinstance(about, One) and plain:
            return self._looked_up(self._column(key), about)
        if isinstance(about, Meld) and about.nil:
            return self._about_meld(key, about, env)
        if isinstance(about, Meld):
            with self.cast_in(about if self._casts(key) else None):
                return self.under_name(self._body(key, about, env))
        if not isinstance(about, One):
            return self._body(key, about, env)
        if not about.nil:
            return self._body(key, self.copied(about), env)
        return self._about_perhaps(key, wants, about, env)

    def _about_perhaps(self, key: str, wants: ir.Type | None, about: One, env: Env) -> Shape:
        """About what may be nothing: then it is nothing itself."""
        of = self.atom(about.text)
        return self._perhaps(f"{of} != {NIL}", lambda: self._body(key, self._there(One(of, at=about.at), wants), env))

    def _there(self, thing: One, wants: ir.Type | None) -> One:
        """A thing that is tested not to be nothing. Who may own zones gets a name that is assigned only there, so that
        `owners_before` gives it a value for where the test fails."""
        owns = wants in (ir.PLAYER, ir.TEAM) and not thing.text.isdigit()
        return One(self.let(thing.text), at=thing.at) if owns else replace(thing, nil=False)

    def _perhaps(self, test: str, make: Callable[[], Shape]) -> Shape:
        """What is made if the test holds, else nothing."""
        with self.captured() as lines:
            found = make()
        return self._if_there(test, lines, found)

    def _about_meld(self, key: str, about: Meld, env: Env) -> Shape:
        """Likewise about a meld."""
        with self.captured() as lines, self.cast_in(about if self._casts(key) else None):
            found = self.under_name(self._body(key, replace(about, nil=False), env))
        return self._if_there(f"{about.text} != 0", lines, found)

    def _casts(self, key: str) -> bool:
        what, name = self._named_by(key)
        return self.casts(self.definitions[name].body if what == "definition" else self.given_tables[name])

    def _if_there(self, test: str, lines: list[str], found: Shape) -> Shape:
        self.owners_before(lines, found)
        if isinstance(found, One):
            result = self.let(str(NIL))
            with self.block(f"if {test}:"):
                self.written(lines, 1)
                self.line(f"{result} = {found.text}")
            return One(result, True, found.at)
        if isinstance(found, Cards) or self.of_melds(found):
            result = self.let("0", "m_")
            with self.block(f"if {test}:"):
                self.written(lines, 1)
                self.line(f"{result} = {self.mask(found)}")
            return self.somewhere(result, found)
        several = self.empty_list()
        with self.block(f"if {test}:"):
            self.written(lines, 1)
            self.fill(several, found)
        return replace(several, at=places(found))

    def _named_by(self, key: str) -> tuple[str, str]:
        what, name = key.split()
        return ("table" if what == "table" else "definition"), name

    def _column(self, key: str) -> list[Value]:
        """What a table or definition that reads only what is printed on a card is worth for each card."""
        what, name = self._named_by(key)
        made = ir.TableValue if what == "table" else ir.Defined
        type_ = (self.given_tables[name] if what == "table" else self.definitions[name]).type
        return self.program.planner.per_card(made(type_, name, ir.Local(ir.CARD, 1, "it")))

    def _looked_up(self, column: list[Value], card: One) -> Shape:
        """A property of a card that never changes."""
        if any(isinstance(value, list) for value in column):
            return self._listed_for(column, card)
        table = self.table([NIL if value is None else int(value) for value in column])
        found = self.mapped(card, lambda c: One(f"{table}[{c}]"))
        return One(found.text, found.nil or None in column)

    def _listed_for(self, column: list[Value], card: One) -> Shape:
        """Numbers for each card, in ascending order: as bits."""
        lists = [as_list(value) for value in column]
        if any(values != sorted(set(values)) or not set(values) <= set(range(63)) for values in lists):
            raise Unlowered("a list for each card that is in no order")
        table = self.table([sum(1 << value for value in values) for values in lists])
        of = self.copied(card)
        return Seats(self.let(f"{table}[{of.text}] if {of.text} != {NIL} else 0") if of.nil else f"{table}[{of.text}]")

    def _body(self, key: str, about: Shape | None, env: Env, more: Shape | None = None) -> Shape:
        """What it says: in a function of its own if it is long and one value, else where it is used."""
        name = key.split()[1]
        inner: Env = {0: env.get(0, One(str(NIL), True))}
        if about is not None:
            inner[1] = about
        if more is not None:
            inner[2] = more
        if key.startswith("table "):
            table = self.given_tables[name]
            with part(table.where, f"tables.{name}"):
                return self._table(table, inner)
        with part(self.definitions[name].where, self.definitions[name].path):
            return self._defined(key, about, more, inner)

    def _defined(self, key: str, about: Shape | None, more: Shape | None, inner: Env) -> Shape:
        name = key.split()[1]
        definition = self.definitions[name]
        body = definition.body
        self.fires(definition.path)
        if body.type.many or body.type.name in ("card", "meld", "spot") or self.dealing or self._size(name) <= SHORT:
            return self.shape(body, inner)
        if any(thing is not None and not isinstance(thing, One) for thing in (about, more)):
            return self.shape(body, inner)
        return self._called(key, body, inner)

    def _size(self, name: str) -> int:
        if name not in self._sizes:
            self._sizes[name] = sum(1 for _ in nodes(self.definitions[name].body))
        return self._sizes[name]

    def _called(self, key: str, body: ir.Expr, inner: Env) -> One:
        """A function of who acts and the thing, as far as it reads them."""
        reads = self.reads(body)
        given = {slot: inner[slot] for slot in (0, 1, 2) if slot in reads and slot in inner}
        nil = tuple(slot for slot, value in given.items() if self.single(value).nil)
        signature = f"{key} {nil} {self.covers}"
        names = {0: "me", 1: "x", 2: "y"}
        if signature not in self._functions:
            name = self.name("d_")
            outside, self.pure = self.pure, True
            known, self.known = self.known, [{}]
            with self.function(f"{name}({', '.join(['S', *(names[slot] for slot in given)])})"):
                found = self.one(body, {slot: One(names[slot], slot in nil) for slot in given})
                self.line(f"return {found.text}")
            self.pure, self.known = outside, known
            self._functions[signature] = One(name, found.nil)
        made = self._functions[signature]
        arguments = ["S", *(self.single(value).text for value in given.values())]
        text = f"{made.text}({', '.join(arguments)})"
        return One(self.let(text) if self.casts(body) else text, made.nil)

    def _looked_up_by(self, key: One, rows: list[ir.Row], low: int, high: int, rest: ir.Row | None) -> One:
        """What a table says of which all values are known, by its key."""
        said = {int(each): self.constant(row.value) for row in reversed(rows) for each in row.keys or ()}
        other = None if rest is None else self.constant(rest.value)
        values = [said.get(each, other) for each in range(low, high + 1)]
        column = self.table([NIL if value is None else int(value) for value in values])
        inside = f"{key.text} >= {low} and {key.text} <= {high}"
        beyond = NIL if other is None else int(other)
        return One(self.let(f"{column}[{key.text} - {low}] if {inside} else {beyond}"), other is None or None in values)

    def _table(self, table: ir.Table, inner: Env) -> Shape:
        key = self.copied(self.one(table.key, inner))
        rest = table.rest
        if table.type.many:
            return self._table_of_lists(table, key, inner)
        rows = [row for row in table.rows if row.keys is not None]
        named = [int(each) for row in rows for each in row.keys or ()]
        low, high = min(named, default=0), max(named, default=-1)
        plain = [row for row in rows if self.facts.constant(row.value) and row.onward is None]
        steady = rest is None or self.facts.constant(rest.value)
        if not self.covers and high - low < MOST_ROWS and steady and (plain or not rows):
            found = self._looked_up_by(key, plain, low, high, rest)
            return self._looked_up_but(found, [row for row in rows if row not in plain], key, inner)
        result = self.let(str(NIL))
        nil = rest is None
        depth = 0
        for row in rows:
            test = self._is_key_of(row, key)
            self.line(f"if {test}:")
            self._depth += 1
            self.fires(row.path)
            value = self.one(row.value, inner)
            nil = nil or value.nil
            self.line(f"{result} = {value.text}")
            self._depth -= 1
            self.line("else:")
            self._depth += 1
            depth += 1
        if rest is None:
            self.line("pass")
        else:
            self.fires(rest.path)
            value = self.one(rest.value, inner)
            nil = nil or value.nil
            self.line(f"{result} = {value.text}")
        self._depth -= depth
        return One(result, nil)

    def _is_key_of(self, row: ir.Row, key: One) -> str:
        tests = [f"{key.text} == {value}" for value in row.keys or ()]
        tests += [f"{key.text} >= {row.onward}"] if row.onward is not None else []
        return " or ".join(tests) or "0"

    def _looked_up_but(self, found: One, rows: Sequence[ir.Row], key: One, inner: Env) -> One:
        """What has been looked up, but for some rows that have to be worked out."""
        if not rows:
            return found
        result, nil = self.let(found.text), found.nil
        for row in rows:
            with self.block(f"if {self._is_key_of(row, key)}:"):
                value = self.one(row.value, inner)
                nil = nil or value.nil
                self.line(f"{result} = {value.text}")
        return One(result, nil)

    def _table_of_lists(self, table: ir.Table, key: One, inner: Env) -> Stored:
        """The list that its row has, put down."""
        several, found = self.empty_list(), self.let("0")
        for row in sorted(table.rows, key=lambda row: row.keys is None):
            with self.block(f"if {found} == 0 and ({'1' if row.keys is None else self._is_key_of(row, key)}):"):
                self.line(f"{found} = 1")
                self.fires(row.path)
                self.fill(several, self.shape(row.value, inner))
        return several
