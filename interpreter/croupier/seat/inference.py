"""Infer cards of hidden hands from moves: a player that discards has no card of the suit led.

A move that would have been illegal with one more card in the hand proves that the card was not there. Each move that
everybody has heard is therefore tested again with the knowledge of each seat: the hand holds the cards that the seat
knows and those that the move took, and then one more, of each possible kind. Unknown cards elsewhere stay blank; a move
that depends on a blank card proves nothing. A finding holds until a card enters the hand that some seat cannot
identify.

If the move would be illegal with nothing more in the hand, the hand holds something more: if one card of some kinds
makes it legal, and all others together do not, one of these kinds is there. This holds until a card of these kinds is
seen to leave or is shown, or until a card that might be the one leaves or is shown to some seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.base.effort import EFFORT
from croupier.base.events import Bared, Moved, Pause, Shown, Shuffled, Together
from croupier.base.faults import RulesFault
from croupier.base.values import Env, Value, as_list
from croupier.knowledge.imagining import Imagined, Told, blank_out
from croupier.knowledge.unseen import NoChance, Unforeseen
from croupier.play import legal
from croupier_dsl.analysis import stores_read

if TYPE_CHECKING:
    from croupier.base.events import Sight
    from croupier.model.plans import ChoicePlan, MovePlan
    from croupier.model.program import Program
    from croupier.model.state import State

MOST = 32
"""The number of moves kept for a hand, the last ones."""
HEARD = ("card", "player", "team", "number", "truth", "enum")
"""The types of choices that can be compared by value."""


@dataclass(frozen=True, slots=True, eq=False)
class _Made:
    """A move and the state in which it was made.

    `told`: its findings, by (hand, seat that looks); `gone`: by hand, the kinds of cards that have been seen to leave
    it since.
    """

    state: State
    seat: int
    plan: MovePlan
    env: Env
    told: dict[tuple[int, int], Told] = field(default_factory=dict)
    gone: dict[int, frozenset[int]] = field(default_factory=dict)

    def copy(self) -> _Made:
        """Return the same, from which other cards may go."""
        return replace(self, gone=self.gone.copy())


class Inference:
    """Follows the moves of one game; it stores the states in which they were made and examines them on demand."""

    def __init__(self, s: State) -> None:
        self._made: dict[int, list[_Made]] = {}
        self._still: dict[int, list[_Made]] = {}
        self._read = s.log.sighted

    def copy(self, s: State) -> Inference:
        """Return the same for a game at the same point."""
        twin = Inference(s)
        twin._made = {place: list(made) for place, made in self._made.items()}
        twin._still = {place: [each.copy() for each in made] for place, made in self._still.items()}
        return twin

    def before(self, s: State, seat: int, plan: MovePlan, env: Env) -> _Made | None:
        """Return a move that is about to be made; None if no inference is possible from it."""
        if not _telling(s.program) or plan.index not in _telling(s.program) or s.frames[-1].pending is not None:
            return None
        return _Made(s.copy(), seat, plan, env.copy())

    def follow(self, s: State, made: _Made | None) -> None:
        """Take in the events seen since the last call, with the last move first."""
        if made is None and not self._made and not self._still:
            self._read = s.log.sighted
            return
        sights = s.log.sights(self._read)
        if made is not None and _heard(made, sights):
            for place in _hands(made):
                for kept, each in ((self._made, made), (self._still, made.copy())):
                    kept.setdefault(place, []).append(each)
                    del kept[place][:-MOST]
        for place in _unsettled(s.program, sights):
            self._made.pop(place, None)
        self._lost(s, sights)
        self._read = s.log.sighted

    def _lost(self, s: State, sights: list[Sight]) -> None:
        """Drop findings about cards that may have left a hand or may be known by now.

        This uses only events that every seat has seen.
        """
        everyone, kind_of = s.program.everyone, s.program.kind_of
        for sight in sights:
            for each in _apart(sight):
                match each:
                    case Bared():
                        pass  # it has not lain in a hand
                    case Moved(seats=seats, origin=place) if seats != everyone:
                        self._still.pop(place, None)
                    case Moved(card=card, origin=place):
                        self._gone(place, kind_of[card])
                    case Shuffled(place=place):
                        self._still.pop(place, None)
                    case Shown(seats=seats) if seats != everyone:
                        self._still.clear()
                    case Shown(card=card):
                        for place in self._still:
                            self._gone(place, kind_of[card])

    def _gone(self, place: int, kind: int) -> None:
        for made in self._still.get(place, ()):
            made.gone[place] = made.gone.get(place, frozenset()) | {kind}

    def told(self, s: State, seat: int) -> dict[int, Told]:
        """Return, by place of a hand that the seat does not see, what it has learnt about the unknown cards there."""
        bit, found = 1 << seat, {}
        for place in sorted({*self._made, *self._still}):
            if s.program.places[place].viewers & bit:
                continue
            lacks = [_told(made, place, seat).lacks for made in self._made.get(place, ())]
            has = [
                kinds
                for made in self._still.get(place, ())
                for kinds in _told(made, place, seat).has
                if kinds.isdisjoint(made.gone.get(place, frozenset()))
            ]
            told = Told(frozenset().union(*lacks), tuple(dict.fromkeys(has)))
            if told.lacks or told.has:
                found[place] = told
        return found


@lru_cache(maxsize=8)
def _telling(program: Program) -> frozenset[int]:
    """Return the indices of the moves that allow an inference: a condition reads hands beyond the choices."""
    facts = program.planner.facts
    hands = {("zone", zone.name) for zone in program.rules.zones if zone.form == "set" and zone.seen != "everyone"}
    return frozenset(
        plan.index
        for plan in program.moves.values()
        if all(choice.choice.type.name in HEARD for choice in plan.choices)
        and not hands.isdisjoint(stores_read(facts, *_asked(plan)))
    )


def _asked(plan: MovePlan) -> Iterator[object]:
    """Yield the conditions of a move and of its choices."""
    for condition in plan.gates:
        yield condition.condition.expr
    for choice in plan.choices:
        for condition in (*choice.filters, *choice.conditions):
            yield condition.condition.expr


def _hands(made: _Made) -> list[int]:
    """Return the places of the player's own hands."""
    program = made.state.program
    return [
        place.index
        for place in program.places
        if place.zone.form == "set" and place.zone.per == "player" and place.subject == made.seat
        and place.viewers != program.everyone
    ]  # fmt: skip


