"""The plans of stages, moves and triggers: what `bind` makes of them, and `flow` and `legal` play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier_dsl import ir

from croupier.values import Fn

if TYPE_CHECKING:
    from croupier.execute import Code
    from croupier.program import VariablePlace


@dataclass(slots=True, eq=False)
class ConditionPlan:
    """A condition with its test. `mentions`: the choices it reads, as slots."""

    condition: ir.Condition
    test: Fn
    mentions: frozenset[int]


@dataclass(slots=True, eq=False)
class ChoicePlan:
    """A choice with its domain. `tests`: its own filters, then the move's conditions that can be judged once it is made."""

    choice: ir.Choice
    slot: int
    low: Fn
    high: Fn | None
    collection: Fn
    filters: list[ConditionPlan]
    conditions: list[ConditionPlan] = field(default_factory=list)
    place: Fn | None = None


@dataclass(slots=True, eq=False)
class MovePlan:
    """A move. `gates`: its conditions that mention no choice."""

    index: int
    move: ir.MoveRule
    name: str
    slots: int
    gates: list[ConditionPlan]
    choices: list[ChoicePlan]
    do: Code


@dataclass(slots=True, eq=False)
class StagePlan:
    """A stage. `per_performance`: the variables that live in it, with their starts."""

    index: int
    stage: ir.Stage
    name: str
    parent: StagePlan | None
    when: list[Fn]
    players: Fn | None
    start: Fn | None
    at_once: bool
    times: Fn | None
    until: list[Fn]
    begin: Code | None
    moves: list[MovePlan]
    otherwise: Code | None
    end: Code | None
    slots: int
    steps: list[StagePlan] = field(default_factory=list)
    per_performance: list[tuple[VariablePlace, Fn]] = field(default_factory=list)

    @property
    def loops(self) -> bool:
        """Does it go round and round, rather than once (for each)?"""
        return self.times is not None or bool(self.until)


@dataclass(slots=True, eq=False)
class TriggerPlan:
    """A rule that fires by itself."""

    trigger: ir.Trigger
    each: Fn | None
    conditions: list[Fn]
    do: Code
    slots: int
