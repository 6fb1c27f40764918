"""Expressions of the IR in words: one traversal that handles their structure, with voices that provide the forms.

A voice has names for declarations and values and a template for each form. The order of parts, parentheses, the scope
of `not`, and the reading of elements of a collection are the same in every voice.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypedDict, assert_never

from croupier_dsl import ir
from croupier_dsl.analysis.walk import locals_read, nodes

OPEN, JOINED, PLAIN, CLAIM, SUM, PRODUCT, GIVEN, CHAIN, LIST, PART, END = range(11)
"""The binding strength of forms, as in the grammar of sentences: a form that binds less than its place requires is put
in parentheses.

An open form reaches to the end of its sentence.
"""

Section = Literal["options", "stages", "zones", "state", "tables", "define", "combos", "cards.attributes", "values"]
"""The section in which a name is declared."""
Comparison = Literal["is", "not is", "in", "not in", "fits", "<", "<=", ">", ">="]
Sign = Literal["+", "-", "*", "div", "mod"]
Joint = Literal["and", "or"]
MeldPart = Literal["cards", "wilds", "naturals"]
Said = tuple[str, int]
"""Words, and how firmly they hold together."""

Forms = TypedDict(
    "Forms",
    {
        # words of the language without a subject
        "it": str, "players": str, "teams": str, "deck": str, "next": str, "direction": str, "all passed": str,
        # what is `of` something
        "owner": str, "revealed": str, "wild": str, "meld": str, "spot": str, "role": str, "place": str,
        "cards": str, "wilds": str, "naturals": str, "spots": str,
        "card": str, "line": str, "column": str, "neighbours": str,
        "left": str, "right": str, "across": str, "successor": str, "seat": str, "team": str, "members": str,
        "first": str, "last": str, "top": str, "bottom": str, "random": str,
        "of": str, "for": str, "of role": str, "values": str, "count": str, "sum": str, "top some": str,
        "highest": str, "lowest": str, "highest by": str, "lowest by": str,
        "highest some": str, "lowest some": str, "highest some by": str, "lowest some by": str,
        "highest all by": str, "lowest all by": str, "then": str,
        # collections
        "where": str, "if possible": str, "with": str, "with within": str, "without": str,
        "item": str, "no items": str, "span": str, "span from": str,
        # truths, and the same denied
        "some": str, "not some": str, "empty": str, "not empty": str, "is": str, "not is": str,
        "in": str, "not in": str, "fits": str, "not": str, "and": str, "or": str,
        "<": str, "<=": str, ">": str, ">=": str,
        # numbers and choices
        "+": str, "-": str, "*": str, "div": str, "mod": str, "negative": str, "if": str,
    },
)  # fmt: skip
"""A template for each form; a voice has to have all of them."""


@dataclass(frozen=True, slots=True)
class Near:
    """The context of an expression: the names of locals, the slot that is `it`, and the number of definitions opened on
    the way.
    """

    names: Mapping[int, str] = field(default_factory=dict)
    it: int = -1
    depth: int = 0

    def naming(self, slot: int, name: str) -> Near:
        return replace(self, names={**self.names, slot: name})


AFAR = Near()
"""The empty context."""


class Voice(ABC):
    """Says expressions. `exact`: so that they can be parsed again; else fewer parentheses will do."""

    exact = False

    @property
    @abstractmethod
    def forms(self) -> Forms:
        """Return the templates of the voice."""

    @abstractmethod
    def word(self, type_: ir.Type, word: str) -> str:
        """Return a value for which the language has a word: `none`, `yes`, one of an enumeration, a number."""

    @abstractmethod
    def constant(self, type_: ir.Type, value: int | bool) -> str:
        """Return a constant as the language has it: its word for `word` to say."""

    @abstractmethod
    def called(self, section: Section, name: str, many: bool = False) -> str:
        """Return the words for a declaration."""

    @abstractmethod
    def local(self, local: ir.Local, near: Near) -> str:
        """Return the name of a local; empty if it has none."""

    def nameless(self, local: ir.Local, near: Near) -> bool:
        """Return whether the properties of a local are written without it."""
        return not self.local(local, near)

    @abstractmethod
    def owned(self, property: str, thing: ir.Expr, near: Near) -> Said:
        """Write a property of a thing."""

    def opened(self, section: Section, name: str, near: Near) -> ir.Expr | None:
        """Return the body of a definition that is not called by its name; None otherwise."""
        return None

    def claimed(self, section: Section, name: str, thing: ir.Expr, near: Near) -> Said | None:
        """Return a truth of a thing as a clause of its own, where the ruleset has words for that."""
        return None

    def bound(self, slot: int, body: object, near: Near) -> tuple[str, Near]:
        """Return a name for an element, if its body needs one, and the context of a body in which it is `it`."""
        return "", replace(near, it=slot)

    def aliased(self, things: str, alias: str) -> str:
        """Return a collection whose element has a name."""
        return things

    # ------------------------------------------------------------ the walk
    def say(self, expr: ir.Expr, near: Near = AFAR, at: int = OPEN) -> str:
        """Return the expression in a place that asks for words which hold together so firmly."""
        told, level = self.told(expr, near, at)
        return told if level >= at else f"({told})"

    def told(self, expr: ir.Expr, near: Near, at: int = OPEN) -> Said:
        """Return the words, and how firmly they hold together. `at`: what their place asks for."""
        forms = self.forms
        match expr:
            case ir.Constant(type=type_, value=value):
                told = self.word(type_, self.constant(type_, value))
                return told, SUM if type_ == ir.NUMBER and value < 0 and not self.exact else END
            case ir.Nothing(type=type_):
                return self.word(type_, "none"), END
            case ir.KindLiteral(notation=notation):
                return notation, END
            case ir.Local():
                return self.local(expr, near) or forms["it"], END
            case ir.Players():
                return forms["players"], END
            case ir.Teams():
                return forms["teams"], END
            case ir.Deck():
                return forms["deck"], END
            case ir.NextActor():
                return forms["next"], END
            case ir.Direction():
                return forms["direction"], END
            case ir.AllPassed():
                return forms["all passed"], END
            case ir.Values(enum=enum):
                return forms["values"].format(thing=self.called("values", enum)), CHAIN
            case ir.OptionValue(name=name):
                return self.called("options", name), END
            case ir.StageCount(stage=stage):
                return self.called("stages", stage), END
            case ir.VariableValue(type=type_, name=name):
                return self.declared("state", name, type_, expr.subject, near, at)
            case ir.ZoneContents(type=type_, name=name):
                return self.declared("zones", name, ir.CARD, expr.subject, near, at)
            case ir.Keyed():
                return self.told(expr.key, near, at)
            case ir.TableValue(type=type_, name=name):
                type_ = ir.Type(type_.name, type_.enum)
                return self.declared("tables", name, type_, expr.subject, near, at, expr.further)
            case ir.Defined(type=type_, name=name):
                return self.declared("define", name, type_, expr.subject, near, at, expr.further)
            case ir.Melds(combo=combo):
                return self.of(self.called("combos", combo), expr.cards, near)
            case ir.Attribute(name=name):
                return self.of(self.called("cards.attributes", name), expr.card, near)
            case ir.RoleAttribute(name=name):
                role = forms["of role"].format(thing=self.say(expr.card, near, CHAIN))
                return forms["of"].format(property=self.called("cards.attributes", name), thing=role), CHAIN
            case ir.CardFact(fact=fact):
                return self.of(forms[fact], expr.card, near)
            case ir.MeldFact(fact=fact):
                return self.melded(fact, expr.meld, near)
            case ir.Spots():
                return self.spots(expr.of, near)
            case ir.SpotFact(fact="line" | "column" | "neighbours" as fact, spot=ir.CardFact(fact="spot", card=card)):
                return self.of(forms[fact], card, near)  # a short form for the card there
            case ir.SpotFact(fact="empty"):
                return self.claim(expr, near)
            case ir.SpotFact(fact=fact):
                return self.of(forms[fact], expr.spot, near)
            case ir.Neighbour(side=side):
                return self.of(forms[side], expr.player, near)
            case ir.SeatNumber():
                return self.of(forms["seat"], expr.player, near)
            case ir.TeamOf():
                return self.of(forms["team"], expr.player, near)
            case ir.Members():
                return self.of(forms["members"], expr.team, near)
            case (
                ir.Map() | ir.Filter() | ir.Count() | ir.Sum() | ir.ExtremeValue() | ir.ExtremeThing() | ir.Best()
                | ir.Pick() | ir.TopSome() | ir.ListOf() | ir.Span() | ir.Combine()
            ):  # fmt: skip
                return self.many(expr, near, at)
            case ir.Arithmetic(op=op):
                return self.reckoned(op, expr.left, expr.right, near)
            case ir.Negative():
                return forms["negative"].format(a=self.say(expr.operand, near, GIVEN)), PRODUCT
            case ir.IfThenElse():
                told = forms["if"].format(
                    condition=self.say(expr.condition, near),
                    a=self.say(expr.then, near),
                    b=self.say(expr.otherwise, near),
                )
                return told, OPEN
            case (
                ir.Exists() | ir.IsEmpty() | ir.Same() | ir.IsKind() | ir.IsCombo() | ir.HasKind() | ir.Within()
                | ir.Fits() | ir.Not() | ir.Logic() | ir.Order()
            ):  # fmt: skip
                return self.claim(expr, near)
            case _:
                assert_never(expr)

    def declared(
        self, section: Section, name: str, type_: ir.Type, subject: ir.Expr | None, near: Near, at: int,
        further: ir.Expr | None = None,
    ) -> Said:  # fmt: skip
        """Write a named thing: by its name, as a clause, or by its body. `further`: the second subject."""
        if subject is not None and type_ == ir.TRUTH and (claim := self.claimed(section, name, subject, near)):
            return claim if further is None else (f"{claim[0]} {self.say(further, near, CHAIN)}", claim[1])
        if (body := self.opened(section, name, near)) is not None:
            inside = Near({}, 1, near.depth + 1)
            for slot, thing in enumerate((subject, further), 1):
                if thing is not None:
                    nameless = isinstance(thing, ir.Local) and self.nameless(thing, near)
                    inside = inside.naming(slot, "" if nameless else self.say(thing, near, CHAIN))
            return self.told(body, inside, at)
        word = self.called(section, name, type_.many)
        told = (word, END) if subject is None else self.of(word, subject, near)
        return told if further is None else self.for_further(told[0], further, near)

    def for_further(self, chain: str, further: ir.Expr | None, near: Near) -> Said:
        """Write a chain with the second subject of a property in it."""
        if further is None:
            return chain, CHAIN
        return self.forms["for"].format(thing=chain, further=self.say(further, near, CHAIN)), GIVEN

    def melded(self, fact: MeldPart, meld: ir.Expr, near: Near) -> Said:
        """Write a part of a meld."""
        return self.of(self.forms[fact], meld, near)

    def spots(self, thing: ir.Expr, near: Near) -> Said:
        """Write the open places of a meld, or the places of a row."""
        return self.of(self.forms["spots"], thing, near)

    def of(self, property: str, thing: ir.Expr, near: Near) -> Said:
        """Write a property of a thing; just the property if the thing has no name."""
        match thing:
            case ir.Local() if self.nameless(thing, near):
                return property, END
            case ir.MeldFact(fact="cards", meld=ir.Local(slot=slot)) if (
                near.names.get(slot) == ""
            ):  # a meld is its cards
                return property, END
            case ir.Keyed():
                if isinstance(thing.key, ir.Local) and self.nameless(thing.key, near):
                    return (property, END) if thing.owner is None else self.of(property, thing.owner, near)
                return self.keyed(property, thing.key, thing.owner, near)
        return self.owned(property, thing, near)

    def keyed(self, property: str, key: ir.Expr, owner: ir.Expr | None, near: Near) -> Said:
        """Write the value that a keyed declaration has for a number or a word."""
        told = f"{property} {self.say(key, near, CHAIN)}"
        return (told, CHAIN) if owner is None else self.of(told, owner, near)

    def element(self, body: ir.Expr, slot: int, near: Near) -> str:
        """Write the property read of each element, which has no name."""
        match body:
            case ir.Map(collection=ir.MeldFact(fact="cards", meld=ir.Local(slot=used)), slot=inner) if (
                used == slot  # a meld is its cards
            ):
                return self.element(body.body, inner, near)
            case ir.Spots(of=ir.ZoneContents() as zone):  # of the row of each
                return self.forms["of"].format(property=self.forms["spots"], thing=self.element(zone, slot, near))
        return self.say(body, near.naming(slot, ""), END if self.exact and not _keyed(body) else CHAIN)

    def ranking(self, expr: ir.ExtremeThing | ir.Best, near: Near) -> tuple[str, ir.Expr | None]:
        """Return the keys of a ranking, and the second subject of the first key that has one."""
        keys = [alone(as_truth(key), expr.slot) for key in expr.keys]
        told = self.forms["then"].join(self.element(each, expr.slot, near) for each, _ in keys)
        return told, next((further for _, further in keys if further is not None), None)

    def narrowed(self, collection: ir.Expr, near: Near) -> str:
        """Write a collection before `where`, which narrows the innermost one of a chain: any other is put in
        parentheses.
        """
        told, level = self.told(collection, near, CHAIN)
        return f"({told})" if level < CHAIN or (self.exact and _within(collection)) else told

    def many(
        self,
        expr: ir.Map | ir.Filter | ir.Count | ir.Sum | ir.ExtremeValue | ir.ExtremeThing | ir.Best | ir.Pick
        | ir.TopSome | ir.ListOf | ir.Span | ir.Combine,
        near: Near,
        at: int,
    ) -> Said:  # fmt: skip
        """Write collections and their aggregates."""
        forms = self.forms
        match expr:
            case ir.Map(
                slot=slot,
                body=ir.ZoneContents(subject=ir.Keyed(key=ir.Local(slot=key), owner=owner) as one)
                | ir.VariableValue(subject=ir.Keyed(key=ir.Local(slot=key), owner=owner) as one) as body,
            ) if key == slot and owner is not None:
                return self.told(replace(body, subject=replace(one, key=expr.collection)), near, at)
            case ir.Map(slot=slot):
                each, further = alone(expr.body, slot)
                property = self.element(each, slot, near)
                told = forms["of"].format(property=property, thing=self.say(expr.collection, near, CHAIN))
                return self.for_further(told, further, near)
            case ir.Filter(slot=slot, if_possible=soft):
                return self.such(forms["if possible" if soft else "where"], expr.collection, slot, expr.condition, near)
            case ir.Count():
                return forms["count"].format(things=self.say(expr.collection, near, CHAIN)), CHAIN
            case ir.Sum():
                return forms["sum"].format(things=self.say(expr.collection, near, CHAIN)), CHAIN
            case ir.ExtremeValue(which=which):
                return forms[which].format(things=self.say(expr.collection, near, CHAIN)), CHAIN
            case ir.ExtremeThing(which=which):
                keys, further = self.ranking(expr, near)
                by = forms["highest by" if which == "highest" else "lowest by"]
                return self.for_further(
                    by.format(key=keys, things=self.say(expr.collection, near, CHAIN)), further, near
                )
            case ir.Best(which=which, slot=slot) if expr.count is not None:
                n, things = (
                    self.say(expr.count, near, END if self.exact else SUM),
                    self.say(expr.collection, near, CHAIN),
                )
                if isinstance(expr.key, ir.Local) and expr.key.slot == slot:
                    some = forms["highest some" if which == "highest" else "lowest some"]
                    return some.format(n=n, things=things), CHAIN
                keys, further = self.ranking(expr, near)
                by = forms["highest some by" if which == "highest" else "lowest some by"]
                return self.for_further(by.format(n=n, key=keys, things=things), further, near)
            case ir.Best(which=which):
                keys, further = self.ranking(expr, near)
                by = forms["highest all by" if which == "highest" else "lowest all by"]
                return self.for_further(
                    by.format(key=keys, things=self.say(expr.collection, near, CHAIN)), further, near
                )
            case ir.Pick(which=which):
                return forms["of"].format(property=forms[which], thing=self.say(expr.collection, near, CHAIN)), CHAIN
            case ir.TopSome():
                n, things = (
                    self.say(expr.count, near, END if self.exact else SUM),
                    self.say(expr.collection, near, CHAIN),
                )
                return forms["top some"].format(n=n, things=things), CHAIN
            case ir.ListOf(items=()):
                return forms["no items"], END
            case ir.ListOf(items=(item,)):
                return self.told(item, near, at)
            case ir.ListOf(items=items):
                return forms["item"].join(self.say(item, near, PART if self.exact else SUM) for item in items), LIST
            case ir.Span():
                at = END if self.exact else SUM
                if expr.high is None:
                    return forms["span from"].format(low=self.say(expr.low, near, at)), PART
                return forms["span"].format(low=self.say(expr.low, near, at), high=self.say(expr.high, near, at)), PART
            case ir.Combine(op="with"):
                both = forms["with within" if at > SUM else "with"]
                return both.format(
                    things=self.say(expr.left, near, CHAIN), others=self.say(expr.right, near, CHAIN)
                ), SUM
            case ir.Combine():
                told = forms["without"].format(
                    things=self.say(expr.left, near, CHAIN), others=self.say(expr.right, near, CHAIN)
                )
                return told, SUM
            case _:
                assert_never(expr)

    def such(self, form: str, collection: ir.Expr, slot: int, condition: ir.Expr, near: Near) -> Said:
        """Return a collection and what holds for elements of it."""
        alias, inside = self.bound(slot, condition, near)
        things = self.aliased(self.narrowed(collection, near), alias)
        return form.format(things=things, condition=self.say(condition, inside)), OPEN

    def claim(
        self,
        expr: ir.Exists | ir.IsEmpty | ir.SpotFact | ir.Same | ir.IsKind | ir.IsCombo | ir.HasKind | ir.Within
        | ir.Fits | ir.Not | ir.Logic | ir.Order,
        near: Near,
        yes: bool = True,
    ) -> Said:  # fmt: skip
        """Write a claim, or its denial if not `yes`. `not` is merged into forms that have a denial."""
        forms = self.forms
        match expr:
            case ir.Not(
                operand=ir.Exists() | ir.IsEmpty() | ir.SpotFact() | ir.Same() | ir.IsKind() | ir.IsCombo()
                | ir.HasKind() | ir.Within() as operand
            ) if yes:  # fmt: skip
                return self.claim(operand, near, False)
            case ir.Not():
                return self.denied(expr.operand, near)
            case ir.Logic(op=op, operands=operands):
                return forms[op].join(self.joined(op, operands, near)), JOINED
            case ir.Exists(slot=slot):
                return self.such(forms["some" if yes else "not some"], expr.collection, slot, expr.condition, near)
            case ir.IsEmpty(collection=collection) | ir.SpotFact(spot=collection):
                return forms["empty" if yes else "not empty"].format(things=self.say(collection, near, CHAIN)), CLAIM
            case ir.Same():
                return self.compared(
                    "is" if yes else "not is", self.say(expr.left, near, SUM), self.say(expr.right, near, SUM)
                )
            case ir.IsKind(notations=notations):
                return self.compared("is" if yes else "not is", self.say(expr.card, near, SUM), self.kinds(notations))
            case ir.IsCombo(combo=combo):
                called = self.called("combos", combo)
                return self.compared("is" if yes else "not is", self.say(expr.cards, near, SUM), called)
            case ir.HasKind(notation=notation):
                return self.compared("in" if yes else "not in", notation, self.say(expr.cards, near, SUM))
            case ir.Within():
                return self.compared(
                    "in" if yes else "not in", self.say(expr.left, near, SUM), self.say(expr.right, near, SUM)
                )
            case ir.Fits():
                return self.compared("fits", self.say(expr.card, near, SUM), self.say(expr.spot, near, SUM))
            case ir.Order(op=op):
                return self.compared(op, self.say(expr.left, near, SUM), self.say(expr.right, near, SUM))
            case _:
                assert_never(expr)

    def compared(self, form: Comparison, a: str, b: str) -> Said:
        return self.forms[form].format(a=a, b=b), CLAIM

    def reckoned(self, op: Sign, left: ir.Expr, right: ir.Expr, near: Near) -> Said:
        firm = SUM if op in ("+", "-") else PRODUCT
        return self.forms[op].format(a=self.say(left, near, firm), b=self.say(right, near, firm + 1)), firm

    def kinds(self, notations: tuple[str, ...]) -> str:
        """Write the kinds of cards on the right of `is`."""
        return self.forms["item"].join(notations)

    def denied(self, operand: ir.Expr, near: Near) -> Said:
        """Write the denial of a claim without a denied form."""
        told, level = self.told(operand, near)
        if self.exact and level < GIVEN:
            told, level = f"({told})", END
        return self.forms["not"].format(condition=told), PLAIN if level >= CLAIM else OPEN

    def joined(self, op: Joint, operands: Iterable[ir.Expr], near: Near) -> list[str]:
        """Write the operands of `and` or `or`: only the last may be an open form."""
        found = [self.told(operand, near) for operand in operands]
        last = len(found) - 1
        return [
            told if level >= PLAIN or (level == OPEN and number == last) else f"({told})"
            for number, (told, level) in enumerate(found)
        ]


def as_truth(key: ir.Expr) -> ir.Expr:
    """Return a key as it is written: a truth counts for 1 or 0."""
    match key:
        case ir.IfThenElse(then=ir.Constant(value=1), otherwise=ir.Constant(value=0)):
            return key.condition
    return key


def alone(body: ir.Expr, slot: int) -> tuple[ir.Expr, ir.Expr | None]:
    """Return a property of each element without its second subject, which is written after the whole chain."""
    match body:
        case ir.Defined(further=further) | ir.TableValue(further=further) if slot not in locals_read(further):
            return replace(body, further=None), further
        case ir.Map(collection=ir.MeldFact(fact="cards", meld=ir.Local(slot=used))) if used == slot:
            inner, further = alone(body.body, body.slot)
            return replace(body, body=inner), further
    return body, None


def _within(collection: ir.Expr) -> bool:
    """Return whether the chain of this collection contains another collection."""
    match collection:
        case (
            ir.VariableValue(subject=inner) | ir.ZoneContents(subject=inner) | ir.TableValue(subject=inner)
            | ir.Defined(subject=inner) | ir.Attribute(card=inner) | ir.CardFact(card=inner) | ir.MeldFact(meld=inner)
            | ir.Spots(of=ir.ZoneContents(subject=inner)) | ir.Spots(of=inner) | ir.SpotFact(spot=inner)
            | ir.Members(team=inner) | ir.TeamOf(player=inner) | ir.Neighbour(player=inner)
        ):  # fmt: skip
            return inner is not None and (inner.type.many or _within(inner))
        case ir.Keyed():
            return (
                collection.key.type.many
                or _within(collection.key)
                or (collection.owner is not None and (collection.owner.type.many or _within(collection.owner)))
            )
        case ir.Map() | ir.TopSome() | ir.Melds() | ir.Pick() | ir.ExtremeThing() | ir.Best():
            return True
    return False


def _keyed(body: ir.Expr) -> bool:
    """Return whether the body is a keyed value of each owner.

    Its key is written before the owners: `bet of 2` of each.
    """
    match body:
        case ir.ZoneContents(subject=ir.Keyed(owner=owner)) | ir.VariableValue(subject=ir.Keyed(owner=owner)):
            return owner is not None
        case ir.Map():
            return _keyed(body.body)
    return False


def binds(root: object, slot: int) -> bool:
    """Return whether a local is used in a part where another element is `it`."""
    return any(
        isinstance(node, ir.Local) and node.slot == slot
        for inner in nodes(root)
        if isinstance(inner, ir.Filter | ir.Exists)
        for node in nodes(inner.condition)
    )
