"""`where`, `some of`, `none of`: the innermost collection of a chain, and the elements for which something holds."""

from __future__ import annotations

from dataclasses import replace

from croupier_dsl import ir, syntax
from croupier_dsl.analysis.walk import locals_read
from croupier_dsl.checker.base import Poisoned, element, free, many
from croupier_dsl.checker.comparisons import Comparisons
from croupier_dsl.checker.scope import Scope
from croupier_dsl.errors import meaning, sense
from croupier_dsl.language import later
from croupier_dsl.literals import Invalid


class Filters(Comparisons):
    """Layer 4: collections and their elements."""

    helping = False
    """Is an explanation being looked for? Then none is looked for within it."""

    def where(self, written: syntax.Where, scope: Scope) -> ir.Expr:
        """`owner of highest by rank of trick where …`: the trick is filtered, then the links before it are laid on."""
        chain, outside = self.chain(written.collection, scope)
        links, collection = self.innermost(chain, outside)
        self.gone_through(collection, chain.span)
        each, inside = self.inside(collection, written.alias, scope)
        condition = self.such_that(written, links, collection, inside, outside)
        found: ir.Expr = ir.Filter(collection.type, collection, each.slot, condition, written.if_possible)
        return self.took(outside, self.laid_on(links, self.at(found, written.span), outside))

    def exists(self, written: syntax.Exists, scope: Scope) -> ir.Expr:
        chain, outside = self.chain(written.collection, scope)
        links, collection = self.innermost(chain, outside)
        self.gone_through(collection, chain.span)
        each, inside = self.inside(collection, written.alias, scope)
        condition = self.such_that(written, links, collection, inside, outside)
        if written.negated:
            self.not_swallowed(written, condition, each)
        if links:
            kept = ir.Filter(collection.type, collection, each.slot, condition, False)
            left = self.took(outside, self.laid_on(links, kept, outside))
            empty = ir.IsEmpty(ir.TRUTH, self.collection(left, chain.span, scope))
            return empty if written.negated else ir.Not(ir.TRUTH, empty)
        self.took(outside, collection)
        found = ir.Exists(ir.TRUTH, collection, each.slot, condition)
        return ir.Not(ir.TRUTH, self.at(found, written.span)) if written.negated else found

    def not_swallowed(self, written: syntax.Exists, condition: ir.Expr, each: ir.Local) -> None:
        """What `or` joins to the condition of a `none of` speaks of what is gone through, or stands in parentheses."""
        said = written.condition
        if not isinstance(said, syntax.Logic) or said.op != "or" or not isinstance(condition, ir.Logic):
            return
        for part, meant in zip(said.operands[1:], condition.operands[1:], strict=False):
            if each.slot not in locals_read(meant):
                whole, other = written.collection.span.to(said.operands[0].span), part.span.text.strip()
                self.diagnostics.add(sense.swallowed(part.span, whole, other))

    def such_that(
        self,
        written: syntax.Where | syntax.Exists,
        links: list[syntax.Of],
        collection: ir.Expr,
        inside: Scope,
        scope: Scope,
    ) -> ir.Expr:
        """The condition on each element; where it would suit the whole chain better, the help says so."""
        try:
            return self.truth(written.condition, inside, later("what follows `where`"))
        except Invalid as invalid:
            if links and not self.helping and self.suits_the_whole(written, links, collection, scope):
                advice = meaning.wants_parentheses(written.collection.span)
                raise Invalid(replace(invalid.diagnostic, help=advice)) from None
            raise

    def suits_the_whole(
        self, written: syntax.Where | syntax.Exists, links: list[syntax.Of], collection: ir.Expr, scope: Scope
    ) -> bool:
        self.helping = True
        try:
            whole = self.laid_on(list(links), collection, scope)
            if not whole.type.many:
                return False
            around = replace(scope, further=None)
            self.truth(written.condition, self.inside(whole, written.alias, around)[1], "")
            return True
        except (Invalid, Poisoned):
            return False
        finally:
            self.helping = False

    def innermost(self, written: syntax.Expr, scope: Scope) -> tuple[list[syntax.Of], ir.Expr]:
        """The innermost collection of a chain, and the links before it, the nearest last. The spots of a row are its
        own, and no property of the cards in it."""
        links: list[syntax.Of] = []
        while isinstance(written, syntax.Of) and not of_values(written):
            links.append(self.unit(written, scope))
            written = links[-1].thing
        found = self.expression(written, scope, self.wanted_by(links[-1].link) if links else None)
        while links and (not found.type.many or (found.type == ir.CARDS and _spots(links[-1].link))):
            link = links.pop()
            found = self.at(self.linked(link, found, scope), link.span)
        return links, self.collection(found, written.span, scope)

    def inside(self, collection: ir.Expr, alias: syntax.Name | None, scope: Scope) -> tuple[ir.Local, Scope]:
        """The element in hand, and the scope in which it is the nearest subject."""
        each = scope.local(element(collection.type), alias.text if alias is not None else "it")
        inner = scope.about(each)
        self.heard.give(each, alias)
        return each, inner.knowing(free(alias, self.names).text, each) if alias is not None else inner

    def laid_on(self, links: list[syntax.Of], thing: ir.Expr, scope: Scope) -> ir.Expr:
        while links:
            link = links.pop()
            thing = self.at(self.linked(link, thing, scope), link.span)
        return thing

    def truth(self, written: syntax.Expr, scope: Scope, what: str) -> ir.Expr:
        return self.fit(self.expression(written, scope, ir.TRUTH), ir.TRUTH, written.span, scope, what)

    def values(self, written: syntax.Of) -> ir.Expr:
        """`values of kind`: everything that an enumeration lists."""
        name = written.thing
        assert isinstance(name, syntax.Name)
        if name.text in self.names.declared:
            self.heard.named(name.span, self.names.path_of(name.text))
        if name.text in self.names.number_values:
            self.read_names.add(name.text)
            numbers = self.names.number_values[name.text]
            return ir.ListOf(many(ir.NUMBER), tuple(ir.Constant(ir.NUMBER, number) for number in numbers))
        if name.text not in self.names.enums:
            known = [*self.names.enums, *self.names.number_values]
            raise Invalid(meaning.values_of_what(name.span, name.text, known))
        self.read_names.add(name.text)
        return ir.Values(ir.Type("enum", name.text, many=True), name.text)


def _spots(link: syntax.Link) -> bool:
    return isinstance(link, syntax.Property) and link.name == "spots"


def of_values(written: syntax.Of) -> bool:
    return (
        isinstance(written.link, syntax.Property)
        and written.link.name == "values"
        and isinstance(written.thing, syntax.Name)
    )
