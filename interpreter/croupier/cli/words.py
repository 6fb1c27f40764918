"""Names and values of one game in the words of its ruleset, for people."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from croupier.game import Rules
from croupier_dsl import ir


class Words:
    """What stages are called and how values of variables read."""

    def __init__(self, rules: Rules, language: str = "en") -> None:
        self.rules = rules
        self.language = language

    @cached_property
    def stages(self) -> dict[str, ir.Stage]:
        """By name."""
        return {stage.name: stage for stage in _within(self.rules.ir.play)}

    @cached_property
    def _titles(self) -> dict[str, str]:
        return {path: self.said(texts) for path, texts in self.rules.ir.texts}

    @cached_property
    def _variables(self) -> dict[str, ir.Variable]:
        return {variable.name: variable for variable in self.rules.ir.variables}

    def said(self, texts: ir.Texts) -> str:
        """A text in the language, or in the first there is."""
        known = dict(texts)
        return known.get(self.language) or next(iter(known.values()), "")

    @property
    def title(self) -> str:
        return self.said(self.rules.ir.title) or self.rules.name

    def stage(self, name: str) -> str:
        """The title of a stage, or its name in words."""
        stage = self.stages.get(name)
        return (stage and self._titles.get(stage.path)) or name.replace("_", " ")

    def goes_round(self, name: str) -> bool:
        """Whether the stage is performed several times, so that it is worth saying the how-manieth this is."""
        stage = self.stages.get(name)
        return stage is not None and (stage.times is not None or (stage.by is not None and bool(stage.steps)))

    def seat(self, seat: int) -> str:
        return self.rules.program.names[seat]

    def value(self, variable: str, value: object) -> str:
        """A value of a variable as a view or an event has it; `variable` may name whose it is: `total of P1`."""
        known = self._variables.get(variable) or self._variables.get(variable.rpartition(" of ")[0])
        if isinstance(value, list | tuple):
            return " ".join(self.value(variable, item) for item in value) or "none"
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if (
            isinstance(value, int)
            and known is not None
            and known.type.name in ("player", "team")
            and not known.type.enum
        ):
            program = self.rules.program
            return program.names[value] if known.type.name == "player" else program.subject_name("team", value)
        return str(value)

    def clause(self, id: str) -> str:
        """What a clause or a ruling says."""
        ruled = self.rules.ir
        texts = {clause.id: clause.text for clause in ruled.clauses} | {
            ruling.id: ruling.text for ruling in ruled.rulings
        }
        return self.said(texts.get(id, ()))


def _within(stage: ir.Stage) -> Iterable[ir.Stage]:
    yield stage
    for step in stage.steps:
        yield from _within(step)
