"""Write what a seat may know of a position as numbers: on the reference engine, which defines them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.base.values import Value, as_list, cards_of
from croupier.knowledge.remembered import Knowledge
from croupier.model.encoded import LARGEST, Sight, StateCells, labels, relative, sight
from croupier.model.visibility import sees
from croupier.play.flow import to_act
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.model.state import State
    from croupier.table.game import Game, Rules


class Observations:
    """The layout of an observation of some rules. `size`: its number of numbers.

    All is relative to the seat that looks: owners, players and teams count from its own, in the order of seats. A kind
    of card and a value are 1 and more; 0 is none, -1 (of a card: one more than all kinds) hidden.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.sight: Sight = sight(rules.program)
        self.size = self.sight.size

    @property
    def labels(self) -> list[str]:
        """Return the meaning of each number."""
        return labels(self.rules.program)

    def of(self, game: Game, seat: int, taken: Sequence[int] = ()) -> list[int]:
        """Return the observation of a seat. `taken`: the actions of its unfinished move."""
        found = observation(game._state, seat, game._known)
        for action in taken:
            found[self.sight.taken + action] += 1
        return found


def observation(s: State, seat: int, knowledge: Knowledge) -> list[int]:
    """Return what a seat sees and remembers, as numbers."""
    program = s.program
    seen = sight(program)
    found = [0] * seen.size
    knows = [sees(s, seat, card) or bool(knowledge.seats_know(card, seat)) for card in range(program.cards)]
    found[seen.me + seat] = 1
    _of_play(s, seat, seen, found)
    kinds = len(program.kinds)

    def code(card: int | None) -> int:
        return 0 if card is None else 1 + program.kind_of[card] if knows[card] else 1 + kinds

    for zone in seen.zones:
        contents = s.zones[zone.place.index]
        many = program.seats if zone.place.zone.per == "player" else program.teams
        at = zone.at + (0 if zone.owner < 0 else zone.step * relative(zone.owner, seat, many))
        for card in cards_of(contents):
            found[at + (program.kind_of[card] if knows[card] else kinds)] += 1
        at += kinds + 1
        if zone.up:
            for card in cards_of(contents):
                found[at + program.kind_of[card]] += card in s.revealed
            at += kinds
        top = [contents[-1] if contents else None] if zone.top else []
        for number, card in enumerate([*top, *contents[: zone.places]]):
            found[at + number] = code(card)
            if zone.up:
                found[at + zone.top + zone.places + number] = int(card in s.revealed)
    for value in seen.state:
        _put_state(s, seat, value, knows, found)
    for variable, at in seen.notes:
        values = s.card_variables[program.card_variables[variable.name]]
        for card in range(program.cards):
            if values[card] is not None and sees(s, seat, card):
                here = at + program.kind_of[card]
                found[here] = _cut(found[here] + _number(s, seat, variable.type, values[card]))
    return found


def _of_play(s: State, seat: int, seen: Sight, found: list[int]) -> None:
    """Put down who is to act, as far as the seat may know, and the stages under way."""
    if s.over:
        return
    many = s.program.seats
    pending = s.frames[-1].pending if s.frames else None
    asked = to_act(s) if pending is None else s.frames[-1].seats
    for other in asked:
        if pending is None or other != seat or seat not in pending:
            found[seen.asked + relative(other, seat, many)] = 1
    stages, actors = dict(seen.stages), dict(seen.actors)
    for frame in s.frames:
        name = frame.stage.name
        found[stages[name]] = _cut(frame.count)
        if name in actors and frame.actor is not None:
            found[actors[name]] = 1 + relative(frame.actor, seat, many)


def _put_state(s: State, seat: int, cells: StateCells, knows: Sequence[bool], found: list[int]) -> None:
    program, variable = s.program, cells.place.variable
    many = program.seats if variable.per == "player" else program.teams
    at = cells.at + (0 if cells.owner < 0 else cells.step * relative(cells.owner, seat, many))
    told = program.may_know(variable, cells.slot, seat)
    value = s.variables[cells.place.base + cells.slot] if told else None
    if cells.pair:
        found[at] = -1 if not told else int(value is not None)
        found[at + 1] = 0 if value is None else _cut(value)
    elif not told:
        found[at] = -1
    elif variable.type.many:
        found[at] = len(as_list(value))
    elif variable.type.name == "card" and value is not None:
        found[at] = 1 + (program.kind_of[value] if knows[value] else len(program.kinds))
    elif value is not None:
        found[at] = _number(s, seat, variable.type, value)


def _number(s: State, seat: int, type_: ir.Type, value: Value) -> int:
    if type_.enum:
        return 1 + int(value)
    match type_.name:
        case "number":
            return _cut(value)
        case "player":
            return 1 + relative(value, seat, s.program.seats)
        case "team":
            return 1 + relative(value, seat, s.program.teams)
        case "truth":
            return int(value)
        case "meld" | "spot":
            return 1
    return 1 + int(value)


def _cut(value: int) -> int:
    return max(-LARGEST, min(LARGEST, int(value)))
