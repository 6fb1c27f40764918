"""The lines of a service: each connection has a number, and must greet first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from croupier.base.language import tr
from croupier.web.messages import written

Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Out:
    """A text for a line; `close`: it is the last that it gets."""

    line: int
    text: str
    close: bool = False


class Lines(dict[int, Line], Generic[Line]):
    """The open lines by number, the oldest first. No number is used twice."""

    def __init__(self, made: Callable[[], Line], greeted: Callable[[Line], bool], most: int) -> None:
        super().__init__()
        self._made, self._greeted, self._most, self._opened = made, greeted, most, 0

    def open(self) -> int | None:
        """Return the number of a new line; None if there are too many."""
        if len(self) >= self._most:
            return None
        self._opened += 1
        self[self._opened] = self._made()
        return self._opened

    def unauthenticated(self, line: int | None) -> list[int]:
        """Return this line if it has not greeted; without one, if the lines are full, the oldest that has not."""
        found = [number for number in self if line in (None, number) and not self._greeted(self[number])]
        return found[:1] if line is not None or len(self) >= self._most else []


def refusal(number: int, why: str, text: str = "", *, close: bool = False) -> Out:
    """Return a refusal; without a text it has the usual one of its reason."""
    texts = {
        "hello": tr("`hello` must come first, and once"),
        "token": tr("this URL is not valid for this table"),
        "flood": tr("too many requests; try again in a moment"),
    }
    return Out(number, written({"type": "refused", "why": why, "text": text or texts[why]}), close)
