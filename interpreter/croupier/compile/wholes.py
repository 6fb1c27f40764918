"""Split a combo's condition on all its cards into sums by kind, and a test of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.values import Fn, Meld
from croupier.combos import Adding
from croupier.compile.recognised import asked_together, bounded_sum
from croupier_dsl import ir
from croupier_dsl.analysis import slots_read

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.state import State

SUBJECT = 1
NEVER = 1, 0


@dataclass(frozen=True, slots=True)
class Summed:
    """One thing that the cards have to add up to."""

    each: Fn
    op: str
    bound: Fn

    def adding(self, s: State, sample: Sequence[int | None]) -> Adding:
        """Return the current value of a card of each kind, and the bounds."""
        column = tuple([0 if card is None else self.each(s, [None, [card]]) or 0 for card in sample])
        bound = self.bound(s, [None, None])
        if bound is None:
            return Adding(column, *NEVER)
        match self.op:
            case "is":
                return Adding(column, bound, bound)
            case "<" | "<=":
                return Adding(column, None, bound - (self.op == "<"))
        return Adding(column, bound + (self.op == ">"), None)


class Whole:
    """The sentence of one combo about all its cards, which are in slot 1."""

    def __init__(self, planner: Planner, written: ir.Expr) -> None:
        self.planner = planner
        self.test = planner.plan(written)
        found = [(part, _summed(planner, part)) for part in asked_together(planner.definitions, written)]
        self.sums = [how for _, how in found if how is not None]
        self.told = len(self.sums) == len(found)
        """Whether the sums express all of it."""
        self.settled = all(slots_read(planner.facts, part) <= {SUBJECT} for part, how in found if how is not None)
        """Whether they are the same in every state."""

    def adding(self, s: State, sample: Sequence[int | None]) -> tuple[Adding, ...]:
        return tuple(how.adding(s, sample) for how in self.sums)

    def holds(self, s: State, meld: Meld) -> bool:
        """Return whether these cards meet the condition."""
        return bool(self.test(s, self.planner.cast([None, list(meld.cards)], meld)))


def _summed(planner: Planner, part: ir.Expr) -> Summed | None:
    """Return a bound of a sum to which each card adds what its kind says; None if it is something else."""
    found = bounded_sum(planner.facts, part, SUBJECT)
    return None if found is None else Summed(planner.plan(found[0]), found[1], planner.plan(found[2]))
