"""Make a state of a seat's information set from what the seat knows, and from nothing else.

Every unknown card gets some place that the seat does not know. State that the seat may not see is unknown there, and so
are choices that the others have made and not announced: reading them raises Unforeseen. Cards of one kind get new
numbers, known ones first, so that not even the identity of copies comes from the true state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from croupier.base.chance import Stream
from croupier.base.values import Env, Meld, Spot, Value, cards_of
from croupier.combos.layout import casting_of
from croupier.compile.execute import Code
from croupier.knowledge.unseen import UNKNOWN, NoChance, Unforeseen, Unknown, peek, veiled
from croupier.model.state import NOWHERE, Frame, State, Task
from croupier.model.visibility import sees
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.knowledge.remembered import Knowledge
    from croupier.model.plans import ChoicePlan, MovePlan
    from croupier.model.program import ZonePlace

_NONE: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Told:
    """Constraints on the unknown cards of a place: none has a kind that it `lacks`, and each set of kinds in `has`
    contains the kind of at least one.
    """

    lacks: frozenset[int] = _NONE
    has: tuple[frozenset[int], ...] = ()


NOTHING: Mapping[int, Told] = {}


def imagine(s: State, knowledge: Knowledge, seat: int, number: int = 0) -> State:
    """Return a state with the unknown cards dealt among their places, and chance of its own.

    The result depends only on the knowledge of the seat and on `number`, so it leaks nothing.
    """
    return Imagined(s, knowledge, seat, number).state


def deal_anew(s: State, seat: int, number: int) -> State:
    """Return a copy of an imagined state with the unknown cards dealt again: as good as one made from the true
    state.
    """
    twin = s.copy()
    assert twin.unknown is not None
    twin.log = twin.log.anew()
    twin.chance = Stream(number, twin.decisions * twin.program.seats + seat)
    before = _unknown(twin.zones, twin.unknown)
    names = dict(zip(before, twin.chance.shuffle(sorted(before)), strict=True))
    for place, zone in zip(twin.program.places, twin.zones, strict=True):
        zone[:] = [names.get(item, item) if isinstance(item, int) else item for item in zone]
        if place.zone.form == "set":
            zone.sort()
    _rename_waiting(twin, names)
    columns: list[list[Value]] = [twin.home, twin.placed, *twin.card_variables, *twin.began]
    for column in columns:
        noted = {names[card]: peek(column, card) for card in before}
        for card, value in noted.items():
            column[card] = value
    return twin


def blank(s: State, knowledge: Knowledge, seat: int) -> State:
    """Return the state with a blank card in the place of each that the seat does not know.

    A blank is a card beyond the real ones: it can be moved, counted and pointed at, but reading an attribute of it
    raises IndexError. Moves that can be played to their end here depend on no hidden information.
    """
    twin = imagine(s, knowledge, seat)
    assert twin.unknown is not None
    twin.unknown = frozenset(blank_out(twin, twin.unknown).values())
    twin.chance = NoChance(beyond=s.program.cards)
    return twin


def blank_out(s: State, cards: Collection[int]) -> dict[int, int]:
    """Replace each of these cards in zones by a blank card. Return the blanks, by card."""
    before = _unknown(s.zones, cards)
    blanks = {card: len(s.home) + i for i, card in enumerate(before)}
    for place, zone in zip(s.program.places, s.zones, strict=True):
        zone[:] = [blanks.get(item, item) if isinstance(item, int) else item for item in zone]
        if place.zone.form == "set":
            zone.sort()
    _rename_waiting(s, blanks)
    columns: list[list[Value]] = [s.home, s.placed, *s.card_variables, *s.began]
    for column in columns:
        column.extend([peek(column, card) for card in before])
    for card in before:
        s.home[card] = NOWHERE
    return blanks


def _rename_waiting(s: State, names: Mapping[Value, int]) -> None:
    """Rename the cards that came to a zone where a rule waits for them."""
    s.entered = [
        veiled([names.get(card, card) for card in (peek(cards, at) for at in range(len(cards)))]) for cards in s.entered
    ]


def _unknown(zones: Iterable[list[Value]], cards: Collection[int]) -> list[int]:
    """Return these cards, zone by zone, in their order there."""
    return [card for zone in zones for card in cards_of(zone) if card in cards]


def _exchange(dealt: list[int], lacking: list[frozenset[int]], kind_of: list[int], chance: Stream) -> None:
    """Exchange each card at a place that lacks its kind with another card, if there is one that fits."""
    for at, barred in enumerate(lacking):
        if kind_of[dealt[at]] in barred:
            fitting = [
                other
                for other, there in enumerate(lacking)
                if kind_of[dealt[other]] not in barred and kind_of[dealt[at]] not in there
            ]
            if fitting:
                other = fitting[chance.below(len(fitting))]
                dealt[at], dealt[other] = dealt[other], dealt[at]


def _supply(dealt: list[int], homes: list[int], told: Mapping[int, Told], kind_of: list[int], chance: Stream) -> None:
    """Bring a card of one of some kinds to a place that must have one and has none, from a place that can spare it, if
    any can.
    """

    def fits(place: int, card: int) -> bool:
        return place not in told or kind_of[card] not in told[place].lacks

    def missed(at: int, other: int) -> bool:
        """Return whether exchanging these cards would leave a place without a kind that it must have."""
        of = told.get(homes[at])
        there = [kind_of[card] for i, card in enumerate(dealt) if homes[i] == homes[at] and i != at]
        return of is not None and any(
            kind_of[dealt[at]] in kinds and kinds.isdisjoint(there) and kind_of[dealt[other]] not in kinds
            for kinds in of.has
        )

    for place, of in told.items():
        own = [at for at, home in enumerate(homes) if home == place]
        for kinds in of.has:
            if any(kind_of[dealt[at]] in kinds for at in own):
                continue
            fitting = [
                (at, other)
                for other, home in enumerate(homes)
                if home != place and kind_of[dealt[other]] in kinds and fits(place, dealt[other])
                for at in own
                if fits(home, dealt[at]) and not missed(at, other) and not missed(other, at)
            ]
            if fitting:
                at, other = fitting[chance.below(len(fitting))]
                dealt[at], dealt[other] = dealt[other], dealt[at]


def _raise(s: State, e: Env) -> int:
    raise Unforeseen


SEALED = Code("", ops=[_raise])
"""Code for an unannounced choice of another seat; running it raises Unforeseen."""


class Imagined:
    """An imagined state, and the names of the true state's cards in it.

    `told`: by place, the constraints on its unknown cards.
    """

    def __init__(
        self,
        s: State,
        knowledge: Knowledge,
        seat: int,
        number: int = 0,
        told: Mapping[int, Told] = NOTHING,
    ) -> None:
        knowledge.follow(s.log)
        self.true = s
        self.seat = seat
        bit = 1 << seat
        self.known = frozenset(
            card for card, home in enumerate(s.home) if home < 0 or knowledge.known[card] & bit or sees(s, seat, card)
        )
        self.names = self._numbered()
        unknown = _unknown(s.zones, frozenset(range(s.program.cards)) - self.known)
        decisions = s.decisions - sum(other != seat for frame in s.frames for other in frame.pending or ())
        chance = Stream(number, decisions * s.program.seats + seat)
        dealt = chance.shuffle(sorted(self.names[card] for card in unknown))
        if told:
            homes = [s.home[card] for card in unknown]
            lacking = [told[home].lacks if home in told else _NONE for home in homes]
            _exchange(dealt, lacking, s.program.kind_of, chance)
            _supply(dealt, homes, told, s.program.kind_of, chance)
        for card, name in zip(unknown, dealt, strict=True):
            self.names[card] = name
        self.state = self._state()
        self.state.decisions = decisions
        self.state.chance = chance
        self.state.unknown = frozenset(dealt)

    # ------------------------------------------------------------ numbers of cards
    def _numbered(self) -> list[int]:
        """Return the new number of each card: within a kind, known cards come first, by their place and their visible
        state.
        """
        s, kind_of = self.true, self.true.program.kind_of
        where = {
            card: (index, at if s.program.places[index].zone.form != "set" else -1, deep)
            for index, zone in enumerate(s.zones)
            for at, item in enumerate(zone)
            for deep, card in enumerate(cards_of(item))
        }
        columns = [
            column
            for name, column in s.program.card_variables.items()
            if self._variable(name).seen == "everyone" and self._variable(name).type.name not in ("card", "meld")
        ]

        def key(card: int) -> tuple[Value, ...]:
            if card not in self.known:
                return (kind_of[card], True, where[card])
            seen = sees(s, self.seat, card)
            noted = [repr(s.card_variables[column][card]) for column in columns] if seen else []
            place = where.get(card, (len(s.zones), -1, 0))
            return (kind_of[card], False, place, seen, card in s.revealed, noted, repr(s.placed[card]) if seen else "")

        order = sorted(range(s.program.cards), key=key)
        names = [0] * len(order)
        for name, card in enumerate(order):
            names[card] = name
        return names

    def _variable(self, name: str) -> ir.Variable:
        return next(variable for variable in self.true.program.rules.variables if variable.name == name)

    # ------------------------------------------------------------ values
    def value(self, type_: ir.Type, value: Value) -> Value:
        """Return a value as it is called here; unknown if it is of cards that the seat cannot point at."""
        if value is None or type_.name not in ("card", "meld", "spot"):
            return value
        if isinstance(value, list):
            found = [self.value(type_, item) for item in value]
            return UNKNOWN if UNKNOWN in found else found
        if isinstance(value, Spot):
            ends = [card if card < 0 else self.value(ir.CARD, card) for card in (value.anchor, value.holder)]
            return UNKNOWN if UNKNOWN in ends else replace(value, anchor=ends[0], holder=ends[1])
        if isinstance(value, Meld):
            cards = [self.value(ir.CARD, card) for card in value.cards]
            return UNKNOWN if UNKNOWN in cards else replace(value, cards=tuple(cards))
        home = self.true.home[value]
        places = self.true.program.places
        return self.names[value] if value in self.known or places[home].ordered else UNKNOWN

    def chosen(self, move: MovePlan | None, env: Env) -> Env:
        """Return the locals of a move of the seat, or of its answer to a pending question."""
        if move is not None:
            return self._locals(env, move.do, move.choices, own=True)
        task = self.true.task
        assert task is not None
        return self._task(replace(task, env=env)).env

    def _locals(self, env: Env, code: Code, choices: Iterable[ChoicePlan], own: bool) -> Env:
        """Return the locals of a list of statements: what the seat has chosen, and what it could work out."""
        found: Env = [None] * len(env)
        found[0] = env[0]
        asked = [*choices, *(plan for plans in code.asks.values() for plan in plans)]
        for slot, (_, type_) in code.names.items():
            if slot < len(env) and env[slot] is not None:
                found[slot] = self.value(type_, env[slot]) if own and slot not in code.covert else UNKNOWN
        for plan in asked:
            if plan.slot < len(env) and env[plan.slot] is not None:
                found[plan.slot] = self.value(plan.choice.type, env[plan.slot]) if own else UNKNOWN
        cast = self.true.program.planner.cast_slot
        if cast is not None and cast < len(env) and env[cast]:
            found[cast] = casting_of(found, cast)
        return veiled(found)

    def _task(self, task: Task) -> Task:
        choices = self.true.program.moves[task.move].choices if task.move >= 0 else ()
        own = task.env[0] == self.seat
        return Task(task.code, task.pc, self._locals(task.env, task.code, choices, own), task.move)

    # ------------------------------------------------------------ the state
    def _state(self) -> State:
        s, names = self.true, self.names
        twin = s.copy()
        twin.log, twin.knowledge = s.log.anew(), None
        twin.zones = veiled([self._zone(place, zone) for place, zone in zip(s.program.places, s.zones, strict=True)])
        for card, home in enumerate(s.home):
            twin.home[names[card]] = home
        twin.entered = [veiled([self.value(ir.CARD, card) for card in cards]) for cards in s.entered]
        twin.revealed = {names[card] for card in s.revealed}
        twin.placed = veiled(self._column([self._placed(card) for card in range(s.program.cards)]))
        for place in s.program.variables.values():
            for subject in range(place.size):
                at = place.base + subject
                shown = s.program.may_know(place.variable, subject, self.seat)
                twin.variables[at] = self.value(place.variable.type, s.variables[at]) if shown else UNKNOWN
        twin.variables = veiled(twin.variables)
        for name, column in s.program.card_variables.items():
            variable = self._variable(name)
            for true, own in ((s.card_variables, twin.card_variables), (s.began, twin.began)):
                values = [self._noted(variable, card, value) for card, value in enumerate(true[column])]
                own[column] = veiled(self._column(values))
        twin.frames = [self._frame(frame) for frame in s.frames]
        twin.task = None if s.task is None else self._task(s.task)
        twin.queue = self._queue()
        return twin

    def _column(self, values: list[Value]) -> list[Value]:
        """Return a column of card state, indexed by the new numbers."""
        found: list[Value] = [None] * len(values)
        for card, value in enumerate(values):
            found[self.names[card]] = value
        return found

    def _zone(self, place: ZonePlace, zone: list[Value]) -> list[Value]:
        if place.zone.form == "melds":
            return [self.value(ir.MELD, item) for item in zone]
        found = [None if card is None else self.names[card] for card in zone]
        return sorted(found) if place.zone.form == "set" else found

    def _placed(self, card: int) -> int | Unknown | None:
        """Return the player that put the card in its place: visible if the place is, or if the card came there
        openly.
        """
        s, home = self.true, self.true.home[card]
        if home < 0 or not s.program.reads_owner:
            return None
        public = s.program.places[home].zone.form != "set" or sees(s, self.seat, card)
        return s.placed[card] if public else UNKNOWN

    def _noted(self, variable: ir.Variable, card: int, value: Value) -> Value:
        """Return the value of a variable of a card; unchanged where all know that it has none."""
        home = self.true.home[card]
        program = self.true.program
        lives = home < 0 or variable.life not in program.zone_base or program.places[home].zone.name == variable.life
        if not lives:
            return value
        shown = variable.seen == "everyone" and (home < 0 or sees(self.true, self.seat, card))
        return self.value(variable.type, value) if shown else UNKNOWN

    def _frame(self, frame: Frame) -> Frame:
        twin = frame.copy()
        begin = frame.stage.begin
        twin.env = [frame.env[0], *[None] * (len(frame.env) - 1)] if frame.env else []
        if begin is not None and frame.env:
            twin.env = self._locals(frame.env, begin, (), own=frame.env[0] == self.seat)
        if frame.pending is not None:
            moves = self.true.program.moves
            twin.pending = {
                seat: (index, self._locals(env, moves[index].do, moves[index].choices, own=True), words)
                for seat, (index, env, words) in frame.pending.items()
                if seat == self.seat
            }
        return twin

    def _queue(self) -> list[Task]:
        """Return the pending tasks of a simultaneous choice; the others' choices are sealed.

        A stage that serves only the first has none.
        """
        s = self.true
        if s.task is None or s.task.move < 0 or not s.frames or not s.frames[-1].stage.at_once:
            return []
        if s.frames[-1].stage.served:
            return []
        later = [seat for seat in s.frames[-1].seats if seat > s.task.env[0]]
        if any(seat != self.seat for seat in later):
            return [Task(SEALED, 0, [None])]
        return [self._task(task) for task in s.queue]
