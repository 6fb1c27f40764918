"""Keep those moves of a stage with a `must` after which its player can still end it as required.

The search makes only the seat's own moves, in a position imagined from what the seat knows. It stops at the next chance
event, card shown for the first time, or decision of another player; anything later counts as possible. No position is
searched twice. A search that exceeds its bounds is a fault of the rules.

Each move has one verdict, independent of the caller: moves are judged in one order, whether one legal move is searched
for or all are listed, so nothing depends on earlier queries.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import itemgetter
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.effort import EFFORT, TooMuch
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Env, Fn, Meld, Spot, Value, as_list, cards_of
from croupier.knowledge.imagining import Imagined, blank_out
from croupier.knowledge.remembered import Knowledge
from croupier.knowledge.unseen import Blank, Lookout, NoChance, Unforeseen, Unknown, peek
from croupier.play import flow, legal
from croupier.play.prospects import Prospects
from croupier_dsl import ir
from croupier_dsl.analysis import Feature, features_read, nodes, reads_faces

if TYPE_CHECKING:
    from croupier.compile.execute import Code
    from croupier.model.plans import ChoicePlan, MovePlan, StagePlan
    from croupier.model.program import Program
    from croupier.model.state import Frame, State, Task

TOGETHER = 500
"""The number of ways to take what is due that are sorted at a time."""
NARROW = 1_000
"""A penalty on the depth of a narrow search: any other search counts as deeper."""

MADE, EACH_CARD = 100, 4
"""Costs, in effort, of copying a position and each of its cards, and making a move in it."""

Made = tuple["MovePlan | None", Env]


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search: whether the stage can still end as it must. `alike`: the result holds for every choice
    of cards that nothing on the way distinguishes; `failing`: the conditions that failed at all endings seen; `cut`:
    a deeper search might succeed; `loop`: a way was left out because it leads back to an earlier position of this
    search."""

    ok: bool
    alike: bool = False
    failing: frozenset[int] | None = None
    cut: bool = False
    loop: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """A position in which the seat chooses again. `plain`: the move that led here depends on no difference between
    cards that nothing distinguishes; `alike`: no player was passed over on the way."""

    state: State
    plain: bool
    alike: bool


class Ended(Exception):
    """An iteration of the stage is complete, and these conditions of its `must` do not hold."""

    def __init__(self, failing: frozenset[int]) -> None:
        self.failing = failing


class TooFar(Exception):
    """The search has grown too large."""


class Unsettled(RulesFault):
    """It takes too long to find whether a stage can still end as it must."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A move of the seat, or an answer, with its result."""

    move: MovePlan | None
    env: Env
    found: Found


