"""Write a scene in lines to read before a choice: the progress of play, the table, the others, the player's cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap

from croupier.base.language import ntr, tr
from croupier.cli.paint import RULE
from croupier.scene import Card, Fact, Scene, Status, Words, Zone, told

WIDTH = 80
SHORT_PILE = 6
"""The number of cards of an open pile up to which all are shown, as in a trick; of more, only the top."""


def width() -> int:
    """Return the number of columns to write in, 80 at most."""
    return max(40, min(WIDTH, get_terminal_size((WIDTH, 24)).columns))


def shown(table: Scene, words: Words) -> Iterator[str]:
    """Yield the lines of a scene; the seat's own cards last, with the combos they make."""
    lit = frozenset(table.step.of) if table.step is not None else frozenset[str]()
    stage, turn = where(table.status), whose_turn(table.status, words)
    heading = f"{stage} {RULE * 2} {turn}"
    long = len(heading) + 4 > width()  # then what is to be done has a line of its own
    yield from map(ruled, [stage, turn] if long else [heading])
    zones = {zone.id: zone for zone in table.zones}
    yield from _shared(in_the_middle(table), words, lit)
    if table.status.facts:
        yield from folded(f"  {', '.join(told(fact, words) for fact in table.status.facts)}", 4)
    for person in sorted(table.others, key=lambda person: person.seat):
        yield from _of_other(person.name, [zones[id] for id in person.zones], person.facts, words, lit)
    for team in table.teams:
        yield from _of_other(team.title, [zones[id] for id in team.zones], team.facts, words, lit)
    yield from _own(table, words, lit)


def in_the_middle(table: Scene) -> list[Zone]:
    """Return the zones of the table; a zone under a column is shown with it."""
    return [zone for zone in table.zones if zone.owner is None and not zone.team and not zone.over]


def _shared(zones: list[Zone], words: Words, lit: Collection[str]) -> Iterator[str]:
    """Yield the middle of the table: short zones in one line, others in lines of their own."""
    short = [zone for zone in zones if zone.form != "row" and len(zone.melds) < 2]
    line = " · ".join(holds(zone, words) for zone in short)
    if len(line) <= width() - 2:
        yield from folded(f"  {line}") if line else ()
    for zone in zones:
        if zone not in short or len(line) > width() - 2:
            yield from _zone_lines(zone, words, lit=lit)


def own_zones(table: Scene) -> list[Zone]:
    """Return the zones of the seat itself: empty ones only if they have places, or are its hand and it holds no other
    cards."""
    zones = [table.zone(id) for id in table.you.zones] if table.you is not None else []
    held = any(zone.count for zone in zones if zone.lay == "hand")
    return [zone for zone in zones if zone.count or zone.form == "row" or (zone.lay == "hand" and not held)]


def holds(zone: Zone, words: Words) -> str:
    """Return a zone with its contents, in a line."""
    return words.told("zones", zone.id, zone_text(zone))


def _own(table: Scene, words: Words, lit: Collection[str]) -> Iterator[str]:
    own = table.you
    if own is None:
        return
    facts = ", ".join(told(fact, words) for fact in own.facts)
    who = tr("{player} (you)", player=own.name)
    yield from folded("  " + (tr("{place}: {what}", place=who, what=facts) if facts else who), 6)
    for zone in own_zones(table):
        if zone.form != "row" and zone.cards and (zone.makes or zone.notes or zone.form == "set"):
            yield from own_cards(zone, width())
        else:
            yield from _zone_lines(zone, words, 4, lit)


def _of_other(
    owner: str, zones: list[Zone], facts: Sequence[Fact], words: Words, lit: Collection[str]
) -> Iterator[str]:
    """Yield another player's zones: counted ones in one line, rows and melds below."""
    short = [holds(zone, words) for zone in zones if zone.count and zone.form not in ("row", "melds")]
    line = ", ".join([*short, *(told(fact, words) for fact in facts)]) or "–"
    yield from folded("  " + tr("{place}: {what}", place=owner, what=line), 6)
    for zone in zones:
        if zone.count and zone.form in ("row", "melds"):
            yield from _zone_lines(zone, words, 4, lit)


def _zone_lines(zone: Zone, words: Words, indent: int = 2, lit: Collection[str] = ()) -> Iterator[str]:
    """Yield a zone by what it is: a row with the numbers of its places, melds side by side, a pile in a word."""
    start = " " * indent + zone.title
    if zone.form == "row" and (zone.count or zone.columns):
        yield from _row(start, zone, lit)
        return
    yield from folded(f"{start}  {zone_text(zone)}", len(start) + 2 if len(start) < 26 else indent + 4)


def cell(card: Card) -> str:
    """Return a place of a row: `7?` is the card that the seat remembers there, `?` is unknown, a dash a gap."""
    if card.face == "gap":
        return "–" if card.place else ""
    if card.face == "down":
        return f"{card.text}?"
    return read(card)


def read(card: Card) -> str:
    """Return a card with its role, if that differs from it."""
    return f"{card.text}({card.role})" if card.role else card.text


