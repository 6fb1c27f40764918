"""Frozen dataclasses as plain data, for JSON: one rule for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass

_KNOWN: dict[type, tuple[tuple[str, str, object], ...]] = {}


def plain(thing: object) -> object:
    """Return dataclasses and named tuples as dictionaries, other tuples as lists, and the rest as it is."""
    if is_dataclass(thing) and not isinstance(thing, type):
        return record(thing)
    if isinstance(thing, tuple):
        named = getattr(thing, "_fields", None)
        return [plain(each) for each in thing] if named is None else dict(zip(named, map(plain, thing), strict=True))
    if isinstance(thing, Mapping):
        return {key: plain(value) for key, value in thing.items()}
    return [plain(each) for each in thing] if isinstance(thing, list) else thing


def record(thing: object) -> dict[str, object]:
    """Return a dataclass as a dictionary, without the fields that have their default."""
    known = ((key, getattr(thing, name), usual) for key, name, usual in _keys(type(thing)))
    return {key: plain(value) for key, value, usual in known if usual is MISSING or value != usual}


def key_of(field: Field[object]) -> str:
    """Return the key of a field: its name, unless its metadata has another."""
    return str(field.metadata.get("key", field.name))


def _keys(kind: type) -> tuple[tuple[str, str, object], ...]:
    """Return the fields of a dataclass: the key, the name, the default; MISSING if there is none."""
    if kind not in _KNOWN:
        _KNOWN[kind] = tuple((key_of(one), one.name, _usual(one)) for one in fields(kind))
    return _KNOWN[kind]


def _usual(field: Field[object]) -> object:
    return field.default if field.default_factory is MISSING else field.default_factory()
