"""Show rows of plain values: as a data frame of any available library, or as a table of HTML in a notebook.

Columns that name seats count them from 0; `seed` is a text that a command line or `Game` takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module

from croupier.base.values import Value

MOST_ROWS = 60
"""The number of rows that a notebook shows; `frame` has all of them."""


def frame(rows: Sequence[Mapping[str, Value]]) -> object:
    """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
    for name in ("pandas", "polars"):
        try:
            library = import_module(name)
        except ImportError:
            continue
        made: object = library.DataFrame(rows)
        return made
    return rows


def table(rows: Sequence[Mapping[str, object]], caption: str = "") -> str:
    """Return a table of HTML with a column for each key and the first `MOST_ROWS` rows."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    body = "".join(_line("td", (row.get(key) for key in columns)) for row in rows[:MOST_ROWS])
    more = f"<p>… {len(rows) - MOST_ROWS}</p>" if len(rows) > MOST_ROWS else ""
    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{head}<thead>{_line('th', columns)}</thead><tbody>{body}</tbody></table>{more}"


def _line(tag: str, cells: Iterable[object]) -> str:
    return f"<tr>{''.join(f'<{tag}>{escape(_cell(cell))}</{tag}>' for cell in cells)}</tr>"


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case float():
            return f"{value:.4g}"
        case list() | tuple():
            return ", ".join(map(_cell, value))
        case dict():
            return ", ".join(f"{key}={_cell(each)}" for key, each in value.items())
    return str(value)
