"""Statements of the IR to code: flat lists of operations on a state, which can stop in the middle for a choice and go
on.

An operation returns the number of the next one, or one of the signals below. Every change of a state is made here.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, assert_never

from croupier.base.effort import EFFORT, PARTS
from croupier.base.events import HIDDEN, MELDED, MOVED, REVEALED, SET
from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.values import Env, Fn, Meld, Value, as_list, cards_of
from croupier.combos.lying import casting_of, less, number_of
from croupier.compile.arithmetic import bounded
from croupier.compile.draws import dealt, shuffler
from croupier.model.state import NOWHERE
from croupier_dsl import ir
from croupier_dsl.analysis.lists import List, within

if TYPE_CHECKING:
    from croupier.compile.evaluate import Planner
    from croupier.model.plans import ChoicePlan
    from croupier.model.program import Program, ZonePlace
    from croupier.model.state import State

ASK = -1
"""Signal: the acting seat has to choose; the task's `pc` is the place of the question."""

Op = Callable[["State", Env], int]

LONGEST_ROW = 10_000
"""How many places a row may have, the gaps that cards have left with them."""


@dataclass(slots=True, eq=False)
class Code:
    """A list of statements, flat. `slots`: how many locals it needs; `path`: where it stands in the ruleset.

    `asks`: by operation number, the choices that are asked there. `questions`: the operation of each question as it is
    written, -1 of one that the options rule out. `ends`: the stages that signals -2, -3, … end, in
    that order. `names`: by slot, the name and type of a local that a position may have to hold. `starts`: for each
    statement, by its path, those inside others included, the operation that it begins with. `covert`: the
    slots of locals that may tell who acts more than that player sees. `stands`: for each operation, where its
    statement was written. `heft`: of a long list of a move, what it costs to go through it, which a look ahead does
    again and again; those of stages and rules are paid with these.
    """

    path: str
    slots: int = 1
    ops: list[Op] = field(default_factory=list)
    asks: dict[int, list[ChoicePlan]] = field(default_factory=dict)
    questions: list[int] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    names: dict[int, tuple[str, ir.Type]] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)
    covert: set[int] = field(default_factory=set)
    stands: dict[int, ir.Where | None] = field(default_factory=dict)
    heft: int = 0


