"""Errors in combos."""

from __future__ import annotations

from collections.abc import Sequence

from croupier_dsl.diagnostics import Diagnostic, error
from croupier_dsl.errors.reading import listed
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def pattern_of_nothing(span: Span, name: str) -> Diagnostic:
    return error(
        "E526",
        span,
        tr("the combo `{name}` matches any cards", name=name),
        tr("add `same`, `different`, `sequence` or `where`"),
    )


def pattern_without_size(span: Span, name: str) -> Diagnostic:
    return error("E527", span, tr("the combo `{name}` has no size", name=name), tr("add `size`, such as `3..`"))


def one_attribute_differs(span: Span) -> Diagnostic:
    return error("E528", span, tr("only one attribute can be `different`"))


def sequence_of_what(span: Span, fitting: Sequence[str], attributes: Sequence[str]) -> Diagnostic:
    if fitting:
        return error("E529", span, tr("these values fit several attributes: {fitting}", fitting=listed(fitting)))
    return error(
        "E529",
        span,
        tr("no attribute has all these values"),
        tr("attributes: {attributes}", attributes=listed(attributes, "and")),
    )


def sequences_differ(span: Span, one: str, other: str) -> Diagnostic:
    return error(
        "E530",
        span,
        tr("the combo is a sequence of `{one}` and of `{other}`; it can only follow one of them", one=one, other=other),
    )


def wilds_of_what(span: Span) -> Diagnostic:
    return error(
        "E531", span, tr("`wilds` must be a number, or a range from 0"), tr("write `0..1`, or `0..` for any number")
    )


def declared_without_wilds(span: Span, name: str) -> Diagnostic:
    return error(
        "E559",
        span,
        tr("`{name}` takes no wild cards, so there is nothing to declare", name=name),
        tr("add `wilds`, such as `wilds: 0..1`"),
    )


def no_best_split(span: Span, name: str) -> Diagnostic:
    return error(
        "E608",
        span,
        tr("`{name}` has `where` or `of`, so it cannot be part of a split", name=name),
        tr("use combos with only `same`, `different` and `sequence` in a split"),
    )


def groups_without_sequence(span: Span, name: str) -> Diagnostic:
    return error(
        "E609",
        span,
        tr("`{name}` has `of`, but no `sequence` for its groups", name=name),
        tr("add `sequence`, such as `sequence: 3..A`"),
    )


def beside_no_groups(span: Span, name: str) -> Diagnostic:
    return error(
        "E610",
        span,
        tr("`{name}` has `beside`, but no groups", name=name),
        tr("add `of` with the combo that forms the sequence, such as `of: pair`"),
    )


def group_of_what(span: Span, name: str, along: str) -> Diagnostic:
    return error(
        "E611",
        span,
        tr("`{name}` cannot form a sequence by {along}", name=name, along=along),
        tr("name a combo of cards with the same {along}, such as `{{same: {along}, size: 2}}`", along=along),
    )


def beside_what(span: Span, name: str) -> Diagnostic:
    return error(
        "E612",
        span,
        tr("`{name}` cannot be the `beside` of another combo", name=name),
        tr("name a combo without `sequence`, `where` and `of`, or say how many cards"),
    )
