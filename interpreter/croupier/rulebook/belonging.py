"""What belongs to somebody, or is one of several by number or word, to what a sentence calls it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from croupier.rulebook.grammar import Grammar, Group, Scope, Thing
from croupier.rulebook.lexicon import Lexicon
from croupier.words.nouns import Noun, head
from croupier_dsl import ir


class Belonging(ABC):
    """Zones and values of state, tables and definitions by whose they are."""

    grammar: Grammar
    words: Lexicon

    @abstractmethod
    def thing(self, expr: ir.Expr, scope: Scope) -> Thing:
        """What a sentence calls the value of an expression."""

    @abstractmethod
    def operand(self, expr: ir.Expr, scope: Scope) -> Thing:
        """The same, in brackets if it is a calculation."""

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
        return self.grammar.of(self.operand(subject, scope), noun)

    def whose(self, noun: Noun, subject: ir.Expr | None, scope: Scope) -> tuple[Thing | None, Noun]:
        """Whose it is, if anybody's, and what it is called, with what tells it from others that they have."""
        if isinstance(subject, ir.Keyed) and subject.owner is not None:
            noun, subject = self.numbered(noun, subject.key, scope), subject.owner
        return None if subject is None or isinstance(subject, ir.Keyed) else self.thing(subject, scope), noun

    def numbered(self, noun: Noun, key: ir.Expr, scope: Scope) -> Noun:
        """The noun with what tells one such thing from the others: `row 2`, `row of that number`."""
        told = self.operand(key, scope)
        number = isinstance(key, ir.Constant) and key.type == ir.NUMBER
        tail = told.text if number else self.text("of_key", x=told)
        return replace(noun, one=f"{noun.one} {tail}", many=f"{noun.many} {tail}")

    def keyed(self, one: ir.Keyed, scope: Scope) -> Thing:
        """The number or word itself, and whose it is."""
        key = self.thing(one.key, scope)
        return key if one.owner is None else self.a_thing("key_of", x=key, y=self.thing(one.owner, scope))
