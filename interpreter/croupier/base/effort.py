"""How much may be worked out for one decision: what keeps a stranger's ruleset from taking for ever.

Collections, lists of statements, fillings of choices and the search for melds all spend from one purse, which is
filled anew for each decision. What each kind
of work costs is in `prices`. Who has to end
at a certain time hands the purse out in small change, and looks at the clock each time.

The purse is the engine's own: it is no meaning of the rules, and another engine that gets further has done no wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from time import monotonic

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.prices import CHANGE
from croupier.base.prices import PURSE as PURSE


class TooMuch(RulesFault):
    """The rules ask for more than can be worked out for one decision."""


class OutOfTime(Exception):
    """The time that was given is over; whatever was under way is given up."""


class Effort:
    """Counts down; at nought the rules are at fault."""

    __slots__ = ("_kept", "_until", "_whose", "left")

    def __init__(self) -> None:
        self.left = PURSE
        self._kept = 0
        self._until: float | None = None
        self._whose = 0

    def renew(self) -> None:
        """A new decision begins."""
        self.left, self._kept = PURSE, 0
        if self._until is not None:
            self._look(self._until)
            self.left, self._kept = 0, PURSE

    def spend(self, amount: int) -> None:
        """Work off so many steps; TooMuch if the purse is empty, OutOfTime if the time is over."""
        self.left -= amount
        if self.left < 0:
            self._go_on()

    def _go_on(self) -> None:
        """What was handed out is spent: there may be more."""
        if self._until is not None:
            self._look(self._until)
        more = min(self._kept, max(CHANGE, -self.left))
        self.left += more
        self._kept -= more
        if self.left < 0:
            self.left, self._kept = PURSE, 0
            raise TooMuch(tr("one decision needs more computation than the limit; are loops nested too deep?"))

    @contextmanager
    def half(self) -> Iterator[None]:
        """What is done meanwhile spends no more than half of what is left; something else may be tried then."""
        whole = self.left + self._kept
        back = whole // 2
        self.left, self._kept = min(self.left, whole - back), max(whole - back - self.left, 0)
        try:
            yield
        finally:
            if self.left + self._kept > whole - back:  # it was all spent, and the purse has been filled for the fault
                self.left = self._kept = 0
            self._kept += back

    def _look(self, until: float) -> None:
        if monotonic() > until and get_ident() == self._whose:
            raise OutOfTime

    @contextmanager
    def until(self, end: float | None) -> Iterator[None]:
        """What is done meanwhile, in this thread, ends with OutOfTime when the monotonic clock passes `end`; None:
        whenever it likes."""
        if end is None:
            yield
            return
        before = self._until, self._whose
        self._until, self._whose = end, get_ident()
        self.left, self._kept = 0, self.left + self._kept
        try:
            self._look(end)
            yield
        finally:
            self._until, self._whose = before
            self.left, self._kept = self.left + self._kept, 0


EFFORT = Effort()
"""The purse of this process. Games in several threads share it: each decision fills it for all."""
