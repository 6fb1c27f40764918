"""Stages to a machine of labels: what is done there, and which label comes next, until somebody has to choose."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import zip_longest

from croupier.base import limits
from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, part
from croupier.lowering.shapes import One, Shape
from croupier.lowering.starts import Starts
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

Label = tuple[str, str]
"""("enter", "loop", "body", "decide" or "finish", the name of a stage), and ("over", "")."""

NOBODY = One(str(NIL), True)


class Stages(Starts):
    """The part of the lowering that knows how play goes on."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.numbers: dict[Label, int] = {}
        self.labelled: dict[Label, list[str]] = {}
        self.parents: dict[str, ir.Stage | None] = {}
        self.by_name = {stage.name: stage for stage in self.layout.stages}
        self.move_numbers = {move.name: number for number, move in enumerate(self.rules.moves)}

    def number(self, *label: str) -> int:
        what, name = label
        return self.numbers.setdefault((what, name), len(self.numbers))

    def go(self, *label: str) -> None:
        self.line(f"pc = {self.number(*label)}")

    @contextmanager
    def label(self, what: str, name: str) -> Iterator[None]:
        self.number(what, name)
        depth, self._depth = self._depth, 0
        with self.captured() as lines:
            yield
        self._depth = depth
        self.labelled[what, name] = lines

    # ------------------------------------------------------------ who performs
    def goes(self, stage: ir.Stage) -> bool:
        """Do players perform it one after the other?"""
        return stage.by is not None and not stage.by.at_once

    def at_once(self, stage: ir.Stage) -> bool:
        return stage.by is not None and stage.by.at_once

    def loops(self, stage: ir.Stage) -> bool:
        return stage.times is not None or bool(stage.until)

    def named(self, stage: ir.Stage) -> bool:
        """Is it performed once, by one player that its sentence names?"""
        if stage.by is None or stage.by.at_once or self.loops(stage):
            return False
        players = stage.by.players
        return isinstance(players, ir.ListOf) and len(players.items) == 1 and not players.items[0].type.many

    def actor(self, stage: ir.Stage | None) -> One:
        """Who performs a stage: of one that nobody performs, who performs that around it."""
        while stage is not None and not self.goes(stage):
            stage = self.parents[self.layout.key(stage)]
        return NOBODY if stage is None else One(self.layout.cell("actor", stage.name), True)

    def chain(self, stage: ir.Stage) -> list[ir.Stage]:
        """The stage and those around it, the innermost first."""
        found: list[ir.Stage] = []
        at: ir.Stage | None = stage
        while at is not None:
            found.append(at)
            at = self.parents[self.layout.key(at)]
        return found

    def round_of(self, stage: ir.Stage | None) -> str:
        """The number of the cell that says who performs next in the innermost stage that goes round."""
        for each in self.chain(stage) if stage is not None else ():
            if self.goes(each) and self.loops(each):
                return self.layout.at("next", each.name)
        return self.layout.at("nobody")

    # ------------------------------------------------------------ lists
    def list_of(self, stage: ir.Stage, part: str, statements: Sequence[ir.Statement], then: Label) -> None:
        """A list of a stage, then the rules that fire by themselves; then comes a label, if it ends no stage."""
        name = self.name("list_")
        self.deals, self.faults = part == "begin", False
        with self.function(f"{name}(S, me)"):
            self.nothing_cast()
            self.fires(f"{stage.path}.{part}")
            self.body(statements, {0: One("me", True)})
            self.end_casting()
            self.line("return 0")
        self.deals = False
        self.stop_where_shown()
        self.before_list()
        self.line(f"e = {name}(S, {self.actor(stage).text})")
        self.after_list()
        if self.faults:
            self._stop_if("e < 0")
        self.note_touched(self.touched(stage.begin, stage.otherwise, stage.end))
        ends = {node.stage for node in nodes(tuple(statements)) if isinstance(node, ir.EndStage)}
        self.after(stage, ends, then, own=part != "end")

    def _stop_if(self, test: str) -> None:
        with self.block(f"if {test}:"):
            self.line(f"{self.layout.cell('fault')} = 1")
            self.line("return -1")

    def after(self, stage: ir.Stage, ends: set[str], then: Label, *, own: bool) -> None:
        """A list has been gone through, and has ended stage `e`, one of these, if that is not nought: the rules are
        tried. `own`: can the stage itself still be ended?"""
        chain = self.chain(stage)
        by_rule = {
            node.stage for trigger in self.rules.triggers for node in nodes(trigger.do) if isinstance(node, ir.EndStage)
        }
        if self.rules.triggers:
            self._first_in_turn(stage, chain, ends)
            self.line("f = scan(S, first)")
            self._stop_if("f < 0")
            if by_rule:
                self._outer(chain)
        self._unwound(stage, [each for each in chain if each.name in ends | by_rule], then, own=own)

    def _unwound(self, stage: ir.Stage, ended: Sequence[ir.Stage], then: Label, *, own: bool) -> None:
        """On to the end of the stage that has been ended, or to what comes if none has."""
        if not ended:
            self.go(*then)
            return
        first, *others = ended
        with self.block(f"if e == {self.ends[first.name]}:"):
            if first is stage and not own:
                self.go(*self.past_end(stage))
            else:
                if self.follows:
                    self.line(f"{self.layout.cell('round')} = {self.round_of(first)}")
                self.go("finish", self.layout.key(first))
        with self.block("else:"):
            self._unwound(stage, others, then, own=own)

    def _first_in_turn(self, stage: ir.Stage, chain: Sequence[ir.Stage], ends: set[str]) -> None:
        """Whose turn it is as the rules are tried."""
        self.line(f"first = {self.actor(stage).text}")
        for each in chain:
            if each.name in ends and each is not stage:
                with self.block(f"if e == {self.ends[each.name]}:"):
                    self.line(f"first = {self.actor(each).text}")
        with self.block(f"if first == {NIL}:"):
            acted = self.layout.cell("acted")
            self.line(f"first = {acted} if {acted} != {NIL} else 0")

    def _outer(self, chain: Sequence[ir.Stage]) -> None:
        """Of two endings, the one that is further out; what is not under way is not ended."""
        ranks = [-1] * (len(self.layout.stages) + 1)
        for i, each in enumerate(chain):
            ranks[self.ends[each.name]] = i
        table = self.table(ranks)
        with self.block(f"if f != 0 and {table}[f] > {table}[e]:"):
            self.line("e = f")

    def past_end(self, stage: ir.Stage) -> Label:
        """What comes once the `end` list of a performance is done."""
        return ("leave", self.layout.key(stage)) if self.once(stage) else ("loop", self.layout.key(stage))

    def once(self, stage: ir.Stage) -> bool:
        return stage.by is None and not self.loops(stage)

    # ------------------------------------------------------------ one stage
    def perform(self, stage: ir.Stage, parent: ir.Stage | None, then: Label) -> None:
        """Write the labels of a stage and of those inside it; `then`: what comes when it is left."""
        with part(stage.where, stage.path):
            self._perform(stage, parent, then)

    def _perform(self, stage: ir.Stage, parent: ir.Stage | None, then: Label) -> None:
        self.parents[self.layout.key(stage)] = parent
        outer = self.actor(parent)
        self._enter(stage, outer, then)
        if not self.once(stage):
            self._loop(stage, outer)
        with self.label("leave", self.layout.key(stage)):
            if self.follows:
                self.line(f"{self.layout.cell('round')} = {self.round_of(parent)}")
            self.go(*then)
        self._begin(stage, outer)
        for step, following in zip_longest(stage.steps, stage.steps[1:]):
            on = ("finish", stage) if following is None else ("enter", following)
            self.perform(step, stage, (on[0], self.layout.key(on[1])))
        with self.label("finish", self.layout.key(stage)):
            self.completing(stage)
            if stage.end:
                self.list_of(stage, "end", stage.end, self.past_end(stage))
            else:
                self.go(*self.past_end(stage))

    def _enter(self, stage: ir.Stage, outer: One, then: Label) -> None:
        layout = self.layout
        with self.label("enter", self.layout.key(stage)):
            env: Env = {0: outer}
            self.mark(stage.where)
            self.line(f"{layout.cell('count', stage.name)} = 0")
            test = self.all_judged(stage.when, env)
            with self.block(f"if {test}:"):
                if self.goes(stage):
                    self._first(stage, env)
                if self.once(stage):
                    self.go("begin", self.layout.key(stage))
                else:
                    self.go("loop", self.layout.key(stage))
            with self.block("else:"):
                self.go(*then)

    def _first(self, stage: ir.Stage, env: Env) -> None:
        """Who performs it first."""
        layout, by = self.layout, stage.by
        assert by is not None
        asked = self.shape(by.players, env) if self.strict(by.players) else None  # once, as the reference asks
        first = self.starting(by, env, asked)
        self.line(f"{layout.cell('actor', stage.name)} = {NIL}")
        self.line(f"{layout.cell('outer', stage.name)} = {self.single(env[0]).text}")
        self.line(f"{layout.cell('next', stage.name)} = {first}")
        self.line(f"{layout.cell('left', stage.name)} = {1 if self.named(stage) else self.program.seats}")
        self.line(f"{layout.cell('way', stage.name)} = {layout.cell('direction')}")
        if self.named(stage):
            found = self.single(self.first(asked or self.shape(by.players, env)))
            self.line(f"{layout.cell('next', stage.name)} = {found.text}")
        if self.loops(stage) and self.follows:
            self.line(f"{layout.cell('round')} = {layout.at('next', stage.name)}")

    def starting(self, by: ir.Actors, env: Env, asked: Shape | None) -> str:
        """With whom a stage begins, in a name: as `from` has it, who acts already, or the first of its players.
        `asked`: these, where they have been asked for."""
        start = self.copied(self.one(by.start, env) if by.start is not None else self.single(env[0]))
        first = self.let(start.text)
        if start.nil:
            with self.block(f"if {first} == {NIL}:"):
                found = self.single(self.first(asked or self.shape(by.players, env)))
                self.line(f"{first} = {found.text}")
                with self.block(f"if {first} == {NIL}:"):
                    self.line(f"{first} = 0")
        return first

    @contextmanager
    def around(self, stage: ir.Stage) -> Iterator[None]:
        """Who comes next in a sentence that is written meanwhile comes next around the stage, not in it."""
        turns = self.follows and self.goes(stage) and self.loops(stage)
        turns = turns and self.asks_who_follows(stage.by, stage.times)
        if turns:
            self.line(f"{self.layout.cell('round')} = {self.round_of(self.parents[self.layout.key(stage)])}")
        yield
        if turns:
            self.line(f"{self.layout.cell('round')} = {self.round_of(stage)}")

    def asks_who_follows(self, *parts: object) -> bool:
        """Do these sentences ask who comes next?"""
        return any(
            isinstance(node, ir.NextActor) or (isinstance(node, ir.Neighbour) and node.side == "successor")
            for node in self.facts.reached(*parts)
        )

    def step_on(self, seat: str, way: str) -> None:
        """The seat becomes its neighbour in the direction of play."""
        seats = self.program.seats
        self.line(f"{seat} = ({seat} + {way} + {seats}) % {seats}")

    def _loop(self, stage: ir.Stage, outer: One) -> None:
        layout = self.layout
        with self.label("loop", self.layout.key(stage)):
            comes, me = self.let("1"), outer
            env: Env = {0: outer}
            if self.goes(stage):
                me = One(self._who(stage, comes, env), True)
            elif stage.by is not None:
                self.line(f"{layout.cell('left', stage.name)} = {self.seats(self.shape(stage.by.players, env))}")
                self.line(f"{comes} = {layout.cell('left', stage.name)} != 0")
            if not self.loops(stage) and not self.goes(stage):
                with self.block(f"if {layout.cell('count', stage.name)} != 0:"):
                    self.line(f"{comes} = 0")
            self._stops(stage, comes, me, outer)
            with self.block(f"if {comes}:"):
                if self.goes(stage):
                    self.line(f"{layout.cell('actor', stage.name)} = {me.text}")
                    if self.loops(stage):
                        self.line(f"{layout.cell('next', stage.name)} = {NIL}")
                self.go("begin", self.layout.key(stage))
            with self.block("else:"):
                self.go("leave", self.layout.key(stage))

    def _who(self, stage: ir.Stage, comes: str, env: Env) -> str:
        """Who performs it next; `comes` becomes whether anybody does."""
        layout, by = self.layout, stage.by
        assert by is not None
        who, n = self.let(str(NIL)), self.program.seats
        following, left = layout.cell("next", stage.name), layout.cell("left", stage.name)
        self.line(f"{comes} = 0")
        if self.named(stage):
            with self.block(f"if {left} > 0 and {following} != {NIL}:"):
                self.line(f"{who} = {following}")
                self.line(f"{left} = 0")
                self.line(f"{comes} = 1")
            return who
        with self.around(stage):
            seats = self.atom(self.seats(self.shape(by.players, env)))
        if self.loops(stage):
            self.line(f"{who} = {following}")
            with self.block(f"if {who} == {NIL}:"):
                actor = layout.cell("actor", stage.name)
                self.line(f"{who} = 0 if {actor} == {NIL} else {actor}")
                self.step_on(who, layout.cell("direction"))
            if seats == str((1 << n) - 1):
                self.line(f"{comes} = 1")
                return who
            with self.block(f"for {self.name('i')} in range(0, {n}):"):
                with self.block(f"if {seats} >> {who} & 1:"):
                    self.line(f"{comes} = 1")
                    self.line("break")
                self.step_on(who, layout.cell("direction"))
            return who
        with self.block(f"while {left} > 0:"):
            self.line(f"{who} = {following}")
            self.line(f"{left} += -1")
            on = self.let(who)
            self.step_on(on, layout.cell("way", stage.name))
            self.line(f"{following} = {on}")
            with self.block(f"if {seats} >> {who} & 1:"):
                self.line(f"{comes} = 1")
                self.line("break")
        return who

    def _stops(self, stage: ir.Stage, comes: str, me: One, outer: One) -> None:
        layout = self.layout
        if stage.until:
            with self.block(f"if {comes}:"):
                test = self.all_judged(stage.until, {0: me})
                with self.block(f"if {test}:"):
                    self.fires(f"{stage.path}.until")
                    self.line(f"{comes} = 0")
        if stage.times is not None:
            with self.block(f"if {comes}:"):
                with self.around(stage):
                    times = self.copied(self.one(stage.times, {0: me}))
                most = f"(0 if {times.text} == {NIL} else {times.text})" if times.nil else times.text
                with self.block(f"if {layout.cell('count', stage.name)} >= {most}:"):
                    self.fires(f"{stage.path}.times")
                    self.line(f"{comes} = 0")
                    if stage.until and stage.by is not None:
                        self.line(f"{layout.cell('cuts')} += 1")
                        self.pause()
                        self.note(1)

    def _begin(self, stage: ir.Stage, outer: One) -> None:
        layout = self.layout
        with self.label("begin", self.layout.key(stage)):
            me = self.actor(stage)
            self.goes_on()
            self.line(f"{layout.cell('count', stage.name)} += 1")
            self.line(f"{layout.cell('performed')} += 1")
            self.fires(stage.path)
            self.note(1)
            with self.block(f"if {layout.cell('performed')} > {limits.MOST_PERFORMANCES}:"):
                self.line(f"{layout.cell('fault')} = 1")
                self.line("return -1")
            self.loses_patience()
            for step in stage.steps:
                self.line(f"{layout.cell('count', step.name)} = 0")
            for variable in self.rules.variables:
                if variable.life == stage.name:
                    with part(variable.where, f"state.{variable.name}"):
                        self.start(variable, me)
            if stage.begin:
                self.list_of(stage, "begin", stage.begin, ("body", self.layout.key(stage)))
            else:
                self.go("body", self.layout.key(stage))
        with self.label("body", self.layout.key(stage)):
            if stage.moves:
                self._decide(stage)
            elif stage.steps:
                self.go("enter", self.layout.key(stage.steps[0]))
            else:
                self.go("finish", self.layout.key(stage))

    # ------------------------------------------------------------ decisions
    def _decide(self, stage: ir.Stage) -> None:
        layout = self.layout
        me = self.actor(stage)
        number = self.number("decide", self.layout.key(stage))
        if self.at_once(stage):
            able, seat, n = self.let("0"), self.name("i"), self.let("0", "n")
            with self.block(f"for {seat} in range(0, {self.program.seats}):"):
                with self.block(f"if {layout.cell('left', stage.name)} >> {seat} & 1:"):
                    with self.aside():
                        can = self.atom(f"legal_{self.ends[stage.name]}(S, OUT, {seat}, 1)")
                    with self.block(f"if {can}:"):
                        self.line(f"{able} = {able} | 1 << {seat}")
                    if self.covers:
                        with self.block("else:"):
                            self.line(f"legal_{self.ends[stage.name]}(S, OUT, {seat}, {self.every_move})")
            with self.block(f"if {able}:"):
                self.line(f"{layout.cell('seats')} = {able}")
                self.line(f"{layout.cell('waiting')} = {able}")
                with self.if_it_goes_on():
                    self.line(f"{n} = {self.listed_for(stage, 'seat(S)')}")
                    self.are_offered(n)
        else:
            n = self.let("0", "n")
            there = f"if {me.text} != {NIL}:" if me.nil else "if 1:"
            with self.block(there):
                self.line(f"{layout.cell('actor')} = {me.text}")
                self.legal_here(stage, me.text, n)
        self.stop_between()
        with self.block(f"if {layout.cell('fault')}:"):
            self.line("return -1")
        with self.block(f"if {n}:"):
            self.line(f"{layout.cell('label')} = {number}")
            self.line(f"{layout.cell('performed')} = 0")
            self.stop_at_limit()
            self.line(f"return {n}")
        for told in ("passed",) * layout.looks + ("stuck",) * (not stage.otherwise):
            self.line(f"{layout.cell(told)} += 1")
        self.pause()
        self.note(1)
        if stage.otherwise:
            self.list_of(stage, "else", stage.otherwise, ("finish", self.layout.key(stage)))
        else:
            self.go("finish", self.layout.key(stage))

    @cached_property
    def follows(self) -> bool:
        """Does anything ask or say who comes next in a stage that goes round?"""
        return self.asks_who_follows(self.rules) or any(isinstance(node, ir.SetNext) for node in nodes(self.rules))

    @abstractmethod
    def completing(self, stage: ir.Stage) -> None:
        """A performance is complete."""

    @abstractmethod
    def legal_here(self, stage: ir.Stage, me: str, n: str) -> None:
        """The legal moves of a player are listed; `n` becomes how many there are."""
