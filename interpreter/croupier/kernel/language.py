"""Define the language of kernel modules in Python, so that ruff and mypy check them and Python runs them.

A kernel module is a file of functions in the language of `croupier.kernel.nodes`: whole numbers, sets of cards, arrays.
Before its functions it declares the parameters that adapt it to a game:

    MOST = constant()              # a number
    T_worth = numbers()            # a table of numbers
    T_alike = sets()               # a table of sets of cards
    G_left = room(MOST + 1)        # an array of numbers to work in, all 0 at first
    G_found = room_for_sets(8)     # an array of sets of cards
    G_before = room_for_position(SIZE)
    G_tried = rooms(3, SIZE)       # several positions, of which `PART` gives one
    worth: Callable[[int, Cards], int] = given_function()  # a function that the program has

An `if` with a constant test keeps only the branch that is reached. Short loops with a constant number of turns are
unrolled, so a loop's name must not be read after it. `croupier.kernel.source` reads the file and makes nodes of it,
with the numbers, tables and names of one use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeAlias

from croupier.base.chance import MASK, word

Cards: TypeAlias = int
"""A set of cards: the number whose bits are its cards. The kernel keeps numbers and sets apart (see `verify`)."""
Numbers: TypeAlias = list[int]
Sets: TypeAlias = list[Cards]
Taken = ParamSpec("Taken")
"""The parameters of a function."""


class Position(list[int]):
    """A position: one flat array of numbers, in which sets of cards take as many as they need."""

    @property
    def cards(self) -> Sets:
        """The same array, of which `S.cards[i]` is the set of cards that begins at `i`."""
        return self


Positions: TypeAlias = list[Position]
"""Several positions, or arrays of numbers, of which all have the same size."""


def constant() -> int:
    """Declare a number that is known when the module is made for a game."""
    return 0


def constant_set() -> Cards:
    """Declare a set of cards that is known when the module is made for a game."""
    return 0


def numbers() -> Numbers:
    """Declare a table of numbers, or an array of numbers that the program has."""
    return []


def sets() -> Sets:
    """Declare a table of sets of cards, or an array of them that the program has."""
    return []


def room(size: int) -> Numbers:
    """Declare an array of numbers to work in."""
    return [0] * size


def room_for_sets(size: int) -> Sets:
    """Declare an array of sets of cards to work in."""
    return [0] * size


def room_for_position(size: int) -> Position:
    """Declare a position to work in."""
    return Position([0] * size)


def rooms(many: int, size: int) -> Positions:
    """Declare several positions to work in, or arrays of numbers."""
    return [Position([0] * size) for _ in range(many)]


def given_function() -> Callable[Taken, int]:
    """Declare a function that the program has, with an annotation that says what it takes and gives."""

    def missing(*given: Taken.args, **named: Taken.kwargs) -> int:
        raise NotImplementedError("a function of the program that the module is made for")

    return missing


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


def UP(cards: Cards, number: int) -> Cards:
    """Return the cards whose numbers are higher by `number`."""
    return cards << number


def DOWN(cards: Cards, number: int) -> Cards:
    """Return the cards whose numbers are lower by `number`."""
    return cards >> number


def HASH(cards: Cards, end: int) -> int:
    """Return a number below `end` for a set."""
    return cards % end


def PART(positions: Positions, at: int, size: int) -> Position:
    """Return one of several positions, each of a size."""
    return positions[at]


def COPY(to: Numbers, at: int, of: Numbers, start: int, many: int) -> None:
    """Copy numbers from one array into another."""
    to[at : at + many] = of[start : start + many]


def LIKE(to: Position, of: Position, many: int) -> None:
    """Copy the first cells of one position into another."""
    to[:many] = of[:many]


def BASE(to: Position, of: Position, many: int) -> None:
    """Take over a position that stays as it is, as `LIKE` does; Python needs no copy of it."""
    LIKE(to, of, many)


def FORGET() -> None:
    """Forget the numbers of positions. Python does not number them here."""


def KEY(seed: int, game: int) -> int:
    """Return the key of the chance of a game of a seed."""
    return word(word(seed & MASK, 0), game)


def below(stream: Numbers, at: int, many: int) -> int:
    """Return a random number below `many`. The array has the key of a random stream at a place, and the number of words
    drawn from it after that."""
    while True:
        product = (word(stream[at], stream[at + 1]) >> 32) * many
        stream[at + 1] += 1
        low = product & 0xFFFFFFFF
        if low >= many or low >= (1 << 32) % many:
            return product >> 32


def TRY(value: int) -> int:
    """Return the value of a call, -1 if its effort is used up meanwhile. Python does not count effort here."""
    return value


def RENEW() -> None:
    """Let what follows take as much effort as a decision may."""
