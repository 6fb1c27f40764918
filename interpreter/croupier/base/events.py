"""What happened, as the engine notes it, and as one seat may know it.

The engine's own notes are tuples of small numbers, the first of them one of the kinds below; they never leave the
engine. What a seat may know of them is an `Event`, in words only (`views.log`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Value

MOVED, SHUFFLED, PICKED, REVEALED, HIDDEN, SET, DECIDED, BEGAN, CUT, STUCK, ENDED, MELDED = range(12)
"""
(MOVED, card, from place, index there, to place, index there, seats that see which card it is)   places are -1 for out
of play
(SHUFFLED, place, cards bottom first)         (PICKED, type name, enumeration, value)
(REVEALED, card, place, index there or -1)  (HIDDEN, the same)  (SET, variable, subject or None, value)
(DECIDED, seat, move index, choices in words, secret)  (BEGAN, stage index, count, actor)
(CUT, stage index): a stage that goes round the players reached its own `times` before its `until` held
(STUCK, stage index): nobody could move       (ENDED,): the game is over
(MELDED, place, combo, meld): cards just moved lie there as one meld, or in one that lay there
"""

Note = tuple[Value, ...]

MOST_NOTES = 1_000_000
"""How many notes one stretch of play without a decision may make; a game that has so many stops at its next decision.
"""


class Log:
    """The notes of one game, oldest first; they are only ever added to.

    A copy shares what was noted before it was made: the past is a chain of blocks, (the block before, how many notes
    came before, its own notes), none of which changes any more. `room`: how many notes may still come before the next
    decision.
    """

    __slots__ = ("_own", "_past", "_start", "room")

    def __init__(self, past: Value = None, start: int = 0) -> None:
        self._past = past
        self._start = start
        self._own: list[Note] = []
        self.room = MOST_NOTES

    def append(self, note: Note) -> None:
        """Add a note; RulesFault if too many have come since the last decision."""
        self._own.append(note)
        self.room -= 1
        if self.room < 0:
            raise RulesFault(tr("more than {most} things happen without a decision", most=f"{MOST_NOTES:,}"))

    def copy(self) -> Log:
        """A log that goes on from here on its own."""
        if self._own:
            self._past = (self._past, self._start, self._own)
            self._start += len(self._own)
            self._own = []
        return Log(self._past, self._start)

    def since(self, mark: int) -> list[Note]:
        """The notes from this one on; only the blocks that hold them are looked at."""
        found = [self._own[max(mark - self._start, 0) :]]
        block, end = self._past, self._start
        while block is not None and end > mark:
            past, end, notes = block
            found.append(notes[max(mark - end, 0) :])
            block = past
        return [note for notes in reversed(found) for note in notes]

    def __len__(self) -> int:
        return self._start + len(self._own)

    def __iter__(self) -> Iterator[Note]:
        return iter(self.since(0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self.since(0) == other.since(0)

    __hash__ = None  # type: ignore[assignment]  # it changes


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as one seat may know it. `kind` says what; `data` is plain JSON: names, numbers, card
    notation.

    Kinds: `move` (from, to, cards known, count; cards of a pile that lies open to the seat in the order in which they
    were moved, others sorted), `meld` (zone, combo, cards
    with what a wild one stands for), `shuffle` (zone), `random` (value),
    `reveal` and `hide` (card, zone, its place from 1 in a row or pile), `set` (variable, value), `decision` (seat,
    move, choices in words: all of them for the seat that made it, for others those that are announced; at_once if what
    it brings about waits for the others), `stage` (stage, count, seat), `cut` and `stuck` (stage), `end`.
    Seats count from 0.
    """

    kind: str
    data: Mapping[str, Value] = field(default_factory=dict)

    def to_json(self) -> dict[str, Value]:
        """The event as one plain object."""
        return {"event": self.kind, **self.data}