class Trial:
    """The trial of an imagined game: it waits until the stages that bind the seat are complete.

    A card shown to the seat for the first time becomes one of the `blanks`, which have no face. A test of a blank's
    face gets its result from `guesses`: both results are possible.
    """

    __slots__ = ("asked", "blanks", "depth", "guesses", "lookahead", "lookout")

    def __init__(self, lookahead: Lookahead, depth: int) -> None:
        self.lookahead = lookahead
        self.depth = depth
        self.guesses: list[bool] = []

    def begin(self, lookout: Lookout) -> None:
        """Begin a move with these guesses."""
        self.lookout = lookout
        self.blanks: frozenset[int] = frozenset()
        self.asked = 0

    def otherwise(self) -> bool:
        """Turn to the next guesses; return whether there are any."""
        while self.guesses and not self.guesses[-1]:
            self.guesses.pop()
        if self.guesses:
            self.guesses[-1] = False
        return bool(self.guesses)

    def guess(self) -> bool:
        """Return the result of a test of a blank card's face. Raises Unforeseen after too many guesses."""
        if self.asked == limits.MOST_GUESSES:
            raise Unforeseen
        if self.asked == len(self.guesses):
            self.guesses.append(True)
        self.asked += 1
        return self.guesses[self.asked - 1]

    def watch(self, s: State) -> None:
        """Raise Unforeseen if a card was shown before another list begins or a player chooses."""
        if self.blanks:
            raise Unforeseen
        self.lookout(s)

    def acted(self, s: State) -> None:
        """Observe the end of a statement: cards that it showed are blank from here on."""
        if s.log.sighted != self.lookout.mark:
            shown = self.lookout.shown(s)
            if shown:
                self._blank(s, shown)

    def _blank(self, s: State, shown: set[int]) -> None:
        if not shown <= {card for zone in s.zones for card in zone if isinstance(card, int)}:
            raise Unforeseen
        names = blank_out(s, shown)
        self.blanks |= frozenset(names.values())
        for place in s.program.variables.values():
            for at in range(place.base, place.base + place.size):
                s.variables[at] = _renamed(place.variable.type, peek(s.variables, at), names)
        task = s.task
        if task is not None:
            for slot, type_ in self.lookahead.cards_named(task.code, task.move).items():
                if slot < len(task.env):
                    task.env[slot] = _renamed(type_, peek(task.env, slot), names)

    def failing(self, s: State, env: Env, tests: Sequence[Fn]) -> int | None:
        """Return the first of the conditions that does not hold, whatever is on the blank cards. Blank if that is not
        known."""
        unsure = False
        for at, test in enumerate(tests):
            try:
                if not test(s, env):
                    return at
            except IndexError:
                unsure = True
        if unsure:
            raise Blank
        return None

    def may_move(self, s: State, stage: StagePlan) -> None:
        """Raise Unforeseen if there may be a legal move that depends on cards' faces."""
        if self.blanks and any(self.lookahead.asks_faces(move.move) for move in stage.moves):
            raise Unforeseen

    def pass_over(self, s: State, stage: StagePlan) -> None:
        """Raise Ended if the stage repeats for ever without a legal move, so that the `must` is never reached."""
        if self.lookahead.changes_nothing(stage):
            failing = self._failing(s, s.frames[self.depth])
            raise Ended(failing or frozenset(range(len(s.frames[self.depth].stage.must))))

    def may_choose(self, s: State, choices: Sequence[ChoicePlan]) -> None:
        """Raise Unforeseen if there may be an answer that depends on cards' faces."""
        if self.blanks and any(self.lookahead.asks_faces(plan.choice) for plan in choices):
            raise Unforeseen

    def in_order(self, items: Sequence[Value]) -> None:
        """Raise Unforeseen if several cards, including a blank one, are taken one after the other."""
        if self.blanks and len(items) > 1 and any(isinstance(item, int) and item in self.blanks for item in items):
            raise Unforeseen

    def complete(self, s: State, frame: Frame) -> None:
        """Test the conditions of a `must` at the end of an iteration."""
        failing = self._failing(s, frame)
        if failing or len(s.frames) - 1 <= self.depth:
            raise Ended(failing)

    def _failing(self, s: State, frame: Frame) -> frozenset[int]:
        """Return the conditions of its `must` that do not hold, whatever is on blank cards."""
        numbers = range(len(frame.stage.must))
        if not self.blanks:
            return frozenset(i for i in numbers if not _met(s, frame, i))
        loose = {card for zone in s.zones for card in zone if isinstance(card, int)}
        if not self.blanks <= loose or self.blanks & _held_in_state(s):
            return frozenset()
        failing: set[int] = set()
        for i in numbers:
            try:
                if not _met(s, frame, i):
                    failing.add(i)
            except (Unforeseen, IndexError):  # a blank card has nothing on it
                continue
        return frozenset(failing)


def _renamed(type_: ir.Type, value: Value, names: Mapping[int, int]) -> Value:
    """Return a value with blanks for the cards that have been shown."""
    if type_.name not in ("card", "meld", "spot") or value is None or isinstance(value, Unknown):
        return value
    if type_.name == "card":
        return [names.get(card, card) for card in value] if isinstance(value, list) else names.get(value, value)
    spots = [item for item in as_list(value) if isinstance(item, Spot)]
    cards = cards_of(value) if not spots else [card for spot in spots for card in (spot.anchor, spot.holder)]
    if any(card in names for card in cards):
        raise Unforeseen
    return value


def _met(s: State, frame: Frame, number: int) -> bool:
    """Return whether this condition of the stage's `must` holds; a fault in it has its place."""
    try:
        return bool(frame.stage.must[number](s, frame.env))
    except RulesFault as fault:
        written = frame.stage.stage.must[number]
        raise fault.at(written.path, written.where, written.text) from None


def moves(s: State, stage: StagePlan, seat: int, most: int | None = None) -> list[tuple[MovePlan, Env]]:
    """Return every legal move of the seat with its locals, in canonical order, or the first `most` of them; no two of
    them read the same."""
    ahead = s.program.lookahead
    return legal.moves(s, stage, seat)[:most] if ahead is None else ahead.moves(s, stage, seat, most)


