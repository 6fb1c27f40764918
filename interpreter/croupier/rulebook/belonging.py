"""Words for things that have an owner or a key."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from croupier.rulebook.grammar import Grammar, Group, Scope, Thing
from croupier.rulebook.lexicon import Lexicon
from croupier.words.nouns import Noun, head
from croupier_dsl import ir
from croupier_dsl.saying import own_word

CALCULATIONS = (ir.Arithmetic, ir.Negative, ir.IfThenElse)


class Belonging(ABC):
    """Zones and values of state, tables and definitions by whose they are."""

    grammar: Grammar
    words: Lexicon

    @abstractmethod
    def thing(self, expr: ir.Expr, scope: Scope) -> Thing:
        """Return the words for the value of an expression."""

    @abstractmethod
    def operand(self, expr: ir.Expr, scope: Scope, nested: tuple[type[ir.Expr], ...] = CALCULATIONS) -> Thing:
        """Return the same, in brackets if it is a calculation."""

    def text(self, key: str, /, **things: Thing | Group | Noun | str | int) -> str:
        return self.grammar.say(key, **things)

    def a_thing(self, key: str, /, **things: Thing | Group | Noun | str | int) -> Thing:
        """Return a masculine thing in the singular, by a phrase."""
        return Thing(self.text(key, **things))

    def place(self, zone: ir.ZoneContents, scope: Scope) -> Thing:
        """Return a zone as a place; of many owners, theirs."""
        return self.owned(self.words.zone(zone.name), zone.subject, scope)

    def card_in(self, place: Thing) -> Thing:
        """Return the words for the card in a slot.

        A slot that is itself called a card, `the card turned up`, keeps its words.
        """
        if self.is_card(place):
            return place
        return Thing(self.text("card_in", x=place), feminine=self.words.sort(ir.CARD).feminine)

    def is_card(self, place: Thing) -> bool:
        """Whether a slot is called as the card in it."""
        return self.words.sort(ir.CARD).one in head(place.text)

    def owned(self, noun: Noun, subject: ir.Expr | None, scope: Scope) -> Thing:
        """`your hand`, `the stock`, `row 2`; of many owners, theirs."""
        if isinstance(subject, ir.Keyed):
            numbered = self.numbered(noun, subject.key, scope)
            if subject.owner is None and isinstance(subject.key, ir.Constant):
                if subject.key.type != ir.NUMBER:
                    return self.grammar.the(numbered, noun.plural)
                return Thing(self.text("numbered", noun=numbered), noun.plural, noun.feminine)
            noun, subject = numbered, subject.owner
        if subject is None:
            return self.grammar.the(noun, noun.plural)
        return self.grammar.of(self.operand(subject, scope), noun)

    def whose(self, noun: Noun, subject: ir.Expr | None, scope: Scope) -> tuple[Thing | None, Noun]:
        """Return the owner, if there is one, and the noun, with its key."""
        if isinstance(subject, ir.Keyed) and subject.owner is not None:
            noun, subject = self.numbered(noun, subject.key, scope), subject.owner
        return None if subject is None or isinstance(subject, ir.Keyed) else self.thing(subject, scope), noun

    def numbered(self, noun: Noun, key: ir.Expr, scope: Scope) -> Noun:
        """Return the noun with its key: `row 2`, `row of that number`."""
        told = self.operand(key, scope)
        number = isinstance(key, ir.Constant) and key.type == ir.NUMBER
        tail = told.text if number else self.text("of_key", x=told)
        return replace(noun, one=f"{noun.one} {tail}", many=f"{noun.many} {tail}")

    def keyed(self, one: ir.Keyed, scope: Scope) -> Thing:
        """Return the number or word itself, and whose it is."""
        key = self.thing(one.key, scope)
        return key if one.owner is None else self.a_thing("key_of", x=key, y=self.thing(one.owner, scope))

    # ------------------------------------------------------------ one of many, and several
    def short(self, noun: Noun) -> Noun:
        """Return a short form of a noun that was just mentioned: `player` for `player still in`."""
        sorts = (self.words.sort(type_) for type_ in (ir.PLAYER, ir.CARD))
        return next((sort for sort in sorts if noun.one.startswith(f"{sort.one} ")), self.grammar.short(noun))

    def one_of(self, noun: Noun, slot: int, scope: Scope) -> Scope:
        """Return a scope in which one of a collection has a name."""
        return scope.deeper(slot, self.element(noun, scope), self.short(noun))

    def element(self, noun: Noun, scope: Scope) -> Thing:
        """One of a collection, told from those that have a name already: `that card`, `the other card`."""
        noun = self.short(noun)
        before = [told for _, told in scope.named].count(noun.one)
        key = ("that", "the_other", "the_further")[min(before, 2)]
        told = self.text(key, noun=noun, n=self.grammar.ordinal(before + 1))
        return Thing(told, feminine=noun.feminine, person=noun.person)

    def span(self, low: ir.Expr, high: ir.Expr | None, scope: Scope) -> str:
        """`2 to 5`; of two listed values that follow one another, `jack or queen`."""
        if high is None:
            return self.text("from", a=self.end(low, scope))
        match low, high:
            case ir.Constant(value=least), ir.Constant(value=most) if low.type.enum and most == least + 1:
                return self.grammar.listed([self.thing(end, scope).text for end in (low, high)], "or")
        return self.text("from_to", a=self.end(low, scope), b=self.end(high, scope))

    def end(self, expr: ir.Expr, scope: Scope) -> Thing:
        """One end of a run of numbers or ranks: in brackets if that depends."""
        found = self.operand(expr, scope, (ir.IfThenElse,))
        if isinstance(expr, ir.Constant) and expr.type.enum == "rank":
            word = own_word(self.words.enums, expr.type, expr.value)
            return replace(found, text=self.grammar.rank(found.text, word in self.grammar.phrases["ranks_feminine"]))
        return found

    def stated(self, expr: ir.Expr, scope: Scope) -> Thing:
        """Return the words for a value on the right of `is`; a value of an enumeration by its own word."""
        match expr:
            case ir.Constant(type=type_, value=value) if type_.enum and type_.enum not in self.words.attributes:
                return Thing(self.grammar.cited(self.words.value(type_, value), True))
            case ir.ListOf(items=items) if items:
                return Thing(self.grammar.listed([self.stated(item, scope).text for item in items], "or"), True)
        return self.thing(expr, scope)

    def together(self, several: ir.Expr, scope: Scope) -> Thing:
        """Return a list joined by `and`: `1 and 2`, where a single value would be `1 or 2`."""
        if not isinstance(several, ir.ListOf) or not several.items:
            return self.thing(several, scope)
        return Thing(self.grammar.listed([self.thing(item, scope).text for item in several.items], "and"), True)
