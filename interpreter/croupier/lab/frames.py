"""Convert rows of plain values to a data frame, with any available library."""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module

from croupier.base.values import Value


class Rows(ABC):
    """The base of results with rows."""

    __slots__ = ()

    @abstractmethod
    def rows(self) -> list[dict[str, Value]]:
        """Return one plain object per row, all with the same keys."""

    def frame(self) -> object:
        """Return the rows as a `DataFrame` of pandas, else of polars, else as they are."""
        return frame(self.rows())


def frame(rows: list[dict[str, Value]]) -> object:
    """Return rows as a `DataFrame` of pandas, else of polars, else unchanged."""
    for name in ("pandas", "polars"):
        try:
            library = import_module(name)
        except ImportError:
            continue
        made: object = library.DataFrame(rows)
        return made
    return rows
