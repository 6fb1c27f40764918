"""Hover information for the word at a place: its kind, declaration, words, and clauses."""

from __future__ import annotations

from pathlib import Path

from croupier_dsl import ir, signatures
from croupier_dsl.classes import frozen
from croupier_dsl.errors.reading import sort as spoken
from croupier_dsl.language import later, said, tr
from croupier_dsl.services.cursor import Cursor, cursor_at
from croupier_dsl.services.desk import Desk, Sight
from croupier_dsl.services.finding import mention_at
from croupier_dsl.services.mentions import HERE
from croupier_dsl.source import Span

MOST_LINES = 14
SORTS = {
    "ruleset": later("ruleset"), "section": later("section"), "option": later("option"), "value": later("value"),
    "attributes": later("attributes"), "words": later("attribute"), "table": later("table"), "row": later("row"),
    "zone": later("zone"), "variable": later("state"), "definition": later("definition"), "combo": later("combo"),
    "effect": later("effect"), "stage": later("stage"), "move": later("move"), "trigger": later("rule"),
    "condition": later("condition"), "choice": later("choice"), "list": later("list of statements"),
    "label": later("label"), "statement": later("statement"), "preset": later("preset"), "text": later("text"),
    "score": later("score"), "steps": later("steps"),
}  # fmt: skip
"""By the sort of a part, in the words of `parts`."""
OF_SECTIONS = {
    "clauses": later("clause"), "rulings": later("ruling"), "questions": later("question"), "books": later("book"),
    "scenarios": later("scenario"),
}  # fmt: skip
"""The sort of parts in a section that has only one."""


@frozen
class HoverText:
    """The information on a part, or on a key or word of the language.

    `written`: the lines that declare it. `sort`: the sort of part; `type`: its type in a sentence. `title`: its words;
    `note`: the comment next to it, or the schema's description of a key. `clauses`: name and text of each clause it
    comes from.
    """

    span: Span | None
    path: str
    sort: str
    type: str = ""
    written: str = ""
    title: str = ""
    note: str = ""
    clauses: tuple[tuple[str, str], ...] = ()


def hover(desk: Desk, path: Path, offset: int) -> HoverText | None:
    """Return the information for the word at a place; None if there is none."""
    found = mention_at(desk, path, offset)
    if found is not None:
        sight, mention = found
        return told(sight, mention.path, mention.span, mention.type)
    return _of_language(cursor_at(desk.text(path), offset, path, whole_word=True))


def told(sight: Sight, path: str, span: Span | None, type: ir.Type | None = None) -> HoverText | None:
    """Return the information for the part at a path."""
    part = sight.parts.get(path)
    section = path.split(".")[0]
    type = type or sight.types.get(path)
    worth = spoken(type) if type is not None else ""
    declared = next((each.span for each in sight.of(path) if each.declares), None)
    if part is None and declared is None:
        return None
    sort = tr(OF_SECTIONS.get(section) or SORTS.get(part.sort, part.sort)) if part is not None else tr("name")
    return HoverText(
        span,
        path.removeprefix(HERE).split(" ")[0],
        sort,
        worth,
        _written(sight, path, declared),
        said(part.title) if part is not None else "",
        part.note if part is not None else "",
        tuple(_clauses(sight, path)),
    )


def _written(sight: Sight, path: str, declared: Span | None) -> str:
    """Return the lines that declare a part, as in the file; of a long declaration only the beginning."""
    node = sight.nodes.get(path)
    if node is None or node.key is None:
        return "" if declared is None else declared.source.line(declared.line).split(" #")[0].strip()
    whole = node.key.span.to(node.node.span) if node.node.span.source is node.key.span.source else node.key.span
    source = whole.source
    if "\n" not in whole.text:
        return whole.text
    first, last = source.position(whole.start)[0], source.position(max(whole.start, whole.end - 1))[0]
    lines = [source.line(number) for number in range(first, last + 1)]
    if len(lines) > MOST_LINES:
        lines = [*lines[: MOST_LINES - 1], "…"]
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip() and line != "…"), default=0)
    return "\n".join(line if line == "…" else line[margin:].rstrip() for line in lines)


def _clauses(sight: Sight, path: str) -> list[tuple[str, str]]:
    """Return the clauses that a part comes from, or that the part is."""
    written = sight.understood.written
    if written is None:
        return []
    texts = {f"clauses.{clause.name.text}": clause.text for clause in written.clauses}
    texts |= {f"rulings.{ruling.name.text}": ruling.text for ruling in written.rulings}
    if path in texts:
        return [(path.partition(".")[2], said(texts[path].words))]
    found: list[tuple[str, str]] = []
    for because in (each for each in (*written.because, *written.told) if each.path.text == path):
        for source in because.sources:
            text = texts.get(f"clauses.{source.text}") or texts.get(f"rulings.{source.text}")
            found.append((source.text, said(text.words) if text is not None else ""))
    return found


def _of_language(found: Cursor | None) -> HoverText | None:
    """Return the information for a key, or for a word of the language."""
    if found is None:
        return None
    if found.described:
        return HoverText(None, found.word, tr("key"), note=found.described)
    if found.kind is None or not found.word:
        return None
    owners = [(owner, facts[found.word]) for owner, facts in signatures.FACTS.items() if found.word in facts]
    if owners:
        worth = " / ".join(dict.fromkeys(spoken(type) for _, type in owners))
        of = ", ".join(spoken(owner) for owner, _ in owners)
        return HoverText(None, found.word, tr("property of {things}", things=of), worth)
    if found.word in signatures.THINGS:
        return HoverText(None, found.word, tr("word of the language"), spoken(signatures.THINGS[found.word]))
    if found.word in signatures.OF_COLLECTIONS:
        return HoverText(None, found.word, tr("property of many"))
    if found.word in signatures.NO_NAMES | signatures.VERBS:
        return HoverText(None, found.word, tr("word of the language"))
    return None
