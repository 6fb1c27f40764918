"""What has happened, as one seat knows it, to lines of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.base.events import Event
from croupier.cli.paint import RULE
from croupier.scene import Line, Words, lines


def told(events: Iterable[Event], seat: int, words: Words) -> Iterator[str]:
    """Lines for people, as long as they are."""
    return map(lined, lines(events, seat, words))


def lined(line: Line) -> str:
    """A line of the log as it stands among others: a heading between rules, what belongs to a decision further in."""
    match line.kind:
        case "stage":
            return f"{RULE * 2} {line.text} {RULE * 2}"
        case "part":
            return f"  {line.text}"
    return line.text
