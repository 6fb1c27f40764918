"""Find moves of cards to the zone that they are in, which change nothing unless it is a pile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier_dsl import ir
from croupier_dsl.analysis.moving import ANYWHERE, DECK, own_parts, owners, sources, sources_of_locals
from croupier_dsl.analysis.reading import Facts
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.errors import sorts

STILL = ("set", "row", "slot")
"""The forms of zones in which a card that is moved to its own zone stays where it is."""


def check_staying(rules: ir.Rules, cx: Context) -> None:
    """Report moves whose cards are always in the zone already, where they stay."""
    forms = {zone.name: zone.form for zone in rules.zones}
    whole = cx.names.ruleset.name.span
    facts = Facts(rules)
    found = {}
    for owner in owners(facts):
        parts = own_parts(owner)
        moves = [node for node in nodes(parts) if isinstance(node, ir.Move)]
        within = [move for move in moves if isinstance(move.to, ir.ZoneTarget) and forms[move.to.name] in STILL]
        if not within:
            continue
        given = _given(parts)
        for move in within:
            if isinstance(move.to, ir.ZoneTarget) and _stays(facts, parts, move, move.to, moves, given):
                span = cx.spans.of(move.what, whole)
                found[span] = sorts.stays_where_it_is(span, move.to.name, forms[move.to.name])
    for diagnostic in found.values():
        cx.diagnostics.add(diagnostic)


def _given(parts: object) -> dict[int, ir.Expr]:
    """Return what each local is taken from, by slot; without slots that are used twice."""
    taken: dict[int, list[ir.Expr]] = {}
    for node in nodes(parts):
        match node:
            case ir.Choice(slot=slot, collection=expr) | ir.ForEach(slot=slot, collection=expr):
                taken.setdefault(slot, []).append(expr)
            case ir.Let(slot=slot, value=expr):
                taken.setdefault(slot, []).append(expr)
    return {slot: exprs[0] for slot, exprs in taken.items() if len(exprs) == 1}


def _stays(
    facts: Facts,
    parts: tuple[object, ...],
    move: ir.Move,
    to: ir.ZoneTarget,
    moves: Iterable[ir.Move],
    given: Mapping[int, ir.Expr],
) -> bool:
    cards, named = move.what, False
    while not isinstance(cards, ir.ZoneContents):
        match cards:
            case ir.Filter() | ir.Pick() | ir.TopSome() | ir.ExtremeThing():
                cards = cards.collection
            case ir.Local(slot=slot) if slot in given:
                cards, named = given[slot], True
            case _:
                return False
    if cards.name != to.name or not _same(cards.subject, to.subject, named):
        return False
    return not named or not _left(facts, parts, to.name, moves)


def _same(one: ir.Expr | None, other: ir.Expr | None, named: bool) -> bool:
    """Return whether two zones of one name always have the same owner. `named`: whether time passes between them, so
    that only the current player is certain to be the same."""
    match one, other:
        case None, None:
            return True
        case ir.Local(slot=slot), ir.Local(slot=same):
            return slot == same and not (named and slot)
        case ir.Constant(), ir.Constant():
            return one == other
    return False


def _left(facts: Facts, parts: tuple[object, ...], zone: str, moves: Iterable[ir.Move]) -> bool:
    """Return whether statements in these parts may take cards out of the zone."""
    here = sources_of_locals(facts, *parts)
    if any(isinstance(node, ir.Swap) for node in nodes(parts)):
        return True
    leaving = [move for move in moves if not (isinstance(move.to, ir.ZoneTarget) and move.to.name == zone)]
    return any(sources(facts, move.what, here) & {zone, ANYWHERE, DECK} for move in leaving)
