"""Convert the zones of a view to scene zones: cards with ids and attributes, layout, and order.

An id depends only on what the seat sees: the kind of a card, numbered in the order of zones if the deck has several
copies, or its place if it is face down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Literal

from croupier.base import plane
from croupier.base.language import ntr, tr
from croupier.scene.model import Card, Lay, Meld, Sort, Zone
from croupier.scene.roles import columns, columns_over, growing, tricks, unused
from croupier.scene.words import Words
from croupier.seat.arrangement import Arrangement
from croupier.seat.views import View, ZoneView
from croupier.words.phrases import bare, called, noun_of, title
from croupier_dsl import ir

_SUITS = ("spades", "hearts", "clubs", "diamonds")
"""Black and red in turn."""


def laid(
    view: View,
    words: Words,
    arranged: Sequence[Arrangement],
    placed: Mapping[str, Sequence[int | None]] = MappingProxyType({}),
    turned: Mapping[str, Sequence[tuple[str, int]]] = MappingProxyType({}),
) -> tuple[Zone, ...]:
    """Return the zones of a view, those that matter most to its seat first, without those that are never used.

    `placed`: by zone, the players of its cards, where these compete. `turned`: by zone, the cards that are face up for
    all, where not all see the zone.
    """
    makers = _Maker(view, words, arranged, placed, turned)
    never = unused(words.rules.program)
    shown = {name: zone for name, zone in view.zones.items() if zone.count or name.partition(" of ")[0] not in never}
    zones = [makers.zone(name, zone) for name, zone in shown.items()]
    beneath = {zone.over: zone.count for zone in zones if zone.over}
    zones = [replace(zone, beneath=beneath.get(zone.id, 0)) for zone in zones]
    places = {zone.id: number for number, zone in enumerate(zones)}
    return tuple(sorted(zones, key=lambda zone: (_rank(zone, view, words), places[zone.id])))


def _rank(zone: Zone, view: View, words: Words) -> int:
    """Return the rank of a zone in the order: the seat's hand, open zones of the table, its other zones, the melds of
    others, zones that are only counted, and zones that only grow; always equal for the same zone in the same form.
    """
    own = zone.owner is not None and zone.owner == view.seat
    if own and zone.lay == "hand":
        return 0
    if zone.owner is None and not zone.team:
        return 5 if zone.id.partition(" of ")[0] in growing(words.rules.program) else 1 if zone.lay != "count" else 4
    if own:
        return 2
    return 3 if zone.lay != "count" else 6


class _Maker:
    """Gives ids to cards, the same for whoever sees the same."""

    def __init__(
        self, view: View, words: Words, arranged: Sequence[Arrangement],
        placed: Mapping[str, Sequence[int | None]], turned: Mapping[str, Sequence[tuple[str, int]]],
    ) -> None:  # fmt: skip
        self.view, self.words, self.arranged, self.placed, self.turned = view, words, arranged, placed, turned
        self.met: Counter[str] = Counter()
        program = words.rules.program
        self.several = {program.kinds[kind].notation for kind, n in Counter(program.kind_of).items() if n > 1}
        self.wild = frozenset[str]().union(*(mark.wild for mark in arranged))

    def zone(self, name: str, zone: ZoneView) -> Zone:
        words, program = self.words, self.words.rules.program
        word, of, which = name.partition(" of ")
        owner = words.parted(name)[2]
        declared = words.zones[word]
        seat = self.view.seats.index(owner) if declared.per == "player" and owner in self.view.seats else None
        team = ""
        if declared.per == "team":
            team = owner if owner in words.teams else ""
            seat = self.view.seats.index(owner) if not team and owner in self.view.seats else None
        marks = [mark for mark in self.arranged if mark.zone == name]
        own = seat is not None and seat == self.view.seat
        cards, melds = self.cards(name, zone, marks, own)
        cards = tuple(_opened(cards, self.turned.get(name, ()), zone.form == "set"))
        seen = sum(card.face == "up" for card in cards)
        over = columns_over(program).get(word, "")
        held = declared.seen in ("owner", "team") and own
        keeps_place = declared.seen == "everyone" and declared.keys is not None
        return Zone(
            name, words.whole("zones", name), seat, zone.form,
            "column" if word in columns(program) else _lay(zone, cards, held, keeps_place),
            zone.count, zone.count - seen, cards, team, melds,
            tuple(self.makes(name, cards, marks)), tuple(notes(marks, words)),
            tuple(map(words.cards.shown, zone.remembered)), _columns(zone), over=f"{over}{of}{which}" if over else "",
            trick=name in self.placed, edgeless=zone.numbers is not None,
            sorts=tuple(self.sorts(cards)) if held and zone.form == "set" else (),
        )  # fmt: skip

    def cards(
        self, name: str, zone: ZoneView, marks: list[Arrangement], own: bool
    ) -> tuple[tuple[Card, ...], tuple[Meld, ...]]:
        """Return the cards of a zone and their groups.

        A set that the seat owns (`own`) in the order in which people hold it.
        """
        if zone.form == "melds":
            found: list[Card] = []
            melds: list[Meld] = []
            for number, text in enumerate(zone.melds, 1):
                of = [self.card(word) for word in text.split()]
                found += of
                melds.append(Meld(f"{name}/{number}", tuple(card.id for card in of)))
            return tuple(found), tuple(melds)
        known = dict(zip(zone.places, zone.remembered, strict=True)) if zone.places else {}
        if zone.numbers is not None:
            lying = dict(zip(zone.numbers, zone.cards, strict=True))
            spots = {at + 1 for at in plane.spots([number - 1 for number in zone.numbers])}
            cells = [self.place(name, at, lying.get(at, ""), known) for line in _drawn(zone) for at in line]
            return tuple(cell if cell.place in spots else replace(cell, place=0) for cell in cells), ()
        if zone.form == "row":
            words = zone.cards or ("?",) * zone.count
            return tuple(self.place(name, at, word, known) for at, word in enumerate(words, 1)), ()
        if zone.form == "pile":
            by = dict(enumerate(self.placed.get(name, ()), 1))
            seen_at = [(word, at) for at, word in enumerate(zone.cards, 1) if word]
            return tuple(replace(self.card(word, at), by=by.get(at)) for word, at in seen_at), ()
        seen = [word for word in zone.cards if word and word != "?"]
        if zone.form == "set" and own:
            seen = in_order(seen, self.words, bool(marks))
        return tuple(map(self.card, seen)), ()

    def place(self, name: str, at: int, word: str | None, known: Mapping[int, str]) -> Card:
        """Return the card or gap at a place of a row."""
        if word and word != "?":
            return self.card(word, at)
        id = f"{name}@{at}"
        if word == "":
            return Card(id, "", "gap", place=at)
        if at in known:
            return self.facts(known[at], id, "down", at)
        return Card(id, "", "down", place=at)

    def card(self, word: str, at: int = 0) -> Card:
        """Return a card that the seat sees."""
        kind, _, role = word.rstrip(")").partition("(")
        self.met[kind] += 1
        id = f"{kind}#{self.met[kind]}" if kind in self.several else kind
        return self.facts(kind, id, "up", at, role)

    def facts(self, kind: str, id: str, face: Literal["up", "down"], at: int, role: str = "") -> Card:
        words = self.words
        (seen,) = open_cards([kind], words)
        shown = words.cards.shown(role) if role else ""
        return replace(seen, id=id, face=face, role=shown, place=at, wild=kind in self.wild, remembered=face == "down")

    def sorts(self, cards: Sequence[Card]) -> Iterator[Sort]:
        """Yield the orders of cards by each attribute in which some of them differ, then by the others."""
        program = self.words.rules.program
        values = {card.id: program.kinds[program.kind_index[card.kind]].values for card in cards}
        last = max(len(program.kinds), *(abs(value) for of in values.values() for value in of if value is not None), 0)
        for at, attribute in enumerate(program.rules.cards.attributes):
            if attribute.name == ir.PART or len({of[at] for of in values.values()}) < 2:
                continue

            def key(id: str, at: int = at) -> list[int]:
                of = values[id]
                return [last + 1 if value is None else value for value in (of[at], *of)]

            title = called(program, f"cards.attributes.{attribute.name}")
            yield Sort(attribute.name, title, tuple(sorted(values, key=key)))

    def makes(self, name: str, cards: Sequence[Card], marks: list[Arrangement]) -> Iterator[Meld]:
        """Yield the combos that cards of a hand make, by the ids of the cards."""
        if not marks:
            return
        free = list(cards)
        for number, (combo, kinds) in enumerate(marks[0].melds, 1):
            ids = []
            for kind in kinds:
                card = next((card for card in free if card.kind == kind), None)
                if card is not None:
                    free.remove(card)
                    ids.append(card.id)
            yield Meld(f"{name}/{number}", tuple(ids), self.words.combo(combo))


def _opened(cards: Sequence[Card], turned: Sequence[tuple[str, int]], unordered: bool) -> Iterator[Card]:
    """Yield the cards of a zone, those that are face up for all marked: of several copies in a set, the first."""
    left = Counter(turned)
    for card in cards:
        key = (card.kind, 0 if unordered else card.place)
        yield replace(card, open=True) if left[key] > 0 else card
        left[key] -= 1


def open_cards(kinds: Sequence[str], words: Words) -> tuple[Card, ...]:
    """Return cards face up that are in no zone: without ids."""
    suited = words.cards.suited
    found = []
    for kind in kinds:
        is_, said = words.cards.attributes(kind), {} if kind in suited else _attributes(kind, words)
        differing = {name: word for name, word in said.items() if word != is_[name]}
        shown, name, colour = words.cards.shown(kind), _name(kind, words), words.cards.colour(kind)
        found.append(Card("", shown, "up", name, kind, is_, colour, words=differing))
    return tuple(found)


def _name(kind: str, words: Words) -> str:
    """Return a card as people say it: `king of hearts`; one without a suit by what its attributes are called."""
    if kind in words.cards.suited or kind == "joker":
        return words.cards.name(kind)
    return " ".join(filter(None, [_part(kind, words), *_attributes(kind, words).values()])) or kind


def _part(kind: str, words: Words) -> str:
    """Return the ruleset's word for cards of the same part, such as `token`; empty if it has none."""
    program = words.rules.program
    at = next((at for at, each in enumerate(program.rules.cards.attributes) if each.name == ir.PART), None)
    if at is None or kind not in program.kind_index:
        return ""
    value = program.kinds[program.kind_index[kind]].values[at]
    return "" if value is None else noun_of(program, f"cards.parts.{program.enums[ir.PART][value]}").one


