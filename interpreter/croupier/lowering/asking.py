"""Lists that ask in the middle: labels of their own, what has been named kept in the position while an answer is waited
for."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.lowering.base import Env
from croupier.lowering.kernel import NIL, VEILED, Unlowered
from croupier.lowering.shapes import Cards, Kept, Listed, One, Shape
from croupier.lowering.stages import Label
from croupier.lowering.triggers import Triggers
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a list: `name` of the function that lists the answers, `label` where play stands while it is asked,
    `then` where it goes on; `number`: what its rows begin with; `locals`: how what has been named is
    kept, by slot (`one`, `cards`, `list`)."""

    name: str
    number: int
    label: int
    then: int
    move: ir.MoveRule
    stage: ir.Stage
    choices: tuple[ir.Choice, ...]
    locals: dict[int, str]


class Asking(Triggers):
    """The part of the lowering that knows lists that ask."""

    @abstractmethod
    def answers_here(self, stage: ir.Stage, question: Question, n: str) -> None:
        """The legal answers are listed; `n` becomes how many there are."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.questions: list[Question] = []
        self.resumed: set[int] = set()
        self.asking_now: ir.MoveRule | None = None
        self._labels = 0

    def asks(self, statements: object) -> bool:
        return any(isinstance(node, ir.Ask) for node in nodes(statements))

    def _leaves(self, statement: ir.Statement) -> bool:
        """May play leave the list in the middle of the statement?"""
        return any(isinstance(node, ir.Ask | ir.EndStage) for node in nodes(statement))

    # ------------------------------------------------------------ from a move to its list
    def make(self, stage: ir.Stage, me: str, row: str) -> None:
        """Written where a move of the stage is made, as the row says: its list, and what comes then."""
        moves = [move for move in self.rules.moves if move.name in stage.moves]
        self._make(stage, [move for move in moves if self.asks(move.do)], me, row)

    def _make(self, stage: ir.Stage, asking: Sequence[ir.MoveRule], me: str, row: str) -> None:
        layout = self.layout
        if not asking:
            self.line(f"e = act(S, OUT, {me}, {row})")
            self._stop_if("e < 0")
            moves = [move for move in self.rules.moves if move.name in stage.moves]
            self.after(stage, self._ended_by(moves), self.past_move(stage), own=True)
            return
        first, *others = asking
        with self.block(f"if OUT[{row} * {layout.row}] == {self.move_numbers[first.name]}:"):
            if me != layout.cell("actor"):
                self.line(f"{layout.cell('actor')} = {me}")
            self.line(f"{layout.cell('acted')} = {me}")
            self._keep_row(first, first.choices, row)
            self.line(f"pc = {self._number('do', stage, first)}")
        with self.block("else:"):
            self._make(stage, others, me, row)

    def past_move(self, stage: ir.Stage) -> Label:
        """What comes once a move of the stage is done."""
        return ("collect" if self.at_once(stage) else "finish"), self.layout.key(stage)

    def _ended_by(self, moves: Sequence[ir.MoveRule]) -> set[str]:
        return {node.stage for move in moves for node in nodes(move.do) if isinstance(node, ir.EndStage)}

    def _keep_row(self, move: ir.MoveRule, choices: Sequence[ir.Choice], row: str = "i") -> None:
        layout = self.layout
        for j, choice in enumerate(choices):
            if choice.type.name == "meld":
                raise Unlowered("melds in a move that stops for a choice")
            cell = f"{row} * {layout.row} + {1 + j * layout.width}"
            at = layout.at("local", f"{move.name} {choice.slot}")
            if choice.single:
                self.line(f"S[{at}] = OUT[{cell}]")
            else:
                self.line(f"Z[{at}] = ZO[{cell}]")
                self._holds(move, choice.slot)

    def _holds(self, move: ir.MoveRule, slot: int) -> None:
        """That there is a set is noted, as a set may be empty."""
        held = self.layout.cell("held", move.name)
        self.line(f"{held} = {held} | {1 << slot}")

    def take_answer(self, question: Question) -> None:
        """Written where a question is answered."""
        self._keep_row(question.move, question.choices)
        self.line(f"pc = {question.then}")

    def _number(self, what: str, stage: ir.Stage, move: ir.MoveRule, at: str = "") -> int:
        number = self.number(what, f"{self.layout.key(stage)} {move.name} {at}")
        self.resumed.add(number)
        return number

    def given(self, choice: ir.Choice, name: str) -> Shape:
        """What has been chosen, as it comes to what the move does: where cards may lie is told by the collection."""
        if choice.type.name == "card":
            at = self.lying(choice)
            if choice.single:
                return One(name, at=at)
            if at is not None and any(self.layout.form(zone) != "set" for zone, _ in at):
                if len(at) == 1 and self._open_in(at[0]) != str(self.all_cards):  # they come as they lie
                    return self.stored(Kept(self.zone(*at[0]), lambda card: f"(({name} & {self.mask(card)}) != 0)"))
                return Cards(((name, None),))
            if at is not None and len(at) > 1:
                parts = tuple((self.let(f"{name} & {self.layout.cards_at(*place)}", "m_"), place) for place in at)
                return Cards(parts, by_kind=True)
            return Cards(((name, at[0] if at else None),))
        return One(name) if choice.single else Cards(((name, None),))

    def lying(self, choice: ir.Choice) -> tuple[tuple[str, str | None], ...] | None:
        found: list[tuple[str, str | None]] = []
        for zone in self.facts.sources(choice.collection, {}):
            if zone not in self.layout.zones:
                return None
            whose = {
                node.subject
                for node in nodes(choice.collection)
                if isinstance(node, ir.ZoneContents) and node.name == zone
            }
            if whose == {None}:
                found.append((zone, None))
            elif len(whose) == 1 and isinstance(me := next(iter(whose)), ir.Local) and me.slot == 0:
                found.append((zone, "me"))
            else:
                return None
        zones = list(self.layout.zones)
        return tuple(sorted(found, key=lambda place: zones.index(place[0])))

    # ------------------------------------------------------------ what has been named
    def put_down(self, slot: int, value: Shape) -> None:
        move = self.asking_now
        if move is None:
            return
        at = self.layout.at("local", f"{move.name} {slot}")
        if isinstance(value, One):
            self.line(f"S[{at}] = {value.text}")
        else:
            self.written_down(self.stored(value), at, self.program.cards)

    def _kept_local(self, move: ir.MoveRule, slot: int) -> Shape:
        """What has been named, as the position has it."""
        at, veiled = self.layout.at("local", f"{move.name} {slot}"), slot in self.veiled_locals(move)
        match self.kinds_of_locals(move)[slot]:
            case "one":
                return One(f"S[{at}]", True, veiled=veiled)
            case "cards":
                return Cards(((f"Z[{at}]", None),))
        return Listed(at, veiled)

    def types_of_locals(self, move: ir.MoveRule) -> dict[int, ir.Type]:
        """Of what type each slot of a list that asks is."""
        found: dict[int, ir.Type] = {}
        for node in nodes(move):
            match node:
                case ir.Let(slot=slot, value=value):
                    found[slot] = value.type
                case ir.Choice(slot=slot, type=type_):
                    found[slot] = type_
                case ir.ForEach(slot=slot, collection=collection):
                    found[slot] = collection.type
        return found

    def covert_locals(self, move: ir.MoveRule) -> set[int]:
        """The slots that may tell who acts more than that player sees."""
        code = self.program.moves[self.move_numbers[move.name]].do
        return {*code.covert, *(loop for loop, left in code.left.items() if left in code.covert)}

    def veiled_locals(self, move: ir.MoveRule) -> set[int]:
        """The slots of which a seat that imagines them may not know what has been named."""
        if not self.foresees:
            return set()
        return self.covert_locals(move) | {
            slot for slot, type_ in self.types_of_locals(move).items() if type_.name == "card"
        }

    def kinds_of_locals(self, move: ir.MoveRule) -> dict[int, str]:
        """How each slot of a list that asks is kept: one value, a set of cards, a list."""
        found: dict[int, str] = {}
        for node in nodes(move):
            match node:
                case ir.Let(slot=slot, value=value):
                    found[slot] = "list" if value.type.many else "one"
                case ir.Choice(slot=slot, single=single):
                    found[slot] = "one" if single else "cards"
                case ir.ForEach(slot=slot):
                    found[slot] = "one"
        return found

    def _kept_env(self, move: ir.MoveRule, env: Env) -> Env:
        """What has been named, as it is once an answer has been waited for."""
        return {0: One(self.layout.cell("actor"))} | {slot: self._kept_local(move, slot) for slot in env if slot}

    # ------------------------------------------------------------ the list
    def asking_list(self, stage: ir.Stage, move: ir.MoveRule) -> None:
        """The labels of a move's list, as the stage offers it."""
        layout = self.layout
        if any(isinstance(node, ir.Melds) for node in nodes(move.do)):
            raise Unlowered("melds in a move that stops for a choice")
        self._number("do", stage, move)
        self.asking_now = move
        with self.label("do", f"{layout.key(stage)} {move.name} "):
            self.line(f"me = {layout.cell('actor')}")
            env: Env = {0: One(layout.cell("actor"))}
            self.fires(f"{move.path}.do")
            several = {choice.slot for choice in move.choices if not choice.single}
            for slot, kind in self.kinds_of_locals(move).items():
                if slot not in {choice.slot for choice in move.choices}:
                    at = layout.at("local", f"{move.name} {slot}")
                    self.line(f"Z[{at}] = 0" if kind == "cards" else f"S[{at}] = {NIL}")
                if ("each", f"{move.name} {slot}") in layout.cells:
                    self.line(f"{layout.cell('each', f'{move.name} {slot}')} = {NIL}")
            self.line(f"{layout.cell('held', move.name)} = {sum(1 << slot for slot in several)}")
            for choice in move.choices:
                env[choice.slot] = self._chosen_first(move, choice)
            self.before_list()
            self._flow(stage, move, list(move.do), env)
        with self.label("done", f"{layout.key(stage)} {move.name} "):
            self.after_list()
            self.note_touched(self.touched(move))
            self.after(stage, self._ended_by([move]), self.past_move(stage), own=True)
        self.asking_now = None

    def _chosen_first(self, move: ir.MoveRule, choice: ir.Choice) -> Shape:
        """What has been chosen with the move."""
        at = self.layout.at("local", f"{move.name} {choice.slot}")
        if not choice.single and len(self.lying(choice) or ()) > 1:
            raise Unlowered("cards of several zones, chosen in a move that asks")
        return self.given(choice, f"S[{at}]" if choice.single else f"Z[{at}]")

    def _done(self, stage: ir.Stage, move: ir.MoveRule, ended: int) -> None:
        self.line(f"e = {ended}")
        self.line(f"pc = {self._number('done', stage, move)}")

    def _flow(self, stage: ir.Stage, move: ir.MoveRule, statements: list[ir.Statement | int], env: Env) -> None:
        """Statements one after the other; where one of them may leave the list, what follows is a label of its own. A
        number: the label at which they go on."""
        while statements:
            first = statements.pop(0)
            if isinstance(first, int):
                self.line(f"pc = {first}")
                return None
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
                then = self._later(stage, move, statements, env)
                return self._either_way(stage, move, first.branches, then, env)
            elif isinstance(first, ir.ForEach) and self._leaves(first):
                self.begun(first)
                return self._each_of(stage, move, first, statements, env)
            else:
                self.pure = False
                self.statement(first, env)
        self._done(stage, move, 0)
        return None

    def _label_of_its_own(self, stage: ir.Stage, move: ir.MoveRule) -> tuple[str, int]:
        self._labels += 1
        return f"{self.layout.key(stage)} {move.name} {self._labels}", self._number(
            "then", stage, move, str(self._labels)
        )

    def _later(self, stage: ir.Stage, move: ir.MoveRule, rest: list[ir.Statement | int], env: Env) -> int | None:
        """What comes behind a statement that may leave the list: its label."""
        if not rest:
            return None
        if len(rest) == 1 and isinstance(rest[0], int):
            return rest[0]
        name, number = self._label_of_its_own(stage, move)
        with self.label("then", name):
            self._flow(stage, move, list(rest), self._kept_env(move, env))
        return number

    def _either_way(
        self, stage: ir.Stage, move: ir.MoveRule, branches: Sequence[ir.Branch], then: int | None, env: Env
    ) -> None:
        """Each branch, and where it goes on."""
        behind: list[ir.Statement | int] = [] if then is None else [then]
        if not branches:
            return self._flow(stage, move, behind, dict(env))
        first, *others = branches
        if first.condition is None:
            return self._flow(stage, move, [*first.body, *behind], dict(env))
        with self.block(f"if {self.truth(first.condition, env)}:"):
            self.fires(first.path)
            self._flow(stage, move, [*first.body, *behind], dict(env))
        with self.block("else:"):
            self.none_of(first, others)
            self._either_way(stage, move, others, then, env)
        return None

    def _each_of(
        self, stage: ir.Stage, move: ir.MoveRule, loop: ir.ForEach, rest: list[ir.Statement | int], env: Env
    ) -> None:
        """The list goes through several, and is left and resumed among them: which they are, and which is next, is
        kept in the position."""
        if ("each", f"{move.name} {loop.slot}") not in self.layout.cells:
            raise Unlowered("a stage that is ended among several")
        if loop.collection.type.name in ("meld", "spot"):
            raise Unlowered("melds of which each asks")
        layout = self.layout
        at = int(layout.at("each", f"{move.name} {loop.slot}"))
        self.written_down(self.stored(self.shape(loop.collection, env)), str(at + 1), self.program.cards)
        self.line(f"S[{at}] = 0")
        if self.covers:
            self.goes_through(loop, f"S[{at + 1}]")
        name, number = self._label_of_its_own(stage, move)
        self.line(f"pc = {number}")
        with self.label("then", name):
            kept = self._kept_env(move, env)
            if loop.slot in self.veiled_locals(move):
                with self.block(f"if S[{at + 1}] == {VEILED}:"):
                    self.line(f"{layout.cell('unforeseen')} = 2")
                self.after_list()
            with self.block(f"if S[{at}] < S[{at + 1}]:"):
                item = One(self.let(f"S[{at + 2} + S[{at}]]"))
                self.line(f"S[{at}] += 1")
                self.put_down(loop.slot, item)
                self._flow(stage, move, [*loop.body, number], {**kept, loop.slot: item})
            with self.block("else:"):
                self.line(f"S[{at}] = {NIL}")
                self.line(f"{layout.cell('local', f'{move.name} {loop.slot}')} = {NIL}")
                self._flow(stage, move, rest, kept)

    def _ask(self, stage: ir.Stage, move: ir.MoveRule, ask: ir.Ask, rest: list[ir.Statement | int], env: Env) -> None:
        layout = self.layout
        number = len(self.questions)
        kept = self._kept_env(move, env)
        label = self._number("asked", stage, move, str(number))
        question = Question(
            f"q_{number}", len(self.rules.moves) + number, label, self._number("answered", stage, move, str(number)),
            move, stage, ask.choices, self.kinds_of_locals(move),
        )  # fmt: skip
        self.questions.append(question)
        self.begun(ask)
        n = self.name("n")
        self.after_list()
        self.answers_here(stage, question, n)
        self.after_list()
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
        with self.label("asked", f"{layout.key(stage)} {move.name} {number}"):
            self.line("return -1")
        with self.label("answered", f"{layout.key(stage)} {move.name} {number}"):
            self.before_list()
            inner = self._kept_env(move, {**kept, **{choice.slot: One("") for choice in ask.choices}})
            self._flow(stage, move, list(rest), inner)
