"""Turn a program and chance into the state at the start of a game.

No zone holds cards, and no variable has a value yet.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.model.state import NOWHERE, State
from croupier.play.must import Lookahead
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

if TYPE_CHECKING:
    from croupier.base.chance import Chance
    from croupier.base.values import Value
    from croupier.model.program import Program


def _before_any_stage(program: Program) -> list[Value]:
    """Return the values of state before its stage has run: none, or nothing of several, which are never none."""
    values: list[Value] = [None] * program.variable_count
    for place in program.variables.values():
        if place.variable.type.many:
            values[place.base : place.base + place.size] = [[] for _ in range(place.size)]
    return values


def empty_state(program: Program, chance: Chance) -> State:
    """Return a state with every card out of play."""
    rules = program.rules
    binding = any(isinstance(node, ir.Stage) and node.must for node in nodes((rules.play, rules.stages)))
    if program.lookahead is None and binding:
        program.lookahead = Lookahead(program)
    return State(
        program,
        chance,
        [[None] * place.at_first for place in program.places],
        [NOWHERE] * program.cards,
        [None] * program.cards,
        _before_any_stage(program),
        [[None] * program.cards for _ in program.card_variables],
        [[None] * program.cards for _ in program.card_variables],
        counts=[0] * len(program.stage_names),
        entered=[[] for _ in program.triggers],
    )