class Coder:
    """Turns lists of statements into code for one program."""

    def __init__(
        self, program: Program, planner: Planner, choices: Callable[[tuple[ir.Choice, ...]], list[ChoicePlan]]
    ) -> None:
        self.program = program
        self.planner = planner
        self.choices = choices
        self._covertly = False
        self._left: dict[str, int] = {}

    def code(self, path: str, statements: List, slots: int, written: List = ()) -> Code:
        """The statements as one list of operations.

        `written`: the list with what the options rule out; its questions and loops are numbered, whatever is left.
        """
        inside = list(within(written or statements))
        loops = [each.path for each in inside if isinstance(each, ir.ForEach)]
        asked = [each.path for each in inside if isinstance(each, ir.Ask)]
        slots = max(slots, 1)
        code = Code(path, slots + len(loops))
        self._left = {loop: slots + number for number, loop in enumerate(loops)}
        self._body(code, statements)
        started = {path: pc for path, pc in code.starts.items() if pc in code.asks}
        code.questions = [started.get(each, -1) for each in asked]
        return code

    def _body(self, code: Code, statements: tuple[ir.Statement, ...]) -> None:
        for statement in statements:
            first = len(code.ops)
            code.starts[statement.path] = first
            self._statement(code, statement)
            if not isinstance(statement, ir.Labelled):  # what stands in it has a place of its own
                for op in range(first, len(code.ops)):
                    code.stands.setdefault(op, statement.where)

    def _simple(self, code: Code, act: Callable[[State, Env], None]) -> None:
        after = len(code.ops) + 1

        def op(s: State, e: Env) -> int:
            act(s, e)
            return after

        code.ops.append(op)

    def _statement(self, code: Code, statement: ir.Statement) -> None:
        plan = self.planner.plan
        self.planner.here = _place(code.path, statement)
        match statement:
            case ir.Move(what=what, to=target):
                if isinstance(target, ir.SpotTarget):
                    self._simple(code, layer(self.program, plan(what), plan(target.spot)))
                else:
                    moved = dealt(plan(what)) if code.path.endswith(".begin") else plan(what)
                    self._simple(code, mover(self.program, moved, self._target(target), self._form(target)))
            case ir.Shuffle(zone=zone):
                self._simple(code, shuffler(self._target(zone)))
            case ir.Reveal(cards=cards):
                self._simple(code, revealer(plan(cards)))
            case ir.Hide(cards=cards):
                self._simple(code, hider(plan(cards)))
            case ir.SetVariable(name=name, subject=subject, value=value):
                self._simple(code, setter(self.program, name, None if subject is None else plan(subject), plan(value)))
            case ir.AddToVariable(name=name, subject=subject, amount=amount):
                self._simple(
                    code, adder(name, None if subject is None else plan(subject), plan(amount), self.planner.here)
                )
            case ir.SetNext(player=player):
                self._simple(code, next_setter(plan(player)))
            case ir.SetDirection(value=value):
                self._simple(code, direction_setter(plan(value)))
            case ir.Let(slot=slot, name=name, value=value):
                code.names[slot] = (name, value.type)
                self._name(code, slot, value)
                casts = value.type.name == "meld" and self.planner.casts
                self._simple(code, letter(slot, plan(value), casts))
            case ir.EndStage(stage=stage):
                signal = -2 - len(code.ends)
                code.ends.append(stage)
                code.ops.append(lambda s, e: signal)
            case ir.If(branches=branches):
                self._if(code, branches)
            case ir.ForEach(collection=collection, slot=slot, body=body):
                outside = self._covertly
                self._name(code, slot, collection)
                self._covertly = slot in code.covert
                left = self._left[statement.path]
                self._for_each(code, plan(collection), slot, left, body, collection.type)
                self._covertly = outside
            case ir.Ask(choices=choices):
                for choice in choices:
                    code.names[choice.slot] = (choice.name, choice.type)
                code.asks[len(code.ops)] = self.choices(choices)
                code.ops.append(lambda s, e: ASK)
            case ir.Labelled(body=body):
                self._body(code, body)
            case _:
                assert_never(statement)

    def _name(self, code: Code, slot: int, value: ir.Expr) -> None:
        """A local is given this value; what a secret decides whether it is given is as secret."""
        if self._covertly or self.planner.statics.covertly_named(value, code.covert):
            code.covert.add(slot)

    # ------------------------------------------------------------ flow inside a list
    def _if(self, code: Code, branches: tuple[ir.Branch, ...]) -> None:
        exits: list[int] = []
        outside = self._covertly
        for branch in branches:
            skip = None
            if branch.condition is not None and self.planner.statics.covert(branch.condition, code.covert):
                self._covertly = True
            if branch.condition is not None:
                skip = len(code.ops)
                code.ops.append(_unset)
            self._body(code, branch.body)
            exits.append(len(code.ops))
            code.ops.append(_unset)
            if skip is not None and branch.condition is not None:
                code.ops[skip] = _branch(self._test(branch, branch.condition), skip + 1, len(code.ops))
        self._covertly = outside
        if not branches:  # nothing is left of a list, which is gone through all the same
            self._simple(code, lambda s, e: None)
        for place in exits:
            code.ops[place] = _jump(len(code.ops))

    def _test(self, branch: ir.Branch, condition: ir.Expr) -> Fn:
        """Is the branch taken, once those before it are not?"""
        return self.planner.plan(condition)

    def _for_each(self, code: Code, collection: Fn, slot: int, left: int, body: List, type_: ir.Type) -> None:
        code.names[slot] = ("it", ir.Type(type_.name, type_.enum))
        code.names[left] = ("left", type_)
        if slot in code.covert:
            code.covert.add(left)

        def start(s: State, e: Env) -> None:
            e[left] = list(as_list(collection(s, e)))[::-1]

        self._simple(code, start)
        head, before = len(code.ops), self.planner.heft
        code.ops.append(_unset)
        self._body(code, body)
        code.ops.append(_jump(head))
        after = len(code.ops)
        cost = 1 + (self.planner.heft - before) // PARTS

        def step(s: State, e: Env) -> int:
            if not e[left]:
                return after
            EFFORT.spend(cost)
            e[slot] = e[left].pop()
            return head + 1

        code.ops[head] = step

    # ------------------------------------------------------------ zones
    def _form(self, target: ir.ZoneTarget) -> str:
        return self.program.places[self.program.zone_base[target.name]].zone.form

    def _target(self, target: ir.ZoneTarget) -> Fn:
        """The index of the place that is meant."""
        base = self.program.zone_base[target.name]
        if target.subject is None:
            return lambda s, e: base
        who = self.planner.plan(target.subject)

        def place(s: State, e: Env) -> int:
            subject = who(s, e)
            if subject is None:
                raise RulesFault(tr("{name} of nobody: there is no such zone to move to", name=target.name))
            return base + int(subject)

        return place


