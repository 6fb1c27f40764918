"""The `because` of a ruleset, as an index: the clauses and rulings of a part."""

from __future__ import annotations

from collections.abc import Iterator

from croupier_dsl import ir, row_path

NOWHERE = "nowhere"
"""The path of clauses that hold no rule."""
NEEDED = ("rule", "table")
"""The kinds of clause that some part of the ruleset has to carry."""


class Sources:
    """An index of `because` in both directions."""

    def __init__(self, rules: ir.Rules) -> None:
        self.clauses = {clause.id: clause for clause in rules.clauses}
        self.rulings = {ruling.id: ruling for ruling in rules.rulings}
        self.entries = tuple(entry for entry in rules.because if entry.path != NOWHERE)
        cited = {entry.path: entry for entry in self.entries}
        self._by_path = {key: cited[row] for key, row in _rows(rules) if row in cited} | cited

    def above(self, path: str) -> Iterator[ir.Because]:
        """Yield the entries of the part itself and of its enclosing parts, from the inside outwards."""
        while path:
            if path in self._by_path:
                yield self._by_path[path]
            path = path.rpartition(".")[0]

    def own(self, path: str) -> ir.Because | None:
        """Return the entry of exactly this part."""
        return self._by_path.get(path)

    def explained(self, path: str) -> bool:
        """Return whether the part, or an enclosing one, comes from a clause."""
        return any(source in self.clauses for entry in self.above(path) for source in entry.sources)

    def bound(self, path: str) -> bool:
        """Return whether the part, or an enclosing one, comes from a clause that holds a rule."""
        return any(
            source in self.clauses and self.clauses[source].kind in NEEDED
            for entry in self.above(path)
            for source in entry.sources
        )


def _rows(rules: ir.Rules) -> Iterator[tuple[str, str]]:
    """Yield the name of each row in mutations, by its keys (`tables.points.J/Q/K`), and as written
    (`tables.points.J..K`).
    """
    enums = {enum.name: enum.values for enum in rules.enums}
    for table in rules.tables:
        yield from ((row_path(enums, table, row), f"tables.{table.name}.{row.written}") for row in table.rows)
