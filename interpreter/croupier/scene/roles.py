"""The roles of stages, moves, zones and variables at a table: facts about the rules of a game, in no language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from croupier.model.program import Program
from croupier_dsl import ir
from croupier_dsl.analysis import nodes, stages, zones_contested, zones_left

_programs = lru_cache(maxsize=32)


@_programs
def repeated(program: Program) -> frozenset[str]:
    """Return the stages that are performed several times, so that their iteration is worth showing."""
    return frozenset(stage.name for stage in stages(program.rules) if _repeats(stage, program))


def _repeats(stage: ir.Stage, program: Program) -> bool:
    plan = program.stages.get(stage.name)
    if plan is None:
        return False
    several = (stage.by is not None and not plan.named) or bool(stage.until)
    return stage.times is not None or (several and bool(stage.steps or stage.performs))


@_programs
def ending_moves(program: Program) -> frozenset[str]:
    """Return the moves that do nothing but end the game."""
    play = program.rules.play.name
    return frozenset(
        rule.name
        for rule in program.special.moves
        if len(rule.do) == 1 and isinstance(rule.do[0], ir.EndStage) and rule.do[0].stage == play
    )


@_programs
def of_turns(program: Program) -> frozenset[str]:
    """Return the variables that last for one turn only, so that the moves of the turn show as much."""
    turns = {stage.name for stage in stages(program.rules) if stage.by is not None}
    return frozenset(variable.name for variable in program.rules.variables if variable.life in turns)


@_programs
def tricks(program: Program) -> frozenset[str]:
    """Return the shared piles in which cards compete for their players."""
    contested = zones_contested(program.planner.facts)
    return frozenset(zone.name for zone in program.rules.zones if zone.name in contested and zone.seen == "everyone")


@_programs
def growing(program: Program) -> frozenset[str]:
    """Return the zones that cards come to and never leave during a round."""
    return frozenset(zone.name for zone in program.rules.zones) - zones_left(program.planner.facts)


@_programs
def columns(program: Program) -> frozenset[str]:
    """Return the zones that are numbered open piles and show each of their cards."""
    zones = program.rules.zones
    return frozenset(zone.name for zone in zones if _numbered(zone) and zone.seen == "everyone" and not zone.top_only)


def _numbered(zone: ir.Zone) -> bool:
    """Return whether this is one of several numbered piles of the table."""
    return zone.per == "table" and zone.form == "pile" and zone.keys is not None and zone.keys.type.name == "number"


@_programs
def columns_over(program: Program) -> Mapping[str, str]:
    """Return the column above each zone of face-down cards, onto which they are turned."""
    zones, found = {zone.name: zone for zone in program.rules.zones}, {}
    for move in nodes(program.rules):
        if isinstance(move, ir.Move) and isinstance(move.to, ir.ZoneTarget) and move.to.name in columns(program):
            onto = zones[move.to.name]
            for node in nodes(move.what):
                zone = zones[node.name] if isinstance(node, ir.ZoneContents) else None
                if zone and _numbered(zone) and zone.seen == "nobody" and zone.keys == onto.keys:
                    found[zone.name] = onto.name
    return found
