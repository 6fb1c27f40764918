"""What happened, as the engine notes it, and as one seat may know it.

The engine's own notes are tuples of small numbers, the first of them one of the kinds below; they never leave the
engine. What a seat may know of them is an `Event`, in words only (`views.log`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.values import Value

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
