"""Choose among copies of a card in one zone that no seat can distinguish.

The rules mean one with a note (card state that differs from its starting value), if there is one: a debt belongs to the
kind, whichever copy pays; among several with notes, the notes decide. Else, in a row or pile, the first one is meant.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.model.state import State


def noted(s: State, card: int) -> bool:
    """Return whether card state of the zone has a note on this card."""
    columns = s.program.leaving.get(s.home[card], ())
    return any(s.card_variables[column][card] != s.began[column][card] for column in columns)


def noted_first(s: State, cards: list[int]) -> list[int]:
    """Return cards by kind, copies by zone, in one zone those with notes first, then by place."""
    kind_of, home = s.program.kind_of, s.home
    found = sorted(cards, key=lambda card: (kind_of[card], home[card], _place(s, card), card))
    if not s.program.entering and not any(s.entered):
        return found
    alike = (list(copies) for _, copies in groupby(found, key=lambda card: (kind_of[card], home[card])))
    return [card for copies in alike for card in (copies if len(copies) == 1 else _by_notes(s, copies))]


def _by_notes(s: State, copies: list[int]) -> list[int]:
    """Return copies of one card in one zone, those with notes first. The note of a single card is not read: a seat
    that cannot know it still knows which card is meant."""
    return sorted(copies, key=lambda card: (*_notes(s, card), *_waits(s, card)))


def _waits(s: State, card: int) -> list[int]:
    """Return a sort key: cards that just entered where a rule waits for them go first, the last one first."""
    return [-cards.index(card) - 1 if card in cards else 0 for cards in s.entered]


def _notes(s: State, card: int) -> tuple[bool, str]:
    """Return a sort key: cards with notes first, these by their notes, never by card number."""
    if not noted(s, card):
        return True, ""
    return False, repr([s.card_variables[column][card] for column in s.program.leaving[s.home[card]]])


def _place(s: State, card: int) -> int:
    """Return the card's place in a row or pile: the order of copies must not depend on their numbers."""
    home = s.home[card]
    return s.zones[home].index(card) if home >= 0 and s.program.places[home].ordered else 0
