"""Errors in stages that are declared under `stages` or are `first served`: E342, E615 to E622."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from croupier_dsl.diagnostics import Diagnostic, error
from croupier_dsl.errors.meaning import meant
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def not_said_once(span: Span, name: str, said_once: Iterable[str], within: bool) -> Diagnostic:
    """Report a step that names no stage under `stages`. `within`: the name is of a stage inside another."""
    if within:
        told = tr("`{name}` is written inside another stage and cannot be reused by name", name=name)
        return error("E342", span, told, tr("declare it under `stages` to reuse it"))
    told = tr("`stages` has no stage `{name}`", name=name)
    return error("E342", span, told, meant(name, said_once, tr("write it there: `stages: {{{name}: …}}`", name=name)))


def performed_twice(span: Span, name: str) -> Diagnostic:
    return error(
        "E615",
        span,
        tr("`{name}` is already one of these steps", name=name),
        tr("give each use a stage of its own: `again: {{steps: {name}}}`", name=name),
    )


def performs_itself(span: Span, circle: Sequence[str]) -> Diagnostic:
    return error(
        "E616",
        span,
        tr("`{name}` performs itself: {circle}", name=circle[0], circle=" -> ".join(circle)),
        tr("to repeat a stage, use `times` or `until`"),
    )


def too_deep(span: Span, name: str, most: int) -> Diagnostic:
    return error("E617", span, tr("`{name}` is nested more than {most} stages deep", name=name, most=most))


def nobody_passed(span: Span) -> Diagnostic:
    return error(
        "E641",
        span,
        tr("`all_passed` is only for the `until` of a `first served` stage"),
        tr("write it there: `by: players first served`, `until: all_passed`"),
    )


def served_without_moves(span: Span, name: str) -> Diagnostic:
    return error(
        "E618",
        span,
        tr("the stage `{name}` has `first served` but no moves", name=name),
        tr("give it `moves`, or remove `first served`"),
    )


def nobody_can_pass(span: Span, does: bool) -> Diagnostic:
    """Report a stage `first served` in which no player can pass, or no move takes anything. `does`: every move does
    something; else none does."""
    told = tr("each of these moves takes something, so the first player always gets it")
    if not does:
        told = tr("none of these moves takes anything, so nothing ever happens")
    return error("E619", span, told, tr("offer a move with `do` that takes, and one without `do` to pass"))
