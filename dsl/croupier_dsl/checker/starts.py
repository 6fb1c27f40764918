"""Put state into the order in which its starting values can be made."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.analysis import Facts, stores_read
from croupier_dsl.checker.context import Context
from croupier_dsl.errors import structure


def in_order_of_starts(rules: ir.Rules, cx: Context) -> tuple[ir.Variable, ...]:
    """Return the variables, each after those that begin with it and that its starting value reads; otherwise in the
    order declared. Circles are errors."""
    variables = {variable.name: variable for variable in rules.variables}
    facts, ordered = Facts(rules), dict[str, ir.Variable]()
    spans = {written.head.name.text: written.head.name.span for written in cx.names.ruleset.state}

    def enter(name: str, above: tuple[str, ...]) -> None:
        way = (*above, name)
        if name in above:
            cx.diagnostics.add(structure.defined_by_itself(spans[name], way[above.index(name) :]))
        elif name not in ordered:
            variable = variables[name]
            for kind, read in stores_read(facts, variable.start):
                if kind == "variable" and variables[read].life == variable.life:
                    enter(read, way)
            ordered.setdefault(name, variable)

    for name in variables:
        enter(name, ())
    return tuple(ordered.values())
