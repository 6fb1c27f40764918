"""The tools of a language for sentences about rules: nouns, things, and phrases that agree."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import Formatter

from croupier.words.nouns import Noun, noun

THOUSANDS = 10_000
"""Numbers from here on are written in groups of three digits."""
MARK = "\x01"
"""A mark before a relative pronoun until it is known whether it opens its clause."""


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing in a sentence, as it is written there: `the stock`, `you`, `whose rank`.

    `relative`: it opens a relative clause; `you`: the reader; `none`: `no player`, which denies its claim; `its`: it
    was just mentioned, so its properties are written `its rank`; if it is relative too, `the rank of whose card`.
    """

    text: str
    plural: bool = False
    feminine: bool = False
    you: bool = False
    relative: bool = False
    person: bool = False
    none: bool = False
    its: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Many things of one kind, with what narrows them down: `rest(plural)` follows the noun.

    `whole`: all of them; `narrowed`: it ends with a relative clause already; `among`: the whole is not narrowed.
    `link`: the words between the group and a relative clause; `soft`: narrowed only if any would be left. `items`: the
    words for each of them, where they are listed one by one.
    """

    noun: Noun
    rest: Callable[[bool], str]
    whole: Thing | None = None
    narrowed: bool = False
    among: bool = False
    link: str = ""
    soft: bool = False
    items: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate, beginning with a verb: `is out`; or, without a subject, a whole clause.

    `denial`: the words for its denial, if the ruleset has them: `has no card left`.
    """

    text: str
    denial: str = ""

    def of(self, objects: Sequence[Thing]) -> Predicate:
        """Return the predicate with further objects: `beats your card`."""
        further = "".join(f" {thing.text}" for thing in objects)
        return Predicate(self.text + further, self.denial and self.denial + further)


@dataclass(frozen=True)
class Scope:
    """The words for the locals of a sentence.

    `named`: the nouns of the elements of collections that have a name; `shared`: the locals that are cards in a place
    without an owner.
    """

    slots: dict[int, Thing] = field(default_factory=dict)
    named: tuple[tuple[int, str], ...] = ()
    depth: int = 0
    shared: frozenset[int] = frozenset()

    def bind(self, slot: int, thing: Thing) -> Scope:
        return replace(self, slots={**self.slots, slot: thing})

    def telling(self, slots: set[int]) -> Scope:
        """Return the scope of what speaks of no other locals."""
        return replace(self, named=tuple((slot, noun) for slot, noun in self.named if slot in slots))

    def sharing(self, slot: int, shared: bool) -> Scope:
        return replace(self, shared=self.shared | {slot} if shared else self.shared - {slot})

    def deeper(self, slot: int, thing: Thing, noun: Noun) -> Scope:
        """Return a scope in which one more element, of this noun, has a name."""
        return replace(self, slots={**self.slots, slot: thing}, named=(*self.named, (slot, noun.one)))


class Sentence(str):
    """A sentence that keeps the words it was made of, so that it can become part of another."""

    __slots__ = ("words",)
    words: str


Said = Thing | Group | Noun | str | int


class Grammar(ABC):
    """One language. `phrases`: templates by key.

    In a template `{x}` is a thing, `{x:of}` the thing after that preposition, `{x:be}` a verb that agrees with it; what
    forms there are is the language's own affair.
    """

    code: str
    phrases: Mapping[str, str]

    def say(self, key: str, /, **things: Said) -> str:
        """Return the phrase with the things filled in, each in the form that it takes there."""
        return self.fill(self.phrases[key], **things)

    def fill(self, phrase: str, /, **things: Said) -> str:
        """Return a template with the things filled in."""
        return _Filler(self).vformat(phrase, (), dict(things))

    def sentence(self, text: str) -> Sentence:
        """With a capital and a full stop."""
        text = re.sub(" {2,}", " ", text.strip())
        end = "" if text.endswith((".", ":", "!", "?", " :")) else "."
        made = Sentence(capital(text) + end)
        made.words = text
        return made

    def heading(self, text: str) -> str:
        """With a capital, and no full stop."""
        return self.sentence(text).rstrip(".")

    @abstractmethod
    def form(self, said: Said, form: str) -> str:
        """Return a thing in this grammatical form, for a phrase."""

    @abstractmethod
    def of(self, owner: Thing, noun: Noun) -> Thing:
        """Return the noun as something of the owner: `your hand`."""

    @abstractmethod
    def the(self, noun: Noun, plural: bool = False, rest: str = "") -> Thing:
        """Return the noun with the definite article."""

    @abstractmethod
    def pronoun(self, noun: Noun) -> Thing:
        """Return the pronoun for a thing of this noun that was just mentioned: `it`."""

    def noun(self, text: str, person: bool = False) -> Noun:
        """Return a noun from the words of a ruleset."""
        return noun(self.code, text, person)

    @abstractmethod
    def counted(self, noun: Noun) -> str:
        """Return the counted thing, as it follows `the most`, if the noun is for a number of things.

        Else an empty string.
        """

    @abstractmethod
    def predicate(self, predicate: Predicate, subject: Thing | None, yes: bool) -> str:
        """Return a clause that says the predicate of the subject, or denies it."""

    @abstractmethod
    def laid(self, card: Thing, player: Thing, yes: bool) -> str:
        """Return the clause that a player has put down a card."""

    @abstractmethod
    def amount(self, n: int, noun: Noun) -> str:
        """`3 cards`."""

    @abstractmethod
    def ordinal(self, n: int) -> str:
        """`second`, `third`."""

    def listed(self, words: Sequence[str], join: str) -> str:
        """Return `a, b and c`; `join` is the key of the word between the last two."""
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.phrases[join]} {words[-1]}"

    def closed(self, clauses: str) -> str:
        """Return clauses in brackets, without an opening word before them."""
        return clauses

    def key(self, noun: Noun) -> Noun:
        """Return the noun for numbers that are keys of places."""
        return noun

    def short(self, noun: Noun) -> Noun:
        """Return the noun as it is said again of one that has just been named."""
        return noun

    def turned(self, cards: str, several: bool) -> Thing:
        """Return cards as the subject of a phrase that agrees with them."""
        return Thing(cards, several)

    def cited(self, word: str, stated: bool = False) -> str:
        """Return the word for a value of an enumeration in a sentence.

        `stated`: it is the predicate of the sentence.
        """
        return word

    def belongs(self, things: Sequence[Thing], yes: bool) -> str:
        """Return the clause that a card belongs to a player.

        Empty if the language states it with the owner as subject.
        """
        return ""

    def of_rank(self, words: Sequence[tuple[str, bool]], several: bool) -> str:
        """Cards by their rank, `a king or a queen`, each word with whether it is feminine; empty if not told so."""
        return ""

    def rank(self, word: str, feminine: bool) -> str:
        """Return a rank as one end of a run of ranks."""
        return word

    def both(self, things: Sequence[str]) -> str:
        """Things taken together, as `listed` joins them."""
        return self.listed(things, "and")

    def clauses(self, claims: Sequence[str], join: str) -> str:
        """Whole clauses, joined as `listed` joins words."""
        return self.listed(claims, join)


class _Filler(Formatter):
    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar

    def format_field(self, value: Said, format_spec: str) -> str:
        return self.grammar.form(value, format_spec)


def capital(text: str) -> str:
    """With its first letter large, wherever quotation marks leave it."""
    for at, letter in enumerate(text):
        if letter.isalpha():
            return text[:at] + letter.upper() + text[at + 1 :]
        if letter.isdigit():
            return text
    return text
