"""Construct nodes; arguments of a wrong type raise IllTyped, which names the expected type.

A number may be given as an `int` wherever an expression may; where a set of cards is wanted, `0` is the empty one.
`Code` gathers statements one after the other:

    code = Code()
    with code.count(i, 0, load(S, place)):
        with code.when(equals(load(S, plus(place, i)), card)):
            code.gives(i)
    code.gives(-1)
    found = function("found", (S, place, card), code.body())
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

from croupier.kernel.nodes import (
    BUILTINS,
    ELEMENT,
    NUMBER,
    NUMBERS,
    SET,
    SETS,
    TRUTH,
    Add,
    Arithmetic,
    Binary,
    Body,
    Break,
    Call,
    Compare,
    Comparison,
    Const,
    Count,
    Do,
    Each,
    Expression,
    Function,
    If,
    Joint,
    Let,
    Load,
    Logic,
    Mark,
    Module,
    Name,
    OnSets,
    Part,
    Pass,
    Return,
    Scratch,
    Select,
    Signature,
    Spend,
    Statement,
    Store,
    Table,
    Try,
    Type,
    Unary,
    While,
)  # fmt: skip
from croupier.kernel.verify import fits, is_test

Given: TypeAlias = "Expression | int"
"""An argument of a constructor: an `int` is a constant of the wanted type."""


class IllTyped(TypeError):
    """A node would have operands of other types than it takes."""


def _expected(what: str, wanted: str, found: Expression | Type | None) -> IllTyped:
    told = "nothing" if found is None else found.value if isinstance(found, Type) else _described(found)
    return IllTyped(f"{what}: expected {wanted}, found {told}")


def _described(node: Expression) -> str:
    return f"{'nothing' if node.type is None else node.type.value} {node}"


def _typed(what: str, given: Given, wanted: Type) -> Expression:
    """Return the argument as an expression. Raises IllTyped if it has another type."""
    if isinstance(given, int):
        if wanted is NUMBER or wanted is SET:
            return Const(int(given), wanted)
        raise IllTyped(f"{what}: expected {wanted.value}, found number {given}")
    if not fits(given.type, wanted):
        raise _expected(what, wanted.value, given)
    return given


def _alike(what: str, left: Given, right: Given) -> tuple[Expression, Expression, Type]:
    """Return two numbers or two sets of cards, with their type. Raises IllTyped for others."""
    types = {each.type for each in (left, right) if not isinstance(each, int)}
    wanted = SET if SET in types else NUMBER
    return _typed(what, left, wanted), _typed(what, right, wanted), wanted


def _test(what: str, given: Given) -> Expression:
    node = Const(int(given)) if isinstance(given, int) else given
    if not is_test(node.type):
        raise _expected(what, "a test", node)
    return node


# ---------------------------------------------------------------- constants and names
def number(value: int) -> Const:
    """Return a number."""
    return Const(value)


def cards(value: int) -> Const:
    """Return a set of cards, given as the number whose bits they are."""
    if value < 0:
        raise IllTyped(f"cards: expected the bits of cards, found {value}")
    return Const(value, SET)


def a_number(name: str) -> Name:
    """Return a name for a number."""
    return Name(name, NUMBER)


def a_set(name: str) -> Name:
    """Return a name for a set of cards."""
    return Name(name, SET)


def numbers(name: str) -> Name:
    """Return a name for an array of numbers."""
    return Name(name, NUMBERS)


def sets(name: str) -> Name:
    """Return a name for an array of sets of cards."""
    return Name(name, SETS)


def load(array: Expression, index: Given) -> Load:
    """Return an element of an array."""
    if array.type is None or array.type not in ELEMENT:
        raise _expected("load", "an array", array)
    return Load(array, _typed("load", index, NUMBER), ELEMENT[array.type])


def load_set(array: Expression, index: Given) -> Load:
    """Return the set of cards that begins at an element of an array of numbers."""
    return Load(_typed("load_set", array, NUMBERS), _typed("load_set", index, NUMBER), SET)


# ---------------------------------------------------------------- operators
def _arithmetic(what: str, op: Arithmetic, left: Given, right: Given) -> Binary:
    return Binary(op, _typed(what, left, NUMBER), _typed(what, right, NUMBER), NUMBER)


def plus(left: Given, right: Given) -> Binary:
    return _arithmetic("plus", "+", left, right)


def minus(left: Given, right: Given) -> Binary:
    return _arithmetic("minus", "-", left, right)


def times(left: Given, right: Given) -> Binary:
    return _arithmetic("times", "*", left, right)


def divided(left: Given, right: Given) -> Binary:
    """Return the quotient, rounded down."""
    return _arithmetic("divided", "//", left, right)


def modulo(left: Given, right: Given) -> Binary:
    """Return the remainder, which has the sign of the divisor."""
    return _arithmetic("modulo", "%", left, right)


def shifted_left(left: Given, right: Given) -> Binary:
    return _arithmetic("shifted_left", "<<", left, right)


def shifted_right(left: Given, right: Given) -> Binary:
    return _arithmetic("shifted_right", ">>", left, right)


def negative(operand: Given) -> Unary:
    return Unary("-", _typed("negative", operand, NUMBER), NUMBER)


def _on_sets(what: str, op: OnSets, left: Given, right: Given) -> Binary:
    one, other, type_of = _alike(what, left, right)
    return Binary(op, one, other, type_of)


def meet(left: Given, right: Given) -> Binary:
    """Return the cards that are in both sets; of numbers, bit by bit."""
    return _on_sets("meet", "&", left, right)


def join(left: Given, right: Given) -> Binary:
    """Return the cards that are in either set; of numbers, bit by bit."""
    return _on_sets("join", "|", left, right)


def differ(left: Given, right: Given) -> Binary:
    """Return the cards that are in one of two sets; of numbers, bit by bit."""
    return _on_sets("differ", "^", left, right)


def complement(operand: Given) -> Unary:
    """Return all cards that are not in a set; of a number, bit by bit."""
    node = Const(operand) if isinstance(operand, int) else operand
    wanted = SET if node.type is SET else NUMBER
    return Unary("~", _typed("complement", node, wanted), wanted)


def without(left: Given, right: Given) -> Binary:
    """Return the cards of a set that are not in another."""
    return meet(_typed("without", left, SET), complement(_typed("without", right, SET)))


# ---------------------------------------------------------------- tests
def _order(what: str, op: Comparison, left: Given, right: Given) -> Compare:
    return Compare(op, _typed(what, left, NUMBER), _typed(what, right, NUMBER))


def equals(left: Given, right: Given) -> Compare:
    """Return whether two numbers or two sets are the same."""
    one, other, _ = _alike("equals", left, right)
    return Compare("==", one, other)


def differs(left: Given, right: Given) -> Compare:
    """Return whether two numbers or two sets are not the same."""
    one, other, _ = _alike("differs", left, right)
    return Compare("!=", one, other)


def is_less(left: Given, right: Given) -> Compare:
    return _order("is_less", "<", left, right)


def is_at_most(left: Given, right: Given) -> Compare:
    return _order("is_at_most", "<=", left, right)


def is_more(left: Given, right: Given) -> Compare:
    return _order("is_more", ">", left, right)


def is_at_least(left: Given, right: Given) -> Compare:
    return _order("is_at_least", ">=", left, right)


def negated(test: Given) -> Unary:
    """Return whether a test does not hold."""
    return Unary("not", _test("negated", test), TRUTH)


def _joint(what: str, op: Joint, settles: int, tests: Sequence[Given]) -> Expression:
    """Return several tests as one. Constants are left out, or decide it."""
    made = [_test(what, test) for test in tests]
    if any(isinstance(test, Const) and bool(test.value) == bool(settles) for test in made):
        return Const(settles)
    left = tuple(test for test in made if not isinstance(test, Const))
    if len(left) < 2:
        return left[0] if left else Const(1 - settles)
    return Logic(op, left, TRUTH if all(test.type is TRUTH for test in left) else NUMBER)


def all_of(*tests: Given) -> Expression:
    """Return whether all tests hold; 1 if there is none."""
    return _joint("all_of", "and", 0, tests)


def any_of(*tests: Given) -> Expression:
    """Return whether one of the tests holds; 0 if there is none."""
    return _joint("any_of", "or", 1, tests)


def select(test: Given, yes: Given, no: Given) -> Select:
    """Return one of two values, by a test."""
    one, other, wanted = _alike("select", yes, no)
    truth = one.type is TRUTH and other.type is TRUTH
    return Select(_test("select", test), one, other, TRUTH if truth else wanted)


# ---------------------------------------------------------------- calls
@dataclass(frozen=True, slots=True)
class Declared:
    """A function that can be called, wherever it is defined."""

    name: str
    signature: Signature


def declared(name: str, *takes: Type, gives: Type | None = NUMBER) -> Declared:
    """Return a function to call, by what it takes and gives."""
    return Declared(name, Signature(takes, gives))


def call(called: Declared | Function | str, *given: Given) -> Call:
    """Return a call of a function of the program, or by its name of one of the language."""
    if isinstance(called, str):
        if called not in BUILTINS:
            raise IllTyped(f"call: the kernel language has no function {called}")
        name, signature = called, BUILTINS[called]
    elif isinstance(called, Declared):
        name, signature = called.name, called.signature
    else:
        name, signature = called.name, Signature(tuple([each.type for each in called.parameters]), called.result)
    if len(given) != len(signature.takes):
        raise IllTyped(f"{name}: expected {len(signature.takes)} arguments, found {len(given)}")
    pairs = enumerate(zip(given, signature.takes, strict=True), 1)
    arguments = tuple([_typed(f"{name}, argument {at}", each, wanted) for at, (each, wanted) in pairs])
    return Call(name, arguments, signature.gives)


def bit(card: Given) -> Call:
    """Return the set of one card."""
    return call("BIT", card)


def low(of: Given) -> Call:
    """Return the lowest card of a set that is not empty."""
    return call("LOW", of)


def high(of: Given) -> Call:
    """Return the highest card of a set that is not empty."""
    return call("HIGH", of)


def pop(of: Given) -> Call:
    """Return how many cards there are in a set."""
    return call("POP", of)


def lowest(of: Given) -> Call:
    """Return the set of the lowest card of a set."""
    return call("LOWEST", of)


def rest(of: Given) -> Call:
    """Return a set without its lowest card."""
    return call("REST", of)


def less(of: Given, those: Given) -> Call:
    """Return a set without some cards, all of which it has."""
    return call("LESS", of, those)


def up(of: Given, by: Given) -> Call:
    """Return the cards whose numbers are higher by less than 64."""
    return call("UP", of, by)


def down(of: Given, by: Given) -> Call:
    """Return the cards whose numbers are lower by less than 64."""
    return call("DOWN", of, by)


def held(array: Given, start: Given, many: Given) -> Call:
    """Return the set of the cards in `many` places of an array."""
    return call("HELD", array, start, many)


# ---------------------------------------------------------------- statements
def let(name: Name, value: Given) -> Let:
    return Let(name, _typed(name.name, value, name.type))


def store(place: Load, value: Given) -> Store:
    return Store(place, _typed(f"{place}", value, place.type))


def add(place: Name | Load, value: Given) -> Add:
    if place.type is not NUMBER:
        raise _expected("add", NUMBER.value, place)
    return Add(place, _typed("add", value, NUMBER))


def when(test: Given, then: Sequence[Statement], otherwise: Sequence[Statement] = ()) -> If:
    return If(_test("when", test), tuple(then) or (Pass(),), tuple(otherwise))


def count(name: Name, start: Given, end: Given, body: Sequence[Statement], *, down: bool = False) -> Count:
    """Return a loop from a number on to the one before another, or after it if it goes `down`."""
    _typed("count", name, NUMBER)
    return Count(name, _typed("count", start, NUMBER), _typed("count", end, NUMBER), tuple(body) or (Pass(),), down)


def each(name: Name, array: Name, start: Given, end: Given, body: Sequence[Statement]) -> Each:
    """Return a loop over elements of an array."""
    if ELEMENT.get(array.type) is not name.type:
        raise _expected("each", f"an array of {name.type.value}", array)
    return Each(name, array, _typed("each", start, NUMBER), _typed("each", end, NUMBER), tuple(body) or (Pass(),))


def loop(test: Given, body: Sequence[Statement]) -> While:
    """Return a loop that goes on as long as a test holds."""
    return While(_test("loop", test), tuple(body) or (Pass(),))


def gives(value: Given, result: Type = NUMBER) -> Return:
    """Return the statement that leaves a function which gives values of that type."""
    return Return(_typed("gives", value, result))


def do(called: Call) -> Do:
    return Do(called)


def attempt(place: Name | Load, called: Call) -> Try:
    """Return the statement that gives a place what a call gives, or -1 if its effort is used up."""
    _typed("attempt", place, NUMBER)
    _typed("attempt", called, NUMBER)
    return Try(place, called)


def mark(file: int, line: int) -> Mark:
    return Mark(f"{file}:{line}")


def spend(amount: Given) -> Spend:
    return Spend(_typed("spend", amount, NUMBER))


# ---------------------------------------------------------------- programs
def function(
    name: str, parameters: Sequence[Name], body: Sequence[Statement], result: Type | None = NUMBER
) -> Function:
    return Function(name, tuple(parameters), tuple(body) or (Pass(),), result)


def table(name: Name, values: Sequence[int]) -> Table:
    return Table(_array("table", name), tuple(values))


def scratch(name: Name, size: int, rows: int | None = None) -> Scratch:
    return Scratch(_array("scratch", name), size, rows)


def _array(what: str, name: Name) -> Name:
    if name.type not in ELEMENT:
        raise _expected(what, "an array", name)
    return name


def module(parts: Sequence[Part]) -> Module:
    return Module(tuple(parts))


@dataclass(slots=True)
class Code:
    """A collection of statements in order. `result`: the type that their function gives."""

    result: Type = NUMBER
    _open: list[list[Statement]] = field(default_factory=lambda: [[]])

    def body(self) -> Body:
        """Return the collected statements."""
        [gathered] = self._open
        return tuple(gathered)

    def put(self, *statements: Statement) -> None:
        """Add statements that have been made."""
        self._open[-1] += statements

    def let(self, name: Name, value: Given) -> Name:
        """Give a name a value, and return the name."""
        self.put(let(name, value))
        return name

    def store(self, place: Load, value: Given) -> None:
        self.put(store(place, value))

    def add(self, place: Name | Load, value: Given) -> None:
        self.put(add(place, value))

    def do(self, called: Call) -> None:
        self.put(do(called))

    def gives(self, value: Given) -> None:
        self.put(gives(value, self.result))

    def leave(self) -> None:
        """Leave the innermost loop."""
        self.put(Break())

    @contextmanager
    def _inside(self) -> Iterator[list[Statement]]:
        self._open.append([])
        try:
            yield self._open[-1]
        finally:
            self._open.pop()

    @contextmanager
    def when(self, test: Given) -> Iterator[None]:
        """Collect the statements of the block as those performed if the test holds."""
        with self._inside() as body:
            yield
        self.put(when(test, body))

    @contextmanager
    def otherwise(self) -> Iterator[None]:
        """Collect the statements of the block as those performed if the test of the previous `when` fails."""
        last = self._open[-1][-1] if self._open[-1] else None
        if not isinstance(last, If) or last.otherwise:
            raise IllTyped("otherwise: expected to come after a `when`")
        with self._inside() as body:
            yield
        self._open[-1][-1] = If(last.test, last.then, tuple(body))

    @contextmanager
    def count(self, name: Name, start: Given, end: Given, *, down: bool = False) -> Iterator[None]:
        with self._inside() as body:
            yield
        self.put(count(name, start, end, body, down=down))

    @contextmanager
    def loop(self, test: Given) -> Iterator[None]:
        with self._inside() as body:
            yield
        self.put(loop(test, body))
