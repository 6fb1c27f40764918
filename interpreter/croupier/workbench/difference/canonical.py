"""Canonical words for parts of the IR, equal for equal meanings.

Names that a sentence introduces are replaced by numbers, operands of `and`, `or`, `+`, `*` or `is` are sorted, and
labels are left out. A number of an enumeration's value is replaced by the word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from croupier_dsl import ir
from croupier_dsl.saying import CHAIN, PLAIN, SUM, Comparison, Joint, Near, Own, Said, Sign

Plain = tuple["Plain", ...] | str | int | None
Slots = Mapping[int, str]
"""The names of the locals in scope."""


class Canonical(Own):
    """For one ruleset."""

    def __init__(self, rules: ir.Rules) -> None:
        super().__init__(rules)
        self._attributes = {attribute.name for attribute in rules.cards.attributes}

    def type(self, of: ir.Type) -> Plain:
        """Return a type; a list of words of its own by its words, in their order."""
        if of.enum and of.enum not in self._attributes:
            return (self.enums[of.enum], of.many)
        return (of.name, of.enum, of.many)

    def expr(self, node: ir.Expr | ir.Condition | None, slots: Slots | None = None) -> str | None:
        """Return an expression or a condition."""
        if node is None:
            return None
        return self.say(node.expr if isinstance(node, ir.Condition) else node, Near(slots or {}))

    def choice(self, choice: ir.Choice, slots: Slots) -> str:
        """Return a domain, whatever the choice is called."""
        return self.domain(choice, Near(slots))

    def statements(self, statements: tuple[ir.Statement, ...], slots: Slots) -> Plain:
        """Return a list; what it names counts from the beginning."""
        return tuple(self.lines(statements, Near(slots)))

    # ------------------------------------------------------------ equal meanings
    def local(self, local: ir.Local, near: Near) -> str:
        return near.names.get(local.slot, f"local {local.slot}")

    def bound(self, slot: int, body: object, near: Near) -> tuple[str, Near]:
        name = f"bound {len(near.names)}"
        return name, near.naming(slot, name)

    def candidate(self, choice: ir.Choice, near: Near) -> Near:
        return near.naming(choice.slot, f"candidate {len(near.names)}")

    def introduced(self, slot: int, name: str, near: Near) -> Near:
        return near.naming(slot, f"named {len(near.names)}")

    def statement(self, statement: ir.Statement, near: Near) -> Iterator[str]:
        if isinstance(statement, ir.Labelled):
            return self.lines(statement.body, near)
        return super().statement(statement, near)

    def kinds(self, notations: tuple[str, ...]) -> str:
        return super().kinds(tuple(sorted(notations)))

    def joined(self, op: Joint, operands: Iterable[ir.Expr], near: Near) -> list[str]:
        return sorted(self.say(operand, near, PLAIN) for whole in operands for operand in _flat(whole, op))

    def compared(self, form: Comparison, a: str, b: str) -> Said:
        return super().compared(form, *(sorted((a, b)) if form in ("is", "not is") else (a, b)))

    def reckoned(self, op: Sign, left: ir.Expr, right: ir.Expr, near: Near) -> Said:
        if op not in ("+", "*"):
            return super().reckoned(op, left, right, near)
        a, b = sorted((self.say(left, near, CHAIN), self.say(right, near, CHAIN)))
        return f"{a} {op} {b}", SUM


def chosen(choices: Iterable[ir.Choice]) -> dict[int, str]:
    """Return the slots of what a move asks for, by its names."""
    return {choice.slot: f"chosen {choice.name}" for choice in choices}


def counted(choices: Iterable[ir.Choice]) -> dict[int, str]:
    """Return the same by number, so that a name does not count."""
    return {choice.slot: f"chosen {number}" for number, choice in enumerate(choices)}


def _flat(node: ir.Expr, op: str) -> Iterator[ir.Expr]:
    """Yield the operands of one operator, also through parentheses."""
    if isinstance(node, ir.Logic) and node.op == op:
        for operand in node.operands:
            yield from _flat(operand, op)
    else:
        yield node
