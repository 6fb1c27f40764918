"""The features by which sentences and statements distinguish cards: two cards with the same features are
interchangeable.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.facts.slots import Slots

Feature = tuple[str, str]
"""("attribute", name), ("variable", name), ("wild", "") or ("revealed", "") of a card."""

_LYING = ("card", "meld", "spot")
_TELLS_CARDS_APART = (
    ir.KindLiteral, ir.IsKind, ir.HasKind, ir.TopSome, ir.Melds, ir.IsCombo, ir.Fits, ir.RoleAttribute, ir.Ask,
    ir.Deck,
)  # fmt: skip


class Apart(Slots):
    """The part of the table of facts that is about copies of cards."""

    def told_apart(self, parts: Iterable[object]) -> frozenset[Feature] | None:
        """Return the features by which these parts of a ruleset can distinguish cards.

        None if they may distinguish all.

        Chance reveals nothing, since a look ahead ends there. A spot that is used at all is distinguished from all
        others, together with its card.
        """
        if any(isinstance(node, ir.SpotFact) for node in self.reached(*parts, combos=False)):
            return None
        return self._features(parts)

    def _features(self, parts: Iterable[object]) -> frozenset[Feature] | None:
        """Return the features of cards that these parts read; None if they may distinguish all cards."""
        found: set[Feature] = set()
        for node in self.reached(*parts, combos=False):
            match node:
                case ir.Attribute(name=name):
                    found.add(("attribute", name))
                case ir.VariableValue(name=name) if self.variables[name].per == "card":
                    found.add(("variable", name))
                case ir.CardFact(fact="wild"):
                    if not self.wild_by_kind:
                        return None
                    found.add(("wild", ""))
                case ir.CardFact(fact="revealed"):
                    found.add(("revealed", ""))
                case ir.CardFact() | ir.MeldFact(fact="wilds" | "naturals") | ir.Spots():
                    return None
                case ir.Pick(type=of) | ir.ExtremeThing(type=of) | ir.Best(type=of) if of.name in _LYING:
                    return None
                case ir.Same(left=left, right=right) | ir.Within(left=left, right=right):
                    if left.type.name in _LYING and not isinstance(right, ir.Nothing):
                        return None
                case _ if isinstance(node, _TELLS_CARDS_APART):
                    return None
        return frozenset(found)

    def asks_faces(self, parts: Iterable[object]) -> bool:
        """Return whether these parts may read the faces of cards, or their identity; variables of cards are neither."""
        told = self._features(parts)
        return told is None or any(what != "variable" for what, _ in told)

    @cached_property
    def wild_by_kind(self) -> bool:
        """Return whether only the kind of a card makes it wild."""
        return self.rules.cards.wild is None or self.slots(self.rules.cards.wild) <= {1}
