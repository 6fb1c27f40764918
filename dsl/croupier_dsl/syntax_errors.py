"""Find the place where a sentence becomes invalid, and the words that could follow there."""

from __future__ import annotations

import re

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.utils import TextSlice

from croupier_dsl.diagnostics import Diagnostic
from croupier_dsl.errors import reading as errors
from croupier_dsl.errors import slips
from croupier_dsl.grammar import tables
from croupier_dsl.kinds import SPOKEN, Kind
from croupier_dsl.source import Span

_SIGNS = re.compile(r"[^\w\s()]+|.", re.DOTALL)
_WORD = re.compile(r"[A-Za-z]\w*", re.ASCII)
_GLUED = re.compile(r"\w+(?=(=+))")
"""A name followed by `=`: the lexer reads it as the key of an action."""
_BECAUSE = re.compile(r"(\w+)\s+(because)(?=\s*$|\s+because\b)")
"""A move with `because` in the place of a value."""


def explain(kind: Kind, span: Span) -> Diagnostic:
    """Return the diagnostic for a sentence that the grammar refuses."""
    read, at, end = _read(kind, span)
    if kind == "statement" and len(read) == 1 and read[0].type == "NAME":  # a verb was meant, and no effect
        at, end, read = read[0].start_pos or 0, read[0].end_pos or 0, []
    text = span.source.text
    for number, token in enumerate(read):  # `form` is not `for` followed by an m
        word = _WORD.match(text, token.start_pos or 0, span.end)
        if word and (token.end_pos or 0) < word.end():
            at, end, read = word.start(), word.end(), read[:number]
            break
    fed = list(read)
    glued = _GLUED.match(text, at, span.end)
    if glued and "NAME" in _possible(kind, span, fed):
        fed.append(Token("NAME", glued[0], start_pos=at))
        at, end = glued.end(), glued.end(1)
    possible = _possible(kind, span, fed)
    wanted = slips.expected(possible, kind)
    before, rest = text[span.start : at], text[at : span.end]
    help = slips.advice(kind, possible, before, rest)
    if kind in ("action", "refusal") and (value := _BECAUSE.match(text, span.start, span.end)):
        return errors.because_as_a_value(Span(span.source, value.start(2), value.end(2)), value[1])
    if not rest.strip():
        last = fed[-1].end_pos or at if fed else span.start
        return errors.unfinished_sentence(Span(span.source, last, last), SPOKEN[kind], wanted, help)
    wanted = slips.shortened(wanted, help)
    here = Span(span.source, at, end)
    if kind == "action" and here.text == "because":
        return errors.because_outside_cannot(here)
    if here.text.startswith("\xa0"):
        return errors.no_break_space(Span(span.source, at, at + 1))
    if re.search(r"\w|[()]", here.text) or _known_sign(here.text):
        return errors.unreadable_sentence(here, SPOKEN[kind], wanted, help)
    return errors.unknown_sign(here, SPOKEN[kind], wanted, help)


def _read(kind: Kind, span: Span) -> tuple[list[Token], int, int]:
    """Return the tokens up to the place where it goes wrong, and that place."""
    read: list[Token] = []
    reading = tables().parse_interactive(TextSlice(span.source.text, span.start, span.end), start=kind)
    try:
        for token in reading.iter_parse():
            read.append(token)
    except UnexpectedToken as error:
        if read and read[-1] is error.token:
            read.pop()
        at = error.token.start_pos or span.start
        return read, at, error.token.end_pos or at
    except UnexpectedCharacters as error:
        start: int = getattr(error, "pos_in_stream", span.start)
        signs = _SIGNS.match(span.source.text, start, span.end)
        return read, start, signs.end() if signs else span.end
    return read, span.end, span.end


def _possible(kind: Kind, span: Span, read: list[Token]) -> set[str]:
    """Return the terminals that could follow some tokens."""
    again = tables().parse_interactive(TextSlice(span.source.text, span.start, span.end), start=kind)
    for token in read:
        again.feed_token(token)
    possible = set(again.accepts())  # type: ignore[no-untyped-call]  # lark does not type it
    numbered = bool(read) and read[-1].type != "NAME"  # `2 of` is rarely intended
    return possible - {"OF"} if numbered and "$END" in possible else possible


def _known_sign(sign: str) -> bool:
    return sign in {"<", "<=", ">", ">=", "+", "-", "*", "/", "..", "…", "..."}


def following(kind: Kind, span: Span) -> tuple[tuple[str, ...], set[str]] | None:
    """Return the words of a partial sentence, and the possible next ones: words of the language, or `NAME` for any
    name.

    None if it cannot be the beginning of one.
    """
    read, at, _ = _read(kind, span)
    if span.source.text[at : span.end].strip():
        return None
    plain = {terminal.name: terminal.pattern.value for terminal in tables().terminals if terminal.pattern.type == "str"}
    possible = {plain.get(terminal, terminal) for terminal in _possible(kind, span, read)}
    return tuple(str(token) for token in read), {word for word in possible if word == "NAME" or word.islower()}
