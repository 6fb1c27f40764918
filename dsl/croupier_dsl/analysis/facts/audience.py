"""The audience of choices and random picks: all players, or only the one who chooses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Literal

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.facts.slots import is_covert
from croupier_dsl.analysis.reading import Facts, remembered
from croupier_dsl.analysis.walk import entry, locals_read, nodes
from croupier_dsl.frozen import frozen

Audience = Literal["everyone", "actor", "nobody"]
"""The players that learn the depth of a card in a pile, in addition to those who see the pile."""


def announced(facts: Facts, move: ir.MoveRule, asked: Iterable[ir.Choice]) -> frozenset[int]:
    """Return the slots of the choices that everybody hears: players, ranks, numbers, and cards visible to everyone.

    Other cards are not included (their moves show them), nor values that go into secret state or decide about it, nor
    the depth of a card in a pile that is not open.
    """
    choices = [*move.choices, *asked]
    secret = _into_hidden_state(facts, move.do)
    named = {choice.slot for choice in choices} | {node.slot for node in nodes(move.do) if isinstance(node, ir.Let)}
    shown = {zone.name for zone in facts.rules.zones if zone.seen == "everyone" and not zone.top_only}
    return frozenset(
        choice.slot
        for choice in choices
        if choice.slot not in secret
        and choice.type.name not in ("meld", "spot")
        and (choice.type.name != "card" or _lies_open(choice.collection, shown, named))
    )


@remembered
def unheard_picks(facts: Facts) -> frozenset[ir.Pick]:
    """Return the random picks that not everybody hears, since they go into secret state or decide about it."""
    hidden = _hidden_state(facts)
    if not hidden and not _closed_piles(facts):
        return frozenset()
    starts = [variable.start for variable in facts.rules.variables if variable.name in hidden]
    found = {pick for start in starts for pick in _picks(start)}
    for body in _lists(facts.rules):
        slots = _into_hidden_state(facts, body) if next(_picks(body), None) is not None else set()
        for node in nodes(body):
            found.update(pick for part in _carried(facts, node, slots) for pick in _picks(part))
    return frozenset(found)


@remembered
def told_depths(facts: Facts) -> dict[int, Audience]:
    """Return, for each move to a depth of a pile, by identity, the audience of the depth."""
    bodies = [*(effect.do for effect in facts.rules.effects), *_lists(facts.rules)]
    return {statement: told for body in bodies for statement, told in depths_told(facts, body).items()}


def depths_told(facts: Facts, statements: tuple[ir.Statement, ...]) -> dict[int, Audience]:
    """Return the same of one list."""
    found: dict[int, Audience] = {}
    if not any(isinstance(node, ir.ZoneTarget) and node.under is not None for node in nodes(statements)):
        return found
    named = {node.slot for node in nodes(statements) if isinstance(node, ir.Let | ir.ForEach | ir.Each)}
    chosen = locals_read(statements) - named - {0}
    _depths(_Walk(facts, (set(chosen), set()), (False, False), found), statements)
    return found


def _lists(rules: ir.Rules) -> list[tuple[ir.Statement, ...]]:
    """Return the lists of stages, moves and rules that fire by themselves."""
    found = [part for stage in stages(rules) for part in (stage.begin, stage.otherwise, stage.end)]
    return found + [move.do for move in rules.moves] + [trigger.do for trigger in rules.triggers]


@remembered
def _hidden_state(facts: Facts) -> frozenset[str]:
    return frozenset(variable.name for variable in facts.rules.variables if variable.seen != "everyone")


@remembered
def _closed_piles(facts: Facts) -> frozenset[str]:
    """Return the piles that are not visible to everyone, if some statement puts a card at a depth of a pile."""
    if not any(isinstance(node, ir.ZoneTarget) and node.under is not None for node in nodes(facts.rules)):
        return frozenset()
    return frozenset(zone.name for zone in facts.rules.zones if zone.seen != "everyone" or zone.top_only)


@frozen
class _Walk:
    """The way to a statement.

    `secret`: the locals that reveal more than all players see, and more than the current player sees. `hidden`: whether
    hidden information decides that the statement is reached, for both. `found`: the audiences so far.
    """

    facts: Facts
    secret: tuple[set[int], set[int]]
    hidden: tuple[bool, bool]
    found: dict[int, Audience]

    def covert(self, expr: ir.Expr) -> tuple[bool, bool]:
        every, actor = self.secret
        told = is_covert(self.facts, expr, every, everyone=True), is_covert(self.facts, expr, actor)
        return self.hidden[0] or told[0], self.hidden[1] or told[1]

    def names(self, slot: int, expr: ir.Expr) -> _Walk:
        """Record a local, and return the way to what it decides about."""
        told = self.covert(expr)
        for slots, so in zip(self.secret, told, strict=True):
            if so:
                slots.add(slot)
        return replace(self, hidden=told)


def _depths(walk: _Walk, statements: tuple[ir.Statement, ...]) -> None:
    for statement in statements:
        function = DEPTHS.get(type(statement))
        if function is not None:
            function(walk, statement)


def _depth_of_move(walk: _Walk, statement: ir.Move) -> None:
    to, (every, actor) = statement.to, walk.secret
    if isinstance(to, ir.ZoneTarget) and to.under is not None:
        told: Audience = "everyone"
        if to.name in _closed_piles(walk.facts) and is_covert(walk.facts, to.under, every, everyone=True):
            told = "nobody" if is_covert(walk.facts, to.under, actor) else "actor"
        walk.found[id(statement)] = told


def _depths_in_branches(walk: _Walk, statement: ir.If) -> None:
    for branch in statement.branches:
        if branch.condition is not None:
            walk = replace(walk, hidden=walk.covert(branch.condition))
        _depths(walk, branch.body)


def _named_value(walk: _Walk, statement: ir.Let) -> None:
    walk.names(statement.slot, statement.value)


DEPTHS = dict([
    entry(ir.Move, _depth_of_move),
    entry(ir.Let, _named_value),
    entry(ir.ForEach, lambda walk, it: _depths(walk.names(it.slot, it.collection), it.body)),
    entry(ir.If, _depths_in_branches),
    entry(ir.Labelled, lambda walk, it: _depths(walk, it.body)),
    entry(ir.Perform, lambda walk, it: _depths(walk, it.body)),
])  # fmt: skip
"""The depths at which each kind of statement puts cards, itself or by statements in it."""


def _into_hidden_state(facts: Facts, body: object) -> set[int]:
    """Return the slots on which secret state depends: by its new value, through names, and by whether it is set at
    all; and the slots of a secret depth.
    """
    found: set[int] = set()
    while True:
        before = len(found)
        for node in nodes(body):
            found |= {slot for part in _carried(facts, node, found) for slot in locals_read(part)}
        if len(found) == before:
            return found


def _carried(facts: Facts, node: object, found: set[int]) -> tuple[object, ...]:
    """Return the parts of a statement that flow into secret state, into a secret depth, or into the slots that flow
    there.
    """
    hidden = _hidden_state(facts)

    def tells(body: object) -> bool:
        return any(
            (isinstance(part, ir.SetVariable | ir.AddToVariable) and part.name in hidden)
            or (isinstance(part, ir.Let) and part.slot in found)
            for part in nodes(body)
        )

    match node:
        case ir.SetVariable(name=name) | ir.AddToVariable(name=name) if name in hidden:
            return (node,)
        case ir.ZoneTarget(name=name, under=under) if under is not None and name in _closed_piles(facts):
            return (under,)
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
    """Return whether all cards of a collection are certainly in zones that everybody sees."""
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
