"""Clauses for comparisons and possessions, affirmed or denied."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from croupier.rulebook.conditions import card_of, reads
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier.rulebook.sums import SIGNS, in_signs, plain_sum
from croupier.rulebook.values import Values
from croupier.words.nouns import Noun
from croupier_dsl import ir
from croupier_dsl.analysis import children
from croupier_dsl.saying import own_word

COURT = ("A", "J", "Q", "K")
"""Ranks that every language has words for, besides the numbers."""
_ORDER = {"<": "less", "<=": "at_most", ">": "more", ">=": "at_least"}


class Comparing(Values):
    """Clauses about two things. `yes`: the clause says that it holds; else that it does not."""

    @abstractmethod
    def exists(self, collection: ir.Expr, slot: int, condition: ir.Expr, scope: Scope, yes: bool) -> str:
        """That some of many are such, or that none is."""

    @abstractmethod
    def of_such(self, key: str, collection: ir.Expr, slot: int, condition: ir.Expr, scope: Scope) -> str:
        """Return a plain condition said of one, each or none; nothing if it is not plain."""

    def said(self, key: str, yes: bool, /, **things: Thing | Group | Noun | str | int) -> str:
        return self.text(key if yes else f"{key}_not", **things)

    def has_of_its_own(self, collection: ir.Expr, scope: Scope, amount: str, n: int = 1) -> str:
        """Return `You have at least one hidden card`, for a property defined of a player; empty for anything else."""
        match collection:
            case ir.Defined(name=name, further=None) if collection.subject is not None and self.titled(name):
                owner, noun = self.thing(collection.subject, scope), self.words.definition(name)
                if noun.plural or owner.none or noun.one == noun.many:
                    return ""
                own = Group(noun, lambda plural: "")
                if amount in ("some", "none"):
                    return self.text(f"has_{amount}", x=owner, many=own)
                cards = self.text("amount_one", many=own) if n == 1 else self.text("amount_many", n=n, many=own)
                return self.text("has_amount", x=owner, amount=self.text(f"amount_{amount}", cards=cards))
        return ""

    def there_is(self, many: Group, yes: bool) -> str:
        return self.said("there_is", yes, many=many)

    def same(self, left: ir.Expr, right: ir.Expr, scope: Scope, yes: bool) -> str:
        if isinstance(left, ir.Nothing):
            left, right = right, left
        if isinstance(right, ir.Nothing):
            if isinstance(left, ir.VariableValue | ir.TableValue | ir.Defined) and len(children(left)) == 1:
                assert left.subject is not None
                if not isinstance(left, ir.Defined) or self.titled(left.name):
                    owner, noun = self.whose(self.noun_of(left), left.subject, scope)
                    return self.said("has", not yes, x=owner or self.thing(left.subject, scope), noun=noun)
            elif not children(left) and (
                isinstance(left, ir.VariableValue) or (isinstance(left, ir.Defined) and self.titled(left.name))
            ):
                return self.said("there_is_a", not yes, noun=self.noun_of(left))
            return self.said("exists", not yes, x=self.thing(left, scope))
        if left.type.name == "truth" and isinstance(right, ir.Constant):
            return self.claim(left, scope, bool(right.value) == yes)
        if left.type.name == right.type.name == "truth":
            return self.said("both_so", yes, a=self.claim(left, scope), b=self.claim(right, scope))
        if isinstance(left, ir.CardFact) and left.fact == "place" and isinstance(right, ir.Constant):
            return self.said("at_place_n", yes, x=self.thing(left.card, scope), n=str(right.value))
        if isinstance(left, ir.Count) and isinstance(left.collection, ir.Players) and isinstance(right, ir.Constant):
            return self.said("players_are", yes, n=int(right.value))
        if isinstance(left, ir.Count) and isinstance(right, ir.Constant):
            return self.counted("exactly" if yes else "not_exactly", left, right, scope)
        if isinstance(left, ir.StageCount) and isinstance(right, ir.Constant) and left.stage != self.between:
            return self.said("is_stage", yes, stage=self.words.stage(left.stage), n=str(right.value))
        if right == ir.Local(right.type, 0, "me") and not self.opens(left, scope):
            left, right = right, left
        if isinstance(left, ir.OptionValue) and isinstance(right, ir.Constant) and left.type.enum:
            word = self.words.label(f"options.{left.name}.{self.words.enums[left.type.enum][right.value]}")
            return self.said("is", yes, x=self.thing(left, scope), y=self.a_thing("option_value", value=word))
        held = card_of(left, right)
        if held and self.shared(held[0], scope):  # it is on the table, without an owner
            held = ()
        things = [self.thing(each, scope) for each in held]
        if told := self.grammar.belongs(things, yes) if things else self.ranked(left, (right,), scope, yes):
            return told
        key = "is_very" if left.type == ir.CARD and not self.words.singular else "is"
        return self.said(key, yes, x=self.whole_thing(left, scope), y=self.whole_thing(right, scope))

    def ranked(self, left: ir.Expr, ranks: tuple[ir.Expr, ...], scope: Scope, yes: bool) -> str:
        """`It is a king or a queen`, where the language says so that its rank is."""
        if not isinstance(left, ir.Attribute) or left.name != "rank":
            return ""
        words = [own_word(self.words.enums, r.type, r.value) for r in ranks if isinstance(r, ir.Constant)]
        if len(words) < len(ranks) or not all(word.isdecimal() or word in COURT for word in words):
            return ""
        card, feminine = self.thing(left.card, scope), self.grammar.phrases["ranks_feminine"]
        named = [(self.words.word(left.type, word), word in feminine) for word in words]
        told = self.grammar.of_rank(named, card.plural)
        return self.said("is", yes, x=card, y=told) if told else ""

    def opens(self, expr: ir.Expr, scope: Scope) -> bool:
        """Return whether the expression becomes a relative pronoun, which comes first in its clause."""
        return isinstance(expr, ir.Local) and expr.slot in scope.slots and scope.slots[expr.slot].relative

    def whole_thing(self, expr: ir.Expr, scope: Scope) -> Thing:
        """Return the words for a compared value; in brackets if it has several cases."""
        found = self.stated(expr, scope)
        several = len(self.cases(expr, scope)) > 1 and not self.is_called(expr)
        return replace(found, text=f"({found.text})") if several else found

    def is_called(self, expr: ir.Expr) -> bool:
        return isinstance(expr, ir.Defined) and self.titled(expr.name)

    def noun_of(self, expr: ir.VariableValue | ir.TableValue | ir.Defined) -> Noun:
        match expr:
            case ir.VariableValue(name=name):
                return self.words.variable(name)
            case ir.TableValue(name=name):
                return self.words.table(name)
            case ir.Defined(name=name):
                return self.words.definition(name)

    def counted(self, key: str, count: ir.Count, number: ir.Expr, scope: Scope) -> str:
        """Return a clause on the number of cards in a place, or of things."""
        many = self.group(count.collection, scope)
        n = number.value if isinstance(number, ir.Constant) else None
        if n is None or isinstance(n, bool):
            return self.text(f"is_{key}", x=self.thing(count, scope), y=self.operand(number, scope))
        held = self.text("amount_one", many=_bare(many)) if n == 1 else self.grammar.amount(n, many.noun)
        if key != "not_exactly" and (direct := self.one_alone(key, count.collection, scope) if n == 1 else ""):
            return direct
        if (found := self.held(count.collection, scope)) is not None:
            place, such = found
            cards = self.text("amount_one", many=such) if n == 1 else self.text("amount_many", n=n, many=such)
            return self.text("holds_amount", x=place, amount=self.text(f"amount_{key}", cards=cards))
        if isinstance(count.collection, ir.ZoneContents) and many.noun == self.words.sort(ir.CARD):
            place = self.place(count.collection, scope)
            return self.text("holds_amount", x=place, amount=self.text(f"amount_{key}", cards=held))
        if (
            isinstance(count.collection, ir.MeldFact)
            and count.collection.fact == "cards"
            and _one_meld(count.collection)
        ):
            meld = self.thing(count.collection.meld, scope)
            return self.text("has_amount", x=meld, amount=self.text(f"amount_{key}", cards=held))
        if isinstance(count.collection, ir.Players | ir.Teams | ir.Deck):
            return self.text(f"is_{key}", x=self.thing(count, scope), y=str(n))
        if key != "not_exactly" and (own := self.has_of_its_own(count.collection, scope, key, n)):
            return own
        cards = self.text("amount_one", many=many) if n == 1 else self.text("amount_many", n=n, many=many)
        amount = self.text(f"amount_{key}", cards=cards)
        return self.text("there_are_one" if n == 1 else "there_are", amount=amount)

    def held(self, collection: ir.Expr, scope: Scope) -> tuple[Thing, Group] | None:
        """Return a zone and such cards in it, if the collection is that: `your hand`, `cards whose suit is …`."""
        match collection:
            case ir.Filter(collection=ir.ZoneContents() as zone, slot=slot, if_possible=False) if (
                reads(collection.condition, slot)
                and zone.type == replace(ir.CARD, many=True)
                and self.words.zones[zone.name].form != "slot"
            ):
                cards = Group(self.words.sort(ir.CARD), lambda plural: "")
                return self.place(zone, scope), self.filtered(cards, slot, collection.condition, False, scope)
        return None

    def one_alone(self, key: str, collection: ir.Expr, scope: Scope) -> str:
        """Return `At most one player is not out`: a simple condition about a number of things.

        Empty if it is not simple.
        """
        match collection:
            case ir.Defined(name=name) if not self.titled(name):
                return self.one_alone(key, self.words.definitions[name].body, self.about(collection, scope))
            case ir.Filter(slot=slot, if_possible=False):
                return self.of_such(f"just_{key}", collection.collection, slot, collection.condition, scope)
        return ""

    def order(self, op: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> str:
        key = _ORDER[op]
        if isinstance(left, ir.StageCount) and op == ">" and right == ir.Constant(ir.NUMBER, 1) and not self.between:
            noun = self.words.stage(left.stage)
            if self.counts_alone(left.stage):
                return self.text("is_later", stage=noun)
            return self.text("is_later_within", stage=noun, around=self.counted_within(left.stage))
        if isinstance(left, ir.Count) and left.type == ir.NUMBER:
            return self.counted(key, left, right, scope)
        word = f"is_{key}_word" if left.type.enum else f"is_{key}"
        x, y = self.sides(left, right, scope=scope)
        return self.text(word, x=x, y=y)

    def sides(self, *both: ir.Expr, scope: Scope) -> list[Thing]:
        """Two things that are compared: where one is a calculation told in signs, so is the other."""
        plain = [plain_sum(side, self.lacking.may_lack) for side in both]
        if any(isinstance(side, ir.Arithmetic) and in_signs(side) for side in plain):
            return [
                self.reckoned(side, scope) if isinstance(side, ir.Arithmetic) and side.op in SIGNS
                else self.whole_thing(side, scope)
                for side in plain
            ]  # fmt: skip
        return [self.whole_thing(side, scope) for side in both]

    def not_in_order(self, op: str, left: ir.Expr, right: ir.Expr, scope: Scope) -> str:
        """That one is not more than the other, or is missing: not that it is at most as much."""
        word = f"is_not_{_ORDER[op]}{'_word' if left.type.enum else ''}"
        return self.text(word, x=self.whole_thing(left, scope), y=self.whole_thing(right, scope))

    def within(self, left: ir.Expr, right: ir.Expr, scope: Scope, yes: bool) -> str:
        match right:
            case ir.Map(slot=slot) if (
                not left.type.many and not right.body.type.many and right.body.type.name not in ("card", "meld")
            ):
                return self.exists(right.collection, slot, ir.Same(ir.TRUTH, right.body, left), scope, yes)
        if isinstance(right, ir.ListOf) and (told := self.ranked(left, right.items, scope, yes)):
            return told
        thing = self.thing(left, scope)
        if isinstance(right, ir.Span | ir.ListOf | ir.Constant) and not left.type.many:
            key = "is_within" if isinstance(right, ir.Span) else "is"
            return self.said(key, yes, x=thing, y=self.stated(right, scope))
        held = right.right if isinstance(right, ir.Combine) and right.op == "with" else right
        if left.type.name in ("card", "meld") and isinstance(held, ir.ZoneContents | ir.Map):
            return self.said("lies_in", yes, x=thing, y=self.container(right, scope))
        return self.said("is_among", yes, x=thing, y=self.whole(self.group(right, scope)))


def _bare(many: Group) -> Group:
    """Return the things without what narrows them down."""
    return Group(many.noun, lambda plural: "")


def _one_meld(fact: ir.MeldFact) -> bool:
    return fact.meld.type.name == "meld" and not fact.meld.type.many
