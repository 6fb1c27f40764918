"""What has happened, as one seat knows it, to lines that tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from croupier.cli.words import Words
from croupier.events import Event


def told(events: Iterable[Event], seat: int, words: Words) -> Iterator[str]:
    """A line an event, as far as it is worth one: what a move brings about stands under it, indented."""
    for event in events:
        line = _line(event, seat, words)
        if line:
            yield line


def _line(event: Event, seat: int, words: Words) -> str:
    data = event.data
    match event.kind:
        case "decision":
            return "" if data["seat"] == seat else f"{words.seat(data['seat'])}: {data['move'] or 'chooses'}"
        case "move":
            return f"  {_cards(data['cards'], data['count'])} from {data['from']} to {data['to']}"
        case "meld":
            return f"  {' '.join(data['cards'])} lies in {data['zone']} as {data['combo']}"
        case "shuffle":
            return f"  {data['zone']} is shuffled"
        case "random":
            return f"  chance picks {data['value']}" if "value" in data else "  chance picks a card"
        case "reveal":
            return f"  {data['card']} is turned up"
        case "hide":
            return f"  {data['card']} is turned down"
        case "set":
            return f"  {data['variable']} is now {words.value(data['variable'], data['value'])}"
        case "stage" if data["seat"] is None and words.goes_round(data["stage"]):
            return f"=== {words.stage(data['stage'])} {data['count']} ==="
        case "cut":
            return f"  {words.stage(data['stage'])}: its limit of turns is reached"
        case "stuck":
            return f"  {words.stage(data['stage'])}: there is no legal move"
    return ""


def _cards(known: list[str], count: int) -> str:
    """`7S 8S`, `3 cards`, `7S and 2 cards`."""
    hidden = count - len(known)
    parts = [" ".join(known)] if known else []
    if hidden:
        parts.append(f"{hidden} {'other ' if known else ''}card{'s' * (hidden != 1)}")
    return " and ".join(parts)
