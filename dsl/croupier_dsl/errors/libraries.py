"""The wording of what can be wrong with libraries, and with what a game takes out of them: E170 to E175."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.errors.reading import clipped, listed, quoted
from croupier_dsl.language import tr
from croupier_dsl.source import Span

NOT_A_GAME = "E174"
"""What is said of a library that is taken for a game."""


def _error(code: str, message: str, span: Span, help: str | Meant = "", *more: Label) -> Diagnostic:
    return error(code, message, (Label(span), *more), help)


def unknown_library(span: Span, name: str, near: str | None, _bundled: Iterable[str]) -> Diagnostic:
    bare = tr("libraries are bundled, or files beside this one, and named without their `.yaml`")
    return _error(
        "E170",
        tr("there is no library `{name}`, neither bundled nor beside this file", name=clipped(name)),
        span,
        help=Meant(tr("did you mean `{near}`?", near=near), near) if near else bare,
    )


def no_library(span: Span, name: str) -> Diagnostic:
    return _error(
        "E171",
        tr("`{name}` is no library", name=clipped(name)),
        span,
        help=tr("rules are taken out of files that say `library:`; what changes a game is a variant of it"),
    )


def unknown_rule(span: Span, name: str, library: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    there = listed(list(known), "and")
    return _error(
        "E172",
        tr("the library `{library}` has nothing called `{name}`", library=library, name=clipped(name)),
        span,
        help=Meant(tr("did you mean `{near}`?", near=near), near)
        if near
        else tr("it has {there}", there=there)
        if there
        else tr("it has none"),
    )


def declared_here_too(span: Span, name: str, own: Span) -> Diagnostic:
    return _error(
        "E173",
        tr("`{name}` is taken out of a library, and declared here too", name=name),
        span,
        tr("leave out one of the two; what rules of a library need besides may be declared here, and then holds"),
        Label(own, tr("declared here")),
    )


def taken_twice(span: Span, name: str) -> Diagnostic:
    return _error(
        "E173",
        tr("`{name}` is taken twice", name=clipped(name)),
        span,
        tr("name it once, under the library whose rule it is to be"),
    )


def declared_twice(span: Span, name: str, other: Span) -> Diagnostic:
    return _error(
        "E173",
        tr("a library has one thing of a name, and `{name}` is two", name=name),
        span,
        tr("call one of them something else: it is by its name that a game takes it"),
        Label(other, tr("declared here")),
    )


def not_a_game(span: Span, name: str) -> Diagnostic:
    return _error(
        NOT_A_GAME,
        tr("`{name}` is a library of named rules, no game", name=name),
        span,
        help=tr("a game takes rules out of it: `uses: {{{name}: …}}`", name=name),
    )


def too_many(span: Span, most: int) -> Diagnostic:
    return _error(
        "E175",
        tr("a ruleset uses {most} libraries at most", most=most),
        span,
        help=tr("what several of them have to do with each other may stand in one library"),
    )


def used_here(found: Diagnostic, span: Span, library: str, others: Sequence[str] = ()) -> Diagnostic:
    """An error in a library that is there because of the game that uses it: told where the game does. `others`:
    libraries that the game does not use and that have what is missing."""
    first, *more = found.labels
    help, fix = found.help, found.fix
    if others:
        having, other, name = quoted(others), others[0], first.span.text
        advice = tr(
            "declare it, or take it out of {having}: `uses: {{{other}: {name}}}`", having=having, other=other, name=name
        )
        help, fix = advice, None
    needs = tr("what rules of `{library}` speak of has to be in this ruleset", library=library)
    here = Label(span, tr("used here"))
    return replace(found, labels=(here, first, *more), help=f"{help}; {needs}" if help else needs, fix=fix)


def not_named(found: Diagnostic, library: str, name: str) -> Diagnostic:
    """An unknown name that a library has which the game uses already."""
    return replace(
        found, help=tr("the library `{library}` has it: add `{name}` to what `uses` names", library=library, name=name)
    )
