"""Walk over nodes: find their parts, and make copies with other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Never, cast

from croupier.kernel import nodes as k


def _values(node: k.EmitRow) -> tuple[k.Expression, ...]:
    return tuple([each.value for each in node.cells])


def _at_labels(node: k.Labels) -> tuple[k.Body, ...]:
    return tuple([body for _, body in node.bodies])


_OPERANDS: Mapping[type, Callable[[Never], tuple[k.Expression, ...]]] = {
    k.Const: lambda node: (),
    k.Name: lambda node: (),
    k.Load: lambda node: (node.array, node.index),
    k.Unary: lambda node: (node.operand,),
    k.Binary: lambda node: (node.left, node.right),
    k.Compare: lambda node: (node.left, node.right),
    k.Logic: lambda node: node.parts,
    k.Select: lambda node: (node.test, node.yes, node.no),
    k.Call: lambda node: node.arguments,
}
_HEAD: Mapping[type, Callable[[Never], tuple[k.Expression, ...]]] = {
    k.Let: lambda node: (node.name, node.value),
    k.Store: lambda node: (node.place, node.value),
    k.Add: lambda node: (node.place, node.value),
    k.If: lambda node: (node.test,),
    k.Count: lambda node: (node.name, node.start, node.end),
    k.Each: lambda node: (node.name, node.array, node.start, node.end),
    k.While: lambda node: (node.test,),
    k.Return: lambda node: (node.value,),
    k.Break: lambda node: (),
    k.Pass: lambda node: (),
    k.Do: lambda node: (node.call,),
    k.Try: lambda node: (node.place, node.call),
    k.Mark: lambda node: (),
    k.Spend: lambda node: (node.amount,),
    k.Labels: lambda node: (node.at,),
    k.Go: lambda node: (),
    k.EmitRow: _values,
    k.Stand: lambda node: (node.number,),
}
_INSIDE: Mapping[type, Callable[[Never], tuple[k.Body, ...]]] = {
    k.If: lambda node: (node.then, node.otherwise),
    k.Count: lambda node: (node.body,),
    k.Each: lambda node: (node.body,),
    k.While: lambda node: (node.body,),
    k.Labels: _at_labels,
}
OPERANDS = cast("Mapping[type, Callable[[k.Expression], tuple[k.Expression, ...]]]", _OPERANDS)
"""The expressions of which an expression is made."""
HEAD = cast("Mapping[type, Callable[[k.Statement], tuple[k.Expression, ...]]]", _HEAD)
"""The expressions of a statement itself, without its bodies: first the target of an assignment, if there is one."""
INSIDE = cast("Mapping[type, Callable[[k.Statement], tuple[k.Body, ...]]]", _INSIDE)
"""The bodies in a statement, of those that have any."""


def expressions(*roots: k.Expression) -> list[k.Expression]:
    """Return expressions with all that is in them."""
    found = list(roots)
    for node in found:  # grows meanwhile
        found += OPERANDS[type(node)](node)
    return found


def statements(body: Iterable[k.Statement]) -> Iterator[k.Statement]:
    """Yield statements, each before those that are in it."""
    for node in body:
        yield node
        inside = INSIDE.get(type(node))
        if inside is not None:
            for each in inside(node):
                yield from statements(each)


def assigned(node: k.Statement) -> k.Name | None:
    """Return the name that a statement itself gives a value."""
    kind = type(node)
    if kind is k.Let or kind is k.Count or kind is k.Each:
        return cast("k.Let | k.Count | k.Each", node).name
    if kind is k.Add or kind is k.Try:
        place = cast("k.Add | k.Try", node).place
        return place if isinstance(place, k.Name) else None
    return None


def calls(body: Iterable[k.Statement]) -> Iterator[k.Call]:
    """Yield all calls in statements, including inner ones."""
    for node in statements(body):
        for each in expressions(*HEAD[type(node)](node)):
            if isinstance(each, k.Call):
                yield each


def changed(node: k.Expression, change: Callable[[k.Expression], k.Expression]) -> k.Expression:
    """Return an expression whose operands have been changed, each by one call; the same one if none was."""
    match node:
        case k.Const() | k.Name():
            return node
        case k.Load(array, index, type_of):
            base, at = change(array), change(index)
            return node if base is array and at is index else k.Load(base, at, type_of)
        case k.Unary(op, operand, type_of):
            made = change(operand)
            return node if made is operand else k.Unary(op, made, type_of)
        case k.Binary(op, left, right, type_of):
            one, other = change(left), change(right)
            return node if one is left and other is right else k.Binary(op, one, other, type_of)
        case k.Compare(test, left, right, type_of):
            one, other = change(left), change(right)
            return node if one is left and other is right else k.Compare(test, one, other, type_of)
        case k.Logic(joint, parts, type_of):
            made_parts = tuple(map(change, parts))
            return node if _same(made_parts, parts) else k.Logic(joint, made_parts, type_of)
        case k.Select(test, yes, no, type_of):
            made_test, made_yes, made_no = change(test), change(yes), change(no)
            same = made_test is test and made_yes is yes and made_no is no
            return node if same else k.Select(made_test, made_yes, made_no, type_of)
        case k.Call(function, arguments, type_of):
            given = tuple(map(change, arguments))
            return node if _same(given, arguments) else k.Call(function, given, type_of)


def rewritten(body: k.Body, change: Callable[[k.Expression], k.Expression]) -> k.Body:
    """Return statements with what each is made of changed, each expression by one call."""

    def place(node: k.Name | k.Load) -> k.Name | k.Load:
        made = change(node)
        assert isinstance(made, k.Name | k.Load)
        return made

    def name(node: k.Name) -> k.Name:
        made = change(node)
        assert isinstance(made, k.Name)
        return made

    def call(node: k.Call) -> k.Call:
        made = change(node)
        assert isinstance(made, k.Call)
        return made

    def statement(node: k.Statement) -> k.Statement:
        match node:
            case k.Let(target, value):
                return k.Let(name(target), change(value))
            case k.Store(target, value):
                made = change(target)
                assert isinstance(made, k.Load)
                return k.Store(made, change(value))
            case k.Add(target, value):
                return k.Add(place(target), change(value))
            case k.If(test, then, otherwise):
                return k.If(change(test), every(then), every(otherwise))
            case k.Count(target, start, end, inside, down):
                return k.Count(name(target), change(start), change(end), every(inside), down)
            case k.Each(target, array, start, end, inside):
                return k.Each(name(target), name(array), change(start), change(end), every(inside))
            case k.While(test, inside):
                return k.While(change(test), every(inside))
            case k.Return(value):
                return k.Return(change(value))
            case k.Do(called):
                return k.Do(call(called))
            case k.Try(target, called):
                return k.Try(place(target), call(called))
            case k.Spend(amount):
                return k.Spend(change(amount))
            case k.Labels(target, bodies):
                return k.Labels(name(target), tuple([(number, every(inside)) for number, inside in bodies]))
            case k.EmitRow(size, fault, limit, cells):
                return k.EmitRow(size, fault, limit, tuple([k.Store(each.place, change(each.value)) for each in cells]))
            case k.Stand(label, number):
                return k.Stand(label, change(number))
            case k.Break() | k.Pass() | k.Mark() | k.Go():
                return node

    def every(nodes: k.Body) -> k.Body:
        return tuple([statement(node) for node in nodes])

    return every(body)


def with_bodies(node: k.Statement, change: Callable[[k.Body], k.Body]) -> k.Statement:
    """Return a statement with the bodies in it changed."""
    match node:
        case k.If(test, then, otherwise):
            return k.If(test, change(then), change(otherwise) if otherwise else ())
        case k.Count() | k.Each() | k.While():
            return replace(node, body=change(node.body))
        case k.Labels(at, bodies):
            return k.Labels(at, tuple([(number, change(body)) for number, body in bodies]))
    return node


def _same(one: tuple[k.Expression, ...], other: tuple[k.Expression, ...]) -> bool:
    return all(a is b for a, b in zip(one, other, strict=True))


def each_function(module: k.Module, change: Callable[[k.Function], k.Body]) -> k.Module:
    """Return a program with other bodies for its functions."""
    return k.Module(
        tuple([replace(part, body=change(part)) if isinstance(part, k.Function) else part for part in module.parts])
    )


def reached(module: k.Module, public: Iterable[str]) -> k.Module:
    """Return the program without functions that none of the `public` ones comes to call."""
    functions = {function.name: function for function in module.functions()}
    todo = [name for name in public if name in functions]
    found = set(todo)
    while todo:
        called = {each.function for each in calls(functions[todo.pop()].body)} & functions.keys() - found
        found |= called
        todo += called
    return k.Module(tuple([part for part in module.parts if not isinstance(part, k.Function) or part.name in found]))
