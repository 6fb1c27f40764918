"""From a ruleset's text to checked rules: `compile_file("my-game.yaml")`, and JSON of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier_dsl import ir
    from croupier_dsl.compiler import (
        check_file,
        check_text,
        compile_file,
        compile_text,
        flatten_file,
        playable_file,
    )
    from croupier_dsl.diagnostics import CompileError, Diagnostic, Severity
    from croupier_dsl.serial import SerialError, from_json, to_json
    from croupier_dsl.source import Span

__all__ = [
    "CompileError",
    "Diagnostic",
    "SerialError",
    "Severity",
    "Span",
    "check_file",
    "check_text",
    "compile_file",
    "compile_text",
    "flatten_file",
    "from_json",
    "ir",
    "playable_file",
    "to_json",
]

_HOMES = {
    "CompileError": "diagnostics",
    "Diagnostic": "diagnostics",
    "Severity": "diagnostics",
    "Span": "source",
    "SerialError": "serial",
    "from_json": "serial",
    "to_json": "serial",
    "check_file": "compiler",
    "check_text": "compiler",
    "compile_file": "compiler",
    "compile_text": "compiler",
    "flatten_file": "compiler",
    "playable_file": "compiler",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import croupier_dsl` is quick."""
    if name == "ir":
        return import_module("croupier_dsl.ir")
    if name in _HOMES:
        found: object = getattr(import_module(f"croupier_dsl.{_HOMES[name]}"), name)
        return found
    raise AttributeError(f"module 'croupier_dsl' has no attribute {name!r}")
