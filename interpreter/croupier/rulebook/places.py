"""Words for the places of rows and melds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.rulebook.grammar import Group, Scope, Thing
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.rulebook.values import Values


def of_spot(values: Values, expr: ir.SpotFact, scope: Scope) -> Thing:
    """Return the words for the card in a place, or the number of that place."""
    noun = values.words.sort(expr.type)
    return Thing(values.text(f"{expr.fact}_of_spot", x=values.thing(expr.spot, scope)), feminine=noun.feminine)


def spots(values: Values, expr: ir.Spots | ir.SpotFact, scope: Scope) -> Group:
    """Return the words for the places of a row, the open places of a meld, or the places next to another."""
    noun = values.words.sort(ir.SPOT)
    if isinstance(expr, ir.SpotFact):
        beside = values.thing(expr.spot, scope)
        return Group(noun, lambda plural: values.text("beside", x=beside))
    if isinstance(expr.of, ir.ZoneContents):
        return values.placed(noun, values.place(expr.of, scope))
    meld = values.thing(expr.of, scope)
    return Group(noun, lambda plural: values.text("spots_of_meld", x=meld))