def _place(path: str, statement: ir.Statement) -> str:
    """A statement as faults name it: the list that it stands in, and where that was written."""
    where = None if isinstance(statement, ir.Labelled) else statement.where
    return path if where is None else f"{path} ({PurePath(where.file).name}:{where.line})"


def _unset(s: State, e: Env) -> int:
    raise AssertionError("an operation was left open")


def _jump(to: int) -> Op:
    return lambda s, e: to


def _branch(test: Fn, yes: int, no: int) -> Op:
    return lambda s, e: yes if test(s, e) else no


# ---------------------------------------------------------------- effects


def put(s: State, card: int, to: int) -> None:
    """Take a card from where it is and put it into a place.

    On top of a pile, at the end of a row, in order into a set.
    """
    program = s.program
    origin = s.home[card]
    at = -1
    seen = program.everyone if card in s.revealed else 0
    if origin != NOWHERE:
        source = program.places[origin]
        at = _take(s, card, source)
        owner = source.subject if source.zone.per == "player" else s.acted
        s.placed[card] = s.acted if owner is None else owner
        seen |= source.viewers | (source.top_viewers if at == len(s.zones[origin]) else 0)
    s.revealed.discard(card)
    target = program.places[to]
    zone = s.zones[to]
    if target.zone.form == "set":
        insort(zone, card)
        spot = -1
    else:
        if target.zone.form == "slot" and zone:
            raise RulesFault(tr("{name} holds one card at most", name=target.zone.name))
        spot = len(zone)
        if spot >= LONGEST_ROW:
            raise RulesFault(
                tr(
                    "{name} has {n} places, gaps with them, and takes no more cards",
                    name=target.zone.name,
                    n=f"{LONGEST_ROW:,}",
                )
            )
        zone.append(card)
    s.home[card] = to
    s.casting.pop(card, None)
    for variable, column in program.entering.get(to, ()):
        s.card_variables[column][card] = variable(s, [s.acted, card])
    s.log.append((MOVED, card, origin, at, to, spot, seen | target.viewers | target.top_viewers))


def _take(s: State, card: int, source: ZonePlace) -> int:
    """Remove the card from its place; where it was in a row or pile, -1 in a set."""
    zone = s.zones[source.index]
    form = source.zone.form
    if form == "melds":
        for number, meld in enumerate(zone):
            if card in meld.cards:
                rest = less(meld, card)
                if rest is None:
                    del zone[number]
                else:
                    zone[number] = rest
                _forget(s, card, source)
                return number
        raise AssertionError("a card is in the meld that holds it")
    if form == "row":
        at = zone.index(card)
        zone[at] = None
    elif zone[-1] == card:
        zone.pop()
        at = len(zone)
    else:
        at = zone.index(card)
        del zone[at]
    _forget(s, card, source)
    return at if form != "set" else -1


def _forget(s: State, card: int, source: ZonePlace) -> None:
    """The variables that lived while the card lay there end."""
    for column in s.program.leaving.get(source.index, ()):
        s.card_variables[column][card] = None


def mover(program: Program, what: Fn, target: Fn, form: str) -> Callable[[State, Env], None]:
    """Move a card, cards, a meld or melds to a place."""

    def move_cards(s: State, e: Env) -> None:
        place = target(s, e)
        home = s.home
        cards = cards_of(what(s, e))
        EFFORT.spend(len(cards))
        if len(cards) > 1:
            cards.sort(
                key=home.__getitem__
            )  # zone by zone: an order among several zones would tell what hidden cards are
        for card in cards:
            if home[card] != place or form == "pile":
                put(s, card, place)

    def move_melds(s: State, e: Env) -> None:
        place = target(s, e)
        value = what(s, e)
        for meld in [value] if isinstance(value, Meld) else list(as_list(value)):
            if not isinstance(meld, Meld):
                raise RulesFault(
                    tr("a card that is in no combo cannot lie in {name}", name=program.places[place].zone.name)
                )
            for card in meld.cards:
                put(s, card, place)
            zone = s.zones[place]
            del zone[-len(meld.cards) :]
            zone.append(meld)
            s.log.append((MELDED, place, meld.combo, meld))

    return move_melds if form == "melds" else move_cards


