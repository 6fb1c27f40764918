"""Read untrusted JSON as the dataclass that its `type` names, by the types of its fields.

The types of the page are made from the same classes. `Annotated[T, check, …]` adds functions that must return true.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sized
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from croupier.base.language import tr
from croupier.base.plain import key_of

Kinds = Mapping[str, type]
"""The class of each message, by its `type`."""

EXACT = 1 << 53
"""Whole numbers up to here, either way, are numbers of a page, too."""


class Malformed(Exception):
    """An error in a message, in words."""


def message(said: Mapping[str, object], kinds: Kinds) -> object:
    """Return the message that an object is. Raise Malformed if it is none."""
    name = said.get("type")
    if not isinstance(name, str) or name not in kinds:
        raise Malformed(tr("unknown message"))
    rest = {key: value for key, value in said.items() if key != "type"}
    try:
        return made(kinds[name], rest)
    except Misfit as wrong:
        told = tr(
            "`{where}` of a message `{name}` is wrong, missing or unknown", where=wrong.place or "type", name=name
        )
        raise Malformed(told) from None


def at_most(number: int) -> Callable[[Sized], bool]:
    """Return the check of a length."""
    return lambda value: len(value) <= number


def within(low: float, high: float) -> Callable[[float], bool]:
    """Return the check of a number; both ends are allowed."""
    return lambda value: low <= value <= high


class Misfit(Exception):
    """A value that is not of its type; `place`: the path to it."""

    def __init__(self, place: str = "") -> None:
        super().__init__(place)
        self.place = place


def made(wanted: Any, value: object) -> Any:  # type: ignore[explicit-any]  # any type, and what is of it
    """Return a value of a type, made of JSON. Raise Misfit if it cannot be."""
    origin, args = get_origin(wanted), get_args(wanted)
    if origin is Annotated:
        found = made(args[0], value)
        if not all(check(found) for check in args[1:]):
            raise Misfit
        return found
    if is_dataclass(wanted) or is_typeddict(wanted) or hasattr(wanted, "_fields"):
        return _record(wanted, value)
    if origin in (Union, types.UnionType):
        return _first(args, value)
    if origin is Literal:
        if not any(type(value) is type(each) and value == each for each in args):
            raise Misfit
        return value
    if origin is tuple and isinstance(value, list):
        inner = [args[0]] * len(value) if args[1:] == (...,) else args
        return tuple(_at(at, *pair) for at, pair in enumerate(_paired(inner, value)))
    if origin is list and isinstance(value, list):
        return [_at(at, args[0], each) for at, each in enumerate(value)]
    if origin in (dict, Mapping) and isinstance(value, dict):
        return {key: _at(key, args[1], each) for key, each in value.items()}
    if wanted is float and type(value) is int and abs(value) <= EXACT:
        return float(value)
    if wanted in (object, Any) or type(value) is wanted:  # not `True` for 1
        return value
    raise Misfit


def _first(wanted: tuple[object, ...], value: object) -> object:
    """Return the value as the first of the types that it is of; if of none, report the innermost error."""
    places: list[str] = []
    for each in wanted:
        try:
            return made(each, value)
        except Misfit as wrong:
            places.append(wrong.place)
    raise Misfit(max(places, key=len))


def _paired(wanted: object, values: list[object]) -> list[tuple[object, object]]:
    assert isinstance(wanted, list | tuple)
    if len(wanted) != len(values):
        raise Misfit
    return list(zip(wanted, values, strict=True))


def _at(place: object, wanted: object, value: object) -> object:
    try:
        return made(wanted, value)
    except Misfit as wrong:
        raise Misfit(f"{place}.{wrong.place}".rstrip(".")) from None


def _record(wanted: Any, value: object) -> object:  # type: ignore[explicit-any]  # a class
    if not isinstance(value, dict):
        raise Misfit
    known = shape(wanted)
    wrong = value.keys() ^ {key for key, (_, _, may) in known.items() if not may or key in value}
    if wrong:
        raise Misfit(min(wrong))
    return wanted(**{known[key][0]: _at(key, known[key][1], each) for key, each in value.items()})


@cache
def shape(wanted: Any) -> Mapping[str, tuple[str, object, bool]]:  # type: ignore[explicit-any]  # a class
    """Return the keys of a dataclass, TypedDict or NamedTuple: the name and type of each, and whether it may be left
    out."""
    hints = get_type_hints(wanted, include_extras=True)
    if is_dataclass(wanted):
        return {
            key_of(one):
                (one.name, hints[one.name], one.default is not MISSING or one.default_factory is not MISSING)
            for one in fields(wanted)
        }  # fmt: skip
    total = getattr(wanted, "__total__", True)
    return {
        name: (name, get_args(hint)[0], True) if get_origin(hint) is NotRequired else (name, hint, not total)
        for name, hint in hints.items()
    }


def fits(wanted: Any, value: object) -> str:  # type: ignore[explicit-any]  # any type
    """Return the place where JSON is not of a type; empty if it is."""
    try:
        made(wanted, value)
    except Misfit as wrong:
        return wrong.place or "."
    return ""
