"""Text into rules: the phases in their order."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from croupier_dsl import ir, outline, syntax
from croupier_dsl.checker import ruleset as checker
from croupier_dsl.diagnostics import CompileError, Diagnostic, Diagnostics
from croupier_dsl.parts import Part, parts_of
from croupier_dsl.resolver import resolve


def compile_file(path: Path | str) -> ir.Rules:
    """The rules in a file; raises CompileError with everything that is wrong."""
    return _rules_or_raise(*check_file(path))


def compile_text(text: str, name: str = "<text>") -> ir.Rules:
    """The rules in a text; `name` stands in messages where a file name would."""
    return _rules_or_raise(*check_text(text, name))


def check_file(path: Path | str) -> tuple[ir.Rules | None, list[Diagnostic]]:
    """The rules in a file, if they are valid, and every diagnostic, warnings too."""
    diagnostics = Diagnostics()
    return _meant(outline.parse_file(Path(path), diagnostics), diagnostics)


def check_text(text: str, name: str = "<text>") -> tuple[ir.Rules | None, list[Diagnostic]]:
    diagnostics = Diagnostics()
    return _meant(outline.parse_text(text, name, diagnostics), diagnostics)


def written_file(path: Path | str) -> tuple[ir.Rules, Part]:
    """The rules in a file, and the tree of parts that they were written in; raises CompileError if they are invalid."""
    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics)
    rules = _rules_or_raise(*_meant(written, diagnostics))
    assert written is not None
    return rules, parts_of(resolve(written, Diagnostics()))


def _meant(written: syntax.Ruleset | None, diagnostics: Diagnostics) -> tuple[ir.Rules | None, list[Diagnostic]]:
    """Syntax into rules, unless reading it failed."""
    if written is None or diagnostics.errors:
        return None, diagnostics.found
    rules = checker.check(written, diagnostics)
    return rules, sorted(diagnostics.found, key=partial(_place, written))


def _place(written: syntax.Ruleset, diagnostic: Diagnostic) -> tuple[bool, str, int]:
    """The order in which a reader meets them: the ruleset itself first, then the files beside it."""
    span = diagnostic.span
    if span is None:
        return False, "", 0
    return span.source is not written.source, span.source.name, span.start


def _rules_or_raise(rules: ir.Rules | None, found: list[Diagnostic]) -> ir.Rules:
    if rules is None:
        errors = Diagnostics(found).errors
        raise CompileError(errors or found)
    return rules
