"""Define notes of the engine, sights of cards, and events for one seat.

Notes never leave the engine. An `Event` is what a seat may know of them, in words only; only `seat.views` makes these.
A `Sight` records who was shown which card. What seats know of cards is computed from sights, never from notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Meld, Value

MOST_NOTES = 1_000_000
"""The most notes between two decisions; a game with more stops at its next decision."""


ALL = -1
"""Under all cards of a pile, however many."""


class Sight:
    """An effect on who knows which card. Seats are bit masks; places are numbers, -1 out of play."""

    __slots__ = ()


class Note:
    """Something that happened. `pauses`: it separates moves of cards before it from moves after it."""

    __slots__ = ()
    pauses: ClassVar[bool] = False


class Pause(Sight):
    """Something else has happened between two moves of cards."""

    __slots__ = ()


PAUSE = Pause()


# Nothing changes a note or a sight once it is made. They are not frozen, for those are slow to make.


@dataclass(slots=True)
class Shown(Sight):
    """These seats are shown which card this is."""

    card: int
    seats: int


@dataclass(slots=True)
class Bared(Shown):
    """The card became the top card of a pile without moving."""


@dataclass(slots=True)
class Glimpsed(Shown):
    """The card was shown for a moment, in its place, together with these."""

    together: tuple[int, ...]


@dataclass(slots=True)
class Displayed(Note):
    """Cards of a place were shown to these seats: of each its index in a row or pile (else -1), the card, and the seats
    that know which it is."""

    place: int
    seats: int
    cards: tuple[tuple[int, int, int], ...]


@dataclass(slots=True)
class Moved(Shown, Note):
    """A card moved, and the seats see it where it left or where it arrived. `at`, `spot`: its old and new index in a
    row or pile, else -1. `under`: the number of cards of a pile above it, or ALL; None: on top as usual. `told`: the
    seats that learn this number."""

    origin: int
    at: int
    to: int
    spot: int
    under: int | None = None
    told: int = -1


@dataclass(slots=True)
class Blurred(Sight):
    """One of these cards of a pile, in their order, has entered among the others, at a place that these seats do not
    know."""

    card: int
    cards: tuple[int, ...]
    seats: int


@dataclass(slots=True)
class Together(Sight):
    """Cards have moved at once, such as two that change places, or hands that all players pass on: all had left before
    one arrived. The seats that see them are in the next notes."""

    moves: tuple[Moved, ...]


@dataclass(slots=True)
class Revealed(Shown, Note):
    """The card was turned up. `at`: its index in a row or pile, else -1."""

    place: int
    at: int


@dataclass(slots=True)
class Hidden(Sight, Note):
    """A face-up card was turned down."""

    card: int
    place: int
    at: int


@dataclass(slots=True)
class Shuffled(Sight, Note):
    """The cards of a place were shuffled: the cards before, the bottom one first."""

    place: int
    cards: tuple[int, ...]


@dataclass(slots=True)
class Picked(Note):
    """A value was picked at random, of the type and enumeration of this name. `heard`: whether all players learn it."""

    pauses: ClassVar[bool] = True
    type: str
    enum: str
    value: Value
    heard: bool = True


@dataclass(slots=True)
class Set(Note):
    """A variable has been given a value; `was`: the one that it had."""

    variable: str
    subject: int | None
    value: Value
    was: Value


@dataclass(slots=True)
class Decided(Note):
    """A seat has chosen a move, by its index, or answered in the middle of it. `secret`: all choose at once."""

    pauses: ClassVar[bool] = True
    seat: int
    move: int
    words: tuple[tuple[str, str], ...]
    secret: bool


@dataclass(slots=True)
class Served(Note):
    """A move of a simultaneous choice happens, and becomes public."""

    pauses: ClassVar[bool] = True
    seat: int
    move: int
    words: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Began(Note):
    """A performance of a stage has begun."""

    pauses: ClassVar[bool] = True
    stage: int
    count: int
    actor: int | None


@dataclass(slots=True)
class Cut(Note):
    """A turn loop reached its own `times` before its `until` held."""

    pauses: ClassVar[bool] = True
    stage: int


@dataclass(slots=True)
class Stuck(Note):
    """No player could move in a stage."""

    pauses: ClassVar[bool] = True
    stage: int


@dataclass(slots=True)
class Ended(Note):
    """The game is over."""

    pauses: ClassVar[bool] = True


@dataclass(slots=True)
class Melded(Note):
    """Cards that just moved form a meld there, or joined one."""

    place: int
    meld: Meld


class Log:
    """The notes and sights of one game, oldest first; they are only added.

    A copy shares earlier notes: the past is a chain of immutable blocks (the previous block, the number of notes and
    sights before, its notes, its sights). `room`: how many notes may follow before the next decision.
    """

    __slots__ = ("_notes", "_past", "_sights", "_start", "room")

    def __init__(self, past: Value = None, start: tuple[int, int] = (0, 0), room: int = MOST_NOTES) -> None:
        self._past = past
        self._start = start
        self._notes: list[Note] = []
        self._sights: list[Sight] = []
        self.room = room

    def append(self, note: Note) -> None:
        """Add a note that does not change knowledge of cards. Raises RulesFault after too many since the last
        decision."""
        self._notes.append(note)
        if note.pauses:
            self._sights.append(PAUSE)
        self.room -= 1
        if self.room < 0:
            self._full()

    def witness(self, seen: Moved | Revealed | Hidden | Shuffled) -> None:
        """Add what happened to a card before everybody's eyes: a note and a sight."""
        self._notes.append(seen)
        self._sights.append(seen)
        self.room -= 1
        if self.room < 0:
            self._full()

    def show(self, sight: Shown | Together | Blurred) -> None:
        """Add a sight of cards that no note, or another one, expresses."""
        self._sights.append(sight)

    def _full(self) -> None:
        raise RulesFault(tr("more than {most} events without a decision", most=f"{MOST_NOTES:,}"))

    def copy(self) -> Log:
        """Return a log that goes on from here on its own."""
        if self._notes or self._sights:
            start = self._start
            self._past = (self._past, start, self._notes, self._sights)
            self._start = (start[0] + len(self._notes), start[1] + len(self._sights))
            self._notes, self._sights = [], []
        return Log(self._past, self._start, self.room)

    def anew(self) -> Log:
        """Return a log with nothing in it that goes on counting from here."""
        return Log(None, (len(self), self.sighted), self.room)

    def notes(self, mark: int = 0) -> list[Note]:
        """Return the notes from this one on: for views alone."""
        return self._since(mark, 0)

    def sights(self, mark: int = 0) -> list[Sight]:
        """Return the sights from this one on."""
        return self._since(mark, 1)

    def shown(self, mark: int, seat: int) -> Iterator[Shown]:
        """Return what the seat was shown from this sight on."""
        return (each for each in self._since(mark, 1) if isinstance(each, Shown) and each.seats >> seat & 1)

    def _since(self, mark: int, which: int) -> list[Value]:
        """Return the notes or sights from a mark on, looking only at the blocks that hold them."""
        end = self._start[which]
        found: list[list[Value]] = [(self._notes, self._sights)[which][max(mark - end, 0) :]]
        block = self._past
        while block is not None and end > mark:
            past, start, *both = block
            end = start[which]
            found.append(both[which][max(mark - end, 0) :])
            block = past
        return [each for some in reversed(found) for each in some]

    @property
    def sighted(self) -> int:
        """Return the number of sights."""
        return self._start[1] + len(self._sights)

    def __len__(self) -> int:
        """Return the number of notes."""
        return self._start[0] + len(self._notes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.notes() == other.notes() and self.sights() == other.sights()

    __hash__ = None  # type: ignore[assignment]  # it changes


@dataclass(frozen=True, slots=True)
class Event:
    """An event as one seat sees it. `kind` names it; `data` is plain JSON: names, numbers, card notation.

    Kinds: `move` (from, to, cards known, count; out of a row the places; into one with fixed places `at`, the places
    there from 1; below cards of a pile `under`, their number, "all", or "?" if the seat does not learn it; cards of a
    pile visible to the seat in the order in which they moved, others sorted), `meld` (zone, combo, cards with what a
    wild one represents), `shuffle` (zone), `random` (value), `reveal` and `hide` (card, zone, its place from 1 in a row
    or pile), `show` (zone, the seats it is shown to, count, cards known; in a row or pile also places from 1, with "?"
    for an unknown card), `set` (variable, value), `decision` (seat, move, choices in words: all of them for the seat
    that made it, for others the announced ones; at_once if its effect waits for the others), `served` (the same, for
    the move of a simultaneous choice that happens now), `stage` (stage, count, seat), `cut` and `stuck` (stage), `end`.
    Seats count from 0.
    """

    kind: str
    data: Mapping[str, Value] = field(default_factory=dict)

    def to_json(self) -> dict[str, Value]:
        """Return the event as one plain object."""
        return {"event": self.kind, **self.data}
