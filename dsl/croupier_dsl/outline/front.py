"""Opens a ruleset and the files beside it, and turns them into one syntax.Ruleset."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from croupier_dsl import syntax as s
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import reading as errors
from croupier_dsl.outline import paperwork, play, sections, translation
from croupier_dsl.outline.reading import Reading, is_language
from croupier_dsl.reader import MAX_CHARACTERS, Document, Mapping, Scalar, read
from croupier_dsl.source import SourceFile, Span
from croupier_dsl.structure import CLAUSES, SCENARIOS, validate


def parse_text(text: str, name: str, diagnostics: Diagnostics) -> s.Ruleset | None:
    """The ruleset in a text; None where nothing can be made of it."""
    ruleset = _ruleset(SourceFile(name, text.removeprefix("\ufeff")), diagnostics)
    _sort(diagnostics)
    return ruleset


def parse_file(path: Path, diagnostics: Diagnostics) -> s.Ruleset | None:
    """The ruleset in a file, with what stands in the files beside it; None where nothing can be made of it."""
    source = _open(path, diagnostics)
    ruleset = _ruleset(source, diagnostics) if source else None
    for beside in _beside(path) if ruleset else []:
        if (opened := _open(beside, diagnostics)) is not None:
            word = beside.name.split(".")[-2]
            ruleset = _merge(ruleset, opened, word, diagnostics) if ruleset else None
    _sort(diagnostics)
    return ruleset


def _sort(diagnostics: Diagnostics) -> None:
    """In the order of the text: structure and sentences are checked one after the other."""
    files = list(dict.fromkeys(d.span.source for d in diagnostics.found if d.span))
    diagnostics.found.sort(key=lambda d: (files.index(d.span.source), d.span.start) if d.span else (-1, 0))


def _open(path: Path, diagnostics: Diagnostics) -> SourceFile | None:
    nowhere = Span(SourceFile(str(path), "", path), 0, 0)
    try:
        with path.open("rb") as file:
            raw = file.read(4 * MAX_CHARACTERS + 1)
    except OSError as error:
        diagnostics.add(errors.cannot_open(nowhere, (error.strerror or "it cannot be opened").lower()))
        return None
    try:
        return SourceFile(str(path), raw.decode("utf-8-sig"), path)
    except UnicodeDecodeError as error:
        if error.start >= 4 * MAX_CHARACTERS - 4:
            diagnostics.add(errors.too_large(nowhere, "1 MiB"))
            return None
        shown = SourceFile(str(path), raw.decode("utf-8", "replace"), path)
        at = shown.text.find("\ufffd")
        diagnostics.add(errors.bad_encoding(Span(shown, at, at + 1)))
        return None


def _beside(path: Path) -> list[Path]:
    """NAME.clauses.yaml, NAME.scenarios.yaml and one NAME.LANGUAGE.yaml for each language, where they exist."""
    pattern = re.compile(rf"{re.escape(path.stem)}\.([a-z]+)\.yaml")
    try:
        found = sorted(path.parent.iterdir())
    except OSError:
        return []
    words = [(match[1], file) for file in found if (match := pattern.fullmatch(file.name)) and file.is_file()]
    return [file for word, file in words if word in ("clauses", "scenarios") or is_language(word)]


def _ruleset(source: SourceFile, diagnostics: Diagnostics) -> s.Ruleset | None:
    document = read(source, diagnostics)
    if document is None:
        return None
    root = document.root
    if isinstance(root, Mapping) and (variant := root.entry("variant")):
        diagnostics.add(errors.variants_later(variant.key.span))
        return None
    validate(document, diagnostics)
    return _game(document, root, diagnostics) if isinstance(root, Mapping) else None


def _game(document: Document, root: Mapping, diagnostics: Diagnostics) -> s.Ruleset:
    source, get = document.source, root.get
    reading = Reading(source, diagnostics, _language(root, diagnostics))
    game = reading.id(get("game"))
    return s.Ruleset(
        source=source,
        name=game or s.Name(Span(source, 0, 0), Path(source.name).stem),
        title=reading.text(get("title")),
        players=reading.expr(get("players")),
        teams=reading.expr(get("teams")),
        limit=reading.expr(get("limit")),
        options=sections.options(reading, get("options")),
        cards=sections.cards(reading, root.entry("cards")),
        tables=sections.tables(reading, get("tables")),
        zones=sections.declarations(reading, get("zones")),
        state=sections.declarations(reading, get("state")),
        combos=sections.combos(reading, get("combos")),
        definitions=sections.definitions(reading, get("define")),
        play=play.stage(reading, root.entry("play")),
        moves=play.moves(reading, get("moves")),
        triggers=play.triggers(reading, get("whenever")),
        result=sections.result(reading, root.entry("result")),
        text=paperwork.texts(reading, get("text")),
        books=paperwork.books(reading, get("books")),
        clauses=paperwork.clauses(reading, get("clauses")),
        rulings=paperwork.rulings(reading, get("rulings")),
        because=paperwork.because(reading, get("because")),
        scenarios=paperwork.scenarios(reading, get("scenarios")),
        comments=document.comments,
        equivalents=paperwork.equivalents(reading, get("equivalent")),
        questions=paperwork.questions(reading, get("questions")),
    )


def _language(root: Mapping, diagnostics: Diagnostics) -> str:
    node = root.get("language")
    if not isinstance(node, Scalar) or node.empty:
        return "en"
    if not is_language(node.text):
        diagnostics.add(errors.unknown_language(node.span))
        return "en"
    return node.text


def _merge(ruleset: s.Ruleset, source: SourceFile, word: str, diagnostics: Diagnostics) -> s.Ruleset:
    """A ruleset with what stands in one file beside it."""
    document = read(source, diagnostics)
    if document is None:
        return ruleset
    part = {"clauses": CLAUSES, "scenarios": SCENARIOS}.get(word, translation.PART)
    validate(document, diagnostics, part)
    root = document.root
    if not isinstance(root, Mapping):
        return ruleset
    match word:
        case "clauses":
            return _with_clauses(ruleset, Reading(source, diagnostics), root)
        case "scenarios":
            reading = Reading(source, diagnostics)
            added = paperwork.scenarios(reading, root.get("scenarios"))
            first = {scenario.name.text: scenario.name for scenario in ruleset.scenarios}
            kept = tuple(new for new in added if _is_new(new.name, first, reading))
            return replace(ruleset, scenarios=(*ruleset.scenarios, *kept))
        case _:
            return translation.translated(ruleset, Reading(source, diagnostics, word), root)


def _with_clauses(ruleset: s.Ruleset, reading: Reading, root: Mapping) -> s.Ruleset:
    old_books = {name.text: name for name, _ in ruleset.books}
    old_clauses = {clause.name.text: clause.name for clause in ruleset.clauses}
    old_rulings = {ruling.name.text: ruling.name for ruling in ruleset.rulings}
    old_questions = {question.name.text: question.name for question in ruleset.questions}
    old_equivalents = {equivalent.mutation.text: equivalent.mutation for equivalent in ruleset.equivalents}

    def is_new(name: s.Name, first: dict[str, s.Name]) -> bool:
        return _is_new(name, first, reading)

    books = tuple(new for new in paperwork.books(reading, root.get("books")) if is_new(new[0], old_books))
    clauses = tuple(new for new in paperwork.clauses(reading, root.get("clauses")) if is_new(new.name, old_clauses))
    rulings = tuple(new for new in paperwork.rulings(reading, root.get("rulings")) if is_new(new.name, old_rulings))
    equivalents = paperwork.equivalents(reading, root.get("equivalent"))
    equivalents = tuple(new for new in equivalents if is_new(new.mutation, old_equivalents))
    questions = tuple(
        new for new in paperwork.questions(reading, root.get("questions")) if is_new(new.name, old_questions)
    )
    return replace(
        ruleset,
        books=(*ruleset.books, *books),
        clauses=(*ruleset.clauses, *clauses),
        rulings=(*ruleset.rulings, *rulings),
        equivalents=(*ruleset.equivalents, *equivalents),
        questions=(*ruleset.questions, *questions),
    )


def _is_new(name: s.Name, first: dict[str, s.Name], reading: Reading) -> bool:
    if name.text not in first:
        return True
    reading.note(errors.both_files(name.span, first[name.text].span))
    return False
