"""Test quickly whether data matches a JSON Schema; the reasons against it come from jsonschema.

It knows the keywords that the schema of rulesets uses. What it does not know it does not let through.
"""

from __future__ import annotations

import re
from collections.abc import Callable

Json = dict[str, "Json"] | list["Json"] | str | int | bool | None
"""Plain data, as in a JSON file."""
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "number": (int, float), "boolean": bool, "null": type(None),
}  # fmt: skip
_SAY_NOTHING = {"$schema", "$defs", "title", "description"}


def fits(data: Json, schema: Json) -> bool:
    """Return whether the data matches this schema, in which references have been resolved."""
    if not isinstance(schema, dict):
        return schema is True
    for keyword, wanted in schema.items():
        if keyword not in _SAY_NOTHING:
            holds = _HOLDS.get(keyword)
            if holds is None or not holds(wanted, data, schema):
                return False
    return True


def _type(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    if isinstance(wanted, str):
        return isinstance(data, _TYPES[wanted])
    return isinstance(wanted, list) and any(isinstance(name, str) and isinstance(data, _TYPES[name]) for name in wanted)


def _enum(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    return isinstance(wanted, list) and data in wanted


def _min_items(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    return isinstance(wanted, int) and (not isinstance(data, list) or len(data) >= wanted)


def _items(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    return not isinstance(data, list) or all(fits(item, wanted) for item in data)


def _required(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    return not isinstance(data, dict) or (isinstance(wanted, list) and all(name in data for name in wanted))


def _min_properties(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    return not isinstance(data, dict) or (isinstance(wanted, int) and len(data) >= wanted)


def _dependencies(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    if not isinstance(data, dict):
        return True
    return isinstance(wanted, dict) and all(
        other in data
        for name, others in wanted.items()
        if name in data and isinstance(others, list)
        for other in others
    )


def _properties(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    if not isinstance(data, dict):
        return True
    return isinstance(wanted, dict) and all(fits(value, wanted[name]) for name, value in data.items() if name in wanted)


def _pattern_properties(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    if not isinstance(data, dict):
        return True
    return isinstance(wanted, dict) and all(
        fits(value, part)
        for name, value in data.items()
        for pattern, part in wanted.items()
        if re.search(pattern, name)
    )


def _additional_properties(wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    if not isinstance(data, dict):
        return True
    return all(fits(value, wanted) for name, value in data.items() if not _named(name, schema))


_HOLDS: dict[str, Callable[[Json, Json, dict[str, Json]], bool]] = {
    "type": _type, "enum": _enum, "minItems": _min_items, "items": _items, "required": _required,
    "minProperties": _min_properties, "dependencies": _dependencies, "properties": _properties,
    "patternProperties": _pattern_properties, "additionalProperties": _additional_properties,
}  # fmt: skip
"""By keyword, whether data is as it asks for; what speaks of objects or lists alone holds of everything else."""


def _named(name: str, schema: dict[str, Json]) -> bool:
    """Return whether the schema has a key by its name or by a pattern."""
    names, patterns = schema.get("properties"), schema.get("patternProperties")
    if isinstance(names, dict) and name in names:
        return True
    return isinstance(patterns, dict) and any(re.search(pattern, name) for pattern in patterns)
