"""A played game to what is measured of it: who won, by order of first decisions, and how far apart the scores are."""

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
    """What each place, in the order of first decisions, has of the win: all of it, or as much as the others who win
    too; partners have it together. Nobody wins an unfinished game."""
    winners = game.outcome.winners
    sharing = len({seat % teams for seat in winners})
    found = [0.0] * len(game.order)
    for seat in winners:
        found[game.order[seat]] = 1 / sharing
    return found


def tied(game: Ended, teams: int) -> bool:
    """Do several share the win who are not partners?"""
    return len({seat % teams for seat in game.outcome.winners}) > 1


def spread_of(game: Ended) -> float | None:
    """The highest score less the lowest; None of an unfinished game, or one with fewer than two scores."""
    scores = [row[0] for row in game.outcome.scores if row[0] is not None]
    return float(max(scores) - min(scores)) if game.outcome.finished and len(scores) > 1 else None
