"""After a game: the score sheet round by round, and the final changes with their round."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.scene import Scene, Sheet, Words


def sheeted(table: Scene, words: Words) -> list[str]:
    """Return the score sheet and the moments of a game that is over."""
    lines = [] if table.sheet is None else ["", *sheet_lines(table.sheet)]
    if table.ending is not None and table.ending.moments:
        lines += ["", *(f"  {moment}" for moment in table.ending.moments)]
    return lines


def sheet_lines(sheet: Sheet) -> Iterator[str]:
    """Yield a row for each round: what it brought each, if there was a value before, and the sum."""
    first = max(len(sheet.title), *(len(title) for title, _, _ in sheet.rows))
    cells = [
        [_cell(value, before) for value, before in zip(values, last, strict=True)]
        for (_, values, _), last in zip(
            sheet.rows, [(None,) * len(sheet.columns), *(values for _, values, _ in sheet.rows)], strict=False
        )
    ]
    wide = [max(len(name), *(len(row[at]) for row in cells)) for at, name in enumerate(sheet.columns)]
    head = "  ".join(name.rjust(size) for name, size in zip(sheet.columns, wide, strict=True))
    yield f"  {sheet.title:<{first}}  {head}"
    for (title, _, notes), row in zip(sheet.rows, cells, strict=True):
        values = "  ".join(cell.rjust(size) for cell, size in zip(row, wide, strict=True))
        yield f"  {title:<{first}}  {values}  {', '.join(notes)}".rstrip()


def _cell(value: int | None, before: int | None) -> str:
    if value is None:
        return "–"
    return f"{value}" if before is None else f"{value - before:+} = {value}"
