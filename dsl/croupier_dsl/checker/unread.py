"""What the ruleset declares and nothing reads: each a warning."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.material import Material
from croupier_dsl.errors import sense
from croupier_dsl.language import later

SORTS = {
    "option": later("option"),
    "zone": later("zone"),
    "variable": later("state"),
    "table": later("table"),
    "definition": later("definition"),
    "combo": later("combo"),
}


def warn_of_unread(checker: Material, variables: tuple[ir.Variable, ...], happening: object) -> None:
    """Options, zones, state, tables, definitions and combos that no sentence reads; moves that no stage
    offers, stages that none performs.

    State that is set by what happens, and that somebody sees, tells people something.
    """
    changed = {part.name for part in nodes(happening) if isinstance(part, ir.SetVariable | ir.AddToVariable)}
    shown = {variable.name for variable in variables if variable.seen != "nobody"} & changed
    for declared in checker.names.declared.values():
        if declared.sort in SORTS and declared.name not in checker.read_names | shown:
            checker.diagnostics.add(sense.never_read(declared.span, SORTS[declared.sort], declared.name))
    for move in checker.names.ruleset.moves:
        if move.name.text not in checker.offered:
            checker.diagnostics.add(sense.never_offered(move.name.span, move.name.text))
    for name, place in checker.names.said_once.items():
        if not place.above:
            checker.diagnostics.add(sense.stage_never_performed(place.stage.name.span, name))
    for name, effect in checker.names.effects.items():
        if name not in checker.read_names:
            checker.diagnostics.add(sense.never_performed(effect.head.name.span, name))
