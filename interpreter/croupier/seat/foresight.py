"""Predict the effects of a move from what its seat knows.

Each move is tried in determinizations, up to the first event that depends on hidden information or chance.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

from croupier.base import limits
from croupier.base.effort import EFFORT, TooMuch
from croupier.base.events import Bared
from croupier.base.faults import RulesFault
from croupier.base.moves import Move, Moves
from croupier.base.values import Env, Value, as_list, cards_of
from croupier.combos.binding import WILD
from croupier.knowledge.imagining import deal_anew, imagine
from croupier.knowledge.remembered import Knowledge
from croupier.knowledge.unseen import NoChance, Unforeseen, peek
from croupier.model.plans import MovePlan
from croupier.model.visibility import sees
from croupier.play import flow, must
from croupier.seat.views import Consequence, Offer, log, view
from croupier.words.notation import Spellers, spell_choices, spell_move
from croupier_dsl.analysis import zones_left

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.model.state import State

Found = list[tuple[MovePlan | None, Env]]


@dataclass(slots=True)
class _Tried:
    """A move made in an imagined game.

    `state`: at the next decision, or before the list of statements that cannot be foreseen (`stopped`); `unknown`: that
    list belongs to the move itself. `shown`: the kinds of the cards that the seat has seen on the way; `peeked`: some
    of them were hidden before.
    """

    state: State
    stopped: bool = False
    unknown: bool = False
    peeked: bool = False
    shown: tuple[int, ...] = ()


class Foresight:
    """Tries the moves of one seat in one position; what it imagines depends on nothing that the seat does not know.

    `knowledge` is of the imagined state, up to the end of its log. `most`: the number of moves to find, the first ones;
    None for all.
    """

    def __init__(self, seat: int, world: State, knowledge: Knowledge, most: int | None = None) -> None:
        self.seat = seat
        self.most = most
        self.world = world
        self.knowledge = knowledge
        bit = 1 << seat
        world.unknown = self.unknown = frozenset(
            card for card, home in enumerate(world.home) if home >= 0 and not knowledge.known[card] & bit
        )

    @classmethod
    def of(cls, s: State, knowledge: Knowledge, seat: int, most: int | None = None) -> Self:
        """Return the foresight of the seat in this position of the true game."""
        world = imagine(s, knowledge, seat)
        world.chance, world.patience = NoChance(), limits.imagined_performances(s.program.seats)
        unknown = world.unknown or ()
        return cls(seat, world, Knowledge.of(world, lambda card: 0 if card in unknown else 1 << seat), most)

    @cached_property
    def moves(self) -> Found:
        """Return the moves of the seat in the imagined position, where hidden cards have other places."""
        return _moves_of(self.world, self.seat, self.most)

    @cached_property
    def others(self) -> list[tuple[State, Found]]:
        """Return other determinizations of the same information set, each with its moves."""
        found = []
        for number in range(1, limits.WORLDS):
            world = deal_anew(self.world, self.seat, number)
            world.chance = NoChance()
            try:
                moves = _moves_of(world, self.seat, self.most)
            except RulesFault:  # it counts as a position where the move is not possible
                moves = []
            found.append((world, moves))
        return found

    @cached_property
    def hidden(self) -> frozenset[int]:
        """Return the cards that the seat does not see, whether it knows them or not."""
        s = self.world
        return frozenset(card for card in range(s.program.cards) if not sees(s, self.seat, card))

    def consequence(self, index: int | None) -> Consequence:
        """Return the effect of the move at this index; None: measure the position as it is."""
        EFFORT.renew()
        if index is None or self.world.frames[-1].pending is not None or index >= len(self.moves):
            return self._measure(self.world, index is not None, lambda most=None: None)
        tried = self._try(self.world, self.moves[index])
        unknown = tried.unknown or (tried.peeked and self._otherwise_elsewhere(index, tried))
        if unknown:
            return self._measure(self._known_part(self.moves[index]), True, lambda most=None: None)
        again = not tried.stopped and flow.to_act(tried.state) == (self.seat,)
        return self._measure(tried.state, False, lambda most=None: self._follow(tried.state, most) if again else None)

    def _otherwise_elsewhere(self, index: int, tried: _Tried) -> bool:
        """Return whether the move shows other cards in another determinization of the information set."""
        return any(
            index >= len(moves) or self._try(other, moves[index]).shown != tried.shown for other, moves in self.others
        )

    def _try(self, world: State, made: tuple[MovePlan | None, Env]) -> _Tried:
        """Return the move, and what follows by itself, up to the next decision or to what cannot be foreseen."""
        move, env = made
        s = world.copy()
        watch = _Watch(self, s)
        try:
            if move is None:
                flow.answer(s, env.copy(), watch=watch)
            else:
                flow.play(s, self.seat, move, env.copy(), watch=watch)
            watch.look(s)
        except (Unforeseen, must.Unsettled):
            if watch.between_lists(s):
                return _Tried(s, True, False, watch.peeked, tuple(watch.shown))
            unknown = watch.lists <= (move is None or bool(move.do.ops))
            return _Tried(watch.before, True, unknown, watch.peeked, tuple(watch.shown))
        except RulesFault:  # its end is unknown
            return _Tried(watch.before, True, True, watch.peeked, tuple(watch.shown))
        return _Tried(s, False, False, watch.peeked, tuple(watch.shown))

    def _known_part(self, made: tuple[MovePlan | None, Env]) -> State:
        """Return the state after the part of a move before the first event that cannot be foreseen."""
        move, env = made
        if move is None:
            return self.world
        steps = self._steps(move, env.copy(), None)[1]
        return self._steps(move, env.copy(), steps)[0]

    def _steps(self, move: MovePlan, env: Env, most: int | None) -> tuple[State, int]:
        """Return the move's own list, operation by operation: `most` of them, or as many as show nothing new."""
        s = self.world.copy()
        s.acted = self.seat
        watch = _Watch(self, s)
        steps, pc, ops = 0, 0, move.do.ops
        env.extend([None] * (move.do.slots - len(env)))
        while 0 <= pc < len(ops) and (most is None or steps < most):
            try:
                pc = ops[pc](s, env)
                watch.look(s, peeking=False)
            except (Unforeseen, RulesFault):  # if the move is made, its fault is reported with its place
                break
            steps += 1
        return s, steps

    def _follow(self, s: State, most: int | None) -> Offer | None:
        """Return the seat's next decision, which is the next of all, with nothing unknown before it, and `most` of its
        moves; None if what is legal there cannot be settled."""
        seat, knowledge = self.seat, self.knowledge.copy()
        knowledge.follow(s.log)
        ahead, kept = Foresight(seat, s, knowledge, most), Spellers()
        try:
            count = len(ahead.moves)
        except RulesFault:
            return None
        return Offer(
            seat,
            Moves(count, lambda i: _spell(s, seat, kept, *ahead.moves[i])),
            lambda: view(s, seat, knowledge, {}),
            lambda: log(s, seat),
            lambda: ahead.consequence,
        )

    def _measure(self, s: State, unknown: bool, follow: Value) -> Consequence:
        program, seat = s.program, self.seat
        team = program.team_of(seat)
        held: list[int] = []
        won = 0
        for place in program.places:
            if place.subject != (seat if place.zone.per == "player" else team) or place.zone.per == "table":
                continue
            if place.zone.name not in zones_left(program.planner.facts):
                won += len(cards_of(peek(s.zones, place.index))) if place.viewers == program.everyone else 0
            elif place.zone.per == "player":
                held.extend(cards_of(peek(s.zones, place.index)))
        left, spare, use, score = 0, 0, 0, None
        kinds = (
            () if program.combos.wanted else tuple(program.kind_of[card] for card in held if card not in self.unknown)
        )
        try:
            left, spare, use = self._promise(s, held)
        except Unforeseen:
            pass
        except TooMuch:  # hands of forty cards: as if none of them went together
            left = spare = len(held)
        with suppress(Unforeseen, RulesFault):  # a score may have a value only at the end
            score = program.scores[0](s, [None, seat])
        if score is not None and program.rules.result.best == "lowest":
            score = -score
        return Consequence(unknown, score, left, len(held), won, follow, spare, use, kinds)

    def _promise(self, s: State, held: list[int]) -> tuple[int, int, int]:
        """Return three numbers for these cards: the deadwood of the best arrangements, the deadwood without wild cards
        that no combo needs, and the use of the cards (see `Consequence`).
        """
        combos = s.program.combos
        wanted = combos.wanted
        if not wanted:
            return 0, 0, 0
        cards = sorted(held)
        left = spare = sum(combos.remains(s, name, cards) for name in wanted)
        wild = combos.wild_kinds(s)
        kinds = [s.program.kind_of[card] for card in cards]
        use = combos.matching(kind for kind in kinds if kind not in wild)
        for card, kind in zip(cards, kinds, strict=True):
            if kind in wild:
                use += WILD
                held = [other for other in held if other != card]
                if spare:
                    spare = min(spare, sum(combos.remains(s, name, held) for name in wanted))
        return left, spare, use


