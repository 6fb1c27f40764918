"""Expressions of the IR back to sentences, and what they stood at: the facts that an answer to "why not" gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from croupier.language import tr
from croupier.legal import sees
from croupier.speech import phrase, value_words
from croupier.statics import children
from croupier.values import Env, Meld, Value
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.program import Program
    from croupier.state import State


def say(program: Program, expr: ir.Expr) -> str:
    """A sentence that means the expression, close to what was written."""

    def of(word: str, inner: ir.Expr | None) -> str:
        if inner is None or (isinstance(inner, ir.Local) and inner.slot == 0):
            return word
        return f"{word} of {say(program, inner)}"

    match expr:
        case ir.Constant(type=type_, value=value):
            return program.spell(type_, value)
        case ir.Nothing():
            return "none"
        case ir.KindLiteral(notation=notation):
            return notation
        case ir.Local(slot=0):
            return "me"
        case ir.Local(name=name) | ir.OptionValue(name=name):
            return name
        case ir.VariableValue(name=name, subject=inner) | ir.ZoneContents(name=name, subject=inner):
            return of(name, inner)
        case ir.TableValue(name=name, subject=inner) | ir.Defined(name=name, subject=inner):
            return of(name, inner)
        case ir.StageCount(stage=stage):
            return stage
        case ir.Attribute(name=name, card=inner):
            return of(name, inner)
        case ir.CardFact(fact=fact, card=inner):
            return of(fact, inner)
        case ir.Count(collection=inner):
            return of("count", inner)
        case ir.IsEmpty(collection=inner):
            return f"{say(program, inner)} is empty"
        case ir.Sum(collection=ir.Map(collection=many, body=body)):
            return f"sum of {_property(program, body)} of {say(program, many)}"
        case ir.Map(collection=many, body=body):
            return f"{_property(program, body)} of {say(program, many)}"
        case ir.Pick(which=which, collection=inner):
            return of(which, inner)
        case ir.TopSome(count=count, collection=inner):
            return f"top {say(program, count)} of {say(program, inner)}"
        case ir.Combine(op=op, left=left, right=right):
            return f"({say(program, left)} {op} {say(program, right)})"
        case ir.Melds(combo=combo, cards=inner):
            return of(combo, inner)
        case ir.Neighbour(side=side, player=inner):
            return f"{side} of {say(program, inner)}"
        case ir.SeatNumber(player=inner):
            return of("seat", inner)
        case ir.TeamOf(player=inner):
            return of("team", inner)
        case ir.Not(operand=inner):
            return f"not {say(program, inner)}"
        case ir.Logic(op=op, operands=operands):
            return f" {op} ".join(say(program, operand) for operand in operands)
        case ir.Same(left=left, right=right):
            return f"{say(program, left)} is {say(program, right)}"
        case ir.Order(op=op, left=left, right=right) | ir.Arithmetic(op=op, left=left, right=right):
            return f"{say(program, left)} {op} {say(program, right)}"
        case ir.Filter(collection=many, condition=condition):
            return f"{say(program, many)} where {say(program, condition)}"
        case ir.ExtremeValue(which=which, collection=inner):
            return of(which, inner)
        case ir.ExtremeThing(which=which, collection=inner, key=key):
            return f"{which} by {_property(program, key)} of {say(program, inner)}"
        case ir.Sum(collection=inner):
            return of("sum", inner)
        case ir.MeldFact(fact=fact, meld=inner):
            return of(fact, inner)
        case ir.RoleAttribute(name=name, card=inner):
            return f"{name} of role of {say(program, inner)}"
        case ir.Members(team=inner):
            return of("members", inner)
        case ir.Exists(collection=many, condition=condition):
            return f"some of {say(program, many)} where {say(program, condition)}"
        case ir.ListOf(items=items):
            return "/".join(say(program, item) for item in items) or "none"
        case ir.Span(low=low, high=high):
            return f"{say(program, low)}..{'' if high is None else say(program, high)}"
        case ir.IsCombo(combo=combo, cards=inner):
            return f"{say(program, inner)} is {combo}"
        case ir.Fits(card=left, spot=right):
            return f"{say(program, left)} fits {say(program, right)}"
        case ir.IsKind(card=inner, notations=notations):
            return f"{say(program, inner)} is {'/'.join(notations)}"
        case ir.HasKind(notation=notation, cards=inner):
            return f"{notation} in {say(program, inner)}"
        case ir.Within(left=left, right=right):
            return f"{say(program, left)} in {say(program, right)}"
        case ir.Negative(operand=inner):
            return f"-{say(program, inner)}"
        case ir.IfThenElse(condition=condition, then=left, otherwise=right):
            return f"if {say(program, condition)} then {say(program, left)} else {say(program, right)}"
        case ir.Values(enum=enum):
            return f"values of {enum}"
        case ir.Players():
            return "players"
        case ir.Teams():
            return "teams"
        case ir.Deck():
            return "deck"
        case ir.NextActor():
            return "next"
        case ir.Direction():
            return "direction"
        case _:
            assert_never(expr)


def _property(program: Program, body: ir.Expr) -> str:
    match body:
        case ir.Attribute(name=name) | ir.TableValue(name=name) | ir.Defined(name=name) | ir.VariableValue(name=name):
            return name
        case ir.ZoneContents(name=name):
            return name
        case ir.MeldFact(fact=fact) | ir.CardFact(fact=fact):
            return fact
    return say(program, body)


_WORTH_TELLING = (
    ir.VariableValue, ir.TableValue, ir.Defined, ir.StageCount, ir.Attribute, ir.Count, ir.Sum, ir.OptionValue, ir.Pick,
    ir.ExtremeValue, ir.Local, ir.ZoneContents, ir.Combine, ir.CardFact,
)  # fmt: skip


def facts(s: State, expr: ir.Expr, env: Env, move: str = "") -> list[tuple[str, str]]:
    """(what, value), both in words, for each part of a condition that tells why it holds or not, outermost first.

    Only for conditions of moves: the checker has seen to it that they read nothing that the choosing seat may not know.
    That a zone is empty, or how many cards it holds, may be read of hidden cards too, so these are not named.
    `move`: the move whose condition it is, for the titles of its choices.
    """
    program, seat = s.program, env[0]
    found: dict[str, str] = {}

    def note(node: ir.Expr) -> None:
        words = phrase(program, node, move)
        if words not in found:
            value: Value = program.planner.plan(node)(s, list(env))
            found[words] = _seen(s, seat, node.type, value)

    def tell(node: ir.Expr, bound: frozenset[int]) -> None:
        if isinstance(node, ir.Local) and node.slot == 0:
            return
        if not program.planner.statics.reads(node) & bound:
            if isinstance(node, ir.Exists):
                note(ir.Filter(node.collection.type, node.collection, node.slot, node.condition, False))
            elif isinstance(node, _WORTH_TELLING) and node.type.name != "spot":
                note(node)
                if not isinstance(node, ir.Combine | ir.Defined):
                    return
        inside = bound | {node.slot} if isinstance(node, ir.Map | ir.Filter | ir.Exists | ir.ExtremeThing) else bound
        for child in children(node):
            tell(child, inside)

    tell(expr, frozenset())
    return list(found.items())


def _seen(s: State, seat: int, type_: ir.Type, value: Value) -> str:
    """A value in words; a card that the seat does not see is a question mark."""
    if type_.name != "card" or type_.enum:
        return value_words(s.program, type_, value)
    cards = value if isinstance(value, list) else [value]
    words = [
        value_words(s.program, type_, card) if card is None or isinstance(card, Meld) or sees(s, seat, card) else "?"
        for card in cards
    ]
    return " ".join(words) or tr("none")
