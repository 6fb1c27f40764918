"""The values of a table for each key, as meant and as written."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.workbench.difference.written import Written
from croupier_dsl import ir


@dataclass(frozen=True, slots=True)
class Row:
    """The value of a table for one key, as meant and as written."""

    value: str | None
    text: tuple[str, ...]


def rows_of(written: Written, table: ir.Table) -> dict[str, Row]:
    """Return the rows by their keys; `else` is expanded if every key is known."""
    enum = table.key.type.enum
    words = next((enum_.values for enum_ in written.rules.enums if enum_.name == enum), ())
    found: dict[str, Row] = {}
    for row in table.rows:
        value = written.mean.expr(row.value)
        if row.keys is None:
            keys = [word for word in words if word not in found] or ["else"]
        else:
            keys = [words[key] if words else str(key) for key in row.keys]
            keys += [f"{row.onward}.."] if row.onward is not None else []
        for key in keys:
            found[key] = Row(value, _row_text(written, table.name, key, row.value))
    return found


def _row_text(written: Written, table: str, key: str, value: ir.Expr) -> tuple[str, ...]:
    """Return a plain value by itself, since its row may be paired off from ranges; any other as it was written."""
    if isinstance(value, ir.Constant) and value.type != ir.TRUTH:
        return (written.mean.say(value),)
    return written.lines(f"tables.{table}.{row_path(written, table, key)}")


def row_path(written: Written, table: str, key: str) -> str:
    """Return the row that contains a key, by its name in paths."""
    part = written.said.get(f"tables.{table}")
    rows = [row.path.removeprefix(f"tables.{table}.") for row in part.parts] if part is not None else []
    if key in rows:
        return key
    values = next((e.values for e in written.rules.enums if key in e.values and e.name == _key(written, table)), ())
    for row in rows:
        for item in row.replace(" ", "").split("/"):
            low, dots, high = item.partition("..")
            if item == key or (dots and _between(low, key, high, values)):
                return row
    return "else"


def _key(written: Written, table: str) -> str:
    return next(one.key.type.enum for one in written.rules.tables if one.name == table)


def _between(low: str, key: str, high: str, values: tuple[str, ...]) -> bool:
    if low in values and high in values and key in values:
        return values.index(low) <= values.index(key) <= values.index(high)
    if all(word.removeprefix("-").isdigit() for word in (low, key, high or low)):
        return int(low) <= int(key) and (not high or int(key) <= int(high))
    return False
