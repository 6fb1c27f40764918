"""Convert rules to JSON and back, every field of every part; only data is ever read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, is_dataclass
from itertools import repeat
from types import NoneType, UnionType
from typing import Literal, Protocol, Union, get_args, get_origin, get_type_hints

from croupier_dsl import ir
from croupier_dsl.analysis.ids import have_ids, with_ids
from croupier_dsl.analysis.walk import fields_of

_KIND = "is"
"""The key that says which part an object is."""


class _Part(Protocol):
    def __init__(self, *values: object) -> None: ...


class SerialError(ValueError):
    """The JSON is not a ruleset; the message says where and why."""


def to_json(rules: ir.Rules, *, indent: int | None = None, ids: bool = True) -> str:
    """Return the rules as JSON text.

    Equal rules give equal text. `ids`: include the paths of parts, which `from_json` can restore unless parts have been
    left out.
    """
    plain = _plain(rules, ids)
    return json.dumps(plain, ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))


def from_json(text: str) -> ir.Rules:
    """Return the rules that `to_json` wrote.

    Raise SerialError for anything else. Where parts are not called by paths, as in records, they are now.
    """
    try:
        data = json.loads(text)
        if _right_version(data) == 1:
            data = _from_version_1(data)
        rules = _reader(ir.Rules)(data)
    except SerialError:
        raise
    except _Wrong as wrong:
        raise SerialError(f"rules{wrong.path}: {wrong.what}") from None
    except ValueError as error:  # not JSON at all, or a number of thousands of digits
        raise SerialError(f"this is not JSON: {error}") from None
    except RecursionError:
        raise SerialError("the nesting is deeper than rules can be") from None
    assert isinstance(rules, ir.Rules)
    return rules if have_ids(rules) else with_ids(rules)


def _plain(value: object, ids: bool) -> object:
    """Return dataclasses as objects with their kind first, tuples as lists."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if isinstance(value, tuple):
        return [_plain(item, ids) for item in value]
    said: dict[str, object] = {_KIND: kind.__name__}
    for name in _written(kind, ids):
        said[name] = _plain(getattr(value, name), ids)
    return said


_PLAIN = {str, int, bool, NoneType}


_WRITTEN: dict[tuple[type[object], bool], tuple[str, ...]] = {}


def _written(kind: type[object], ids: bool) -> tuple[str, ...]:
    """Return the fields of a kind of part that are written."""
    if (kind, ids) not in _WRITTEN:
        _WRITTEN[kind, ids] = tuple(field.name for field in fields_of(kind) if ids or field.compare)
    return _WRITTEN[kind, ids]


def _right_version(data: object) -> int:
    """Return the version of the format; SerialError if it cannot be read."""
    if not isinstance(data, dict) or data.get(_KIND) != "Rules":
        raise SerialError('expected rules: an object with "is": "Rules"')
    version = data.get("version")
    if type(version) is not int or not 0 < version <= ir.VERSION:
        raise SerialError(f"version {version!r} of the format is unsupported; supported: 1 to {ir.VERSION}")
    return version


def _from_version_1(data: object) -> object:
    """Return rules of version 1 as version 2 has them: sequences told the places of each value, not the values."""
    if isinstance(data, list):
        return [_from_version_1(item) for item in data]
    if not isinstance(data, dict):
        return data
    renewed = {key: _from_version_1(value) for key, value in data.items()}
    if renewed.get(_KIND) == "Rules":
        renewed["version"] = ir.VERSION
    if renewed.get(_KIND) == "SequencePlaces":
        places, length = renewed.pop("places", None), renewed.pop("length", None)
        lists = places if isinstance(places, list) else []
        at = [(place, value) for value, some in enumerate(lists) if isinstance(some, list) for place in some]
        if type(length) is not int or len(at) != length or any(type(place) is not int for place, _ in at):
            raise SerialError("a sequence of version 1 has a `length`, and each of its `places` holds one value")
        renewed["values"] = [value for _, value in sorted(at)]
    return renewed


