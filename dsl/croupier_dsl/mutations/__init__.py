"""Mutations of checked rules: rules with one small change each, which a scenario should detect."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from croupier_dsl import ir
from croupier_dsl.analysis.course import stages
from croupier_dsl.analysis.effects import performed
from croupier_dsl.classes import frozen
from croupier_dsl.mutations import material, play
from croupier_dsl.mutations.change import Change, each, less, within

__all__ = ["Mutation", "mutations_of"]


@frozen
class Mutation:
    """The rules with one change: `what` was done to the part at `path`, at the place `where`."""

    path: str
    what: str
    where: ir.Where | None
    rules: ir.Rules

    @property
    def name(self) -> str:
        """Return its name in `equivalent`, unique within a ruleset: `moves.pass.when.enough dropped`."""
        return f"{self.path} {self.what}"


def mutations_of(rules: ir.Rules) -> tuple[Mutation, ...]:
    """Return every mutation of the rules, in the order of the sections; they all have names of their own."""
    seen: Counter[str] = Counter()
    found = []
    for change in _changes(rules):
        seen[f"{change.path} {change.what}"] += 1
        number = seen[f"{change.path} {change.what}"]
        what = change.what if number == 1 else f"{change.what} ({number})"
        found.append(Mutation(change.path, what, change.where, change.made))
    return tuple(found)


def _changes(rules: ir.Rules) -> Iterator[Change[ir.Rules]]:
    enums = {enum.name: enum.values for enum in rules.enums}
    places = {part.path: part.where for part in rules.parts}
    numbers = material.players(rules.players, places.get("players"))
    yield from within(numbers, lambda made: replace(rules, players=made))
    options = each(rules.options, lambda option: material.option(option, enums))
    yield from within(options, lambda made: replace(rules, options=made))
    cards = material.cards(rules.cards, places.get("cards"))
    yield from within(cards, lambda made: replace(rules, cards=made))
    tables = each(rules.tables, lambda table: material.table(table, enums))
    yield from within(tables, lambda made: replace(rules, tables=made))
    yield from within(each(rules.zones, material.zone), lambda made: replace(rules, zones=made))
    variables = each(rules.variables, lambda variable: material.variable(variable, enums))
    yield from within(variables, lambda made: replace(rules, variables=made))
    yield from within(each(rules.combos, material.combo), lambda made: replace(rules, combos=made))
    yield from within(each(rules.definitions, material.definition), lambda made: replace(rules, definitions=made))
    yield from _of_play(rules)
    yield from within(play.result(rules.result), lambda made: replace(rules, result=made))


def _of_play(rules: ir.Rules) -> Iterator[Change[ir.Rules]]:
    """Yield mutations of effects, stages, moves, triggers."""
    effects = each(rules.effects, play.effect)
    yield from within(effects, lambda made: performed(replace(rules, effects=made)))
    offers = Counter(name for stage in stages(rules) for name in stage.moves)
    performs = Counter(name for stage in stages(rules) for name in stage.performs)
    shared = frozenset(name for times in (offers, performs) for name in times if times[name] > 1)
    yield from within(play.stage(rules.play, shared), lambda made: replace(rules, play=made))
    said_once = each(rules.stages, lambda stage: play.stage(stage, shared))
    yield from within(said_once, lambda made: replace(rules, stages=made))
    for number, move in enumerate(rules.moves):
        without = replace(
            rules,
            moves=less(rules.moves, number),
            play=play.without_move(rules.play, move.name),
            stages=tuple(play.without_move(stage, move.name) for stage in rules.stages),
        )
        yield Change(f"moves.{move.name}", "dropped", move.where, without)
    yield from within(each(rules.moves, play.move), lambda made: replace(rules, moves=made))
    for number, trigger in enumerate(rules.triggers):
        without = replace(rules, triggers=less(rules.triggers, number))
        yield Change(f"whenever.{trigger.name}", "dropped", trigger.where, without)
    yield from within(each(rules.triggers, play.trigger), lambda made: replace(rules, triggers=made))
