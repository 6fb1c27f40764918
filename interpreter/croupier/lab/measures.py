"""Measures of a played game: the winners, by order of first decisions, and the mean and spread of the scores."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from croupier.seat.outcome import Outcome


class Ended(Protocol):
    """A game that was played, on whatever."""

    @property
    def outcome(self) -> Outcome: ...
    @property
    def order(self) -> tuple[int, ...]:
        """When each seat first had to decide, from 0."""


def shares_of(game: Ended, teams: int) -> list[float]:
    """Return the share of the win for each place, in the order of first decisions: winners have equal shares, and
    partners share one.

    An unfinished game has no winners.
    """
    winners = game.outcome.winners
    sharing = len({seat % teams for seat in winners})
    found = [0.0] * len(game.order)
    for seat in winners:
        found[game.order[seat]] = 1 / sharing
    return found


def tied(game: Ended, teams: int) -> bool:
    """Return whether several sides share the win."""
    return len({seat % teams for seat in game.outcome.winners}) > 1


def spread_of(game: Ended) -> float | None:
    """Return the highest score less the lowest; None of an unfinished game, or one with fewer than two scores."""
    scores = [row[0] for row in game.outcome.scores if row[0] is not None]
    return float(max(scores) - min(scores)) if game.outcome.finished and len(scores) > 1 else None


def score_of(game: Ended) -> float | None:
    """Return the mean of the players' scores; None of an unfinished game, or one without scores."""
    scores = [row[0] for row in game.outcome.scores if row[0] is not None]
    return sum(scores) / len(scores) if game.outcome.finished and scores else None
