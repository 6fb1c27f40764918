"""Plan ranges of numbers and words: answers come from their ends if possible; else the range is listed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Env, Fn, Value
from croupier.compile.arithmetic import bounded
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import State

Ends = tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Range:
    """A planned range; `high` None: it has no end. `here`: the sentence, for faults."""

    low: Fn
    high: Fn | None
    here: str

    def ends(self, s: State, e: Env) -> Ends:
        """Return the first and last member; None if there is none."""
        start, end = self.low(s, e), None if self.high is None else self.high(s, e)
        if start is not None and self.high is None:
            raise RulesFault(
                tr("{here}: a range without an end cannot be gone through; give it an end", here=self.here)
            )
        return None if start is None or end is None or start > end else (start, end)

    def listed(self, s: State, e: Env) -> list[Value]:
        """Return its members one by one."""
        ends = self.ends(s, e)
        if ends is None:
            return []
        number = ends[1] - ends[0] + 1
        if number > ir.LONGEST_RANGE:
            raise RulesFault(
                tr(
                    "{here}: a range of {number} is too long to go through one by one (limit {most}); shorten it",
                    here=self.here,
                    number=f"{number:,}",
                    most=f"{ir.LONGEST_RANGE:,}",
                )
            )
        EFFORT.spend(number)
        return list(range(ends[0], ends[1] + 1))

    def holds(self, value: Value, s: State, e: Env) -> bool:
        """Return whether the value is in the range."""
        start = self.low(s, e)
        if value is None or start is None or value < start:
            return False
        if self.high is None:
            return True
        end = self.high(s, e)
        return end is not None and value <= end

    def of_ends(self, answer: Callable[[Ends], Value]) -> Fn:
        """Return a question that the ends answer."""
        return lambda s, e: answer(self.ends(s, e))

    def count(self) -> Fn:
        return self.of_ends(lambda ends: 0 if ends is None else ends[1] - ends[0] + 1)

    def total(self) -> Fn:
        here = self.here
        return self.of_ends(
            lambda ends: 0 if ends is None else bounded((ends[0] + ends[1]) * (ends[1] - ends[0] + 1) // 2, here)
        )

    def end(self, which: ir.ExtremeValue | ir.Pick) -> Fn | None:
        """Return the element for `lowest`, `first` and `bottom`, or `highest`, `last` and `top`; None if the ends do
        not determine it."""
        if which.which == "random":
            return None
        last = which.which in ("highest", "last", "top")
        return self.of_ends(lambda ends: None if ends is None else ends[last])
