"""What a ruleset declares to be seldom reached: there must be such a part, and such scenarios."""

from __future__ import annotations

from croupier_dsl import ir, syntax
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.elements import elements_of
from croupier_dsl.errors import meaning


def check_seldom(ruleset: syntax.Ruleset, rules: ir.Rules, diagnostics: Diagnostics) -> None:
    """Whether a scenario reaches the part shows in play only."""
    if not ruleset.seldom:
        return
    elements = elements_of(rules)
    known = elements.all
    scenarios = [scenario.name for scenario in rules.scenarios]
    for part in ruleset.seldom:
        if part.path.text not in known:
            path, rows = part.path, [row for row, element in known.items() if element.kind == "row"]
            pairs = elements.rows.get(path.text, [])
            diagnostics.add(meaning.unknown_element(path.span, path.text, known, rows, pairs))
        for scenario in part.scenarios:
            if scenario.text not in scenarios:
                diagnostics.add(meaning.unknown_scenario(scenario.span, scenario.text, scenarios))
