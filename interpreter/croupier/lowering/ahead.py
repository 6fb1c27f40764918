"""What a `must` leaves of the moves: those after which the seat can still end the stage as it must.

The search is that of the reference, position by position: depth first on copies of the position, the plainest moves
first, in as many moves ahead and through as many positions as there. What comes of a move is told by `trial` of the
position in which it was made (see `layout`).
"""

from __future__ import annotations

from croupier.lowering.asking import Question
from croupier.lowering.kernel import MOST_MET, Unlowered
from croupier.lowering.layout import ENDED, FAILED, TRYING, UNFORESEEN
from croupier.lowering.likeness import MOST_CLASSES, Likeness
from croupier.lowering.listing import MOST_MOVES
from croupier.lowering.owing import NEVER, UNCLEAR
from croupier.lowering.sights import DEPTH, LOOK, ME, POSITIONS, ROWS, SEARCH, STAGE
from croupier_dsl import ir

MOST_POSITIONS = 40_000
DEPTHS = (3, 60)
MOST_ROWS = 200_000
"""So many rows of moves may wait to be tried out."""

VOLATILE = frozenset((
    "key", "drawn", "acted", "decisions", "performed", "over", "stuck", "cuts", "short", "seats", "waiting", "fault",
    "notes", "void", "trial", "sighted", "doubt", "passed", "unknown",
))  # fmt: skip
"""Cells that do not tell one position from another."""

OK, CUT, LOOP, PERHAPS, ALIKE = 1, 2, 4, 8, 16
"""What is found of a move: the stage can end as it must; it might be found further ahead; a way has been left out that
leads back to where the search has been; it can, for all that is known; it is so for all choices of its sort. -1: that
cannot be told here."""


