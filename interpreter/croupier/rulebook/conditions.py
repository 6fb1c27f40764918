"""Questions about conditions and values before they are put into words: what they read, and what may be none; and
conditions rewritten for easier wording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from croupier.rulebook.context import Context
from croupier_dsl import ir, never_empty
from croupier_dsl.analysis import children, nodes


def reads(expr: ir.Expr, slot: int) -> bool:
    """Return whether the expression reads this local."""
    return any(isinstance(node, ir.Local) and node.slot == slot for node in nodes(expr))


def parted(condition: ir.Expr, slot: int) -> tuple[list[ir.Expr], list[ir.Expr]]:
    """Split a conjunction into the parts that read the local and the others."""
    operands = condition.operands if isinstance(condition, ir.Logic) and condition.op == "and" else (condition,)
    return [part for part in operands if reads(part, slot)], [part for part in operands if not reads(part, slot)]


def is_local(expr: object, slot: int) -> bool:
    return isinstance(expr, ir.Local) and expr.slot == slot


def speaks_of_one(expr: object, slot: int, person: bool, opened: Callable[[str], ir.Expr | None]) -> bool:
    """Return whether every property in the expression can only belong to the local.

    `opened`: the body of a definition that is written out where it is used.
    """
    for node in nodes(expr):
        match node:
            case ir.Local(slot=used, type=type_) if used != slot and (not person or type_ in (ir.PLAYER, ir.TEAM)):
                return False
            case ir.Defined(name=name) if (body := opened(name)) is not None:
                if not speaks_of_one(body, 1, person, opened):
                    return False
            case ir.Players() | ir.Teams() | ir.Members() | ir.Neighbour() | ir.NextActor() | ir.Pick():
                return False
            case ir.VariableValue(type=type_) | ir.Defined(type=type_) if type_.name in ("player", "team"):
                return False
            case ir.ZoneContents(subject=None) if not person:
                return False
            case _ if not person and isinstance(node, ir.Each):
                return False
    return True


def denies(expr: ir.Expr) -> bool:
    """Return whether the expression is a denial. `not none` is written as one, but asserts existence."""
    match expr:
        case ir.Same(left=left, right=right):
            return isinstance(left, ir.Nothing) or isinstance(right, ir.Nothing)
        case ir.Not(operand=ir.Same(left=left, right=right)):
            return not isinstance(left, ir.Nothing) and not isinstance(right, ir.Nothing)
    return isinstance(expr, ir.Not)


def one_of_several(operands: tuple[ir.Expr, ...]) -> tuple[ir.Expr, ...]:
    """Alternatives in which one thing is said to be this or that: `it is a or it is b` becomes `it is a or b`."""
    found: list[ir.Expr] = []
    for expr in operands:
        before = found[-1] if found else None
        match before, expr:
            case (ir.Same(left=left, right=first), ir.Same(left=other, right=second)) if (
                left == other and _thing(first) and _thing(second)
            ):
                many = ir.ListOf(replace(first.type, many=True), (first, second))
                found[-1] = ir.Within(ir.TRUTH, left, many)
            case (ir.Within(left=left, right=ir.ListOf(items=items) as many), ir.Same(left=other, right=second)) if (
                left == other and _thing(second)
            ):
                found[-1] = ir.Within(ir.TRUTH, left, replace(many, items=(*items, second)))
            case (
                ir.Order(op=">" | "<" as op, left=left, right=bound),
                ir.Same(left=other, right=second),
            ) if left == other and bound == second:
                found[-1] = replace(before, op=">=" if op == ">" else "<=")
            case _:
                found.append(expr)
    return tuple(found)


def sayable(condition: ir.Expr, denied: bool) -> bool:
    """Return whether a condition can follow `at least one card` or `no card` without a change of meaning."""
    match condition:
        case ir.Not():
            return not denied
        case ir.Same():
            nothing = isinstance(condition.left, ir.Nothing) or isinstance(condition.right, ir.Nothing)
            return condition.left.type != ir.CARD and not (denied and (nothing or condition.right.type.name == "truth"))
    return True


def is_of(condition: ir.Expr, slot: int) -> bool:
    """Return whether the condition compares a property of the local itself."""
    match condition:
        case ir.Same(left=left) | ir.Within(left=left) | ir.Order(left=left):
            match left:
                case ir.Attribute(card=ir.Local(slot=used)):
                    return used == slot
                case ir.TableValue(subject=ir.Local(slot=used)) | ir.VariableValue(subject=ir.Local(slot=used)):
                    return used == slot
    return False


def card_of(left: ir.Expr, right: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return a card and a player, if what is the same is whose the card is and that player; else nothing."""
    for one, other in ((left, right), (right, left)):
        match one:
            case ir.CardFact(fact="owner", card=card) if not isinstance(card, ir.Pick):
                return () if isinstance(other, ir.CardFact) else (card, other)
    return ()


def _thing(expr: ir.Expr) -> bool:
    return expr.type.name != "truth" and not expr.type.many and not isinstance(expr, ir.Nothing)


def together(parts: list[ir.Expr], op: str) -> ir.Expr:
    """One expression of several."""
    return parts[0] if len(parts) == 1 else ir.Logic(ir.TRUTH, "and" if op == "and" else "or", tuple(parts))


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