def _attributes(kind: str, words: Words) -> dict[str, str]:
    """Return the attributes of a card in words."""
    program = words.rules.program
    return {
        name: title(program, f"cards.attributes.{name}.{value}") or bare(value)
        for name, value in words.cards.attributes(kind).items()
    }


def _lay(zone: ZoneView, cards: Sequence[Card], held: bool, keeps_place: bool) -> Lay:
    """Return the layout of a zone, by its form and its visible cards.

    `held`: the seat looks at its cards there; `keeps_place`: it is one of several open piles, each of which keeps its
    place even when empty.
    """
    match zone.form:
        case "row":
            return "grid" if _columns(zone) else "row"
        case "melds":
            return "melds"
        case "slot":
            return "slot"
        case "pile":
            return "pile" if cards or keeps_place else "count"
    return "hand" if held else "spread" if cards else "count"


def _columns(zone: ZoneView) -> int:
    """Return the number of places in one line of a grid."""
    return zone.columns if zone.numbers is None else len(_drawn(zone)[0])


def _drawn(zone: ZoneView) -> list[list[int]]:
    """Return the places, from 1, of a grid without an edge, line by line: the lines and columns with a card or a place
    next to one."""
    taken = [number - 1 for number in zone.numbers or ()]
    spots = list(map(plane.line_and_column, plane.spots(taken)))
    lines, columns = (range(min(side), max(side) + 1) for side in zip(*spots, strict=True))
    return [[plane.number_at(line, column) + 1 for column in columns] for line in lines]


