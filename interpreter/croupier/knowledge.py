"""What each seat still knows of cards it no longer sees: worked out from the log, and from nothing else.

A seat knows a card where it lies from the moment it is shown which card it is, until something unsettles that: a
shuffle; or a card
that it cannot make out leaves an unordered zone, for then any card of that zone may be the one. In piles and rows
places are public, so
knowledge travels with the place. Cards that read the same are interchangeable: when a card of some kind leaves, one
known card of that kind is
no longer known to be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.events import MOVED, REVEALED, SHUFFLED
from croupier.values import Value

if TYPE_CHECKING:
    from croupier.program import Program


class Knowledge:
    """Reads a log from where it stopped last time. `known[card]`: the seats that know it, as a bit mask."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = [0] * program.cards
        self.zone = [-1] * program.cards
        self.read = 0

    def copy(self) -> Knowledge:
        twin = Knowledge(self.program)
        twin.known, twin.zone, twin.read = list(self.known), list(self.zone), self.read
        return twin

    def follow(self, log: list[tuple[Value, ...]]) -> None:
        """Take in what has been logged since."""
        for event in log[self.read :]:
            if event[0] == MOVED:
                self._moved(event[1], event[2], event[4], event[6])
            elif event[0] == SHUFFLED:
                self._shuffled(event[1])
            elif event[0] == REVEALED:
                self.known[event[1]] = self.program.everyone
        self.read = len(log)

    def _shuffled(self, place: int) -> None:
        viewers = self.program.places[place].viewers
        for card, zone in enumerate(self.zone):
            if zone == place:
                self.known[card] &= viewers

    def _moved(self, card: int, origin: int, to: int, seen: int) -> None:
        known, zone = self.known, self.zone
        blind = self.program.everyone & ~seen
        if origin >= 0 and self.program.places[origin].zone.form == "set":
            kind_of = self.program.kind_of
            elsewhere = [c for c, z in enumerate(zone) if z == origin and c != card and known[c]]
            if blind:  # some card of the zone has gone, and these seats cannot tell which
                for other in [*elsewhere, card]:
                    known[other] &= ~blind
            newly = seen & ~known[card]
            for other in elsewhere:  # they thought of another copy: one of the kind has gone, whichever
                swapped = newly & known[other] if kind_of[other] == kind_of[card] else 0
                known[other] &= ~swapped
                newly &= ~swapped
        known[card] |= seen
        zone[card] = to

    def seats_know(self, card: int, seat: int) -> bool:
        """Does the seat know this card where it lies?"""
        return bool(self.known[card] >> seat & 1)
