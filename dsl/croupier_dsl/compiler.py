"""Text into rules: the phases in their order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from croupier_dsl import ir, outline, syntax
from croupier_dsl.checker import ruleset as checker
from croupier_dsl.diagnostics import CompileError, Diagnostic, Diagnostics, Severity
from croupier_dsl.errors import variants
from croupier_dsl.parts import Part, parts_of
from croupier_dsl.resolver import resolve


def compile_file(
    path: Path | str,
    *,
    bundled: Path | None = None,
    variants: Sequence[Path] = (),
    looked: list[Path] | None = None,
) -> ir.Rules:
    """The rules in a file; raises CompileError with everything that is wrong.

    `bundled`: the folder of what a variant may be of, besides the files beside it. `variants`: files of variants to
    put on top, in this order. `looked`: is given every file that was opened or looked for.
    """
    return _rules_or_raise(*check_file(path, bundled=bundled, variants=variants, looked=looked))


def compile_text(text: str, name: str = "<text>", *, bundled: Path | None = None) -> ir.Rules:
    """The rules in a text; `name` stands in messages where a file name would."""
    return _rules_or_raise(*check_text(text, name, bundled=bundled))


def check_file(
    path: Path | str,
    *,
    bundled: Path | None = None,
    variants: Sequence[Path] = (),
    looked: list[Path] | None = None,
) -> tuple[ir.Rules | None, list[Diagnostic]]:
    """The rules in a file, if they are valid, and every diagnostic, warnings too; see `compile_file`."""
    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants), looked)
    return _meant(written, diagnostics)


def check_text(
    text: str, name: str = "<text>", *, bundled: Path | None = None
) -> tuple[ir.Rules | None, list[Diagnostic]]:
    diagnostics = Diagnostics()
    return _meant(outline.parse_text(text, name, diagnostics, bundled), diagnostics)


def flatten_file(path: Path | str, *, bundled: Path | None = None, variants: Sequence[Path] = ()) -> str:
    """The text of a ruleset that stands alone and means the same: all that it is made of in one file.

    Raises CompileError if the rules are invalid; see `compile_file`.
    """
    from croupier_dsl.flatten import flattened

    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants))
    _rules_or_raise(*_meant(written, diagnostics))
    assert written is not None
    return flattened(written.root, written.comments)


def written_file(
    path: Path | str, *, bundled: Path | None = None, variants: Sequence[Path] = ()
) -> tuple[ir.Rules, Part]:
    """The rules in a file, and the tree of parts that they were written in; as `compile_file`."""
    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants))
    rules = _rules_or_raise(*_meant(written, diagnostics))
    assert written is not None
    return rules, parts_of(resolve(written, Diagnostics()))


def _meant(written: syntax.Ruleset | None, diagnostics: Diagnostics) -> tuple[ir.Rules | None, list[Diagnostic]]:
    """Syntax into rules, unless reading it failed."""
    if written is None or diagnostics.errors:
        return None, diagnostics.found
    rules = checker.check(written, diagnostics)
    told = (_traced(written, found) for found in diagnostics.found if not _elsewhere(written, found))
    return rules, sorted(told, key=partial(_place, written))


def _elsewhere(written: syntax.Ruleset, diagnostic: Diagnostic) -> bool:
    """A warning about what somebody else wrote: a variant need not tidy up what it is of."""
    span = diagnostic.span
    return diagnostic.severity is Severity.WARNING and span is not None and span.source in written.below


def _traced(written: syntax.Ruleset, diagnostic: Diagnostic) -> Diagnostic:
    """An error below a variant that comes from what the variant took away, with the place where it did."""
    span = diagnostic.span
    if span is None or span.source not in written.below or diagnostic.severity is Severity.WARNING:
        return diagnostic
    gone = next((name for name in written.removed if name.text == span.text), None)
    return diagnostic if gone is None else variants.still_needed(diagnostic, gone.span, gone.text)


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
