"""A program to one text of the kernel, and what is to be called in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.lowering.ahead import Ahead
from croupier.lowering.asking import Question
from croupier.lowering.copies import TOLD_IN_MELDS
from croupier.lowering.hands import HandQuestion
from croupier.lowering.kernel import NIL, Unkept, Unlowered, part
from croupier.lowering.layout import Layout
from croupier.lowering.library import library
from croupier.lowering.playouts import Playouts
from croupier.lowering.shapes import One, Shape
from croupier.lowering.stages import NOBODY
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

if TYPE_CHECKING:
    from croupier.model.program import Program

FUNCTIONS = {
    "new": "S OUT key", "apply": "S OUT i", "legal": "S OUT", "seat": "S", "score": "S which p",
    "rollout": "S OUT P R n cell",
    "playouts": "S OUT P R seed game games salt cell", "together": "S OUT P R K games begin",
    "choose": "S OUT P seat n",
    "looks": "S seat",
}  # fmt: skip
"""What is to be called from without, with its arguments. `new` starts the game of a key of chance, `apply` makes legal
move `i`, `legal` lists the legal moves anew: each gives how many there are at the next decision, nought once the game
is over, and -1 if the rules are at fault. `seat`: who decides. `score`: a score of a player (`which` from 0; -1: has
the player lost). `rollout`: plays on, to the end or until a cell holds something else, with a stream of chance for each
seat (`P`: key and words drawn of each, then when each first decided, from 1, and how many have), writes the scores seat
by seat and whether each has lost, and gives what the cell `over` holds then, or -1. `playouts`: plays so many
games of a seed from one on, each seat with the stream of seed `seed ^ (salt + seat << 32)`, and writes a row of numbers
for each (see `Results`); `cell`: of the position, one that is told too. `together`: so many positions in `S` go on, of
which each makes its move of `P`, or begins with that key; `R` is then how many legal moves each has (-1: the rules are
at fault), then who decides in each (-1: nobody), and `K` their first legal moves. It gives how many there are; where a
move is called that there is not, nothing happens, and it gives -1 less the number of the first such game. `looks`: a
number for what a seat sees and remembers, nought where nobody looks ahead."""


STANDS = ("decide", "asked")
"""The kinds of labels at which play stands while somebody chooses."""


def _indented(lines: list[str], like: str) -> list[str]:
    margin = like[: len(like) - len(like.lstrip())]
    return [margin + line for line in lines]


@dataclass(frozen=True, slots=True)
class Lowered:
    """`text` in the language of the kernel, and where it keeps things. `choices`: by the number that a row of a legal
    move begins with, what is chosen there: of each move, then of each question in the middle of one; `asked`: what it
    asks of the reference, by number. `labels`: the stages under way where somebody decides, the innermost last, by what
    the cell `label` holds; `files`: those that marks number from 1; `questions`: those in the middle of moves;
    `turned`: the zones where cards may lie turned up; `hiding`: those of which, for a `must`, nobody knows a card."""

    text: str
    layout: Layout
    choices: tuple[tuple[ir.Choice, ...], ...]
    asked: tuple[HandQuestion, ...]
    labels: dict[int, tuple[str, ...]]
    files: tuple[str, ...]
    questions: tuple[Question, ...]
    turned: frozenset[str]
    hiding: frozenset[str]
    foresees: bool = False


def lowered(program: Program, covers: Sequence[str] = (), *, foresees: bool = False, opened: bool = False) -> Lowered:
    """The program as text of the kernel; Unlowered if it says something that cannot be lowered. `covers`: count how
    often these elements of the rules fire, by their paths. `foresees`: with players who look ahead. `opened`: options
    stand in cells, as far as nothing has been laid out by them (see `Layout`)."""
    there = {place.zone.name for place in program.places}
    for zone in program.rules.zones:
        with part(zone.where, f"zones.{zone.name}"):
            if zone.name not in there:
                raise Unlowered("zones of which there is none")
    try:
        machine = _Machine(program, covers, foresees, opened)
        text = machine.whole()
    except Unkept:
        machine = _Machine(program, covers, foresees, opened, True)
        text = machine.whole()
    chains = {machine.layout.key(stage): machine.chain(stage) for stage in machine.layout.stages}
    labels = {
        number: tuple(stage.name for stage in reversed(chains[name.partition(" ")[0]]))
        for (what, name), number in machine.numbers.items()
        if what in STANDS
    }
    asked = (*(move.choices for move in program.special.moves), *(question.choices for question in machine.questions))
    return Lowered(
        text,
        machine.layout,
        asked,
        tuple(machine.asked_of_host),
        labels,
        tuple(machine.files),
        tuple(machine.questions),
        machine.turned_in if machine.layout.turns_cards else frozenset(),
        frozenset(machine.hiding if machine.layout.looks else ()),
        foresees,
    )


class _Machine(Playouts, Ahead):
    """All parts of the lowering together."""

    def whole(self) -> str:
        self._copies_in_melds()
        self.knowing()
        if self.layout.looks:
            self.can_be_foreseen()
        self.label_all()
        self.firing()
        for number, move in enumerate(self.rules.moves):
            if move.name in self._offered:
                with part(move.where, move.path):
                    self.listing(number, move)
                    if self.foresees or not self.asks(move.do):
                        self._doing(number, move)
        for stage in self._deciding:
            if self.at_once(stage):
                self.collecting(stage)
            for move in self.rules.moves:
                if move.name in stage.moves and self.asks(move.do):
                    with part(move.where, move.path):
                        self.asking_list(stage, move)
        self.offering()
        self._seat()
        self._who_is_next()
        for stage in {stage.name: stage for stage in self._deciding}.values():
            self._legal_of(stage)
        self._legal()
        self.looking()
        self._run()
        self._act()
        self._apply()
        self._new()
        self._score()
        self.players()
        self.playout()
        self.together()
        if self.takes:
            self.taker()
        if self.owners:
            self.owner()
        if self.homing:
            self.whereabouts()
        if self.asked_of_host:
            self.asker()
        self.write_casting()
        room = max(self.every_move, self.program.cards + 1)
        return self.text() + library(room)

    def _copies_in_melds(self) -> None:
        """A meld is a set here, and forgets which copy came first: where something is noted on copies there, they have
        to come by their numbers, out of zones where nothing is noted, as melds or one by one to a spot."""
        if not self.noted_in_melds:
            return
        noted = any(self.layout.form(zone) != "melds" for zone in self.living)
        parts = (self.rules.play, self.rules.stages, self.rules.moves, self.rules.triggers)
        swapped = any(isinstance(node, ir.Swap) for node in nodes(parts))
        if noted or swapped or any(trigger.enters for trigger in self.rules.triggers):
            raise Unlowered(TOLD_IN_MELDS)

    @property
    def _offered(self) -> set[str]:
        return {name for stage in self.layout.stages for name in stage.moves}

    def label_all(self) -> None:
        self.perform(self.layout.play, None, ("over", ""))
        with self.label("over", ""):
            self.over(2)

    # ------------------------------------------------------------ moves
    def _doing(self, number: int, move: ir.MoveRule) -> None:
        """`do_N(S, me, …)`: what a move does with what is chosen."""
        names = [self.names_of(choice, i) for i, choice in enumerate(move.choices)]
        env: dict[int, Shape] = {0: One("me")}
        with self.function(f"do_{number}({', '.join(['S', 'me', *(name for each in names for name in each)])})"):
            if any(choice.type.name == "meld" for choice in move.choices):
                self.line("forget_melds()")
            for choice, given in zip(move.choices, names, strict=True):
                of_melds = choice.type.name == "meld"
                env[choice.slot] = self.melds_given(choice, given, env) if of_melds else self.given(choice, given[0])
            self.nothing_cast()
            self.cast_by_list(env)
            if move.do:
                self.fires(f"{move.path}.do")
            self.in_steps = self.foresees
            self.body(move.do, env)
            self.in_steps = False
            self.end_casting()
            self.line("return 0")

    def _act(self) -> None:
        """`act(S, OUT, me, i)`: does what row `i` says, and gives the stage that it ends."""
        layout = self.layout
        with self.function("act(S, OUT, me, i)"):
            self.line(f"{layout.cell('acted')} = me")
            self.line(f"r = i * {layout.row}")
            self.line("move = OUT[r]")
            for number, move in enumerate(self.rules.moves):
                if move.name not in self._offered:
                    continue
                cells = [f"r + {1 + j * layout.width}" for j in range(len(move.choices))]
                if self.asks(move.do) and not self.foresees:
                    continue
                given = [
                    part
                    for choice, cell in zip(move.choices, cells, strict=True)
                    for part in self.cells_of(choice, cell)
                ]
                with self.block(f"if move == {number}:"):
                    self.note_touched(self.touched(move))
                    if move.do:
                        self.before_list()
                    self.line(f"e = do_{number}({', '.join(['S', 'me', *given])})")
                    if move.do:
                        self.after_list()
                    self.line("return e")
            self.line("return 0")

    # ------------------------------------------------------------ decisions
    def _legal_of(self, stage: ir.Stage) -> None:
        with self.function(f"legal_{self.ends[stage.name]}(S, OUT, me, most)"):
            self.line("n = 0")
            for name in stage.moves:
                with self.block("if n < most:"):
                    self.line(f"n = l_{self.move_numbers[name]}(S, OUT, n, me, most)")
            self.line("return n")

    @property
    def _deciding(self) -> list[ir.Stage]:
        return [stage for stage in self.layout.stages if stage.moves]

    def _seat(self) -> None:
        layout = self.layout
        with self.function("seat(S)"):
            if any(map(self.at_once, self._deciding)):
                with self.block(f"if {layout.cell('waiting')}:"):
                    with self.block(f"for i in range(0, {self.program.seats}):"):
                        with self.block(f"if {layout.cell('waiting')} >> i & 1:"):
                            self.line("return i")
            self.line(f"return {layout.cell('actor')}")

    def _legal(self) -> None:
        layout, most = self.layout, self.every_move
        listing = [
            (number, f"legal_{self.ends[stage.name]}(S, OUT, seat(S), {most})", self.left(stage, "n", number))
            for stage in self._deciding
            for number in (self.number("decide", layout.key(stage)),)
        ]
        listing += [
            (each.label, f"{each.name}(S, OUT, 0, seat(S), {most})", self.left(each.stage, "n", each.label))
            for each in self.questions
        ]
        with self.function("legal(S, OUT)"):
            self.line("n = 0")
            with self.aside():
                for label, listed, left in listing:
                    with self.block(f"if {self.layout.cell('label')} == {label}:"):
                        self.line(f"n = {listed}")
                        if left != "n":
                            self.line(f"n = {left}")
            self.line(f"return -1 if {layout.cell('fault')} else n")

    def _forget_melds(self) -> None:
        """What has been found among cards for the decision before."""
        if self.listings:
            self.line("forget_melds()")

    def _apply(self) -> None:
        layout = self.layout
        with self.function("apply(S, OUT, i)"):
            self._forget_melds()
            self.line(f"{layout.cell('decisions')} += 1")
            self.pause()
            self.note(1)
            self.line(f"label = {layout.cell('label')}")
            for stage in self._deciding:
                with self.block(f"if label == {self.number('decide', layout.key(stage))}:"):
                    moves = [move for move in self.rules.moves if move.name in stage.moves]
                    for move in moves if self.covers else ():
                        with self.block(f"if OUT[i * {layout.row}] == {self.move_numbers[move.name]}:"):
                            for path in (move.path, *(choice.path for choice in move.choices)):
                                self.fires(path)
                    if self.at_once(stage):
                        with part(stage.where, stage.path):
                            if any(choice.type.name == "meld" for move in moves for choice in move.choices):
                                raise Unlowered("melds that several choose at once")
                        self.take_one_of_all(stage)
                    else:
                        self.make(stage, layout.cell("actor"), "i")
                    self.line("return run(S, OUT, pc)")
            for question in self.questions:
                with self.block(f"if label == {question.label}:"):
                    self.take_answer(question)
                    self.line("return run(S, OUT, pc)")
            self.line("return -1")

    # ------------------------------------------------------------ who comes next
    def _who_is_next(self) -> None:
        """`next_actor(S)` and `successor(S, seat)`, in the innermost stage that goes round."""
        if not self.follows:
            return
        layout, n = self.layout, self.program.seats
        rounds = {stage.name: stage for stage in layout.stages if self.goes(stage) and self.loops(stage)}.values()
        with self.function("among(S)"):
            for stage in rounds:
                by = stage.by
                assert by is not None
                with self.block(f"if {layout.cell('round')} == {layout.at('next', stage.name)}:"):
                    with part(stage.where, stage.path), self.around(stage):
                        if self.asks_who_follows(by) and sum(each.name == stage.name for each in layout.stages) > 1:
                            raise Unlowered(
                                "who comes next, in the sentence of a stage that is performed in several places"
                            )
                        outer = One(layout.cell("outer", stage.name), True)
                        seats = self.let(self.seats(self.shape(by.players, {0: outer})))
                    self.line(f"return {seats}")
            self.line("return 0")
        with self.function("from_on(S, seat)"):
            self.line("seats = among(S)")
            with self.block(f"for i in range(0, {n}):"):
                with self.block("if seats >> seat & 1:"):
                    self.line("return seat")
                self.step_on("seat", layout.cell("direction"))
            self.line(f"return {NIL}")
        with self.function("successor(S, seat)"):
            self.step_on("seat", layout.cell("direction"))
            self.line("return from_on(S, seat)")
        with self.function("next_actor(S)"):
            for stage in rounds:
                with self.block(f"if {layout.cell('round')} == {layout.at('next', stage.name)}:"):
                    with self.block(f"if {layout.cell('next', stage.name)} != {NIL}:"):
                        self.line(f"return from_on(S, {layout.cell('next', stage.name)})")
                    actor = layout.cell("actor", stage.name)
                    self.line(f"return successor(S, 0 if {actor} == {NIL} else {actor})")
            self.line(f"return {NIL}")

    # ------------------------------------------------------------ the machine
    def _run(self) -> None:
        entries = {self.number("enter", self.layout.key(self.layout.play))}
        for stage in self._deciding:
            entries |= {self.number("finish", self.layout.key(each)) for each in self.chain(stage)}
            entries |= {self.number(*self.past_end(each)) for each in self.chain(stage)}
        entries |= self.resumed
        with self.function("run(S, OUT, pc)"):
            if any(what == "done" for what, _ in self.labelled):
                self.line("e = 0")  # which stage the list ends that is done; its labels are not those that say so
            with self.block("while 1:"):
                self._dispatch(sorted(self._inlined(entries).items()))
            self.line("return 0")

    def _inlined(self, entries: set[int]) -> dict[int, list[str]]:
        """What is done at each label; what one place alone goes to stands there."""
        text = {self.numbers[label]: lines for label, lines in self.labelled.items()}
        while True:
            uses = Counter(
                line.strip() for lines in text.values() for line in lines if line.strip().startswith("pc = ")
            )
            once = [
                n
                for n in text
                if n not in entries and uses[f"pc = {n}"] == 1 and f"pc = {n}" not in map(str.strip, text[n])
            ]
            if not once:
                return text
            moved, here = text.pop(once[0]), f"pc = {once[0]}"
            for number, lines in text.items():
                text[number] = [
                    new for line in lines for new in (_indented(moved, line) if line.strip() == here else [line])
                ]

    def _dispatch(self, labels: list[tuple[int, list[str]]]) -> None:
        if len(labels) == 1:
            self.written(labels[0][1], self._depth)
            if not labels[0][1]:
                self.line("pass")
            return
        half = len(labels) // 2
        with self.block(f"if pc < {labels[half][0]}:"):
            self._dispatch(labels[:half])
        with self.block("else:"):
            self._dispatch(labels[half:])

    def _new(self) -> None:
        layout = self.layout
        with self.function("new(S, OUT, key)"):
            self._forget_melds()
            with self.block(f"for i in range({len(layout.options)}, {layout.size}):"):
                self.line("S[i] = 0")
            self.line(f"{layout.cell('key')} = key")
            self.counting_again()
            self.line(f"{layout.cell('direction')} = 1")
            self.line(f"{layout.cell('round')} = {layout.at('nobody')}")
            self.line(f"{layout.cell('dirty')} = {layout.every_rule}")
            self.line(f"{layout.cell('acted')} = {NIL}")
            if self.knows:
                self.pause()
                with self.block(f"for i in range(0, {layout.cards}):"):
                    self.line(f"{layout.cell('home', '', 'i')} = -1")
            self.line(f"Z[{layout.at('zone')}] = {self.all_cards}")
            self._bare()
            for variable in self.rules.variables:
                if variable.life and ("variable", variable.name) in layout.cells:
                    self._forgotten(variable)
            everything = [each for each in self.rules.variables if not each.life]
            for variable in sorted(everything, key=lambda each: each.per == "card"):
                with part(variable.where, f"state.{variable.name}"):
                    self.start(variable, NOBODY)
            self.line(f"return run(S, OUT, {self.number('enter', self.rules.play.name)})")

    def _bare(self) -> None:
        """All rows are gaps, no card lies in a meld, and nobody has put it anywhere."""
        layout = self.layout
        for what in ("placed", "role", "place"):
            if (what, "") in layout.cells:
                with self.block(f"for i in range(0, {layout.cards}):"):
                    self.line(f"{layout.cell(what, '', 'i')} = {NIL}")
        for zone, subject in layout.every_place():
            if size := layout.row_size(zone):
                at = int(layout.at("zone", zone, subject))
                self.line(f"S[{at}] = {size}")
                first = at + layout.before("row")
                with self.block(f"for i in range({first}, {first + size}):"):
                    self.line(f"S[i] = {NIL}")

    def _forgotten(self, variable: ir.Variable) -> None:
        with self.block(f"for i in range(0, {self.size_of(variable)}):"):
            nothing = "0" if variable.type.many else str(NIL)
            if variable.per == "card":
                self.noted(variable.name, "i", nothing)
            else:
                self.line(f"{self.layout.cell('variable', variable.name, 'i')} = {nothing}")

    def _score(self) -> None:
        result = self.rules.result
        with part(result.where, "result"), self.function("score(S, which, p)"):
            for number, score in enumerate(result.scores):
                with self.block(f"if which == {number}:"):
                    self.line(f"return {self.one(score, {0: NOBODY, 1: One('p')}).text}")
            if result.losers is not None:
                with self.block("if which == -1:"):
                    if self.covers:  # the reference asks once for all
                        self.line(f"{self.layout.cell('counting')} = {self.layout.cell('counting')} if p == 0 else 0")
                    lost = self.within(One("p"), self.shape(result.losers, {0: NOBODY}))
                    self.line(f"return 1 if {lost} else 0")
            self.line(f"return {NIL}")
