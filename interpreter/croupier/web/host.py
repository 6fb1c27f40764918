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

from croupier.base.faults import CroupierError
from croupier.base.language import SOURCE, languages, speaking, tr
from croupier.web.hosted import PERSON, Declined, Hosted, Sitting
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
from croupier.web.wire import Malformed

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
        self.play = Hosted(sitting, self._tokens)
        for line in self._lines.values():
            line.told, line.shown = 0, ""

    @property
    def due(self) -> bool:
        """Return whether a player that is not a person has to decide now."""
        return self.play.due

    @property
    def fault(self) -> CroupierError | None:
        """Return the error that ended the game early."""
        return self.play.fault

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
        return self._answered(number, line, line.seat, message)

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

    def _answered(self, number: int, line: Line, seat: int, message: Message) -> list[Out]:
        with speaking(line.language):
            if self.play.fault is not None and not isinstance(message, At):
                return [refusal(number, "broken", _stopped(line.language))]
            try:
                return self._answer(number, line, seat, message)
            except Declined as against:
                return [refusal(number, against.why, str(against))]

    def _answer(self, number: int, line: Line, seat: int, message: Message) -> list[Out]:
        play = self.play
        match message:
            case Choose(scene) | Go(scene) if scene != line.number:
                raise Declined("stale", tr("the table has changed; choose again"))
            case Choose(_, move):
                play.on_turn(seat)
                play.choose(seat, move)
            case Go(scene, path):
                play.on_turn(seat)
                return [Out(number, written({"type": "step", "scene": scene, "step": play.step(seat, path)}))]
            case Undo():
                play.undo(seat)
            case Redo():
                play.redo(seat)
            case Restart():
                play.restart()
            case Finish():
                play.finish(seat)
            case Why(what):
                return [self._told(number, "why", play.pictures().why(play.game, seat, what))]
            case Hint():
                return [self._told(number, *play.hint(seat))]
            case At(position):
                return [self._past(number, seat, position)]
            case Again():
                self._anew()
            case _:
                return []
        return self._changed()

    def _past(self, number: int, seat: int | None, position: int) -> Out:
        try:
            drawn = self.play.past(seat, position)
        except Declined as against:
            return refusal(number, against.why, str(against))
        return Out(number, written({"type": "scene", "live": False, "position": position, "scene": drawn}))

    def _anew(self) -> None:
        if self._again is None or not self.play.game.over:
            raise Declined("again", tr("a new game can start once this one is over"))
        if self.play.sitting.record is not None:
            self.play.sitting.record.close()
        with self.play.stopping():
            self._sit(self._again())

    def advance(self) -> list[Out]:
        """Let a player decide that is not a person."""
        self.play.advance()
        return self._changed()

    # ------------------------------------------------------------ output
    def _changed(self) -> list[Out]:
        """Return the messages to all lines after a change; after a fault, no reason is shown to seats."""
        if self.play.fault is not None:
            lines = ((number, line) for number, line in self._lines.items() if line.greeted)
            return [refusal(number, "broken", _stopped(line.language)) for number, line in lines]
        self.play.close()
        made: Drawn = {}
        found: list[Out] = []
        for number, line in self._lines.items():
            if line.greeted:
                with speaking(line.language):
                    if self.play.trouble and line.seat is not None:
                        found.append(self._told(number, "record", [self.play.trouble]))
                    found += self._scene(number, line, line.seat, made)
        self.play.trouble = ""
        return found

    def _scene(self, number: int, line: Line, seat: int | None, made: Drawn) -> Iterator[Out]:
        """Yield the table as it is now, and what happened since the position that the line has been sent before, unless
        it has been sent just that. `made` keeps scenes and beats for others."""
        play, at = self.play, (seat, line.language)
        if at not in made:
            made[at] = play.pictures().drawn(play.game, seat), None
        drawn, beats = made[at]
        positions = len(play.history)
        line.told = since = min(line.told, positions)
        before = play.history.before if since and since == positions - 1 else None
        if before is not None and beats is None:
            beats = play.pictures().played(play.game, before, seat)
            made[at] = drawn, beats
        told = [play.pictures().told(play.history.heard(seat, each), seat) for each in range(since, positions)]
        heard = {"since": since, "told": told, "beats": (beats or []) if before is not None else []}
        able = play.able() if seat is not None else []
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
        names = self.play.game.rules.program.names
        seats = [
            {"seat": seat, "name": names[seat], "who": who, "here": who != PERSON or seat in here}
            for seat, who in sorted(self.play.sitting.who.items())
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
