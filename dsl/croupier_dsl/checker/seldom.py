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
    known = elements_of(rules).all
    scenarios = [scenario.name for scenario in rules.scenarios]
    for part in ruleset.seldom:
        if part.path.text not in known:
            diagnostics.add(meaning.unknown_element(part.path.span, part.path.text, known))
        for scenario in part.scenarios:
            if scenario.text not in scenarios:
                diagnostics.add(meaning.unknown_scenario(scenario.span, scenario.text, scenarios))
