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

from croupier.kernel import nodes as k
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
def _writers(module: k.Module) -> Callable[[Iterable[k.Statement]], float]:
    """Return a function that gives the last cell of a position that statements may write, themselves or by calls; -1:
    none. Positions are the arguments of calls, except rows of moves."""
    functions = {function.name: function for function in module.functions()}
    given = (each for function in functions.values() for call in calls(function.body) for each in call.arguments)
    positions = ({"S"} | {each.name for each in given if isinstance(each, k.Name)}) - {"OUT"}
    known: dict[str, float] = dict.fromkeys(_PLAIN, -1)

    def last(body: Iterable[k.Statement]) -> float:
        found: float = -1
        for node in statements(body):
            if isinstance(node, k.Try):
                return inf
            if isinstance(node, k.Store | k.Add) and isinstance(node.place, k.Load):
                found = max(found, place(node.place))
            for each in expressions(*HEAD[type(node)](node)):
                if isinstance(each, k.Call):
                    if each.function not in known:
                        known[each.function] = inf  # of one that calls itself too
                        if each.function in functions:
                            known[each.function] = last(functions[each.function].body)
                    found = max(found, known[each.function])
        return found

    def place(written: k.Load) -> float:
        match written:
            case k.Load(k.Name("S"), k.Const(at)) if at >= 0:
                return at
            case k.Load(k.Name(name)) if name in positions:
                return inf
        return -1

    return last


# ---------------------------------------------------------------- loop invariants
def hoisted(module: k.Module) -> k.Module:
    """Work out before a loop what is the same at each of its turns."""
    written = _writers(module)

    def change(function: k.Function) -> k.Body:
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


def _hoisted(function: _Function, body: k.Body, known: set[str]) -> k.Body:
    """Return the body with loop invariants moved. `known`: the names that have a value wherever the statements are
    reached."""
    made: list[k.Statement] = []
    for node in body:
        match node:
            case k.Count() | k.Each() | k.While():
                stored = {name.name for each in statements([node]) if (name := assigned(each)) is not None}
                same = _Same(function, known - stored)
                inside = _without(same, node.body)
                made += same.before
                known |= {each.name.name for each in same.before}
                target = set() if isinstance(node, k.While) else {node.name.name}
                made.append(replace(node, body=_hoisted(function, inside, known | target)))
            case k.If(test, then, otherwise):
                made.append(k.If(test, _hoisted(function, then, {*known}), _hoisted(function, otherwise, {*known})))
            case _:
                if isinstance(node, k.Let | k.Try) and (name := assigned(node)) is not None:
                    known.add(name.name)
                made.append(node)
    return tuple(made)


@dataclass(slots=True)
class _Same:
    """Names for what is the same at each turn of a loop. `steady`: the names that keep their values meanwhile; `found`:
    what has a name now; `before`: what gives these names their values."""

    function: _Function
    steady: set[str]
    found: dict[k.Expression, k.Name] = field(default_factory=dict)
    before: list[k.Let] = field(default_factory=list)


def _without(same: _Same, body: k.Body) -> k.Body:
    """Return the statements without the names that are now assigned before the loop."""
    made: list[k.Statement] = []
    for node in body:
        left = _statement(same, node)
        # a name assigned once in the function, to a loop invariant, is assigned before the loop
        if isinstance(left, k.Let) and left.name.name in same.function.once and _is_same(same, left.value):
            same.before.append(left)
            same.steady.add(left.name.name)
        else:
            made.append(left)
    return tuple(made) or (k.Pass(),)


def _statement(same: _Same, node: k.Statement) -> k.Statement:
    def change(each: k.Expression) -> k.Expression:
        return _named(same, each)

    def place(each: k.Load) -> k.Load:
        return replace(each, index=change(each.index))

    match node:
        case k.Let(name, value):
            return k.Let(name, change(value))
        case k.Store(to, value):
            return k.Store(place(to), change(value))
        case k.Add(to, value):
            return k.Add(place(to) if isinstance(to, k.Load) else to, change(value))
        case k.If(test, then, otherwise):
            return k.If(change(test), _without(same, then), _without(same, otherwise) if otherwise else ())
        case k.Count() | k.Each():
            start, end = change(node.start), change(node.end)
            return replace(node, start=start, end=end, body=_without(same, node.body))
        case k.While(test, body):
            return k.While(change(test), _without(same, body))
        case k.Return(value):
            return k.Return(change(value))
        case k.Do(call):
            return k.Do(_call(same, call))
        case k.Try(to, call):
            return k.Try(place(to) if isinstance(to, k.Load) else to, _call(same, call))
        case k.Spend(amount):
            return k.Spend(change(amount))
        case _:
            return node


def _call(same: _Same, node: k.Call) -> k.Call:
    return replace(node, arguments=tuple([_named(same, each) for each in node.arguments]))


def _named(same: _Same, node: k.Expression) -> k.Expression:
    """Return the expression, or a name for it if it is the same at each turn and worth a name."""
    kind = type(node)
    if kind is k.Name or kind is k.Const:
        return node
    if not _costs(node) or not _is_same(same, node):
        return changed(node, lambda each: _named(same, each))
    name = same.found.get(node)
    if name is None:
        same.function.number += 1
        assert node.type is not None
        name = same.found[node] = k.Name(f"same{same.function.number}", node.type)
        same.steady.add(name.name)
        same.before.append(k.Let(name, node))
    return name


