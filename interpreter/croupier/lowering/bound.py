"""Where somebody decides whom a `must` binds: which of the moves are left, or whether any is."""

from __future__ import annotations

from croupier.lowering.asking import Question
from croupier.lowering.likeness import Likeness
from croupier_dsl import ir


class Bound(Likeness):
    """The part of the lowering that knows whom a `must` binds."""

    def legal_here(self, stage: ir.Stage, me: str, n: str) -> None:
        """Written where a decision falls due: the legal moves are listed; where moves are tried out, only whether there
        is any."""
        if self.layout.looks:
            with self.block(f"if {self.layout.cell('trial')}:"):
                self.line(f"{n} = any_{self.ends[stage.name]}(S, OUT, {me})")
            if self.foresees:
                with self.block(f"elif {self.layout.cell('imagines')}:"):
                    self.line(f"{n} = {self._can(stage)}(S, OUT, {me})")
            with self.block("else:"):
                self._listed_now(stage, f"legal_{self.ends[stage.name]}(S, OUT, {me}, {self.every_move})", n)
            return
        self._listed_now(stage, self.listed_for(stage, me), n)

    def _listed_now(self, stage: ir.Stage, listed: str, n: str, label: int | None = None) -> None:
        """What may be chosen is listed. In a game that stops here nobody asks for it, save that there is nothing."""
        left = self.left(stage, n, self.number("decide", self.layout.key(stage)) if label is None else label)

        def here() -> None:
            self.line(f"{n} = {listed}")
            if left != n:
                self.line(f"{n} = {left}")
            self.are_offered(n)

        with self.if_it_goes_on():
            here()
            if self.covers:
                with self.block(f"if {n} == 0 and {self.layout.cell('counting')} == 0:"):
                    self.counting_again()
                    here()

    def answers_here(self, stage: ir.Stage, question: Question, n: str) -> None:
        """The same for answers."""
        layout = self.layout
        every, one = (
            f"{question.name}(S, OUT, 0, {layout.cell('actor')}, {most})"
            for most in (self.every_move, self.most_offered())
        )
        if layout.looks:
            with self.block(f"if {layout.cell('trial')}:"):
                self.line(f"{n} = {question.name}(S, OUT, 0, {layout.cell('actor')}, 1)")
            if self.foresees:
                with self.block(f"elif {layout.cell('imagines')}:"):
                    if self.is_looked_into(stage):
                        self.line(f"{n} = {every.replace('OUT', 'G_ahead_all')}")
                        self.line(f"{n} = {self.left(stage, n, question.label).replace('OUT', 'G_ahead_all')}")
                    else:
                        self.line(f"{n} = {one}")
            with self.block("else:"):
                self._listed_now(stage, every, n, question.label)
            return
        self._listed_now(stage, one, n, question.label)

    def left(self, stage: ir.Stage, n: str, label: int) -> str:
        """How many of `n` rows are left where play stands at a label of a stage."""
        if not self.layout.looks or not self.is_looked_into(stage):
            return n
        return f"left_{self._place_of(stage)}(S, OUT, {n}, {self.layout.cell('actor')}, {label})"

    def _place_of(self, stage: ir.Stage) -> int:
        return [self.layout.key(each) for each in self.layout.stages].index(self.layout.key(stage))

    def _can(self, stage: ir.Stage) -> str:
        """A function: has a player of the stage a legal move, in what a seat imagines?"""
        return f"can_{self._place_of(stage)}" if self.is_looked_into(stage) else f"any_{self.ends[stage.name]}"

    def _plainest_first(self, stage: ir.Stage) -> list[str]:
        """The moves of a stage in the order in which they are tried out."""

        def rank(name: str) -> tuple[bool, int]:
            move = self.program.move(name)
            assert move is not None
            plain = self.plain(move.move, whole=True)
            return not plain, sum(len(choice.conditions) for choice in move.choices) + len(move.choices)

        return sorted(stage.moves, key=rank)

    def _simplest_first(self, stage: ir.Stage) -> list[str]:
        """The moves of a stage in the order in which one that is legal is looked for; any, where the options that the
        program is bound with, though it is written for others too, do without the stage."""
        plans = (plan for plan in self.program.root.within(set()) if plan.name == stage.name)
        return next(([move.name for move in plan.simplest_first] for plan in plans), list(stage.moves))

    def _any_of(self, stage: ir.Stage) -> None:
        with self.function(f"any_{self.ends[stage.name]}(S, OUT, me)"):
            for name in (self._simplest_first if self.foresees else self._plainest_first)(stage):
                with self.block(f"if l_{self.move_numbers[name]}(S, OUT, 0, me, 1):"):
                    self.line("return 1")
            self.line("return 0")

    def _left_of(self, stage: ir.Stage) -> None:
        """`left_N(S, OUT, n, me, label)`: which stage binds the player, the outermost of those that do."""
        with self.function(f"left_{self._place_of(stage)}(S, OUT, n, me, label)"):
            self._bound_by(stage)
            with self.block("if stage < 0 or n == 0:"):
                self.line("return n")
            if self.knows:
                self.line("m_unshown = m_unknown_to(S, me)")
            else:  # those that lie hidden are looked up once it matters
                self.line("m_unshown = 0")
            self.line("look_from(me, stage, depth)")
            self.line("return look(S, OUT, n, n, label, m_unshown)")

    def _bound_by(self, stage: ir.Stage) -> None:
        """Which stage binds a player of this one, and how deep it lies; -1 if none does."""
        self.line("stage = -1")
        self.line("depth = 0")
        for depth, each in enumerate(reversed(self.chain(stage))):
            if each.must:
                with self.block(f"if stage < 0 and {self.actor(each).text} == me:"):
                    self.line(f"stage = {self.must_number(each)}")
                    self.line(f"depth = {depth}")

    def _can_of(self, stage: ir.Stage) -> None:
        """`can_N(S, OUT, me)`: the same where somebody imagines it, and it is enough that there is one. What is not
        foreseen there is not, whatever else might have been found."""
        layout, all_of_them = self.layout, "G_ahead_all"
        unforeseen, fault = layout.cell("unforeseen"), layout.cell("fault")
        with self.function(f"can_{self._place_of(stage)}(S, OUT, me)"):
            self._bound_by(stage)
            with self.block("if stage < 0:"):
                self.line(f"return any_{self.ends[stage.name]}(S, OUT, me)")
            label = self.number("decide", layout.key(stage))
            self.line("look_from(me, stage, depth)")
            for name in self._simplest_first(stage):
                for most in (1, self.every_move):
                    self.line(f"n = l_{self.move_numbers[name]}(S, {all_of_them}, 0, me, {most})")
                    with self.block(f"if {unforeseen}:"):
                        with self.block("if n > 0:"):  # the reference may have come as far as that, and no further
                            self.line(f"{unforeseen} = 0")
                            self.line(f"{fault} = 1")
                        self.line("return 0")
                    with self.block(f"if {fault}:"):
                        self.line("return 0")
                    unshown = f"Z[{layout.at('unknown')}]"
                    with self.block(f"if n > 0 and look(S, {all_of_them}, n, 1, {label}, {unshown}):"):
                        self.line("return 1")
                    with self.block(f"if {fault}:"):
                        self.line("return 0")
            self.line("return 0")