def _row(start: str, zone: Zone, lit: Collection[str] = ()) -> Iterator[str]:
    """Yield a row place by place; of a grid without an edge those too where a card can be laid."""
    cells = [cell(card) for card in zone.cards]
    numbers = [f"@{card.place}" if card.place else "" for card in zone.cards]
    column = max(3, *map(len, cells), *map(len, numbers if zone.edgeless else ())) + 1
    room = max(1, (width() - len(start) - 2) // column)
    lines, left_out = drawn(zone, room, [card.id for card in zone.cards] if zone.edgeless else lit)
    for number, part in enumerate(lines):
        lead = start if not number else " " * len(start)
        yield f"{lead}  {''.join(numbers[at].rjust(column) for at in part)}".rstrip()
        yield f"{' ' * len(start)}  {''.join(cells[at].rjust(column) for at in part)}".rstrip()
    if left_out:
        yield f"{' ' * len(start) if lines else start}  ({left_out})"


WHOLE = 30
"""The number of places up to which a grid is drawn whole.

Of a larger one, empty lines and columns at its edges are left out.
"""


def drawn(zone: Zone, room: int, lit: Collection[str] = ()) -> tuple[list[range], str]:
    """Return the places of a row or grid line by line, and in words how much of a large grid is empty around them.

    `room`: how many places of a row fit in a line. `lit`: places that can be chosen, which are drawn too. Of a grid
    without an edge all that is in the scene is drawn while something can be chosen, else only the part with cards.
    """
    places, columns = len(zone.cards), zone.columns
    if not columns or (bool(lit) if zone.edgeless else places <= WHOLE):
        step = columns or room
        return [range(first, min(first + step, places)) for first in range(0, places, step)], ""
    needed = [at for at, card in enumerate(zone.cards) if card.face != "gap" or card.id in lit]
    total = -(-places // columns)
    if not needed and zone.edgeless:
        return [], tr("empty")
    if not needed:
        return [], tr("{lines} × {columns} empty places", lines=total, columns=columns)
    lines = range(min(needed) // columns, max(needed) // columns + 1)
    across = [at % columns for at in needed]
    first, last = min(across), max(across)
    found = [range(line * columns + first, min(line * columns + last + 1, places)) for line in lines]
    above, beside = total - len(lines), columns - (last + 1 - first)
    if zone.edgeless:
        return found, ""
    told = [ntr("{n} empty line", "{n} empty lines", above) if above else "",
            ntr("{n} empty column", "{n} empty columns", beside) if beside else ""]  # fmt: skip
    rest = ", ".join(filter(None, told))
    return found, tr("with {rest} around it", rest=rest) if rest else ""


def zone_text(zone: Zone) -> str:
    """Return the contents of a zone, in a line."""
    known = f" {_remembered(zone)}" if zone.remembered else ""
    if zone.melds:
        lying = {card.id: read(card) for card in zone.cards}
        return " | ".join(" ".join(lying[id] for id in meld.cards) for meld in zone.melds)
    if not zone.count and not zone.beneath:
        return "–"
    if zone.lay == "column":
        beneath = tr("{n} hidden", n=zone.beneath) if zone.beneath else ""
        return ", ".join(filter(None, [beneath, " ".join(map(read, zone.cards))]))
    counted = ntr("{n} card", "{n} cards", zone.count)
    if zone.form == "pile" and zone.cards:
        if zone.count <= SHORT_PILE and not zone.hidden:
            last = tr(" (top last)") if zone.count > 1 else ""
            return " ".join(map(read, zone.cards)) + last
        if zone.top is not None:
            counted = tr("{cards}, {card} on top", cards=counted, card=read(zone.top))
        return counted + known
    seen = [read(card) for card in zone.cards if card.face == "up"]
    if not seen:
        return counted + known
    rest = " + " + tr("{n} hidden", n=zone.hidden) if zone.hidden else ""
    return " ".join(seen) + rest + known


def _remembered(zone: Zone) -> str:
    return tr("(you remember {cards})", cards=" ".join(zone.remembered))


def where(status: Status) -> str:
    """Return the stage as text: `round 2, turn 5`."""
    return ", ".join([status.title, *(f"{each.title} {each.count}" for each in status.rounds)])


def whose_turn(status: Status, words: Words) -> str:
    """Return the current player and stage as text: `P1: draw a card`."""
    acting = ", ".join(map(words.seat, status.acting))
    return tr("{player}: {step}", player=acting, step=status.step) if acting else tr("the end")


def ruled(text: str) -> str:
    """Return a heading across the screen."""
    text = f"{RULE * 2} {text} "
    return text + RULE * max(2, width() - len(text))


def folded(line: str, indent: int = 0) -> Iterable[str]:
    """Return a line in as many as it takes."""
    lead = " " * max(indent, len(line) - len(line.lstrip(" ")))
    return wrap(line, width(), subsequent_indent=lead, break_long_words=False, break_on_hyphens=False) or [line]


# ---------------------------------------------------------------- the player's own cards


def own_cards(zone: Zone, width: int) -> Iterator[str]:
    """Yield `hand (6)  [3♠ 4♠ 5♠]  6♦ J♣ K♥`, then the cost of the rest and the wild cards."""
    start = f"    {zone.title} ({zone.count})  "
    parts = held(zone)
    if zone.remembered:
        parts.append(tr("(you remember {cards})", cards=" ".join(zone.remembered)))
    glued = "  ".join(part for part in parts if part)
    notes = remarks(zone)
    text = f"({'; '.join(notes)})" if notes else ""
    indent = " " * len(start)
    if len(start) + len(glued) + 2 + len(text) <= width:
        yield f"{start}{glued}  {text}".rstrip()
        return
    yield from wrap(glued, width, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    yield from wrap(text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def remarks(zone: Zone) -> list[str]:
    """Return what is to be said about the seat's own cards: which of them all see, their cost, wild ones."""
    up = [card.text for card in zone.cards if card.open]
    return [*([tr("face up for all: {cards}", cards=" ".join(up))] if up else []), *zone.notes]


def held(zone: Zone) -> list[str]:
    """Return the combos that cards make, in brackets, then the others, and how many are not seen."""
    text = {card.id: card.text for card in zone.cards}
    parts = [f"[{' '.join(text.pop(id) for id in meld.cards)}]" for meld in zone.makes]
    parts.append(" ".join(text.values()))
    if zone.hidden:
        parts.append(tr("{n} hidden", n=zone.hidden))
    return parts
