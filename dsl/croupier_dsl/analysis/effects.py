"""Expand effects where they are performed, with locals of their own in that list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar, cast

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes, rebuilt, replaced

Part = TypeVar("Part")
Noted = Callable[[object, object], None]


def put_in(perform: ir.Perform, effect: ir.Effect, about: ir.Expr | None, noted: Noted | None = None) -> ir.Perform:
    """Return the effect as it is performed of this. `noted`: called with each part and what is made of it."""
    slot, where, path = perform.offset + 1, perform.where, perform.path
    do = tuple(shifted(statement, perform.offset, noted) for statement in effect.do)
    if about is not None and effect.subject is not None:
        if effect.subject.many:
            do = (ir.Let(slot, "it", about, where, path), *do)
        else:
            do = (ir.ForEach(about, slot, do, where, path=path),)
    return replace(perform, body=do)


def shifted(part: Part, by: int, noted: Noted | None = None) -> Part:
    """Return a part with the numbers of its locals, except the current player's, shifted by `by`."""
    made = rebuilt(part, lambda inner: shifted(inner, by, noted))
    changes: dict[str, object] = {}
    if isinstance(made, ir.Perform):
        changes["offset"] = made.offset + by
    elif isinstance(made, ir.Condition):
        changes["mentions"] = tuple(slot + by for slot in made.mentions)
    elif getattr(made, "slot", 0):
        changes["slot"] = cast(ir.Local, made).slot + by
    found = replaced(made, **changes) if changes else made
    if noted is not None and found is not part:
        noted(part, found)
    return found


def size(statements: tuple[ir.Statement, ...]) -> int:
    """Return the number of these statements, nested ones included."""
    return sum(isinstance(node, ir.Statement) for node in nodes(statements))


def performed(rules: ir.Rules) -> ir.Rules:
    """Return the rules in which every list performs the effects as they are now."""
    return _Performing(rules).rules()


class _Performing:
    def __init__(self, rules: ir.Rules) -> None:
        self.source = rules
        self.written = {effect.name: effect for effect in rules.effects}
        self.made: dict[str, ir.Effect] = {}

    def rules(self) -> ir.Rules:
        return replace(
            self.source,
            effects=tuple(map(self.effect, self.written)),
            play=self.part(self.source.play),
            stages=tuple(map(self.part, self.source.stages)),
            moves=tuple(map(self.part, self.source.moves)),
            triggers=tuple(map(self.part, self.source.triggers)),
        )

    def effect(self, name: str) -> ir.Effect:
        if name not in self.made:
            self.made[name] = self.part(self.written[name])
        return self.made[name]

    def part(self, part: Part) -> Part:
        if not self.written or not any(isinstance(node, ir.Perform) for node in nodes(part)):
            return part
        if isinstance(part, ir.Perform):
            return cast(Part, put_in(part, self.effect(part.name), part.about))
        return rebuilt(part, lambda inner: self.part(inner))
