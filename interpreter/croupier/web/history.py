"""The positions of a game that can be viewed again: those without an unannounced choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.base.events import Event
from croupier.base.moves import Move
from croupier.table.course import unheard
from croupier.table.game import Game

EVERY = 16
"""The interval between stored positions; those between are replayed."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A position after some decisions; the events since the last one, by seat or None for spectators; the length of the
    log."""

    made: int
    heard: Mapping[int | None, tuple[Event, ...]]
    mark: int
    kept: Game | None


class History:
    """The decisions, and the events heard by each watching seat."""

    def __init__(self, begun: Game, watching: Iterable[int | None]) -> None:
        self._watching = tuple(watching)
        self._made: list[tuple[int, str]] = []
        self._moments: list[Moment] = []
        self._before: Game | None = None
        self._latest: Game | None = None
        self._heard(begun)

    def __len__(self) -> int:
        """Return the number of viewable positions."""
        return len(self._moments)

    def made(self, position: int | None = None) -> tuple[tuple[int, str], ...]:
        """Return the decisions up to a position, or all of them."""
        return tuple(self._made if position is None else self._made[: self._moments[position].made])

    def took(self, game: Game, seat: int, move: Move | str) -> None:
        """Note a decision and its resulting position."""
        self._made.append((seat, str(move)))
        if not unheard(game):
            self._heard(game)

    def back(self, decisions: int) -> None:
        """Drop the last decisions, which were taken back."""
        del self._made[len(self._made) - decisions :]
        while len(self._moments) > 1 and self._moments[-1].made > len(self._made):
            self._moments.pop()
        self._before, self._latest = None, self.game(len(self) - 1).copy()

    @property
    def before(self) -> Game | None:
        """Return the position before the last one, as something to go on from; None at the start and after an undo."""
        return self._before

    def heard(self, seat: int | None, position: int) -> tuple[Event, ...]:
        """Return the events that the seat, or a spectator, heard between the position before and this one."""
        return self._moments[position].heard[seat]

    def game(self, position: int) -> Game:
        """Return the game as it was at a position; to be looked at, not to be changed."""
        start = next(at for at in range(position, -1, -1) if self._moments[at].kept is not None)
        kept = self._moments[start].kept
        assert kept is not None
        if start == position:
            return kept
        game = kept.copy()
        for seat, move in self._made[self._moments[start].made : self._moments[position].made]:
            game.play(seat, move)
        return game

    def _heard(self, game: Game) -> None:
        mark = self._moments[-1].mark if self._moments else 0
        heard = {seat: tuple(game.log(seat, mark)) for seat in self._watching}
        self._before, self._latest = self._latest, game.copy()
        kept = self._latest if len(self._moments) % EVERY == 0 else None
        self._moments.append(Moment(len(self._made), heard, game.log_length, kept))
