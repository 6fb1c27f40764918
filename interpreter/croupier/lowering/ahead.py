"""What a `must` leaves of the moves: those after which the seat can still end the stage as it must.

The search is the one that the reference comes to in the end, position by position: depth first on copies of the
position, the plainest moves first, as many moves ahead as there. So whatever is settled here is settled there too, in
no more positions; here it is given up after a part of those, which leaves room for all that is counted otherwise. What
comes of a move is told by `trial` of the position in which it was made (see `layout`).
"""

from __future__ import annotations

from contextlib import nullcontext

from croupier.base import limits
from croupier.lowering.bound import Bound
from croupier.lowering.kernel import Unlowered
from croupier.lowering.layout import ENDED, FAILED, TRYING, UNFORESEEN
from croupier.lowering.likeness import MOST_CLASSES
from croupier.lowering.owing import NEVER, NEVERS, UNCLEAR
from croupier.lowering.sights import (
    ALIKE,
    CUT,
    DEPTH,
    FAILING,
    FAILS,
    LOOK,
    LOOP,
    ME,
    OK,
    PERHAPS,
    POSITIONS,
    ROWS,
    SEARCH,
    SEEN,
    STAGE,
)
from croupier.native.c import MOST_MET
from croupier_dsl import ir

MOST_ROWS = 200_000
"""So many rows of moves may wait to be tried out."""
MOST_LISTED = 2_000
"""So many ways to make one move are tried out in one position. Where there are more, the reference may have to do more
work for them than one decision may take."""

VOLATILE = frozenset((
    "key", "drawn", "acted", "decisions", "performed", "over", "stuck", "cuts", "short", "seats", "waiting", "fault",
    "notes", "noted", "void", "trial", "sighted", "doubt", "passed", "unshown", "counting", "count of",
    "home", "known", "going", "going_cards", "going_known", "unknown", "hidden", "imagines", "veils", "unforeseen",
    "stopped", "shown", "shown_now", "peeked", "peeked_now", "lists", "stepping",
))  # fmt: skip
"""Cells that do not tell one position from another."""

MOST_CONDITIONS = 40


