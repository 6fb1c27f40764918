"""A hosted game, without the people who watch it: its positions, its players that are not persons, and its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from croupier.base.chance import Seed
from croupier.base.events import Event
from croupier.base.faults import CroupierError
from croupier.base.language import current, tr
from croupier.base.moves import Move
from croupier.players import Player
from croupier.table.course import Course, unheard
from croupier.table.finishing import finishing
from croupier.table.game import Game
from croupier.table.record import Record, Replayed
from croupier.thinking import player
from croupier.web.pictures import Pictures

EVERY = 16
"""The interval between stored positions; those between are replayed."""
PERSON = "you"
"""The word in records for a seat that a person plays."""


class Declined(Exception):
    """A request that cannot be met. `why`: the kind of the refusal."""

    def __init__(self, why: str, text: str) -> None:
        super().__init__(text)
        self.why = why


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


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game, its players, its seed if it has one, and its record."""

    game: Game
    who: Mapping[int, str]
    seed: Seed | None = None
    record: Record | None = None
    before: Iterable[Replayed] = ()
    """The iteration that replays the decisions of its record, in this very game."""


class Hosted:
    """The game of a sitting. `watching`: the seats, and None for spectators, that hear its events.

    `fault`: the error that ended the game early; `trouble`: a problem with the record, until it is reported.
    """

    def __init__(self, sitting: Sitting, watching: Iterable[int | None]) -> None:
        self.sitting = sitting
        self.fault: CroupierError | None = None
        self.trouble = ""
        self.history = History(sitting.game, watching)
        self._course = Course(sitting.game, sitting.record, self._complain)
        self._drawing: dict[str, Pictures] = {}
        people = [seat for seat, who in sitting.who.items() if who == PERSON]
        for made in self._course.follow(sitting.before, people):
            self.history.took(sitting.game, made.seat, made.move)
        number, of = (sitting.seed.number, sitting.seed.game) if sitting.seed is not None else (0, 0)
        self.bots: dict[int, Player] = {
            seat: player(who)(number, of, seat) for seat, who in sitting.who.items() if who != PERSON
        }

    def _complain(self, trouble: str) -> None:
        self.trouble = trouble

    @property
    def game(self) -> Game:
        """Return the present game."""
        return self._course.game

    def pictures(self) -> Pictures:
        """Return the drawer for the current language."""
        spoken = current()
        if spoken not in self._drawing:
            self._drawing[spoken] = Pictures(self.game.rules, self.sitting.who)
        return self._drawing[spoken]

    # ------------------------------------------------------------ decisions
    def make(self, seat: int, move: str) -> None:
        """Make a decision that was made before, before anybody looks. CroupierError if it cannot be."""
        self._course.play(seat, self.game.meant(seat, move))
        self.history.took(self.game, seat, move)

    def choose(self, seat: int, text: str) -> None:
        """Make a person's decision."""
        try:
            move = self.game.meant(seat, text)
        except CroupierError as error:
            raise Declined("choice", str(error)) from error
        with self.stopping():
            self._course.make(seat, move)
            self.history.took(self.game, seat, move)

    @property
    def due(self) -> bool:
        """Return whether a player that is not a person has to decide now."""
        return self.fault is None and any(seat in self.bots for seat in self.game.to_act)

    def advance(self) -> None:
        """Let one of them decide."""
        seat = next(seat for seat in self.game.to_act if seat in self.bots)
        with self.stopping():
            move = self.bots[seat].choose(self.game.offer(seat))
            self._course.play(seat, move)
            self.history.took(self.game, seat, move)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Stop the game at its last position after a fault of the rules or of a player."""
        try:
            yield
        except CroupierError as fault:
            self.fault = fault

    def undo(self, seat: int) -> None:
        """Take back the person's last decision, and those after it."""
        before = len(self._course.made)
        against = self._course.undo(seat)
        if against:
            raise Declined("undo", against)
        self.history.back(before - len(self._course.made))

    def redo(self, seat: int) -> None:
        """Make the decisions again that were taken back last."""
        made = self._course.redo(seat)
        if not made:
            raise Declined("undo", tr("There is nothing to do again."))
        for move in made:
            self.history.took(self.game, seat, move)

    def restart(self) -> None:
        """Start the same deal over."""
        if "restart" not in self.able():
            raise Declined("undo", tr("Only a lone player can start the same deal over."))
        made = self.history.made()
        self._course.restart(self.history.game(0).copy())
        self.history.back(len(made))

    def finish(self, seat: int) -> None:
        """Make the rest of the decisions, which follow by themselves."""
        moves = finishing(self.game)
        if not moves:
            raise Declined("choice", tr("The rest of this game does not follow by itself."))
        for move in moves:
            self._course.make(seat, move)
            self.history.took(self.game, seat, move)

    def close(self) -> None:
        """Complete the record of a game that is over."""
        if self.game.over:
            self._course.finish()

    def able(self) -> list[str]:
        """Return what a lone player can do with the game as a whole: redo, restart, finish."""
        if self.game.rules.seats != 1:
            return []
        able = {
            "redo": bool(self._course.undone), "restart": len(self.history) > 1,
            "finish": self.fault is None and bool(finishing(self.game)),
        }  # fmt: skip
        return [name for name, can in able.items() if can]

    # ------------------------------------------------------------ answers
    def on_turn(self, seat: int) -> None:
        """Decline a request of a seat that does not have to decide."""
        if seat not in self.game.to_act:
            raise Declined("turn", tr("it is not your turn"))

    def step(self, seat: int, path: tuple[str, ...]) -> object:
        """Return the choices that follow a path."""
        try:
            return self.pictures().step(self.game, seat, path)
        except CroupierError as error:
            raise Declined("choice", str(error)) from error

    def hint(self, seat: int) -> tuple[str, Iterable[str]]:
        """Return a hint; after the game, its good and bad moves."""
        if self.game.over:
            own = [one for one in self._course.past if one.seat == seat]
            return "review", self.pictures().review(own, self._course.made)
        self.on_turn(seat)
        return "hint", self.pictures().hint(self.game, seat)

    def past(self, seat: int | None, position: int) -> object:
        """Return the scene at an earlier position."""
        if not 0 <= position < len(self.history):
            raise Declined("position", tr("this position is impossible"))
        return self.pictures().drawn(self.history.game(position), seat, past=True)
