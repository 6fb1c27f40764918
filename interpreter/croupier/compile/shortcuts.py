"""Plan sentences with a faster answer than from their parts: from the ends of a range, or the solver of combos."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.base.values import Elements, Env, Fn, Sieve, Value
from croupier.compile import collections as many
from croupier.compile import recognised
from croupier.compile.ranges import Range
from croupier.compile.wholes import Whole
from croupier_dsl import ir
from croupier_dsl.analysis import draws, slots_read

if TYPE_CHECKING:
    from croupier.model.program import Program
    from croupier.model.state import State
    from croupier_dsl.analysis import Facts


_END = object()


class Shortcuts(ABC):
    """The part of a planner that looks for them."""

    program: Program
    facts: Facts
    definitions: dict[str, ir.Definition]
    here: str

    @abstractmethod
    def plan(self, expr: ir.Expr) -> Fn:
        """Return a function from a state to the expression's value."""

    @abstractmethod
    def kept(self, expr: ir.Expr) -> Fn:
        """Return the same, for callers that keep its values."""

    @abstractmethod
    def cast(self, e: Env, meld: Value) -> Env:
        """Return the locals with the cards of a meld cast in it."""

    @abstractmethod
    def elements(self, expr: ir.Expr) -> Elements:
        """Return a function to the elements of a collection, one by one."""

    # ------------------------------------------------------------ ranges
    def _span(self, expr: ir.Expr) -> ir.Span | None:
        return recognised.a_range(self.definitions, expr)

    def _range(self, span: ir.Span) -> Range:
        """Return the range of an expression; one along a list of words ends with the last of them."""
        high = None if span.high is None else self.plan(span.high)
        if high is None and span.type.enum:
            last = len(self.program.enums[span.type.enum]) - 1
            high = lambda s, e: last  # noqa: E731  # the end that is not written
        return Range(self.plan(span.low), high, self.here)

    def _of_range(self, expr: ir.Count | ir.Sum | ir.ExtremeValue | ir.Pick) -> Fn | None:
        """Return the value of an aggregate of a range from its ends; None if they do not determine it."""
        span = self._span(expr.collection)
        if span is None:
            return None
        match expr:
            case ir.Count():
                return self._range(span).count()
            case ir.Sum():
                return self._range(span).total()
        return self._range(span).end(expr)

    def _is_empty(self, collection: ir.Expr) -> Fn:
        span = self._span(collection)
        if span is not None:
            return self._range(span).of_ends(lambda ends: ends is None)
        clears = self._clears(collection)
        if clears is not None:
            return clears
        inner = self.elements(collection)
        return lambda s, e: next(iter(inner(s, e)), _END) is _END

    def _clears(self, collection: ir.Expr) -> Fn | None:
        """Return a test whether `C without melds of C` is empty: the solver can answer without finding the melds."""
        found = self._all_melded(collection)
        if found is None:
            return None
        combo, cards = found
        combos, inner = self.program.combos, self.plan(cards)
        return lambda s, e: combos.clears(s, combo, inner(s, e))

    def sieve(self, expr: ir.Expr, slot: int) -> Sieve | None:
        """Return the same question about a hand without one card, chosen into `slot`.

        The solver judges all the cards in one go.
        """
        found = self._all_melded(expr.collection) if isinstance(expr, ir.IsEmpty) else None
        if found is None:
            return None
        combo, cards = found
        match cards:
            case ir.Combine(op="without", left=hand, right=ir.Local(slot=used)) if used == slot:
                if slot in slots_read(self.facts, hand):
                    return None
                combos, kind_of, inner = self.program.combos, self.program.kind_of, self.plan(hand)

                def test(s: State, e: Env) -> Callable[[int], bool] | None:
                    kinds = combos.discards(s, combo, inner(s, e))
                    return (lambda card: kind_of[card] in kinds) if kinds else None

                return test
        return None

    def among(self, expr: ir.Filter) -> Fn | None:
        """Return the elements of one collection that are in another, which is evaluated once because it is the same for
        each."""
        match expr.condition:
            case ir.Within(left=ir.Local(slot=slot, type=type_), right=right) if slot == expr.slot:
                alone = slot not in slots_read(self.facts, right) and not draws(right) and self._span(right) is None
                if alone and not type_.many and type_.name != "meld":
                    return many.among(self.plan(expr.collection), self.plan(right), expr.if_possible)
        return None

    def whole(self, expr: ir.Expr) -> Whole:
        """Return a combo's condition on all its cards, which are in slot 1."""
        return Whole(self, expr)

    def offered(self, expr: ir.Expr) -> Fn:
        """Return the candidates of a choice; only one of melds that read the same."""
        if not isinstance(expr, ir.Melds):
            return self.plan(expr)
        inner, combos, name = self.plan(expr.cards), self.program.combos, expr.combo
        return lambda s, e: combos.offered(s, name, inner(s, e))

    def _all_melded(self, collection: ir.Expr) -> tuple[str, ir.Expr] | None:
        """Return the arrangement and the cards, if the collection is what the arrangement of those cards leaves
        over."""
        found = recognised.left_over(self.definitions, collection)
        return found if found is not None and self.program.combos.splits(found[0]) else None
