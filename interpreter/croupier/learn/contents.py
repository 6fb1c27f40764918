"""List what a game consists of, before it is played: cards, zones, state and moves at given options and seats."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.model.encoded import coding, greatest_size
from croupier_dsl import ir
from croupier_dsl.analysis import Facts, may_be_none, ranges

if TYPE_CHECKING:
    from croupier.table.game import Rules


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of card: its notation, its number among all kinds, and how many copies the game has."""

    notation: str
    number: int
    copies: int


@dataclass(frozen=True, slots=True)
class ZoneKind:
    """A zone at one place, named as in views. `size`: the most cards it can hold; of a row, the most places."""

    name: str
    form: str
    owner: int | None
    size: int
    viewers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StateKind:
    """State that some seat may see. `low`, `high`: its range, None for no bound; `values`: of
    an enumeration, its words; `optional`: whether it may be none; `per`: whose it is."""

    name: str
    type: str
    per: str
    low: int | None
    high: int | None
    values: tuple[str, ...]
    optional: bool


@dataclass(frozen=True, slots=True)
class MoveKind:
    """A move, or a question in the middle of one. `slots`: its choices, each as (name, type, how it is encoded, the
    number of its values); `first`, `actions`: its first action and how many begin it."""

    name: str
    question: bool
    slots: tuple[tuple[str, str, str, int], ...]
    first: int
    actions: int


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The parts of a game. `seats`: their names."""

    seats: tuple[str, ...]
    cards: tuple[CardKind, ...]
    zones: tuple[ZoneKind, ...]
    state: tuple[StateKind, ...]
    moves: tuple[MoveKind, ...]


def catalogue(rules: Rules) -> Catalogue:
    """Return what a game of these rules consists of."""
    program, facts = rules.program, Facts(rules.program.special)
    copies, between, none = Counter(program.kind_of), ranges(facts), may_be_none(facts)
    zones = [
        ZoneKind(
            program.place_name(place.index),
            place.zone.form,
            place.subject,
            greatest_size(program, place.zone.name),
            tuple(seat for seat in range(program.seats) if place.viewers >> seat & 1),
        )
        for place in program.places
    ]
    state = []
    for variable in program.special.variables:
        if variable.seen == "nobody":
            continue
        low, high = (_bound(end) for end in between.get(variable.name, (None, None)))
        words = program.enums[variable.type.enum] if variable.type.enum else ()
        told = str(variable.type), variable.per, low, high, words, variable.name in none
        state.append(StateKind(variable.name, *told))
    moves = []
    for asked in coding(program).asked:
        slots = tuple((each.choice.name, str(each.choice.type), each.how, each.size) for each in asked.slots)
        moves.append(MoveKind(asked.move.name, asked.question, slots, asked.head, asked.heads))
    cards = [CardKind(kind.notation, number, copies[number]) for number, kind in enumerate(program.kinds)]
    return Catalogue(program.names, tuple(cards), tuple(zones), tuple(state), tuple(moves))


def _bound(end: int | None) -> int | None:
    return None if end is None or abs(end) >= ir.LARGEST_NUMBER else end
