"""The things that a legal move takes, as its seat sees them: cards, places, melds and players, each with its location.

It says in data what the words of the move say, and no more: of a card that the seat does not see, only its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.events import Moved, Together
from croupier.base.faults import RulesFault
from croupier.base.values import Env, Meld, Spot, Value
from croupier.combos.layout import number_of
from croupier.knowledge.imagining import Imagined, blank_out
from croupier.knowledge.remembered import Knowledge
from croupier.knowledge.unseen import NoChance, Unforeseen, peek
from croupier.model.visibility import position, sees
from croupier_dsl import ir
from croupier_dsl.analysis import sources

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan, MovePlan
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


@dataclass(frozen=True, slots=True)
class Going:
    """A card that a move takes from its place (`card`) to another zone, named as in views."""

    card: Pointer
    zone: str


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


def courses(s: State, knowledge: Knowledge, seat: int) -> Callable[[MovePlan | None, Env], tuple[Going, ...]]:
    """Return a function that finds, for a legal move, which cards its own statements take where, as far as the seat
    knows: up to the first statement that depends on hidden cards or chance.

    The statements run on copies of an imagined position in which hidden cards have no face.
    """
    imagined = Imagined(s, knowledge, seat)
    world, program = imagined.state, s.program
    blanks = blank_out(world, world.unknown or frozenset())
    world.unknown, world.chance = frozenset(blanks.values()), NoChance(beyond=program.cards)
    true = {blanks.get(name, name): card for card, name in enumerate(imagined.names)}

    def goings(move: MovePlan | None, env: Env) -> tuple[Going, ...]:
        chosen = imagined.chosen(move, env)
        for slot in _of_cards(s, move):
            if slot < len(chosen):
                chosen[slot] = _renamed(peek(chosen, slot), blanks)
        found: dict[int, Going] = {}
        for moved in _run(world.copy(), seat, move, chosen):
            card = true.get(moved.card)
            if card is not None and card not in found and moved.to >= 0 and s.home[card] >= 0:
                found[card] = Going(_going(s, seat, card), program.place_name(moved.to))
        return tuple(found.values())

    return goings


def _run(s: State, seat: int, move: MovePlan | None, env: Env) -> list[Moved]:
    """Return how cards move in a move's own list of statements, up to the next question or what cannot be foreseen."""
    if move is None:
        assert s.task is not None
        code, at = s.task.code, s.task.pc + 1
    else:
        code, at = move.do, 0
    env.extend([None] * (code.slots - len(env)))
    s.acted, mark = seat, s.log.sighted
    EFFORT.renew()
    try:
        while 0 <= at < len(code.ops):
            at = code.ops[at](s, env)
    except (Unforeseen, RulesFault, IndexError):  # a blank card has nothing on it
        pass
    sights = [
        each for sight in s.log.sights(mark) for each in (sight.moves if isinstance(sight, Together) else (sight,))
    ]
    return [sight for sight in sights if isinstance(sight, Moved)]


def _of_cards(s: State, move: MovePlan | None) -> set[int]:
    """Return the slots of a move's locals that are cards."""
    if move is not None:
        code, made = move.do, move
    else:
        assert s.task is not None
        code, made = s.task.code, s.program.moves[s.task.move]
    plans = [*made.choices, *(plan for plans in code.asks.values() for plan in plans)]
    types = [*((slot, type_) for slot, (_, type_) in code.names.items()), *((p.slot, p.choice.type) for p in plans)]
    return {slot for slot, type_ in types if type_.name in ("card", "meld")}


def _renamed(value: Value, names: Mapping[int, int]) -> Value:
    """Return a chosen card, or what holds cards, with other numbers for some cards."""
    match value:
        case int():
            return names.get(value, value)
        case list():
            return [_renamed(each, names) for each in value]
        case Meld():
            return replace(value, cards=tuple(names.get(card, card) for card in value.cards))
    return value


def _going(s: State, seat: int, card: int) -> Pointer:
    """Return the pointer to a card that goes; of one among unordered hidden cards, to its zone."""
    place = s.program.places[s.home[card]]
    if not place.ordered and not sees(s, seat, card):
        return Pointer(s.program.place_name(s.home[card]))
    return _card(s, seat, card)


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
