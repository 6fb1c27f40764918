"""How much the reference notes at most: a game of which more may be noted than a log holds is left to it."""

from __future__ import annotations

from croupier.lowering.expressions import Expressions
from croupier.lowering.shapes import Cards, Kept, One, Row, Several, Shape, Top
from croupier_dsl import ir
from croupier_dsl.analysis import draws


class Noting(Expressions):
    """The part of the lowering that counts notes."""

    def note(self, most: int | str) -> None:
        """The reference notes no more than so many things here: a game of too many is left to it."""
        if most:
            self.line(f"{self.layout.cell('notes')} += {most}")

    def notes(self, statement: ir.Statement) -> int:
        """How many things a statement notes at most, besides cards that move and what other statements in it do."""
        several = max(self.program.cards, self.program.seats)
        drawn = several if draws(statement) and not isinstance(statement, ir.If | ir.ForEach | ir.Labelled) else 0
        match statement:
            case ir.SetVariable(subject=subject) | ir.AddToVariable(subject=subject):
                return drawn + (several if subject is not None and subject.type.many else 1)
            case ir.Reveal(cards=cards) | ir.Hide(cards=cards):
                return drawn + (several if cards.type.many else 1)
            case ir.Move(to=ir.SpotTarget()):
                return drawn + 2
            case ir.Swap():
                return drawn + 4
            case ir.Shuffle() | ir.Show() | ir.SetDirection() | ir.SetNext():
                return drawn + 1
        return drawn

    def moved(self, shape: Shape) -> str:
        """How many cards are moved at most."""
        match shape:
            case One():
                return "1"
            case Top(count=count) if count.isdigit():
                return count
            case Cards():
                return f"POP({shape.mask})"
            case Row(place=place):
                return self.held(place)
            case Kept(inner=inner):
                return self.moved(inner)
            case Several(parts=parts) if parts:
                return "(" + " + ".join(map(self.moved, parts)) + ")"
        return str(2 * self.program.cards)  # and melds, if they are laid
