"""How often each part of a ruleset fires in play: `measure(rules, 200)` gives a `Tally`."""

from __future__ import annotations

from croupier.workbench.coverage.measure import measure, measure_scenarios
from croupier.workbench.coverage.tally import Reach, Tally

__all__ = ["Reach", "Tally", "counted", "measure", "measure_scenarios", "page"]
