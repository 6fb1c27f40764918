"""Measures of a played game: the winners, by order of first decisions, and the mean and spread of the scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from croupier.seat.outcome import Outcome
    from croupier.table.game import Rules

What: TypeAlias = Literal["wins", "length", "ties", "spread", "score", "unfinished"]
WHAT: tuple[What, ...] = ("wins", "length", "ties", "spread", "score", "unfinished")
"""The measures in which two games are compared."""


class Ended(Protocol):
    """A game that was played, on whatever."""

    @property
    def outcome(self) -> Outcome: ...
    @property
    def order(self) -> tuple[int, ...]:
        """When each seat first had to decide, from 0."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure. `place`: for wins, in the order of first decisions from 1; 0 for a common win, and for others. `of`
    is given a game and the number of teams; None if the game has no such value."""

    what: What
    place: int
    of: Callable[[Ended, int], float | None]

    @property
    def is_share(self) -> bool:
        """Return whether values are between 0 and 1."""
        return self.what in ("wins", "ties", "unfinished")


def compared_in(rules: Rules, about: Sequence[What] | None, *, first_only: bool = False) -> list[Measure]:
    """Return the measures that games of these rules have; without `about` all that can differ: the mean score of
    several players is often the same in each game. `first_only`: only the first player's wins.
    """
    return measured(rules.seats, about, together=rules.ir.result.won is not None, first_only=first_only)


def measured(
    seats: int, about: Sequence[What] | None, *, together: bool = False, first_only: bool = False
) -> list[Measure]:
    """Return the same for this number of players, which all win or lose `together`."""
    if about is None:
        about = WHAT if seats == 1 or together else [what for what in WHAT if what != "score"]
    return [measure for what in WHAT if what in about for measure in _of(what, seats, together, first_only)]


def _of(what: What, seats: int, together: bool, first_only: bool) -> Iterator[Measure]:
    several = seats > 1 and not together
    match what:
        case "wins" if together:
            yield Measure(what, 0, lambda game, _: float(bool(game.outcome.winners)))
        case "wins" if several:
            places = range(1 if first_only else seats)
            yield from (Measure(what, place + 1, partial(_share, place)) for place in places)
        case "length":
            yield Measure(what, 0, lambda game, _: float(game.outcome.decisions))
        case "ties" if several:
            yield Measure(what, 0, lambda game, teams: float(tied(game, teams)))
        case "spread" if several:
            yield Measure(what, 0, lambda game, _: spread_of(game))
        case "score":
            yield Measure(what, 0, lambda game, _: score_of(game))
        case "unfinished":
            yield Measure(what, 0, lambda game, _: float(not game.outcome.finished))


def _share(place: int, game: Ended, teams: int) -> float:
    return shares_of(game, teams)[place]


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
