"""Rules into JSON and back, every field of every part; nothing but data is ever read."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Literal, Protocol, Union, cast, get_args, get_origin, get_type_hints

from croupier_dsl import ir

_KIND = "is"
"""The key that says which part an object is."""


class _Part(Protocol):
    def __init__(self, **values: object) -> None: ...


class SerialError(ValueError):
    """JSON that is not rules; says where and why."""


def to_json(rules: ir.Rules, *, indent: int | None = None) -> str:
    """The rules as JSON text. Equal rules give equal text."""
    return json.dumps(_plain(rules), ensure_ascii=False, indent=indent, separators=None if indent else (",", ":"))


def from_json(text: str) -> ir.Rules:
    """The rules that `to_json` wrote; raises SerialError for anything else."""
    try:
        data = json.loads(text)
        _right_version(data)
        rules = _meant(data, ir.Rules, "rules")
    except SerialError:
        raise
    except ValueError as error:  # not JSON at all, or a number of thousands of digits
        raise SerialError(f"this is not JSON: {error}") from None
    except RecursionError:
        raise SerialError("this nests deeper than rules can") from None
    assert isinstance(rules, ir.Rules)
    return rules


def _plain(value: object) -> object:
    """Dataclasses as objects with their kind first, tuples as lists."""
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if is_dataclass(value):
        return {_KIND: type(value).__name__, **{f.name: _plain(getattr(value, f.name)) for f in fields(value)}}
    return value


def _right_version(data: object) -> None:
    if not isinstance(data, dict) or data.get(_KIND) != "Rules":
        raise SerialError('these are not rules: an object with "is": "Rules" is wanted')
    version = data.get("version")
    if version != ir.VERSION:
        raise SerialError(f"version {version!r} of the format cannot be read, only {ir.VERSION}")


def _meant(data: object, wanted: object, path: str) -> object:
    """The data as a value of the wanted type."""
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return _one_of(data, get_args(wanted), path)
    if origin is Literal:
        if data not in get_args(wanted) or isinstance(data, bool):
            raise SerialError(f"{path}: one of {', '.join(map(str, get_args(wanted)))} is wanted, not {_shown(data)}")
        return data
    if origin is tuple:
        return _several(data, get_args(wanted), path)
    if isinstance(wanted, type) and is_dataclass(wanted):
        return _part(data, (wanted,), path)
    if type(data) is not wanted:
        raise SerialError(f"{path}: {_named(wanted)} is wanted, not {_shown(data)}")
    return data


def _several(data: object, wanted: tuple[object, ...], path: str) -> tuple[object, ...]:
    if not isinstance(data, list):
        raise SerialError(f"{path}: a list is wanted, not {_shown(data)}")
    if len(wanted) == 2 and wanted[1] is Ellipsis:
        return tuple(_meant(item, wanted[0], f"{path}[{n}]") for n, item in enumerate(data))
    if len(wanted) != len(data):
        raise SerialError(f"{path}: {len(wanted)} items are wanted, not {len(data)}")
    return tuple(_meant(item, kind, f"{path}[{n}]") for n, (item, kind) in enumerate(zip(data, wanted, strict=True)))


def _one_of(data: object, options: tuple[object, ...], path: str) -> object:
    """The one alternative that the data can be."""
    flat = _flat(options)
    if isinstance(data, dict):
        return _part(data, tuple(option for option in flat if isinstance(option, type) and is_dataclass(option)), path)
    if data is None and NoneType in flat:
        return None
    for option in flat:
        if option is type(data) or (get_origin(option) is tuple and isinstance(data, list)):
            return _meant(data, option, path)
    raise SerialError(f"{path}: {' or '.join(_named(option) for option in flat[:4])} is wanted, not {_shown(data)}")


def _flat(options: tuple[object, ...]) -> tuple[object, ...]:
    found: list[object] = []
    for option in options:
        found += _flat(get_args(option)) if get_origin(option) in (Union, UnionType) else [option]
    return tuple(found)


def _part(data: object, kinds: tuple[type[object], ...], path: str) -> object:
    """An object as one of these dataclasses, every field checked."""
    if not isinstance(data, dict):
        raise SerialError(f"{path}: an object is wanted, not {_shown(data)}")
    by_name = {kind.__name__: kind for kind in kinds}
    name = data.get(_KIND, "")
    kind = by_name.get(name) if isinstance(name, str) else None
    if kind is None:
        wanted = next(iter(by_name)) if len(by_name) == 1 else "one of several parts"
        raise SerialError(f"{path}: {wanted} is wanted here, not {_shown(data.get(_KIND))}")
    hints = _hints(kind)
    for name in data:
        if name != _KIND and name not in hints:
            raise SerialError(f"{path}: {kind.__name__} has no {name!r}")
    values: dict[str, object] = {}
    for f in fields(cast(type[ir.Rules], kind)):
        if f.name in data:
            values[f.name] = _meant(data[f.name], hints[f.name], f"{path}.{f.name}")
        elif f.default is MISSING:
            raise SerialError(f"{path}: {kind.__name__} lacks {f.name!r}")
    build: type[_Part] = kind
    return build(**values)


_HINTS: dict[type[object], dict[str, object]] = {}


def _hints(kind: type[object]) -> dict[str, object]:
    if kind not in _HINTS:
        _HINTS[kind] = get_type_hints(kind)
    return _HINTS[kind]


def _named(wanted: object) -> str:
    plain: dict[object, str] = {int: "a number", str: "a text", bool: "true or false", NoneType: "null"}
    return plain.get(wanted, str(getattr(wanted, "__name__", "a list")))


def _shown(data: object) -> str:
    text = json.dumps(data, ensure_ascii=False)
    return text if len(text) <= 40 else f"{text[:39]}…"
