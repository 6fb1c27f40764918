"""What belongs to somebody, or is one of several by number or word, to what a sentence calls it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from croupier.rulebook.grammar import Grammar, Group, Scope, Thing
from croupier.rulebook.lexicon import Lexicon
from croupier.words.nouns import Noun, head
from croupier_dsl import ir
from croupier_dsl.analysis import nodes
from croupier_dsl.saying import own_word


class Belonging(ABC):
    """Zones and values of state, tables and definitions by whose they are."""

    grammar: Grammar
    words: Lexicon

    @abstractmethod
    def thing(self, expr: ir.Expr, scope: Scope) -> Thing:
        """What a sentence calls the value of an expression."""

    def text(self, key: str, /, **things: Thing | Group | Noun | str | int) -> str:
        return self.grammar.say(key, **things)

    def a_thing(self, key: str, /, **things: Thing | Group | Noun | str | int) -> Thing:
        """A masculine thing in the singular, by a phrase."""
        return Thing(self.text(key, **things))

    def place(self, zone: ir.ZoneContents, scope: Scope) -> Thing:
        """A zone as a place; of many owners, theirs."""
        return self.owned(self.words.zone(zone.name), zone.subject, scope)

    def card_in(self, place: Thing) -> Thing:
        """The card that lies in a slot; one that is itself called a card, `the card turned up`, is called so."""
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
        return self.grammar.of(self.thing(subject, scope), noun)

    def whose(self, noun: Noun, subject: ir.Expr | None, scope: Scope) -> tuple[Thing | None, Noun]:
        """Whose it is, if anybody's, and what it is called, with what tells it from others that they have."""
        if isinstance(subject, ir.Keyed) and subject.owner is not None:
            noun, subject = self.numbered(noun, subject.key, scope), subject.owner
        return None if subject is None or isinstance(subject, ir.Keyed) else self.thing(subject, scope), noun

    def numbered(self, noun: Noun, key: ir.Expr, scope: Scope) -> Noun:
        """The noun with what tells one such thing from the others: `row 2`, `row of that number`."""
        told = self.thing(key, scope)
        number = isinstance(key, ir.Constant) and key.type == ir.NUMBER
        tail = told.text if number else self.text("of_key", x=told)
        return replace(noun, one=f"{noun.one} {tail}", many=f"{noun.many} {tail}")

    def keyed(self, one: ir.Keyed, scope: Scope) -> Thing:
        """The number or word itself, and whose it is."""
        key = self.thing(one.key, scope)
        return key if one.owner is None else self.a_thing("key_of", x=key, y=self.thing(one.owner, scope))

    def named_in(self, what: object) -> set[str]:
        """What the elements of collections are called that something speaks of one by one."""
        found = [n for n in nodes(what) if isinstance(n, ir.Filter | ir.Map | ir.Exists | ir.ExtremeThing | ir.Best)]
        return {self.words.sort(replace(each.collection.type, many=False)).one for each in found}

    # ------------------------------------------------------------ one of many, and several
    def element(self, noun: Noun, scope: Scope, what: object = None) -> Thing:
        """One of a collection, told from those that have a name already: `that card`, `the other card`.

        `what`: all that is said of it; where that speaks of no other collection it is called in short.
        """
        key = ("that", "the_other", "the_third")[min(scope.named.count(noun.one), 2)]
        short = self.grammar.short(noun)
        if key == "that" and what is not None and not scope.named and short.one not in self.named_in(what):
            noun = short
        return Thing(self.text(key, noun=noun), feminine=noun.feminine, person=noun.person)

    def span(self, low: ir.Expr, high: ir.Expr | None, scope: Scope) -> str:
        if high is None:
            return self.text("from", a=self.thing(low, scope))
        return self.text("from_to", a=self.end(low, scope), b=self.end(high, scope))

    def end(self, expr: ir.Expr, scope: Scope) -> Thing:
        """One end of a run of numbers or ranks."""
        found = self.thing(expr, scope)
        if isinstance(expr, ir.Constant) and expr.type.enum == "rank":
            word = own_word(self.words.enums, expr.type, expr.value)
            return replace(found, text=self.grammar.rank(found.text, word in self.grammar.phrases["ranks_feminine"]))
        return found

    def stated(self, expr: ir.Expr, scope: Scope) -> Thing:
        """What something is said to be: a value that a list of the rules has a word for, by that word."""
        match expr:
            case ir.Constant(type=type_, value=value) if type_.enum and type_.enum not in self.words.attributes:
                return Thing(self.grammar.cited(self.words.value(type_, value), True))
            case ir.ListOf(items=items) if items:
                return Thing(self.grammar.listed([self.stated(item, scope).text for item in items], "or"), True)
        return self.thing(expr, scope)

    def together(self, several: ir.Expr, scope: Scope) -> Thing:
        """What is listed, taken together: `1 and 2`, where one of them would be `1 or 2`."""
        if not isinstance(several, ir.ListOf) or not several.items:
            return self.thing(several, scope)
        return Thing(self.grammar.listed([self.thing(item, scope).text for item in several.items], "and"), True)
