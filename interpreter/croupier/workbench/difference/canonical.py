"""Parts of the IR to plain data that is equal where they mean the same.

Left out are places, types, titles, slots and the names of what a sentence itself introduces; the order of what is
joined by `and`, `or`, `+`, `*` or `is`; and labels. What stands for a word of a list is the word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier_dsl import ir
from croupier_dsl.analysis.walk import held

Plain = tuple["Plain", ...] | str | int | None
Slots = Mapping[int, Plain]
"""What the locals that are in sight stand for."""

_UNSAID = {"type", "where", "title", "text", "path", "arms", "mentions", "slot", "slots"}


class Canonical:
    """For one ruleset."""

    def __init__(self, rules: ir.Rules) -> None:
        self._enums = {enum.name: enum.values for enum in rules.enums}
        self._attributes = {attribute.name for attribute in rules.cards.attributes}

    def type(self, of: ir.Type) -> Plain:
        """A type; a list of words of its own by its words, in their order."""
        if of.enum and of.enum not in self._attributes:
            return (self._enums[of.enum], of.many)
        return (of.name, of.enum, of.many)

    def expr(self, node: object, slots: Slots | None = None) -> Plain:
        """An expression, a condition, or several."""
        near: Slots = slots or {}
        match node:
            case None | str():
                return node
            case bool():
                return "yes" if node else "no"
            case int():
                return node
            case tuple():
                return tuple(self.expr(item, near) for item in node)
            case ir.Constant(type=ir.Type(enum=enum), value=value) if enum:
                return ("word", self._enums[enum][value])
            case ir.Nothing():
                return "none"
            case ir.Local(slot=slot):
                return ("local", near.get(slot, slot))
            case (
                ir.VariableValue(name=name, subject=inner)
                | ir.ZoneContents(name=name, subject=inner)
                | ir.TableValue(name=name, subject=inner)
                | ir.Defined(name=name, subject=inner)
                | ir.Attribute(name=name, card=inner)
            ):
                return ("of", name, self.expr(inner, near))
            case ir.OptionValue(name=name) | ir.StageCount(stage=name):
                return ("of", name, None)
            case ir.Logic(op=op):
                return (op, *_sorted(self.expr(operand, near) for operand in _joined(node, op)))
            case ir.Same(left=left, right=right):
                return ("is", *_sorted((self.expr(left, near), self.expr(right, near))))
            case ir.Arithmetic(op="+" | "*" as op, left=left, right=right):
                return (op, *_sorted((self.expr(left, near), self.expr(right, near))))
            case ir.IsKind(card=card, notations=notations):
                return ("is kind", self.expr(card, near), *sorted(notations))
            case ir.Condition(expr=expr):
                return self.expr(expr, near)
            case ir.Choice():
                return self.choice(node, near)
        inside = near
        if isinstance(node, ir.Map | ir.Filter | ir.Exists | ir.ExtremeThing):
            inside = {**near, node.slot: ("bound", len(near))}
        said = [(name, value) for name, value in held(node) if name not in _UNSAID]
        return (
            type(node).__name__,
            *(self.expr(value, near if name == "collection" else inside) for name, value in said),
        )

    def choice(self, choice: ir.Choice, slots: Slots) -> Plain:
        """A domain, whatever the choice is called."""
        inside = {**slots, choice.slot: ("candidate", len(slots))}
        filters = _sorted(self.expr(condition, inside) for condition in choice.filters)
        many = "one" if choice.single else (self.expr(choice.low, slots), self.expr(choice.high, slots))
        return (many, self.expr(choice.collection, slots), filters, choice.if_possible)

    def statements(self, statements: tuple[ir.Statement, ...], slots: Slots) -> Plain:
        """A list; what it names counts from the beginning, a label is nothing."""
        near = dict(slots)
        found: list[Plain] = []
        for statement in statements:
            match statement:
                case ir.Labelled(body=body):
                    found.extend(_several(self.statements(body, near)))
                    near.update(_named(body, len(near)))
                case ir.Let(slot=slot, value=value):
                    found.append(("let", self.expr(value, near)))
                    near[slot] = ("named", len(near))
                case ir.Ask(choices=choices):
                    for choice in choices:
                        found.append(("ask", self.choice(choice, near)))
                        near[choice.slot] = ("named", len(near))
                case ir.ForEach(collection=collection, slot=slot, body=body):
                    inside = {**near, slot: ("named", len(near))}
                    found.append(("each", self.expr(collection, near), self.statements(body, inside)))
                case ir.If(branches=branches):
                    arms = ((self.expr(arm.condition, near), self.statements(arm.body, near)) for arm in branches)
                    found.append(("if", *arms))
                case _:
                    found.append(self.expr(statement, near))
        return tuple(found)


def chosen(choices: Iterable[ir.Choice]) -> dict[int, Plain]:
    """The slots of what a move asks for, by its names."""
    return {choice.slot: ("chosen", choice.name) for choice in choices}


def counted(choices: Iterable[ir.Choice]) -> dict[int, Plain]:
    """The same by number, so that a name does not count."""
    return {choice.slot: ("chosen", number) for number, choice in enumerate(choices)}


def _named(body: tuple[ir.Statement, ...], known: int) -> dict[int, Plain]:
    """What a list under a label has named for those after it."""
    found: dict[int, Plain] = {}
    for statement in body:
        match statement:
            case ir.Let(slot=slot):
                found[slot] = ("named", known + len(found))
            case ir.Ask(choices=choices):
                for choice in choices:
                    found[choice.slot] = ("named", known + len(found))
            case ir.Labelled(body=inner):
                found |= _named(inner, known + len(found))
    return found


def _joined(node: ir.Expr, op: str) -> Iterable[ir.Expr]:
    """What is joined by one word, also in parentheses."""
    if isinstance(node, ir.Logic) and node.op == op:
        for operand in node.operands:
            yield from _joined(operand, op)
    else:
        yield node


def _sorted(parts: Iterable[Plain]) -> tuple[Plain, ...]:
    return tuple(sorted(parts, key=repr))


def _several(parts: Plain) -> tuple[Plain, ...]:
    assert isinstance(parts, tuple)
    return parts
