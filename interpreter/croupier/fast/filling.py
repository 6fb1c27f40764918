"""Convert a position of the reference to cells of compiled rules, where a player chooses or the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING

from croupier.base.chance import Stream, word
from croupier.base.faults import CroupierError
from croupier.base.language import tr
from croupier.base.values import Env, Meld, Spot, Value, as_list, cards_of
from croupier.combos.layout import casting_of
from croupier.lowering.kernel import NIL
from croupier.lowering.layout import packed
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.fast.backends import Cells
    from croupier.fast.engine import Engine
    from croupier.lowering.stages import Question
    from croupier.model.plans import MovePlan
    from croupier.model.program import ZonePlace
    from croupier.model.state import Frame, State, Task


class Untold(CroupierError):
    """Compiled rules cannot continue from a position; `what` is the reason."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


class Filling:
    """Converts positions of the reference to the cells of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.program = engine.rules.program
        self.layout = engine.layout
        self.backend = engine.backend
        self.labels = engine.text.labels
        self.questions = {question.label: question for question in engine.text.questions}
        self.moves = [self.program.move(move.name) for move in self.program.special.moves]
        self.numbers = {move.name: number for number, move in enumerate(self.program.special.moves)}

    def cells(self, s: State, *, remembered: bool = True) -> Cells:
        """Return the cells of a state. Raises Untold if there are none. Without `remembered`, a `must` assumes that
        seats remember no cards."""
        layout = self.layout
        if not isinstance(s.chance, Stream):
            raise Untold(tr("random results are supplied"))
        if {self.program.places[s.home[card]].zone.name for card in s.revealed} - self.engine.text.turned:
            raise Untold(tr("cards are revealed where no rule reveals them"))
        if remembered and any(
            self._known_unseen(s, place) for place in self.program.places if place.zone.name in self.engine.text.hiding
        ):
            raise Untold(tr("a player remembers a card that a `must` treats as unknown"))
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
        for name in ("notes", "noted"):
            put(name, len(s.log))
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
        if ("known", "") in layout.cells:
            self._put_known(s, cells)
        put("label", -1)
        for frame in s.frames:
            self._put_frame(cells, frame)
        if s.frames:
            chain = tuple(frame.stage.name for frame in s.frames)
            asked = None if s.task is None else self._put_question(s, cells, s.task)
            stands = (at for at, names in self.labels.items() if names == chain)
            put("label", next(at for at in stands if self._answers(self.questions.get(at), asked)))
            self._put_deciding(s, cells, s.frames[-1])
        return cells

    def _answers(self, question: Question | None, asked: tuple[str, int] | None) -> bool:
        """Return whether this is the question that a move waits for, or None if no move waits."""
        return (None if question is None else (question.move.name, question.choices[0].slot)) == asked

    def _put_question(self, s: State, cells: Cells, task: Task) -> tuple[str, int]:
        """Store the names of a move that waits for a choice; return its name, and the slot of the choice."""
        layout, move = self.layout, self.program.moves[task.move]
        asked = move.name, task.code.asks[task.pc][0].slot
        question = next(each for each in self.questions.values() if self._answers(each, asked))
        held = 0
        for slot, kind in question.locals.items():
            at, value = layout.cells["local", f"{move.name} {slot}"], task.env[slot]
            if kind == "melds":
                self._put_named_melds(cells, at, value)
            elif kind == "cards":
                self.backend.put_set(cells, at, mask_of(value or ()))
                held |= (value is not None) << slot
            elif isinstance(value, list):
                self._put_list(cells, at, value, task.code.names[slot][1])
            else:
                cells[at] = self._number(value)
            loop = layout.cells.get(("each", f"{move.name} {slot}"))
            if loop is not None:
                left = task.env[task.code.left[slot]]
                cells[loop] = NIL if left is None else 0
                if kind == "melds":
                    self._put_named_melds(cells, loop + 1, (left or [])[::-1])
                else:
                    self._put_list(cells, loop + 1, (left or [])[::-1], task.code.names[task.code.left[slot]][1])
        cells[layout.cells["held", move.name]] = held
        cast = self.program.planner.cast_slot
        if ("gone", move.name) in layout.cells and cast is not None:
            gone = casting_of(task.env, cast).keys() - (task.env[cast] or {}).keys()
            self.backend.put_set(cells, layout.cells["gone", move.name], mask_of(iter(gone)))
        return asked

    def _put_named_melds(self, cells: Cells, at: int, value: Value, room: int = 0) -> None:
        """Store a meld, melds, or nothing, as state or the name of a list has it. `room`: the number of cells for it;
        by default, all up to the next."""
        melds = [each for each in as_list(value) if isinstance(each, Meld)]
        following = [start for start in self.layout.cells.values() if start > at]
        if 1 + sum(2 + len(meld.cards) for meld in melds) > (room or min([*following, self.layout.size]) - at):
            raise Untold(tr("the table has more melds than compiled rules can hold"))
        self._put_kept_melds(cells, at, melds)
        if value is None:
            cells[at] = NIL

    def _put_known(self, s: State, cells: Cells) -> None:
        """Store each card's place, and the seats that know it."""
        layout, knowledge = self.layout, s.knowledge
        assert knowledge is not None
        knowledge.follow(s.log)
        numbers = [place.index for place in self.program.places if place.zone.name in layout.zones]
        for card, home in enumerate(s.home):
            cells[layout.cells["home", ""] + card] = numbers.index(home) if home >= 0 else -1
        lying = [(card, seats) for card, seats in enumerate(knowledge.known) if s.home[card] >= 0]
        for seat in range(self.program.seats):
            knows = mask_of(card for card, seats in lying if seats >> seat & 1)
            self.backend.put_set(cells, layout.cells["known", ""] + seat * layout.words, knows)
        cells[layout.cells["going", ""]] = -1

    def _at(self, place: ZonePlace) -> int:
        at, name = self.layout.cells["zone", place.zone.name], place.zone.name
        return at + place.slot * self.layout.stride[name]

    def _known_unseen(self, s: State, place: ZonePlace) -> bool:
        """Return whether a seat knows a card there that it does not see."""
        knowledge = s.knowledge
        assert knowledge is not None
        knowledge.follow(s.log)
        blind = self.program.everyone & ~place.viewers
        return any(knowledge.known[card] & blind for card in cards_of(s.zones[place.index]))

    def _put_variable(self, s: State, cells: Cells, variable: ir.Variable) -> None:
        at = self.layout.cells["variable", variable.name]
        if variable.per == "card":
            values = s.card_variables[self.program.card_variables[variable.name]]
        else:
            place = self.program.variables[variable.name]
            values = s.variables[place.base : place.base + place.size]
        for i, value in enumerate(values):
            if variable.type.name == "meld":
                stride = self.layout.stride[variable.name]
                self._put_named_melds(cells, at + i * stride, as_list(value), stride)
            elif isinstance(value, list):
                self._put_list(cells, at + i * self.layout.stride[variable.name], value, variable.type)
            else:
                cells[at + i] = NIL if value is None else int(value)
        if ("yes", variable.name) in self.layout.cells:
            yes = mask_of(compress(range(len(values)), values))
            self.backend.put_set(cells, self.layout.cells["yes", variable.name], yes)

    def _put_list(self, cells: Cells, at: int, values: list[Value], type_: ir.Type) -> None:
        if len(values) > self.layout.room_of(type_):
            raise Untold(tr("a list has more values than compiled rules can hold"))
        cells[at] = len(values)
        for i, value in enumerate(values, 1):
            cells[at + i] = self._number(value)

    def _put_cards(self, s: State, cells: Cells) -> None:
        layout, put_set = self.layout, self.backend.put_set
        for place in self.program.places:
            at, zone = self._at(place), s.zones[place.index]
            match place.zone.form:
                case "set":
                    put_set(cells, at, mask_of(zone))
                case "melds":
                    cells[at] = len(zone)
                    for i, meld in enumerate(zone):
                        self._put_meld(cells, at + 1 + i * (layout.words + 1), meld)
                case form:
                    if len(zone) > layout.room(place.zone.name):
                        raise Untold(tr("a row has more places than compiled rules can hold"))
                    first = at + layout.before(form)
                    cells[at] = len(zone)
                    for i, card in enumerate(zone):
                        cells[first + i] = NIL if card is None else card
                    if form == "row":
                        put_set(cells, at + 1, mask_of(card for card in zone if card is not None))
        put_set(cells, layout.cells["zone", ""], mask_of(card for card, home in enumerate(s.home) if home < 0))
        if layout.casts:
            tables = (s.zones[place.index] for place in self.program.places if place.zone.form == "melds")
            cast = {card for table in tables for card in cards_of(table)}
            for card in set(range(layout.cards)) - cast:
                cells[layout.cells["role", ""] + card] = cells[layout.cells["place", ""] + card] = NIL
        if ("turned", "") in layout.cells:
            put_set(cells, layout.cells["turned", ""], mask_of(s.revealed))
        if layout.owned:
            at = layout.cells["placed", ""]
            for card, seat in enumerate(s.placed):
                cells[at + card] = NIL if seat is None else seat

    def _put_meld(self, cells: Cells, at: int, meld: Meld) -> None:
        cells[at] = list(self.program.combos.patterns).index(meld.combo)
        self.backend.put_set(cells, at + 1, mask_of(meld.cards))
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
            put("left", mask_of(frame.seats))
            put("next", frame.following)
            return
        put("actor", frame.actor)
        put("outer", frame.outer)
        put("next", frame.following)
        if ("around", stage.name) in layout.cells:
            put("around", cells[layout.cells["round", ""]])
        if stage.loops:
            cells[layout.cells["round", ""]] = layout.cells["next", stage.name]
        turns = frame.turns_left
        if turns is not None:
            put("left", len(turns))
            put("next", turns[-1] if turns else None)
            put("way", -1 if len(turns) > 1 and (turns[-1] + 1 - turns[-2]) % seats else 1)
            if not turns and not stage.named:
                put("next", 0)

    def _put_deciding(self, s: State, cells: Cells, frame: Frame) -> None:
        layout = self.layout
        if frame.pending is None:
            cells[layout.cells["actor", ""]] = frame.seats[0] if s.task is None else s.task.env[0]
            if frame.stage.at_once:
                cells[layout.cells["seats", ""]] = mask_of(frame.seats)
                cells[layout.cells["queue", ""]] = mask_of(task.env[0] for task in s.queue)
            for task in s.queue:
                self._put_pending(cells, task.env[0], self.program.moves[task.move], task.env)
            return
        cells[layout.cells["seats", ""]] = mask_of(frame.seats)
        cells[layout.cells["waiting", ""]] = mask_of(seat for seat in frame.seats if seat not in frame.pending)
        for seat, (index, env, _) in frame.pending.items():
            self._put_pending(cells, seat, self.program.moves[index], env)

    def _put_pending(self, cells: Cells, seat: int, move: MovePlan, env: Env) -> None:
        """Store the choice of one seat in a simultaneous decision."""
        layout = self.layout
        at = layout.cells["pending", ""] + seat * layout.row
        cells[at] = self.numbers[move.name]
        for i, choice in enumerate(move.choices):
            value, cell = env[choice.slot], at + 1 + i * layout.width
            if choice.choice.type.name == "meld":
                melds = [meld for meld in as_list(value) if isinstance(meld, Meld)]
                self.backend.put_set(cells, cell, mask_of(cards_of(melds)))
                kept = layout.pending_melds_at(seat, i)
                cells[cell + layout.words] = -1 - kept
                self._put_kept_melds(cells, kept, melds)
            elif choice.choice.type.name == "spot" and isinstance(value, list):
                cells[cell + layout.words] = len(value)
                for number, spot in enumerate(value, cell + layout.words + 1):
                    cells[number] = self._number(spot)
            elif isinstance(value, list):
                self.backend.put_set(cells, cell, mask_of(value))
            else:
                cells[cell] = self._number(value)

    def _put_kept_melds(self, cells: Cells, at: int, melds: list[Meld]) -> None:
        cells[at] = len(melds)
        at += 1
        for meld in melds:
            cells[at] = list(self.program.combos.patterns).index(meld.combo)
            cells[at + 1] = len(meld.cards)
            cast = zip(meld.cards, meld.roles, meld.places(), strict=True)
            for k, each in enumerate(cast, at + 2):
                cells[k] = packed(*each)
            at += 2 + len(meld.cards)

    def _number(self, value: Value) -> int:
        """Return one value as a cell has it."""
        if isinstance(value, Spot):
            return self.layout.spots.number(value)
        return NIL if value is None else int(value)


def bits(mask: int) -> list[int]:
    """Return the numbers of the bits that are set, lowest first."""
    return list(_bits(mask))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterator[int] | Value) -> int:
    found = 0
    for card in cards:
        found |= 1 << card
    return found
