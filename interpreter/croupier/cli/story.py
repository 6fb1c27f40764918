"""Write events, as one seat or a spectator knows them, in lines for the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.base.events import Event
from croupier.cli.paint import RULE
from croupier.scene import Line, Words, lines


def told(events: Iterable[Event], seat: int | None, words: Words) -> Iterator[str]:
    """Yield the lines of the log for the terminal; None: as a spectator knows them."""
    return map(lined, lines(events, seat, words))


def lined(line: Line) -> str:
    """Return a line of the log for display: a heading between rules, parts of a decision indented."""
    match line.kind:
        case "stage":
            return f"{RULE * 2} {line.text} {RULE * 2}"
        case "part":
            return f"  {line.text}"
    return line.text
