"""Rule coverage: the number of times that each part of a ruleset fires. `measure(rules, 200)` gives a `Tally`."""

from __future__ import annotations

from croupier.workbench.coverage.measure import Measuring, measure, measure_scenarios
from croupier.workbench.coverage.page import Tint, by_line_of, counts_of, tint_of
from croupier.workbench.coverage.tally import Reach, Tally

__all__ = [
    "Measuring",
    "Reach",
    "Tally",
    "Tint",
    "by_line_of",
    "counted",
    "counts_of",
    "measure",
    "measure_scenarios",
    "page",
    "tint_of",
]
