"""A view to the lines that a person reads before choosing: where play stands, the table, the others, the own cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from shutil import get_terminal_size
from textwrap import wrap
from typing import TYPE_CHECKING

from croupier.base.language import ntr, tr
from croupier.cli.hand import own_cards
from croupier.cli.paint import RULE
from croupier.cli.words import Words
from croupier.seat.views import View, ZoneView

if TYPE_CHECKING:
    from croupier.seat.arrangement import Arrangement

WIDTH = 80
SHORT_PILE = 6
"""An open pile of up to so many cards is shown whole, as a trick has to be; of more, the top."""


def width() -> int:
    """How many columns there are to write in, 80 at most."""
    return max(40, min(WIDTH, get_terminal_size((WIDTH, 24)).columns))


def shown(view: View, words: Words, arranged: Sequence[Arrangement] = ()) -> Iterator[str]:
    """The lines of a view; the seat's own cards last, with the combos they make."""
    heading = f"{_stage(view, words)} {RULE * 2} {_turn(view, words)}"
    long = len(heading) + 4 > width()  # then what is to be done has a line of its own
    yield from map(ruled, [_stage(view, words), _turn(view, words)] if long else [heading])
    own, owners = view.seats[view.seat], dict.fromkeys(view.seats)
    state = dict(_state(view, words))
    yield from _shared({name: zone for name, zone in view.zones.items() if zone.owner is None}, words)
    if state.get(""):
        yield from folded(f"  {', '.join(state[''])}", 4)
    whose = {name: owner for name in view.zones if (owner := words.parted(name)[2])}
    owners |= dict.fromkeys(whose.values())
    for owner in [*(name for name in owners if name != own), own]:
        zones = [(name, zone) for name, zone in view.zones.items() if whose.get(name) == owner]
        if owner != own:
            yield from _of_other(owner, zones, state.get(owner, []), words)
    yield from _own(own, view, state.get(own, []), words, arranged)


def _shared(zones: dict[str, ZoneView], words: Words) -> Iterator[str]:
    """The middle of the table: what is told in a word in one line, what has a shape in its own."""
    short = {name: zone for name, zone in zones.items() if zone.form != "row" and len(zone.melds) < 2}
    told = " · ".join(words.told("zones", name, zone_text(zone, words)) for name, zone in short.items())
    if len(told) <= width() - 2:
        yield from folded(f"  {told}") if told else ()
    for name, zone in zones.items():
        if name not in short or len(told) > width() - 2:
            yield from _zone_lines(words.place(name), zone, words)


def _own(own: str, view: View, state: list[str], words: Words, arranged: Sequence[Arrangement]) -> Iterator[str]:
    who = tr("{player} (you)", player=own)
    yield from folded("  " + (tr("{place}: {what}", place=who, what=", ".join(state)) if state else who), 6)
    for name, zone in view.zones.items():
        if words.parted(name)[2] != own or not (zone.count or zone.form in ("set", "row")):
            continue
        marks = [mark for mark in arranged if mark.zone == name]
        if zone.form != "row" and zone.cards and (marks or zone.form == "set"):
            yield from own_cards(words.whole("zones", name), zone, marks, words, width())
        else:
            yield from _zone_lines(words.whole("zones", name), zone, words, 4)


def _of_other(owner: str, zones: list[tuple[str, ZoneView]], state: list[str], words: Words) -> Iterator[str]:
    """Somebody else: what is counted in one line, what has a shape of its own below."""
    short = [
        words.told("zones", name, zone_text(zone, words))
        for name, zone in zones
        if zone.count and zone.form not in ("row", "melds")
    ]
    told = ", ".join([*short, *state]) or "–"
    yield from folded("  " + tr("{place}: {what}", place=words.owner(owner), what=told), 6)
    for name, zone in zones:
        if zone.count and zone.form in ("row", "melds"):
            yield from _zone_lines(words.whole("zones", name), zone, words, 4)


def _zone_lines(title: str, zone: ZoneView, words: Words, indent: int = 2) -> Iterator[str]:
    """A zone by what it is: a row with the numbers of its places, melds side by side, a pile in a word."""
    start = " " * indent + title
    if zone.form == "row" and (zone.count or zone.columns):
        yield from _row(start, zone, words)
        return
    yield from folded(f"{start}  {zone_text(zone, words)}", len(start) + 2 if len(start) < 26 else indent + 4)