def in_order(cards: Sequence[str], words: Words, melds: bool) -> list[str]:
    """Return the cards suit by suit if tricks are taken, or if no combos ask for ranks (`melds`) and the suits have
    signs; else in the order of the deck.
    """
    takes = bool(tricks(words.rules.program))
    suits = _suits(words) if takes else {} if melds else words.cards.suited
    if not suits:
        return list(cards)
    order = list(suits)
    signs = list(dict.fromkeys([*_SUITS, *(suit for _, suit in suits.values())]))
    return sorted(
        cards,
        key=lambda card: (signs.index(suits[card][1]), order.index(card)) if card in suits else (len(signs), 0),
    )


def _suits(words: Words) -> Mapping[str, tuple[str, str]]:
    """Return (rank, suit) by notation, of the cards that have both, whatever the suits."""
    held = {kind.notation: words.cards.attributes(kind.notation) for kind in words.rules.program.kinds}
    return {name: (of["rank"], of["suit"]) for name, of in held.items() if {"rank", "suit"} <= of.keys()}


def notes(marks: Sequence[Arrangement], words: Words) -> Iterator[str]:
    """Yield the remarks on a hand: its wild cards and the cost of its deadwood."""
    if marks and marks[0].wild:
        order = [kind.notation for kind in words.rules.program.kinds]
        wild = sorted(marks[0].wild, key=order.index)
        yield tr("wild: {cards}", cards=words.cards.several(wild))
    for mark in marks[:1]:
        if mark.points is not None:
            yield ntr("{n} point of deadwood", "{n} points of deadwood", mark.points)
    for other in marks[1:]:
        several = [words.cards.several(meld) for _, meld in other.melds if len(meld) > 1]
        if several and other.melds != marks[0].melds:
            yield tr("{place}: {what}", place=words.combo(other.combo), what=", ".join(several))
