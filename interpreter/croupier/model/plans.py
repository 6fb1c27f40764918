"""The plans of stages, moves and triggers: what `bind` makes of them, and `flow` and `legal` play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.base.values import Elements, Fn, Sieve
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.compile.execute import Code
    from croupier.compile.groups import GroupPlan
    from croupier.model.program import VariablePlace


@dataclass(slots=True, eq=False)
class ConditionPlan:
    """A condition with its test. `mentions`: the choices it reads, as slots. `sieve`, where there is one, judges a
    whole choice at once:
    called before the candidates are tried, it gives the test of a candidate, or None if no candidate passes.
    `built_in`: groups of melds are built so that it holds.
    """

    condition: ir.Condition
    test: Fn
    mentions: frozenset[int]
    sieve: Sieve | None = None
    built_in: bool = False


@dataclass(slots=True, eq=False)
class ChoicePlan:
    """A choice with its domain.

    `filters` are its own; `conditions` are conditions of the move that can be tested once it is made. `barred`: for a
    choice of many, what no element may be (a slot for the element, and a test), from conditions such as `none of cards
    where …`, so that barred elements are not tried in every combination. `group`: for a choice of several melds, how
    they are found; `cast`: the slot of the casting, if some sentence reads what the cards of its melds represent.
    `reads`: the slots of the locals that its collection reads.
    """

    choice: ir.Choice
    slot: int
    low: Fn
    high: Fn | None
    collection: Fn
    filters: list[ConditionPlan]
    conditions: list[ConditionPlan] = field(default_factory=list)
    sieves: list[ConditionPlan] = field(default_factory=list)
    barred: list[tuple[int, Fn]] = field(default_factory=list)
    others: list[ConditionPlan] = field(default_factory=list)
    group: GroupPlan | None = None
    cast: int | None = None
    reads: tuple[int, ...] = ()

    def sort_conditions(self) -> None:
        """Separate conditions with a sieve, and those that groups are built by, from the others."""
        self.sieves = [condition for condition in self.conditions if condition.sieve is not None]
        self.others = [c for c in self.conditions if c.sieve is None and not c.built_in]


@dataclass(slots=True, eq=False)
class MovePlan:
    """A move. `gates`: its conditions that mention no choice.

    `announced`: the slots of choices that everybody hears.
    """

    index: int
    move: ir.MoveRule
    name: str
    slots: int
    gates: list[ConditionPlan]
    choices: list[ChoicePlan]
    do: Code
    announced: frozenset[int] = frozenset()


@dataclass(slots=True, eq=False)
class StagePlan:
    """A stage. `parents`: the stages that perform it; at most one, except for a stage performed at several places.

    `per_performance`: the variables that live in it, with their starting values; `card_columns`: variables of cards
    among them, by column. `loops`: whether it repeats, rather than run once (for each player); `once`: whether it runs
    just once, by the current player; `named`: once, by the one player that its `by` names; `served`: whether all choose
    at once and only the first is served. `cost`: the cost of evaluating its own sentences once.
    """

    index: int
    stage: ir.Stage
    name: str
    parents: list[StagePlan]
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
    must: list[Fn] = field(default_factory=list)
    steps: list[StagePlan] = field(default_factory=list)
    simplest_first: list[MovePlan] = field(init=False)
    loops: bool = field(init=False)
    once: bool = field(init=False)
    named: bool = field(init=False)
    served: bool = field(init=False)
    per_performance: list[tuple[VariablePlace, Fn]] = field(default_factory=list)
    card_columns: list[tuple[int, Fn]] = field(default_factory=list)
    cost: int = 1

    def within(self, met: set[str]) -> Iterator[StagePlan]:
        """Yield the stage and all that may be performed within it, each before what it performs; not those met
        already."""
        if self.name not in met:
            met.add(self.name)
            yield self
            for step in self.steps:
                yield from step.within(met)

    def __post_init__(self) -> None:
        self.loops = self.times is not None or bool(self.until)
        self.once = self.players is None and not self.loops
        by = self.stage.by
        self.served = by is not None and by.served
        self.named = by is not None and _one_player(by.players) and not self.loops and not self.at_once
        self.simplest_first = sorted(self.moves, key=listing_work)


LISTED_FIRST = 4
"""The cost of listing melds and spots before one of them is chosen, in conditions tested."""


def listing_work(move: MovePlan) -> int:
    """Return roughly how much work it is to find a way to make the move."""
    found = sum(choice.choice.type.name in ("meld", "spot") for choice in move.choices)
    return sum(len(choice.conditions) for choice in move.choices) + len(move.choices) + LISTED_FIRST * found


def _one_player(players: ir.Expr) -> bool:
    """Return whether the players are one player named by a sentence, rather than a collection."""
    return isinstance(players, ir.ListOf) and len(players.items) == 1 and not players.items[0].type.many


@dataclass(slots=True, eq=False)
class TriggerPlan:
    """A rule that fires by itself. `same`: how many of its conditions, the first ones, do not depend on the element."""

    trigger: ir.Trigger
    each: Elements | None
    conditions: list[Fn]
    same: int
    do: Code
    slots: int
