"""Copies of a card that lie in one zone: where nobody tells them apart, the rules say which of them is meant.

It is one with something noted on it (state of cards that differs from what it starts as), if there is one: what is
owed is owed by what the card is, whichever copy pays; of several noted ones by what is noted. Else, in a row or pile,
the first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.model.state import State


def noted(s: State, card: int) -> bool:
    """Does state of the zone's cards say something about this one?"""
    columns = s.program.leaving.get(s.home[card], ())
    return any(s.card_variables[column][card] != s.began[column][card] for column in columns)


def noted_first(s: State, cards: list[int]) -> list[int]:
    """Cards by kind, copies by the zone they lie in, of those in one zone the noted ones first, then by place."""
    kind_of, home = s.program.kind_of, s.home
    if not s.program.entering and not any(s.entered):
        return sorted(cards, key=lambda card: (kind_of[card], home[card], _place(s, card), card))
    return sorted(
        cards, key=lambda card: (kind_of[card], home[card], *_notes(s, card), *_waits(s, card), _place(s, card), card)
    )


def _waits(s: State, card: int) -> list[int]:
    """Those that have just come where a rule waits for cards go before others, the last first."""
    return [-cards.index(card) - 1 if card in cards else 0 for cards in s.entered]


def _notes(s: State, card: int) -> tuple[bool, str]:
    """Noted cards first, and these by what is noted: which copy it is must not depend on their numbers."""
    if not noted(s, card):
        return True, ""
    return False, repr([s.card_variables[column][card] for column in s.program.leaving[s.home[card]]])


def _place(s: State, card: int) -> int:
    """Its place in a row or pile: which copy comes first must not depend on their numbers."""
    home = s.home[card]
    return s.zones[home].index(card) if home >= 0 and s.program.places[home].ordered else 0
