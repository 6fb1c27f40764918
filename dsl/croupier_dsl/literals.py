"""Expand lists and ranges of plain words."""

from __future__ import annotations

from typing import NoReturn

from croupier_dsl import signatures, syntax
from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import meaning, sorts
from croupier_dsl.source import Span

LONGEST = 500


class Invalid(Exception):
    """A sentence that has no meaning; carries what to say about it."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.message)


def is_number(word: str) -> bool:
    """Return whether the word is a number, possibly negative."""
    digits = word.removeprefix("-")
    return digits.isascii() and digits.isdigit()


def ungroup(expr: syntax.Expr) -> syntax.Expr:
    """Return the same without the parentheses around it."""
    while isinstance(expr, syntax.Group):
        expr = expr.inner
    return expr


def spelled(expr: syntax.Expr, full: tuple[str, ...] = ()) -> list[tuple[str, Span]]:
    """Return the words of a list such as `A..K/A`; ranges run along `full` if possible, else along numbers."""
    match ungroup(expr):
        case syntax.Nothing(span):
            raise Invalid(meaning.reserved_value(span, "none"))
        case syntax.Name(span, text):
            return [(text, span)]
        case syntax.Number(span, value):
            return [(str(value), span)]
        case syntax.Alternatives(items=items):
            return [word for item in items for word in spelled(item, full)]
        case syntax.Range(span, low, high) if high is not None:
            return [(word, span) for word in _between(_one(low), _one(high), span, full)]
        case other:
            raise Invalid(sorts.not_a_list_of_words(other.span))


def distinct(expr: syntax.Expr, full: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the words as `spelled` does. Raise Invalid for a reserved or a repeated word."""
    words = spelled(expr, full)
    seen: set[str] = set()
    reserved = [(word, span) for word, span in words if word in signatures.NO_VALUES]
    if reserved:
        (word, span), *others = reserved
        raise Invalid(meaning.reserved_value(span, word, others))
    for word, span in words:
        if word in seen:
            raise Invalid(meaning.value_twice(span, word))
        seen.add(word)
    return tuple(word for word, _ in words)


def _one(expr: syntax.Expr) -> str:
    words = spelled(expr)
    if len(words) != 1:
        raise Invalid(sorts.not_a_list_of_words(expr.span))
    return words[0][0]


def _between(low: str, high: str, span: Span, full: tuple[str, ...]) -> tuple[str, ...]:
    if low in full and high in full:
        first, last = full.index(low), full.index(high)
        if first > last:
            raise Invalid(sorts.range_runs_backwards(span, low, high))
        return full[first : last + 1]
    if not (is_number(low) and is_number(high)):
        _no_such_end(span, high if low in full or is_number(low) else low, full)
    if int(low) > int(high):
        raise Invalid(sorts.range_runs_backwards(span, low, high))
    if int(high) - int(low) >= LONGEST:
        raise Invalid(sorts.range_too_long(span, LONGEST))
    return tuple(str(number) for number in range(int(low), int(high) + 1))


def _no_such_end(span: Span, word: str, full: tuple[str, ...]) -> NoReturn:
    raise Invalid(meaning.not_a_value(span, word, full))
