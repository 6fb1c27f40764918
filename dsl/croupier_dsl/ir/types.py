"""The types of sentences, and the places of parts in their files."""

from __future__ import annotations

from dataclasses import field

from croupier_dsl.classes import frozen


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
"""The type of keys, which distinguish several zones or values of a variable."""
CARDS = Type("card", many=True)
PLAYERS = Type("player", many=True)

MOST_KEYS = 500
"""The maximum number of zones or values of a variable with one name, for each owner."""
MOST_CARDS = 2_000
"""A ruleset that asks for more cards than this is refused."""
LONGEST_ROW = 10_000
"""The maximum number of places of a row, including gaps left by cards."""
LARGEST_NUMBER = 999_999_999_999_999
"""No number of the rules is larger, or smaller than this with a minus before it."""
LONGEST_RANGE = 100_000
"""The maximum number of members of a range that is iterated."""


def identity() -> str:
    """Return the field for the path of a part: it identifies the part, and is ignored in comparisons."""
    found: str = field(default="", compare=False)
    return found


@frozen
class Where:
    """The place of a part in its file: file name, line and column from 1."""

    file: str
    line: int
    column: int
