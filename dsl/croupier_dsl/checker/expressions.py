"""One expression as written into what it means; each construct in its turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from croupier_dsl import ir, syntax
from croupier_dsl.checker.base import DEEPEST
from croupier_dsl.checker.extent import DEEPEST as DEEPEST_WITH_ALL
from croupier_dsl.checker.extent import LARGEST, Extent, extent
from croupier_dsl.checker.filters import Filters, of_values
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sorts, structure
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid
from croupier_dsl.source import Span


class Expressions(Filters):
    """Layer 5: every expression."""

    depth = 0
    extents: dict[str, Extent]

    def expression(self, written: syntax.Expr, scope: Scope, want: ir.Type | None = None) -> ir.Expr:
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                raise Invalid(structure.too_deep(written.span, DEEPEST))
            if scope.further is not None and not isinstance(written, syntax.Name | syntax.Of):
                scope = replace(scope, further=None)
            meant = self.at(self.construct(written, scope, want), written.span)
            if self.depth == 1:
                self.measured(meant, written.span)
            return meant
        finally:
            self.depth -= 1

    def measured(self, meant: object, span: Span) -> Extent:
        """How large a meaning is with all that it uses; a diagnostic where that is too much."""
        found = extent(meant, self.extents)
        if found.depth > DEEPEST_WITH_ALL:
            raise Invalid(structure.too_deep_with_all(span, DEEPEST_WITH_ALL))
        if found.parts > LARGEST:
            raise Invalid(structure.too_large_with_all(span, LARGEST))
        return found

    def construct(self, written: syntax.Expr, scope: Scope, want: ir.Type | None) -> ir.Expr:
        match written:
            case syntax.Name():
                return self.word(written, scope, want)
            case syntax.Number():
                return self.number(written, want)
            case syntax.Nothing():
                return ir.Nothing(ir.NONE)
            case syntax.Group():
                return self.expression(written.inner, scope, want)
            case syntax.Range():
                return self.range(written, scope, want)
            case syntax.Alternatives():
                return self.several(written, scope, want)
            case syntax.Of():
                if of_values(written):
                    return self.values(written)
                whole = self.unit(written, scope)
                return self.linked(whole, self.expression(whole.thing, scope, self.wanted_by(whole.link)), scope)
            case syntax.For():
                chain, inside = self.chain(written, scope)
                return self.took(inside, self.expression(chain, inside, want))
            case syntax.Where():
                return self.where(written, scope)
            case syntax.Exists():
                return self.exists(written, scope)
            case syntax.IfThenElse():
                return self.choice_of_two(written, scope, want)
            case syntax.Not():
                return ir.Not(ir.TRUTH, self.truth(written.operand, scope, later("what follows `not`")))
            case syntax.Logic():
                return ir.Logic(ir.TRUTH, written.op, tuple(self.sides(written, scope)))
            case syntax.Is() | syntax.In():
                return self.comparison(written, scope)
            case syntax.Fits():
                return self.fits(written, scope)
            case syntax.Order():
                return self.order(written, scope)
            case syntax.Arithmetic():
                try:
                    left, right = self.summand(written.left, scope), self.summand(written.right, scope)
                except Invalid:
                    kind = "_".join(end.span.text for end in (written.left, written.right))
                    if written.op == "-" and kind in self.kinds:  # as people are told of it: `red-3`
                        raise Invalid(meaning.unknown_name(written.span, written.span.text, [kind])) from None
                    raise
                return within_bounds(ir.Arithmetic(ir.NUMBER, written.op, left, right), written.span)
            case syntax.Negative():
                operand = self.summand(written.operand, scope)
                if isinstance(operand, ir.Constant):
                    return ir.Constant(ir.NUMBER, -operand.value)
                return ir.Negative(ir.NUMBER, operand)
            case syntax.Combine():
                return self.combine(written, scope, want)
            case _:
                assert_never(written)

    def sides(self, written: syntax.Logic, scope: Scope) -> Iterator[ir.Expr]:
        """What `and` or `or` joins; the help says so where a value was to be joined to another: `is J or Q`."""
        before: syntax.Expr | None = None
        for part in written.operands:
            try:
                yield self.truth(part, scope, f"each side of `{written.op}`")
            except Invalid as invalid:
                bare = isinstance(part, syntax.Name | syntax.Number | syntax.Alternatives)
                joined = written.op == "or" and bare and isinstance(before, syntax.Is | syntax.In)
                if not joined or not (invalid.diagnostic.code == "E402" or part.span.text in self.kinds):
                    raise
                assert isinstance(before, syntax.Is | syntax.In)
                left, right, other = (each.span.text for each in (before.left, before.right, part))
                advice = sorts.negated_alternative(left, right, other, before.negated)
                raise Invalid(replace(invalid.diagnostic, help=advice)) from None
            before = part

    def number_of(self, written: syntax.Expr, scope: Scope) -> ir.Expr:
        return self.fit(self.expression(written, scope, ir.NUMBER), ir.NUMBER, written.span, scope)

    def summand(self, written: syntax.Expr, scope: Scope) -> ir.Expr:
        """A number; or a truth, which counts 1 or 0."""
        meant = self.counted(self.expression(written, scope, ir.NUMBER), scope)
        return self.fit(meant, ir.NUMBER, written.span, scope)

    def choice_of_two(self, written: syntax.IfThenElse, scope: Scope, want: ir.Type | None) -> ir.Expr:
        condition = self.truth(written.condition, scope, later("what follows `if`"))
        then = self.expression(written.then, scope, want)
        if want is None and then.type != ir.NONE:
            otherwise = self.expression(written.otherwise, scope, then.type)
        else:
            otherwise = self.expression(written.otherwise, scope, want)
        then, otherwise = self.unify(then, otherwise, written.span, scope)
        return ir.IfThenElse(then.type, condition, then, otherwise)


def within_bounds(meant: ir.Arithmetic, span: Span) -> ir.Arithmetic:
    """What plain numbers come to is a number that rules may have."""
    worth = plainly(meant)
    if worth is not None and abs(worth) > ir.LARGEST_NUMBER:
        raise Invalid(sorts.number_beyond(span, worth, ir.LARGEST_NUMBER))
    return meant


def plainly(meant: ir.Expr) -> int | None:
    """What a sentence of plain numbers is worth; None for any other."""
    match meant:
        case ir.Constant(type=ir.NUMBER, value=value):
            return value
        case ir.Negative(operand=operand):
            return None if (worth := plainly(operand)) is None else -worth
        case ir.Arithmetic(op="+" | "-" | "*" as op, left=left, right=right):
            if (a := plainly(left)) is None or (b := plainly(right)) is None:
                return None
            return a + b if op == "+" else a - b if op == "-" else a * b
    return None
