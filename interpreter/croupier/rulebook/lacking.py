"""Find expressions that may be none, which sums and comparisons have to explain."""

from __future__ import annotations

from croupier.rulebook.lexicon import Lexicon
from croupier_dsl import ir, never_empty
from croupier_dsl.analysis import children, nodes


class Lacking:
    """Knows of each expression of one set of rules whether its value may be none."""

    def __init__(self, rules: ir.Rules, words: Lexicon) -> None:
        self.rules = rules
        self.words = words

    def may_lack(self, expr: ir.Expr) -> bool:
        """Return whether the value may be none.

        Of a thing with a name of its own inside a sentence, only the predicate counts.
        """
        match expr:
            case ir.Nothing():
                return True
            case ir.ExtremeValue(collection=collection) | ir.ExtremeThing(collection=collection):
                return not self.never_empty(collection)
            case ir.Pick(collection=collection):
                return not self.never_empty(collection)
            case ir.ZoneContents(name=name):
                return self.words.zones[name].form == "slot"
            case ir.VariableValue(name=name, subject=subject):
                return self.words.variables[name].optional or (subject is not None and self.may_lack(subject))
            case ir.TableValue(name=name):
                return any(map(self.may_lack, (*(row.value for row in self.words.tables[name].rows), *children(expr))))
            case ir.Defined(name=name):
                return any(map(self.may_lack, (self.words.definitions[name].body, *children(expr))))
            case ir.RoleAttribute() | ir.CardFact(fact="role" | "place" | "meld" | "spot"):
                return True
            case ir.Attribute(card=card) | ir.CardFact(card=card):
                return self.may_lack(card)
            case ir.IfThenElse(then=then, otherwise=otherwise):
                return self.may_lack(then) or self.may_lack(otherwise)
            case ir.Arithmetic(op=op, left=left, right=right):
                by_nought = op in ("div", "mod") and not (isinstance(right, ir.Constant) and right.value)
                return by_nought or self.may_lack(left) or self.may_lack(right)
            case ir.Negative(operand=operand):
                return self.may_lack(operand)
        return False

    def never_empty(self, collection: ir.Expr) -> bool:
        if isinstance(collection, ir.Map):
            return self.never_empty(collection.collection) and not collection.body.type.many
        return never_empty(collection, self.rules.players[0])

    def in_a_sum(self, part: object) -> bool:
        """Return whether an operand of arithmetic may be none."""
        return any(isinstance(node, ir.Arithmetic) and self.may_lack(node) for node in nodes(part))

    def compared(self, part: object) -> bool:
        """Return whether an operand of an order comparison may be none."""
        return any(
            isinstance(node, ir.Order) and (self.may_lack(node.left) or self.may_lack(node.right))
            for node in nodes(part)
        )
