"""The wording of what can be wrong with effects, lists of statements that are performed by name: E60x."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.errors.meaning import meant
from croupier_dsl.errors.slips import verb_meant
from croupier_dsl.ir import Type
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str | Meant = "") -> Diagnostic:
    return error(code, message, (Label(span),), help)


def unknown_effect(span: Span, name: str, known: Iterable[str], moves: Iterable[str]) -> Diagnostic:
    """A statement that begins with no verb is an effect by its name."""
    help: str | Meant
    if name in moves:
        help = tr("a move is made by who chooses it: what several moves do is an effect that each of them performs")
    else:
        help = verb_meant(name) or meant(name, known, tr("declare it under `effects`, or begin with a verb as `move`"))
    return _error("E600", span, tr("there is no effect `{name}`", name=name), help)


def performs_itself(span: Span, line: Sequence[str]) -> Diagnostic:
    return _error(
        "E601",
        span,
        tr("the effect `{name}` performs itself: {line}", name=line[0], line=" -> ".join(line)),
        tr("nothing can go on for ever: what is done again and again is a stage"),
    )


def asks_here(span: Span, name: str) -> Diagnostic:
    return _error(
        "E602",
        span,
        tr("`{name}` asks for a choice, and here nobody can be asked", name=name),
        tr("only the `do` of a move may ask: perform it there, or let a stage offer a move that does"),
    )


def ends_here(span: Span, name: str, stage: str) -> Diagnostic:
    return _error(
        "E602",
        span,
        tr("`{name}` ends `{stage}`, which is not a stage that surely encloses this", name=name, stage=stage),
        tr("leave `end {stage}` to where it is performed", stage=stage),
    )


def goes_round_here(span: Span, name: str) -> Diagnostic:
    return _error(
        "E602",
        span,
        tr("`{name}` speaks of who is next, and no stage around this goes round", name=name),
        tr("perform it within a stage that goes round"),
    )


def speaks_of_me_here(span: Span, name: str) -> Diagnostic:
    return _error(
        "E602",
        span,
        tr("`{name}` speaks of who acts, and nobody acts here", name=name),
        tr("declare it `{name} of player` and say whose", name=name),
    )


def about_nothing(span: Span, name: str) -> Diagnostic:
    return _error(
        "E603",
        span,
        tr("the effect `{name}` is about nothing", name=name),
        tr("delete `of …`, or declare it `{name} of …`", name=name),
    )


def about_what(span: Span, name: str, wanted: Type) -> Diagnostic:
    return _error(
        "E603",
        span,
        tr("the effect `{name}` is about {wanted}, and nothing here is one", name=name, wanted=wanted),
        tr("say of what: `{name} of …`", name=name),
    )


def too_much_performed(span: Span, name: str, most: int, deepest: int) -> Diagnostic:
    return _error(
        "E604",
        span,
        tr("with `{name}` there is too much to perform", name=name),
        tr(
            "at most {most} statements come of effects, each counted wherever it is performed, and lists stand in "
            "lists {deepest} deep",
            most=f"{most:,}",
            deepest=deepest,
        ),
    )


def effect_is_no_value(span: Span, name: str) -> Diagnostic:
    return _error(
        "E605",
        span,
        tr("`{name}` is an effect, and has no value", name=name),
        tr("perform it by its name where a statement stands"),
    )


def enters_no_zone(span: Span, name: str, known: Iterable[str]) -> Diagnostic:
    return _error("E606", span, tr("`{name}` is no zone, so no card comes to lie there", name=name), meant(name, known))
