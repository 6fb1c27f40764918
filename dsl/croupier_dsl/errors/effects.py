"""Errors in effects, which are named lists of statements: E60x."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, Meant, error
from croupier_dsl.errors.meaning import meant
from croupier_dsl.errors.slips import verb_meant
from croupier_dsl.ir import Type
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def unknown_effect(span: Span, name: str, known: Iterable[str], moves: Iterable[str]) -> Diagnostic:
    """Report a statement that starts with an unknown word, which is taken for the name of an effect."""
    help: str | Meant
    if name in moves:
        help = tr("a move is chosen by a player; declare statements that several moves share as an effect")
    else:
        help = verb_meant(name) or meant(
            name, known, tr("declare it under `effects`, or start with a verb such as `move`")
        )
    return error("E600", span, tr("unknown effect `{name}`", name=name), help)


def performs_itself(span: Span, line: Sequence[str]) -> Diagnostic:
    return error(
        "E601",
        span,
        tr("the effect `{name}` performs itself: {line}", name=line[0], line=" -> ".join(line)),
        tr("to repeat something, write a stage with `times` or `until`"),
    )


def asks_here(span: Span, name: str) -> Diagnostic:
    return error(
        "E602",
        span,
        tr("`{name}` asks for a choice, but no player can be asked here", name=name),
        tr("only the `do` of a move may ask: perform it there, or offer a move that performs it"),
    )


def ends_here(span: Span, name: str, stage: str) -> Diagnostic:
    return error(
        "E602",
        span,
        tr("`{name}` ends `{stage}`, but `{stage}` is not always running here", name=name, stage=stage),
        tr("move `end {stage}` to the place where the effect is performed", stage=stage),
    )


def goes_round_here(span: Span, name: str) -> Diagnostic:
    return error(
        "E602",
        span,
        tr("`{name}` needs a next player, and no stage around this has turns", name=name),
        tr("perform it within a stage with turns"),
    )


def speaks_of_me_here(span: Span, name: str) -> Diagnostic:
    return error(
        "E602",
        span,
        tr("`{name}` needs a current player, and there is none here", name=name),
        tr("declare it `{name} of player`, and name the player where you use it", name=name),
    )


def about_nothing(span: Span, name: str) -> Diagnostic:
    return error(
        "E603",
        span,
        tr("the effect `{name}` takes no `of`", name=name),
        tr("delete `of …`, or declare it `{name} of …`", name=name),
    )


def about_what(span: Span, name: str, wanted: Type) -> Diagnostic:
    return error(
        "E603",
        span,
        tr("the effect `{name}` acts on {wanted}, and there is none here", name=name, wanted=wanted),
        tr("add what it acts on: `{name} of …`", name=name),
    )


def too_much_performed(span: Span, name: str, most: int, deepest: int) -> Diagnostic:
    return error(
        "E604",
        span,
        tr("`{name}` exceeds the limit of statements or nesting", name=name),
        tr(
            "the limits are {most} statements from effects, counted wherever they are performed, and lists "
            "nested {deepest} deep",
            most=f"{most:,}",
            deepest=deepest,
        ),
    )


def effect_is_no_value(span: Span, name: str) -> Diagnostic:
    return error(
        "E605", span, tr("`{name}` is an effect, so it has no value", name=name), tr("write its name as a statement")
    )


def enters_no_zone(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return error("E606", span, tr("`{name}` is not a zone", name=name), meant(name, known))
