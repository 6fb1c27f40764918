"""Walk over nodes: find their parts, and make copies with other parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Never, cast

from croupier.kernel.nodes import (
    Add,
    Binary,
    Body,
    Break,
    Call,
    Compare,
    Const,
    Count,
    Do,
    Each,
    EmitRow,
    Expression,
    Function,
    Go,
    If,
    Labels,
    Let,
    Load,
    Logic,
    Mark,
    Module,
    Name,
    Pass,
    Return,
    Select,
    Spend,
    Stand,
    Statement,
    Store,
    Try,
    Unary,
    While,
)  # fmt: skip


def _values(node: EmitRow) -> tuple[Expression, ...]:
    return tuple([each.value for each in node.cells])


def _at_labels(node: Labels) -> tuple[Body, ...]:
    return tuple([body for _, body in node.bodies])


_OPERANDS: Mapping[type, Callable[[Never], tuple[Expression, ...]]] = {
    Const: lambda node: (),
    Name: lambda node: (),
    Load: lambda node: (node.array, node.index),
    Unary: lambda node: (node.operand,),
    Binary: lambda node: (node.left, node.right),
    Compare: lambda node: (node.left, node.right),
    Logic: lambda node: node.parts,
    Select: lambda node: (node.test, node.yes, node.no),
    Call: lambda node: node.arguments,
}
_HEAD: Mapping[type, Callable[[Never], tuple[Expression, ...]]] = {
    Let: lambda node: (node.name, node.value),
    Store: lambda node: (node.place, node.value),
    Add: lambda node: (node.place, node.value),
    If: lambda node: (node.test,),
    Count: lambda node: (node.name, node.start, node.end),
    Each: lambda node: (node.name, node.array, node.start, node.end),
    While: lambda node: (node.test,),
    Return: lambda node: (node.value,),
    Break: lambda node: (),
    Pass: lambda node: (),
    Do: lambda node: (node.call,),
    Try: lambda node: (node.place, node.call),
    Mark: lambda node: (),
    Spend: lambda node: (node.amount,),
    Labels: lambda node: (node.at,),
    Go: lambda node: (),
    EmitRow: _values,
    Stand: lambda node: (node.number,),
}
_INSIDE: Mapping[type, Callable[[Never], tuple[Body, ...]]] = {
    If: lambda node: (node.then, node.otherwise),
    Count: lambda node: (node.body,),
    Each: lambda node: (node.body,),
    While: lambda node: (node.body,),
    Labels: _at_labels,
}
OPERANDS = cast("Mapping[type, Callable[[Expression], tuple[Expression, ...]]]", _OPERANDS)
"""The expressions of which an expression is made."""
HEAD = cast("Mapping[type, Callable[[Statement], tuple[Expression, ...]]]", _HEAD)
"""The expressions of a statement itself, without its bodies: first the target of an assignment, if there is one."""
INSIDE = cast("Mapping[type, Callable[[Statement], tuple[Body, ...]]]", _INSIDE)
"""The bodies in a statement, of those that have any."""


def expressions(*roots: Expression) -> list[Expression]:
    """Return expressions with all that is in them."""
    found = list(roots)
    for node in found:  # grows meanwhile
        found += OPERANDS[type(node)](node)
    return found


def statements(body: Iterable[Statement]) -> Iterator[Statement]:
    """Yield statements, each before those that are in it."""
    for node in body:
        yield node
        inside = INSIDE.get(type(node))
        if inside is not None:
            for each in inside(node):
                yield from statements(each)


def assigned(node: Statement) -> Name | None:
    """Return the name that a statement itself gives a value."""
    kind = type(node)
    if kind is Let or kind is Count or kind is Each:
        return cast("Let | Count | Each", node).name
    if kind is Add or kind is Try:
        place = cast("Add | Try", node).place
        return place if isinstance(place, Name) else None
    return None


def calls(body: Iterable[Statement]) -> Iterator[Call]:
    """Yield all calls in statements, including inner ones."""
    for node in statements(body):
        for each in expressions(*HEAD[type(node)](node)):
            if isinstance(each, Call):
                yield each


def changed(node: Expression, change: Callable[[Expression], Expression]) -> Expression:
    """Return an expression whose operands have been changed, each by one call; the same one if none was."""
    match node:
        case Const() | Name():
            return node
        case Load(array, index, type_of):
            base, at = change(array), change(index)
            return node if base is array and at is index else Load(base, at, type_of)
        case Unary(op, operand, type_of):
            made = change(operand)
            return node if made is operand else Unary(op, made, type_of)
        case Binary(op, left, right, type_of):
            one, other = change(left), change(right)
            return node if one is left and other is right else Binary(op, one, other, type_of)
        case Compare(test, left, right, type_of):
            one, other = change(left), change(right)
            return node if one is left and other is right else Compare(test, one, other, type_of)
        case Logic(joint, parts, type_of):
            made_parts = tuple(map(change, parts))
            return node if _same(made_parts, parts) else Logic(joint, made_parts, type_of)
        case Select(test, yes, no, type_of):
            made_test, made_yes, made_no = change(test), change(yes), change(no)
            same = made_test is test and made_yes is yes and made_no is no
            return node if same else Select(made_test, made_yes, made_no, type_of)
        case Call(function, arguments, type_of):
            given = tuple(map(change, arguments))
            return node if _same(given, arguments) else Call(function, given, type_of)


def rewritten(body: Body, change: Callable[[Expression], Expression]) -> Body:
    """Return statements with what each is made of changed, each expression by one call."""

    def place(node: Name | Load) -> Name | Load:
        made = change(node)
        assert isinstance(made, Name | Load)
        return made

    def name(node: Name) -> Name:
        made = change(node)
        assert isinstance(made, Name)
        return made

    def call(node: Call) -> Call:
        made = change(node)
        assert isinstance(made, Call)
        return made

    def statement(node: Statement) -> Statement:
        match node:
            case Let(target, value):
                return Let(name(target), change(value))
            case Store(target, value):
                made = change(target)
                assert isinstance(made, Load)
                return Store(made, change(value))
            case Add(target, value):
                return Add(place(target), change(value))
            case If(test, then, otherwise):
                return If(change(test), every(then), every(otherwise))
            case Count(target, start, end, inside, down):
                return Count(name(target), change(start), change(end), every(inside), down)
            case Each(target, array, start, end, inside):
                return Each(name(target), name(array), change(start), change(end), every(inside))
            case While(test, inside):
                return While(change(test), every(inside))
            case Return(value):
                return Return(change(value))
            case Do(called):
                return Do(call(called))
            case Try(target, called):
                return Try(place(target), call(called))
            case Spend(amount):
                return Spend(change(amount))
            case Labels(target, bodies):
                return Labels(name(target), tuple([(number, every(inside)) for number, inside in bodies]))
            case EmitRow(size, fault, limit, cells):
                return EmitRow(size, fault, limit, tuple([Store(each.place, change(each.value)) for each in cells]))
            case Stand(label, number):
                return Stand(label, change(number))
            case Break() | Pass() | Mark() | Go():
                return node

    def every(nodes: Body) -> Body:
        return tuple([statement(node) for node in nodes])

    return every(body)


def with_bodies(node: Statement, change: Callable[[Body], Body]) -> Statement:
    """Return a statement with the bodies in it changed."""
    match node:
        case If(test, then, otherwise):
            return If(test, change(then), change(otherwise) if otherwise else ())
        case Count() | Each() | While():
            return replace(node, body=change(node.body))
        case Labels(at, bodies):
            return Labels(at, tuple([(number, change(body)) for number, body in bodies]))
    return node


def _same(one: tuple[Expression, ...], other: tuple[Expression, ...]) -> bool:
    return all(a is b for a, b in zip(one, other, strict=True))


def each_function(module: Module, change: Callable[[Function], Body]) -> Module:
    """Return a program with other bodies for its functions."""
    return Module(
        tuple([replace(part, body=change(part)) if isinstance(part, Function) else part for part in module.parts])
    )
