"""Turn the result of a game into a number for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.seat.outcome import keys_of

if TYPE_CHECKING:
    from croupier.seat.outcome import Outcome
    from croupier.table.game import Rules

Rewarded: TypeAlias = Literal["rank", "score"]
"""The thing rewarded. `rank`: the share of the other seats that a seat is ahead of, less the share that is ahead of it,
from -1 to 1; where all win or lose together, 1 or -1. `score`: the first score, negative where the lowest wins."""


def together(rules: Rules) -> bool:
    """Return whether all seats win or lose together, as in a game for one."""
    return rules.program.special.result.won is not None


def rewards(rules: Rules, outcome: Outcome, by: Rewarded = "rank") -> tuple[float, ...]:
    """Return the reward of each seat; 0 for all in an unfinished game."""
    seats = range(len(outcome.scores))
    if not outcome.finished:
        return (0.0,) * len(seats)
    if by == "score" or (len(seats) == 1 and not together(rules)):
        sign = 1 if outcome.best == "highest" else -1
        return tuple(float(sign * int(row[0] or 0)) for row in outcome.scores)
    if together(rules):
        return tuple(1.0 if seat in outcome.winners else -1.0 for seat in seats)
    keys = [(seat in outcome.losers, key) for seat, key in enumerate(keys_of(outcome.scores, outcome.best))]
    others = len(seats) - 1
    return tuple((sum(other > key for other in keys) - sum(other < key for other in keys)) / others for key in keys)
