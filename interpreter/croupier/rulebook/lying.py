"""Words for the contents of zones: cards by their place, and zones as places."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from croupier.rulebook.belonging import Belonging
from croupier.rulebook.conditions import is_local
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import nodes


class Lying(Belonging):
    """Words for places, for places of many owners together, and for their contents."""

    @abstractmethod
    def group(self, expr: ir.Expr, scope: Scope) -> Group:
        """Return a collection by what its elements are and what narrows them down."""

    @abstractmethod
    def whole(self, many: Group) -> Thing:
        """Return all of them."""

    def lying(self, noun: Noun, zone: str, place: Thing) -> Group:
        """Return the contents of zones of one name: `your cards taken` implies already that these are cards."""
        called = self.words.zone(zone)
        if called.plural and noun.many in called.base.split():
            return Group(noun, lambda plural: self.text("among", x=place), place, among=True)
        return self.placed(noun, place)

    def placed(self, noun: Noun, place: Thing) -> Group:
        return Group(noun, lambda plural: self.text("in_place", x=place))

    def keys(self, many: Group, slot: int, what: object) -> Group:
        """Return numbers with the noun for keys, if `what` uses them as keys."""
        by = any(isinstance(node, ir.Keyed) and is_local(node.key, slot) for node in nodes(what))
        return replace(many, noun=self.grammar.key(many.noun)) if by else many

    def places(
        self, zone: ir.ZoneContents, slot: int, collection: ir.Expr, owners: Group, scope: Scope
    ) -> Thing | None:
        """Return the zones of many owners, or of a run of numbers, all together: `their hands`, `columns 1 to 7`."""
        noun = replace(self.words.zone(zone.name), one=self.words.zone(zone.name).many, plural=True)
        match zone.subject, collection:
            case ir.Local(slot=used), _ if used == slot:
                return self.grammar.of(self.whole(owners), noun)
            case ir.Keyed(key=ir.Local(slot=used), owner=owner), ir.Span(
                low=ir.Constant() as low, high=ir.Constant() as high
            ) if used == slot and not (isinstance(owner, ir.Local) and owner.slot == slot):
                ends = [self.thing(low, scope), self.thing(high, scope)]
                two = low.value + 1 == high.value
                told = (
                    self.grammar.listed([e.text for e in ends], "and")
                    if two
                    else self.text("span", a=ends[0], b=ends[1])
                )
                told = f"{noun.many} {told}"
                numbered = replace(noun, one=told, many=told)
                return (
                    self.grammar.the(numbered) if owner is None else self.grammar.of(self.thing(owner, scope), numbered)
                )
        return None

    def container(self, expr: ir.Expr, scope: Scope, plural: bool = False) -> Thing:
        """Return a zone by its own name, not as its cards; anything else as it is called."""
        match expr:
            case ir.ZoneContents():
                return self.place(expr, scope)
            case ir.Map(collection=collection, slot=slot, body=ir.ZoneContents() as body):
                owners = self.group(collection, scope)
                if plural and (held := self.places(body, slot, collection, owners, scope)):
                    return held
                any_owner = Thing(self.text("any", many=owners), feminine=owners.noun.feminine, person=True)
                return self.thing(body, scope.bind(slot, any_owner))
        return self.thing(expr, scope)

    def cards_of(self, melds: ir.Expr, scope: Scope) -> Group:
        """Return the cards of many melds: by their zone, if it is all its melds."""
        noun = self.words.sort(ir.CARD)
        if isinstance(melds, ir.ZoneContents):
            return self.placed(noun, self.thing(melds, scope))
        everything = self.whole(self.group(melds, scope))
        return Group(noun, lambda plural: self.text("of_all", x=everything))

    def combined(self, op: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> Group:
        many = self.group(left, scope)
        if op == "with":
            if isinstance(left, ir.ZoneContents | ir.Map) and isinstance(right, ir.ZoneContents | ir.Map):

                def places(plural: bool) -> str:
                    sides = [self.container(side, scope, plural) for side in (left, right)]
                    told = [self.text("in_place", x=side).strip() for side in sides]
                    return " " + self.grammar.listed(told, "and" if plural else "or")

                return Group(many.noun, places)
            sides = [self.whole(self.group(side, scope)) if side.type.many else self.thing(side, scope)
                     for side in (left, right)]  # fmt: skip
            joined = Thing(self.grammar.both([side.text for side in sides]), True, many.noun.feminine)
            return Group(many.noun, lambda plural: self.text("among", x=joined), joined)
        but = self.text("except", x=self.together(right, scope))
        whole = many.whole and replace(many.whole, text=f"{many.whole.text}{but}")
        return Group(many.noun, lambda plural: f"{many.rest(plural)}{but}", whole, among=many.among)

    def top(self, count: ir.Expr, collection: ir.Expr, scope: Scope) -> Group:
        place = self.thing(collection, scope)
        noun = self.words.sort(ir.CARD)
        if isinstance(count, ir.Constant) and count.value == 1:
            top = Thing(self.text("top_of", x=place), False, noun.feminine)
            return Group(noun, lambda plural: self.text("among", x=top), top)
        amount = (
            self.text("top_some", n=count.value, x=place)
            if isinstance(count, ir.Constant)
            else self.text("top_many", count=self.thing(count, scope), x=place)
        )
        return Group(noun, lambda plural: self.text("among", x=Thing(amount)), Thing(amount, True, noun.feminine))
