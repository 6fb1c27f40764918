"""Whether data has the shape that a JSON Schema asks for: a quick yes or no; why not is for jsonschema to say.

It knows the keywords that the schema of rulesets uses. What it does not know it does not let through.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier_dsl.structure import Json

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "number": (int, float), "boolean": bool, "null": type(None),
}  # fmt: skip
_SAY_NOTHING = {"$schema", "$defs", "title", "description"}


def fits(data: Json, schema: Json) -> bool:
    """Does the data have this shape? The schema's references have been replaced by what they refer to."""
    if not isinstance(schema, dict):
        return schema is True
    return all(_holds(keyword, wanted, data, schema) for keyword, wanted in schema.items())


def _holds(keyword: str, wanted: Json, data: Json, schema: dict[str, Json]) -> bool:
    match keyword, wanted, data:
        case ("type", str(), _):
            return isinstance(data, _TYPES[wanted])
        case ("type", list(), _):
            return any(isinstance(name, str) and isinstance(data, _TYPES[name]) for name in wanted)
        case ("enum", list(), _):
            return data in wanted
        case ("required" | "properties" | "patternProperties" | "additionalProperties" | "minProperties"
              | "dependentRequired", _, str() | list() | None):  # fmt: skip
            return True  # these speak of objects alone
        case ("minItems", int(), _):
            return not isinstance(data, list) or len(data) >= wanted
        case ("items", _, list()):
            return all(fits(item, wanted) for item in data)
        case ("items", _, _):
            return True
        case ("required", list(), dict()):
            return all(name in data for name in wanted)
        case ("minProperties", int(), dict()):
            return len(data) >= wanted
        case ("dependentRequired", dict(), dict()):
            needed = (
                other
                for name, others in wanted.items()
                if name in data and isinstance(others, list)
                for other in others
            )
            return all(other in data for other in needed)
        case ("properties", dict(), dict()):
            return all(fits(value, wanted[name]) for name, value in data.items() if name in wanted)
        case ("patternProperties", dict(), dict()):
            return all(
                fits(value, part)
                for name, value in data.items()
                for pattern, part in wanted.items()
                if re.search(pattern, name)
            )
        case ("additionalProperties", _, dict()):
            return all(fits(value, wanted) for name, value in data.items() if not _named(name, schema))
    return keyword in _SAY_NOTHING


def _named(name: str, schema: dict[str, Json]) -> bool:
    """Whether the schema speaks of a key by its name or by a pattern."""
    names, patterns = schema.get("properties"), schema.get("patternProperties")
    if isinstance(names, dict) and name in names:
        return True
    return isinstance(patterns, dict) and any(re.search(pattern, name) for pattern in patterns)
