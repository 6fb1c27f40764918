"""Write cards with the value they represent in their place: `joker(12)`, if a zone has one variable of its cards.

The variable's value is written if it differs from its start, so that a card that represents only itself has no mark. A
boolean about a card is not a mark.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.faults import PositionError
from croupier.base.language import tr
from croupier.words.naming import read_value
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.model.state import State


def mark_of(program: Program, place: int) -> tuple[ir.Variable, int] | None:
    """Return the one variable of no truth that lives in the zone, with its column; None for none, or several."""
    found = [(variable, column) for column in program.leaving.get(place, ())
             if (variable := _variable(program, column)).type != ir.TRUTH]  # fmt: skip
    return found[0] if len(found) == 1 else None


def _variable(program: Program, column: int) -> ir.Variable:
    name = next(name for name, number in program.card_variables.items() if number == column)
    return next(v for v in program.rules.variables if v.name == name)


def marked(s: State, card: int) -> str:
    """Return the word for the card in its place."""
    program = s.program
    notation = program.notation(card)
    mark = mark_of(program, s.home[card]) if program.card_variables else None
    if mark is None or mark[0].seen != "everyone":
        return notation
    variable, column = mark
    value = s.card_variables[column][card]
    if value is None or value == s.began[column][card]:
        return notation
    return f"{notation}({program.spell(variable.type, value)})"


def put_mark(s: State, card: int, word: str) -> None:
    """Make the card represent the given value. Raise PositionError if its zone has no such variable."""
    mark = mark_of(s.program, s.home[card])
    if mark is None:
        where = s.program.place_name(s.home[card])
        card_word = s.program.notation(card)
        raise PositionError(tr("cards of {where} represent nothing else: write {card}", where=where, card=card_word))
    variable, column = mark
    s.card_variables[column][card] = read_value(s, variable.type, word)
