"""The things that a legal move takes, as its seat sees them: cards, places, melds and players, each with its location.

It says in data what the words of the move say, and no more: of a card that the seat does not see, only its place.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.base.values import Env, Meld, Spot, Value
from croupier.combos.lying import number_of
from croupier.model.visibility import position, sees
from croupier_dsl import ir
from croupier_dsl.analysis import sources

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan
    from croupier.model.program import Program
    from croupier.model.state import State


@dataclass(frozen=True, slots=True)
class Pointer:
    """One thing on the table. `zone`: by its name in views; `card`: what it is, empty if the seat does not see it.

    `at`: its place in a row or pile, from 1, else 0; `meld`: which meld of a zone, from 1, else 0; `seat`: of a player,
    else -1.
    """

    zone: str = ""
    card: str = ""
    at: int = 0
    meld: int = 0
    seat: int = -1


Pointed = tuple[tuple[Pointer, ...], ...]
"""The things that a choice takes, in the order of its words."""


def pointed(s: State, seat: int, choice: ChoicePlan, env: Env) -> Pointed:
    """Return the things that were chosen, one after another as their words name them."""
    value = env[choice.slot]
    type_ = choice.choice.type
    return tuple(tuple(_things(s, seat, type_, each)) for each in (value if isinstance(value, list) else [value]))


def _things(s: State, seat: int, type_: ir.Type, value: Value) -> list[Pointer]:
    if value is None:
        return []
    if isinstance(value, Meld):
        return [_card(s, seat, card) for card in value.cards]
    if isinstance(value, Spot):
        zone = s.program.place_name(value.place)
        if s.program.places[value.place].zone.form == "melds":
            return [Pointer(zone, meld=number_of(s, value.place, value.anchor) + 1)]
        return [Pointer(zone, at=value.at + 1)]
    match type_.name:
        case "card":
            return [_card(s, seat, value)]
        case "player":
            return [Pointer(seat=value)]
        case "team":
            return [Pointer(seat=member) for member in s.program.members(value)]
    return []


def _card(s: State, seat: int, card: int) -> Pointer:
    """Return the pointer to a card in its zone."""
    program, home = s.program, s.home[card]
    zone, place = program.place_name(home), program.places[home]
    if not sees(s, seat, card):
        return Pointer(zone, at=position(s, card) + 1)
    word = program.notation(card)
    if place.zone.form == "melds":
        return Pointer(zone, word, meld=number_of(s, home, card) + 1)
    return Pointer(zone, word, at=position(s, card) + 1 if place.ordered else 0)


def origins(program: Program, seat: int, move: str) -> list[str]:
    """Return the zone from which a move without choices takes cards, if there is just one: the top of a pile, all of a
    heap.
    """
    rule = next((rule for rule in program.special.moves if rule.name == move), None)
    if rule is None:
        return []
    known: dict[int, frozenset[str]] = {}
    found: set[str] = set()
    for statement in rule.do:
        match statement:
            case ir.Move(what=what):
                found |= sources(program.planner.facts, what, known)
            case ir.Let(slot=slot, value=value):
                known[slot] = sources(program.planner.facts, value, known)
                found |= known[slot]
            case ir.SetVariable(value=value):
                found |= sources(program.planner.facts, value, known)
            case _:
                continue
    names = [zone for zone in program.rules.zones if zone.name in found and zone.keys is None]
    if len(names) != 1 or names[0].per == "team":
        return []
    return [program.whole_name(names[0], seat if names[0].per == "player" else 0)]
