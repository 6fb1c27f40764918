"""Any part of a ruleset to the options that it depends on, through whatever it reads."""

from __future__ import annotations

from collections.abc import Iterable

from croupier_dsl import ir
from croupier_dsl.analysis.walk import nodes

PLAYERS = "players"
"""Stands for the number of players among the names of options. (No option can be called so.)"""


class Reads:
    """Answers for one ruleset."""

    def __init__(self, rules: ir.Rules) -> None:
        self._tables = {table.name: table for table in rules.tables}
        self._definitions = {definition.name: definition for definition in rules.definitions}
        self._combos = {combo.name: combo for combo in rules.combos}
        self._variables = {variable.name: variable for variable in rules.variables}
        self._writers: dict[str, list[object]] = {}
        self._ways: dict[str, tuple[object, ...]] = {}
        self._stages: dict[str, tuple[object, ...]] = {}
        self._offering: dict[str, list[str]] = {}
        self._note_stage(rules.play, ())
        for rule in (*rules.moves, *rules.triggers):
            self._note_writer(rule)
        self._moves = {move.name: move for move in rules.moves}

    def sentence(self, *parts: object) -> frozenset[str]:
        """The options that sentences read, themselves and through tables and definitions."""
        return self._options(parts, deep=False)

    def move(self, name: str) -> frozenset[str]:
        """The options that decide when a move is offered.

        They are read by its conditions and domains, by the stages that offer it and those around them, by state and
        combos that these read, or by whatever sets that state.
        """
        rule = self._moves[name]
        ways = [self._ways[stage] for stage in self._offering.get(name, ())]
        return self._options((rule.conditions, rule.choices, *ways), deep=True)

    # ------------------------------------------------------------ what stands where
    def _note_stage(self, stage: ir.Stage, above: tuple[object, ...]) -> None:
        way = (*above, stage.when, stage.by, stage.times, stage.until)
        self._ways[stage.name] = way
        self._stages[stage.name] = (stage.by, stage.times, stage.until)
        for name in stage.moves:
            self._offering.setdefault(name, []).append(stage.name)
        for statements in (stage.begin, stage.otherwise, stage.end):
            self._note_writer((way, statements))
        for step in stage.steps:
            self._note_stage(step, way)

    def _note_writer(self, part: object) -> None:
        """A list of statements, with what decides whether it runs, under each variable that it sets."""
        for node in nodes(part):
            if isinstance(node, ir.SetVariable | ir.AddToVariable):
                self._writers.setdefault(node.name, []).append(part)

    # ------------------------------------------------------------ the search
    def _options(self, parts: Iterable[object], *, deep: bool) -> frozenset[str]:
        found: set[str] = set()
        seen: set[tuple[str, str]] = set()
        todo: list[object] = list(parts)
        while todo:
            for node in nodes(todo.pop()):
                match node:
                    case ir.OptionValue(name=name):
                        found.add(name)
                    case ir.Players() | ir.Teams():
                        found.add(PLAYERS)
                    case _:
                        todo += self._behind(node, seen, deep)
        return frozenset(found)

    def _behind(self, node: object, seen: set[tuple[str, str]], deep: bool) -> list[object]:
        """What stands behind a name, the first time it is met."""
        key: tuple[str, str]
        behind: list[object]
        match node:
            case ir.TableValue(name=name):
                key, behind = ("table", name), [self._tables[name]]
            case ir.Defined(name=name):
                key, behind = ("definition", name), [self._definitions[name]]
            case ir.Melds(combo=name) | ir.IsCombo(combo=name) if deep:
                key, behind = ("combo", name), self._combo(name)
            case ir.VariableValue(name=name) if deep:
                key, behind = ("variable", name), [self._variables[name].start, *self._writers.get(name, ())]
            case ir.StageCount(stage=name) if deep:
                key, behind = ("stage", name), [self._stages[name]]
            case _:
                return []
        if key in seen:
            return []
        seen.add(key)
        return behind

    def _combo(self, name: str) -> list[object]:
        """A combo with those it is made of."""
        combo = self._combos[name]
        return [combo, *(part for part in getattr(combo, "parts", ()) for part in self._combo(part))]
