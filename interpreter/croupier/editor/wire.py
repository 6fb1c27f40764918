"""Convert places and results of services to the Language Server Protocol, and places back."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lsprotocol import types
from pygls import uris

from croupier.base.language import tr
from croupier_dsl import Diagnostic, Severity, SourceFile, Span
from croupier_dsl.services import Completion, Edit, HoverText, Symbol

Encoding = types.PositionEncodingKind | str
_UNITS = {types.PositionEncodingKind.Utf8: "utf-8", types.PositionEncodingKind.Utf16: "utf-16-le"}
_KINDS = {
    "key": types.CompletionItemKind.Property, "value": types.CompletionItemKind.EnumMember,
    "local": types.CompletionItemKind.Variable, "name": types.CompletionItemKind.Field,
    "builtin": types.CompletionItemKind.Function, "word": types.CompletionItemKind.Keyword,
    "path": types.CompletionItemKind.Reference, "file": types.CompletionItemKind.File,
}  # fmt: skip
_SYMBOLS = {
    "section": types.SymbolKind.Namespace, "stage": types.SymbolKind.Class, "move": types.SymbolKind.Method,
    "trigger": types.SymbolKind.Event, "option": types.SymbolKind.Property, "table": types.SymbolKind.Array,
    "combo": types.SymbolKind.Struct, "steps": types.SymbolKind.Namespace, "entry": types.SymbolKind.Object,
}  # fmt: skip


def path_of(uri: str) -> Path:
    """Return the file that an editor names."""
    return Path(uris.to_fs_path(uri) or uri)


def uri_of(path: Path) -> str:
    return uris.from_fs_path(str(path)) or path.as_uri()


def _units(text: str, encoding: Encoding) -> int:
    """Return the length of a text in the editor's units."""
    name = _UNITS.get(types.PositionEncodingKind(encoding))
    if name is None:
        return len(text)
    return len(text.encode(name, "surrogatepass")) // (2 if name == "utf-16-le" else 1)


def position(source: SourceFile, offset: int, encoding: Encoding) -> types.Position:
    line, column = source.position(min(offset, len(source.text)))
    start = source.line_starts[line - 1]
    return types.Position(line - 1, _units(source.text[start : start + column - 1], encoding))


def range_of(span: Span, encoding: Encoding) -> types.Range:
    return types.Range(position(span.source, span.start, encoding), position(span.source, span.end, encoding))


def offset(source: SourceFile, place: types.Position, encoding: Encoding) -> int:
    """Return the offset of an editor's position; the end of the line, or of the text, for a position beyond it."""
    if place.line >= len(source.line_starts):
        return len(source.text)
    start = source.line_starts[place.line]
    units, at = 0, start
    for sign in source.line(place.line + 1):
        if units >= place.character:
            break
        units += _units(sign, encoding)
        at += 1
    return at


def location(span: Span, encoding: Encoding) -> types.Location | None:
    path = span.source.path
    return types.Location(uri_of(path.resolve()), range_of(span, encoding)) if path is not None else None


def diagnostic(found: Diagnostic, encoding: Encoding) -> types.Diagnostic:
    """Return a diagnostic with its help after its message, and its other places as related information."""
    error = found.severity is Severity.ERROR
    nowhere = types.Range(types.Position(0, 0), types.Position(0, 0))
    others = [
        types.DiagnosticRelatedInformation(place, label.text or found.message)
        for label in found.labels[1:]
        if (place := location(label.span, encoding)) is not None
    ]
    first = found.labels[0].text if found.labels else ""
    lines = [found.message, *([first] if first else []), *([found.help] if found.help else [])]
    return types.Diagnostic(
        range_of(found.span, encoding) if found.span is not None else nowhere,
        "\n".join(lines),
        severity=types.DiagnosticSeverity.Error if error else types.DiagnosticSeverity.Warning,
        code=found.code,
        source="croupier",
        related_information=others or None,
    )


def edits(made: Iterable[Edit], encoding: Encoding) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in made:
        place = location(edit.span, encoding)
        if place is not None:
            changes.setdefault(place.uri, []).append(types.TextEdit(place.range, edit.text))
    return types.WorkspaceEdit(changes=changes)


def hover(told: HoverText, encoding: Encoding) -> types.Hover:
    """Return the hover information as Markdown: kind, declaration, words, source."""
    head = f"**{told.path}** · {told.sort}" + (f" · `{told.type}`" if told.type else "")
    blocks = [head]
    if told.written:
        blocks.append(f"```yaml\n{told.written}\n```")
    if told.title or told.note:
        blocks.append("  \n".join(filter(None, (told.title, told.note))))
    if told.clauses:
        blocks.append("\n".join(f"- `{name}` {text}".rstrip() for name, text in told.clauses))
    markdown = types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(blocks))
    return types.Hover(markdown, range_of(told.span, encoding) if told.span is not None else None)


def completion(found: Completion, number: int, place: types.Position) -> types.CompletionItem:
    """Return a word that may be written; numbered, so that the editor keeps the order."""
    before = types.Position(place.line, place.character - found.instead_of)
    text = f"{found.word}: " if found.colon and found.sort == "key" else found.word
    return types.CompletionItem(
        found.word,
        kind=_KINDS[found.sort],
        detail=found.detail or None,
        documentation=found.told or None,
        sort_text=f"{number:05}",
        filter_text=found.word,
        text_edit=types.TextEdit(types.Range(before, place), text),
    )


def symbol(found: Symbol, encoding: Encoding) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        found.name or "…",
        _SYMBOLS.get(found.sort, types.SymbolKind.Field),
        range_of(found.span, encoding),
        range_of(found.key, encoding),
        children=[symbol(inner, encoding) for inner in found.inner],
    )


def failure(message: str, line: int) -> types.Diagnostic:
    """Return the diagnostic for a failed scenario, on its line, which counts from 1."""
    row = types.Range(types.Position(line - 1, 0), types.Position(line, 0))
    told = tr("the scenario fails: {message}", message=message)
    return types.Diagnostic(row, told, severity=types.DiagnosticSeverity.Error, source="croupier test")
