"""Recognise forms of sentences that can be evaluated faster than by their parts.

All are recognised here, from the text alone; planners of sentences use them to do the same by other means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from croupier_dsl import ir
from croupier_dsl.analysis import features_read, melds_whose_cards, nodes, slots_read

if TYPE_CHECKING:
    from croupier_dsl.analysis import Facts

Definitions = Mapping[str, ir.Definition]


def _is(expr: ir.Expr | None, slot: int) -> bool:
    return isinstance(expr, ir.Local) and expr.slot == slot


# ---------------------------------------------------------------- collections


def a_range(definitions: Definitions, expr: ir.Expr) -> ir.Span | None:
    """Return the range that an expression is, by itself or by a definition of nothing else."""
    if isinstance(expr, ir.Defined) and expr.subject is None:
        expr = definitions[expr.name].body
    return expr if isinstance(expr, ir.Span) else None


def left_over(definitions: Definitions, collection: ir.Expr) -> tuple[str, ir.Expr] | None:
    """Return the combo and the cards, if the collection is `C without` its melds `of C`, by itself or by a
    definition."""
    body = definitions[collection.name].body if isinstance(collection, ir.Defined) else collection
    if not isinstance(body, ir.Combine) or body.op != "without":
        return None
    melds = melds_whose_cards(body.right)
    if melds is None or melds.cards != body.left:
        return None
    if not isinstance(collection, ir.Defined):
        return melds.combo, body.left
    return (melds.combo, collection.subject) if _is(body.left, 1) and collection.subject is not None else None


def looked_up(body: ir.Expr, slot: int) -> ir.Attribute | ir.TableValue | None:
    """Return a property of the element itself that a list of cards may hold: an attribute, or one value of a table."""
    match body:
        case ir.Attribute() if _is(body.card, slot):
            return body
        case ir.TableValue(further=None) if _is(body.subject, slot) and not body.type.many:
            return body
    return None


# ---------------------------------------------------------------- conditions of choices


def barring(facts: Facts, expr: ir.Expr, slot: int) -> tuple[int, ir.Expr] | None:
    """Return the condition of `none of CHOICE where …` on each single element: its slot, and what it must not be."""
    match expr:
        case ir.Not(operand=ir.Exists(collection=collection, slot=each, condition=condition)) if _is(collection, slot):
            return None if slot in slots_read(facts, condition) else (each, condition)
    return None


def some_is(facts: Facts, expr: ir.Expr, slot: int) -> bool:
    """Return whether the form is `some of CHOICE where …`, with each element tested alone."""
    return (
        isinstance(expr, ir.Exists) and _is(expr.collection, slot) and slot not in slots_read(facts, expr.condition)
    )  # fmt: skip


def summed(facts: Facts, expr: ir.Expr, slot: int) -> bool:
    """Return whether the number is a sum over the things in the slot, each adding its own part."""
    match expr:
        case ir.Sum(collection=collection) | ir.Count(collection=collection):
            return _each(facts, collection, slot)
        case ir.Arithmetic(op="+"):
            return summed(facts, expr.left, slot) and summed(facts, expr.right, slot)
    return False


def _each(facts: Facts, expr: ir.Expr, slot: int) -> bool:
    """Return whether the collection is made of the things in the slot one by one."""
    match expr:
        case (
            ir.Map(collection=collection, body=asked)
            | ir.Filter(collection=collection, condition=asked, if_possible=False)
        ):
            return _each(facts, collection, slot) and slot not in slots_read(facts, asked)
    return _is(expr, slot)


# ---------------------------------------------------------------- conditions on notes


def nothing_noted(expr: ir.Expr) -> tuple[str, str] | None:
    """Return the zone and the variable of `none of ZONE where VARIABLE`, for a zone of the current player."""
    match expr:
        case ir.Not(
            operand=ir.Exists(
                collection=ir.ZoneContents(name=zone, subject=ir.Local(slot=0)),
                slot=slot,
                condition=ir.VariableValue(name=variable, subject=of),
            )
        ) if _is(of, slot):
            return zone, variable
    return None


def parts(expr: ir.Expr) -> Iterator[ir.Expr]:
    """Yield a sentence that asks for several things at once, one by one."""
    operands: Iterable[ir.Expr] = expr.operands if isinstance(expr, ir.Logic) and expr.op == "and" else ()
    for part in operands:
        yield from parts(part)
    if not operands:
        yield expr


def asked_together(definitions: Definitions, whole: ir.Expr) -> Iterator[ir.Expr]:
    """Yield the parts of a sentence about the cards in slot 1, also the parts of definitions that contain nothing
    else."""
    for part in parts(whole):
        match part:
            case ir.Defined(name=name, subject=ir.Local(slot=1)):
                yield from asked_together(definitions, definitions[name].body)
            case _:
                yield part


MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "is": "is"}
"""The comparisons with their sides exchanged."""


def bounded_sum(facts: Facts, part: ir.Expr, slot: int) -> tuple[ir.Expr, str, ir.Expr] | None:
    """Return the sum, the comparison and the bound of a part that bounds a sum to which each card in the slot adds what
    its kind says; None if it is something else."""
    match part:
        case ir.Order(left=left, right=right):
            op: str = part.op
        case ir.Same(left=left, right=right):
            op = "is"
        case _:
            return None
    if not summed(facts, left, slot):
        left, right, op = right, left, MIRRORED[op]
    apart = features_read(facts, (left,))
    by_kind = apart is not None and all(what in ("attribute", "wild") for what, _ in apart)
    if not by_kind or not summed(facts, left, slot) or slot in slots_read(facts, right):
        return None
    return left, op, right


def asks_wild(expr: ir.Expr, slot: int) -> bool:
    """Return whether only a wild card passes."""
    return any(isinstance(part, ir.CardFact) and part.fact == "wild" and _is(part.card, slot) for part in parts(expr))


def asks_fitting(expr: ir.Expr, slot: int) -> bool:
    """Return whether the card of the slot has to fit a spot."""
    return any(isinstance(part, ir.Fits) and _is(part.card, slot) for part in parts(expr))


def fits_spot_of(expr: ir.Expr, slot: int, other: int) -> bool:
    """Return whether the card of the slot has to fit the spot of the other slot's card."""
    return any(
        isinstance(part, ir.Fits)
        and _is(part.card, slot)
        and isinstance(part.spot, ir.CardFact)
        and part.spot.fact == "spot"
        and _is(part.spot.card, other)
        for part in parts(expr)
    )


def steady(expr: ir.Expr, slot: int, variable: str) -> bool:
    """Return whether the result is fixed while the slot's card stays in its place with the same notes."""
    return all(
        isinstance(node, ir.Not | ir.Logic | ir.Same | ir.Constant | ir.OptionValue | ir.Attribute | ir.Local)
        or (isinstance(node, ir.VariableValue) and node.name == variable)
        for node in nodes(expr)
    ) and {node.slot for node in nodes(expr) if isinstance(node, ir.Local)} == {slot}  # fmt: skip
