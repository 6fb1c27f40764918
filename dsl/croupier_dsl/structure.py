"""Check the keys and structure of a file against the JSON Schema, and report errors at their nodes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import Protocol

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.errors.reading import clipped
from croupier_dsl.language import later, tr
from croupier_dsl.reader import Document, Mapping, Node, Scalar, Sequence
from croupier_dsl.shapes import Json, fits
from croupier_dsl.source import Span
from croupier_dsl.spelling import nearest

MOST_LOOKED_AT = 10_000
"""The number of structural errors of a file that are counted."""


@frozen
class Part:
    """The keys that a file may have, of a game, variant or library, those it needs, and its name."""

    spoken: str
    keys: tuple[str, ...] | None = None
    required: tuple[str, ...] | None = None
    translation: bool = False
    whole: str = "game"


RULESET = Part(later("a ruleset"))
VARIANT = Part(later("a variant"), whole="variant")
LIBRARY = Part(later("a library"), whole="library")
CLAUSES = Part(later("a file of clauses"), ("books", "clauses", "rulings", "questions", "equivalent"), ())
SCENARIOS = Part(later("a file of scenarios"), ("scenarios", "seldom"), ())


def validate(document: Document, diagnostics: Diagnostics, part: Part = RULESET) -> bool:
    """Return whether a file has the structure of a ruleset, or of one of its sidecar files."""
    data = plain(document.root)
    if fits(data, _schema(part)):
        return True
    failures = _validator(part).iter_errors(data)
    valid = True
    for failure in islice(failures, MOST_LOOKED_AT):
        if diagnostics.full:
            diagnostics.more += 1
            continue
        for diagnostic in _explain(document.root, failure, part):
            diagnostics.add(diagnostic)
            valid = False
    return valid


def plain(node: Node) -> Json:
    """Return a node as JSON; every scalar is text, and nothing at all is null."""
    match node:
        case Mapping(_, entries):
            return {entry.key.text: plain(entry.value) for entry in entries}
        case Sequence(_, items):
            return [plain(item) for item in items]
        case Scalar():
            return None if node.empty else node.text


class _Failure(Protocol):
    """The used attributes of a ValidationError."""

    validator: str
    validator_value: Json
    instance: Json
    schema: dict[str, Json]

    @property
    def absolute_path(self) -> Iterable[str | int]: ...


class _Validator(Protocol):
    def iter_errors(self, instance: Json) -> Iterator[_Failure]: ...


@cache
def schema() -> dict[str, Json]:
    """Return the JSON Schema of rulesets, games and variants, as editors read it."""
    return _load()


def _load() -> dict[str, Json]:
    loaded: dict[str, Json] = json.loads(files("croupier_dsl").joinpath("schema.json").read_text("utf-8"))
    return loaded


@cache
def _validator(part: Part) -> _Validator:
    from jsonschema import Draft7Validator  # dear to import, and needed only to say what is wrong

    made: _Validator = Draft7Validator(_schema(part))
    return made


_FILES = ("game", "variant", "library", "clauses_file", "scenarios_file", "translation_file")
"""The definitions that are of whole files; editors find them there."""


@cache
def _schema(part: Part) -> dict[str, Json]:
    """Return the schema of a file, without references."""
    loaded = _load()  # a copy of its own, since it is tied into knots
    whole = _definition(loaded, part.whole)
    properties = whole["properties"]
    assert isinstance(properties, dict)
    kept = properties if part.keys is None else {key: properties[key] for key in part.keys}
    if part.translation:
        word: dict[str, Json] = {"type": ["string", "number", "boolean"]}
        words: dict[str, Json] = {"type": "object", "additionalProperties": word}
        kept = {"title": word, "text": words, "options": words}
    required: Json = whole["required"] if part.required is None else [*part.required]
    definitions = loaded["$defs"]
    assert isinstance(definitions, dict)
    others = {name: schema for name, schema in definitions.items() if name not in _FILES}
    return _knot({**whole, "properties": kept, "required": required, "$defs": others})


def _definition(loaded: dict[str, Json], name: str) -> dict[str, Json]:
    definitions = loaded["$defs"]
    assert isinstance(definitions, dict)
    found = definitions[name]
    assert isinstance(found, dict)
    return found


def _knot(whole: dict[str, Json]) -> dict[str, Json]:
    """Return the schema with every reference replaced by what it refers to: looking references up costs more than
    checking.
    """
    definitions = whole["$defs"]
    assert isinstance(definitions, dict)

    def tie(schema: Json) -> Json:
        if isinstance(schema, list):
            return [tie(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        if isinstance(name := schema.get("$ref"), str):
            return definitions[name.removeprefix("#/$defs/")]
        for key, value in schema.items():
            schema[key] = tie(value)
        return schema

    for definition in definitions.values():
        tie(definition)
    return {key: tie(value) for key, value in whole.items() if key != "$defs"}


# ---------------------------------------------------------------- failures in words

_SHAPES = {"object": later("a mapping"), "array": later("a list"), "string": later("a text")}
_TEXTS = {
    "moves": later("a word"),
    "steps": later("a word"),
    "seats": later("words"),
    "because": later("a word"),
    "told": later("a word"),
    "chance": later("a word"),
    "title": later("a text"),
    "text": later("a text"),
    "game": later("a word"),
    "deck": later("a word"),
    "croupier": later("a number"),
}
_TOP = {
    "options": later("an option"),
    "combos": later("a combo"),
    "moves": later("a move"),
    "whenever": later("a rule"),
    "clauses": later("a clause"),
    "scenarios": later("a scenario"),
    "seldom": later("a part that is seldom reached"),
    "tables": later("a table"),
}


def _explain(root: Node, failure: _Failure, part: Part) -> Iterator[Diagnostic]:
    path = list(failure.absolute_path)
    node, key = _find(root, path)
    place = _place(path, part)
    if isinstance(node, Mapping) and node.torn and failure.validator in ("required", "minProperties"):
        return  # what is missing may be what could not be read
    match failure.validator:
        case "type" if isinstance(failure.validator_value, list | str):
            yield _wrong_type(node, key, failure.validator_value, _valid_form(path, node))
        case "additionalProperties" if isinstance(node, Mapping):
            properties = failure.schema.get("properties")
            known = set(properties) if isinstance(properties, dict) else set()
            absent = known - {entry.key.text for entry in node.entries}
            for entry in node.entries:
                if entry.key.text not in known:
                    yield _unknown_key(entry.key, known, absent, place, part)
        case "required" if isinstance(node, Mapping) and isinstance(failure.validator_value, list):
            for missing in failure.validator_value:
                if isinstance(missing, str) and node.entry(missing) is None:
                    yield errors.missing_key(key.span if key else _first_key(node).span, missing, place)
        case "enum" if isinstance(failure.validator_value, list) and isinstance(node, Scalar):
            if path == ["croupier"]:
                yield errors.wrong_version(node.span)
            else:
                allowed = [str(value) for value in failure.validator_value]
                yield errors.not_one_of(node.span, allowed, nearest(node.text, allowed))
        case "minItems":
            yield errors.nothing_here((key or node).span, key.text if key else place, tr("at least one item"))
        case "minProperties":
            yield errors.nothing_here((key or node).span, key.text if key else place, tr("at least one key"))
        case "dependencies" if isinstance(node, Mapping) and isinstance(failure.validator_value, dict):
            for name, needed in failure.validator_value.items():
                if (entry_ := node.entry(name)) and isinstance(needed, list):
                    for other in needed:
                        if isinstance(other, str) and node.entry(other) is None:
                            yield errors.key_needs(entry_.key.span, name, other)
        case _:
            shapes = failure.schema.get("type", "object")
            wanted = shapes if isinstance(shapes, list | str) else "object"
            yield _wrong_type(node, key, wanted, _valid_form(path, node))


def _unknown_key(key: Scalar, known: set[str], absent: set[str], place: str, part: Part) -> Diagnostic:
    whole = _definition(schema(), "game")["properties"]
    if part.keys is not None and isinstance(whole, dict) and key.text in whole and set(part.keys) == known:
        return errors.wrong_file(key.span, tr("the ruleset itself"))
    if part is VARIANT and place == tr(part.spoken) and isinstance(whole, dict) and key.text in whole:
        return errors.not_in_a_variant(key.span, clipped(key.text))
    meant = _SYNONYMS.get(key.text)
    return errors.unknown_key(key.span, place, meant if meant in absent else nearest(key.text, absent), known)


_SYNONYMS = {
    "book": "because", "actions": "moves", "variables": "state", "winner": "result", "scoring": "result",
    "definitions": "define", "rounds": "times", "if": "when", "condition": "when", "then": "do", "effect": "do",
    "start": "begin", "setup": "begin", "name": "title", "deck": "cards", "triggers": "whenever", "default": "is",
    "values": "is",
}  # fmt: skip


def _valid_form(path: list[str | int], node: Node) -> str:
    """Return a valid form for a part with a wrong structure; empty if none is known."""
    empty = not node.items if isinstance(node, Sequence) else isinstance(node, Scalar) and node.empty
    match path:
        case ["moves", move] if empty:
            return errors.written(f"{move}: {{}}")
        case ["cards"] if isinstance(node, Scalar) and not empty:
            return errors.written(f"cards: {{deck: {node.text}}}")
        case [*_, "when" | "until" | "must"] if isinstance(node, Sequence):
            return errors.several_conditions()
    if path[:1] != ["scenarios"]:
        return ""
    if isinstance(node, Sequence) and node.items and all(isinstance(item, Scalar) for item in node.items):
        return errors.told_in_a_row(item.text for item in node.items if isinstance(item, Scalar))
    if isinstance(node, Mapping) and len(path) > 3 and node.entries:
        words = (f"{e.key.text} {e.value.text}" if isinstance(e.value, Scalar) else e.key.text for e in node.entries)
        return errors.told_in_a_row(words)
    return errors.told_by_whom(node.text) if isinstance(node, Scalar) and path[2:3] == ["then"] else ""


def _wrong_type(node: Node, key: Scalar | None, wanted: list[Json] | str, help: str = "") -> Diagnostic:
    shapes = [wanted] if isinstance(wanted, str) else [str(shape) for shape in wanted]
    names = list(dict.fromkeys(_SHAPES[shape] for shape in shapes if shape in _SHAPES))
    text = _TEXTS.get(key.text, later("a sentence")) if key else later("a sentence")
    spoken = errors.listed([tr(text if name == "a text" else name) for name in names])
    match node:
        case Scalar() if node.empty and key is not None:
            return errors.nothing_here(key.span, key.text, spoken, help)
        case Scalar():
            return errors.wrong_shape(node.span, spoken, tr("a text"), help)
        case Mapping():
            return errors.wrong_shape(_first_key(node).span, spoken, tr("a mapping"), help)
        case Sequence():
            return errors.wrong_shape(_opening(node), spoken, tr("a list"), help)


def _first_key(node: Mapping) -> Scalar | Mapping:
    return node.entries[0].key if node.entries else node


def _opening(node: Sequence) -> Span:
    span = node.span
    return Span(span.source, span.start, min(span.start + 1, span.end))


def _find(root: Node, path: list[str | int]) -> tuple[Node, Scalar | None]:
    """Return the node at a path, and its key."""
    node, key = root, None
    for step in path:
        if isinstance(node, Mapping) and isinstance(step, str) and (entry := node.entry(step)):
            node, key = entry.value, entry.key
        elif isinstance(node, Sequence) and isinstance(step, int):
            node, key = node.items[step], None
    return node, key


def _place(path: list[str | int], part: Part) -> str:
    words = [step for step in path if isinstance(step, str)]
    if not words:
        return tr(part.spoken)
    if words[0] == "play" or (words[0] == "stages" and len(words) > 1):
        of_stage = len(words) == 1 or words[-2] in ("steps", "stages")
        return tr("the stage `{name}`", name=words[-1]) if of_stage else f"`{words[-1]}`"
    if len(words) == 2 and words[0] in _TOP:
        sort = tr(_TOP[words[0]])
        return f"{sort} (`{words[1]}`)"
    return f"`{words[-1]}`"
