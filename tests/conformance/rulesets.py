"""Small rulesets put together from a base and what a case or an example adds to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import yaml

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The same in C, where PyYAML has it."""

Tree: TypeAlias = "str | list[Tree] | dict[str, Tree]"

BY_NAME = (
    "options",
    "tables",
    "zones",
    "state",
    "combos",
    "define",
    "effects",
    "moves",
    "whenever",
    "text",
    "scenarios",
    "presets",
)
"""Sections that are merged name by name; any other that is added replaces the one in the base."""


def read(text: str) -> dict[str, Tree]:
    """YAML as texts, lists and mappings: `no` is the word no."""
    found: dict[str, Tree] = yaml.load(text, _LOADER) or {}  # a loader that makes texts only
    return found


def merged(base: Mapping[str, Tree], *added: Mapping[str, Tree]) -> dict[str, Tree]:
    """The base with what is added to it; a section or a name that is added as `gone` is taken away."""
    made: dict[str, Tree] = dict(base)
    for part in added:
        for section, body in part.items():
            before = made.get(section)
            if section in BY_NAME and isinstance(before, dict) and isinstance(body, dict):
                made[section] = {name: value for name, value in {**before, **body}.items() if value != "gone"}
            else:
                made[section] = body
    return {section: body for section, body in made.items() if body not in ("gone", {})}


def written(ruleset: Mapping[str, Tree]) -> str:
    """The ruleset as YAML, every word of it in quotes."""
    return yaml.dump(dict(ruleset), default_style="'", width=100_000, allow_unicode=True, sort_keys=False)
