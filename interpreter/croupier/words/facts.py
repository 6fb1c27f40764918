"""The parts of a condition in words, with their present values: the facts in an answer to "why not"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.language import tr
from croupier.base.values import Env, Meld, Value
from croupier.model.visibility import sees
from croupier.words.phrases import meant, part_of, phrase, value_words
from croupier_dsl import ir
from croupier_dsl.analysis import children, slots_read

if TYPE_CHECKING:
    from croupier.model.state import State


_WORTH_TELLING = (
    ir.VariableValue, ir.TableValue, ir.Defined, ir.StageCount, ir.Attribute, ir.Count, ir.Sum, ir.OptionValue, ir.Pick,
    ir.ExtremeValue, ir.Local, ir.ZoneContents, ir.Combine, ir.CardFact,
)  # fmt: skip


def facts(s: State, expr: ir.Expr, env: Env, move: str = "") -> list[tuple[str, str]]:
    """Return pairs (part, value), both in words, for each part of a condition that explains why it holds or not,
    outermost first.

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
            found[words] = meant(program, part_of(node), value) or _seen(s, seat, node.type, value)

    def tell(node: ir.Expr, bound: frozenset[int]) -> None:
        if isinstance(node, ir.Local) and node.slot == 0:
            return
        if not slots_read(program.planner.facts, node) & bound:
            if isinstance(node, ir.Exists):
                note(ir.Filter(node.collection.type, node.collection, node.slot, node.condition, False))
            elif isinstance(node, _WORTH_TELLING) and node.type.name != "spot":
                note(node)
                if not isinstance(node, ir.Combine | ir.Defined):
                    return
        inside = bound | {node.slot} if isinstance(node, ir.Each) else bound
        for child in children(node):
            tell(child, inside)

    tell(expr, frozenset())
    return list(found.items())


def _seen(s: State, seat: int, type_: ir.Type, value: Value) -> str:
    """Return a value in words; a card that the seat does not see is a question mark."""
    if type_.name != "card" or type_.enum:
        return value_words(s.program, type_, value)
    cards = value if isinstance(value, list) else [value]
    words = [
        value_words(s.program, type_, card) if card is None or isinstance(card, Meld) or sees(s, seat, card) else "?"
        for card in cards
    ]
    return " ".join(words) or tr("none")
