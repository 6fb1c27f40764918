"""A position of the reference to the cells of compiled rules, and back, where somebody chooses or the game is over.

What seats remember, and what has happened, is not in the cells: a state that is made from them knows what lies open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from croupier.base.chance import Stream, word
from croupier.base.moves import Move
from croupier.base.values import Env, Meld, Spot, Value, as_list, cards_of
from croupier.compile.groups import dealt
from croupier.fast.backends import Cells, nothing
from croupier.knowledge.remembered import Knowledge
from croupier.lowering.kernel import NIL
from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
from croupier.model.state import BODY, DECIDE, FINISH, Frame, State, Task
from croupier.play.flow import move_env
from croupier.play.legal import in_order
from croupier.play.setup import empty_state
from croupier.words.notation import spell_choices, spell_move
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.fast.engine import Engine
    from croupier.lowering.asking import Question
    from croupier.model.program import ZonePlace


class Untold(Exception):
    """There are no cells for a position; `what` stands in it."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


class Transfer:
    """The way there and back for the positions of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.program = engine.rules.program
        self.layout = engine.layout
        self.backend = engine.backend
        self.labels = engine.text.labels
        self.questions = {question.label: question for question in engine.text.questions}
        self.moves = [self.program.move(move.name) for move in self.program.special.moves]
        self.numbers = {move.name: number for number, move in enumerate(self.program.special.moves)}

    def _chain(self, names: Sequence[str]) -> list[StagePlan]:
        """The stages under way, the outermost first."""
        chain = [self.program.root]
        for name in names[1:]:
            chain.append(next(step for step in chain[-1].steps if step.name == name))
        return chain

    # ------------------------------------------------------------ from cells
    def state(self, cells: Cells, seed: Seed) -> State:
        """The state that the cells hold; `seed`: of the game that it comes from."""
        layout = self.layout
        s = empty_state(self.program, Stream(seed.number, seed.game, cells[layout.cells["drawn", ""]]))
        for place in self.program.places:
            zone = s.zones[place.index] = self._zone(s, cells, place)
            for card in cards_of(zone):
                s.home[card] = place.index
        if ("turned", "") in layout.cells:
            s.revealed = set(bits(self.backend.set_at(cells, layout.cells["turned", ""])))
        if layout.owned:
            at = layout.cells["placed", ""]
            s.placed = [nothing(cells[at + card]) for card in range(layout.cards)]
        s.acted = nothing(cells[layout.cells["acted", ""]])
        self._variables(s, cells)
        for number, trigger in enumerate(self.program.special.triggers):
            if trigger.enters:
                at = layout.cells["entered", trigger.name]
                s.entered[number] = [cells[at + i] for i in range(1, 1 + cells[at])]
        counted = (layout.cells.get(("count", name)) for name in self.program.stage_names)
        s.counts = [0 if at is None else cells[at] for at in counted]
        told = (cells[layout.cells[name, ""]] for name in ("direction", "decisions", "cuts", "stuck", "short"))
        s.direction, s.decisions, s.cuts, s.stuck, s.short = told
        over = cells[layout.cells["over", ""]]
        s.over, s.finished = over != 0, over == 2
        if not s.finished and cells[layout.cells["label", ""]] >= 0:
            self._frames(s, cells)
        s.knowledge = Knowledge.of(s, lambda _: 0)
        return s

    def _at(self, place: ZonePlace) -> int:
        at, name = self.layout.cells["zone", place.zone.name], place.zone.name
        return at + place.slot * self.layout.stride[name]

    def _zone(self, s: State, cells: Cells, place: ZonePlace) -> list[Value]:
        at = self._at(place)
        match place.zone.form:
            case "set":
                return bits(self.backend.set_at(cells, at))
            case "melds":
                step = self.layout.words + 1
                return [self._meld(s, cells, at + 1 + i * step) for i in range(cells[at])]
        first = at + (2 if place.zone.form == "row" else 1)
        return [nothing(cells[first + i]) for i in range(cells[at])]

    def _meld(self, s: State, cells: Cells, at: int) -> Meld:
        """A meld: what combo it is of, then its cards, of each of which it is noted what it stands for, and where."""
        role, place = (self.layout.cells[name, ""] for name in ("role", "place"))
        kind_of = self.program.kind_of

        def order(card: int) -> tuple[bool, int, int, bool, int]:
            its, kind = cells[place + card], kind_of[card]
            return its < 0, its, kind, cells[role + card] != kind, cells[role + card]

        cards = sorted(bits(self.backend.set_at(cells, at + 1)), key=order)
        roles, places = (tuple(cells[what + card] for card in cards) for what in (role, place))
        combo = list(self.program.combos.patterns)[cells[at]]
        if places[0] < 0 or self.program.combos.patterns[combo].group is not None:
            groups = tuple(Counter(its for its in places if its >= 0).values())
            return Meld(combo, tuple(cards), roles, places[0], (), groups)
        gaps = tuple(its for its in range(places[0], places[-1]) if its not in places)
        return Meld(combo, tuple(cards), roles, places[0], gaps)

    def _variables(self, s: State, cells: Cells) -> None:
        for variable in self.program.special.variables:
            at = self.layout.cells["variable", variable.name]
            if variable.per == "card":
                column = self.program.card_variables[variable.name]
                s.card_variables[column] = [_said(cells[at + card], variable.type) for card in range(self.layout.cards)]
            else:
                place, step = self.program.variables[variable.name], self.layout.stride.get(variable.name, 1)
                s.variables[place.base : place.base + place.size] = [
                    _said_in(cells, at + i * step, variable.type) for i in range(place.size)
                ]
        for index, starting in self.program.entering.items():
            for card in cards_of(s.zones[index]):
                for start, column in starting:
                    s.began[column][card] = start(s, [s.acted, card])

    def _frames(self, s: State, cells: Cells) -> None:
        layout, outer = self.layout, None
        label = cells[layout.cells["label", ""]]
        for stage in self._chain(self.labels[label]):
            frame = Frame(stage, BODY, outer=outer, count=s.counts[stage.index], actor=outer)
            if stage.players is not None and not stage.at_once:
                frame.actor = nothing(cells[layout.cells["actor", stage.name]])
                following = cells[layout.cells["next", stage.name]]
                if stage.loops:
                    frame.following = nothing(following)
                else:
                    left, way = cells[layout.cells["left", stage.name]], cells[layout.cells["way", stage.name]]
                    turns = [(following + way * i) % self.program.seats for i in range(left)]
                    frame.turns_left = turns[::-1]
            frame.env = [frame.actor] + [None] * stage.slots
            outer = frame.actor
            if s.frames:
                s.frames[-1].child = s.frames[-1].stage.steps.index(stage) + 1
            s.frames.append(frame)
        inner = s.frames[-1]
        inner.phase = DECIDE
        asked, waiting, queue = (cells[layout.cells[name, ""]] for name in ("seats", "waiting", "queue"))
        inner.seats = tuple(bits(asked)) if inner.stage.at_once else (cells[layout.cells["actor", ""]],)
        if label in self.questions:
            self._ask(s, cells, self.questions[label])
            for seat in bits(queue) if inner.stage.at_once else ():
                move, env = self._kept(s, cells, seat)
                s.queue.append(Task(move.do, 0, env, move.index))
        elif inner.stage.at_once:
            inner.pending = {}
            for seat in bits(asked & ~waiting):
                move, env = self._kept(s, cells, seat)
                inner.pending[seat] = (move.index, env, ())  # its words are worked out again where they are told

    def _kept(self, s: State, cells: Cells, seat: int) -> tuple[MovePlan, Env]:
        """What one of those who choose at once has chosen."""
        return self.chosen(s, cells, self.layout.cells["pending", ""] + seat * self.layout.row, seat)

    def _ask(self, s: State, cells: Cells, question: Question) -> None:
        """A move has stopped for a choice."""
        inner, actor = s.frames[-1], cells[self.layout.cells["actor", ""]]
        inner.phase = FINISH
        move = self.program.move(question.move.name)
        assert move is not None
        env = move_env(move, actor)
        held = cells[self.layout.cells["held", move.name]]
        types = move.do.names
        for slot, kind in question.locals.items():
            at, type_ = self.layout.cells["local", f"{move.name} {slot}"], types[slot][1]
            if kind == "one":
                env[slot] = _said(cells[at], type_)
            elif kind == "cards":
                chosen = bits(self.backend.set_at(cells, at))
                in_their_order = self._in_order(s, actor, chosen) if type_.name == "card" else chosen
                env[slot] = in_their_order if held >> slot & 1 else None
            else:
                env[slot] = None if cells[at] == NIL else _said_in(cells, at, type_)
            loop = self.layout.cells.get(("each", f"{move.name} {slot}"))
            if loop is not None and cells[loop] != NIL:
                left = _said_in(cells, loop + 1, types[move.do.left[slot]][1])
                env[move.do.left[slot]] = left[cells[loop] :][::-1]
        asks = move.do.asks
        at = next(at for at, choices in asks.items() if choices[0].slot == question.choices[0].slot)
        s.task, s.asking = Task(move.do, at, env, move.index), True

    def chosen(self, s: State, cells: Cells, at: int, seat: int) -> tuple[MovePlan, Env]:
        """A row of a legal move as the move and its locals."""
        move = self.moves[cells[at]]
        assert move is not None
        env = move_env(move, seat)
        self._choose_all(s, env, move.choices, cells, at)
        return move, env

    def words(self, s: State, cells: Cells, at: int, seat: int) -> Move:
        """A row of a legal move, or of an answer, in words."""
        if s.task is None:
            return spell_move(s, *self.chosen(s, cells, at, seat), seat)
        env, choices = s.task.env.copy(), s.task.code.asks[s.task.pc]
        self._choose_all(s, env, choices, cells, at)
        return Move(self.program.moves[s.task.move].name, spell_choices(s, choices, env, seat))

    def _in_order(self, s: State, seat: int, cards: list[int]) -> list[int]:
        """Cards in the order of choices, those that the seat does not see as they lie."""
        ordered = self.program.places
        at = {card: (home := s.home[card], s.zones[home].index(card) if ordered[home].ordered else 0) for card in cards}
        return in_order(s, seat, sorted(cards, key=at.__getitem__))

    def _choose_all(self, s: State, env: Env, choices: Sequence[ChoicePlan], cells: Cells, at: int) -> None:
        for i, choice in enumerate(choices):
            self._choose(s, env, choice, cells, at + 1 + i * self.layout.width)

    def _choose(self, s: State, env: Env, choice: ChoicePlan, cells: Cells, cell: int) -> None:
        if choice.choice.type.name == "meld":
            self._choose_melds(s, env, choice, cells, cell)
        elif not choice.choice.single:
            several = bits(self.backend.set_at(cells, cell))
            env[choice.slot] = self._in_order(s, env[0], several) if choice.choice.type.name == "card" else several
        else:
            env[choice.slot] = self._told(nothing(cells[cell]), choice.choice.type)

    def _told(self, value: int | None, of: ir.Type) -> Value:
        """A number as the value of a type that it stands for."""
        if value is None:
            return None
        return self.layout.spots.spot(value) if of.name == "spot" else bool(value) if of == ir.TRUTH else value

    def _choose_melds(self, s: State, env: Env, choice: ChoicePlan, cells: Cells, cell: int) -> None:
        """Melds by their numbers among those that could be chosen."""
        offered = as_list(choice.collection(s, env))
        chosen = [offered[number] for number in self.layout.meld_numbers(cells, cell, choice.choice)]
        if choice.group is not None:
            chosen = dealt(s, choice.group, chosen, env)
        assert _mask(cards_of(chosen)) == self.backend.set_at(cells, cell)
        env[choice.slot] = chosen[0] if choice.choice.single else chosen

    # ------------------------------------------------------------ to cells
    def cells(self, s: State) -> Cells:
        """The cells of a state; Untold if there are none."""
        layout = self.layout
        if not isinstance(s.chance, Stream):
            raise Untold("results of chance that are given")
        if s.asking or s.queue:
            raise Untold("a move that has stopped for a choice")
        if {self.program.places[s.home[card]].zone.name for card in s.revealed} - self.engine.text.turned:
            raise Untold("cards that lie turned up where no rule turns them")
        if any(
            self._known_unseen(s, place) for place in self.program.places if place.zone.name in self.engine.text.hiding
        ):
            raise Untold("somebody remembers a card where a must takes nobody to know one")
        cells = self.engine.position()

        def put(name: str, value: int | None, stage: str = "") -> None:
            cells[layout.cells[name, stage]] = NIL if value is None else int(value)

        put("key", self.backend.number(word(word(s.chance.seed, 0), s.chance.game)))
        put("drawn", s.chance.drawn)
        put("acted", s.acted)
        put("direction", s.direction)
        put("decisions", s.decisions)
        put("cuts", s.cuts)
        put("stuck", s.stuck)
        put("short", s.short)
        put("notes", len(s.log))
        put("over", 2 if s.finished else 1 if s.over else 0)
        put("round", layout.cells["nobody", ""])
        put("dirty", layout.every_rule)
        for name, count in zip(self.program.stage_names, s.counts, strict=True):
            if ("count", name) in layout.cells:  # else these options leave it out
                put("count", count, name)
        for variable in self.program.special.variables:
            self._put_variable(s, cells, variable)
        for trigger, come in zip(self.program.special.triggers, s.entered, strict=True):
            if come:
                self._put_list(cells, layout.cells["entered", trigger.name], [*come], ir.CARDS)
        self._put_cards(s, cells)
        put("label", -1)
        for frame in s.frames:
            self._put_frame(cells, frame)
        if s.frames:
            chain = tuple(frame.stage.name for frame in s.frames)
            put("label", next(at for at, names in self.labels.items() if names == chain and at not in self.questions))
            self._put_deciding(cells, s.frames[-1])
        return cells

    def _known_unseen(self, s: State, place: ZonePlace) -> bool:
        """Does a seat know a card there that it does not see?"""
        knowledge = s.knowledge
        assert knowledge is not None
        knowledge.follow(s.log)
        return any(knowledge.known[card] & ~place.viewers for card in cards_of(s.zones[place.index]))

    def _put_variable(self, s: State, cells: Cells, variable: ir.Variable) -> None:
        at = self.layout.cells["variable", variable.name]
        if variable.per == "card":
            values = s.card_variables[self.program.card_variables[variable.name]]
        else:
            place = self.program.variables[variable.name]
            values = s.variables[place.base : place.base + place.size]
        for i, value in enumerate(values):
            if isinstance(value, list):
                self._put_list(cells, at + i * self.layout.stride[variable.name], value, variable.type)
            else:
                cells[at + i] = NIL if value is None else int(value)

    def _put_list(self, cells: Cells, at: int, values: list[Value], type_: ir.Type) -> None:
        if len(values) > self.layout.room_of(type_):
            raise Untold("a list of so many values")
        cells[at] = len(values)
        for i, value in enumerate(values, 1):
            cells[at + i] = NIL if value is None else int(value)

    def _put_cards(self, s: State, cells: Cells) -> None:
        layout, put_set = self.layout, self.backend.put_set
        for place in self.program.places:
            at, zone = self._at(place), s.zones[place.index]
            match place.zone.form:
                case "set":
                    put_set(cells, at, _mask(zone))
                case "melds":
                    cells[at] = len(zone)
                    for i, meld in enumerate(zone):
                        self._put_meld(cells, at + 1 + i * (layout.words + 1), meld)
                case form:
                    if len(zone) > layout.room(place.zone.name):
                        raise Untold("a row of so many places")
                    first = at + (2 if form == "row" else 1)
                    cells[at] = len(zone)
                    for i, card in enumerate(zone):
                        cells[first + i] = NIL if card is None else card
                    if form == "row":
                        cells[at + 1] = sum(card is not None for card in zone)
        put_set(cells, layout.cells["zone", ""], _mask(card for card, home in enumerate(s.home) if home < 0))
        if layout.casts:
            tables = (s.zones[place.index] for place in self.program.places if place.zone.form == "melds")
            cast = {card for table in tables for card in cards_of(table)}
            for card in set(range(layout.cards)) - cast:
                cells[layout.cells["role", ""] + card] = cells[layout.cells["place", ""] + card] = NIL
        if ("turned", "") in layout.cells:
            put_set(cells, layout.cells["turned", ""], _mask(s.revealed))
        if layout.owned:
            at = layout.cells["placed", ""]
            for card, seat in enumerate(s.placed):
                cells[at + card] = NIL if seat is None else seat

    def _put_meld(self, cells: Cells, at: int, meld: Meld) -> None:
        cells[at] = list(self.program.combos.patterns).index(meld.combo)
        self.backend.put_set(cells, at + 1, _mask(meld.cards))
        for card, role, place in zip(meld.cards, meld.roles, meld.places(), strict=True):
            cells[self.layout.cells["role", ""] + card] = role
            cells[self.layout.cells["place", ""] + card] = place

    def _put_frame(self, cells: Cells, frame: Frame) -> None:
        stage, layout, seats = frame.stage, self.layout, self.program.seats
        if stage.players is None:
            return

        def put(name: str, value: int | None) -> None:
            cells[layout.cells[name, stage.name]] = NIL if value is None else value

        if stage.at_once:
            put("left", _mask(frame.seats))
            return
        put("actor", frame.actor)
        put("outer", frame.outer)
        put("next", frame.following)
        if stage.loops:
            cells[layout.cells["round", ""]] = layout.cells["next", stage.name]
        turns = frame.turns_left
        if turns is not None:
            put("left", len(turns))
            put("next", turns[-1] if turns else None)
            put("way", -1 if len(turns) > 1 and (turns[-1] + 1 - turns[-2]) % seats else 1)
            if not turns and not stage.named:
                put("next", 0)

    def _put_deciding(self, cells: Cells, frame: Frame) -> None:
        layout = self.layout
        if frame.pending is None:
            cells[layout.cells["actor", ""]] = frame.seats[0]
            return
        cells[layout.cells["seats", ""]] = _mask(frame.seats)
        cells[layout.cells["waiting", ""]] = _mask(seat for seat in frame.seats if seat not in frame.pending)
        for seat, (index, env, _) in frame.pending.items():
            move = self.program.moves[index]
            at = layout.cells["pending", ""] + seat * layout.row
            cells[at] = self.numbers[move.name]
            for i, choice in enumerate(move.choices):
                value, cell = env[choice.slot], at + 1 + i * layout.width
                if isinstance(value, list):
                    self.backend.put_set(cells, cell, _mask(value))
                elif isinstance(value, Spot):
                    cells[cell] = layout.spots.number(value)
                else:
                    cells[cell] = NIL if value is None else int(value)


def _said(value: int, type_: ir.Type) -> Value:
    return bool(value) if type_.name == "truth" and value != NIL else nothing(value)


def _said_in(cells: Cells, at: int, type_: ir.Type) -> Value:
    """What stands from a cell on: one value, or how many and they."""
    if type_.many:
        return [_said(cells[at + 1 + i], type_) for i in range(cells[at])]
    return _said(cells[at], type_)


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    return list(_bits(mask))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _mask(cards: Iterator[int] | Value) -> int:
    found = 0
    for card in cards:
        found |= 1 << card
    return found
