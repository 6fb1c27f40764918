"""Traversal of checked rules: the parts directly inside a part, all parts below it, and rebuilding a part.

Types, places and plain values (names, numbers) are not parts. No function here recurses by itself, so a walk of deeply
nested rules always ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass, replace
from functools import partial
from re import findall
from sys import modules
from typing import Concatenate, ParamSpec, TypeVar, cast, get_args

from croupier_dsl import ir

Part = TypeVar("Part")
Node = TypeVar("Node")
About = TypeVar("About")
Answer = TypeVar("Answer")
P = ParamSpec("P")

_FIELDS: dict[type[object], tuple[Field[object], ...]] = {}
_PARTS: dict[type[object], tuple[str, ...] | None] = {}


def entry(
    kind: type[Node], function: Callable[Concatenate[About, Node, P], Answer]
) -> tuple[type[object], Callable[Concatenate[About, object, P], Answer]]:
    """Return an entry of a table from kinds of parts to functions, which are handed the context first, then a part."""
    return kind, cast(Callable[Concatenate[About, object, P], Answer], function)


def fields_of(kind: type[object]) -> tuple[Field[object], ...]:
    """Return the fields of a kind of part; empty if it is not a dataclass."""
    if kind not in _FIELDS:
        _FIELDS[kind] = fields(kind) if is_dataclass(kind) else ()
    return _FIELDS[kind]


def held(part: object) -> Iterator[tuple[str, object]]:
    """Return all that a part holds, plain values too, by the name of the field."""
    return ((field.name, getattr(part, field.name)) for field in fields_of(type(part)))


def inside(part: object) -> list[object]:
    """Return the parts directly inside a part, or in a tuple, in the order in which they are written."""
    if isinstance(part, tuple):
        return _items(part)
    found: list[object] = []
    for name in _names(type(part)) or ():
        value = getattr(part, name)
        if isinstance(value, tuple):
            found += _items(value)
        elif value is not None:
            found.append(value)
    return found


def nodes(root: object) -> Iterator[object]:
    """Yield every part of a part, or of several, itself included: each before what is inside it."""
    todo = [root]
    while todo:
        part = todo.pop()
        kind = type(part)
        try:
            names = _PARTS[kind]
        except KeyError:
            names = _names(kind)
        if names is not None:
            yield part
            for name in reversed(names):
                todo.append(getattr(part, name))
        elif kind is tuple or kind is list:
            todo.extend(reversed(cast(tuple[object, ...], part)))


def children(expr: object) -> list[ir.Expr]:
    """Return the expressions directly inside an expression: it holds nothing else."""
    return cast(list[ir.Expr], inside(expr))


def draws(expr: object) -> bool:
    """Return whether the expression draws from the game's chance; then it is evaluated whenever play reaches it."""
    return any(isinstance(node, ir.Pick) and node.which == "random" for node in nodes(expr))


def locals_read(root: object) -> set[int]:
    """Return the slots that are read anywhere in a part."""
    return {node.slot for node in nodes(root) if isinstance(node, ir.Local)}


def rebuilt(part: Part, made: Callable[[object], object]) -> Part:
    """Return the same part with what the function makes of each part directly inside; itself if it changes none."""
    changes: dict[str, object] = {}
    for name in _names(type(part)) or ():
        value = getattr(part, name)
        new = _remade(value, made)
        if new is not value:
            changes[name] = new
    return replaced(part, **changes) if changes else part


def replaced(part: Part, **changes: object) -> Part:
    """Return any part with some of its fields changed."""
    return cast(Part, replace(cast(ir.Where, part), **changes))  # type: ignore[arg-type]  # a part of any kind comes here


def one_by_one(part: Part) -> Iterator[tuple[object, Callable[[object], Part]]]:
    """Yield each part directly inside, and what makes the whole with another in its place."""
    for name in _names(type(part)) or ():
        value = getattr(part, name)
        if isinstance(value, tuple):
            for number, item in enumerate(value):
                yield item, partial(_put, part, name, value, number)
        elif value is not None:
            yield value, partial(_put, part, name, (value,), None)


def _put(part: Part, name: str, values: tuple[object, ...], number: int | None, new: object) -> Part:
    return replaced(part, **{name: new if number is None else (*values[:number], new, *values[number + 1 :])})


def _remade(value: object, made: Callable[[object], object]) -> object:
    if value is None:
        return None
    if not isinstance(value, tuple):
        return made(value)
    items = tuple(_remade(item, made) for item in value)
    return value if all(new is old for new, old in zip(items, value, strict=True)) else items


def _items(several: tuple[object, ...]) -> list[object]:
    found: list[object] = []
    for item in several:
        if isinstance(item, tuple):
            found += _items(item)
        elif _names(type(item)) is not None:
            found.append(item)
    return found


def _names(kind: type[object]) -> tuple[str, ...] | None:
    """Return the fields in which a part of this kind holds parts; None if it is none itself."""
    if kind not in _PARTS:
        known = vars(modules[kind.__module__])
        _PARTS[kind] = (
            tuple(field.name for field in fields_of(kind) if _may_hold(str(field.type), known))
            if _is_part(kind)
            else None
        )
    return _PARTS[kind]


def _is_part(kind: object) -> bool:
    return isinstance(kind, type) and is_dataclass(kind) and not issubclass(kind, ir.Type | ir.Where)


def _may_hold(annotation: str, known: Mapping[str, object]) -> bool:
    """Return whether the annotation of a field names any kind of part."""
    named = (known.get(word) for word in findall(r"\w+", annotation))
    return any(_is_part(kind) or any(map(_is_part, get_args(kind))) for kind in named)
