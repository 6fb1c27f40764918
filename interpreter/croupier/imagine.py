"""A state that a seat cannot tell from the true one.

Every card it does not know lies somewhere else that it does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.chance import Stream
from croupier.events import Log
from croupier.legal import sees

if TYPE_CHECKING:
    from croupier.knowledge import Knowledge
    from croupier.state import State


def imagine(s: State, knowledge: Knowledge, seat: int, number: int = 0) -> State:
    """A copy of the state with the unknown cards dealt anew among their places, and chance of its own.

    Depends only on what the seat knows and on `number`: what it makes tells the seat nothing.
    """
    knowledge.follow(s.log)
    return deal_anew(s, knowledge.known, seat, number)


def deal_anew(s: State, known: Sequence[int], seat: int, number: int) -> State:
    """A copy with the cards dealt anew that the seat neither sees nor knows; `known` has the seats that know each
    card.

    Made from what was imagined before, it is as good as made from the true state.
    """
    twin = s.copy()
    twin.chance = Stream(number, s.decisions * s.program.seats + seat)
    bit = 1 << seat
    unknown = [
        card for card, home in enumerate(s.home) if home >= 0 and not known[card] & bit and not sees(s, seat, card)
    ]
    # the true order must not show through: places are filled in the order of the zones, from the cards in the order
    # of their kinds
    hidden = set(unknown)
    slots = [
        (index, at)
        for index, zone in enumerate(twin.zones)
        for at, item in enumerate(zone)
        if isinstance(item, int) and item in hidden
    ]
    for (index, at), card in zip(slots, twin.chance.shuffle(unknown), strict=True):
        twin.zones[index][at] = card
        twin.home[card] = index
    for place in s.program.places:
        if place.zone.form == "set":
            twin.zones[place.index].sort()
    twin.log = Log()
    twin.knowledge, twin.unknown = None, frozenset(unknown)
    return twin
