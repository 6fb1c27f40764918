"""A view to the lines that a person reads before choosing: the stage, the cards, the scores. Plain text, 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from croupier.cli.words import Words
from croupier.views import View, ZoneView

WIDTH = 80
MOST_MOVES = 60
"""More moves than this are listed only when asked for."""
SHORT_PILE = 6
"""An open pile of up to so many cards is shown whole, as a trick has to be; of more, the top."""


def shown(view: View, words: Words) -> Iterator[str]:
    """The lines of a view."""
    yield from _wrapped(f"--- {words.seat(view.seat)}: {_stage(view, words)} ", "    ")
    named = max((len(name) for name in view.zones), default=0)
    for name, zone in view.zones.items():
        if zone.count or zone.owner in (None, view.seat):
            yield from _wrapped(f"  {name:<{named}}  {_zone(zone)}", " " * (named + 4))
    state = list(_state(view, words))
    if state:
        yield from _wrapped(f"  {'; '.join(state)}", "  ")


def numbered(moves: Sequence[object], *, all_of_them: bool = False) -> Iterator[str]:
    """The moves with their numbers, in columns where they are short."""
    count = len(moves)
    listed = count if all_of_them else min(count, MOST_MOVES)
    entries = [f"{i + 1:>{len(str(listed))}} {moves[i]}" for i in range(listed)]
    column = max(map(len, entries), default=0) + 3
    rows = -(-listed // max(1, (WIDTH - 2) // column)) if listed > 8 else listed
    for row in range(rows):
        yield "  " + "".join(entry.ljust(column) for entry in entries[row::rows]).rstrip()
    if listed < count:
        yield f"  … and {count - listed} more; `moves` lists them all"


def _stage(view: View, words: Words) -> str:
    """`round 2, turn 5, throw a card away`."""
    told = [
        f"{words.stage(name)} {count}" if words.goes_round(name) else words.stage(name)
        for name, count, _ in view.stages[1:] or view.stages
    ]
    return ", ".join(told)


def _zone(zone: ZoneView) -> str:
    known = f" (you remember {' '.join(zone.remembered)})" if zone.remembered else ""
    if zone.melds:
        return " | ".join(zone.melds)
    if not zone.count:
        return "-"
    counted = f"{zone.count} card{'s' * (zone.count != 1)}"
    if zone.form in ("row", "slot") and zone.cards:
        return " ".join("?" if card is None else card or "-" for card in zone.cards) + known
    if zone.form == "pile" and zone.cards:
        top = zone.cards[-1]
        if zone.count <= SHORT_PILE and None not in zone.cards:
            return f"{' '.join(map(str, zone.cards))}{' (top last)' if zone.count > 1 else ''}"
        return f"{counted}{f', {top} on top' if top else ''}{known}"
    seen = [card for card in zone.cards if card]
    if not seen:
        return counted + known
    hidden = zone.count - len(seen)
    return " ".join(seen) + (f" and {hidden} hidden" if hidden else "") + known


def _state(view: View, words: Words) -> Iterator[str]:
    """The variables that hold something, those of several owners together: `total: P1 12, P2 0`."""
    owned: dict[str, list[str]] = {}
    for name, value in view.state.items():
        if value is None or value is False or value == []:
            continue
        variable, of, owner = name.rpartition(" of ")
        if isinstance(value, dict):
            owned.setdefault(name, []).extend(
                _of_card(name, card, held, words) for card, held in value.items() if held is not False
            )
        elif of:
            owned.setdefault(variable, []).append(owner if value is True else f"{owner} {words.value(variable, value)}")
        else:
            owned[name] = [words.value(name, value)]
    for name, values in owned.items():
        if values:
            yield f"{name}: {', '.join(values)}"


def _of_card(name: str, card: str, value: object, words: Words) -> str:
    return card if value is True else f"{card} {words.value(name, value)}"


def _wrapped(line: str, indent: str) -> Iterable[str]:
    return wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, drop_whitespace=True) or [line]
