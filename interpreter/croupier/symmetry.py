"""Sentences and statements turned into what they can tell apart: two cards alike in all of that are alike to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from croupier.statics import nodes
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.program import Program

Feature = tuple[str, str]
"""("attribute", name), ("variable", name), ("wild", "") or ("revealed", "") of a card."""

_TELLS_CARDS_APART = (
    ir.KindLiteral, ir.IsKind, ir.HasKind, ir.TopSome, ir.Melds, ir.IsCombo, ir.Fits, ir.RoleAttribute, ir.Ask,
    ir.Deck,
)  # fmt: skip


class TooFine(Exception):
    """The sentence may tell any two cards apart."""


def told_apart(program: Program, parts: Iterable[object]) -> frozenset[Feature] | None:
    """The features by which these parts of a ruleset can tell cards apart; None if they may tell all apart.

    Chance tells nothing: a look ahead ends there.
    """
    found: set[Feature] = set()
    try:
        for part in parts:
            _look(program, part, found, set())
    except TooFine:
        return None
    return frozenset(found)


def _look(program: Program, part: object, found: set[Feature], named: set[tuple[str, str]]) -> None:
    for node in nodes(part):
        match node:
            case ir.Attribute(name=name):
                found.add(("attribute", name))
            case ir.VariableValue(name=name) if name in program.card_variables:
                found.add(("variable", name))
            case ir.CardFact(fact="wild"):
                wild = program.rules.cards.wild
                if wild is not None and not program.planner.statics.reads(wild) <= {1}:
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
                _look_into(program, node, name, found, named)
            case _ if isinstance(node, _TELLS_CARDS_APART):
                raise TooFine


def _look_into(program: Program, node: object, name: str, found: set[Feature], named: set[tuple[str, str]]) -> None:
    """A table or a definition that a sentence uses."""
    key = (type(node).__name__, name)
    if key in named:
        return
    named.add(key)
    planner = program.planner
    body: object = planner.tables[name] if isinstance(node, ir.TableValue) else planner.definitions[name].body
    _look(program, body, found, named)