class Ahead(Bound):
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
        for number, condition in enumerate(stage.must):
            test = self.truth(condition.expr, {0: self.actor(stage)})
            with self.block(f"if {self.negated(test)}:"):
                told = self.facts.told_apart([condition.expr])
                if told is None or any(what != "variable" for what, _ in told) or self._cards_are_held:
                    with self.block(f"if {self.layout.cell('sighted')}:"):  # it may ask what that card is
                        self.line(f"{self.layout.cell('fault')} = 1")
                        self.line("return -1")
                self.line(f"{failing} = {failing} | {1 << number}")
        with self.block(f"if {failing} or {depth} <= G_look[{DEPTH}]:"):
            self.line(f"{trial} = {FAILED} if {failing} else {ENDED}")
            self.line(f"G_look[{FAILING}] = {failing}")
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

    # ------------------------------------------------------------ the search
    def looking(self) -> None:
        """The functions of the search."""
        if not self.layout.looks:
            return
        if len(self.musts) > 60:
            raise Unlowered("so many stages with a must")
        if any(len(stage.must) > MOST_CONDITIONS for stage in self.musts):
            raise Unlowered("a must of so many conditions")
        layout, row = self.layout, self.layout.row
        self.tiers["G_positions"] = limits.DEPTHS[-1] + 3, layout.size
        self.scratch.update({
            "G_look": 8, "G_tried": (limits.MOST_MOVES + 1) * row + 64, "G_rows": MOST_ROWS * row, "G_key": layout.size,
            "G_met": MOST_MET, "G_looked": MOST_MET, "G_searched": MOST_MET, "G_when": MOST_MET,
            "G_class": (limits.DEPTHS[-1] + 3) * MOST_CLASSES, "G_came": (limits.DEPTHS[-1] + 3) * MOST_CLASSES,
        })  # fmt: skip
        deciding = [stage for stage in layout.stages if stage.moves]
        for stage in {stage.name: stage for stage in deciding}.values():
            self._any_of(stage)
        deciding = [stage for stage in deciding if self.is_looked_into(stage)]
        for stage in deciding:
            self._left_of(stage)
            if self.foresees:
                self._can_of(stage)
        self._tries(deciding)
        self.owing()
        self.dues()
        self.sorting()
        self._settled = self.settling()
        self._marked()
        self._after_it()
        self._best_from()
        self._look_ahead()

    @property
    def _tried(self) -> int:
        """So many cells of a position are kept while moves are tried out: what is counted there, nobody asks for."""
        return self.layout.size - len(self.layout.counted)

    def _tries(self, stages: list[ir.Stage]) -> None:
        """`tries(S, OUT, k, me, most, m_due)`: the legal ways to make the `k`th of the moves that are tried out, or the
        first of them, -1 if there is none; no ways where these cards have to go and the stage would end with them; and
        `inside(S)`: the stages with a `must` under way, as bits."""
        label = self.layout.cell("label")
        with self.function("tries(S, OUT, k, me, most, m_due)"):
            for stage in stages:
                with self.block(f"if {label} == {self.number('decide', self.layout.key(stage))}:"):
                    for k, name in enumerate(self._plainest_first(stage)):
                        with self.block(f"if k == {k}:"):
                            for number in self.ends_in_debt(stage, self.rules.moves[self.move_numbers[name]]):
                                with self.block(f"if m_due != 0 and G_look[{STAGE}] == {number}:"):
                                    self.line("return 0")
                            self.line(f"return l_{self.move_numbers[name]}(S, OUT, 0, me, most)")
                    self.line("return -1")
            for question in self.questions:
                with self.block(f"if {label} == {question.label} and k == 0:"):
                    self.line(f"return {question.name}(S, OUT, 0, me, most)")
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
        """`after(S, B, level, left)`: what comes of the move in the first row tried, in the position `B` of a level,
        `left` moves ahead at most. `S` becomes the position that it leads to, that of the next level."""
        layout, cell = self.layout, self.layout.cell

        with self.function("after(S, B, level, left)"):
            with self.block("if level > 0:"):
                with self.block(f"if G_look[{POSITIONS}] >= {limits.MOST_POSITIONS // limits.COMPILED_SHARE}:"):
                    self.line("return -1")
                self.line(f"G_look[{POSITIONS}] += 1")
            if self._settled:  # of what is settled the reference may have to make one more move
                with self.block(f"if level < {limits.DEPTHS[-1] - 1}:"):
                    self.line("r = settled(B, G_tried)")
                    with self.block("if r:"):
                        self.line("return r")
            self.line("move = G_tried[0]")
            plain = f"move < {len(self.rules.moves)} and {self.plain_moves(whole=False)}[move]"
            self.line(f"alike = {ALIKE} if {plain} else 0")
            self.line(f"LIKE(S, B, {self._tried})")
            self.line("n = apply(S, G_tried, 0)")
            with self.block(f"if {cell('passed')} != B[{layout.at('passed')}]:"):
                self.line("alike = 0")
            with self.block(f"if {cell('trial')} == {UNFORESEEN}:"):
                self.line(f"return {OK | PERHAPS} + alike")
            self._unless_veiled()
            with self.block(f"if {cell('fault')} or n < 0:"):
                self.line("return -1")
            with self.block(f"if {cell('trial')} != {TRYING}:"):
                with self.block(f"if {cell('doubt')}:"):
                    self.line("return -1")
                failed = f"{SEEN} + alike + (G_look[{FAILING}] << {FAILS})" if self.covers else "alike"
                self.line(f"return {OK} + alike if {cell('trial')} == {ENDED} else {failed}")
            others = f"{cell('waiting')} or {cell('actor')} != G_look[{ME}]"
            beyond = f"inside(S) >> G_look[{STAGE}] & 1 == 0"
            with self.block(f"if {cell('sighted')} or {cell('over')} or {others} or {beyond}:"):
                self.line(f"return {OK | PERHAPS} + alike")
            with self.block(f"if {cell('doubt')}:"):
                self.line("return -1")
            self.line("never = owing(S)")
            self._unless_veiled()
            with self.block(f"if never % {NEVERS} == {NEVER}:"):
                self.line(f"return {SEEN} + (never // {NEVERS} << {FAILS})" if self.covers else "return 0")
            with self.block("if left <= 1:"):
                self.line(f"return {CUT}")
            self.line("r = best(S, level + 1, left - 1)")
            unsure = f"r >= 0 and r & {OK | PERHAPS} != {OK}" if self.covers else f"r > 0 and r & {PERHAPS}"
            with self.block(f"if never == {UNCLEAR} and {unsure}:"):  # the reference may have it settled
                self.line("return -1")
            with self.block(f"if r > 0 and r & {ALIKE} and not (r & {OK} and {plain}):"):
                self.line(f"r += -{ALIKE}")
            self.line("return r")

    def _unless_veiled(self) -> None:
        """If what the seat may not see has been asked for, what would come is possible for all it knows."""
        if self.foresees:
            with self.block(f"if {self.layout.cell('unforeseen')}:"):
                self.line(f"return {OK | PERHAPS}")

    def _best_from(self) -> None:
        """`best(S, level, left)`: the best that can be done from the position of a level, to which a move has led."""
        with self.function("best(S, level, left)"):
            self.line(f"base = G_look[{ROWS}]")
            self.line("found = 0")
            if self.covers:
                self.line("failing = -1")
            self._no_classes()
            self.line("k = 0")
            self.line(f"m_due = {'m_owed(S)' if self.in_debt else '0'}")
            self._listed("0", "1")
            self.line("first = -1")
            with self.block("if n > 0:"):  # the plainest may settle it, whatever has been met
                self.line("move = G_tried[0]")
                self._tried_out("1")
                self.line(f"first = r if r & {CUT} == 0 else -1")
                with self.block(f"if r & {OK}:"):
                    self._good()
                    self.line("return found")
                self._listed_there("0")
            self.line("at = -1")
            with self.block("while n >= 0:"):
                with self.block("for i in range(base, base + n):"):
                    self.line("sort = sort_of(S, G_rows, i)")
                    self._class_of(f"(level + 1) * {MOST_CLASSES}")
                    with self.block("if first >= 0:"):
                        self.line("r = first")
                        self.line("first = -1")
                        self._class_is(f"(level + 1) * {MOST_CLASSES}")
                    with self.block("if r < 0:"):
                        with self.block("if at < 0:"):
                            self._met_before()
                        self.line(f"COPY(G_tried, 0, G_rows, i * {self.layout.row}, {self.layout.row})")
                        self._tried_out("left")
                        self._class_is(f"(level + 1) * {MOST_CLASSES}")
                    self.line(f"found = found | r & {CUT | LOOP}")
                    if self.covers:
                        with self.block(f"if r & {SEEN}:"):
                            self.line(f"failing = r >> {FAILS} & failing")
                    with self.block(f"if r & {OK}:"):
                        self.line(f"move = G_rows[i * {self.layout.row}]")
                        self._good()
                        self.line("break")
                self.line(f"G_look[{ROWS}] = base")
                with self.block(f"if found & {OK}:"):
                    self.line("break")
                self.line("k += 1")
                self._first_tried()
                with self.block("if n > 0:"):
                    self._listed_there("k", due=self.in_debt)
            if self.covers:
                with self.block(f"if found & {OK} == 0 and failing >= 0:"):
                    self.line(f"found += {SEEN} + (failing << {FAILS})")
            with self.block("if at >= 0:"):
                self._found_there("found")
            self.line("return found")

    def _first_tried(self) -> None:
        """If the first way to make the `k`th move leads to where it should, the others need not be listed; else `first`
        is what comes of it. Where cards have to go it is not tried unless it takes one."""
        self._listed("k", "1")
        takes = " and (m_due == 0 or pays(G_tried, 0, m_due))" if self.in_debt else ""
        with self.block(f"if n > 0{takes}:"):
            self.line("sort = sort_of(S, G_tried, 0)")
            self._class_of(f"(level + 1) * {MOST_CLASSES}")
            self.line("move = G_tried[0]")
            with self.block("if r < 0:"):
                with self.block("if at < 0:"):
                    self._met_before()
                self._tried_out("left")
            self.line("first = r")
            with self.block(f"if r & {OK}:"):
                self._good()
                self.line("break")

    def _met_before(self) -> None:
        """What is known of the position may be enough; else it is noted that somebody is searching there."""
        self.line("at = met(S)")
        with self.block(f"if G_when[at] == G_look[{LOOK}]:"):
            self.line("known = G_met[at]")
            searched = f"known & {LOOP} == 0 or G_searched[at] == G_look[{SEARCH}]"
            certain = f"known & {OK} or known & {CUT | LOOP} == 0"
            with self.block(f"if {certain} or (G_looked[at] >= left and ({searched})):"):
                self.line(f"G_look[{ROWS}] = base")
                self.line("return known")
        self.line(f"G_when[at] = G_look[{LOOK}]")
        self._found_there(f"{LOOP}")

    def _listed(self, k: str, most: str) -> None:
        """The ways to make the `k`th move, or the first of them."""
        self.line(f"n = tries(S, G_tried, {k}, G_look[{ME}], {most}, m_due)")
        if self.foresees:
            with self.block(f"if {self.layout.cell('unforeseen')}:"):
                self.line(f"G_look[{ROWS}] = base")
        self._unless_veiled()
        with self.block(f"if {self.layout.cell('fault')} or n > {MOST_LISTED} or base + n > {MOST_ROWS}:"):
            self.line("return -1")

    def _listed_there(self, k: str, *, due: bool = False) -> None:
        """They come to wait, those first that move what has to go."""
        row = self.layout.row
        self._listed(k, str(self.every_move))
        with self.block("if n > 0:"):
            self.line(f"G_look[{ROWS}] = base + n")
            self.line(f"COPY(G_rows, base * {row}, G_tried, 0, n * {row})")
        with self.block("if n > 1 and m_due != 0:") if due else nullcontext():
            self.line("to = base") if due else None
            for pays in (1, 0) if due else ():
                with self.block("for i in range(0, n):"):
                    with self.block(f"if pays(G_tried, i, m_due) == {pays}:"):
                        self.line(f"COPY(G_rows, to * {row}, G_tried, i * {row}, {row})")
                        self.line("to += 1")

    def _tried_out(self, left: str) -> None:
        self.line(f"r = after({self.at_level('level + 1')}, S, level, {left})")
        with self.block("if r < 0:"):
            self.line("return -1")

    def _good(self) -> None:
        """The move leads to where it should."""
        self.line(f"found = r & {OK | PERHAPS}")
        with self.block(f"if r & {ALIKE} and move < {len(self.rules.moves)} and {self.plain_moves(whole=True)}[move]:"):
            self.line(f"found += {ALIKE}")

    def _no_classes(self) -> None:
        for name, value in (("classes", "0"), ("was", "-1"), ("came", "-1")):
            self.line(f"{name} = {value}")

    def _class_of(self, at: str) -> None:
        """`r` becomes what is known of the sort of choices at a level, -1 if nothing is; `was` is the last one that was
        asked for and known, and `came` what came of it."""
        with self.block("if sort == was:"):
            self.line("r = came")
        with self.block("else:"):
            self.line("r = -1")
            with self.block("for c in range(0, classes):"):
                with self.block(f"if G_class[{at} + c] == sort:"):
                    self.line(f"r = G_came[{at} + c]")

    def _class_is(self, at: str) -> None:
        with self.block(f"if sort >= 0 and r & {ALIKE} and classes < {MOST_CLASSES}:"):
            self.line(f"G_class[{at} + classes] = sort")
            self.line(f"G_came[{at} + classes] = r")
            self.line("classes += 1")
            self.line("was = sort")
            self.line("came = r")

    def _found_there(self, found: str) -> None:
        self.line(f"G_met[at] = {found}")
        self.line("G_looked[at] = left")
        self.line(f"G_searched[at] = G_look[{SEARCH}]")

    def _look_ahead(self) -> None:
        """`look_from(me, stage, depth)`: it is looked ahead for a player in a stage. `look(S, OUT, n, most, label,
        m_unshown)`: of the first `n` rows those are kept after which the stage can still end as it must, no more than
        `most`; how many they are. The player does not know these cards. Meanwhile `S` is tried out."""
        layout, row = self.layout, self.layout.row
        with self.function("look_from(me, stage, depth)"):
            self.line("FORGET()")
            for what, value in ((ME, "me"), (DEPTH, "depth"), (STAGE, "stage"), (POSITIONS, "0"), (ROWS, "0")):
                self.line(f"G_look[{what}] = {value}")
            self.line(f"G_look[{LOOK}] += 1")
            self.line("return 0")
        tried = {"label": "label", "actor": f"G_look[{ME}]", "performed": "0", "trial": str(TRYING)}
        tried |= {"decisions": str(limits.AT_LENGTH)} | ({"imagines": "0"} if self.foresees else {})
        cells = {layout.cell(name): value for name, value in tried.items()}
        cells[f"Z[{layout.at('unshown')}]"] = "m_unshown"
        with self.function("look(S, OUT, n, most, label, m_unshown)"):
            were = {cell: self.let(cell, "m_" if cell.startswith("Z") else "t") for cell in cells}
            for cell, value in cells.items():
                self.line(f"{cell} = {value}")
            self.line(f"BASE({self.at_level('0')}, S, {self._tried})")
            self.line("kept = kept_of(S, OUT, n, most)")
            for cell, was in were.items():
                self.line(f"{cell} = {was}")
            self.line("return kept")
        shows = self.plain_to_show()
        with self.function("kept_of(S, OUT, n, most)"):
            self.line("kept = 0")
            self._no_classes()
            with self.block("for i in range(0, n):"):
                self.line("sort = sort_of(S, OUT, i)")
                self._class_of("0")
                with self.block("if r < 0:"):
                    self.line(f"r = {CUT}")
                    if shows:
                        with self.block(f"if shows(S, OUT[i * {row}]):"):
                            self.line(f"r = {OK | PERHAPS}")
                    for depth in limits.DEPTHS:
                        with self.block(f"if r >= 0 and r & {OK | CUT} == {CUT}:"):
                            self.line(f"G_look[{SEARCH}] += 1")
                            self.line(f"COPY(G_tried, 0, OUT, i * {row}, {row})")
                            self.line(f"r = after({self.at_level('1')}, S, 0, {depth})")
                    with self.block(f"if r < 0 or r & {OK | CUT} == {CUT}:"):  # it is not settled
                        self.line(f"{self.layout.cell('fault')} = 1")
                        self.line("return 0")
                    self._class_is("0")
                self._judged(f"G_look[{STAGE}]", "r")
                with self.block(f"if r & {OK}:"):
                    with self.block("if kept < i:"):
                        self.line(f"COPY(OUT, kept * {row}, OUT, i * {row}, {row})")
                    self.line("kept += 1")
                    with self.block("if kept >= most:"):
                        self.line("return kept")
            self.line("return kept")

    def _judged(self, stage: str, r: str) -> None:
        """What must hold at the end of the stage does, or does not: it is counted for each move."""
        for must in self.musts if self.covers else ():
            with self.block(f"if {stage} == {self.must_number(must)}:"):
                for number, condition in enumerate(must.must):
                    with self.block(f"if {r} & {OK}:"):
                        self.fires(f"{condition.path}.yes")
                    with self.block(f"if {r} & {OK | SEEN} == {SEEN} and {r} >> {FAILS + number} & 1:"):
                        self.fires(f"{condition.path}.no")


def _inside(stage: ir.Stage) -> list[ir.Stage]:
    """The stages within a stage."""
    found: list[ir.Stage] = []
    todo = list(stage.steps)
    while todo:
        found.append(todo.pop())
        todo += found[-1].steps
    return found
