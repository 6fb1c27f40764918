"""The features by which sentences and statements distinguish cards: two cards with the same features are
interchangeable.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier_dsl import ir
from croupier_dsl.analysis.facts.slots import slots_read
from croupier_dsl.analysis.reading import Facts, reached, remembered
from croupier_dsl.analysis.walk import entry

Feature = tuple[str, str]
"""("attribute", name), ("variable", name), ("wild", "") or ("revealed", "") of a card."""

_LYING = ("card", "meld", "spot")


def features_read(facts: Facts, parts: Iterable[object]) -> frozenset[Feature] | None:
    """Return the features by which these parts of a ruleset can distinguish cards.

    None if they may distinguish all.

    Chance reveals nothing, since a look ahead ends there. A spot that is used at all is distinguished from all others,
    together with its card.
    """
    if any(isinstance(node, ir.SpotFact) for node in reached(facts, *parts, combos=False)):
        return None
    return _features(facts, parts)


def reads_faces(facts: Facts, parts: Iterable[object]) -> bool:
    """Return whether these parts may read the faces of cards, or their identity; variables of cards are neither."""
    features = _features(facts, parts)
    return features is None or any(what != "variable" for what, _ in features)


@remembered
def wild_by_kind(facts: Facts) -> bool:
    """Return whether only the kind of a card makes it wild."""
    return facts.rules.cards.wild is None or slots_read(facts, facts.rules.cards.wild) <= {1}


def _features(facts: Facts, parts: Iterable[object]) -> frozenset[Feature] | None:
    """Return the features of cards that these parts read; None if they may distinguish all cards."""
    found: set[Feature] = set()
    for node in reached(facts, *parts, combos=False):
        if (read := FEATURES.get(type(node))) is not None:
            features = read(facts, node)
            if features is None:
                return None
            found.update(features)
    return frozenset(found)


Features = tuple[Feature, ...] | None


def _of_variable(facts: Facts, node: ir.VariableValue) -> Features:
    return (("variable", node.name),) if facts.variables[node.name].per == "card" else ()


def _of_card(facts: Facts, node: ir.CardFact) -> Features:
    if node.fact == "wild":
        return (("wild", ""),) if wild_by_kind(facts) else None
    return (("revealed", ""),) if node.fact == "revealed" else None


def _of_one(facts: Facts, node: ir.Pick | ir.ExtremeThing | ir.Best) -> Features:
    return None if node.type.name in _LYING else ()


def _of_comparison(facts: Facts, node: ir.Same | ir.Within) -> Features:
    return None if node.left.type.name in _LYING and not isinstance(node.right, ir.Nothing) else ()


def _all(facts: Facts, node: object) -> Features:
    return None


FEATURES = dict([
    entry(ir.Attribute, lambda facts, node: (("attribute", node.name),)),
    entry(ir.VariableValue, _of_variable),
    entry(ir.CardFact, _of_card),
    entry(ir.MeldFact, lambda facts, node: None if node.fact in ("wilds", "naturals") else ()),
    entry(ir.Pick, _of_one),
    entry(ir.ExtremeThing, _of_one),
    entry(ir.Best, _of_one),
    entry(ir.Same, _of_comparison),
    entry(ir.Within, _of_comparison),
    entry(ir.Spots, _all),
    entry(ir.KindLiteral, _all),
    entry(ir.IsKind, _all),
    entry(ir.HasKind, _all),
    entry(ir.TopSome, _all),
    entry(ir.Melds, _all),
    entry(ir.IsCombo, _all),
    entry(ir.Fits, _all),
    entry(ir.RoleAttribute, _all),
    entry(ir.Ask, _all),
    entry(ir.Deck, _all),
])  # fmt: skip
"""The features by which a part of each kind distinguishes cards, None for all. Other kinds distinguish none."""
