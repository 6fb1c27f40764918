"""Counters of what fires: how often each element of the rules did, as the reference counts it with closures.

What is counted is worked out as the reference does, once for each time that it is asked, in its order and no further
than it goes; what has nothing to count may be worked out as it likes. Counters lie in the position. They go up by the
cell `counting`: nought while something is looked at that nobody asks for, and more than one while one card stands for
several that are alike.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager

from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered, part
from croupier.lowering.noting import Noting
from croupier.lowering.shapes import Kept, Made, One, Several, Shape
from croupier_dsl import ir
from croupier_dsl.analysis import nodes

MOST_COMBOS = 60


class Counting(Noting):
    """The part of the lowering that knows counters; they are written only where the lowering `covers` something.
    `wild_by`: what is read of the state as it is worked out which cards are wild, where that is counted."""

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]  # as the base has it
        self.wild_by: list[ir.Expr] = []
        self._counted_in: dict[int, tuple[object, bool]] = {}
        wild, written = self.rules.cards.wild, self.program.rules.cards.wild
        if self.covers and wild is not None and written is not None and self.told(wild):
            leaves, simple = self.facts.read_variables(written)
            if not simple or not leaves:
                raise Unlowered("what makes a card wild, counted")
            self.wild_by = leaves
        if self.covers and len(self.rules.combos) > MOST_COMBOS:
            raise Unlowered("so many combos, counted")

    # ------------------------------------------------------------ counters
    def fires(self, path: str, times: str = "1") -> None:
        """The element has fired, so many times."""
        if self.covers:
            by = self.layout.cell("counting")
            cell = self.layout.cell("count of", "", str(self.layout.counted[path]))
            self.line(f"{cell} += {by if times == '1' else f'{by} * {times}'}")

    def counting_again(self) -> None:
        """What is looked at from here on is asked for."""
        if self.covers:
            self.line(f"{self.layout.cell('counting')} = 1")

    @contextmanager
    def if_it_goes_on(self) -> Iterator[None]:
        """What is listed meanwhile somebody asks for, unless the game stops here."""
        if self.covers:
            going = f"{self.layout.cell('decisions')} < {self.program.limit}"
            self.line(f"{self.layout.cell('counting')} = 1 if {going} else 0")
        yield
        self.counting_again()

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is worked out meanwhile is not counted."""
        if not self.covers:
            yield
            return
        self.line(f"{self.layout.cell('counting')} = 0")
        yield
        self.line(f"{self.layout.cell('counting')} = 1")

    @contextmanager
    def uncounted(self) -> Iterator[None]:
        """What is written meanwhile counts nothing, and is worked out as is quickest."""
        covers, self.covers = self.covers, False
        try:
            yield
        finally:
            self.covers = covers

    @contextmanager
    def standing_for(self, number: str) -> Iterator[None]:
        """What is counted meanwhile happens for so many."""
        if not self.covers:
            yield
            return
        by = self.layout.cell("counting")
        before = self.let(by)
        self.line(f"{by} = {before} * {number}")
        yield
        self.line(f"{by} = {before}")

    def judged(self, condition: ir.Condition, env: Env) -> str:
        """A test of a condition, which counts its answers."""
        with part(condition.where, condition.text):
            return self.answered(condition.path, self.truth(condition.expr, env))

    def answered(self, path: str, test: str) -> str:
        """The test, whose answer is counted."""
        if not self.covers:
            return test
        result = self.let(test if test.isdigit() else f"1 if {test} else 0")
        with self.block(f"if {result}:"):
            self.fires(f"{path}.yes")
        with self.block("else:"):
            self.fires(f"{path}.no")
        return result

    def made(self, combo: str, test: str) -> str:
        """Is the combo found? A test, of which a yes counts for the combo and what it is made of."""
        if not self.covers:
            return test
        result = self.let(f"1 if {test} else 0")
        with self.block(f"if {result}:"):
            for part in self.found_in(combo):
                self.fires(self.combos[part].path)
        return result

    def found_in(self, combo: str) -> list[str]:
        """What is found with a combo: it, and what its groups and those beside them are."""
        rule = self.combos[combo]
        return sorted({combo, *((rule.of, rule.beside_of) if isinstance(rule, ir.Pattern) else ())} - {""})

    # ------------------------------------------------------------ what counts
    def told(self, part: object) -> bool:
        """Is something counted as the part of a sentence is worked out?"""
        if id(part) not in self._counted_in:
            self._counted_in[id(part)] = part, any(map(_counts, nodes(part)))
        return self._counted_in[id(part)][1]

    def strict(self, part: object) -> bool:
        """Has it to be worked out just as the reference does?"""
        return self.covers and self.told(part)

    def worked_out(self, shape: Shape) -> Shape:
        """All of it, here and now, as the reference does."""
        if isinstance(shape, One):
            return self.copied(shape)
        if _lazy(shape):
            return self.kept(shape)
        return shape

    @abstractmethod
    def kept(self, shape: Shape) -> Shape:
        """What a name stands for, whatever becomes of what it was made from."""

    def settled(self, expr: ir.Expr) -> bool | None:
        """The answer to a question that is the same in all positions; None if it is not."""
        if not self.covers or not self.fixed(expr):
            return None
        return bool(self.program.planner.constant(expr))


def _counts(node: object) -> bool:
    if isinstance(node, ir.IfThenElse):
        return any(node.arms)
    return isinstance(node, ir.Defined | ir.TableValue | ir.Melds | ir.IsCombo)


def _lazy(shape: Shape) -> bool:
    return isinstance(shape, Kept | Made) or (isinstance(shape, Several) and any(map(_lazy, shape.parts)))
