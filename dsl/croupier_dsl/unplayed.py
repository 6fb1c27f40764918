"""What the language describes and this version's engine does not play yet: checked like the rest, then refused."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.diagnostics import Diagnostics
from croupier_dsl.errors import structure
from croupier_dsl.source import Span

FACTS: dict[tuple[ir.Type, str], str] = {
    (ir.CARD, "role"): "the card that a melded card stands for",
    (ir.CARD, "place"): "the place of a card in its meld",
    (ir.CARD, "spot"): "the spot of a card in its meld",
    (ir.CARD, "meld"): "the meld that a card lies in",
    (ir.MELD, "spots"): "the open spots of a meld",
}
MUST = "a `must` on a stage"
FITS = "whether a card fits a spot"
TO_A_SPOT = "moving a card to a spot"
SEVERAL_MELDS = "choosing several melds at once"


def note(diagnostics: Diagnostics, span: Span, owner: ir.Type, fact: str) -> None:
    """Refuse a fact that is not played yet."""
    if (owner, fact) in FACTS:
        refuse(diagnostics, span, FACTS[owner, fact])


def refuse(diagnostics: Diagnostics, span: Span, what: str) -> None:
    diagnostics.add(structure.not_played_yet(span, what))