class Ahead(Likeness):
    """The part of the lowering that looks ahead."""

    # ------------------------------------------------------------ where the machine is tried out
    def completing(self, stage: ir.Stage) -> None:
        """Written where a performance is complete: where moves are tried out, has it ended as it must?"""
        if not self.layout.looks:
            return
        trial, depth = self.layout.cell("trial"), len(self.chain(stage)) - 1
        around = any(each.must for each in _inside(stage))
        if not stage.must and not around:
            return
        with self.block(f"if {trial}:"):
            if stage.must:
                self._complete(stage, trial, depth)
            if around:  # the stage that is looked into has been ended from outside
                with self.block(f"if G_look[{DEPTH}] > {depth}:"):
                    self.line(f"{self.layout.cell('doubt')} = 1")

    def _complete(self, stage: ir.Stage, trial: str, depth: int) -> None:
        with self.block(f"if {trial} != {TRYING}:"):
            self.line("return 0")
        failing = self.let("0")
        for condition in stage.must:
            test = self.truth(condition.expr, {0: self.actor(stage)})
            with self.block(f"if {self.negated(test)}:"):
                told = self.facts.told_apart([condition.expr])
                if told is None or any(what != "variable" for what, _ in told) or self._cards_are_held:
                    with self.block(f"if {self.layout.cell('sighted')}:"):  # it may ask what that card is
                        self.line(f"{self.layout.cell('fault')} = 1")
                        self.line("return -1")
                self.line(f"{failing} = 1")
        with self.block(f"if {failing} or {depth} <= G_look[{DEPTH}]:"):
            self.line(f"{trial} = {FAILED} if {failing} else {ENDED}")
            self.line("return 0")

    @property
    def _cards_are_held(self) -> bool:
        """May a card be held in state, or lie in a meld?"""
        return self.layout.casts or any(
            variable.type.name in ("card", "meld", "spot") for variable in self.rules.variables
        )

    def stop_where_shown(self) -> None:
        """Written before a list: nothing is tried out any further once a card has been shown."""
        if self.layout.looks:
            trial = self.layout.cell("trial")
            with self.block(f"if {trial} and ({self.layout.cell('sighted')} or {trial} == {UNFORESEEN}):"):
                self.line(f"{trial} = {UNFORESEEN}")
                self.line("return -1")

    def legal_here(self, stage: ir.Stage, me: str, n: str) -> None:
        """Written where a decision falls due: the legal moves are listed; where moves are tried out, only whether there
        is any."""
        if self.layout.looks:
            with self.block(f"if {self.layout.cell('trial')}:"):
                self.line(f"{n} = any_{self.ends[stage.name]}(S, OUT, {me})")
            with self.block("else:"):
                self.line(f"{n} = {self.listed_for(stage, me)}")
                self.line(f"{n} = {self.left(stage, n, self.number('decide', self.layout.key(stage)))}")
            return
        self.line(f"{n} = {self.listed_for(stage, me)}")
        if self.covers:
            with self.block(f"if {n} == 0 and {self.layout.cell('counting')} == 0:"):
                self.counting_again()
                self.line(f"legal_{self.ends[stage.name]}(S, OUT, {me}, {MOST_MOVES})")
            self.counting_again()

    def answers_here(self, stage: ir.Stage, question: Question, n: str) -> None:
        """The same for answers."""
        layout = self.layout
        every = f"{question.name}(S, OUT, 0, {layout.cell('actor')}, {MOST_MOVES})"
        if layout.looks:
            most = f"1 if {layout.cell('trial')} else {MOST_MOVES}"
            self.line(f"{n} = {question.name}(S, OUT, 0, {layout.cell('actor')}, {most})")
            with self.block(f"if {layout.cell('trial')} == 0:"):
                self.line(f"{n} = {self.left(stage, n, question.label)}")
            return
        if self.covers:
            self.line(f"{layout.cell('counting')} = 1 if {layout.cell('decisions')} < {self.program.limit} else 0")
        self.line(f"{n} = {every}")
        if self.covers:
            with self.block(f"if {n} == 0 and {layout.cell('counting')} == 0:"):
                self.counting_again()
                self.line(every)
            self.counting_again()

    def left(self, stage: ir.Stage, n: str, label: int) -> str:
        """How many of `n` rows are left where play stands at a label of a stage."""
        if not self.layout.looks or not self.is_looked_into(stage):
            return n
        return f"left_{self._place_of(stage)}(S, OUT, {n}, {self.layout.cell('actor')}, {label})"

    def _place_of(self, stage: ir.Stage) -> int:
        return [self.layout.key(each) for each in self.layout.stages].index(self.layout.key(stage))

    # ------------------------------------------------------------ the search
    def looking(self) -> None:
        """The functions of the search."""
        if not self.layout.looks:
            return
        if len(self.musts) > 60:
            raise Unlowered("so many stages with a must")
        layout, size, row = self.layout, self.layout.size, self.layout.row
        self.scratch.update({
            "G_look": 8, "G_tried": (MOST_MOVES + 1) * row + 64, "G_trial": size, "G_rows": MOST_ROWS * row,
            "G_positions": (DEPTHS[-1] + 3) * size, "G_key": size, "G_met": MOST_MET, "G_looked": MOST_MET,
            "G_searched": MOST_MET, "G_when": MOST_MET, "G_sorts": MOST_ROWS,
            "G_class": (DEPTHS[-1] + 3) * MOST_CLASSES, "G_came": (DEPTHS[-1] + 3) * MOST_CLASSES,
        })  # fmt: skip
        deciding = [stage for stage in layout.stages if stage.moves]
        for stage in {stage.name: stage for stage in deciding}.values():
            self._any_of(stage)
        deciding = [stage for stage in deciding if self.is_looked_into(stage)]
        for stage in deciding:
            self._left_of(stage)
        self._tries(deciding)
        self.owing()
        self.sorting()
        self._marked()
        self._after_it()
        self._best_from()
        self._look_ahead()

    def _plainest_first(self, stage: ir.Stage) -> list[str]:
        """The moves of a stage in the order in which they are tried out."""

        def rank(name: str) -> tuple[bool, int]:
            move = self.program.move(name)
            assert move is not None
            plain = self.plain(move.move, whole=True)
            return not plain, sum(len(choice.conditions) for choice in move.choices) + len(move.choices)

        return sorted(stage.moves, key=rank)

    def _any_of(self, stage: ir.Stage) -> None:
        with self.function(f"any_{self.ends[stage.name]}(S, OUT, me)"):
            for name in self._plainest_first(stage):
                with self.block(f"if l_{self.move_numbers[name]}(S, OUT, 0, me, 1):"):
                    self.line("return 1")
            self.line("return 0")

    def _left_of(self, stage: ir.Stage) -> None:
        """`left_N(S, OUT, n, me, label)`: which stage binds the player, the outermost of those that do."""
        with self.function(f"left_{self._place_of(stage)}(S, OUT, n, me, label)"):
            self.line("stage = -1")
            self.line("depth = 0")
            chain = self.chain(stage)
            for depth, each in enumerate(reversed(chain)):
                if each.must:
                    with self.block(f"if stage < 0 and {self.actor(each).text} == me:"):
                        self.line(f"stage = {self.must_number(each)}")
                        self.line(f"depth = {depth}")
            with self.block("if stage < 0 or n == 0:"):
                self.line("return n")
            self.line("return look(S, OUT, n, me, label, stage, depth)")

    def _tries(self, stages: list[ir.Stage]) -> None:
        """`tries(S, OUT, k, me)`: the legal ways to make the `k`th of the moves that are tried out, -1 if there is
        none; and `inside(S)`: the stages with a `must` under way, as bits."""
        label = self.layout.cell("label")
        with self.function("tries(S, OUT, k, me)"):
            for stage in stages:
                with self.block(f"if {label} == {self.number('decide', self.layout.key(stage))}:"):
                    for k, name in enumerate(self._plainest_first(stage)):
                        with self.block(f"if k == {k}:"):
                            self.line(f"return l_{self.move_numbers[name]}(S, OUT, 0, me, {MOST_MOVES})")
                    self.line("return -1")
            for question in self.questions:
                with self.block(f"if {label} == {question.label} and k == 0:"):
                    self.line(f"return {question.name}(S, OUT, 0, me, {MOST_MOVES})")
            self.line("return -1")
        with self.function("inside(S)"):
            for stage in stages:
                bits = sum(1 << self.must_number(each) for each in self.chain(stage) if each.must)
                test = self.stands_in(stage)
                with self.block(f"if {test}:"):
                    self.line(f"return {bits}")
            self.line("return 0")

    def _marked(self) -> None:
        """`met(S)`: a number for the position: where cards lie, state, and where play stands."""
        layout = self.layout
        with self.function("met(S)"):
            self.line("n = 0")
            start = end = 0

            def copied(low: str, count: str) -> None:
                self.line(f"COPY(G_key, n, S, {low}, {count})")
                self.line(f"n += {count}")

            spans: list[tuple[int, int]] = []
            after = [*list(layout.cells.values())[1:], layout.size]
            for ((what, name), at), following in zip(layout.cells.items(), after, strict=True):
                if what in VOLATILE and not name:
                    continue
                if what == "zone" and name and layout.form(name) in ("pile", "row"):
                    first = layout.before(layout.form(name))
                    for place in range(at, following, layout.stride[name]):
                        copied(str(place), f"S[{place}] + {first}")
                    continue
                if at == end and spans:
                    start = spans.pop()[0]
                else:
                    start = at
                end = following
                spans.append((start, end))
            for low, high in spans:
                copied(str(low), str(high - low))
            self.line("return NUMBER(G_key, n)")

    def _after_it(self) -> None:
        """`after(level, left)`: what comes of the move in the first row tried, in the position of a level, `left` moves
        ahead at most."""
        layout, size = self.layout, self.layout.size

        def cell(name: str) -> str:
            return f"G_trial[{layout.at(name)}]"

        with self.function("after(level, left)"):
            with self.block(f"if G_look[{POSITIONS}] >= {MOST_POSITIONS}:"):
                self.line("return -1")
            self.line(f"G_look[{POSITIONS}] += 1")
            self.line("move = G_tried[0]")
            plain = f"move < {len(self.rules.moves)} and {self.plain_moves(whole=False)}[move]"
            self.line(f"alike = {ALIKE} if {plain} else 0")
            self.line(f"COPY(G_trial, 0, G_positions, level * {size}, {size})")
            self.line("n = apply(G_trial, G_tried, 0)")
            with self.block(f"if {cell('passed')} != G_positions[level * {size} + {layout.at('passed')}]:"):
                self.line("alike = 0")
            with self.block(f"if {cell('trial')} == {UNFORESEEN}:"):
                self.line(f"return {OK | PERHAPS} + alike")
            with self.block(f"if {cell('fault')} or n < 0:"):
                self.line("return -1")
            with self.block(f"if {cell('trial')} != {TRYING}:"):
                with self.block(f"if {cell('doubt')}:"):
                    self.line("return -1")
                self.line(f"return {OK} + alike if {cell('trial')} == {ENDED} else alike")
            others = f"{cell('waiting')} or {cell('actor')} != G_look[{ME}]"
            beyond = f"inside(G_trial) >> G_look[{STAGE}] & 1 == 0"
            with self.block(f"if {cell('sighted')} or {cell('over')} or {others} or {beyond}:"):
                self.line(f"return {OK | PERHAPS} + alike")
            with self.block(f"if {cell('doubt')}:"):
                self.line("return -1")
            self.line("never = owing(G_trial)")
            with self.block(f"if never == {NEVER}:"):
                self.line("return 0")
            with self.block("if left <= 1:"):
                self.line(f"return {CUT}")
            self.line("r = best(level + 1, left - 1)")
            with self.block(f"if never == {UNCLEAR} and r > 0 and r & {PERHAPS}:"):  # the reference may have it settled
                self.line("return -1")
            with self.block(f"if r > 0 and r & {ALIKE} and not (r & {OK} and {plain}):"):
                self.line(f"r += -{ALIKE}")
            self.line("return r")

    def _best_from(self) -> None:
        """`best(level, left)`: the best that can be done from the position in which a move has been tried out. It is
        kept at its level while others are."""
        size = self.layout.size
        with self.function("best(level, left)"):
            self.line(f"COPY(G_positions, level * {size}, G_trial, 0, {size})")
            self.line(f"base = G_look[{ROWS}]")
            self.line("found = 0")
            self.line("classes = 0")
            self.line("k = 0")
            self._listed_there("0")
            self.line("first = -1")
            with self.block("if n > 0:"):  # the plainest may settle it, whatever has been met
                self._tried_there("base", "1")
                self.line(f"first = r if r & {CUT} == 0 else -1")
                with self.block(f"if r & {OK}:"):
                    self._good("base")
                    self.line(f"G_look[{ROWS}] = base")
                    self.line("return found")
                self.line(f"COPY(G_trial, 0, G_positions, level * {size}, {size})")
            self.line("at = met(G_trial)")
            with self.block(f"if G_when[at] == G_look[{LOOK}]:"):
                self.line("known = G_met[at]")
                searched = f"known & {LOOP} == 0 or G_searched[at] == G_look[{SEARCH}]"
                certain = f"known & {OK} or known & {CUT | LOOP} == 0"
                with self.block(f"if {certain} or (G_looked[at] >= left and ({searched})):"):
                    self.line(f"G_look[{ROWS}] = base")
                    self.line("return known")
            self.line(f"G_when[at] = G_look[{LOOK}]")
            self._found_there(f"{LOOP}")
            with self.block("while n >= 0:"):
                with self.block("for i in range(base, base + n):"):
                    self._class_of("G_sorts[i]", f"(level + 1) * {MOST_CLASSES}")
                    with self.block("if first >= 0:"):
                        self.line("r = first")
                        self.line("first = -1")
                        self._class_is("G_sorts[i]", f"(level + 1) * {MOST_CLASSES}")
                    with self.block("if r < 0:"):
                        self._tried_there("i", "left")
                        self._class_is("G_sorts[i]", f"(level + 1) * {MOST_CLASSES}")
                    self.line(f"found = found | r & {CUT | LOOP}")
                    with self.block(f"if r & {OK}:"):
                        self._good("i")
                        self.line("break")
                self.line(f"G_look[{ROWS}] = base")
                with self.block(f"if found & {OK}:"):
                    self.line("break")
                self.line("k += 1")
                self.line(f"COPY(G_trial, 0, G_positions, level * {size}, {size})")
                self._listed_there("k")
            self._found_there("found")
            self.line("return found")

    def _listed_there(self, k: str) -> None:
        """The ways to make the `k`th move come to wait, with their sorts."""
        row = self.layout.row
        self.line(f"n = tries(G_trial, G_tried, {k}, G_look[{ME}])")
        with self.block(f"if G_trial[{self.layout.at('fault')}] or base + n > {MOST_ROWS}:"):
            self.line("return -1")
        with self.block("if n > 0:"):
            self.line(f"COPY(G_rows, base * {row}, G_tried, 0, n * {row})")
            self.line(f"G_look[{ROWS}] = base + n")
        with self.block("for i in range(0, n):"):
            self.line("G_sorts[base + i] = sort_of(G_trial, G_tried, i)")

    def _tried_there(self, i: str, left: str) -> None:
        row = self.layout.row
        self.line(f"COPY(G_tried, 0, G_rows, {i} * {row}, {row})")
        self.line(f"r = after(level, {left})")
        with self.block("if r < 0:"):
            self.line("return -1")

    def _good(self, i: str) -> None:
        """The move in a row that waits leads to where it should."""
        self.line(f"found = r & {OK | PERHAPS}")
        self.line(f"move = G_rows[{i} * {self.layout.row}]")
        with self.block(f"if r & {ALIKE} and move < {len(self.rules.moves)} and {self.plain_moves(whole=True)}[move]:"):
            self.line(f"found += {ALIKE}")

    def _class_of(self, sort: str, at: str) -> None:
        """`r` becomes what is known of a sort of choices at a level, -1 if nothing is."""
        self.line("r = -1")
        with self.block("for c in range(0, classes):"):
            with self.block(f"if G_class[{at} + c] == {sort}:"):
                self.line(f"r = G_came[{at} + c]")

    def _class_is(self, sort: str, at: str) -> None:
        with self.block(f"if {sort} >= 0 and r & {ALIKE} and classes < {MOST_CLASSES}:"):
            self.line(f"G_class[{at} + classes] = {sort}")
            self.line(f"G_came[{at} + classes] = r")
            self.line("classes += 1")

    def _found_there(self, found: str) -> None:
        self.line(f"G_met[at] = {found}")
        self.line("G_looked[at] = left")
        self.line(f"G_searched[at] = G_look[{SEARCH}]")

    def _look_ahead(self) -> None:
        """`look(S, OUT, n, me, label, stage, depth)`: of the first `n` rows those are kept after which the stage can
        still end as it must; how many they are."""
        layout, row = self.layout, self.layout.row

        def cell(name: str) -> str:
            return f"G_positions[{layout.at(name)}]"

        with self.function("look(S, OUT, n, me, label, stage, depth)"):
            self.line("FORGET()")
            for what, value in ((ME, "me"), (DEPTH, "depth"), (STAGE, "stage"), (POSITIONS, "0"), (ROWS, "0")):
                self.line(f"G_look[{what}] = {value}")
            self.line(f"G_look[{LOOK}] += 1")
            unknown = self.not_known()
            self.line(f"Z[{layout.at('unknown')}] = {unknown}")
            self.line(f"COPY(G_positions, 0, S, 0, {layout.size})")
            self.line(f"Z[{layout.at('unknown')}] = 0")
            for name, value in (("label", "label"), ("actor", "me"), ("performed", "0"), ("trial", str(TRYING))):
                self.line(f"{cell(name)} = {value}")
            self.line("kept = 0")
            self.line("classes = 0")
            with self.block("for i in range(0, n):"):
                self.line("sort = sort_of(S, OUT, i)")
                self._class_of("sort", "0")
                with self.block("if r < 0:"):
                    self.line(f"r = {CUT}")
                    for depth in DEPTHS:
                        with self.block(f"if r >= 0 and r & {OK | CUT} == {CUT}:"):
                            self.line(f"G_look[{SEARCH}] += 1")
                            self.line(f"COPY(G_tried, 0, OUT, i * {row}, {row})")
                            self.line(f"r = after(0, {depth})")
                    with self.block(f"if r < 0 or r & {OK | CUT} == {CUT}:"):  # it is not settled
                        self.line(f"{layout.cell('fault')} = 1")
                        self.line("return 0")
                    self._class_is("sort", "0")
                with self.block(f"if r & {OK}:"):
                    self.line(f"COPY(OUT, kept * {row}, OUT, i * {row}, {row})")
                    self.line("kept += 1")
            self.line("return kept")


def _inside(stage: ir.Stage) -> list[ir.Stage]:
    """The stages within a stage."""
    found: list[ir.Stage] = []
    todo = list(stage.steps)
    while todo:
        found.append(todo.pop())
        todo += found[-1].steps
    return found
