"""What a player chooses, and the conditions that must all hold."""

from __future__ import annotations

from dataclasses import replace

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.analysis.walk import locals_read, nodes
from croupier_dsl.checker.base import element, free, place
from croupier_dsl.checker.comparisons import operands
from croupier_dsl.checker.definitions import Definitions
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sorts
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid, ungroup
from croupier_dsl.source import Span

ONE = ir.Constant(ir.NUMBER, 1)


class Choices(Definitions):
    """Layer 7: choices and conditions."""

    def conditions(
        self, written: tuple[syntax.Condition, ...], scope: Scope, path: str, what: str
    ) -> tuple[ir.Condition, ...]:
        """Named conditions keep their names; an unnamed sentence falls apart at its `and`s, numbered from 1."""
        found: list[ir.Condition | None] = []
        number = 0
        for condition in written:
            if condition.name is not None:
                found.append(self.condition(condition.expr, scope, f"{path}.{condition.name.text}", what))
                continue
            for part in operands(condition.expr):
                number += 1
                found.append(self.condition(part, scope, f"{path}.{number}", what))
        return tuple(condition for condition in found if condition is not None)

    def condition(self, written: syntax.Expr, scope: Scope, path: str, what: str) -> ir.Condition | None:
        meant = self.attempt(lambda: self.sentence(self.truth(written, scope, what), written))
        if meant is None:
            return None
        mentions = tuple(sorted(locals_read(meant) & set(scope.chosen)))
        return ir.Condition(path, meant, mentions, " ".join(written.span.text.split()), place(written.span))

    def sentence(self, meant: ir.Expr, written: syntax.Expr) -> ir.Expr:
        """A whole sentence: a kind of card may not be left standing in it as if it were a card."""
        self.no_loose_kind(meant, written.span)
        return meant

    def no_loose_kind(self, meant: ir.Expr, span: Span) -> None:
        for literal in _loose_kinds(meant):
            raise Invalid(sorts.loose_kind(self.span_of(literal, span), literal.notation))

    def choices(
        self, written: tuple[syntax.Choice, ...], scope: Scope, path: str
    ) -> tuple[tuple[ir.Choice, ...], Scope]:
        """Each choice may speak of those before it."""
        found: list[ir.Choice] = []
        for choice in written:
            name = choice.name
            if name.text in signatures.NO_NAMES:
                self.diagnostics.add(meaning.reserved_word(name.span, name.text, self.names.declared))
            if any(slot in scope.chosen for slot in _slots_named(scope, name.text)):
                self.diagnostics.add(meaning.chosen_twice(name.span, name.text))
            meant, after = self.attempt_choice(choice, scope, f"{path}.{name.text}")
            if meant is not None:
                found.append(meant)
            scope = after
        return tuple(found), scope

    def attempt_choice(self, choice: syntax.Choice, scope: Scope, path: str) -> tuple[ir.Choice | None, Scope]:
        meant = self.attempt(lambda: self.choice(choice, scope, path))
        if meant is None:
            return None, scope.knowing(choice.name.text, None)
        local = ir.Local(meant.type, meant.slot, meant.name)
        self.heard.give(local, choice.name, path)
        after = scope.knowing(choice.name.text, local)
        return meant, replace(after, chosen=(*scope.chosen, meant.slot))

    def choice(self, choice: syntax.Choice, scope: Scope, path: str) -> ir.Choice:
        name, domain = choice.name.text, choice.domain
        slot = scope.slots.take()
        single = domain.amount is None
        low, high = (ONE, ONE) if domain.amount is None else self.amount(domain.amount, scope)
        collection, filters, if_possible = self.domain(choice, scope, slot, path)
        self.gone_through(collection, domain.collection.span)
        type = element(collection.type) if single else collection.type
        return ir.Choice(name, slot, type, single, low, high, collection, filters, if_possible, place(choice.name.span))

    def amount(self, written: syntax.Expr, scope: Scope) -> tuple[ir.Expr, ir.Expr | None]:
        """How many: `3`, `1..3`, `1..`."""
        bare = ungroup(written)
        if not isinstance(bare, syntax.Range):
            number = self.number_of(written, scope)
            return number, number
        low = self.number_of(bare.low, scope)
        high = None if bare.high is None else self.number_of(bare.high, scope)
        if isinstance(low, ir.Constant) and isinstance(high, ir.Constant) and low.value > high.value:
            raise Invalid(sorts.range_runs_backwards(written.span, str(low.value), str(high.value)))
        return low, high

    def domain(
        self, choice: syntax.Choice, scope: Scope, slot: int, path: str
    ) -> tuple[ir.Expr, tuple[ir.Condition, ...], bool]:
        """The collection, what its elements must satisfy, and whether only if any does."""
        written = ungroup(choice.domain.collection)
        if isinstance(written, syntax.Where):
            chain, outside = self.chain(written.collection, scope)
            links, collection = self.innermost(chain, outside)
            if not links:
                self.took(outside, collection)
                self.no_loose_kind(collection, written.span)
                candidate = ir.Local(element(collection.type), slot, choice.name.text)
                self.heard.give(candidate, choice.name, path)
                inside = scope.about(candidate).knowing(choice.name.text, candidate)
                inside = replace(inside, chosen=(*scope.chosen, slot))
                if written.alias is not None:
                    called = replace(candidate)
                    self.heard.give(called, written.alias)
                    inside = inside.knowing(free(written.alias, self.names).text, called)
                parts = enumerate(operands(written.condition), 1)
                filters = [
                    self.condition(part, inside, f"{path}.{n}", later("what follows `where`")) for n, part in parts
                ]
                return collection, tuple(f for f in filters if f is not None), written.if_possible
        collection = self.collection(self.expression(written, scope), written.span, scope)
        return self.sentence(collection, written), (), False


def _slots_named(scope: Scope, name: str) -> tuple[int, ...]:
    local = scope.names.get(name)
    return (local.slot,) if local is not None else ()


def _loose_kinds(meant: object) -> list[ir.KindLiteral]:
    """The kinds of card that stand where a card is wanted. (`IsKind` and `HasKind` hold theirs as notations.)"""
    return [part for part in nodes(meant) if isinstance(part, ir.KindLiteral)]
