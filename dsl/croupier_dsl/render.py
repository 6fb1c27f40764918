"""Render a diagnostic as text for a terminal, as a single line, or as JSON."""

from __future__ import annotations

import unicodedata

from croupier_dsl.classes import frozen
from croupier_dsl.diagnostics import Diagnostic, Label, Severity
from croupier_dsl.language import tr
from croupier_dsl.source import SourceFile, Span

WIDTH = 100
TAB = 4
MOST_FRAMED = 6
"""The number of labelled places shown in full; of more, the number is given."""

Json = dict[str, "Json"] | list["Json"] | str | int | None


@frozen
class _Paint:
    """The signs that colour a text, or nothing."""

    red: str = ""
    yellow: str = ""
    blue: str = ""
    bold: str = ""
    end: str = ""


_PLAIN = _Paint()
_ANSI = _Paint("\x1b[1;31m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1m", "\x1b[0m")


def as_json(diagnostic: Diagnostic) -> dict[str, Json]:
    """Return a diagnostic as JSON; lines and columns count from 1, the end excluded. `fix`: an edit."""
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "help": diagnostic.help or None,
        "labels": [{"text": label.text, **_place(label.span)} for label in diagnostic.labels],
        "fix": None if fix is None else {"text": fix.text, "sure": fix.sure, **_place(fix.span)},
    }


def _place(span: Span) -> dict[str, Json]:
    end_line, end_column = span.source.position(span.end)
    return {
        "file": str(span.source.path or span.source.name),
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
    }


def annotation(diagnostic: Diagnostic) -> str:
    """Return a diagnostic as a command of GitHub Actions, which shows it next to its line."""
    found = {"title": diagnostic.code}
    if diagnostic.span is not None:
        place = _place(diagnostic.span)
        names = {"file": "file", "line": "line", "end_line": "endLine", "column": "col", "end_column": "endColumn"}
        found |= {name: str(place[key]) for key, name in names.items()}
    told = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in found.items())
    text = "\n".join(filter(None, (diagnostic.message, diagnostic.help)))
    return f"::{diagnostic.severity.value} {told}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(letter):02X}" if letter in "%\r\n" + more else letter for letter in text)


def terminal(diagnostic: Diagnostic, *, colour: bool = False, width: int = WIDTH) -> str:
    """Return a diagnostic with the lines it points at, framed."""
    paint = _ANSI if colour else _PLAIN
    strong = paint.red if diagnostic.severity is Severity.ERROR else paint.yellow
    sort = tr("error") if diagnostic.severity is Severity.ERROR else tr("warning")
    kind = f"{strong}{sort}[{diagnostic.code}]{paint.end}"
    framed = diagnostic.labels if len(diagnostic.labels) <= MOST_FRAMED else diagnostic.labels[:1]
    gutter = max((len(str(label.span.line)) for label in framed), default=1)
    lines = [tr("{word}: {text}", word=f"{kind}{paint.bold}", text=f"{_safe(diagnostic.message)}{paint.end}")]
    shown: SourceFile | None = None
    for label in sorted(framed, key=lambda label: _order(label, diagnostic)):
        first = label is diagnostic.labels[0]
        if label.span.source is not shown:
            arrow, place = ("-->", diagnostic.labels[0].span) if shown is None else (":::", label.span)
            lines.append(f"{' ' * gutter}{paint.blue}{arrow}{paint.end} {_safe(str(place))}")
            lines.append(_edge(gutter, paint))
        shown = label.span.source
        lines += _framed(label, "^" if first else "-", strong if first else paint.blue, gutter, paint, width)
    if framed is not diagnostic.labels:
        others = [label.span.line for label in diagnostic.labels[1:]]
        many = {"n": len(others), "first": min(others), "last": max(others)}
        lines.append(f"{_edge(gutter, paint)} " + tr("and {n} more places, in lines {first} to {last}", **many))
    if diagnostic.help:
        help = tr("help")
        told = tr("{word}: {text}", word=f"{paint.bold}{help}{paint.end}", text=_safe(diagnostic.help))
        lines.append(f"{' ' * gutter} {paint.blue}={paint.end} {told}")
    return "\n".join(line.rstrip() for line in lines)


def _order(label: Label, diagnostic: Diagnostic) -> tuple[bool, int]:
    """Return the labels in order: the first one's file comes first, each file from top to bottom."""
    return label.span.source is not diagnostic.labels[0].span.source, label.span.start


def _edge(gutter: int, paint: _Paint) -> str:
    return f"{' ' * gutter} {paint.blue}|{paint.end}"


def _framed(label: Label, mark: str, colour: str, gutter: int, paint: _Paint, width: int) -> list[str]:
    """Return the line that a label points at, and the marks under it."""
    span = label.span
    before, marked, after = _cut(span)
    room = max(20, width - gutter - 3)
    marked = _clip_end(marked, room)
    before = _clip_start(before, max(8, room - max(20, _columns(marked))))
    after = _clip_end(after, max(0, room - _columns(before) - _columns(marked)))
    said = f"{mark * max(1, _columns(marked))}{paint.end} {colour}{_safe(label.text)}{paint.end}"
    number = f"{span.line:>{gutter}}"
    return [
        f"{paint.blue}{number} |{paint.end} {before}{marked}{after}",
        f"{_edge(gutter, paint)} {' ' * _columns(before)}{colour}{said}",
    ]


def _cut(span: Span) -> tuple[str, str, str]:
    """Return the first line of a span in three parts: before, in and after it, as displayed."""
    line, column = span.source.position(span.start)
    text = span.source.line(line)
    start = min(column - 1, len(text))
    end = min(start + max(0, span.end - span.start), len(text))
    return (
        _shown(text[:start]),
        _shown(text[start:end].rstrip()),
        _shown(text[start:end][len(text[start:end].rstrip()) :] + text[end:]),
    )


def _shown(text: str) -> str:
    return _safe(text.replace("\t", " " * TAB))


def _safe(text: str) -> str:
    """Return a text without characters that steer a terminal or reverse its writing."""
    return "".join("\ufffd" if unicodedata.category(ch) in ("Cc", "Cf", "Cs", "Zl", "Zp") else ch for ch in text)


def _width(ch: str) -> int:
    if unicodedata.combining(ch) or unicodedata.category(ch) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(ch) in "WF" else 1


def _columns(text: str) -> int:
    return sum(_width(ch) for ch in text)


def _clip_end(text: str, room: int) -> str:
    if _columns(text) <= room:
        return text
    kept = ""
    for ch in text:
        if _columns(kept) + _width(ch) > room - 1:
            break
        kept += ch
    return f"{kept}…"


def _clip_start(text: str, room: int) -> str:
    if _columns(text) <= room:
        return text
    return f"…{_clip_end(text[::-1], room - 1).removesuffix('…')[::-1]}"
