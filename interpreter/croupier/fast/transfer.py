"""Convert positions between compiled rules and the reference, where a player chooses or the game is over.

Cells do not hold what seats remember, nor past events: a state made from them knows only visible cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from croupier.base.chance import Stream
from croupier.base.moves import Move
from croupier.base.values import Env, Meld, Value, as_list, cards_of
from croupier.combos.layout import casting_of
from croupier.compile.groups import dealt
from croupier.fast.backends import Cells, nothing
from croupier.fast.filling import Filling, bits, mask_of
from croupier.knowledge.remembered import Knowledge
from croupier.lowering.kernel import NIL
from croupier.lowering.layout import several_spots, unpacked
from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
from croupier.model.state import BODY, DECIDE, FINISH, Frame, State, Task
from croupier.play.flow import move_env
from croupier.play.legal import in_order
from croupier.play.setup import empty_state
from croupier.words.notation import spell_choices, spell_move
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

if TYPE_CHECKING:
    from croupier.base.chance import Seed
    from croupier.lowering.stages import Question
    from croupier.model.program import ZonePlace

Offers: TypeAlias = dict[int, list[Value]]
"""Candidates of a state, by the `id` of their choice."""


class Transfer(Filling):
    """Converts positions between one engine and the reference."""

    def _chain(self, names: Sequence[str]) -> list[StagePlan]:
        """Return the stages under way, the outermost first."""
        chain = [self.program.root]
        for name in names[1:]:
            chain.append(next(step for step in chain[-1].steps if step.name == name))
        return chain

    # ------------------------------------------------------------ from cells
    def state(self, cells: Cells, seed: Seed) -> State:
        """Return the state of the cells; `seed`: the seed of its game."""
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

    def _zone(self, s: State, cells: Cells, place: ZonePlace) -> list[Value]:
        at = self._at(place)
        match place.zone.form:
            case "set":
                return bits(self.backend.set_at(cells, at))
            case "melds":
                step = self.layout.words + 1
                return [self._meld(s, cells, at + 1 + i * step) for i in range(cells[at])]
        first = at + self.layout.before(place.zone.form)
        return [nothing(cells[first + i]) for i in range(cells[at])]

    def _meld(self, s: State, cells: Cells, at: int) -> Meld:
        """Return a meld: its combo and its cards, with what each represents and its place."""
        role, place = (self.layout.cells[name, ""] for name in ("role", "place"))
        kind_of = self.program.kind_of

        def order(card: int) -> tuple[bool, int, int, bool, int]:
            its, kind = cells[place + card], kind_of[card]
            return its < 0, its, kind, cells[role + card] != kind, cells[role + card]

        cards = sorted(bits(self.backend.set_at(cells, at + 1)), key=order)
        roles, places = (tuple(cells[what + card] for card in cards) for what in (role, place))
        combo = list(self.program.combos.patterns)[cells[at]]
        return self._cast(combo, tuple(cards), roles, places)

    def _kept_melds(self, cells: Cells, at: int) -> list[Meld]:
        """Return the chosen melds that are stored in the position."""
        found: list[Meld] = []
        number, at = cells[at], at + 1
        for _ in range(number):
            combo = list(self.program.combos.patterns)[cells[at]]
            cast = [unpacked(cell) for cell in cells[at + 2 : at + 2 + cells[at + 1]]]
            cards, roles, places = zip(*cast, strict=True)
            found.append(self._cast(combo, cards, roles, places))
            at += 2 + cells[at + 1]
        return found

    def _cast(self, combo: str, cards: tuple[int, ...], roles: tuple[int, ...], places: tuple[int, ...]) -> Meld:
        """Return a meld of cards in order, with what each represents and its place."""
        if places[0] < 0 or self.program.combos.patterns[combo].group is not None:
            groups = tuple(Counter(its for its in places if its >= 0).values())
            return Meld(combo, cards, roles, places[0], (), groups)
        gaps = tuple(its for its in range(places[0], places[-1]) if its not in places)
        return Meld(combo, cards, roles, places[0], gaps)

    def _variables(self, s: State, cells: Cells) -> None:
        for variable in self.program.special.variables:
            at, step = self.layout.cells["variable", variable.name], self.layout.stride.get(variable.name, 1)
            if variable.per == "card":
                s.card_variables[self.program.card_variables[variable.name]] = [
                    self._state(cells, at + card * step, variable.type) if self._lives(s, variable, card) else None
                    for card in range(self.layout.cards)
                ]
            else:
                place = self.program.variables[variable.name]
                s.variables[place.base : place.base + place.size] = [
                    self._state(cells, at + i * step, variable.type) for i in range(place.size)
                ]
        for index, starting in self.program.entering.items():
            for card in cards_of(s.zones[index]):
                for start, column in starting:
                    s.began[column][card] = start(s, [s.acted, card])

    def _lives(self, s: State, variable: ir.Variable, card: int) -> bool:
        """Return whether a variable may have a value for the card: not if it lives in a zone without the card."""
        home = s.home[card]
        here = self.program.places[home].zone.name if home >= 0 else ""
        return variable.life not in self.layout.zones or variable.life == here

    def _state(self, cells: Cells, at: int, type_: ir.Type) -> Value:
        """Return the value of state that is stored from a cell on."""
        if type_.name != "meld":
            return _said_in(cells, at, type_)
        melds = self._kept_melds(cells, at)
        return melds if type_.many else melds[0] if melds else None

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
            if inner.stage.served:
                inner.following = cells[layout.cells["actor", ""]]
            self._ask(s, cells, self.questions[label])
            for seat in bits(queue) if inner.stage.at_once else ():
                move, env = self._kept(s, cells, seat)
                s.queue.append(Task(move.do, 0, env, move.index))
        elif inner.stage.at_once:
            inner.pending = {}
            for seat in bits(asked & ~waiting):
                move, env = self._kept(s, cells, seat)
                inner.pending[seat] = (move.index, env, ())  # its words are made again when they are shown

    def _kept(self, s: State, cells: Cells, seat: int) -> tuple[MovePlan, Env]:
        """Return the choice of one seat in a simultaneous decision."""
        return self.chosen(s, cells, self.layout.cells["pending", ""] + seat * self.layout.row, seat)

    def _ask(self, s: State, cells: Cells, question: Question) -> None:
        """Restore a move that waits for a choice."""
        inner, actor = s.frames[-1], cells[self.layout.cells["actor", ""]]
        inner.phase = FINISH
        move = self.program.move(question.move.name)
        assert move is not None
        env = move_env(move, actor)
        held = cells[self.layout.cells["held", move.name]]
        types = move.do.names
        several = {slot for slot, (_, type_) in types.items() if type_.many}
        several |= {node.slot for node in nodes(question.move) if isinstance(node, ir.Choice) and not node.single}
        for slot, kind in question.locals.items():
            at, type_ = self.layout.cells["local", f"{move.name} {slot}"], types[slot][1]
            if kind == "one":
                env[slot] = self._told(nothing(cells[at]), type_)
            elif kind == "melds":
                melds = [] if cells[at] == NIL else self._kept_melds(cells, at)
                if slot in several:
                    env[slot] = None if cells[at] == NIL else melds
                else:
                    env[slot] = melds[0] if melds else None
            elif kind == "cards":
                chosen = bits(self.backend.set_at(cells, at))
                in_their_order = self._in_order(s, actor, chosen) if type_.name == "card" else chosen
                env[slot] = in_their_order if held >> slot & 1 else None
            else:
                env[slot] = None if cells[at] == NIL else self._list_from(cells, at, type_)
            loop = self.layout.cells.get(("each", f"{move.name} {slot}"))
            if loop is not None and cells[loop] != NIL:
                of = types[move.do.left[slot]][1]
                of_melds = of.name == "meld"
                left = self._kept_melds(cells, loop + 1) if of_melds else self._list_from(cells, loop + 1, of)
                env[move.do.left[slot]] = left[cells[loop] :][::-1]
        cast = self.program.planner.cast_slot
        if ("gone", move.name) in self.layout.cells and cast is not None:
            gone = set(bits(self.backend.set_at(cells, self.layout.cells["gone", move.name])))
            env += [None] * (cast + 1 - len(env))
            env[cast] = {card: meld for card, meld in casting_of(env, cast).items() if card not in gone}
        asks = move.do.asks
        at = next(at for at, choices in asks.items() if choices[0].slot == question.choices[0].slot)
        s.task, s.asking = Task(move.do, at, env, move.index), True

    def _list_from(self, cells: Cells, at: int, type_: ir.Type) -> list[Value]:
        """Return the values that are stored after their number, from a cell on."""
        return [self._told(nothing(cells[at + 1 + i]), type_) for i in range(cells[at])]

    def chosen(self, s: State, cells: Cells, at: int, seat: int, offers: Offers | None = None) -> tuple[MovePlan, Env]:
        """Return a legal move's row as the move and its locals. `offers`: the candidates of this state, if known."""
        move = self.moves[cells[at]]
        assert move is not None
        env = move_env(move, seat)
        self._choose_all(s, env, move.choices, cells, at, {} if offers is None else offers)
        return move, env

    def words(self, s: State, cells: Cells, at: int, seat: int, offers: Offers | None = None) -> Move:
        """Return a row of a legal move, or of an answer, in words. `offers` as above."""
        if s.task is None:
            return spell_move(s, *self.chosen(s, cells, at, seat, offers), seat)
        env, choices = s.task.env.copy(), s.task.code.asks[s.task.pc]
        self._choose_all(s, env, choices, cells, at, {} if offers is None else offers)
        return Move(self.program.moves[s.task.move].name, spell_choices(s, choices, env, seat))

    def _in_order(self, s: State, seat: int, cards: list[int]) -> list[int]:
        """Return cards in the order of choices, those that the seat does not see in their places' order."""
        ordered = self.program.places
        at = {card: (home := s.home[card], s.zones[home].index(card) if ordered[home].ordered else 0) for card in cards}
        return in_order(s, seat, sorted(cards, key=at.__getitem__))

    def _choose_all(
        self, s: State, env: Env, choices: Sequence[ChoicePlan], cells: Cells, at: int, offers: Offers
    ) -> None:
        for i, choice in enumerate(choices):  # the first choice's candidates depend on no other choice
            self._choose(s, env, choice, cells, at + 1 + i * self.layout.width, {} if i else offers)

    def _choose(self, s: State, env: Env, choice: ChoicePlan, cells: Cells, cell: int, offers: Offers) -> None:
        if choice.choice.type.name == "meld":
            self._choose_melds(s, env, choice, cells, cell, offers)
        elif choice.choice.type.name == "spot" and not choice.choice.single:
            env[choice.slot] = [self.layout.spots.spot(spot) for spot in several_spots(self.layout, cells, cell)]
        elif not choice.choice.single:
            several = bits(self.backend.set_at(cells, cell))
            env[choice.slot] = self._in_order(s, env[0], several) if choice.choice.type.name == "card" else several
        else:
            env[choice.slot] = self._told(nothing(cells[cell]), choice.choice.type)

    def _told(self, value: int | None, of: ir.Type) -> Value:
        """Return the value of a type that a number encodes."""
        if value is None:
            return None
        return self.layout.spots.spot(value) if of.name == "spot" else bool(value) if of == ir.TRUTH else value

    def _choose_melds(self, s: State, env: Env, choice: ChoicePlan, cells: Cells, cell: int, offers: Offers) -> None:
        """Choose melds by their numbers among the candidates, or as they are kept."""
        kept = -1 - cells[cell + self.layout.words]
        if kept >= 0:
            melds = self._kept_melds(cells, kept)
            env[choice.slot] = melds[0] if choice.choice.single else melds
            return
        if id(choice) not in offers:
            offers[id(choice)] = as_list(choice.collection(s, env))
        offered = offers[id(choice)]
        chosen = [offered[number] for number in self.layout.meld_numbers(cells, cell, choice.choice)]
        if choice.group is not None:
            chosen = dealt(s, choice.group, chosen, env)
        assert mask_of(cards_of(chosen)) == self.backend.set_at(cells, cell)
        env[choice.slot] = chosen[0] if choice.choice.single else chosen


def _said(value: int, type_: ir.Type) -> Value:
    return bool(value) if type_.name == "truth" and value != NIL else nothing(value)


def _said_in(cells: Cells, at: int, type_: ir.Type) -> Value:
    """Return the value stored from a cell on, or a list after its number of values."""
    if type_.many:
        return [_said(cells[at + 1 + i], type_) for i in range(cells[at])]
    return _said(cells[at], type_)
