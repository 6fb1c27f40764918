"""The wording of what stages can have wrong that are said once: E342 names, E615 to E622."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.errors.meaning import meant
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def _error(code: str, span: Span, message: str, help: str = "") -> Diagnostic:
    return Diagnostic(code, Severity.ERROR, message, (Label(span),), help)


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
