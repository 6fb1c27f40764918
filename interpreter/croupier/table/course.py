"""A game in progress: its decisions, its record, and undo."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass

from croupier.base.language import tr
from croupier.base.moves import Move
from croupier.table.game import Game
from croupier.table.record import Record, RecordError, Replayed
from croupier.table.takeback import learned
from croupier.words.notation import as_written

UNDOABLE = 50
"""The number of people's decisions that can be undone; a lone player can undo all."""


def at_once(game: Game) -> bool:
    """Return whether several seats choose at once now, so that none may know which others have chosen already."""
    s = game._state
    return bool(s.frames) and not s.over and s.frames[-1].pending is not None


def unheard(game: Game) -> bool:
    """Return whether a seat has chosen and the others do not know it yet."""
    return at_once(game) and bool(game._state.frames[-1].pending)


def only_pass(game: Game, seat: int) -> Move | None:
    """Return the move with which a seat passes, where the first is served and the seat can do nothing else."""
    s = game._state
    if not at_once(game) or not s.frames[-1].stage.served:
        return None
    legal = game.legal_moves(seat)
    plan = game.rules.program.move(legal[0].name) if len(legal) == 1 else None
    return legal[0] if plan is not None and not plan.move.do else None


@dataclass(frozen=True, slots=True)
class Past:
    """A position in which a person decided: the game as it stood, and how many decisions had been made."""

    seat: int
    game: Game
    made: int


class Course:
    """A game in progress. Every decision is in the record before any player hears of it."""

    def __init__(self, game: Game, record: Record | None, complain: Callable[[str], None]) -> None:
        """Begin the course. `complain` is called with errors of the disk; the game continues, and the line is written
        before the next."""
        self.game = game
        self.record = record
        self.made: list[tuple[int, Move]] = []
        self.past: deque[Past] = deque(maxlen=None if game.rules.seats == 1 else UNDOABLE)
        self.undone: list[list[str]] = []
        """The decisions that a lone player has undone, latest last; those in one list are made again together."""
        self._complain = complain

    def follow(self, before: Iterable[Replayed], people: Container[int]) -> Iterator[Replayed]:
        """Take over the decisions of a record while they are made again in this very game; people's can be undone."""
        latest = self.game.copy()
        for each in before:
            if each.seat in people:
                self.past.append(Past(each.seat, latest, len(self.made)))
            self.made.append((each.seat, as_written(each.move)))
            latest = each.game.copy()
            yield each

    def play(self, seat: int, move: Move) -> None:
        """Make a move for good."""
        self.game.play(seat, move)
        self.made.append((seat, move))
        self._keep(lambda record: record.append(seat, move))

    def make(self, seat: int, move: Move) -> None:
        """Make a person's move, and remember it for undo."""
        before = Past(seat, self.game.copy(), len(self.made))
        self.play(seat, move)
        self.past.append(before)
        self.undone.clear()

    def undo(self, seat: int) -> str:
        """Go back to the person's last decision; return the reason against it, else an empty string."""
        if at_once(self.game):
            return tr("Moves cannot be undone while everybody chooses at once.")
        if not self.past:
            return tr("There is nothing to undo.")
        back = self.past[-1]
        made = self.made[back.made :]
        other = next((mover for mover in (back.seat, *(mover for mover, _ in made)) if mover != seat), None)
        if other is not None:
            name = self.game.rules.program.names[other]
            return tr("{player} has moved since your last move, so it cannot be undone.", player=name)
        if at_once(back.game) or learned(back.game, self.game, made, seat):
            return tr("You have seen new information since then, so the move cannot be undone.")
        self.past.pop()
        self._keep(lambda record: record.undo(len(made)))
        del self.made[back.made :]
        if self.game.rules.seats == 1:
            self.undone.append([str(move) for _, move in made])
        self.game = back.game
        return ""

    def redo(self, seat: int) -> list[Move]:
        """Make the decisions again that a lone player has undone last; return them."""
        left, made = self.undone[:-1], list[Move]()
        for text in self.undone[-1] if self.undone else ():
            made.append(self.game.meant(seat, text))
            self.make(seat, made[-1])
        self.undone = left
        return made

    def restart(self, first: Game) -> None:
        """Go back to the first position of a lone player's game; its decisions can be made again."""
        count = len(self.made)
        self._keep(lambda record: record.undo(count))
        self.undone += [[str(move)] for _, move in reversed(self.made)]
        self.made.clear()
        self.past.clear()
        self.game = first

    def finish(self) -> None:
        """Keep how the game ended."""
        outcome = self.game.outcome
        assert outcome is not None
        self._keep(lambda record: record.finish(outcome))

    def _keep(self, write: Callable[[Record], object]) -> None:
        if self.record is None:
            return
        try:
            write(self.record)
        except RecordError as error:
            self._complain(str(error))
