"""Make programs faster with the same results, by passes that a C compiler applies by itself and Python does not.

Loop invariants are computed before the loop, in functions that write only to known cells of a position before it. Loops
over unchanged cells of a position use a slice. Nothing moves that may be undefined earlier: reads at an unknown index,
or of a name that may have no value, stay. If the lowest card of a set is found and then removed, the rest is computed
once, first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import inf

from croupier.kernel.nodes import (
    SET,
    Add,
    Binary,
    Body,
    Call,
    Const,
    Count,
    Do,
    Each,
    Expression,
    Function,
    If,
    Let,
    Load,
    Mark,
    Module,
    Name,
    Pass,
    Return,
    Spend,
    Statement,
    Store,
    Try,
    Unary,
    While,
)  # fmt: skip
from croupier.kernel.walk import HEAD, assigned, calls, changed, each_function, expressions, statements

FEW = 32
"""Loops with at most this many known turns use a tuple and need no slice."""
_PLAIN = ("BIT", "POP", "LOW", "HIGH", "NTH", "LOWEST", "REST", "LESS", "UP", "DOWN", "HELD")
"""Functions that write nowhere."""
_SURE = ("&", "|", "^", "+", "-")
"""Operators that cannot fail, whatever the numbers are."""
_LISTS = ["S", "OUT", "n", "me", "most"]
"""The arguments of functions that list moves: `me` is a seat there, never nothing."""
_REST = "rest_"
"""A prefix that no name of a program has."""


# ---------------------------------------------------------------- writes
def _writers(module: Module) -> Callable[[Iterable[Statement]], float]:
    """Return a function that gives the last cell of a position that statements may write, themselves or by calls; -1:
    none. Positions are the arguments of calls, except rows of moves."""
    functions = {function.name: function for function in module.functions()}
    given = (each for function in functions.values() for call in calls(function.body) for each in call.arguments)
    positions = ({"S"} | {each.name for each in given if isinstance(each, Name)}) - {"OUT"}
    known: dict[str, float] = dict.fromkeys(_PLAIN, -1)

    def last(body: Iterable[Statement]) -> float:
        found: float = -1
        for node in statements(body):
            if isinstance(node, Try):
                return inf
            if isinstance(node, Store | Add) and isinstance(node.place, Load):
                found = max(found, place(node.place))
            for each in expressions(*HEAD[type(node)](node)):
                if isinstance(each, Call):
                    if each.function not in known:
                        known[each.function] = inf  # of one that calls itself too
                        if each.function in functions:
                            known[each.function] = last(functions[each.function].body)
                    found = max(found, known[each.function])
        return found

    def place(written: Load) -> float:
        match written:
            case Load(Name("S"), Const(at)) if at >= 0:
                return at
            case Load(Name(name)) if name in positions:
                return inf
        return -1

    return last


# ---------------------------------------------------------------- loop invariants
def hoisted(module: Module) -> Module:
    """Work out before a loop what is the same at each of its turns."""
    written = _writers(module)

    def change(function: Function) -> Body:
        last = written(function.body)
        if last == inf:
            return function.body
        given = [each.name for each in function.parameters]
        times = Counter(name.name for node in statements(function.body) if (name := assigned(node)) is not None)
        once = {name for name, many in times.items() if many == 1} - set(given)
        return _hoisted(_Function(last, given == _LISTS, once), function.body, set(given))

    return each_function(module, change)


@dataclass(slots=True)
class _Function:
    """`last`: the last cell of a position to which the function writes; `lists`: whether it lists moves; `once`: names
    that get a value at one place; `number`: how many names have been made."""

    last: float
    lists: bool
    once: set[str]
    number: int = 0


def _hoisted(function: _Function, body: Body, known: set[str]) -> Body:
    """Return the body with loop invariants moved. `known`: the names that have a value wherever the statements are
    reached."""
    made: list[Statement] = []
    for node in body:
        match node:
            case Count() | Each() | While():
                stored = {name.name for each in statements([node]) if (name := assigned(each)) is not None}
                same = _Same(function, known - stored)
                inside = _without(same, node.body)
                made += same.before
                known |= {each.name.name for each in same.before}
                target = set() if isinstance(node, While) else {node.name.name}
                made.append(replace(node, body=_hoisted(function, inside, known | target)))
            case If(test, then, otherwise):
                made.append(If(test, _hoisted(function, then, {*known}), _hoisted(function, otherwise, {*known})))
            case _:
                if isinstance(node, Let | Try) and (name := assigned(node)) is not None:
                    known.add(name.name)
                made.append(node)
    return tuple(made)


@dataclass(slots=True)
class _Same:
    """Names for what is the same at each turn of a loop. `steady`: the names that keep their values meanwhile; `found`:
    what has a name now; `before`: what gives these names their values."""

    function: _Function
    steady: set[str]
    found: dict[Expression, Name] = field(default_factory=dict)
    before: list[Let] = field(default_factory=list)


def _without(same: _Same, body: Body) -> Body:
    """Return the statements without the names that are now assigned before the loop."""
    made: list[Statement] = []
    for node in body:
        left = _statement(same, node)
        # a name assigned once in the function, to a loop invariant, is assigned before the loop
        if isinstance(left, Let) and left.name.name in same.function.once and _is_same(same, left.value):
            same.before.append(left)
            same.steady.add(left.name.name)
        else:
            made.append(left)
    return tuple(made) or (Pass(),)


def _statement(same: _Same, node: Statement) -> Statement:
    def change(each: Expression) -> Expression:
        return _named(same, each)

    def place(each: Load) -> Load:
        return replace(each, index=change(each.index))

    match node:
        case Let(name, value):
            return Let(name, change(value))
        case Store(to, value):
            return Store(place(to), change(value))
        case Add(to, value):
            return Add(place(to) if isinstance(to, Load) else to, change(value))
        case If(test, then, otherwise):
            return If(change(test), _without(same, then), _without(same, otherwise) if otherwise else ())
        case Count() | Each():
            start, end = change(node.start), change(node.end)
            return replace(node, start=start, end=end, body=_without(same, node.body))
        case While(test, body):
            return While(change(test), _without(same, body))
        case Return(value):
            return Return(change(value))
        case Do(call):
            return Do(_call(same, call))
        case Try(to, call):
            return Try(place(to) if isinstance(to, Load) else to, _call(same, call))
        case Spend(amount):
            return Spend(change(amount))
        case _:
            return node


def _call(same: _Same, node: Call) -> Call:
    return replace(node, arguments=tuple([_named(same, each) for each in node.arguments]))


def _named(same: _Same, node: Expression) -> Expression:
    """Return the expression, or a name for it if it is the same at each turn and worth a name."""
    kind = type(node)
    if kind is Name or kind is Const:
        return node
    if not _costs(node) or not _is_same(same, node):
        return changed(node, lambda each: _named(same, each))
    name = same.found.get(node)
    if name is None:
        same.function.number += 1
        assert node.type is not None
        name = same.found[node] = Name(f"same{same.function.number}", node.type)
        same.steady.add(name.name)
        same.before.append(Let(name, node))
    return name


def _costs(node: Expression) -> bool:
    """Return whether it is worth a name."""
    match node:
        case Binary("&" | "|" | "^") | Unary("~"):
            return any(isinstance(each, Name | Call) for each in expressions(node))
        case Load(_, Binary()):
            return True
    return False


def _is_same(same: _Same, node: Expression) -> bool:
    """Return whether the expression is a loop invariant that can be evaluated before the loop."""
    match node:
        case Const():
            return True
        case Name(name):
            return name in same.steady
        case Load(Name("S"), Const(at)):
            return at >= 0 and at > same.function.last
        case Load(Name("S"), Binary("+", Const(at), Name("me"))):
            return at >= 0 and at > same.function.last and same.function.lists
        case Binary(op, left, right) if op in _SURE:
            return _is_same(same, left) and _is_same(same, right)
        case Unary("~" | "-", operand):
            return _is_same(same, operand)
    return False


# ---------------------------------------------------------------- loops
def sliced(module: Module) -> Module:
    """Iterate over cells of a position by a slice if nothing writes to any meanwhile."""
    written = _writers(module)

    def change(function: Function) -> Body:
        named = Counter(
            each.name
            for node in statements(function.body)
            for each in expressions(*HEAD[type(node)](node))
            if isinstance(each, Name)
        )
        return _sliced(function.body, named, written)

    return each_function(module, change)


def _sliced(body: Body, named: Counter[str], written: Callable[[Iterable[Statement]], float]) -> Body:
    """Return the body with slices. `named`: how often each name occurs in the function."""
    made: list[Statement] = []
    for node in body:
        match node:
            case Count():
                loop = _over(node, named, written)
                made.append(replace(loop, body=_sliced(loop.body, named, written)))
            case Each() | While():
                made.append(replace(node, body=_sliced(node.body, named, written)))
            case If(test, then, otherwise):
                made.append(If(test, _sliced(then, named, written), _sliced(otherwise, named, written)))
            case _:
                made.append(node)
    return tuple(made)


def is_few(loop: Count) -> bool:
    """Return whether it takes a few turns, known beforehand."""
    match loop:
        case Count(_, Const(low), Const(end), _, False):
            return low >= 0 and end >= 0 and end - low <= FEW
    return False


def _over(loop: Count, named: Counter[str], written: Callable[[Iterable[Statement]], float]) -> Count | Each:
    if loop.down or is_few(loop):
        return loop
    pays = tuple(node for node in loop.body[:1] if isinstance(node, Do | Spend | Mark))
    match loop.body[len(pays) :]:
        case (Let(card, Load(Name("S") as array, Name(at), type_of)), *rest) if rest and type_of is not SET:
            if at == loop.name.name and named[at] == 2 and written((*pays, *rest)) < 0:
                return Each(card, array, loop.start, loop.end, (*pays, *rest))
    return loop


# ---------------------------------------------------------------- the lowest card
def lowest_out(module: Module) -> Module:
    """Compute once the rest of a set whose lowest card is found and then removed."""
    return each_function(module, lambda function: _lowest_out(function.body))


def _lowest_out(body: Body) -> Body:
    made: list[Statement] = []
    for node in body:
        match node:
            case Let(Name(name) as cards, Call("REST", (Name(of),)) as rest) if name == of and made:
                before = _without_lowest(made[-1], cards)
                if before is not None:
                    made[-1:] = [Let(Name(_REST, SET), rest), before]
                    node = Let(cards, Name(_REST, SET))
            case Count() | Each() | While():
                node = replace(node, body=_lowest_out(node.body))
            case If(test, then, otherwise):
                node = If(test, _lowest_out(then), _lowest_out(otherwise))
        made.append(node)
    return tuple(made)


def _without_lowest(node: Statement, cards: Name) -> Statement | None:
    """Return the statement with the lowest card of the set put as what it is where the others are known; None if it
    does not ask for it."""
    there = False

    def change(each: Expression) -> Expression:
        nonlocal there
        match changed(each, change):
            case Call("LOW", (Name(of),)) as low if of == cards.name:
                there = True
                return replace(low, function="HIGH", arguments=(Binary("^", cards, Name(_REST, SET), SET),))
            case made:
                return made

    match node:
        case Let(name, value) if name.name != cards.name:
            node = Let(name, change(value))
        case Store(place, value):
            node = Store(replace(place, index=change(place.index)), change(value))
    return node if there else None


PASSES: tuple[Callable[[Module], Module], ...] = (hoisted, sliced, lowest_out)
"""The passes, in order, that make a metered program faster."""
