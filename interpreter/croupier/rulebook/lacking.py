"""Find expressions that may be none, which sums and comparisons have to explain."""

from __future__ import annotations

from croupier.rulebook.context import Context
from croupier_dsl import ir, never_empty
from croupier_dsl.analysis import children, nodes


def may_lack(cx: Context, expr: ir.Expr) -> bool:
    """Return whether the value may be none.

    Of a thing with a name of its own inside a sentence, only the predicate counts.
    """
    match expr:
        case ir.Nothing():
            return True
        case ir.ExtremeValue(collection=collection) | ir.ExtremeThing(collection=collection):
            return not is_never_empty(cx, collection)
        case ir.Pick(collection=collection):
            return not is_never_empty(cx, collection)
        case ir.ZoneContents(name=name):
            return cx.words.zones[name].form == "slot"
        case ir.VariableValue(name=name, subject=subject):
            return cx.words.variables[name].optional or (subject is not None and may_lack(cx, subject))
        case ir.TableValue(name=name):
            rows = (row.value for row in cx.words.tables[name].rows)
            return any(may_lack(cx, each) for each in (*rows, *children(expr)))
        case ir.Defined(name=name):
            return any(may_lack(cx, each) for each in (cx.words.definitions[name].body, *children(expr)))
        case ir.RoleAttribute() | ir.CardFact(fact="role" | "place" | "meld" | "spot"):
            return True
        case ir.Attribute(card=card) | ir.CardFact(card=card):
            return may_lack(cx, card)
        case ir.IfThenElse(then=then, otherwise=otherwise):
            return may_lack(cx, then) or may_lack(cx, otherwise)
        case ir.Arithmetic(op=op, left=left, right=right):
            by_nought = op in ("div", "mod") and not (isinstance(right, ir.Constant) and right.value)
            return by_nought or may_lack(cx, left) or may_lack(cx, right)
        case ir.Negative(operand=operand):
            return may_lack(cx, operand)
    return False


def is_never_empty(cx: Context, collection: ir.Expr) -> bool:
    if isinstance(collection, ir.Map):
        return is_never_empty(cx, collection.collection) and not collection.body.type.many
    return never_empty(collection, cx.rules.players[0])


def lacks_in_sum(cx: Context, part: object) -> bool:
    """Return whether an operand of arithmetic may be none."""
    return any(isinstance(node, ir.Arithmetic) and may_lack(cx, node) for node in nodes(part))


def lacks_compared(cx: Context, part: object) -> bool:
    """Return whether an operand of an order comparison may be none."""
    return any(
        isinstance(node, ir.Order) and (may_lack(cx, node.left) or may_lack(cx, node.right)) for node in nodes(part)
    )
