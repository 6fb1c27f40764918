"""Errors in libraries, and in what a game takes from them: E170 to E175."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from croupier_dsl.diagnostics import Diagnostic, Label, error
from croupier_dsl.errors.reading import clipped, listed, near_or, quoted
from croupier_dsl.language import tr
from croupier_dsl.source import Span

NOT_A_GAME = "E174"
"""The code of the error for a library used as a game."""


def unknown_library(span: Span, name: str, near: str | None, _bundled: Iterable[str]) -> Diagnostic:
    bare = tr("a library is bundled, or a file next to this one, named without `.yaml`")
    return error(
        "E170",
        span,
        tr(
            "library `{name}` not found: it is not bundled, and no file of that name is next to this one",
            name=clipped(name),
        ),
        near_or(near, bare),
    )


def no_library(span: Span, name: str) -> Diagnostic:
    return error(
        "E171",
        span,
        tr("`{name}` is not a library", name=clipped(name)),
        tr("`uses` takes a file with `library:`; to change a game, write a variant"),
    )


def unknown_rule(span: Span, name: str, library: str, near: str | None, known: Iterable[str]) -> Diagnostic:
    there = listed(list(known), "and")
    return error(
        "E172",
        span,
        tr("the library `{library}` has no `{name}`", library=library, name=clipped(name)),
        near_or(near, tr("it has {there}", there=there) if there else tr("it has none")),
    )


def declared_here_too(span: Span, name: str, own: Span) -> Diagnostic:
    return error(
        "E173",
        span,
        tr("`{name}` comes from a library, and is also declared here", name=name),
        tr("remove one of the two; anything else that the library's rules need may be declared here"),
        "",
        Label(own, tr("declared here")),
    )


def taken_twice(span: Span, name: str) -> Diagnostic:
    return error(
        "E173",
        span,
        tr("`{name}` is taken from libraries twice", name=clipped(name)),
        tr("name it once, under one of the libraries"),
    )


def declared_twice(span: Span, name: str, other: Span) -> Diagnostic:
    return error(
        "E173",
        span,
        tr("the library declares `{name}` twice", name=name),
        tr("rename one of them: games refer to it by its name"),
        "",
        Label(other, tr("declared here")),
    )


def not_a_game(span: Span, name: str) -> Diagnostic:
    return error(
        NOT_A_GAME,
        span,
        tr("`{name}` is a library, not a game", name=name),
        tr("use its rules in a game: `uses: {{{name}: …}}`", name=name),
    )


def too_many(span: Span, most: int) -> Diagnostic:
    return error(
        "E175",
        span,
        tr("a ruleset may use at most {most} libraries", most=most),
        tr("combine related libraries into one"),
    )


def used_here(found: Diagnostic, span: Span, library: str, others: Sequence[str] = ()) -> Diagnostic:
    """Return an error of a library at the place where the game uses it. `others`: unused libraries that declare the
    missing name."""
    first, *more = found.labels
    help, fix = found.help, found.fix
    if others:
        having, other, name = quoted(others), others[0], first.span.text
        advice = tr(
            "declare it, or take it from {having}: `uses: {{{other}: {name}}}`", having=having, other=other, name=name
        )
        help, fix = advice, None
    needs = tr("the rules of `{library}` need it in this ruleset", library=library)
    here = Label(span, tr("used here"))
    return replace(found, labels=(here, first, *more), help=f"{help}; {needs}" if help else needs, fix=fix)


def not_named(found: Diagnostic, library: str, name: str) -> Diagnostic:
    """Return the error for an unknown name that a library of the game declares, with the fix to add it under `uses`."""
    return replace(
        found, help=tr("the library `{library}` has it: add `{name}` under `uses`", library=library, name=name)
    )
