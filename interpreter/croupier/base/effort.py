"""Limit the work of one decision, so that a hostile ruleset cannot run forever.

Collections, lists of statements, fillings of choices and the search for melds spend from one budget, which is refilled
for each decision. `prices` lists the prices. Under a time limit the budget is handed out in small parts, with a look at
the clock each time.

The budget belongs to the engine, not to the meaning of rules: another engine may get further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from time import monotonic

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import BUDGET as BUDGET
from croupier.base.prices import CHANGE


class TooMuch(RulesFault):
    """The rules need more work than one decision may take."""


class OutOfTime(Exception):
    """The time limit is over; the computation in progress is abandoned."""


class Effort:
    """A budget that counts down; when it is spent, the rules have a fault."""

    __slots__ = ("_clock", "_kept", "_share", "_until", "_whose", "left")

    def __init__(self) -> None:
        self.left = BUDGET
        self._kept = 0
        self._share = 1
        self._clock: Callable[[], float] = monotonic
        self._until: float | None = None
        self._whose = 0

    def renew(self) -> None:
        """Refill the budget for a new decision."""
        self.left, self._kept = BUDGET // self._share, 0
        if self._until is not None:
            self._look(self._until)
            self.left, self._kept = 0, self.left

    def spend(self, amount: int) -> None:
        """Spend an amount. Raises TooMuch if the budget is used up, OutOfTime after the time limit."""
        self.left -= amount
        if self.left < 0:
            self._go_on()

    def _go_on(self) -> None:
        """Hand out the next part of the budget, if there is more."""
        if self._until is not None:
            self._look(self._until)
        more = min(self._kept, max(CHANGE, -self.left))
        self.left += more
        self._kept -= more
        if self.left < 0:
            self.left, self._kept = BUDGET // self._share, 0
            raise TooMuch(tr("one decision needs more computation than the limit; are loops nested too deep?"))

    @contextmanager
    def half(self) -> Iterator[None]:
        """Limit the block to half of the remaining budget, so that an alternative can be tried then."""
        whole = self.left + self._kept
        back = whole // 2
        self.left, self._kept = min(self.left, whole - back), max(whole - back - self.left, 0)
        try:
            yield
        finally:
            if self.left + self._kept > whole - back:  # it was all spent, and the budget has been filled for the fault
                self.left = self._kept = 0
            self._kept += back

    @contextmanager
    def shared(self, *, shared: bool = True) -> Iterator[None]:
        """Give decisions in this block what compiled rules leave of a budget: half. `shared`: False for no effect."""
        before, self._share = self._share, 2 if shared else self._share
        try:
            yield
        finally:
            self._share = before

    def _look(self, until: float) -> None:
        if self._clock() > until and get_ident() == self._whose:
            raise OutOfTime

    @contextmanager
    def until(self, end: float | None, clock: Callable[[], float] = monotonic) -> Iterator[None]:
        """Limit the block, in this thread, by raising OutOfTime when the clock passes `end`; None: no limit."""
        if end is None:
            yield
            return
        before = self._until, self._whose, self._clock
        self._until, self._whose, self._clock = end, get_ident(), clock
        self.left, self._kept = 0, self.left + self._kept
        try:
            self._look(end)
            yield
        finally:
            self._until, self._whose, self._clock = before
            self.left, self._kept = self.left + self._kept, 0


EFFORT = Effort()
"""The budget of this process. Games in several threads share it: each decision refills it for all."""
