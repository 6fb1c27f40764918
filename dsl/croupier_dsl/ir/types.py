"""The types of sentences, and where a part was written."""

from __future__ import annotations

from dataclasses import field

from croupier_dsl.frozen import frozen


@frozen
class Type:
    """`name` is number, truth, player, team, card, meld, spot, key, none or any; or `enum` with the enumeration's
    name.

    `many`: a collection of them. At run time: number int; truth bool; player and team int from 0; card an int; an
    enumeration's value its index as listed; a collection a list; nothing is None.
    """

    name: str
    enum: str = ""
    many: bool = False

    def __str__(self) -> str:
        one = self.enum or self.name
        return f"many {one}" if self.many else one


NUMBER = Type("number")
TRUTH = Type("truth")
PLAYER = Type("player")
TEAM = Type("team")
CARD = Type("card")
MELD = Type("meld")
SPOT = Type("spot")
NONE = Type("none")
KEY = Type("key")
"""Of what tells one of several zones or values of a variable from the others."""
CARDS = Type("card", many=True)
PLAYERS = Type("player", many=True)

MOST_KEYS = 500
"""How many zones or values of a variable one name may stand for, for each whose they are."""
MOST_CARDS = 2_000
"""A ruleset that asks for more cards than this is refused."""
LONGEST_ROW = 10_000
"""How many places a row may have, the gaps that cards have left with them."""
LARGEST_NUMBER = 999_999_999_999_999
"""No number of the rules is larger, or smaller than this with a minus before it."""
LONGEST_RANGE = 100_000
"""How many members a range may have that is gone through one by one."""


def identity() -> str:
    """The field of a part that says what it is called by: it tells parts apart, and says nothing of what they mean."""
    found: str = field(default="", compare=False)
    return found


@frozen
class Where:
    """Where a part was written: file name, line and column from 1."""

    file: str
    line: int
    column: int
