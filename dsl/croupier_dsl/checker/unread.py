"""Warn about declarations that nothing reads, and about state that is read and never changes."""

from __future__ import annotations

from collections.abc import Collection

from croupier_dsl import ir
from croupier_dsl.analysis.moving import zones_filled
from croupier_dsl.analysis.reading import read_in_play, zones_read_by_name
from croupier_dsl.analysis.values import never_set
from croupier_dsl.analysis.walk import nodes
from croupier_dsl.checker.context import Context
from croupier_dsl.checker.settled import Judge
from croupier_dsl.errors import sense
from croupier_dsl.errors.sense import SORTS


def warn_of_unread(cx: Context, variables: tuple[ir.Variable, ...], happening: object) -> None:
    """Warn about options, zones, state, tables, definitions and combos that no sentence reads, moves that no stage
    offers, and stages that none performs.

    State that statements set and players see is not reported: it informs players.
    """
    changed = {part.name for part in nodes(happening) if isinstance(part, ir.SetVariable | ir.AddToVariable)}
    shown = {one.name for one in variables if one.seen != "nobody" or one.seen_by is not None} & changed
    for declared in cx.names.declared.values():
        if declared.sort in SORTS and declared.name not in cx.used.names | shown:
            cx.diagnostics.add(sense.never_read(declared.span, SORTS[declared.sort], declared.name))
    for move in cx.names.ruleset.moves:
        if move.name.text not in cx.used.moves:
            cx.diagnostics.add(sense.never_offered(move.name.span, move.name.text))
    for name, place in cx.names.said_once.items():
        if not place.above:
            cx.diagnostics.add(sense.stage_never_performed(place.stage.name.span, name))
    for name, effect in cx.names.effects.items():
        if name not in cx.used.names:
            cx.diagnostics.add(sense.never_performed(effect.head.name.span, name))


def warn_of_unset(judge: Judge, cx: Context, told: Collection[str]) -> None:
    """Warn about state with a starting value that is read and never changed, and about zones whose cards are read and
    that no card enters. `told`: names that have been reported already."""
    facts, names = judge.facts, cx.names
    for variable in judge.rules.variables:
        name = variable.name
        by_itself = names.variables[name].thing.starting is None
        if by_itself and name in never_set(facts) and ("variable", name) in read_in_play(facts) and name not in told:
            cx.diagnostics.add(sense.never_set(names.declared[name].span, name))
    for zone in judge.rules.zones:
        if zone.name in zones_read_by_name(facts) - zones_filled(facts) - {*told}:
            cx.diagnostics.add(sense.never_filled(names.declared[zone.name].span, zone.name))