def _costs(node: k.Expression) -> bool:
    """Return whether it is worth a name."""
    match node:
        case k.Binary("&" | "|" | "^") | k.Unary("~"):
            return any(isinstance(each, k.Name | k.Call) for each in expressions(node))
        case k.Load(_, k.Binary()):
            return True
    return False


def _is_same(same: _Same, node: k.Expression) -> bool:
    """Return whether the expression is a loop invariant that can be evaluated before the loop."""
    match node:
        case k.Const():
            return True
        case k.Name(name):
            return name in same.steady
        case k.Load(k.Name("S"), k.Const(at)):
            return at >= 0 and at > same.function.last
        case k.Load(k.Name("S"), k.Binary("+", k.Const(at), k.Name("me"))):
            return at >= 0 and at > same.function.last and same.function.lists
        case k.Binary(op, left, right) if op in _SURE:
            return _is_same(same, left) and _is_same(same, right)
        case k.Unary("~" | "-", operand):
            return _is_same(same, operand)
    return False


# ---------------------------------------------------------------- loops
def sliced(module: k.Module) -> k.Module:
    """Iterate over cells of a position by a slice if nothing writes to any meanwhile."""
    written = _writers(module)

    def change(function: k.Function) -> k.Body:
        named = Counter(
            each.name
            for node in statements(function.body)
            for each in expressions(*HEAD[type(node)](node))
            if isinstance(each, k.Name)
        )
        return _sliced(function.body, named, written)

    return each_function(module, change)


def _sliced(body: k.Body, named: Counter[str], written: Callable[[Iterable[k.Statement]], float]) -> k.Body:
    """Return the body with slices. `named`: how often each name occurs in the function."""
    made: list[k.Statement] = []
    for node in body:
        match node:
            case k.Count():
                loop = _over(node, named, written)
                made.append(replace(loop, body=_sliced(loop.body, named, written)))
            case k.Each() | k.While():
                made.append(replace(node, body=_sliced(node.body, named, written)))
            case k.If(test, then, otherwise):
                made.append(k.If(test, _sliced(then, named, written), _sliced(otherwise, named, written)))
            case _:
                made.append(node)
    return tuple(made)


def is_few(loop: k.Count) -> bool:
    """Return whether it takes a few turns, known beforehand."""
    match loop:
        case k.Count(_, k.Const(low), k.Const(end), _, False):
            return low >= 0 and end >= 0 and end - low <= FEW
    return False


def _over(loop: k.Count, named: Counter[str], written: Callable[[Iterable[k.Statement]], float]) -> k.Count | k.Each:
    if loop.down or is_few(loop):
        return loop
    pays = tuple(node for node in loop.body[:1] if isinstance(node, k.Do | k.Spend | k.Mark))
    match loop.body[len(pays) :]:
        case (k.Let(card, k.Load(k.Name("S") as array, k.Name(at), type_of)), *rest) if rest and type_of is not k.SET:
            if at == loop.name.name and named[at] == 2 and written((*pays, *rest)) < 0:
                return k.Each(card, array, loop.start, loop.end, (*pays, *rest))
    return loop


# ---------------------------------------------------------------- the lowest card
def lowest_out(module: k.Module) -> k.Module:
    """Compute once the rest of a set whose lowest card is found and then removed."""
    return each_function(module, lambda function: _lowest_out(function.body))


def _lowest_out(body: k.Body) -> k.Body:
    made: list[k.Statement] = []
    for node in body:
        match node:
            case k.Let(k.Name(name) as cards, k.Call("REST", (k.Name(of),)) as rest) if name == of and made:
                before = _without_lowest(made[-1], cards)
                if before is not None:
                    made[-1:] = [k.Let(k.Name(_REST, k.SET), rest), before]
                    node = k.Let(cards, k.Name(_REST, k.SET))
            case k.Count() | k.Each() | k.While():
                node = replace(node, body=_lowest_out(node.body))
            case k.If(test, then, otherwise):
                node = k.If(test, _lowest_out(then), _lowest_out(otherwise))
        made.append(node)
    return tuple(made)


def _without_lowest(node: k.Statement, cards: k.Name) -> k.Statement | None:
    """Return the statement with the lowest card of the set put as what it is where the others are known; None if it
    does not ask for it."""
    there = False

    def change(each: k.Expression) -> k.Expression:
        nonlocal there
        match changed(each, change):
            case k.Call("LOW", (k.Name(of),)) as low if of == cards.name:
                there = True
                return replace(low, function="HIGH", arguments=(k.Binary("^", cards, k.Name(_REST, k.SET), k.SET),))
            case made:
                return made

    match node:
        case k.Let(name, value) if name.name != cards.name:
            node = k.Let(name, change(value))
        case k.Store(place, value):
            node = k.Store(replace(place, index=change(place.index)), change(value))
    return node if there else None


PASSES: tuple[Callable[[k.Module], k.Module], ...] = (hoisted, sliced, lowest_out)
"""The passes, in order, that make a metered program faster."""
