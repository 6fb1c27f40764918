"""Make a complete determinization for a seat, to be played to the end: nothing in it is unknown.

The unknown parts of an imagined state are drawn at random from their possible values. A number without bounds gets its
start value, and so does a variable of a card: for most cards it has no value, and a random one would mark half of a
hand. Simultaneous choices that are not announced are made again.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.base.chance import Stream
from croupier.base.faults import RulesFault
from croupier.base.values import Fn, Value
from croupier.knowledge.imagining import NOTHING, SEALED, Imagined, Told
from croupier.knowledge.remembered import Knowledge
from croupier.knowledge.unseen import Unforeseen, Unknown
from croupier_dsl.analysis import may_be_none, ranges

if TYPE_CHECKING:
    from croupier.compile.execute import Code
    from croupier.model.program import Program
    from croupier.model.state import State
    from croupier_dsl import ir

WIDEST = 10_000
"""The widest range of a number from which a value is drawn."""


class Unheard(Exception):
    """Raised when a value cannot be drawn."""


def world(s: State, knowledge: Knowledge, seat: int, number: int, told: Mapping[int, Told] = NOTHING) -> State | None:
    """Return a state with nothing unknown in it, made of what the seat knows and of `number`, with chance of its own.

    `told`: by place, what the seat has been told of the cards there that it does not know.

    Its knowledge: the visible cards, common knowledge, and what the seat remembers. Return None if some value cannot be
    drawn: a number without bounds, cards, melds, or an unannounced choice that takes effect already.
    """
    imagined = Imagined(s, knowledge, seat, number, told)
    found = imagined.state
    assert isinstance(found.chance, Stream)
    try:
        _settle(found, _Drawn(found.program, found.chance))
    except Unheard:
        return None
    unknown, found.unknown = found.unknown or frozenset(), None
    of_all = {imagined.names[card] for card, seats in enumerate(knowledge.known) if seats > found.program.everyone}
    known = {card: found.program.everyone if card in of_all else 1 << seat for card in range(found.program.cards)}
    found.knowledge = Knowledge.of(found, lambda card: 0 if card in unknown else known[card])
    return found


def _settle(s: State, drawn: _Drawn) -> None:
    """Give every unknown value one that it can have."""
    program = s.program
    if any(task.code is SEALED for task in s.queue):
        raise Unheard
    held: list[Value] = [*s.zones, *s.entered]
    if any(isinstance(item, Unknown) for cards in held for item in cards):
        raise Unheard
    s.zones, s.entered = [list(zone) for zone in s.zones], [list(cards) for cards in s.entered]
    placed: list[Value] = list(s.placed)
    s.placed = [s.chance.below(program.seats) if isinstance(seat, Unknown) else seat for seat in placed]
    s.variables = list(s.variables)
    for place in program.variables.values():
        for at, owner, key in place.starts():
            if isinstance(s.variables[at], Unknown):
                s.variables[at] = drawn.variable(s, place.variable, owner, key)
    of_cards = {variable.name: variable for variable in program.rules.variables}
    for name, column in program.card_variables.items():
        for columns in (s.card_variables, s.began):
            columns[column] = list(columns[column])
            for card, value in enumerate(columns[column]):
                if isinstance(value, Unknown):
                    columns[column][card] = drawn.noted(s, of_cards[name], card)
    for frame in s.frames:  # its list is done, and nothing reads what that has named
        frame.env = [None if isinstance(value, Unknown) else value for value in list.__iter__(frame.env)]
    for task in [*s.queue, *([] if s.task is None else [s.task])]:
        task.env = _locals(task.env, task.code, drawn)


@lru_cache(maxsize=16)
def _starts(program: Program) -> dict[str, Fn]:
    """Return the start of each variable, where it is written next to the place that owns it."""
    stages = program.stages.values()
    names = {column: name for name, column in program.card_variables.items()}
    cards = [*program.card_starts, *(each for stage in stages for each in stage.card_columns)]
    cards += [(column, start) for each in program.entering.values() for start, column in each]
    others = [*program.starts, *(each for stage in stages for each in stage.per_performance)]
    found = {names[column]: start for column, start in cards}
    return found | {place.variable.name: start for place, start in others}


def _locals(env: list[Value], code: Code, drawn: _Drawn) -> list[Value]:
    types = {slot: type_ for slot, (_, type_) in code.names.items()}
    types |= {plan.slot: plan.choice.type for plans in code.asks.values() for plan in plans}
    return [
        drawn.of(types.get(slot), None) if isinstance(value, Unknown) else value
        for slot, value in enumerate(list.__iter__(env))
    ]


class _Drawn:
    """Values for unknown state, drawn with the chance of a state."""

    def __init__(self, program: Program, chance: Stream) -> None:
        self.program = program
        self.chance = chance

    def variable(self, s: State, variable: ir.Variable, *of: int | None) -> Value:
        """Return a possible value of a variable of a subject; the start value if none can be drawn."""
        facts = self.program.planner.facts
        try:
            return self.of(variable.type, ranges(facts).get(variable.name), none=variable.name in may_be_none(facts))
        except Unheard:
            if variable.type.name in ("card", "meld", "spot"):
                raise
            return self._start(s, variable, *of)

    def noted(self, s: State, variable: ir.Variable, card: int) -> Value:
        """Return a possible value of a variable of a card: its start value, or a drawn one if the start is not
        known.
        """
        try:
            return self._start(s, variable, card)
        except Unheard:
            return self.variable(s, variable, card)

    def _start(self, s: State, variable: ir.Variable, *of: int | None) -> Value:
        who = next((frame.actor for frame in reversed(s.frames) if frame.actor is not None), s.acted)
        try:
            return _starts(self.program)[variable.name](s, [who, *of])
        except (KeyError, Unforeseen, RulesFault):
            raise Unheard from None

    def of(self, type_: ir.Type | None, bounds: tuple[int, int] | None, *, none: bool = False) -> Value:
        """Return a random value of a type; none counts as one more if it is allowed."""
        first, number = self._values(type_, bounds)
        at = self.chance.below(number + none)
        if at == number:
            return None
        return bool(at) if type_ is not None and type_.name == "truth" else first + at

    def _values(self, type_: ir.Type | None, bounds: tuple[int, int] | None) -> tuple[int, int]:
        """Return the least of them, and how many there are."""
        if type_ is None or type_.many:
            raise Unheard
        match type_.name:
            case "truth":
                return 0, 2
            case "player":
                return 0, self.program.seats
            case "team":
                return 0, self.program.teams
            case "enum":
                return 0, len(self.program.enums[type_.enum])
            case "number" if bounds is not None and bounds[1] - bounds[0] < WIDEST:
                return bounds[0], bounds[1] - bounds[0] + 1
        raise Unheard