def layer(program: Program, what: Fn, where: Fn) -> Callable[[State, Env], None]:
    """Lay one card on a spot of a meld; nothing is laid nowhere."""

    def lay(s: State, e: Env) -> None:
        cards, spot = cards_of(what(s, e)), where(s, e)
        if not cards:
            return
        if len(cards) > 1 or spot is None:
            raise RulesFault(
                tr("a spot takes one card") if cards[1:] else tr("there is no such spot to move a card to")
            )
        card = cards[0]
        lying = program.combos.lying
        lying.with_card(s, card, spot)  # refuses what does not fit before anything has moved
        put(s, card, spot.place)
        zone = s.zones[spot.place]
        zone.pop()
        meld = lying.with_card(s, card, spot)
        zone[number_of(s, spot.place, spot.anchor)] = meld
        s.log.append((MELDED, spot.place, meld.combo, meld))

    return lay


def whereabouts(s: State, card: int) -> tuple[int, int]:
    """The place a card lies in, and where in it if that is public (in a row or pile), else -1."""
    home = s.home[card]
    if home == NOWHERE or not s.program.places[home].ordered:
        return home, -1
    return home, s.zones[home].index(card)


def revealer(cards: Fn) -> Callable[[State, Env], None]:
    def reveal(s: State, e: Env) -> None:
        for card in cards_of(cards(s, e)):
            if card not in s.revealed:
                s.revealed.add(card)
                s.log.append((REVEALED, card, *whereabouts(s, card)))

    return reveal


def hider(cards: Fn) -> Callable[[State, Env], None]:
    def hide(s: State, e: Env) -> None:
        for card in cards_of(cards(s, e)):
            if card in s.revealed:
                s.revealed.discard(card)
                s.log.append((HIDDEN, card, *whereabouts(s, card)))

    return hide


def write(s: State, name: str, subject: Value, value: Value) -> None:
    """Give a variable a value and note it."""
    program = s.program
    if name in program.card_variables:
        s.card_variables[program.card_variables[name]][subject] = value
    else:
        place = program.variables[name]
        s.variables[place.base + (subject or 0)] = value
    s.log.append((SET, name, subject, value))


def read(s: State, name: str, subject: Value) -> Value:
    """The present value of a variable."""
    program = s.program
    if name in program.card_variables:
        return s.card_variables[program.card_variables[name]][subject]
    return s.variables[program.variables[name].base + (subject or 0)]


def setter(program: Program, name: str, subject: Fn | None, value: Fn) -> Callable[[State, Env], None]:
    if subject is None:
        return lambda s, e: write(s, name, None, value(s, e))
    per_card = name in program.card_variables

    def set_each(s: State, e: Env) -> None:
        found = value(s, e)
        whose = subject(s, e)
        for one in cards_of(whose) if per_card else as_list(whose):
            write(s, name, one, found)

    return set_each


def adder(name: str, subject: Fn | None, amount: Fn, here: str) -> Callable[[State, Env], None]:
    def add(s: State, e: Env) -> None:
        more = amount(s, e)
        if more is None:
            return
        for one in [None] if subject is None else list(as_list(subject(s, e))):
            write(s, name, one, bounded((read(s, name, one) or 0) + more, here))

    return add


def next_setter(player: Fn) -> Callable[[State, Env], None]:
    def set_next(s: State, e: Env) -> None:
        who = player(s, e)
        for frame in reversed(s.frames):
            if frame.stage.loops and frame.stage.players is not None and not frame.stage.at_once:
                frame.following = who
                return

    return set_next


def direction_setter(value: Fn) -> Callable[[State, Env], None]:
    def set_direction(s: State, e: Env) -> None:
        s.direction = -1 if (value(s, e) or 1) < 0 else 1

    return set_direction


def letter(slot: int, value: Fn, casts: bool) -> Callable[[State, Env], None]:
    def let(s: State, e: Env) -> None:
        found = value(s, e)
        e[slot] = list(found) if isinstance(found, list) else found
        if casts:
            s.casting = casting_of(e)

    return let
