"""What the rules show to everybody without anybody choosing to: hands that lie open, shuffled cards that are seen,
cards that are turned up where cards are dealt. Most of it is meant; a slip reads just alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from croupier_dsl import ir
from croupier_dsl.analysis import Facts, nodes, stages

Kind = Literal["hand", "shuffled", "dealt"]


@dataclass(frozen=True, slots=True)
class Exposure:
    """`hand`: the cards of a zone, of which its player chooses, lie open to others. `shuffled`: a zone is shuffled
    before the eyes of those who see its cards. `dealt`: cards come to light where a stage begins. `path`: the part that
    shows them; `zone`: where they lie then."""

    kind: Kind
    path: str
    zone: str
    where: ir.Where | None


def exposures(rules: ir.Rules) -> Iterator[Exposure]:
    """What is shown so, in the order of the ruleset; nothing where one plays alone."""
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
    for stage in stages(rules):
        here = facts.locals_of(stage.begin)
        for node in nodes(stage.begin):
            yield from _dealt(node, facts, here, zones)


def _chosen_from(rules: ir.Rules, facts: Facts) -> set[str]:
    """The zones of which a card is chosen."""
    found: set[str] = set()
    for move in rules.moves:
        here = facts.locals_of(move)
        for choice in nodes(move):
            if isinstance(choice, ir.Choice) and choice.type.name == "card":
                found |= facts.sources(choice.collection, here)
    return found


def _dealt(
    node: object, facts: Facts, here: Mapping[int, frozenset[str]], zones: dict[str, ir.Zone]
) -> Iterator[Exposure]:
    match node:
        case ir.Move(what=what, to=ir.ZoneTarget(name=to)):
            origins = facts.sources(what, here)
            hidden = [name for name in origins if name in zones and zones[name].seen != "everyone"]
            if hidden and zones[to].seen == "everyone":
                yield Exposure("dealt", node.path, to, node.where)
        case ir.Reveal(cards=cards) | ir.Show(cards=cards):
            names = sorted(facts.sources(cards, here))
            yield Exposure("dealt", node.path, names[0] if names else "", node.where)
