"""A served table, without network: the seat of each line, its rights, and its messages.

Each that is connected is a *line*. Texts come in by `receive`; what comes back says to which line each text goes. A
line is sent nothing but functions of what its seat may know, and nothing at all when that has not changed. The line of
a spectator has no seat, and is sent what every seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hmac import compare_digest
from time import monotonic

from croupier.base.chance import Seed
from croupier.base.events import Event
from croupier.base.faults import CroupierError
from croupier.base.language import SOURCE, current, languages, speaking, tr
from croupier.base.moves import Move
from croupier.players import Player
from croupier.table.course import Course, unheard
from croupier.table.finishing import finishing
from croupier.table.game import Game
from croupier.table.record import Record, Replayed
from croupier.thinking import player
from croupier.web.labels import labels
from croupier.web.limits import A_SECOND, BURST, Allowance
from croupier.web.lines import Lines, Out, refusal
from croupier.web.messages import (
    VERSION,
    Again,
    At,
    Choose,
    Finish,
    Go,
    Hello,
    Hint,
    Message,
    Redo,
    Restart,
    Undo,
    Why,
    read,
    written,
)
from croupier.web.pictures import Pictures
from croupier.web.wire import Malformed

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


PERSON = "you"
"""The word in records for a seat that a person plays."""
MOST_LINES = 64
MOST_OF_A_SEAT = 4
"""The number of lines for a seat; with more, the oldest is closed."""
MOST_WATCHING = 24
"""The number of lines for spectators, likewise."""
COSTS: Mapping[type, float] = {Hint: 20.0, Finish: 10.0, At: 2.0, Why: 2.0, Again: 10.0}
"""The cost of messages that cost more than one."""
COUNTED = {kind.__name__.lower(): cost for kind, cost in COSTS.items()}
MISTAKE = 4.0
"""The cost of an invalid message."""


Drawn = dict[tuple[int | None, str], tuple[dict[str, object], list[dict[str, object]] | None]]
"""By seat and language: its scene, and the beats before it, as far as they were asked for."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A game, its players, its seed if it has one, and its record."""

    game: Game
    who: Mapping[int, str]
    seed: Seed | None = None
    record: Record | None = None
    before: Iterable[Replayed] = ()
    """The iteration that replays the decisions of its record, in this very game."""


@dataclass(slots=True)
class Line:
    """One that is connected: what it may still ask, which seat it speaks for, and what it has been sent.

    Once it has greeted, no seat means a spectator.
    """

    allowance: Allowance
    greeted: bool = False
    seat: int | None = None
    language: str = SOURCE
    number: int = 0
    shown: str = ""
    told: int = 0
    """The number of positions whose events have been sent."""


