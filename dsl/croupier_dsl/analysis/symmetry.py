"""Sentences and statements turned into what they can tell apart: two cards alike in all of that are alike to them."""

from __future__ import annotations

from collections.abc import Iterable

from croupier_dsl import ir
from croupier_dsl.analysis.dependence import Statics
from croupier_dsl.analysis.walk import nodes

Feature = tuple[str, str]
"""("attribute", name), ("variable", name), ("wild", "") or ("revealed", "") of a card."""

_TELLS_CARDS_APART = (
    ir.KindLiteral, ir.IsKind, ir.HasKind, ir.TopSome, ir.Melds, ir.IsCombo, ir.Fits, ir.RoleAttribute, ir.Ask,
    ir.Deck,
)  # fmt: skip


class TooFine(Exception):
    """The sentence may tell any two cards apart."""


class Symmetry:
    """Answers for one ruleset."""

    def __init__(self, rules: ir.Rules, statics: Statics) -> None:
        self._of_cards = {variable.name for variable in rules.variables if variable.per == "card"}
        self._wild_by_kind = rules.cards.wild is None or statics.reads(rules.cards.wild) <= {1}
        self._bodies: dict[tuple[type, str], object] = {}
        self._bodies.update({(ir.TableValue, table.name): table for table in rules.tables})
        self._bodies.update({(ir.Defined, definition.name): definition.body for definition in rules.definitions})

    def told_apart(self, parts: Iterable[object]) -> frozenset[Feature] | None:
        """The features by which these parts of a ruleset can tell cards apart; None if they may tell all apart.

        Chance tells nothing: a look ahead ends there.
        """
        found: set[Feature] = set()
        try:
            for part in parts:
                self._look(part, found, set())
        except TooFine:
            return None
        return frozenset(found)

    def _look(self, part: object, found: set[Feature], named: set[tuple[type, str]]) -> None:
        for node in nodes(part):
            match node:
                case ir.Attribute(name=name):
                    found.add(("attribute", name))
                case ir.VariableValue(name=name) if name in self._of_cards:
                    found.add(("variable", name))
                case ir.CardFact(fact="wild"):
                    if not self._wild_by_kind:
                        raise TooFine
                    found.add(("wild", ""))
                case ir.CardFact(fact="revealed"):
                    found.add(("revealed", ""))
                case ir.CardFact() | ir.MeldFact(fact="spots" | "wilds" | "naturals"):
                    raise TooFine
                case ir.Pick(type=type_) | ir.ExtremeThing(type=type_) if type_.name in ("card", "meld", "spot"):
                    raise TooFine
                case ir.Same(left=left, right=right) | ir.Within(left=left, right=right):
                    if left.type.name in ("card", "meld", "spot") and not isinstance(right, ir.Nothing):
                        raise TooFine
                case ir.TableValue(name=name) | ir.Defined(name=name):
                    key = (type(node), name)
                    if key not in named:
                        named.add(key)
                        self._look(self._bodies[key], found, named)
                case _ if isinstance(node, _TELLS_CARDS_APART):
                    raise TooFine