class _Watch:
    """Follows an imagined game list by list, up to the first that shows something new."""

    def __init__(self, foresight: Foresight, s: State) -> None:
        self.foresight = foresight
        self.before = s
        self.mark = s.log.sighted
        self.lists = 0
        self.shown: list[int] = []
        self.peeked = False

    def __call__(self, s: State) -> None:
        """Prepare for a list of statements that is about to run."""
        self.look(s)
        self.before = s.copy()
        self.lists += 1

    def between_lists(self, s: State) -> bool:
        """Return whether no unfinished list of statements is under way and none has shown a card."""
        if s.task is not None:
            return False
        try:
            self.look(s)
        except Unforeseen:
            return False
        return True

    def look(self, s: State, peeking: bool = True) -> None:
        """Raise Unforeseen if a card has been shown that the seat did not know, or, without `peeking`, does not see."""
        unknown, hidden = self.foresight.unknown, self.foresight.hidden
        for shown in s.log.shown(self.mark, self.foresight.seat):
            card = shown.card
            if card in unknown:
                raise Unforeseen
            if isinstance(shown, Bared):
                continue  # it lay where the seat knew it to be
            if card in hidden and not peeking:
                raise Unforeseen
            self.shown.append(s.program.kind_of[card])
            self.peeked = self.peeked or card in hidden
        self.mark = s.log.sighted


