"""Define the errors of the table, each with its own class.

These are bad moves of players, faults of rules, bad arguments.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from croupier.base.language import tr

if TYPE_CHECKING:
    from croupier.base.values import Value
    from croupier.seat.whynot import WhyNot
    from croupier.simulate import Compared, Report
    from croupier_dsl import ir


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the rules: its path, its place in the text, and its words, as far as they are known."""

    path: str
    where: ir.Where | None = None
    text: str = ""


class CroupierError(Exception):
    """The base class of all exceptions of croupier."""


class SetupError(CroupierError):
    """The game cannot be set up: unknown ruleset, wrong number of players, bad option or seed.

    `reason`: the name of the need that is not met, `options.NAME` for a value out of that option's bounds, `players`
    for a wrong number of them, else empty.
    """

    def __init__(self, message: str, reason: str = "") -> None:
        self.reason = reason
        super().__init__(message)


class PositionError(CroupierError):
    """The data describe no possible position: an unknown zone, a card too many, an unknown stage."""


NAMED = ("define.", "tables.")
"""The paths of parts that are used by their names, wherever they are needed."""


class RulesFault(CroupierError):
    """The rules failed in play, though the ruleset was accepted.

    Examples are endless triggers, or a domain that is too large. `problem` describes it. `path`, `where` and `text`:
    the innermost part of the rules known to have caused it, its place in the text, and its words, if known; `used_in`:
    for a definition or table, the parts that use it, from the inside out; `cards`: the cards being arranged. For a game
    that was played: `game` is its seed, `position` the position of the last decision, as plain data, and `move` that
    decision, with the seat's name; empty without a decision before the fault; `again` is the command to play it again.
    `report`: the results of a run's earlier games, None without any; `rows`: the same for a comparison, setting by
    setting.
    """

    def __init__(self, problem: str) -> None:
        self.problem = problem
        self.path = ""
        self.where: ir.Where | None = None
        self.text = ""
        self.used_in: tuple[Place, ...] = ()
        self.cards = ""
        self.game = ""
        self.position: Mapping[str, Value] | None = None
        self.move = ""
        self.again = ""
        self.report: Report | None = None
        self.rows: tuple[Compared, ...] = ()
        super().__init__(problem)

    def at(self, path: str, where: ir.Where | None = None, text: str = "") -> Self:
        """Return the same fault, of this part of the rules unless a part inside it is known already. If that is a
        definition or a table, this part is added to those that used it."""
        if not self.path:
            self.path, self.where, self.text = path, self.where or where, self.text or text
        elif (self.used_in[-1].path if self.used_in else self.path).startswith(NAMED):
            self.used_in = (*self.used_in, Place(path, where, text))
        return self

    @property
    def what(self) -> str:
        """Return the problem, and the cards involved."""
        return f"{self.problem}, arranging {self.cards}" if self.cards else self.problem

    def __str__(self) -> str:
        return f"{self.what}, in {self.path}" if self.path else self.what

    def to_json(self) -> dict[str, Value]:
        """Return the fault as one plain object."""
        return {
            "problem": self.what,
            "path": self.path or None,
            "file": None if self.where is None else self.where.file,
            "line": None if self.where is None else self.where.line,
            "text": self.text or None,
            "used_in": [
                {"path": use.path, "file": use.where and use.where.file, "line": use.where and use.where.line}
                for use in self.used_in
            ],
            "seed": self.game or None,
            "move": self.move or None,
            "position": None if self.position is None else dict(self.position),
        }


class MoveError(CroupierError):
    """The base class of errors in a requested move."""


class InvalidMove(MoveError):
    """No move of the rules has this text."""


class IllegalMove(MoveError):
    """The move is not legal now; `why` is a `WhyNot` with the reasons."""

    def __init__(self, why: WhyNot) -> None:
        self.why = why
        super().__init__(str(why))


class AmbiguousMove(MoveError):
    """The text fits several moves; the legal ones are listed in `candidates`. `why`: what else it may mean, if it is
    not one of them."""

    def __init__(self, text: str, candidates: tuple[str, ...], why: str = "") -> None:
        self.candidates = candidates
        told = tr("{text} is ambiguous; it fits: {candidates}", text=repr(text), candidates="; ".join(candidates))
        super().__init__(f"{told}; {why}" if why else told)
