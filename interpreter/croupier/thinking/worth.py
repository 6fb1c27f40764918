"""The worth of the end of a game, or of a round, to each seat."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt, tanh
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.seat.outcome import Outcome

SHARE = 0.7
"""The weight of winning against the weight of the margin."""


class Worth:
    """A number from 0 to 1 for each seat: its share of the win by the rules' own result, blended with its lead over the
    others, relative to the spread of such leads; only the latter before anyone has won, or in a game for one.
    """

    def __init__(self, program: Program) -> None:
        seats = range(program.seats)
        self.sides = [seat % program.sides if program.sides else seat for seat in seats]
        self.others = [[other for other in seats if self.sides[other] != self.sides[seat]] for seat in seats]
        self.sign = -1 if program.rules.result.best == "lowest" else 1
        self.losers = program.rules.result.losers is not None
        self.together = program.rules.result.won is not None
        self.middle, self.spread = 0.0, 1.0

    def measure(self, outcomes: Sequence[Outcome]) -> None:
        """Set the middle and spread of leads from such outcomes."""
        found = [margin for outcome in outcomes for margin in self._margins(outcome)]
        if not found:
            return
        mean = sum(found) / len(found)
        self.middle = 0.0 if any(self.others) else mean
        self.spread = max(sqrt(sum((margin - self.middle) ** 2 for margin in found) / len(found)), 1e-6)

    def _margins(self, outcome: Outcome) -> list[float]:
        scores = [self.sign * (row[0] or 0) for row in outcome.scores]
        return [
            score - (sum([scores[other] for other in others]) / len(others) if others else 0)
            for score, others in zip(scores, self.others, strict=True)
        ]

    def shares(self, outcome: Outcome) -> list[float] | None:
        """Return the share of the win of each seat; None if the game cannot be won yet."""
        seats = range(len(self.sides))
        if self.together and outcome.finished:
            return [float(seat in outcome.winners) for seat in seats]
        if not outcome.finished or not any(self.others):
            return None
        lost = {self.sides[seat] for seat in outcome.losers}
        if lost:
            return [0.0 if self.sides[seat] in lost else 1.0 for seat in seats]
        won = {self.sides[seat] for seat in outcome.winners}
        if self.losers and len(won) == len(set(self.sides)):  # all have avoided a loss, which does not count as winning
            return [0.5] * len(seats)
        return [1 / len(won) if self.sides[seat] in won else 0.0 for seat in seats]

    def of(self, outcome: Outcome) -> list[float]:
        """Return the worth of an outcome to each seat."""
        ahead = [0.5 + 0.5 * tanh((margin - self.middle) / (2 * self.spread)) for margin in self._margins(outcome)]
        shares = self.shares(outcome)
        if shares is None:
            return ahead
        return [SHARE * share + (1 - SHARE) * by for share, by in zip(shares, ahead, strict=True)]