def going(s: State, knowledge: Knowledge, seat: int, found: Found) -> tuple[frozenset[int], Mapping[int, int]]:
    """Return the kinds of the cards that a seat has and knows; and, by kind, the most of these that one move takes with
    such a card. Both are empty where combos give cards their worth.
    """
    program = s.program
    if program.combos.wanted:
        return frozenset(), {}
    leaving = [place for place in program.places if place.zone.per == "player" and place.subject == seat]
    held = {
        card
        for place in leaving
        if place.zone.name in zones_left(program.planner.facts)
        for card in cards_of(s.zones[place.index])
        if sees(s, seat, card) or knowledge.seats_know(card, seat)
    }
    kind_of = program.kind_of
    most: dict[int, int] = {}
    for move, env in found:
        taken: set[int] = set()
        choices = move.choices if move is not None else s.task.code.asks[s.task.pc] if s.task is not None else ()
        for choice in choices:
            if choice.choice.type.name in ("card", "meld"):
                taken.update(cards_of([item for item in as_list(env[choice.slot]) if item is not None]))
        taken &= held
        for kind in {kind_of[card] for card in taken}:
            most[kind] = max(most.get(kind, 0), len(taken))
    return frozenset(kind_of[card] for card in held), most


def _moves_of(s: State, seat: int, most: int | None = None) -> Found:
    """Return the moves of the seat, or the first `most` of them; an empty list where it cannot work them out."""
    try:
        if s.asking and s.task is not None:
            return [(None, env) for env in must.answers(s, s.task, most)]
        return list[tuple[MovePlan | None, Env]](must.moves(s, s.frames[-1].stage, seat, most))
    except Unforeseen:
        return []


def _spell(s: State, seat: int, kept: Spellers, move: MovePlan | None, env: Env) -> Move:
    if move is not None:
        return spell_move(s, move, env, seat, kept=kept)
    assert s.task is not None
    return Move(s.program.moves[s.task.move].name, spell_choices(s, s.task.code.asks[s.task.pc], env, seat, kept=kept))
