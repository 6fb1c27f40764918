"""A rate limit for requests to a table: a burst, refilled over time."""

from __future__ import annotations

from collections.abc import Callable

BURST = 40.0
A_SECOND = 10.0
"""A choice costs one of these; what makes the table think costs more."""


class Allowance:
    """The remaining allowance of a sender; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float], burst: float = BURST, a_second: float = A_SECOND) -> None:
        self._clock = clock
        self._burst = burst
        self._a_second = a_second
        self._left = burst
        self._at = clock()

    def spend(self, cost: float) -> bool:
        """Take that much, if it is there."""
        now = self._clock()
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._a_second)
        self._at = now
        if cost > self._left:
            return False
        self._left -= cost
        return True
