"""Write a seat's own cards in lines: sorted, with their combos in brackets and the deadwood counted."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from croupier.base.language import tr
from croupier.scene import Zone


def own_cards(zone: Zone, width: int) -> Iterator[str]:
    """Yield `hand (6)  [3♠ 4♠ 5♠]  6♦ J♣ K♥`, then the cost of the rest and the wild cards."""
    start = f"    {zone.title} ({zone.count})  "
    parts = held(zone)
    if zone.remembered:
        parts.append(tr("(you remember {cards})", cards=" ".join(zone.remembered)))
    glued = "  ".join(part for part in parts if part)
    text = f"({'; '.join(zone.notes)})" if zone.notes else ""
    indent = " " * len(start)
    if len(start) + len(glued) + 2 + len(text) <= width:
        yield f"{start}{glued}  {text}".rstrip()
        return
    yield from wrap(glued, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    yield from wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def held(zone: Zone) -> list[str]:
    """Return the combos that cards make, in brackets, then the others, and how many are not seen."""
    text = {card.id: card.text for card in zone.cards}
    parts = [f"[{' '.join(text.pop(id) for id in meld.cards)}]" for meld in zone.makes]
    parts.append(" ".join(text.values()))
    if zone.hidden:
        parts.append(tr("{n} hidden", n=zone.hidden))
    return parts
