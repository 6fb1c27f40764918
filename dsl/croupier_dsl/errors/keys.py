"""Errors in things that exist once per number or word: E582 to E588."""

from __future__ import annotations

from croupier_dsl.diagnostics import Diagnostic, error
from croupier_dsl.errors.reading import sort
from croupier_dsl.ir import Type
from croupier_dsl.language import tr
from croupier_dsl.source import Span


def keys_come_first(span: Span) -> Diagnostic:
    return error(
        "E582",
        span,
        tr("numbers and words go before the owner, and only once"),
        tr("write them first: `bet of 1..3 of player`"),
    )


def keys_of_what(span: Span, what: str) -> Diagnostic:
    return error(
        "E583",
        span,
        tr("`{what}` is not a list of numbers or words", what=what),
        tr("write a range of numbers, `row of 1..4`, or the name of a list of words, `pile of suit`"),
    )


def one_subject(span: Span, name: str) -> Diagnostic:
    return error(
        "E584",
        span,
        tr("`{name}` takes one argument with `of`, not two", name=name),
        tr("only zones and state of the table, players and teams can exist once per number or word"),
    )


def about_any(span: Span, name: str) -> Diagnostic:
    return error(
        "E589",
        span,
        tr("`{name}` takes any number or word, not a list of some", name=name),
        tr("write `{name} of number`, or `of` the name of a list of words", name=name),
    )


def no_keys_before(span: Span, counted: bool) -> Diagnostic:
    """Report keys that are not written first. `counted`: they look like an amount, as in a choice."""
    help = tr("write a property before `of`; a value only after something that exists once per value")
    if counted:
        help = tr("a condition tests single things, not choices of several; use a stage with `else`")
    if counted and span.text.strip().isdigit():
        help = tr("only a choice takes `{amount} of …`; write `top {amount} of …` for cards", amount=span.text.strip())
    return error("E585", span, tr("`{text}` is not a property", text=span.text.strip()), help)


def which_of_them(span: Span, name: str, key: Type) -> Diagnostic:
    return error(
        "E586",
        span,
        tr("there is one `{name}` per {key}: which one?", name=name, key=sort(key)),
        tr("say which: `{name} of …`", name=name),
    )


def out_of_keys(span: Span, name: str, word: str, keys: str) -> Diagnostic:
    return error(
        "E587", span, tr("there is no `{name}` of {word}", name=name, word=word), tr("it exists for {keys}", keys=keys)
    )


def too_many_keys(span: Span, found: int, most: int) -> Diagnostic:
    return error(
        "E588",
        span,
        tr("{found} numbers exceed the limit of {most}", found=f"{found:,}", most=most),
        tr("write a shorter range"),
    )
