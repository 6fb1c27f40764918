"""Convert the sections on material to syntax: options, cards, tables, zones, state, combos, result."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from croupier_dsl import syntax as s
from croupier_dsl.errors import reading as errors
from croupier_dsl.language import tr
from croupier_dsl.outline.reading import Reading, each, entries, present, several
from croupier_dsl.reader import Entry, Mapping, Node


def options(reading: Reading, node: Node | None) -> tuple[s.Option, ...]:
    return each(node, partial(_option, reading))


def _option(reading: Reading, entry: Entry) -> s.Option | None:
    name, body = reading.name(entry.key), entry.value
    get = body.get if isinstance(body, Mapping) else {"is": body}.get
    thing, needs, text = reading.thing(get("is")), reading.conditions(get("needs")), reading.text(get("text"))
    if isinstance(body, Mapping) and (own := body.entry("starting")) and thing is not None:
        if thing.starting is not None:
            reading.note(errors.keys_exclude(own.key.span, "starting", "is: … starting", tr("an option")))
        thing = replace(thing, starting=reading.expr(own.value))
    return s.Option(name, thing, needs, text) if name is not None and thing is not None else None


def presets(reading: Reading, node: Node | None) -> tuple[s.Preset, ...]:
    return each(node, partial(_preset, reading))


def _preset(reading: Reading, entry: Entry) -> s.Preset | None:
    name, body = reading.id(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    found = ((reading.name(pair.key), reading.written(pair.value)) for pair in entries(body.get("options")))
    chosen = tuple((option, value) for option, value in found if option is not None and value is not None)
    return s.Preset(name, reading.text(body.get("title")), chosen)


def cards(reading: Reading, entry: Entry | None) -> s.Cards | None:
    if entry is None or not isinstance(entry.value, Mapping):
        return None
    get = entry.value.get
    if (deck := entry.value.entry("deck")) and (made := entry.value.entry("attributes")):
        late = max(deck.key, made.key, key=lambda key: key.span.start)
        reading.note(errors.keys_exclude(late.span, "deck", "attributes", "`cards`"))
    parts = each(get("parts"), partial(_card_part, reading))
    if (several := entry.value.entry("parts")) is not None:
        for other in filter(None, map(entry.value.entry, ("deck", "attributes", "copies"))):
            late = max(several.key, other.key, key=lambda key: key.span.start)
            help = tr("each of the `parts` has its own `{key}`: write it there", key=other.key.text)
            reading.note(errors.keys_exclude(late.span, "parts", other.key.text, "`cards`", help))
    elif {key.key.text for key in entry.value.entries} <= {"copies", "packs", "order", "wild"}:
        reading.note(errors.no_deck(entry.key.span))
    return s.Cards(
        entry.key.span.to(entry.value.span),
        reading.name(get("deck")),
        reading.named_exprs(get("attributes")),
        reading.expr(get("copies")),
        reading.expr(get("packs")),
        reading.named_exprs(get("order")),
        reading.expr(get("wild")),
        parts,
    )


def _card_part(reading: Reading, entry: Entry) -> s.CardPart | None:
    name, body = reading.id(entry.key), entry.value
    if name is None or not isinstance(body, Mapping):
        return None
    if (deck := body.entry("deck")) and (made := body.entry("attributes")):
        late = max(deck.key, made.key, key=lambda key: key.span.start)
        reading.note(errors.keys_exclude(late.span, "deck", "attributes", f"`{name.text}`"))
    elif not deck and not body.entry("attributes"):
        reading.note(errors.no_deck(entry.key.span, name.text))
    copies = reading.expr(body.get("copies"))
    return s.CardPart(name, reading.name(body.get("deck")), reading.named_exprs(body.get("attributes")), copies)


def tables(reading: Reading, node: Node | None) -> tuple[s.Table, ...]:
    return each(node, partial(_table, reading))


def _table(reading: Reading, entry: Entry) -> s.Table | None:
    head = reading.head(entry.key)
    rows = each(entry.value, lambda row: _row(reading, row))
    return s.Table(head, rows) if head is not None else None


def _row(reading: Reading, entry: Entry) -> s.Row | None:
    key, value = reading.row(entry.key), reading.expr(entry.value)
    return s.Row(key, value) if key is not None and value is not None else None


def declarations(reading: Reading, node: Node | None) -> tuple[s.Declaration, ...]:
    """Return the zones, or the state variables."""
    return each(node, partial(_declaration, reading))


def _declaration(reading: Reading, entry: Entry) -> s.Declaration | None:
    head, thing = reading.head(entry.key), reading.thing(entry.value)
    return s.Declaration(head, thing) if head is not None and thing is not None else None


def combos(reading: Reading, node: Node | None) -> tuple[s.Combo, ...]:
    return each(node, partial(_combo, reading))


def _combo(reading: Reading, entry: Entry) -> s.Combo | None:
    name, value = reading.name(entry.key), entry.value
    if name is None:
        return None
    if not isinstance(value, Mapping):
        parts = reading.expr(value)
        return s.Either(name, parts) if parts is not None else None
    if value.entry("split"):
        _excluded(reading, value, "split", ("same", "different", "sequence", "size", "wilds", "declared"))
        _excluded(reading, value, "split", ("where", "of", "beside"))
        split, least = reading.expr(value.get("split")), reading.expr(value.get("least"))
        return s.Split(name, split, least) if split is not None and least is not None else None
    if value.entry("of"):
        _excluded(reading, value, "of", ("same", "different", "wilds", "declared"))
    return s.Pattern(
        name,
        reading.expr(value.get("same")),
        reading.expr(value.get("different")),
        reading.expr(value.get("sequence")),
        reading.expr(value.get("size")),
        reading.expr(value.get("wilds")),
        reading.expr(value.get("declared")),
        reading.expr(value.get("where")),
        reading.expr(value.get("of")),
        reading.expr(value.get("beside")),
    )


def _excluded(reading: Reading, body: Mapping, key: str, others: tuple[str, ...]) -> None:
    """Report keys of a combo that exclude a demand."""
    for demand in others:
        if other := body.entry(demand):
            reading.note(errors.keys_exclude(other.key.span, key, demand, tr("a combo")))


def definitions(reading: Reading, node: Node | None) -> tuple[s.Definition, ...]:
    return each(node, partial(_definition, reading))


def _definition(reading: Reading, entry: Entry) -> s.Definition | None:
    head, body = reading.head(entry.key), reading.expr(entry.value)
    return s.Definition(head, body) if head is not None and body is not None else None


def result(reading: Reading, entry: Entry | None) -> s.Result | None:
    if entry is None or not isinstance(entry.value, Mapping):
        return None
    get = entry.value.get
    return s.Result(
        entry.key.span.to(entry.value.span),
        present(reading.expr(item) for item in several(get("score"))),
        reading.name(get("best")),
        reading.expr(get("losers")),
        reading.expr(get("won")),
    )