def _row(start: str, zone: ZoneView, words: Words) -> Iterator[str]:
    """A row place by place: `7?` is what lies there as far as the seat remembers, `?` unknown, a dash a gap."""
    cells = ["–" if card == "" else "?" if card in (None, "?") else words.cards.shown(str(card)) for card in zone.cards]
    cells = cells or ["?"] * zone.count
    for card, at in zip(zone.remembered, zone.places, strict=True):
        cells[at - 1] = f"{words.cards.shown(card)}?"
    column = max(3, *(len(cell) for cell in cells)) + 1
    room = zone.columns or max(1, (width() - len(start) - 2) // column)  # a grid is drawn line by line
    for first in range(0, len(cells), room):
        part = range(first, min(first + room, len(cells)))
        lead = start if not first else " " * len(start)
        yield f"{lead}  {''.join(f'@{at + 1}'.rjust(column) for at in part)}"
        yield f"{' ' * len(start)}  {''.join(cells[at].rjust(column) for at in part)}"


def zone_text(zone: ZoneView, words: Words) -> str:
    """What lies in a zone, in a line."""
    known = f" {_remembered(zone, words)}" if zone.remembered else ""
    if zone.melds:
        return " | ".join(words.plain(meld) for meld in zone.melds)
    if not zone.count:
        return "–"
    counted = ntr("{n} card", "{n} cards", zone.count)
    if zone.form == "pile" and zone.cards:
        top = zone.cards[-1]
        if zone.count <= SHORT_PILE and None not in zone.cards:
            last = tr(" (top last)") if zone.count > 1 else ""
            return f"{words.cards.several(zone.cards)}{last}"
        if top:
            counted = tr("{cards}, {card} on top", cards=counted, card=words.cards.shown(top))
        return counted + known
    seen = [card for card in zone.cards if card and card != "?"]
    if not seen:
        return counted + known
    hidden = zone.count - len(seen)
    rest = " + " + tr("{n} hidden", n=hidden) if hidden else ""
    return words.cards.several(seen) + rest + known


def _remembered(zone: ZoneView, words: Words) -> str:
    return tr("(you remember {cards})", cards=words.cards.several(zone.remembered))


def _stage(view: View, words: Words) -> str:
    """`round 2, turn 5`."""
    going = [f"{words.stage(name)} {count}" for name, count, _ in view.stages if words.goes_round(name)]
    return ", ".join([words.title, *going])


def _turn(view: View, words: Words) -> str:
    """`P1: draw a card`."""
    acting = ", ".join(words.seat(seat) for seat in view.to_act)
    step = words.stage(view.stages[-1][0]) if view.stages else ""
    return tr("{player}: {step}", player=acting, step=step) if acting else tr("the end")


def _state(view: View, words: Words) -> Iterator[tuple[str, list[str]]]:
    """The variables that hold something, by whose they are: nobody's under the empty name."""
    found: dict[str, list[str]] = {"": []}
    for name, value in view.state.items():
        if value is None or value is False or value == []:
            continue
        title, owner = words.variable(name), words.parted(name)[2]
        if isinstance(value, dict):
            held = [
                words.reference(card) if of is True else f"{words.reference(card)} {words.value(name, of)}"
                for card, each in value.items()
                for of in (each if isinstance(each, list) else [each])
                if of is not False and of is not None
            ]
            text = words.told("state", name, ", ".join(held)) if held else ""
        else:
            text = title if value is True else words.told("state", name, words.value(name, value))
        if text:
            found.setdefault(owner, []).append(text)
    return iter(found.items())


def ruled(text: str) -> str:
    """A heading across the screen."""
    text = f"{RULE * 2} {text} "
    return text + RULE * max(2, width() - len(text))


def folded(line: str, indent: int = 0) -> Iterable[str]:
    """A line in as many as it takes."""
    lead = " " * (len(line) - len(line.lstrip(" ")))
    folds = wrap(line, width(), subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    return [fold if fold.startswith(lead) else lead + fold.lstrip() for fold in folds] or [line]
