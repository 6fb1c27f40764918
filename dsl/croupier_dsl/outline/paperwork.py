"""Convert the sections with evidence to syntax: texts, books, clauses, rulings, because, scenarios, seldom."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from croupier_dsl import syntax as s
from croupier_dsl.kinds import Kind
from croupier_dsl.outline.reading import Reading, each, entries, present, several
from croupier_dsl.reader import Entry, Mapping, Node, Scalar, Sequence
from croupier_dsl.source import Span


def texts(reading: Reading, node: Node | None) -> tuple[tuple[s.Name, s.TextEntry], ...]:
    """Return the texts by path."""
    return each(node, lambda entry: _pair(reading.path(entry.key), reading.text(entry.value)))


def books(reading: Reading, node: Node | None) -> tuple[tuple[s.Name, s.TextEntry], ...]:
    return each(node, lambda entry: _pair(reading.id(entry.key), reading.text(entry.value)))


def _pair(name: s.Name | None, text: s.TextEntry | None) -> tuple[s.Name, s.TextEntry] | None:
    return (name, text) if name is not None and text is not None else None


def clauses(reading: Reading, node: Node | None) -> tuple[s.Clause, ...]:
    return each(node, partial(_clause, reading))


def _clause(reading: Reading, entry: Entry) -> s.Clause | None:
    name, body = reading.id(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    place = reading.written(body.get("place"))
    pairs = [pair for pair in body.entries if pair.key.text not in ("book", "place", "kind", "passage")]
    words = tuple(reading.language_pair(pair) for pair in pairs if reading.is_language(pair))
    return s.Clause(
        name,
        reading.ids(body.get("book")),
        place.text if place else "",
        reading.name(body.get("kind")),
        s.TextEntry(body.span, words),
        tuple(_passages(reading, body.get("passage"))),
    )


def _passages(reading: Reading, node: Node | None) -> Iterator[tuple[s.Name | None, s.Name]]:
    """Return the marks of passages, each with its book if one is named."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            book = reading.id(entry.key)
            if book is not None:
                yield from ((book, mark) for mark in _marks(reading, entry.value))
    else:
        yield from ((None, mark) for mark in _marks(reading, node))


def _marks(reading: Reading, node: Node | None) -> Iterator[s.Name]:
    """Yield a mark, or a list of marks."""
    yield from present(reading.written(item) for item in several(node))


def rulings(reading: Reading, node: Node | None) -> tuple[s.Ruling, ...]:
    found = ((reading.id(entry.key), reading.text(entry.value)) for entry in entries(node))
    return tuple(s.Ruling(name, text) for name, text in found if name is not None and text is not None)


def because(reading: Reading, node: Node | None) -> tuple[s.Because, ...]:
    found = ((reading.path(entry.key), reading.ids(entry.value)) for entry in entries(node))
    return tuple(s.Because(path, sources) for path, sources in found if path is not None)


def questions(reading: Reading, node: Node | None) -> tuple[s.Question, ...]:
    return each(node, partial(_question, reading))


