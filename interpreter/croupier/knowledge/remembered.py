"""The knowledge of each seat about cards it no longer sees, derived only from what it was shown.

A seat knows a card in its place from the moment it is shown the card until something makes this uncertain: a shuffle,
or an unidentified card that leaves an unordered zone, since it may be any card of that zone. If all cards of such a
zone move to one unordered zone, one after another, the knowledge moves with them. In piles and rows places are public,
so knowledge travels with the place. Cards that read the same are interchangeable: when a card of some kind leaves, the
knowledge of one card of that kind is dropped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.base.events import Blurred, Glimpsed, Hidden, Moved, Pause, Revealed, Shown, Shuffled, Sight, Together

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from croupier.base.events import Log
    from croupier.model.program import Program
    from croupier.model.state import State

ALOFT = -2
"""The place of a card that has been picked up and not yet put down."""
UNORDERED = ("set", "melds")
"""Forms of zones in which places do not identify the cards that leave."""


class Knowledge:
    """Knowledge that follows the sights of a game from where it stopped last time. `known[card]`: a bit mask of the
    seats that know it; one extra bit after the seats means common knowledge: each seat that was shown it at once knows
    that the others know.

    `going`: cards that leave an unordered zone one after another for the same place, as (from, to, bit masks of seats
    by card when it began).
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.everyone = program.everyone | 1 << program.seats
        self.known = [0] * program.cards
        self.zone = [-1] * program.cards
        self.up: set[int] = set()
        self.going: tuple[int, int, dict[int, int]] | None = None
        self.read = 0

    @classmethod
    def of(cls, s: State, seats_know: Callable[[int], int]) -> Knowledge:
        """Return the knowledge in a state without reading its past: visible cards, and the bit mask that `seats_know`
        returns for a card.
        """
        found = cls(s.program)
        found.zone = list(s.home)
        found.up = set(s.revealed)
        for card, home in enumerate(s.home):
            if home >= 0:
                up = s.program.everyone if card in s.revealed else 0
                found.known[card] = found._all(up | s.program.places[home].viewers) | found._all(seats_know(card))
        for place in s.program.places:
            if place.top_viewers and s.zones[place.index]:
                found.known[s.zones[place.index][-1]] |= found._all(place.top_viewers)
        found.read = s.log.sighted
        return found

    def copy(self) -> Knowledge:
        twin = Knowledge(self.program)
        twin.known, twin.zone, twin.read = list(self.known), list(self.zone), self.read
        twin.up = set(self.up)
        twin.going = self.going
        return twin

    def _all(self, seats: int) -> int:
        """Return these seats as bits, plus the bit for all together if they are all."""
        return self.everyone if seats == self.program.everyone else seats

    def follow(self, log: Log) -> None:
        """Take in the events seen since the last call."""
        if self.read == log.sighted:
            return
        for sight in log.sights(self.read):
            self.take(sight)
        self.read = log.sighted

    def take(self, sight: Sight) -> None:
        """Take in one sight; the number that was read stays."""
        match sight:
            case Moved(card, seats, origin=origin, to=to):
                self._moved(card, origin, to, self._all(seats))
            case Blurred(card, cards, seats):
                self._blurred(card, cards, self._blind(seats))
            case Together(moves):
                self._together(moves)
            case Revealed(card, seats):
                self.going = None
                self._gone(card, self._all(seats))
                self.known[card] |= self._all(seats)
                self.up.add(card)
            case Glimpsed(card, seats, together):
                self._glimpsed(card, self._all(seats), together)
            case Shown(card, seats):
                self.known[card] |= self._all(seats)
            case Hidden(card):
                self.going = None
                self.known[card] = self.everyone
                self.up.discard(card)
            case Shuffled(place):
                self.going = None
                self._shuffled(place)
            case Pause():
                self.going = None

    def _glimpsed(self, card: int, seats: int, together: tuple[int, ...]) -> None:
        """Take in a card shown without leaving its place.

        Knowledge about cards that all leave that place one by one is kept.
        """
        self._gone(card, seats, together)
        self.known[card] |= seats
        if self.going is not None and self.going[0] == self.zone[card]:
            origin, to, before = self.going
            knew = dict(before)
            self._counted_once(knew, [other for other in knew if other not in together], card, seats)
            knew[card] |= seats
            self.going = origin, to, knew

    def _shuffled(self, place: int) -> None:
        viewers = self._all(self.program.places[place].viewers)
        for card, zone in enumerate(self.zone):
            if zone == place:
                self.known[card] &= viewers

    def _blind(self, seats: int) -> int:
        """Return the seats that do not see something, as bits, plus the bit for all together."""
        return seats | 1 << self.program.seats

    def _blurred(self, card: int, cards: tuple[int, ...], blind: int) -> None:
        """Take in a card that was put among others of a pile at a place unknown to these seats: they still know the
        card of a place only if it is the same wherever the new card went.
        """
        kind_of, others = self.program.kind_of, [other for other in cards if other != card]
        known: list[int] = []
        for at, there in enumerate(cards):
            perhaps = [card, *others[max(at - 1, 0) : at + 1]]
            surely = self.known[there]
            for one in perhaps:
                surely &= self.known[one] if kind_of[one] == kind_of[there] else 0
            known.append(self.known[there] & ~blind | surely)
        for there, seats in zip(cards, known, strict=True):
            if there not in self.up:
                self.known[there] = seats

    def _moved(self, card: int, origin: int, to: int, seen: int) -> None:
        known = self.known
        blind = self.everyone & ~seen
        unordered = origin >= 0 and self.program.places[origin].zone.form in UNORDERED
        if not unordered:
            self.going = None
        else:
            if self.going is None or self.going[:2] != (origin, to):
                self.going = origin, to, {c: known[c] for c, zone in enumerate(self.zone) if zone == origin}
            if blind:  # a card has left the zone, unidentified by these seats
                for other, zone in enumerate(self.zone):
                    if zone == origin and other not in self.up:
                        known[other] &= ~blind
            self._gone(card, seen)
        known[card] |= seen
        self.up.discard(card)
        self.zone[card] = to
        if unordered:
            self._all_gone()

    def _together(self, moves: Iterable[Moved]) -> None:
        """Record moves made together: all cards leave before one arrives."""
        self.going = None
        for each in moves:
            self._moved(each.card, each.origin, each.to, self._all(each.seats))
            self.zone[each.card] = ALOFT
        for each in moves:
            self.zone[each.card] = each.to
        self.going = None

    def _all_gone(self) -> None:
        """Carry knowledge over to the new place, if all cards of the old one have arrived there."""
        assert self.going is not None
        origin, to, before = self.going
        if self.program.places[to].zone.form not in UNORDERED and len(before) > 1:
            return  # their order is unknown
        if origin not in self.zone:
            for card, knew in before.items():
                self.known[card] |= knew

    def _gone(self, card: int, seen: int, apart: Collection[int] = ()) -> None:
        """Take in that a card of an unordered zone is shown to these seats, which may have known of another copy there;
        the seats see that the cards in `apart` are others.

        Drop the knowledge of one card of the kind: it has moved, has become visible, or was shown again, whichever copy
        it was.
        """
        origin = self.zone[card]
        if origin < 0 or self.program.places[origin].zone.form not in UNORDERED:
            return
        beside = [other for other, zone in enumerate(self.zone) if zone == origin and other not in apart]
        self._counted_once(self.known, beside, card, seen)

    def _counted_once(self, known: list[int] | dict[int, int], among: Iterable[int], card: int, seen: int) -> None:
        """Make seats that just learnt a card forget another card of its kind among these, because it may have been this
        one."""
        kind_of = self.program.kind_of
        newly = seen & ~known[card]
        for other in among:
            if newly and other != card and kind_of[other] == kind_of[card] and other not in self.up:
                swapped = newly & known[other]
                known[other] &= ~swapped
                newly &= ~swapped

    def seats_know(self, card: int, seat: int | None) -> bool:
        """Return whether the seat knows this card in its place. None: whether it is common knowledge."""
        return bool(self.known[card] >> (self.program.seats if seat is None else seat) & 1)
