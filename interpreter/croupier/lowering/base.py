"""What all parts of the lowering share: the program, where things lie, and what names stand for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from croupier.base.values import Value
from croupier.lowering.kernel import NIL, Kernel, Unlowered
from croupier.lowering.layout import UNFORESEEN, Layout
from croupier.lowering.shapes import Meld, One, Shape, places
from croupier_dsl import ir
from croupier_dsl.analysis import STATE, Facts

if TYPE_CHECKING:
    from croupier.model.program import Program

Env = dict[int, Shape]
"""What locals stand for, by slot."""


class Base(Kernel, ABC):
    """`pure`: nothing is changed where lines are written now, so that what has been worked out stays true; `known`:
    what has been, innermost last. `perhaps`: names of subjects that may be nobody; `ranges`: of locals that are words,
    how many values they may have. `deals`: is the list written now a `begin`, and `dealing`: what one of its statements
    moves? Of these is told when they find fewer cards than they take. `faults`: may the list be left by a fault?
    `covers`: is it counted what fires? `foresees`: is what players need who look ahead written too? `knows`: is it kept
    who knows which card? That it is where they do."""

    def __init__(
        self,
        program: Program,
        covers: Sequence[str] = (),
        foresees: bool = False,
        opened: bool = False,
        knows: bool = False,
    ) -> None:
        super().__init__()
        self.program = program
        self.covers = bool(covers)
        self.foresees = foresees
        self.knows = knows or foresees
        self.rules = program.special
        self.layout = Layout(program, covers, self.knows, opened)
        self.facts = Facts(self.rules)
        self.definitions = {definition.name: definition for definition in self.rules.definitions}
        self.given_tables = {table.name: table for table in self.rules.tables}
        self.combos = {combo.name: combo for combo in self.rules.combos}
        self.pure = False
        self.known: list[dict[ir.Expr, One]] = [{}]
        self.dealing = False
        self.deals = False
        self.stage: ir.Stage | None = None
        self.perhaps: set[str | None] = set()
        self.faults = False
        self.all_cards = (1 << program.cards) - 1

    # ------------------------------------------------------------ kinds
    @property
    def no_copies(self) -> bool:
        """Is each card the only one of its kind?"""
        return len(set(self.program.kind_of)) == self.program.cards

    def copies_of_first(self, cards: str) -> str:
        """All the cards of the kind of the first of these."""
        if self.no_copies:
            return f"LOWEST({cards})"
        of = self.program.kind_of
        like = [sum(1 << other for other, kind in enumerate(of) if kind == each) for each in of]
        return f"{self.table(like, 'm_')}[LOW({cards})]"

    def among(self, cards: str, mask: str) -> str:
        """The cards that are in another set too, which may have been made of all cards."""
        return f"({cards} & {mask.removeprefix(self.but)}" if mask.startswith(self.but) else f"({cards} & {mask})"

    @property
    def but(self) -> str:
        """How the text of a set begins that is all cards but some."""
        return f"({self.all_cards} & "

    def kinds(self) -> tuple[str, str]:
        """Tables: the set of the cards of each kind, and the kind of each card."""
        of = self.program.kind_of
        sets = [0] * len(self.program.kinds)
        for card, kind in enumerate(of):
            sets[kind] |= 1 << card
        return self.table(sets, "m_"), self.table(of)

    # ------------------------------------------------------------ the parts of each other
    @abstractmethod
    def shape(self, expr: ir.Expr, env: Env) -> Shape:
        """What an expression comes to."""

    @abstractmethod
    def each(self, shape: Shape, body: Callable[[Shape], None], *, stop: str = "") -> None:
        """A loop over a collection in its order. `stop`: the body leaves the loop once this name is not nothing."""

    @abstractmethod
    def all_that_fit(self, spot: One) -> Shape:
        """All the cards that fit a spot; of none, none."""

    @abstractmethod
    def each_in_meld(self, meld: Meld, body: Callable[[Shape], None]) -> None:
        """A loop over the cards of a meld on the table, in their order."""

    @abstractmethod
    def veiled_among(self, zone: str, cards: str, name: str = "") -> None:
        """Who asks what is noted on these cards of a zone does not foresee what comes of that, if it may not know.
        `name`: of the state that is asked for, if not all that lives there is."""

    @abstractmethod
    def touched(self, *parts: object) -> int:
        """The rules that fire by themselves that these statements may make hold, as bits."""

    @abstractmethod
    def note_touched(self, bits: int) -> None:
        """These rules have to be tried."""

    @abstractmethod
    def each_open(self, meld: Meld, body: Callable[[Shape], None]) -> None:
        """A loop over the spots where a meld on the table is open."""

    def fault_if(self, test: str) -> None:
        """The rules are at fault here: the game stops, and the reference says why."""
        self.faults = True
        with self.block(f"if {test}:"):
            self.line(f"{self.layout.cell('fault')} = 1")
            self.line("return -1")

    def unforeseen(self) -> None:
        """Chance decides here: what it says is not known where moves are tried out."""
        if self.layout.looks:
            trial = self.layout.cell("trial")
            with self.block(f"if {trial}:"):
                self.line(f"{trial} = {UNFORESEEN}")

    def full(self, count: str, room: int) -> None:
        """More is put down than there is room for: a fault, and the last is written over."""
        with self.block(f"if {count} >= {room}:"):
            self.line(f"{self.layout.cell('fault')} = 1")
            self.line(f"{count} = {room - 1}")

    def one(self, expr: ir.Expr, env: Env) -> One:
        """An expression that comes to one value."""
        found = self.shape(expr, env)
        if not isinstance(found, One):
            raise Unlowered(f"{type(expr).__name__} as one value")
        return found

    def truth(self, expr: ir.Expr, env: Env) -> str:
        """A test."""
        found = self.one(expr, env)
        return f"({found.text} == 1)" if found.nil else found.text

    def copied(self, shape: One) -> One:
        """The same value under a name, or as a number."""
        return One(self.atom(shape.text), shape.nil, shape.at, shape.top)

    def mapped(self, value: One, made: Callable[[str], One | str]) -> One:
        """What is made of a value; nothing of nothing."""
        if not value.nil:
            found = made(value.text)
            return found if isinstance(found, One) else One(found)
        of, result = self.atom(value.text), self.let(str(NIL))
        with self.captured() as lines:
            found = made(of)
        one = found if isinstance(found, One) else One(found)
        self.owners_before(lines, one)
        with self.block(f"if {of} != {NIL}:"):
            self.written(lines, 1)
            self.line(f"{result} = {one.text}")
        return One(result, True, one.at)

    def owners_before(self, lines: Sequence[str], shape: Shape) -> None:
        """Give a value to the owners of the places of a shape that only these lines assign, before the lines come to
        stand on one side of a test. Its cards are looked for in these places after both sides; where the test fails,
        it does not matter whose place is looked at too."""
        owners = {subject for _, subject in places(shape) or () if subject is not None}
        for owner in sorted(owners):
            if any(line.lstrip().startswith(f"{owner} = ") for line in lines):
                self.line(f"{owner} = 0")

    def drawn(self, number: str) -> str:
        """One of so many, by chance."""
        return f"chance(S, {number})" if self.knows else f"below(S, {self.layout.at('key')}, {number})"

    def constant(self, expr: ir.Expr | None) -> Value:
        """What is the same in all positions; Unlowered if it is not."""
        if expr is None:
            return None
        if not self.fixed(expr):
            raise Unlowered("a bound that changes in play")
        return self.program.planner.constant(expr)

    def fixed(self, expr: ir.Expr) -> bool:
        """Is it the same in all positions, whatever stands in the cells of options?"""
        return self.facts.constant(expr) and not (self.layout.options and self.facts.options(expr))

    def reads(self, expr: ir.Expr) -> frozenset[int]:
        """The slots that it reads, and STATE."""
        return self.facts.slots(expr)

    def steady(self, expr: ir.Expr) -> bool:
        """Does it read nothing but the state?"""
        return self.reads(expr) <= {STATE}
