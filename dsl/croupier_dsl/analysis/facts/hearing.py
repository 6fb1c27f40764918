"""Which choices of a move everybody hears, and which only who makes them; and what chance picks unheard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.reading import Reading
from croupier_dsl.analysis.walk import locals_read, nodes


class Hearing(Reading):
    """The part of the table of facts that is about who hears what."""

    def announced(self, move: ir.MoveRule, asked: Iterable[ir.Choice]) -> frozenset[int]:
        """The choices that everybody hears, by slot: players, ranks, numbers, and cards that lie open to everyone.

        Not other cards (their moving tells), and not what goes into state that others do not see, or decides about it.
        """
        choices = [*move.choices, *asked]
        secret = self._into_hidden_state(move.do)
        named = {choice.slot for choice in choices} | {node.slot for node in nodes(move.do) if isinstance(node, ir.Let)}
        shown = {zone.name for zone in self.rules.zones if zone.seen == "everyone" and not zone.top_only}
        return frozenset(
            choice.slot
            for choice in choices
            if choice.slot not in secret
            and choice.type.name not in ("meld", "spot")
            and (choice.type.name != "card" or _lies_open(choice.collection, shown, named))
        )

    @cached_property
    def unheard(self) -> frozenset[ir.Pick]:
        """What chance picks that not everybody hears: it goes into state that some do not see, or decides about it."""
        if not self._hidden:
            return frozenset()
        starts = [variable.start for variable in self.rules.variables if variable.name in self._hidden]
        found = {pick for start in starts for pick in _picks(start)}
        lists = [part for stage in stages(self.rules) for part in (stage.begin, stage.otherwise, stage.end)]
        lists += [move.do for move in self.rules.moves] + [trigger.do for trigger in self.rules.triggers]
        for body in lists:
            slots = self._into_hidden_state(body) if next(_picks(body), None) is not None else set()
            for node in nodes(body):
                found.update(pick for part in _carried(node, self._hidden, slots) for pick in _picks(part))
        return frozenset(found)

    @cached_property
    def _hidden(self) -> frozenset[str]:
        return frozenset(variable.name for variable in self.rules.variables if variable.seen != "everyone")

    def _into_hidden_state(self, body: object) -> set[int]:
        """The slots on which state depends that not everybody sees: by what it is set to, through names, and by whether
        it is set at all."""
        found: set[int] = set()
        while True:
            before = len(found)
            for node in nodes(body):
                found |= {slot for part in _carried(node, self._hidden, found) for slot in locals_read(part)}
            if len(found) == before:
                return found


def _carried(node: object, hidden: frozenset[str], found: set[int]) -> tuple[object, ...]:
    """What one statement carries into hidden state, or into the slots that go there."""

    def tells(body: object) -> bool:
        return any(
            (isinstance(part, ir.SetVariable | ir.AddToVariable) and part.name in hidden)
            or (isinstance(part, ir.Let) and part.slot in found)
            for part in nodes(body)
        )

    match node:
        case ir.SetVariable(name=name) | ir.AddToVariable(name=name) if name in hidden:
            return (node,)
        case ir.Let(slot=slot, value=value) if slot in found:
            return (value,)
        case ir.ForEach(collection=collection, slot=slot, body=body) if slot in found or tells(body):
            return (collection,)
        case ir.If(branches=branches) if tells(branches):
            return tuple(branch.condition for branch in branches)
    return ()


def _picks(part: object) -> Iterator[ir.Pick]:
    return (node for node in nodes(part) if isinstance(node, ir.Pick) and node.which == "random")


def _lies_open(collection: ir.Expr, shown: set[str], named: set[int]) -> bool:
    """Are all the cards of a collection plainly those of zones that everybody sees?"""
    zones = 0
    for node in nodes(collection):
        match node:
            case ir.ZoneContents(name=name):
                if name not in shown:
                    return False
                zones += 1
            case ir.Local(slot=slot):
                if slot in named:
                    return False
            case _ if getattr(getattr(node, "type", None), "name", "") in ("card", "meld"):
                inner = [part for part in nodes(node) if part is not node]
                if not any(isinstance(part, ir.ZoneContents) for part in inner):
                    return False
    return zones > 0