def _cards(choice: ChoicePlan, value: Value) -> list[int]:
    return list(as_list(value)) if choice.choice.type.name == "card" else []


def _heard(made: _Made, sights: list[Sight]) -> bool:
    """Return whether every seat has heard the choices: the chosen cards have been seen to leave the hand, and no
    others.
    """
    program, hands = made.state.program, set(_hands(made))
    unheard = [choice for choice in made.plan.choices if choice.slot not in made.plan.announced]
    chosen = sorted(card for choice in unheard for card in _cards(choice, made.env[choice.slot]))
    if any(choice.choice.type.name != "card" for choice in unheard):
        return False
    gone: list[int] = []
    for sight in sights[1:]:  # the first is the decision
        if isinstance(sight, Pause):
            break
        for each in _apart(sight):
            if isinstance(each, Moved) and each.origin in hands:
                if each.seats != program.everyone:
                    return False
                gone.append(each.card)
    return sorted(gone) == chosen


def _unsettled(program: Program, sights: Iterable[Sight]) -> Iterator[int]:
    """Yield the places to which something has come that not everybody can make out."""
    for sight in sights:
        match sight:
            case Moved(seats=seats, to=place) if seats != program.everyone:
                yield place
            case Together(moves):
                yield from (each.to for each in moves if each.seats != program.everyone)
            case Shuffled(place):
                yield place


def _apart(sight: Sight) -> Sequence[Sight]:
    """Split cards that have moved together into single sights."""
    return sight.moves if isinstance(sight, Together) else (sight,)


def _told(made: _Made, place: int, seat: int) -> Told:
    """Return the findings of the move about that hand, with the knowledge of the seat; computed once."""
    if (place, seat) not in made.told:
        made.told[place, seat] = _asked_again(made, place, seat)
    return made.told[place, seat]


def _asked_again(made: _Made, place: int, seat: int) -> Told:
    s = made.state.copy()
    program, knowledge = s.program, s.knowledge
    assert knowledge is not None
    knowledge.follow(s.log)
    for choice in made.plan.choices:
        for card in _cards(choice, made.env[choice.slot]):
            knowledge.known[card] |= knowledge.everyone
    imagined = Imagined(s, knowledge, seat)
    there, wanted = imagined.state, _reading(program, made.plan, imagined.chosen(made.plan, made.env))
    unknown = there.unknown or frozenset()
    one_of = {program.kind_of[card]: card for card in sorted(unknown)}
    blanks = frozenset(blank_out(there, unknown).values())
    there.unknown, there.chance = blanks, NoChance(beyond=program.cards)
    held = [card for card in there.zones[place] if card not in blanks]

    def forbidden(*more: int) -> bool:
        """Return whether the move is certainly illegal with these additional cards."""
        there.zones[place] = sorted([*held, *more])
        for card in more:
            there.home[card] = place
        try:
            EFFORT.renew()
            made_so = legal.fillings(there, made.plan, made.seat)
            return all(_reading(program, made.plan, env) != wanted for env in made_so)
        except (Unforeseen, RulesFault, IndexError):  # a blank card has nothing on it
            return False

    barred = frozenset(kind for kind, card in one_of.items() if forbidden(card))
    if not forbidden():
        return Told(lacks=barred)
    wanted_kinds = one_of.keys() - barred
    others = [card for card in sorted(unknown) if program.kind_of[card] in barred]
    return Told(has=(frozenset(wanted_kinds),)) if wanted_kinds and forbidden(*others) else Told()


def _reading(program: Program, plan: MovePlan, env: Env) -> list[Value]:
    """Return the values of the choices, with cards as their kinds."""

    def told(choice: ChoicePlan) -> Value:
        value = env[choice.slot]
        if choice.choice.type.name == "card":
            return sorted(program.kind_of[card] for card in as_list(value))
        return value

    return [told(choice) for choice in plan.choices]
