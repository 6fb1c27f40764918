"""Zones whose order of cards is visible or used."""

from __future__ import annotations

from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.facts.moving import ANYWHERE, DECK, Here, Moving, Zones
from croupier_dsl.analysis.reading import CAST
from croupier_dsl.analysis.walk import children, nodes

_INDIFFERENT = (
    ir.Count, ir.IsEmpty, ir.Exists, ir.Sum, ir.ExtremeValue, ir.HasKind, ir.IsCombo, ir.Within, ir.Constant, ir.Same,
)  # fmt: skip
"""Expressions that have the same value for every order of a collection.

`Same` and `Within` only with a single value on the left.
"""
_HANDS_ON = (
    ir.Filter, ir.Map, ir.Combine, ir.ListOf, ir.IfThenElse, ir.ZoneContents, ir.Local, ir.Defined, ir.TableValue,
    ir.Deck,
)  # fmt: skip
"""Expressions that give a collection in the order of another."""


class Order(Moving):
    """The third part of the table of facts."""

    @cached_property
    def order_seen(self) -> frozenset[str]:
        """Return the piles and rows whose order is read by a sentence or shown to players."""
        ordered = [zone for zone in self.rules.zones if zone.form in ("pile", "row")]
        shown = {zone.name for zone in ordered if zone.seen != "nobody" or zone.top_only or zone.size or zone.edgeless}
        if CAST in self.read or any(isinstance(node, ir.Spots) for node in nodes(self.sentences)):  # by their places
            shown |= {zone.name for zone in ordered if zone.form == "row"}
        told = self._asked_in_order()
        if told & {DECK, ANYWHERE}:
            return frozenset(zone.name for zone in ordered)
        return frozenset(zone.name for zone in ordered if zone.name in shown | told)

    def _asked_in_order(self) -> set[str]:
        rules = self.rules
        outside = (rules.result, rules.definitions, rules.tables, rules.combos, rules.cards, rules.variables)
        found = self._zones_in(outside, {})
        for owner in self.owners:
            own: object = owner
            if isinstance(owner, ir.Stage):
                own = (owner.begin, owner.otherwise, owner.end)
                found |= self._zones_in((owner.when, owner.by, owner.times, owner.until, owner.must), {})
            found |= self._zones_in(own, self.locals_of(own))
        return found

    def _zones_in(self, root: object, here: Here) -> set[str]:
        """Return the zones whose order decides something in these parts."""
        found: set[str] = set()
        for node in nodes(root):
            match node:
                case ir.Move(what=expr) | ir.Reveal(cards=expr) | ir.Hide(cards=expr) | ir.Show(cards=expr):
                    found |= self._order_of(expr, here)
                case ir.Swap(one=one, other=other):
                    found |= self._order_of(one, here) | self._order_of(other, here)
                case ir.SetVariable(subject=subject, value=expr):
                    found |= self._order_of(expr, here)
                    found |= frozenset() if subject is None else self._order_of(subject, here)
                case ir.Let(value=expr) | ir.ForEach(collection=expr) | ir.Choice(collection=expr):
                    found |= self._order_of(expr, here)
                case _ if isinstance(node, ir.Expr) and not isinstance(node, _HANDS_ON) and not _indifferent(node):
                    found = found.union(*(self._order_of(child, here) for child in children(node)))
        return found

    def _order_of(self, expr: ir.Expr, here: Here, within: frozenset[str] = frozenset()) -> Zones:
        """Return the zones that determine the order of a collection.

        For a name it was taken into account at its definition.
        """
        if not expr.type.many or expr is self.first_deal:
            return frozenset()
        match expr:
            case ir.Local() | ir.VariableValue():
                return frozenset()
            case ir.Map():
                return self._order_of(expr.collection, here, within) | self._order_of(expr.body, here, within)
            case ir.Filter():
                return self._order_of(expr.collection, here, within)
            case ir.Combine() | ir.ListOf() | ir.IfThenElse():
                return frozenset().union(*(self._order_of(part, here, within) for part in children(expr)))
            case ir.Defined(name=name) | ir.TableValue(name=name):
                key = ("definition" if isinstance(expr, ir.Defined) else "table", name)
                values = [] if name in within else self.values(key)
                return frozenset().union(*(self._order_of(part, here, within | {name}) for part in values))
        return self.sources(expr, here)


def _indifferent(node: ir.Expr) -> bool:
    """Return whether the expression has the same value for every order of a collection.

    False if it compares two collections.
    """
    return isinstance(node, _INDIFFERENT) and not (isinstance(node, ir.Same | ir.Within) and node.left.type.many)