class Host:
    """One table. `tokens`: the word by which each seat that a person has is known; `spectators`: the word for people
    without a seat, empty to admit none."""

    def __init__(
        self, sitting: Sitting, tokens: Mapping[int, str], clock: Callable[[], float] = monotonic,
        again: Callable[[], Sitting] | None = None, spectators: str = "",
    ) -> None:  # fmt: skip
        """Host a sitting. `again` makes the sitting of another game after this one."""
        self._tokens: dict[int | None, str] = {None: spectators} if spectators else {}
        for seat, token in tokens.items():
            self._tokens[seat] = token
        self._again = again
        self._lines = Lines(lambda: Line(Allowance(clock)), lambda line: line.greeted, MOST_LINES)
        self._sit(sitting)

    def _sit(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._drawing: dict[str, Pictures] = {}
        self._trouble = ""
        self.fault: CroupierError | None = None
        self._history = History(sitting.game, self._tokens)
        self._course = Course(sitting.game, sitting.record, self._complain)
        people = [seat for seat, who in sitting.who.items() if who == PERSON]
        for made in self._course.follow(sitting.before, people):
            self._history.took(sitting.game, made.seat, made.move)
        number, of = (sitting.seed.number, sitting.seed.game) if sitting.seed is not None else (0, 0)
        self._bots: dict[int, Player] = {
            seat: player(who)(number, of, seat) for seat, who in sitting.who.items() if who != PERSON
        }
        for line in self._lines.values():
            line.told, line.shown = 0, ""

    @property
    def game(self) -> Game:
        """Return the present game."""
        return self._course.game

    # ------------------------------------------------------------ decisions
    @property
    def positions(self) -> int:
        """Return the number of viewable positions."""
        return len(self._history)

    def made(self, position: int | None = None) -> tuple[tuple[int, str], ...]:
        """Return the decisions up to a position, or up to now: the seat of each, and the move as in records."""
        return self._history.made(position)

    def past(self, position: int) -> Game:
        """Return the game as it was at a position; to be looked at, not to be changed."""
        return self._history.game(position)

    def make(self, seat: int, move: str) -> None:
        """Make a decision that was made before, before anybody looks. CroupierError if it cannot be."""
        self._course.play(seat, self.game.meant(seat, move))
        self._history.took(self.game, seat, move)

    def _pictures(self) -> Pictures:
        """Return the drawer for the current language."""
        spoken = current()
        if spoken not in self._drawing:
            self._drawing[spoken] = Pictures(self.game.rules, self.sitting.who)
        return self._drawing[spoken]

    # ------------------------------------------------------------ lines
    def open(self) -> int | None:
        """Return the number of a new line; None if there are too many."""
        return self._lines.open()

    def close(self, line: int) -> list[Out]:
        """Drop a closed line."""
        gone = self._lines.pop(line, None)
        return [] if gone is None or gone.seat is None else [*self._seats()]

    def close_unauthenticated(self, line: int | None = None) -> list[Out]:
        """Close a line without a greeting: this one, or if the lines are full the oldest."""
        return [self._last(number, "hello") for number in self._lines.unauthenticated(line)]

    # ------------------------------------------------------------ messages
    def receive(self, number: int, text: str | bytes) -> list[Out]:
        """Return the responses to a text received on a line."""
        line = self._lines.get(number)
        if line is None:
            return []
        with speaking(line.language):
            try:
                message = read(text)
            except Malformed as wrong:
                return self._refused(number, line, "malformed", str(wrong), MISTAKE)
            if not line.allowance.spend(COSTS.get(type(message), 1.0)):
                return [self._last(number, "flood")]
            if not line.greeted or isinstance(message, Hello):
                return self._hello(number, line, message)
            if line.seat is None:
                return [self._watched(number, message)]
        return [*self._answered(number, line, line.seat, message)]

    def _hello(self, number: int, line: Line, message: Message) -> list[Out]:
        if not isinstance(message, Hello) or line.greeted:
            return self._refused(number, line, "hello", "", MISTAKE)
        given = message.token.encode()
        seats = [seat for seat, token in self._tokens.items() if compare_digest(token.encode(), given)]
        line.language = message.language or line.language
        if not seats:
            with speaking(line.language):
                return [self._last(number, "token")]
        line.greeted, line.seat = True, seats[0]
        same = [other for other, each in self._lines.items() if each.greeted and each.seat == line.seat]
        found: list[Out] = []
        for other in same[: -MOST_WATCHING if line.seat is None else -MOST_OF_A_SEAT]:
            with speaking(self._lines[other].language):
                found.append(self._last(other, "elsewhere", _many(line.seat)))
        with speaking(line.language):
            return [*found, self._welcome(number, line), *self._seats(), *self._scene(number, line, line.seat, {})]

    def _watched(self, number: int, message: Message) -> Out:
        """Return the answer to a spectator: an earlier position, or a refusal."""
        if isinstance(message, At):
            return self._past(number, None, message.position)
        return refusal(number, "seat", tr("you are a spectator: only players with a seat can do this"))

    def _answered(self, number: int, line: Line, seat: int, message: Message) -> Iterator[Out]:
        with speaking(line.language):
            if self.fault is not None and not isinstance(message, At):
                yield refusal(number, "broken", _stopped(line.language))
                return
            match message:
                case Choose(scene) | Go(scene) if (against := self._refused_now(number, line, seat, scene)) is not None:
                    found = [against]
                case Choose(_, move):
                    found = self._chosen(number, seat, move)
                case Go(scene, path):
                    found = [self._went(number, seat, scene, path)]
                case Undo():
                    found = self._undone(number, seat)
                case Redo():
                    found = self._redone(number, seat)
                case Restart():
                    found = self._restarted(number)
                case Finish():
                    found = self._finished(number, seat)
                case Why(what):
                    found = [self._told(number, "why", self._pictures().why(self.game, seat, what))]
                case Hint():
                    found = [self._hinted(number, seat)]
                case At(position):
                    found = [self._past(number, seat, position)]
                case Again():
                    found = self._anew(number)
                case _:
                    found = []
        yield from found

    def _refused_now(self, number: int, line: Line, seat: int, scene: int) -> Out | None:
        """Return the refusal of any choice in this scene, or None."""
        if scene != line.number:
            return refusal(number, "stale", tr("the table has changed; choose again"))
        if seat not in self.game.to_act:
            return refusal(number, "turn", tr("it is not your turn"))
        return None

    def _went(self, number: int, seat: int, scene: int, path: tuple[str, ...]) -> Out:
        try:
            step = self._pictures().step(self.game, seat, path)
        except CroupierError as error:
            return refusal(number, "choice", str(error))
        return Out(number, written({"type": "step", "scene": scene, "step": step}))

    def _chosen(self, number: int, seat: int, text: str) -> list[Out]:
        try:
            move = self.game.meant(seat, text)
        except CroupierError as error:
            return [refusal(number, "choice", str(error))]
        try:
            self._course.make(seat, move)
        except CroupierError as fault:
            return self._breaks(fault)
        self._history.took(self.game, seat, move)
        return self._changed()

    def _undone(self, number: int, seat: int) -> list[Out]:
        before = len(self._course.made)
        against = self._course.undo(seat)
        if against:
            return [refusal(number, "undo", against)]
        self._history.back(before - len(self._course.made))
        for line in self._lines.values():
            line.told = min(line.told, len(self._history))
        return self._changed()

    def _redone(self, number: int, seat: int) -> list[Out]:
        made = self._course.redo(seat)
        if not made:
            return [refusal(number, "undo", tr("There is nothing to do again."))]
        for move in made:
            self._history.took(self.game, seat, move)
        return self._changed()

    def _restarted(self, number: int) -> list[Out]:
        made = self._history.made()
        if "restart" not in self._able():
            return [refusal(number, "undo", tr("Only a lone player can start the same deal over."))]
        self._course.restart(self._history.game(0).copy())
        self._history.back(len(made))
        for line in self._lines.values():
            line.told = min(line.told, len(self._history))
        return self._changed()

    def _finished(self, number: int, seat: int) -> list[Out]:
        moves = finishing(self.game)
        if not moves:
            return [refusal(number, "choice", tr("The rest of this game does not follow by itself."))]
        for move in moves:
            self._course.make(seat, move)
            self._history.took(self.game, seat, move)
        return self._changed()

    def _able(self) -> list[str]:
        """Return what a lone player can do with the game as a whole: redo, restart, finish."""
        if self.game.rules.seats != 1:
            return []
        able = {
            "redo": bool(self._course.undone), "restart": len(self._history) > 1,
            "finish": self.fault is None and bool(finishing(self.game)),
        }  # fmt: skip
        return [name for name, can in able.items() if can]

    def _hinted(self, number: int, seat: int) -> Out:
        """Return a hint; after the game, its good and bad moves."""
        if self.game.over:
            own = [one for one in self._course.past if one.seat == seat]
            return self._told(number, "review", self._pictures().review(own, self._course.made))
        if seat not in self.game.to_act:
            return refusal(number, "turn", tr("it is not your turn"))
        return self._told(number, "hint", self._pictures().hint(self.game, seat))

    def _past(self, number: int, seat: int | None, position: int) -> Out:
        if not 0 <= position < len(self._history):
            return refusal(number, "position", tr("this position is impossible"))
        drawn = self._pictures().drawn(self._history.game(position), seat, past=True)
        said = {"type": "scene", "live": False, "position": position, "scene": drawn}
        return Out(number, written(said))

    def _anew(self, number: int) -> list[Out]:
        if self._again is None or not self.game.over:
            return [refusal(number, "again", tr("a new game can start once this one is over"))]
        if self.sitting.record is not None:
            self.sitting.record.close()
        try:
            self._sit(self._again())
        except CroupierError as fault:
            return self._breaks(fault)
        return self._changed()

    # ------------------------------------------------------------ players that are not persons
    @property
    def due(self) -> bool:
        """Return whether a player that is not a person has to decide now."""
        return self.fault is None and any(seat in self._bots for seat in self.game.to_act)

    def advance(self) -> list[Out]:
        """Let one of them decide."""
        seat = next(seat for seat in self.game.to_act if seat in self._bots)
        try:
            move = self._bots[seat].choose(self.game.offer(seat))
            self._course.play(seat, move)
        except CroupierError as fault:
            return self._breaks(fault)
        self._history.took(self.game, seat, move)
        return self._changed()

    # ------------------------------------------------------------ output
    def _changed(self) -> list[Out]:
        """Return the messages to all lines after a change."""
        if self.game.over:
            self._course.finish()
        made: Drawn = {}
        found: list[Out] = []
        for number, line in self._lines.items():
            if line.greeted:
                with speaking(line.language):
                    found += self._trouble_told(number) if line.seat is not None else ()
                    found += self._scene(number, line, line.seat, made)
        self._trouble = ""
        return found

    def _scene(self, number: int, line: Line, seat: int | None, made: Drawn) -> Iterator[Out]:
        """Yield the table as it is now, and what happened since the position that the line has been sent before, unless
        it has been sent just that. `made` keeps scenes and beats for others."""
        at = (seat, line.language)
        if at not in made:
            made[at] = self._pictures().drawn(self.game, seat), None
        drawn, beats = made[at]
        positions = len(self._history)
        since = min(line.told, positions)
        before = self._history.before if since and since == positions - 1 else None
        if before is not None and beats is None:
            beats = self._pictures().played(self.game, before, seat)
            made[at] = drawn, beats
        told = [
            self._pictures().told(self._history.heard(seat, position), seat) for position in range(since, positions)
        ]
        heard = {"since": since, "told": told, "beats": (beats or []) if before is not None else []}
        able = self._able() if seat is not None else []
        body = written({**heard, "positions": positions, "able": able, "scene": drawn})
        shown = written({"positions": positions, "able": able, "scene": drawn})
        if shown == line.shown and not told:
            return
        line.number += 1
        line.shown, line.told = shown, positions
        head = written({"type": "scene", "live": True, "number": line.number})
        yield Out(number, f"{head[:-1]},{body[1:]}")

    def _seats(self) -> Iterator[Out]:
        """Yield the players by seat, and the presence of people."""
        here = {line.seat for line in self._lines.values()}
        names = self.game.rules.program.names
        seats = [
            {"seat": seat, "name": names[seat], "who": who, "here": who != PERSON or seat in here}
            for seat, who in sorted(self.sitting.who.items())
        ]
        for number, line in self._lines.items():
            if line.greeted:
                yield Out(number, written({"type": "seats", "you": line.seat, "seats": seats}))

    def _welcome(self, number: int, line: Line) -> Out:
        return Out(number, written(welcome(line.language, self._again is not None)))

    def _told(self, number: int, about: str, lines: Iterable[str]) -> Out:
        return Out(number, written({"type": "told", "about": about, "lines": [*lines]}))

    def _refused(self, number: int, line: Line, why: str, text: str, cost: float) -> list[Out]:
        """Return a refusal that costs something."""
        return [refusal(number, why, text) if line.allowance.spend(cost) else self._last(number, "flood")]

    def _last(self, number: int, why: str, text: str = "") -> Out:
        """Return a refusal after which the line is closed."""
        self._lines.pop(number, None)
        return refusal(number, why, text, close=True)

    def _breaks(self, fault: CroupierError) -> list[Out]:
        """Stop the game after a fault of the rules or of a player, at its last position.

        The reason is not shown to seats.
        """
        self.fault = fault
        return [
            refusal(number, "broken", _stopped(line.language)) for number, line in self._lines.items() if line.greeted
        ]

    def _complain(self, trouble: str) -> None:
        self._trouble = trouble

    def _trouble_told(self, number: int) -> Iterator[Out]:
        if self._trouble:
            yield self._told(number, "record", [self._trouble])


def welcome(language: str, again: bool) -> dict[str, object]:
    """Return the first message to a page, in the current language. `again`: replay is possible."""
    return {
        "type": "welcome",
        "version": VERSION,
        "language": language,
        "languages": languages(),
        "labels": labels(),
        "again": again,
        "limits": {"burst": BURST, "second": A_SECOND, "costs": COUNTED},
    }


def _many(seat: int | None) -> str:
    if seat is None:
        return tr("more than {n} spectators watch, so this window, the oldest, was closed", n=MOST_WATCHING)
    return tr("this seat is open in more than {n} windows, so this one, the oldest, was closed", n=MOST_OF_A_SEAT)


def _stopped(language: str) -> str:
    with speaking(language):
        return tr("The game cannot continue: the rules or a player have a fault.")
