"""What can go wrong at the table, each with a class of its own.

Bad moves by players, faults of rules, bad arguments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.language import tr

if TYPE_CHECKING:
    from croupier.whynot import WhyNot


class CroupierError(Exception):
    """The root of everything that croupier raises on purpose."""


class SetupError(CroupierError):
    """The game cannot be set up: unknown ruleset, wrong number of players, bad option or seed.

    `reason`: the name of the need that is not met, `options.NAME` for a value out of that option's bounds, `players`
    for a wrong number of them, else empty.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        self.reason = reason
        super().__init__(message)


class PositionError(CroupierError):
    """A position given as data cannot be: an unknown zone, a card too many, a stage that does not exist."""


class RulesFault(CroupierError):
    """The rules did something that no game can do, though the ruleset was accepted.

    Triggers without end, a domain too large.
    """


class MoveError(CroupierError):
    """The root of what can be wrong with a move somebody asked for."""


class InvalidMove(MoveError):
    """The text is no move of this game: nothing like it exists in the rules."""


class IllegalMove(MoveError):
    """A move of the game that may not be made now; `why` says which condition fails."""

    def __init__(self, why: WhyNot) -> None:
        self.why = why
        super().__init__(str(why))


class AmbiguousMove(MoveError):
    """The text fits several legal moves, listed in `candidates`."""

    def __init__(self, text: str, candidates: tuple[str, ...]) -> None:
        self.candidates = candidates
        super().__init__(tr("{text} may mean: {candidates}", text=repr(text), candidates="; ".join(candidates)))