def answers(s: State, task: Task, most: int | None = None) -> list[Env]:
    """Return every legal answer to a choice in the middle of a move, or the first `most` of them."""
    ahead = s.program.lookahead
    return legal.answers(s, task)[:most] if ahead is None else ahead.answers(s, task, most)


class Lookahead:
    """The look-ahead of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._features: dict[int, tuple[Feature, ...] | None] = {}
        self._plain: dict[int, bool] = {}
        self._prospects: dict[int, Prospects] = {}
        self._order: dict[int, list[MovePlan]] = {}
        self._faces: dict[int, bool] = {}
        self._idle: dict[int, bool] = {}
        self._named: dict[int, dict[int, ir.Type]] = {}
        self.facts = program.planner.facts

    # ------------------------------------------------------------ the legal moves
    def moves(self, s: State, stage: StagePlan, seat: int, most: int | None = None) -> list[tuple[MovePlan, Env]]:
        """Return the legal moves of the seat, in canonical order, or the first `most` of them."""
        found = legal.moves(s, stage, seat)
        ahead = self.ahead(s, seat)
        if ahead is None:
            return found[:most]
        if most is not None:
            return list(islice(((move, env) for move, env in found if ahead.verdict(s, move, env).ok), most))
        ahead.judge(s, found)
        return [(each.move, each.env.copy()) for each in ahead.all or () if each.found.ok and each.move is not None]

    def answers(self, s: State, task: Task, most: int | None = None) -> list[Env]:
        """Return the legal answers to a choice in the middle of a move, or the first `most` of them."""
        found = legal.answers(s, task)
        ahead = self.ahead(s, task.env[0])
        if ahead is None:
            return found[:most]
        if most is not None:
            return list(islice((env for env in found if ahead.verdict(s, None, env).ok), most))
        ahead.judge(s, [(None, env) for env in found])
        return [each.env.copy() for each in ahead.all or () if each.found.ok]

    def any_move(self, s: State, stage: StagePlan, seat: int) -> bool:
        """Return whether the seat has a legal move."""
        ahead = self.ahead(s, seat)
        if ahead is None:
            return legal.any_move(s, stage, seat)
        made = ((move, env) for move in stage.simplest_first for env in legal.fillings(s, move, seat))
        return any(ahead.verdict(s, move, env).ok for move, env in made)

    def any_answer(self, s: State, task: Task) -> bool:
        """Return whether there is a legal answer."""
        ahead = self.ahead(s, task.env[0])
        if ahead is None:
            return legal.any_answer(s, task)
        return any(ahead.verdict(s, None, env).ok for env in legal.answers(s, task))

    def judged(self, s: State, seat: int, move: MovePlan | None, env: Env) -> Judged | None:
        """Return the verdict on a move, or an answer, that reads like this one; None if no `must` binds the seat or no
        legal choice reads so."""
        ahead = self.ahead(s, seat)
        if ahead is None:
            return None
        if move is not None:
            ahead.judge(s, legal.moves(s, s.frames[-1].stage, seat))
        elif s.task is not None:
            ahead.judge(s, [(None, answer) for answer in legal.answers(s, s.task)])
        wanted = ahead.reading(s, move, env)
        those = [each for each in ahead.all or () if each.move is move]
        return next((each for each in those if ahead.reading(s, move, each.env) == wanted), None)

    def ahead(self, s: State, seat: int) -> Ahead | None:
        """Return the search for this decision; None if nothing binds the seat here, or a search is already running."""
        if s.trial is not None:
            return None
        depth = next((i for i, f in enumerate(s.frames) if f.stage.must and f.actor == seat), None)
        if depth is None:
            return None
        key = (s.decisions, len(s.log), seat)
        if s.ahead is None or s.ahead.key != key:
            s.ahead = self.begin(s, seat, depth, key)
        return s.ahead

    def begin(self, s: State, seat: int, depth: int, key: tuple[int, int, int]) -> Ahead:
        return Ahead(self, s, seat, depth, key)

    def changes_nothing(self, stage: StagePlan) -> bool:
        """Return whether an iteration of the stage without a legal move leads to just another one: it repeats for one
        player, has no lists, and no sentence reads its number."""
        if stage.index not in self._idle:
            self._idle[stage.index] = (
                bool(stage.until) and stage.times is None and stage.players is None
                and not (stage.begin or stage.otherwise or stage.end or stage.steps)
                and not any(
                    isinstance(node, ir.StageCount) and node.stage == stage.name for node in nodes(self.program.rules)
                )
            )  # fmt: skip
        return self._idle[stage.index]

    # ------------------------------------------------------------ differences that moves may depend on
    def asks_faces(self, part: ir.MoveRule | ir.Choice) -> bool:
        """Return whether it depends on what cards are whether the move may be made, or what may be chosen."""
        if id(part) not in self._faces:
            asked = (part.choices, part.conditions) if isinstance(part, ir.MoveRule) else (part,)
            self._faces[id(part)] = reads_faces(self.facts, asked)
        return self._faces[id(part)]

    def cards_named(self, code: Code, move: int) -> dict[int, ir.Type]:
        """Return the types of the locals of a list that may be cards, by slot."""
        key = id(code)
        if key not in self._named:
            found = {slot: type_ for slot, (_, type_) in code.names.items()}
            if move >= 0:
                found |= {plan.slot: plan.choice.type for plan in self.program.moves[move].choices}
            for trigger in self.program.triggers:
                if trigger.do is code and (trigger.trigger.enters or trigger.trigger.each is not None):
                    found[1] = ir.CARD if trigger.trigger.each is None else trigger.trigger.each.type
            self._named[key] = found
        return self._named[key]

    def features(self, stage: StagePlan) -> tuple[Feature, ...] | None:
        """Return the features that distinguish cards before the end of the stage; None if any feature may."""
        if stage.index not in self._features:
            parts = [stage.stage.must, *_inside(stage), self.program.rules.triggers]
            found = features_read(self.facts, parts)
            if found is not None:
                for move in self.program.moves.values():
                    for some in ((move.move.do,), (move.move,)):
                        found |= features_read(self.facts, some) or frozenset()
            self._features[stage.index] = None if found is None else tuple(sorted(found))
        return self._features[stage.index]

    def prospects(self, stage: StagePlan) -> Prospects:
        """Return what has become impossible in the stage."""
        if stage.index not in self._prospects:
            self._prospects[stage.index] = Prospects(self.program, stage)
        return self._prospects[stage.index]

    def plainest_first(self, stage: StagePlan) -> list[MovePlan]:
        """Return the moves of a stage in the order of the search: what holds for one choice may then hold for many."""
        found = self._order.get(stage.index)
        if found is None:
            found = sorted(stage.simplest_first, key=lambda move: not self.plain(move, whole=True))
            self._order[stage.index] = found
        return found

    def plain(self, move: MovePlan, whole: bool) -> bool:
        """Return whether the move (the `whole` of it, or only its statements) depends only on the features."""
        key = move.index * 2 + whole
        if key not in self._plain:
            self._plain[key] = features_read(self.facts, [move.move if whole else move.move.do]) is not None
        return self._plain[key]


def _inside(stage: StagePlan) -> Iterator[object]:
    """Yield the sentences that may be evaluated within a stage before it is complete."""
    for plan in [*stage.within(set())][1:]:
        step = plan.stage
        yield from (step.when, step.times, step.until, step.begin, step.otherwise, step.end, step.by)


class Ahead:
    """The results for the moves of one decision."""

    def __init__(self, lookahead: Lookahead, s: State, seat: int, depth: int, key: tuple[int, int, int]) -> None:
        self.key = key
        self.lookahead = lookahead
        self.seat = seat
        self.stage = s.frames[depth].stage
        self.features = lookahead.features(self.stage)
        self.imagined = None if s.unknown is not None else _imagined(s, seat)
        self.world = s.copy() if self.imagined is None else self.imagined.state
        self.world.chance, self.world.log = NoChance(), self.world.log.anew()
        self.world.trial = self.trial = Trial(lookahead, depth)
        self.world.decisions = limits.AT_LENGTH
        self.depth = depth
        self.world.asking = s.task is not None and s.task.pc in s.task.code.asks
        self.all: list[Judged] | None = None
        self.cost = MADE + EACH_CARD * s.program.cards + len(s.variables)
        self.positions = 0
        self.searched: dict[Value, tuple[Found, int, int]] = {}
        self.search = 0
        self.narrow = self.held = False
        self.guided = bool(lookahead.prospects(self.stage).obligations)
        self.lucky: dict[int, tuple[MovePlan, Env]] = {}
        self.classes: dict[Value, Found] = {}
        self.traits: dict[Value, Value] = {}

    def judge(self, s: State, made: Sequence[Made]) -> None:
        """Find out what comes of each of all that may be made, one after the other as when one is looked for."""
        if self.all is not None:
            return
        order = [move.index for move in s.frames[-1].stage.simplest_first]
        numbers = sorted(range(len(made)), key=lambda i: order.index(move.index) if (move := made[i][0]) else 0)
        found = {i: self.verdict(s, *made[i]) for i in numbers}
        self.all = [Judged(*each, found[i]) for i, each in enumerate(made)]

    def verdict(self, s: State, move: MovePlan | None, env: Env) -> Found:
        """Return whether the stage can still end as it must after this move. Raises a fault if the search is too
        large."""
        if self.imagined is not None:
            env = self.imagined.chosen(move, env)
        sort = self._sort(self.world, move, env, self.traits)
        known = self.classes.get(sort) if sort is not None else None
        if known is not None:
            return known
        if not self.guided:
            found = self._settled(s, move, env)
        else:  # whatever compiled rules settle has to be settled here, in their order
            with EFFORT.half():
                found = self._settled(s, move, env)
            if isinstance(found, RulesFault):
                self.guided, self.positions, self.searched = False, 0, {}
                found = self._settled(s, move, env)
        if isinstance(found, RulesFault):
            raise found
        if sort is not None and found.alike:
            self.classes[sort] = found
        return found

    def _settled(self, s: State, move: MovePlan | None, env: Env) -> Found | RulesFault:
        """Return the result for the move, or the fault to raise if the search exceeds its bounds."""
        try:
            for depth, narrow in self._passes():
                self.narrow = narrow
                self.search += 1
                found = self._after(self.world, move, env, depth)
                if found.ok or not found.cut:
                    return found
        except TooFar:
            pass
        except TooMuch:  # in one position or in all of them together: `effort` is this engine's own
            return self._told(s, move, tr("within the computation limit of one decision"))
        except RulesFault as fault:
            return fault
        positions = tr(
            "within {positions} positions, {moves} moves ahead",
            positions=f"{limits.MOST_POSITIONS:,}", moves=limits.DEPTHS[-1],
        )  # fmt: skip
        return self._told(s, move, positions)

    def _passes(self) -> Iterator[tuple[int, bool]]:
        """Yield how far to look, and whether narrowly: first a few moves ahead, then as many as this engine ever does.
        Where cards may have to go, first as far as ever, but only for what takes one or leads to a move that does."""
        if not self.guided:
            yield from ((depth, False) for depth in limits.DEPTHS)
            return
        self.held = False
        yield limits.DEPTHS[-1], True
        if self.held:
            yield limits.DEPTHS[-1], False

    def _told(self, s: State, move: MovePlan | None, bound: str) -> RulesFault:
        """Return the fault of a search that exceeds its bounds, with the conditions, the seat, its cards and the
        move."""
        program, stage = s.program, self.stage.stage
        conditions = [
            f"{each.path}{'' if each.where is None else f' ({each.where.file}:{each.where.line})'}: {each.text}"
            for each in stage.must
        ]
        name = program.moves[s.task.move].name if move is None and s.task is not None else move.name if move else ""
        problem = tr(
            "cannot determine {bound} whether {player} can still meet the `must` of {stage} after {move} "
            "({under_way}, decision {decision}; {cards}); simplify the `must`, or keep hands smaller: "
            "{conditions}",
            player=program.names[self.seat],
            stage=stage.name,
            move=name,
            bound=bound,
            under_way=", ".join(f"{f.stage.name} {f.count}" for f in s.frames[1:]),
            decision=s.decisions + 1,
            cards=legal.held(s, self.seat),
            conditions="; ".join(conditions),
        )
        return Unsettled(problem).at(stage.must[0].path, stage.must[0].where, stage.must[0].text)

    def reading(self, s: State, move: MovePlan | None, env: Env) -> Value:
        """Return the key that distinguishes the choices of a move or an answer."""
        choices = self._choices(s, move)
        return tuple([legal.keyer(s, self.seat, choice)(env[choice.slot]) for choice in choices])

    def _choices(self, s: State, move: MovePlan | None) -> list[ChoicePlan]:
        if move is not None:
            return move.choices
        assert s.task is not None
        return s.task.code.asks[s.task.pc]

    # ------------------------------------------------------------ the search
    def _after(self, s: State, move: MovePlan | None, env: Env, depth: int) -> Found:
        """Return how the stage can end after the move, `depth` moves ahead at most."""
        made = self._make(s, move, env, depth)
        return made if isinstance(made, Found) else self._onward(made, depth)

    def _make(self, s: State, move: MovePlan | None, env: Env, depth: int) -> Found | Position:
        """Make the move on a copy, and return its result or the position that it leads to. If a test depends on a blank
        card, one guess that succeeds is enough."""
        self.trial.guesses = []
        made = self._make_once(s, move, env, depth)
        while isinstance(made, Found) and not made.ok and self.trial.otherwise():
            more = self._make_once(s, move, env, depth)
            if isinstance(more, Found) and not more.ok and made.failing is not None and more.failing is not None:
                more = Found(False, made.alike and more.alike, made.failing & more.failing)
            made = more
        return made

    def _make_once(self, s: State, move: MovePlan | None, env: Env, depth: int) -> Found | Position:
        """Return the same, with the guesses as they are."""
        plain = move is not None and self.lookahead.plain(move, whole=False)
        EFFORT.spend(self.cost)
        twin = s.copy()
        trial = self.trial
        trial.begin(Lookout(twin, self.seat))
        try:
            if move is None:
                flow.answer(twin, env.copy(), watch=trial.watch)
            else:
                flow.play(twin, self.seat, move, env.copy(), watch=trial.watch)
            trial.watch(twin)
            twin.unknown = frozenset(trial.lookout.unknown)
        except Unforeseen:
            return Found(True, plain and twin.passed == s.passed)
        except IndexError:
            if not trial.blanks:
                raise
            return Found(True, plain and twin.passed == s.passed)  # something else depends on a blank card's face
        except Ended as end:
            # where it ended because there was no move, other moves might have been legal after other choices
            return Found(not end.failing, plain and twin.passed == s.passed, end.failing)
        if twin.over or len(twin.frames) <= self.depth or twin.frames[self.depth].stage is not self.stage:
            return Found(True, plain and twin.passed == s.passed)
        if flow.to_act(twin) != (self.seat,):
            return Found(True, plain and twin.passed == s.passed)
        try:
            never = self.lookahead.prospects(self.stage).hopeless(twin, self.depth, self.seat)
        except Unforeseen:  # what would be possible depends on what the seat may not know
            return Found(True, plain and twin.passed == s.passed)
        if never:
            return Found(False, failing=never)
        return Found(False, cut=True) if depth <= 1 else Position(twin, plain, twin.passed == s.passed)

    def _go_on(self, made: Position, depth: int) -> Found:
        """Return how the stage can end from a position that a move tried out has led to, if there may be one more."""
        if self.positions >= limits.MOST_POSITIONS:
            raise TooFar
        self.positions += 1
        return self._onward(made, depth)

    def _onward(self, made: Position, depth: int) -> Found:
        """Return how the stage can end from the position that a move has led to."""
        try:
            found = self._best(made.state, depth - 1)
        except Unforeseen:
            return Found(True, made.plain and made.alike)
        return Found(found.ok, found.ok and found.alike and made.plain, found.failing, found.cut, found.loop)

    def _best(self, s: State, depth: int) -> Found:
        """Return the best result from a position where the seat chooses, in `depth` moves."""
        key = _frozen(s)
        known, looked, search = self.searched.get(key, (None, 0, 0))
        reach = depth - NARROW * self.narrow
        if known is not None:
            certain = known.ok or not (known.cut or known.loop)
            if certain or (looked >= reach and (not known.loop or search == self.search)):
                return known
        self.searched[key] = Found(False, loop=True), reach, self.search  # returning here gains nothing
        best = self._best_of(s, depth)
        self.searched[key] = best, reach, self.search
        return best

    def _best_of(self, s: State, depth: int) -> Found:
        """Try all that may be made, the likely things first: the order makes no difference to what is found, but to how
        soon."""
        classes: dict[Value, Found] = {}
        failing: frozenset[int] | None = None
        cut, loop = False, False
        for move, env, sort, made in self._tried(s, depth, classes):
            found = made if isinstance(made, Found) else self._go_on(made, depth)
            cut, loop = cut or found.cut, loop or found.loop
            if sort is not None and found.alike:
                classes[sort] = found
            if found.failing is not None:
                failing = found.failing if failing is None else failing & found.failing
            if found.ok:
                if move is not None:
                    self.lucky[depth] = move, env
                return Found(True, found.alike and move is not None and self.lookahead.plain(move, whole=True))
        return Found(False, False, failing, cut, loop)

    def _tried(
        self, s: State, depth: int, classes: dict[Value, Found]
    ) -> Iterator[tuple[MovePlan | None, Env, Value | None, Found | Position]]:
        """Make all legal moves, except moves of a class with a known result. If the cards that have to go guide the
        search, the order is: the move that succeeded after another move, moves that take such a card, moves that make
        this possible, the rest."""
        traits: dict[Value, Value] = {}
        due = self.due(s)
        if not (due and self.guided) or s.asking:
            yield from self._plainly(s, depth, classes, traits, due)
            return
        for lucky, choices in self._lucky(s, depth):
            yield lucky, choices, None, self._make(s, lucky, choices, depth)
        later: list[tuple[MovePlan | None, Env, Value | None, Position]] = []
        for move, env, takes in self._takers_first(s, due):
            sort = self._sort(s, move, env, traits)
            if sort is not None and sort in classes:
                continue
            made = self._make(s, move, env, depth)
            if isinstance(made, Found) or takes or self._may_take(made.state):
                yield move, env, sort, made
            else:
                later.append((move, env, sort, made))
        for each in later:
            if each[2] is None or each[2] not in classes:
                self.held |= self.narrow
                yield (*each[:3], Found(False, cut=True)) if self.narrow else each

    def _takers_first(self, s: State, due: frozenset[int]) -> Iterator[tuple[MovePlan, Env, bool]]:
        """Yield all that may be made: what takes a card that is due, True with it, then the rest.

        No more is listed than is asked for: what takes most comes first among some hundreds.
        """
        moves = self.lookahead.plainest_first(s.frames[-1].stage)
        takers = (
            (-takes, move, env)
            for move in moves
            if _slots(move)
            for env in legal.fillings(s, move, self.seat, taking=due)
            if (takes := self.takes(move, env, due))
        )
        while some := list(islice(takers, TOGETHER)):
            yield from ((move, env, True) for _, move, env in sorted(some, key=itemgetter(0)))
        for move in moves:
            for env in legal.fillings(s, move, self.seat):
                if not self.takes(move, env, due):
                    yield move, env, False

    def _plainly(
        self, s: State, depth: int, classes: dict[Value, Found], traits: dict[Value, Value], due: frozenset[int]
    ) -> Iterator[tuple[MovePlan | None, Env, Value | None, Found | Position]]:
        """Make all that may be made, move by move, in the order of compiled rules: whatever they settle is settled here
        in no more positions. Where cards may have to go the first way to make each move is looked at before: these know
        when any card that is left ends the stage."""
        if not (self.guided or s.asking) and self.lookahead.prospects(self.stage).obligations:
            yield from self._at_once(s, depth)
        for move, env in self._in_order(s, due):
            sort = self._sort(s, move, env, traits)
            if sort is None or sort not in classes:
                yield move, env, sort, self._make(s, move, env, depth)

    def _at_once(self, s: State, depth: int) -> Iterator[tuple[MovePlan, Env, None, Found]]:
        """Yield a move, in the first way to make it, after which the stage ends as it must, if there is one."""
        for move in self.lookahead.plainest_first(s.frames[-1].stage):
            try:
                for env in legal.fillings(s, move, self.seat, 1):
                    made = self._make(s, move, env, depth)
                    if isinstance(made, Found) and made.ok:
                        yield move, env, None, made
            except TooMuch:
                raise
            except (Unforeseen, RulesFault):  # the search may never come so far
                continue

    def _in_order(self, s: State, due: frozenset[int]) -> Iterator[Made]:
        """Yield all that may be made: of each move the first way, then all that take a card that is due, then the rest.
        A first way is not made by itself where it takes none."""
        if s.asking and s.task is not None:
            yield from ((None, env) for env in legal.answers(s, s.task))
            return
        for number, move in enumerate(self.lookahead.plainest_first(s.frames[-1].stage)):
            first = next(iter(legal.fillings(s, move, self.seat, 1)), None)
            if first is None:
                continue
            alone = not number or not due or self.takes(move, first, due) > 0
            if alone:
                yield move, first
            found = list(legal.fillings(s, move, self.seat))[int(alone) :]
            last = [env for env in found if not self.takes(move, env, due)] if number and due else []
            yield from ((move, env) for env in found if not last or self.takes(move, env, due))
            yield from ((move, env) for env in last)

    def _lucky(self, s: State, depth: int) -> Iterator[tuple[MovePlan, Env]]:
        """Yield the last move that succeeded at this depth, if it is legal here."""
        move, env = self.lucky.get(depth, (None, []))
        if move is not None and not s.asking and move in s.frames[-1].stage.moves:
            slots = [choice.slot for choice in move.choices]
            wanted = [env[slot] for slot in slots]
            yield from (
                (move, made) for made in legal.fillings(s, move, self.seat) if [made[slot] for slot in slots] == wanted
            )

    def due(self, s: State) -> frozenset[int]:
        """Return the cards that have to go before the stage ends."""
        return self.lookahead.prospects(self.stage).due(s, self.seat)

    def takes(self, move: MovePlan | None, env: Env, due: frozenset[int]) -> int:
        """Return how many of the cards that are due the move takes."""
        if move is None:
            return 0
        values = [env[slot] for slot in _slots(move)]
        return sum(len(due.intersection(cards_of(value))) for value in values if not isinstance(value, Unknown))

    def _may_take(self, s: State) -> bool:
        """Return whether a card that is due can be taken by the very next move, or none is due any more."""
        due = self.due(s)
        if not due or s.asking:
            return True
        try:
            return any(
                self.takes(move, env, due)
                for move in s.frames[-1].stage.moves
                if _slots(move)
                for env in legal.fillings(s, move, self.seat, taking=due)
            )
        except Unforeseen:
            return True

    # ------------------------------------------------------------ choices that nothing distinguishes
    def _sort(self, s: State, move: MovePlan | None, env: Env, traits: dict[Value, Value]) -> Value | None:
        """Return a key of a choice by everything that the search may depend on; None if there is none."""
        if move is None or self.features is None or not self.lookahead.plain(move, whole=False):
            return None
        found: list[Value] = [move.index]
        for choice in move.choices:
            value = peek(env, choice.slot)
            if isinstance(value, Unknown):
                return None
            if choice.choice.type.name in ("card", "meld"):
                items = value if isinstance(value, list) else (value,)
                found.append(tuple(sorted([self._trait(s, item, traits) for item in items])))
            elif choice.choice.type.name != "spot":
                found.append(tuple(value) if isinstance(value, list) else value)
        return tuple(found)

    def _trait(self, s: State, item: Value, traits: dict[Value, Value]) -> Value:
        known = traits.get(item)
        if known is None:
            if isinstance(item, Meld):
                known = tuple(sorted([self._trait(s, card, traits) for card in item.cards]))
            else:
                unknown = item in (s.unknown or ())  # to be shown it ends the search, and a known one does not
                known = (s.home[item], unknown, *(_feature(s, item, feature) for feature in self.features or ()))
            traits[item] = known
        return known


def _slots(move: MovePlan) -> list[int]:
    """Return the slots of the choices that take cards."""
    return [choice.slot for choice in move.choices if choice.choice.type.name in ("card", "meld")]


def _feature(s: State, card: int, feature: Feature) -> str:
    what, name = feature
    program = s.program
    if what == "attribute":
        return repr(program.attributes[name][card])
    if what == "variable":
        return repr(peek(s.card_variables[program.card_variables[name]], card))
    if what == "wild":
        return repr(program.combos.is_wild(s, card))
    return repr(card in s.revealed)


def _held_in_state(s: State) -> set[int]:
    """Return the cards that state holds, as far as that is known."""
    held: set[int] = set()
    for place in s.program.variables.values():
        if place.variable.type.name in ("card", "meld"):
            values = (peek(s.variables, at) for at in range(place.base, place.base + place.size))
            held.update(card for value in values if not isinstance(value, Unknown) for card in cards_of(value))
    return held


def _imagined(s: State, seat: int) -> Imagined:
    """Return the position as the seat may think of it."""
    if s.knowledge is None:
        s.knowledge = Knowledge(s.program)
    return Imagined(s, s.knowledge, seat)


def _frozen(s: State) -> Value:
    """Return the position as a key: every card's place, every variable, and the point of play with its choices; no
    other locals."""
    task = s.task
    return (
        tuple([tuple(zone) for zone in s.zones]),
        _fixed(s.variables),
        tuple([_fixed(column) for column in s.card_variables]),
        tuple([_fixed(column) for column in s.began]),
        frozenset(s.revealed),
        _fixed([*s.entered]),
        tuple(s.placed) if s.program.reads_owner else (),
        tuple([(f.stage.index, f.phase, f.count, f.child, f.actor, f.following) for f in s.frames]),
        tuple(s.counts),
        s.direction,
        None if task is None else (task.move, task.pc, _fixed([peek(task.env, slot) for slot in task.code.names])),
    )


def _fixed(values: list[Value]) -> tuple[Value, ...]:
    return tuple([_fixed(value) if isinstance(value, list) else value for value in values])
