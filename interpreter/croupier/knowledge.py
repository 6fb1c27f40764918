"""What each seat still knows of cards it no longer sees: worked out from the log, and from nothing else.

A seat knows a card where it lies from the moment it is shown which card it is, until something unsettles that: a
shuffle; or a card that it cannot make out leaves an unordered zone, for then any card of that zone may be the one. In
piles and rows places are public, so knowledge travels with the place. Cards that read the same are interchangeable:
when a card of some kind leaves, one known card of that kind is no longer known to be there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.events import HIDDEN, MOVED, REVEALED, SHUFFLED

if TYPE_CHECKING:
    from croupier.events import Log
    from croupier.program import Program


class Knowledge:
    """Reads a log from where it stopped last time. `known[card]`: the seats that know it, as a bit mask."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known = [0] * program.cards
        self.zone = [-1] * program.cards
        self.up: set[int] = set()
        self.read = 0

    def copy(self) -> Knowledge:
        twin = Knowledge(self.program)
        twin.known, twin.zone, twin.read = list(self.known), list(self.zone), self.read
        twin.up = set(self.up)
        return twin

    def follow(self, log: Log) -> None:
        """Take in what has been logged since."""
        for event in log.since(self.read):
            if event[0] == MOVED:
                self._moved(event[1], event[2], event[4], event[6])
            elif event[0] == SHUFFLED:
                self._shuffled(event[1])
            elif event[0] == REVEALED:
                self._gone(event[1], self.program.everyone)
                self.known[event[1]] = self.program.everyone
                self.up.add(event[1])
            elif event[0] == HIDDEN:
                self.known[event[1]] = self.program.everyone
                self.up.discard(event[1])
        self.read = len(log)

    def _shuffled(self, place: int) -> None:
        viewers = self.program.places[place].viewers
        for card, zone in enumerate(self.zone):
            if zone == place:
                self.known[card] &= viewers

    def _moved(self, card: int, origin: int, to: int, seen: int) -> None:
        known = self.known
        blind = self.program.everyone & ~seen
        if origin >= 0 and self.program.places[origin].zone.form == "set":
            if blind:  # some card of the zone has gone, and these seats cannot tell which
                for other, zone in enumerate(self.zone):
                    if zone == origin and other not in self.up:
                        known[other] &= ~blind
            self._gone(card, seen)
        known[card] |= seen
        self.up.discard(card)
        self.zone[card] = to

    def _gone(self, card: int, seen: int) -> None:
        """A card of an unordered zone is shown to these seats, who may have thought of another copy there.

        One of the kind is no longer where it was, or no longer hidden, whichever of them.
        """
        origin, known, kind_of = self.zone[card], self.known, self.program.kind_of
        if origin < 0 or self.program.places[origin].zone.form != "set":
            return
        newly = seen & ~known[card]
        for other, zone in enumerate(self.zone):
            if newly and zone == origin and other != card and kind_of[other] == kind_of[card] and other not in self.up:
                swapped = newly & known[other]
                known[other] &= ~swapped
                newly &= ~swapped

    def seats_know(self, card: int, seat: int) -> bool:
        """Does the seat know this card where it lies?"""
        return bool(self.known[card] >> seat & 1)
