"""Limit the work of checks: a share for each place and a total; what exceeds it is reported as not checked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from croupier_dsl.analysis.settled import Budget
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import sense
from croupier_dsl.source import Span

TOTAL = 1_000_000
"""The most parts of sentences that one check visits."""


class Budgets:
    """The budget of some checks. `skipped`: by check, the places for which its share was too small."""

    def __init__(self) -> None:
        self.budget = Budget()
        self.skipped: dict[sense.Unchecked, list[Span]] = {}
        self._left: dict[sense.Unchecked, int] = {}

    @contextmanager
    def share(self, what: sense.Unchecked, span: Span, most: int) -> Iterator[None]:
        """Charge the work within the context, up to `most`. The caller stops when the budget is spent."""
        left = self._left.get(what, TOTAL)
        self.budget.left = share = min(left, most)
        yield
        self._left[what] = left - share + max(self.budget.left, 0)
        if self.budget.spent:
            self.skipped.setdefault(what, []).append(span)

    def tell(self, diagnostics: Diagnostics) -> None:
        """Report the unchecked parts."""
        for what, spans in self.skipped.items():
            diagnostics.add(sense.not_all_checked(what, spans))
