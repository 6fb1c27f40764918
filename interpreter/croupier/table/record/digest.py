"""A digest of rules that is equal for equal rules, whatever their titles and source locations."""

from __future__ import annotations

import json
from dataclasses import MISSING
from hashlib import sha256

from croupier_dsl import ir
from croupier_dsl.analysis import fields_of

_EVERYWHERE = {"where", "title"}
_OF_PART = {
    "Rules": {
        "texts",
        "books",
        "clauses",
        "rulings",
        "because",
        "told",
        "scenarios",
        "of",
        "presets",
        "parts",
        "equivalents",
        "family",
        "minutes",
        "shown",
    },
    "Condition": {"text"},
}
"""Fields that do not affect how the game is played; names of parts do not either."""


def digest(rules: ir.Rules) -> str:
    """Return `sha256:…` of the canonical text of the rules: `docs/reference/records.md` is the norm."""
    return f"sha256:{sha256(canonical(rules).encode()).hexdigest()}"


def canonical(rules: ir.Rules) -> str:
    """Return JSON of everything that decides how the game is played: sorted keys, no blanks, ASCII, without default
    values."""
    return json.dumps(_plain(rules), sort_keys=True, separators=(",", ":"))


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    fields = fields_of(type(value))
    if not fields:
        return value
    part = type(value).__name__
    left_out = _EVERYWHERE | _OF_PART.get(part, set())
    found: dict[str, object] = {"is": part}
    for field in fields:
        held = getattr(value, field.name)
        said = field.compare and field.name not in left_out
        if said and (field.default is MISSING or held != field.default):
            found[field.name] = _plain(held)
    return found