def _question(reading: Reading, entry: Entry) -> s.Question | None:
    name, body = reading.id(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    asked = reading.text(body.get("ask"))
    answer = reading.text(body.get("answer"))
    if answer is not None and not any(words.strip() for _, words in answer.words):
        answer = None
    return s.Question(name, asked, answer) if asked is not None else None


def equivalents(reading: Reading, node: Node | None) -> tuple[s.Equivalent, ...]:
    """Return the mutations declared as equivalent, with the reason."""
    found = ((reading.written(entry.key), reading.text(entry.value)) for entry in entries(node))
    return tuple(s.Equivalent(name, reason) for name, reason in found if name is not None and reason is not None)


def seldom(reading: Reading, node: Node | None) -> tuple[s.Seldom, ...]:
    return each(node, partial(_seldom, reading))


def _seldom(reading: Reading, entry: Entry) -> s.Seldom | None:
    path, body = reading.path(entry.key), entry.value
    if path is None or not isinstance(body, Mapping):
        return None
    scenarios, reason = reading.ids(body.get("scenario")), reading.text(body.get("reason"))
    return s.Seldom(path, scenarios, reason) if scenarios and reason is not None else None


# ---------------------------------------------------------------- scenarios


def scenarios(reading: Reading, node: Node | None) -> tuple[s.Scenario, ...]:
    return each(node, partial(_scenario, reading))


def _scenario(reading: Reading, entry: Entry) -> s.Scenario | None:
    name, body = reading.id(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    seats = tuple(_seats(reading, body.get("seats")))
    return s.Scenario(
        name,
        seats=seats,
        options=_options(reading, body.get("options")),
        given=tuple(_given(reading, body.get("given"), {seat.text for seat in seats})),
        chance=present(reading.written(item) for item in several(body.get("chance"))),
        then=tuple(step for item in several(body.get("then")) for step in _steps(reading, item)),
        sources=reading.ids(body.get("because")),
        refused=reading.path(body.get("refused")),
    )


def _seats(reading: Reading, node: Node | None) -> Iterator[s.Name]:
    """Yield the names in `Ann Bob`, or in a list of names."""
    for item in several(node):
        if isinstance(item, Scalar):
            start = item.content.start
            for word in re.finditer(r"\S+", item.content.text):
                span = Span(item.content.source, start + word.start(), start + word.end())
                if (seat := reading.name(Scalar(span, span, word[0], "plain"))) is not None:
                    yield seat


def _options(reading: Reading, node: Node | None) -> tuple[tuple[s.Name, s.Name], ...]:
    found = ((reading.name(entry.key), _accepted(reading, "contents", entry.value)) for entry in entries(node))
    return tuple((name, value) for name, value in found if name is not None and value is not None)


def _given(reading: Reading, node: Node | None, seats: set[str]) -> Iterator[s.Fact | s.Knows | s.Said]:
    """Yield the givens: contents of zones, `Bob knows: {…}` for his memory, `Bob: MOVE` for a choice already made."""
    for entry in entries(node):
        said = isinstance(entry.value, Mapping) or entry.key.text in seats
        found = _said(reading, entry, "done") if said else _fact(reading, entry)
        if found is not None:
            yield found


def _facts(reading: Reading, node: Node | None) -> tuple[s.Fact, ...]:
    return present(_fact(reading, entry) for entry in entries(node))


def _fact(reading: Reading, entry: Entry) -> s.Fact | None:
    """Return a fact, `hand of Ann: 7S 8S`, as it was written, once the grammar has accepted it."""
    thing = _accepted(reading, "fact", entry.key)
    if isinstance(entry.value, Sequence):
        moves = present(_accepted(reading, "action", item) for item in entry.value.items)
        return s.Fact(thing, s.Name(entry.value.span, ""), moves) if thing is not None else None
    contents = _accepted(reading, "contents", entry.value)
    return s.Fact(thing, contents) if thing is not None and contents is not None else None


def _accepted(reading: Reading, kind: Kind, node: Node) -> s.Name | None:
    """Return the text, if the grammar accepts it; the same words are tested once."""
    key = (kind, node.text) if isinstance(node, Scalar) and node.style == "plain" else None
    if key not in reading.accepted:
        if reading.sentence(kind, node) is None:
            return None
        if key is not None:
            reading.accepted.add(key)
    return reading.written(node)


def _steps(reading: Reading, node: Node) -> Iterator[s.ScenarioStep]:
    for entry in entries(node):
        if entry.key.text == "now":
            yield s.Now(entry.key.span.to(entry.value.span), _facts(reading, entry.value))
        elif (said := _said(reading, entry)) is not None:
            yield said


def _said(reading: Reading, entry: Entry, does: Kind = "action") -> s.Said | s.Knows | None:
    speaker = reading.sentence("speaker", entry.key)
    if not isinstance(speaker, s.Speaker):
        return None
    if speaker.verb == "knows":
        return s.Knows(speaker.seat, _facts(reading, entry.value))
    if speaker.verb == "knows not":
        hidden = present(_accepted(reading, "fact", item) for item in several(entry.value))
        return s.Knows(speaker.seat, tuple(s.Fact(thing, thing) for thing in hidden), hidden=True)
    action = reading.sentence("refusal" if speaker.verb == "cannot" else does, entry.value)
    if not isinstance(action, s.Action):
        return None
    end = action.arguments[-1][1].span if action.arguments else action.move.span
    span = action.move.span.to(end)
    return s.Said(speaker.seat, s.Name(span, " ".join(span.text.split())), speaker.verb, action.because)
