"""Rules that show cards to all players without a choice: face-up hands, shuffles in view, cards turned up by a deal.

Most of it is intended; an error looks the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from croupier_dsl import ir
from croupier_dsl.analysis import Facts, List, lists, nodes, sources, sources_of_locals, stages, within

Kind = Literal["hand", "shuffled", "dealt"]


@dataclass(frozen=True, slots=True)
class Exposure:
    """`hand`: the cards of a zone from which its player chooses are visible to others.

    `shuffled`: a zone is shuffled while some players see its cards. `dealt`: cards are turned up at the beginning of a
    stage, without a choice of a player. `path`: the part that shows them; `zone`: their zone then.
    """

    kind: Kind
    path: str
    zone: str
    where: ir.Where | None


def exposures(rules: ir.Rules) -> Iterator[Exposure]:
    """Yield these exposures, in the order of the ruleset; none in a game for one player."""
    if rules.players[-1] == 1:
        return
    facts = Facts(rules)
    zones = {zone.name: zone for zone in rules.zones}
    chosen = _chosen_from(rules, facts)
    for zone in rules.zones:
        if zone.name in chosen and zone.per == "player" and zone.seen == "everyone" and zone.form in ("set", "row"):
            yield Exposure("hand", zone.path, zone.name, zone.where)
    for node in nodes(rules):
        if isinstance(node, ir.Shuffle) and zones[node.zone.name].seen != "nobody":
            yield Exposure("shuffled", node.path, node.zone.name, node.where)
    state = _chosen_state(rules)
    for stage in stages(rules):
        here = sources_of_locals(facts, stage.begin)
        slots = _chosen_slots(stage.begin, (), state)
        for node in nodes(stage.begin):
            yield from (each for each in _dealt(node, facts, here, zones) if not _chosen(_shown(node), slots, state))


def before_cards(rules: ir.Rules) -> frozenset[str]:
    """Return the paths of the statements after which, in the same list, cards move or are shown.

    Return the paths of statements before one that shows cards: the card itself explains their information.
    """
    found: set[str] = set()
    for _, root in lists(rules):
        before: list[str] = []
        for statement in within(root):
            if isinstance(statement, ir.Move | ir.Swap | ir.Reveal | ir.Show):
                found.update(before)
            before.append(statement.path)
    return frozenset(found)


POINTED_AT = ("card", "meld", "spot", "player")
"""The types of a player's choices of cards, places, or owners to look at."""


def _shown(node: object) -> object:
    """Return the expression that says which cards a statement brings to light."""
    match node:
        case ir.Move(what=cards) | ir.Reveal(cards=cards) | ir.Show(cards=cards):
            return cards
    return None


def _chosen(part: object, slots: Collection[int], state: Collection[str]) -> bool:
    """Return whether a part reads what a player has pointed at: one of these locals, or state of these names."""
    return any(
        (isinstance(node, ir.Local) and node.slot in slots)
        or (isinstance(node, ir.VariableValue) and node.name in state)
        for node in nodes(part)
    )


def _chosen_slots(statements: List, choices: Iterable[ir.Choice], state: Collection[str]) -> set[int]:
    """Return the locals of a list that hold such choices of a player; `choices`: the choices of the move."""
    asked = (node for node in nodes(statements) if isinstance(node, ir.Choice))
    found = {choice.slot for choice in chain(choices, asked) if choice.type.name in POINTED_AT}
    while True:
        before = len(found)
        for statement in within(statements):
            match statement:
                case ir.Let(slot=slot, value=expr) | ir.ForEach(slot=slot, collection=expr):
                    if expr.type.name in POINTED_AT and _chosen(expr, found, state):
                        found.add(slot)
        if len(found) == before:
            return found


def _chosen_state(rules: ir.Rules) -> set[str]:
    """Return the state by which the rules remember what a player has pointed at."""
    state: set[str] = set()
    choices = {f"{move.path}.do": move.choices for move in rules.moves}
    holding = {variable.name for variable in rules.variables if variable.type.name in POINTED_AT}
    while True:
        before = len(state)
        for path, statements in lists(rules):
            slots = _chosen_slots(statements, choices.get(path, ()), state)
            for statement in within(statements):
                match statement:
                    case ir.SetVariable(name=name, value=expr) if name in holding and _chosen(expr, slots, state):
                        state.add(name)
        if len(state) == before:
            return state


def _chosen_from(rules: ir.Rules, facts: Facts) -> set[str]:
    """Return the zones of which a card is chosen."""
    found: set[str] = set()
    for move in rules.moves:
        here = sources_of_locals(facts, move)
        for choice in nodes(move):
            if isinstance(choice, ir.Choice) and choice.type.name == "card":
                found |= sources(facts, choice.collection, here)
    return found


def _dealt(
    node: object, facts: Facts, here: Mapping[int, frozenset[str]], zones: dict[str, ir.Zone]
) -> Iterator[Exposure]:
    match node:
        case ir.Move(what=what, to=ir.ZoneTarget(name=to)):
            origins = sources(facts, what, here)
            hidden = [name for name in origins if name in zones and zones[name].seen != "everyone"]
            if hidden and zones[to].seen == "everyone":
                yield Exposure("dealt", node.path, to, node.where)
        case ir.Reveal(cards=cards) | ir.Show(cards=cards):
            names = sorted(sources(facts, cards, here))
            yield Exposure("dealt", node.path, names[0] if names else "", node.where)
