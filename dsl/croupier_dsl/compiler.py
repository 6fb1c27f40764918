"""Compile text to rules: the phases in their order."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from pathlib import Path
from typing import ParamSpec, TypeVar

from croupier_dsl import ir, outline, syntax
from croupier_dsl.checker import ruleset as checker
from croupier_dsl.checker.references import References
from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import CompileError, Diagnostic, Diagnostics, Severity
from croupier_dsl.errors import libraries, reading, sense, variants
from croupier_dsl.files import Files
from croupier_dsl.idle import as_lists, idle_options, lists, with_what_holds, without
from croupier_dsl.independent import independent
from croupier_dsl.outline.variants.blame import Blame
from croupier_dsl.parts import Part, parts_of
from croupier_dsl.resolver import resolve
from croupier_dsl.source import SourceFile, Span

NEVER_USED = ("W601", "W602")
"""The codes of warnings about declarations that are never read or offered."""
IDLE = ("W603", "W604")
"""Rows and conditions that do nothing: a variant that settles what its game leaves open makes some, without harm."""
UNKNOWN = ("E301", "E305", "E313", "E314", "E315", "E316", "E600")
"""Names that nothing here has."""


P = ParamSpec("P")
T = TypeVar("T")

Others = Callable[[], dict[str, list[str]]]
"""In which libraries that are not used something of a name is."""


def _undisturbed(reading: Callable[P, T]) -> Callable[P, T]:
    """Wrap a function to run without garbage collection.

    Nearly everything made in it stays, so repeated collections would take ever longer.
    """

    @wraps(reading)
    def read(*args: P.args, **kwargs: P.kwargs) -> T:
        if not gc.isenabled():
            return reading(*args, **kwargs)
        gc.disable()
        try:
            return reading(*args, **kwargs)
        finally:
            gc.enable()

    return read


def compile_file(
    path: Path | str,
    *,
    bundled: Path | None = None,
    variants: Sequence[Path] = (),
    looked: list[Path] | None = None,
) -> ir.Rules:
    """Return the rules in a file. Raise CompileError with everything that is wrong.

    `bundled`: the folder of possible base games of a variant, in addition to the files next to it. `variants`: files of
    variants to apply, in this order. `looked`: receives every file that was opened or looked for.
    """
    return _rules_or_raise(*check_file(path, bundled=bundled, variants=variants, looked=looked))


@_undisturbed
def playable_file(
    path: Path | str,
    *,
    bundled: Path | None = None,
    variants: Sequence[Path] = (),
    looked: list[Path] | None = None,
) -> tuple[ir.Rules, list[Path]]:
    """Return the rules in a file as far as they are played, and the files that were left out.

    Invalid sidecar files of a ruleset are left out: they prove, explain and translate, but do not affect play. Other
    errors raise CompileError, as in `compile_file`.
    """
    without: frozenset[Path] = frozenset()
    while True:
        diagnostics = Diagnostics()
        opened: list[Path] = []
        written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants), opened, without)
        rules, found = _meant(written, diagnostics)
        wrong = {error.span.source.path if error.span else None for error in Diagnostics(found).errors}
        beside = {file for file in wrong if file is not None and "." in file.stem} - without
        if rules is not None or not wrong or beside != wrong:
            if looked is not None:
                looked.extend(opened)
            return _rules_or_raise(rules, found), sorted(without)
        without |= beside


def compile_text(text: str, name: str = "<text>", *, bundled: Path | None = None) -> ir.Rules:
    """Compile the rules in a text; `name` replaces the file name in messages."""
    return _rules_or_raise(*check_text(text, name, bundled=bundled))


@_undisturbed
def check_file(
    path: Path | str,
    *,
    bundled: Path | None = None,
    variants: Sequence[Path] = (),
    looked: list[Path] | None = None,
) -> tuple[ir.Rules | None, list[Diagnostic]]:
    """Return the rules in a file, if they are valid, and every diagnostic, warnings too; see `compile_file`."""
    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants), looked)
    return _meant(written, diagnostics)


@_undisturbed
def check_text(
    text: str, name: str = "<text>", *, bundled: Path | None = None
) -> tuple[ir.Rules | None, list[Diagnostic]]:
    """Return the rules in a text, if they are valid, and every diagnostic; `name` is the file name in messages."""
    diagnostics = Diagnostics()
    return _meant(outline.parse_text(text, name, diagnostics, bundled), diagnostics)


@frozen
class Understood:
    """The results of all phases for a file, for tools that help to write it.

    `written` is None if its tree has no usable syntax, `rules` if they are invalid. `references`: the meaning of words
    in its sentences, even if other sentences could not be read. `looked`: the files opened or looked for.
    """

    written: syntax.Ruleset | None
    rules: ir.Rules | None
    found: tuple[Diagnostic, ...]
    references: References
    looked: tuple[Path, ...]


@_undisturbed
def understand_file(
    path: Path, files: Files, bundled: Path | None = None, without: frozenset[Path] = frozenset()
) -> Understood:
    """Return the analysis of a file, as far as it can be read, with the texts that an editor has open. `without`:
    sidecar files that are ignored."""
    diagnostics, references, looked = Diagnostics(), References(), list[Path]()
    written = outline.parse_file(path, diagnostics, bundled, (), looked, without, files=files)
    unread = bool(diagnostics.errors)
    written, rules, found = _compiled(written, diagnostics, references)
    if written is None and (written := outline.parse_library(path, files)) is not None:
        found = [one for one in found if one.code != libraries.NOT_A_GAME]
    if written is not None and unread:
        checker.check(written, Diagnostics(), references)  # as far as it can be read; what is wrong with it is known
    return Understood(written, rules, tuple(found), references, tuple(looked))


@_undisturbed
def flatten_file(path: Path | str, *, bundled: Path | None = None, variants: Sequence[Path] = ()) -> str:
    """Return a self-contained ruleset with the same meaning: all its parts in one file, formatted.

    Raises CompileError if the rules are invalid; see `compile_file`.
    """
    from croupier_dsl.flatten import flattened
    from croupier_dsl.layout import formatted

    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants))
    written, meant, found = _compiled(written, diagnostics)
    rules = _rules_or_raise(meant, found)
    assert written is not None
    text = flattened(with_what_holds(written.root, rules), written.comments)
    return formatted(SourceFile(Path(path).name, text), Diagnostics()) or text


@_undisturbed
def written_file(
    path: Path | str, *, bundled: Path | None = None, variants: Sequence[Path] = ()
) -> tuple[ir.Rules, Part]:
    """Return the rules in a file, and the tree of parts that they were written in; as `compile_file`."""
    diagnostics = Diagnostics()
    written = outline.parse_file(Path(path), diagnostics, bundled, tuple(variants))
    written, meant, found = _compiled(written, diagnostics)
    rules = _rules_or_raise(meant, found)
    assert written is not None
    return rules, parts_of(resolve(written, Diagnostics()))


def _meant(written: syntax.Ruleset | None, diagnostics: Diagnostics) -> tuple[ir.Rules | None, list[Diagnostic]]:
    return _compiled(written, diagnostics)[1:]


def _compiled(
    written: syntax.Ruleset | None, diagnostics: Diagnostics, references: References | None = None
) -> tuple[syntax.Ruleset | None, ir.Rules | None, list[Diagnostic]]:
    """Return the rules of a syntax, unless reading it failed, with the final syntax and all diagnostics."""
    if written is None:
        return None, None, _all_of(diagnostics, None)
    asked = written
    written, rules, diagnostics, beneath = _checked(written, diagnostics, references)
    if asked.without is not None and (rules is None or beneath):
        blame = Blame(asked.touched, asked.below, asked.root, partial(_found_without, asked.without))
        if rules is None:
            diagnostics = Diagnostics(blame.told(diagnostics.found), diagnostics.more)
        else:
            diagnostics = Diagnostics([*diagnostics.found, *blame.caused(beneath)], diagnostics.more)
    return written, rules, _all_of(diagnostics, written)


def _checked(
    written: syntax.Ruleset, diagnostics: Diagnostics, references: References | None = None
) -> tuple[syntax.Ruleset, ir.Rules | None, Diagnostics, list[Diagnostic]]:
    """Return the rules of what could be read, and everything that is wrong with it, as it is found.

    And warnings about what a variant is of, which it may have brought about.
    """
    rules: ir.Rules | None = None
    read = tuple(diagnostics.found)
    if diagnostics.errors:
        for diagnostic in independent(written, diagnostics.errors):
            diagnostics.add(diagnostic)
    else:
        rules = checker.check(written, diagnostics, references)
    if rules is not None and (idle := idle_options(rules) - _set(written)):
        listed = lists(rules, idle)
        if gone := (idle - listed - _own_options(written) if written.below else set()):
            diagnostics = Diagnostics([*read])
            written = outline.again(written, without(written.root, gone), diagnostics)
            rules = checker.check(written, diagnostics, references)
        if rules is not None and listed:
            rules = as_lists(rules, listed)
            diagnostics = _with_lists(diagnostics, [one.name for one in written.options if one.name.text in listed])
    others = cache(partial(outline.unused, written.used))
    each = [(found, _told(written, found, others)) for found in diagnostics.found]
    beneath = [found for found, told in each if told is None and found.code not in (*NEVER_USED, *IDLE)]
    return written, rules, Diagnostics([told for _, told in each if told is not None], diagnostics.more), beneath


def _with_lists(found: Diagnostics, options: list[syntax.Name]) -> Diagnostics:
    """Return the diagnostics, with warnings on never-read options replaced by the advice to declare lists of words."""
    spans = {name.span for name in options}
    told = [one for one in found.found if one.code not in NEVER_USED or one.span not in spans]
    return Diagnostics([*told, *(sense.only_a_list(name.span, name.text) for name in options)], found.more)


def _found_without(
    again: Callable[[frozenset[Span], Diagnostics], syntax.Ruleset | None], left: frozenset[Span]
) -> list[Diagnostic]:
    """Return the diagnostics of a variant without some of its entries, warnings about its base included."""
    diagnostics = Diagnostics()
    written = again(left, diagnostics)
    if written is None:
        return diagnostics.found
    _, _, found, beneath = _checked(written, diagnostics)
    return [*found.found, *beneath]


def _all_of(diagnostics: Diagnostics, written: syntax.Ruleset | None) -> list[Diagnostic]:
    """Return the diagnostics in reading order; the last gives the number of those left out."""
    found = diagnostics.found if written is None else sorted(diagnostics.found, key=partial(_place, written))
    source = next((one.span.source for one in found if one.span is not None), None)
    if diagnostics.more and source is not None:
        found = [*found, reading.too_many(Span(source, 0, 0), len(found), diagnostics.more)]
    return found


def _own_options(written: syntax.Ruleset) -> set[str]:
    """Return the options that a variant itself brings, or touches."""
    own = {option.name.text for option in written.options if option.name.span.source not in written.below}
    return own | {touch.path.split(".")[1] for touch in _own(written) if touch.path.startswith("options.")}


def _set(written: syntax.Ruleset) -> set[str]:
    """Return the options that something sets: a preset, a scenario, another default of a variant."""
    found = {name.text for preset in written.presets for name, _ in preset.options}
    found |= {touch.path.split(".")[1] for touch in _own(written) if touch.sort == "default"}
    return found | {name.text for scenario in written.scenarios for name, _ in scenario.options}


def _own(written: syntax.Ruleset) -> list[syntax.Touched]:
    """Return the entries of a variant itself that change or add something."""
    return [touch for touch in written.touched if touch.span.source not in written.below and touch.sort != "remove"]


def _told(written: syntax.Ruleset, diagnostic: Diagnostic, others: Others) -> Diagnostic | None:
    """Return a diagnostic for the author of a variant: a warning only if it concerns the variant's own text."""
    span = diagnostic.span
    if diagnostic.severity is Severity.ERROR or span is None or span.source not in written.below:
        return _traced(written, diagnostic, others)
    for touch in _own(written):
        names = touch.path.removesuffix(".starting").split(".")
        if diagnostic.code in NEVER_USED and len(names) == 2 and names[1] == span.text:
            return variants.told_there(diagnostic, touch.span)
    return None


def _traced(written: syntax.Ruleset, diagnostic: Diagnostic, others: Others) -> Diagnostic:
    """Return an error in a library with the place where it is used. `others`: what libraries have that are not used."""
    span = diagnostic.span
    if span is None:
        return diagnostic
    if span.source not in written.below:
        having = next((use.name.text for use in written.used if span.text in use.has), None)
        if having is None or diagnostic.code not in UNKNOWN:
            return diagnostic
        return libraries.not_named(diagnostic, having, span.text)
    for use in written.used:
        if span.source in use.sources:
            there = others().get(span.text, []) if diagnostic.code in UNKNOWN else []
            return libraries.used_here(diagnostic, use.name.span, use.name.text, there)
    return diagnostic


def _place(written: syntax.Ruleset, diagnostic: Diagnostic) -> tuple[bool, str, int]:
    """Return the key of the reading order: the ruleset itself first, then its sidecar files."""
    span = diagnostic.span
    if span is None:
        return False, "", 0
    return span.source is not written.source, span.source.name, span.start


def _rules_or_raise(rules: ir.Rules | None, found: list[Diagnostic]) -> ir.Rules:
    if rules is None:
        errors = Diagnostics(found).errors
        raise CompileError(errors or found)
    return rules
