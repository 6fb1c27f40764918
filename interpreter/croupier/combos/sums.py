"""Compute the sums that further cards can reach, so that impossible choices are not started."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.base.effort import EFFORT
from croupier.base.prices import ENTRIES

from .patterns import Adding

WIDEST = 1 << 12
"""The most different sums that are tracked one by one; with more, only the least and the greatest count."""
MOST = 64
"""The most cards that are counted one by one."""


class Sums:
    """The sums that further cards can reach, taken class by class in one order. `of`: for each class the value of one
    of its cards, and their number; a choice takes `least` to `cap` cards."""

    __slots__ = ("_ahead", "_cap", "_high", "_least", "_low", "adding", "of")

    def __init__(self, adding: Adding, of: Sequence[tuple[int, int]], least: int, cap: int) -> None:
        self.adding = adding
        self.of = of
        self._low, self._high = [0], [0]
        for value, number in reversed(of):
            self._low.append(self._low[-1] + min(0, value) * number)
            self._high.append(self._high[-1] + max(0, value) * number)
        self._low.reverse()
        self._high.reverse()
        held = sum(number for _, number in of)
        # Without an upper bound, as many as the least are as good as more.
        self._least, self._cap = least, cap if cap < held else None
        self._ahead: list[list[int]] | None = None
        if self._high[0] - self._low[0] <= WIDEST and held <= MOST:
            self._ahead = self._counted(least if self._cap is None else cap)

    def _counted(self, top: int) -> list[list[int]]:
        """Return, for the classes from each on and each number of cards (`top`: that many, or more without an upper
        bound), the possible sums, as bits from the lowest on."""
        tables = [[1] + [0] * top]
        for at in range(len(self.of) - 1, -1, -1):
            value, number = self.of[at]
            EFFORT.spend(number * top // ENTRIES)
            table = [bits << self._low[at + 1] - self._low[at] for bits in tables[-1]]
            found = list(table)
            for size, bits in enumerate(table):
                for more in range(1, number + 1):
                    there = size + more
                    if there > top:
                        if self._cap is not None:
                            break
                        there = top
                    shift = value * more
                    found[there] |= bits << shift if shift >= 0 else bits >> -shift
            tables.append(found)
        tables.reverse()
        return tables

    def reaches(self, at: int, spare: int, size: int, total: int) -> bool:
        """Return whether up to `spare` more of a class and later ones can reach a valid number of cards and a valid
        sum."""
        value = self.of[at][0]
        return any(self._comes_right(at + 1, size + more, total + value * more) for more in range(spare + 1))

    def _comes_right(self, at: int, size: int, total: int) -> bool:
        low, high = total + self._low[at], total + self._high[at]
        least, most = self.adding.least, self.adding.most
        least = low if least is None else max(least, low)
        most = high if most is None else min(most, high)
        if least > most or (self._cap is not None and size > self._cap):
            return False
        if self._ahead is None:
            return True
        wanted = (1 << most - least + 1) - 1 << least - low
        counts = self._ahead[at]
        last = len(counts) if self._cap is None else self._cap - size + 1
        return any(bits & wanted for bits in counts[max(0, self._least - size) : last])
