"""What a kernel module may say, as Python has it, so that ruff and mypy read such a module and Python runs it.

A kernel module is a file of functions in the language of `croupier.kernel.nodes`: whole numbers, sets of cards, arrays.
Before its functions it declares by what it is made for a game:

    MOST = constant()              # a number
    T_worth = numbers()            # a table of numbers
    T_alike = sets()               # a table of sets of cards
    G_left = room(MOST + 1)        # an array of numbers to work in, all 0 at first
    G_found = room_for_sets(8)     # an array of sets of cards

`croupier.kernel.source` reads the file and makes nodes of it with the numbers, tables and names of one use.
"""

from __future__ import annotations

from typing import TypeAlias

Cards: TypeAlias = int
"""A set of cards: the number whose bits are its cards. The kernel keeps numbers and sets apart (see `verify`)."""
Numbers: TypeAlias = list[int]
Sets: TypeAlias = list[Cards]


class Position(list[int]):
    """A position: one flat array of numbers, in which sets of cards take as many as they need."""

    @property
    def cards(self) -> Sets:
        """The same array, of which `S.cards[i]` is the set of cards that begins at `i`."""
        return self


def constant() -> int:
    """Declare a number that is known when the module is made for a game."""
    return 0


def numbers() -> Numbers:
    """Declare a table of numbers."""
    return []


def sets() -> Sets:
    """Declare a table of sets of cards."""
    return []


def room(size: int) -> Numbers:
    """Declare an array of numbers to work in."""
    return [0] * size


def room_for_sets(size: int) -> Sets:
    """Declare an array of sets of cards to work in."""
    return [0] * size


def BIT(card: int) -> Cards:
    """Return the set of one card."""
    return 1 << card


def LOW(cards: Cards) -> int:
    """Return the lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def HIGH(cards: Cards) -> int:
    """Return the highest card of a set that is not empty."""
    return cards.bit_length() - 1


def POP(cards: Cards) -> int:
    """Return how many cards a set has."""
    return cards.bit_count()


def LOWEST(cards: Cards) -> Cards:
    """Return the set of the lowest card."""
    return cards & -cards


def REST(cards: Cards) -> Cards:
    """Return all cards but the lowest."""
    return cards & cards - 1


def LESS(cards: Cards, fewer: Cards) -> Cards:
    """Return a set without cards, all of which it has."""
    return cards ^ fewer
