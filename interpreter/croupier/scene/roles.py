"""The roles of stages, moves, zones and variables at a table: facts about the rules of a game, in no language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from croupier.model.program import Program
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, nodes, reached, stages, zones_contested, zones_filled, zones_left

_programs = lru_cache(maxsize=32)


@_programs
def repeated(program: Program) -> frozenset[str]:
    """Return the stages that are performed several times, so that their iteration is worth showing."""
    return frozenset(stage.name for stage in stages(program.rules) if _repeats(stage, program))


def _repeats(stage: ir.Stage, program: Program) -> bool:
    """A stage that each player performs once is only counted if it is a deal: else the number would count players."""
    plan = program.stages.get(stage.name)
    if plan is None or stage.times is not None:
        return plan is not None
    several = bool(stage.until) or (stage.by is not None and not plan.named and _shuffles(stage, program))
    return several and bool(stage.steps or stage.performs)


def _shuffles(stage: ir.Stage, program: Program) -> bool:
    return any(isinstance(node, ir.Shuffle) for node in reached(program.planner.facts, stage))


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
def said_by_moves(program: Program) -> frozenset[tuple[str, str]]:
    """Return the moves and the variables that they set by nothing but the player, the choices, constants and the value
    before, so that the move's own words say it.
    """
    return frozenset((move, statement.name) for move, statement in _settings(program) if _plain(statement))


@_programs
def chosen_by_moves(program: Program) -> frozenset[tuple[str, str, str]]:
    """Return the moves, the variables of the table or the player that they set to a choice, and the choice."""
    return frozenset(
        (move, statement.name, statement.value.name)
        for move, statement in _settings(program)
        if isinstance(statement, ir.SetVariable)
        and isinstance(statement.value, ir.Local)
        and isinstance(ir.owner_of(statement.subject), ir.Local | None)
    )


def _settings(program: Program) -> Iterator[tuple[str, ir.SetVariable | ir.AddToVariable]]:
    """Yield the statements of moves that change variables, with the name of the move."""
    for move in program.special.moves:
        for node in nodes(move.do):
            if isinstance(node, ir.SetVariable | ir.AddToVariable):
                yield move.name, node


def _plain(statement: ir.SetVariable | ir.AddToVariable) -> bool:
    value = statement.value if isinstance(statement, ir.SetVariable) else statement.amount
    parts = [part for part in nodes(value) if not isinstance(part, ir.Type)]
    return all(
        part.name == statement.name
        if isinstance(part, ir.VariableValue)
        else isinstance(part, ir.Local | ir.Constant | ir.Nothing | ir.Arithmetic | ir.Negative)
        for part in parts
    )


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
def unused(program: Program) -> frozenset[str]:
    """Return the zones that no card comes to with the options that were agreed on."""
    return frozenset(zone.name for zone in program.rules.zones) - zones_filled(Facts(program.special))


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
