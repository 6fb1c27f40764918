"""Arrange the cards of a seat into combos: for each arrangement that the rules name, the best one.

It is computed in a position of the seat's information set, from cards that the seat sees, so it leaks nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.faults import RulesFault
from croupier.knowledge.imagining import imagine
from croupier.model.visibility import sees

if TYPE_CHECKING:
    from croupier.knowledge.remembered import Knowledge
    from croupier.model.program import Program
    from croupier.model.state import State


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The best arrangement of the cards in `zone` (`hand of P1`) by `combo`.

    `melds`: (combo, cards in notation) of each. `left`: the cards that fit into none; `points`: their cost, None if
    the rules have no price. `wild`: the cards among them that are wild now.
    """

    zone: str
    combo: str
    melds: tuple[tuple[str, tuple[str, ...]], ...]
    left: tuple[str, ...]
    points: int | None
    wild: frozenset[str]


def arrangements(s: State, knowledge: Knowledge, seat: int | None) -> list[Arrangement]:
    """Return an arrangement for each combo that arranges cards, and each zone of the seat's own in which it sees cards
    outside melds; none for a spectator."""
    program = s.program
    names = program.combos.arranging
    if not names or seat is None:
        return []
    known = imagine(s, knowledge, seat)
    found = []
    for place in program.places:
        if place.zone.per != "player" or place.subject != seat or place.zone.form in ("melds", "slot"):
            continue
        cards = [card for card in s.zones[place.index] if card is not None and sees(s, seat, card)]
        for name in names if cards else ():
            try:
                found.append(_arranged(program, known, program.place_name(place.index), name, sorted(cards)))
            except RulesFault:  # too much work for a mark next to some cards
                continue
    return found


def _arranged(program: Program, s: State, zone: str, name: str, cards: list[int]) -> Arrangement:
    combos, kind_of = program.combos, program.kind_of
    split = combos.solver(s, name).split([kind_of[card] for card in cards])
    priced = combos.splits(name)
    left = [kind_of[card] for card in cards]
    melds = []
    for meld in split.melds:
        for kind in meld.kinds:
            left.remove(kind)
        words = tuple(program.kinds[kind].notation for kind in meld.kinds)
        melds.append((combos.parts(name)[meld.pattern], words))
    wild = combos.wild_kinds(s)
    return Arrangement(
        zone, name, tuple(melds), tuple(program.kinds[kind].notation for kind in left),
        split.points if priced else None,
        frozenset(program.kinds[kind].notation for kind in wild.intersection(kind_of[card] for card in cards)),
    )  # fmt: skip
