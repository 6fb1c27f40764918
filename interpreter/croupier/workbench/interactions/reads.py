"""Find the options on which a part of a ruleset depends, through everything it reads."""

from __future__ import annotations

from collections.abc import Iterable

from croupier_dsl import ir
from croupier_dsl.analysis import Facts, Named, inner_stages, nodes, reached, steps

PLAYERS = "players"
"""The name of the number of players among the names of options. (An option cannot have this name.)"""


class Reads:
    """Answers for one ruleset."""

    def __init__(self, rules: ir.Rules) -> None:
        self._facts = Facts(rules)
        self._writers: dict[str, list[object]] = {}
        self._ways: dict[str, tuple[object, ...]] = {}
        self._stages: dict[str, tuple[object, ...]] = {}
        self._offering: dict[str, list[str]] = {}
        self._own: dict[str, tuple[object, ...]] = {}
        self._note_stages(rules)
        for rule in (*rules.moves, *rules.triggers):
            self._note_writer(rule)
        self._moves = {move.name: move for move in rules.moves}

    def sentence(self, *parts: object) -> frozenset[str]:
        """Return the options that sentences read, themselves and through tables and definitions."""
        return self._options(parts, deep=False)

    def move(self, name: str) -> frozenset[str]:
        """Return the options that decide when a move is offered.

        They are read by its conditions and domains, by the stages that offer it and those around them, by state and
        combos that these read, or by whatever sets that state.
        """
        rule = self._moves[name]
        ways = [self._ways[stage] for stage in self._offering.get(name, ())]
        return self._options((rule.conditions, rule.choices, *ways), deep=True)

    # ------------------------------------------------------------ places
    def _note_stages(self, rules: ir.Rules) -> None:
        said_once = {stage.name: stage for stage in rules.stages}
        around: dict[str, dict[str, None]] = {}
        for stage in inner_stages(rules.stages, rules.play, *rules.stages):
            way = around.setdefault(stage.name, {}) | {stage.name: None}
            for step in steps(stage, said_once):
                around.setdefault(step.name, {}).update(way)
            parts = (stage.when, stage.by, stage.times, stage.until)
            self._stages[stage.name] = parts[1:]
            self._ways[stage.name] = (*(part for above in around[stage.name] for part in self._own[above]), *parts)
            self._own[stage.name] = parts
            for name in stage.moves:
                self._offering.setdefault(name, []).append(stage.name)
            for statements in (stage.begin, stage.otherwise, stage.end):
                self._note_writer((self._ways[stage.name], statements))

    def _note_writer(self, part: object) -> None:
        """Record a list of statements, with the conditions for running it, under each variable that it sets."""
        for node in nodes(part):
            if isinstance(node, ir.SetVariable | ir.AddToVariable):
                self._writers.setdefault(node.name, []).append(part)

    # ------------------------------------------------------------ the search
    def _options(self, parts: Iterable[object], *, deep: bool) -> frozenset[str]:
        found: set[str] = set()
        for node in reached(self._facts, *parts, combos=deep, further=self._further if deep else None):
            match node:
                case ir.OptionValue(name=name):
                    found.add(name)
                case ir.Players() | ir.Teams():
                    found.add(PLAYERS)
        return frozenset(found)

    def _further(self, node: object) -> list[tuple[Named, object]]:
        """Return the parts that determine the state that a sentence reads."""
        match node:
            case ir.VariableValue(name=name):
                start = self._facts.variables[name].start
                return [(("variable", name), (start, *self._writers.get(name, ())))]
            case ir.StageCount(stage=name):
                return [(("stage", name), self._stages[name])]
        return []