class _Wrong(Exception):
    """An error in the data; its path is completed as it is passed outwards."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.path = ""

    def within(self, step: str) -> _Wrong:
        self.path = step + self.path
        return self


Reader = Callable[[object], object]
"""Turns plain data into a value of one type; raises _Wrong."""


def _reader(wanted: object) -> Reader:
    """Return the reader of values of a type; made once for each."""
    if wanted not in _READERS:
        _READERS[wanted] = _made(wanted)
    return _READERS[wanted]


_READERS: dict[object, Reader] = {}


def _made(wanted: object) -> Reader:
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return _one_of(_flat(get_args(wanted)))
    if origin is Literal:
        return _listed(get_args(wanted))
    if origin is tuple:
        return _several(get_args(wanted))
    if isinstance(wanted, type) and is_dataclass(wanted):
        return _part((wanted,))

    def read(data: object) -> object:
        if type(data) is not wanted:
            raise _Wrong(f"expected {_named(wanted)}, found {_shown(data)}")
        return data

    return read


def _listed(values: tuple[object, ...]) -> Reader:
    def read(data: object) -> object:
        if data not in values or isinstance(data, bool):
            raise _Wrong(f"expected one of {', '.join(map(str, values))}, found {_shown(data)}")
        return data

    return read


def _several(wanted: tuple[object, ...]) -> Reader:
    alike = len(wanted) == 2 and wanted[1] is Ellipsis
    readers = [_reader(kind) for kind in (wanted[:1] if alike else wanted)]

    def read(data: object) -> object:
        if not isinstance(data, list):
            raise _Wrong(f"expected a list, found {_shown(data)}")
        if not alike and len(readers) != len(data):
            raise _Wrong(f"expected {len(readers)} items, found {len(data)}")
        found = []
        for reader, item in zip(repeat(readers[0]) if alike else readers, data, strict=False):
            try:
                found.append(reader(item))
            except _Wrong as wrong:
                raise wrong.within(f"[{len(found)}]") from None
        return tuple(found)

    return read


def _one_of(options: tuple[object, ...]) -> Reader:
    """Return a reader that tries several types."""
    part = _part(tuple(option for option in options if isinstance(option, type) and is_dataclass(option)))
    plain = {option for option in options if isinstance(option, type) and not is_dataclass(option)}
    several = next((_reader(option) for option in options if get_origin(option) is tuple), None)

    def read(data: object) -> object:
        if isinstance(data, dict):
            return part(data)
        if type(data) in plain:
            return data
        if several is not None and isinstance(data, list):
            return several(data)
        raise _Wrong(f"expected {' or '.join(_named(option) for option in options[:4])}, found {_shown(data)}")

    return read


def _flat(options: tuple[object, ...]) -> tuple[object, ...]:
    found: list[object] = []
    for option in options:
        found += _flat(get_args(option)) if get_origin(option) in (Union, UnionType) else [option]
    return tuple(found)


def _part(kinds: tuple[type[object], ...]) -> Reader:
    """Return a reader of an object as one of these dataclasses, which checks every field."""
    by_name = {kind.__name__: kind for kind in kinds}
    wanted = next(iter(by_name)) if len(by_name) == 1 else "one of several parts"

    def read(data: object) -> object:
        if not isinstance(data, dict):
            raise _Wrong(f"expected an object, found {_shown(data)}")
        name = data.get(_KIND, "")
        kind = by_name.get(name) if isinstance(name, str) else None
        if kind is None:
            raise _Wrong(f"expected {wanted} here, found {_shown(data.get(_KIND))}")
        plan = _fields(kind)
        values: list[object] = []
        for field, default, reader in plan.values():
            try:
                values.append(reader(data[field]))
            except KeyError:
                if default is MISSING:
                    raise _Wrong(f"{kind.__name__} lacks {field!r}") from None
                values.append(default)
            except _Wrong as wrong:
                raise wrong.within(f".{field}") from None
        for field in data:
            if field not in plan and field != _KIND:
                raise _Wrong(f"{kind.__name__} has no {field!r}")
        build: type[_Part] = kind
        return build(*values)

    return read


_FIELDS: dict[type[object], dict[str, tuple[str, object, Reader]]] = {}


def _fields(kind: type[object]) -> dict[str, tuple[str, object, Reader]]:
    """Return the fields of a dataclass in order: name, default, what reads it."""
    if kind not in _FIELDS:
        hints = get_type_hints(kind)
        _FIELDS[kind] = {f.name: (f.name, f.default, _reader(hints[f.name])) for f in fields_of(kind)}
    return _FIELDS[kind]


def _named(wanted: object) -> str:
    plain: dict[object, str] = {int: "a number", str: "a text", bool: "true or false", NoneType: "null"}
    return plain.get(wanted, str(getattr(wanted, "__name__", "a list")))


def _shown(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"
