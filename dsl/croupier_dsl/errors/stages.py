"""The wording of what stages can have wrong that are said once, or where the first is served: E342, E615 to E622."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Meant, error
from croupier_dsl.errors.meaning import meant
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str | Meant = "") -> Diagnostic:
    return error(code, message, (Label(span),), help)


def not_said_once(span: Span, name: str, said_once: Iterable[str], within: bool) -> Diagnostic:
    """A step by a name that no stage has that is said once. `within`: it is that of a stage within another."""
    if within:
        told = tr("`{name}` is a stage within another, and is not performed by its name", name=name)
        return _error("E342", span, told, tr("write it under `stages`: then it may be performed wherever it is named"))
    told = tr("there is no stage `{name}` under `stages`", name=name)
    return _error("E342", span, told, meant(name, said_once, tr("write it there: `stages: {{{name}: …}}`", name=name)))


def performed_twice(span: Span, name: str) -> Diagnostic:
    return _error(
        "E615",
        span,
        tr("`{name}` is one of these steps already", name=name),
        tr("give each its own stage, so that one can say which is meant: `again: {{steps: {name}}}`", name=name),
    )


def performs_itself(span: Span, circle: Sequence[str]) -> Diagnostic:
    return _error(
        "E616",
        span,
        tr("`{name}` performs itself: {circle}", name=circle[0], circle=" -> ".join(circle)),
        tr("a stage is performed again with `times` or `until`"),
    )


def too_deep(span: Span, name: str, most: int) -> Diagnostic:
    return _error("E617", span, tr("`{name}` is performed more than {most} stages deep", name=name, most=most))


def nobody_passed(span: Span) -> Diagnostic:
    return _error(
        "E641",
        span,
        tr("`all_passed` stands in the `until` of a stage in which the first is served, and nowhere else"),
        tr("write it there: `by: players first served`, `until: all_passed`"),
    )


def served_without_moves(span: Span, name: str) -> Diagnostic:
    return _error(
        "E618",
        span,
        tr("in the stage `{name}` nothing is chosen, so nobody can be served first", name=name),
        tr("give it `moves`; who performs steps of its own comes after another, without `first served`"),
    )


def nobody_can_pass(span: Span, does: bool) -> Diagnostic:
    """`does`: every move does something; else none does."""
    told = tr("each of these moves does something, so the first is always served, and the others are asked for nothing")
    if not does:
        told = tr("none of these moves does anything, so nobody is ever served")
    return _error(
        "E619", span, told, tr("offer a move that does something, and one without `do`, with which one lets it pass")
    )
