"""Deals round the table: only cards that lie in an order can be dealt out one after another."""

from __future__ import annotations

from croupier_dsl import ir
from croupier_dsl.analysis.facts import Facts
from croupier_dsl.analysis.facts.moving import ANYWHERE
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.errors import sorts

ORDERED = ("pile", "row")


def check_rounds(rules: ir.Rules, checker: Context) -> None:
    """Note deals of cards that lie in a set, among melds or anywhere: who gets which would tell what they are."""
    forms = {zone.name: zone.form for zone in rules.zones}
    whole = checker.names.ruleset.name.span
    facts = Facts(rules)
    for owner in facts.owners:
        deals = [node for node in nodes(owner) if isinstance(node, ir.Move) and _round(node)]
        here = facts.locals_of(owner) if deals else {}
        for deal in deals:
            zones = facts.sources(deal.what, here)
            loose = sorted(name for name in zones if name in forms and forms[name] not in ORDERED)
            gathered = any(isinstance(node, ir.Deck) for node in nodes(deal.what))
            if loose or gathered or ANYWHERE in zones:
                span = checker.spans.of(deal.what, whole)
                checker.diagnostics.add(sorts.dealt_from_no_pile(span, loose[0] if loose else ""))


def _round(move: ir.Move) -> bool:
    return isinstance(move.to, ir.ZoneTarget) and move.to.round
