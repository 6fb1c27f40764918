"""Lists that ask in the middle: labels of their own, what has been named kept in the position while an answer is waited
for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered
from croupier.lowering.listing import MOST_MOVES
from croupier.lowering.shapes import Cards, One, Shape
from croupier.lowering.triggers import Triggers
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a list: `name` of the function that lists the answers, `label` where play stands while it is asked,
    `then` where it goes on; `number`: what its rows begin with."""

    name: str
    number: int
    label: int
    then: int
    move: ir.MoveRule
    choices: tuple[ir.Choice, ...]


class Asking(Triggers):
    """The part of the lowering that knows lists that ask."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.questions: list[Question] = []
        self.resumed: set[int] = set()

    def asks(self, statements: object) -> bool:
        return any(isinstance(node, ir.Ask) for node in nodes(statements))

    def _leaves(self, statement: ir.Statement) -> bool:
        """May play leave the list in the middle of the statement?"""
        return any(isinstance(node, ir.Ask | ir.EndStage) for node in nodes(statement))

    # ------------------------------------------------------------ from a move to its list
    def begin_asking(self, stage: ir.Stage, move: ir.MoveRule) -> None:
        """Written where a move has been chosen: what was chosen is kept, and its list begins."""
        layout = self.layout
        with self.block(f"if OUT[i * {layout.row}] == {self.move_numbers[move.name]}:"):
            self.line(f"{layout.cell('acted')} = {layout.cell('actor')}")
            self._keep_row(move, move.choices)
            self.line(f"return run(S, OUT, {self._number('do', stage, move)})")

    def _keep_row(self, move: ir.MoveRule, choices: Sequence[ir.Choice]) -> None:
        layout = self.layout
        for j, choice in enumerate(choices):
            cell = f"i * {layout.row} + {1 + j * layout.words}"
            array, kept = ("OUT", "S") if choice.single else ("ZO", "Z")
            self.line(f"{kept}[{layout.at('local', f'{move.name} {choice.slot}')}] = {array}[{cell}]")

    def take_answer(self, question: Question) -> None:
        """Written where a question is answered."""
        self._keep_row(question.move, question.choices)
        self.line(f"pc = {question.then}")

    def _number(self, what: str, stage: ir.Stage, move: ir.MoveRule, at: str = "") -> int:
        number = self.number(what, f"{stage.name} {move.name} {at}")
        self.resumed.add(number)
        return number

    # ------------------------------------------------------------ the list
    def asking_list(self, stage: ir.Stage, move: ir.MoveRule) -> None:
        """The labels of a move's list, as the stage offers it."""
        self._number("do", stage, move)
        with self.label("do", f"{stage.name} {move.name} "):
            env: Env = {0: One(self.layout.cell("actor"))}
            self.fires(f"{move.path}.do")
            for choice in move.choices:
                env[choice.slot] = self._kept_local(move, choice.slot, choice.type.name == "card", choice.single)
            self._flow(stage, move, list(move.do), env)
        with self.label("done", f"{stage.name} {move.name} "):
            self.note_touched(self.touched(move))
            ends = {node.stage for node in nodes(move.do) if isinstance(node, ir.EndStage)}
            self.after(stage, ends, ("finish", stage.name), own=True)

    def _kept_local(self, move: ir.MoveRule, slot: int, of_cards: bool, single: bool) -> Shape:
        at = self.layout.at("local", f"{move.name} {slot}")
        return One(f"S[{at}]", True) if single else Cards(((f"Z[{at}]", None),))

    def _done(self, stage: ir.Stage, move: ir.MoveRule, ended: int) -> None:
        self.line(f"e = {ended}")
        self.line(f"pc = {self._number('done', stage, move)}")

    def _flow(self, stage: ir.Stage, move: ir.MoveRule, statements: list[ir.Statement], env: Env) -> None:
        """Statements one after the other; where one of them may leave the list, what follows is written behind it."""
        while statements:
            first = statements.pop(0)
            if isinstance(first, ir.Labelled) or (isinstance(first, ir.Perform) and self._leaves(first)):
                self.begun(first)
                statements[:0] = first.body
            elif isinstance(first, ir.Ask):
                return self._ask(stage, move, first, statements, env)
            elif isinstance(first, ir.EndStage):
                self.begun(first)
                return self._done(stage, move, self.ends[first.stage])
            elif isinstance(first, ir.If) and self._leaves(first):
                self.begun(first)
                return self._either_way(stage, move, first.branches, statements, env)
            elif self._leaves(first):
                raise Unlowered("what is asked for each of several")
            else:
                self.pure = False
                self.statement(first, env)
        self._done(stage, move, 0)
        return None

    def _either_way(
        self, stage: ir.Stage, move: ir.MoveRule, branches: Sequence[ir.Branch], rest: list[ir.Statement], env: Env
    ) -> None:
        """Each branch, with what follows behind it."""
        if not branches:
            return self._flow(stage, move, list(rest), dict(env))
        first, *others = branches
        if first.condition is None:
            return self._flow(stage, move, [*first.body, *rest], dict(env))
        with self.block(f"if {self.truth(first.condition, env)}:"):
            self.fires(first.path)
            self._flow(stage, move, [*first.body, *rest], dict(env))
        with self.block("else:"):
            self.none_of(first, others)
            self._either_way(stage, move, others, rest, env)
        return None

    def _ask(self, stage: ir.Stage, move: ir.MoveRule, ask: ir.Ask, rest: list[ir.Statement], env: Env) -> None:
        layout = self.layout
        number = len(self.questions)
        kept = self._kept_env(move, env)
        label = self._number("asked", stage, move, str(number))
        question = Question(
            f"q_{number}", len(self.rules.moves) + number, label, self._number("answered", stage, move, str(number)),
            move, ask.choices,
        )  # fmt: skip
        self.questions.append(question)
        self.begun(ask)
        if self.covers:
            self.line(f"{layout.cell('counting')} = 1 if {layout.cell('decisions')} < {self.program.limit} else 0")
        n = self.let(f"{question.name}(S, OUT, 0, {layout.cell('actor')}, {MOST_MOVES})", "n")
        if self.covers:
            with self.block(f"if {n} == 0 and {layout.cell('counting')} == 0:"):
                self.counting_again()
                self.line(f"{question.name}(S, OUT, 0, {layout.cell('actor')}, {MOST_MOVES})")
            self.counting_again()
        with self.block(f"if {layout.cell('fault')}:"):
            self.line("return -1")
        with self.block(f"if {n}:"):
            for choice in ask.choices:
                self.fires(choice.path)
            self.line(f"{layout.cell('label')} = {label}")
            self.line(f"{layout.cell('performed')} = 0")
            self.stop_at_limit()
            self.line(f"return {n}")
        self.fires(f"{ask.choices[0].path}.nothing")
        self._done(stage, move, 0)
        self.ways(question.number, question.name, ask.choices, (), dict(kept))
        with self.label("asked", f"{stage.name} {move.name} {number}"):
            self.line("return -1")
        with self.label("answered", f"{stage.name} {move.name} {number}"):
            inner = dict(kept)
            for choice in ask.choices:
                inner[choice.slot] = self._kept_local(move, choice.slot, choice.type.name == "card", choice.single)
            self._flow(stage, move, list(rest), inner)

    def _kept_env(self, move: ir.MoveRule, env: Env) -> Env:
        """What has been named, put down in the position."""
        kept: Env = {0: One(self.layout.cell("actor"))}
        for slot, value in env.items():
            if not slot:
                continue
            at = self.layout.at("local", f"{move.name} {slot}")
            if isinstance(value, One):
                if value.text != f"S[{at}]":
                    self.line(f"S[{at}] = {value.text}")
                kept[slot] = replace(value, text=f"S[{at}]", at=None, top=False)
            elif isinstance(value, Cards):
                if value.mask != f"Z[{at}]":
                    self.line(f"Z[{at}] = {value.mask}")
                kept[slot] = Cards(((f"Z[{at}]", None),))
            else:
                raise Unlowered("a list that stays while something is asked")
        return kept
