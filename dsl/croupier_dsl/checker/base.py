"""The ground of the checker: names, diagnostics, what has been read, and what every layer above it shares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from croupier_dsl import ir, signatures, syntax
from croupier_dsl.checker.heard import Heard
from croupier_dsl.checker.scope import Scope
from croupier_dsl.diagnostics import Diagnostic, Diagnostics
from croupier_dsl.errors import meaning, sorts
from croupier_dsl.literals import Invalid, is_number
from croupier_dsl.resolver import Declared, Names
from croupier_dsl.source import Span

S = TypeVar("S")
T = TypeVar("T")

MOST_SENTENCES = 5_000
DEEPEST = 60


class Poisoned(Exception):
    """A sentence that reads something whose own sentence is wrong: nothing more to say."""


def many(type: ir.Type) -> ir.Type:
    return replace(type, many=True)


def element(type: ir.Type) -> ir.Type:
    return replace(type, many=False)


def place(span: Span) -> ir.Where:
    return ir.Where(span.source.name, span.line, span.column)


def words(text: syntax.TextEntry | None) -> ir.Texts:
    return text.words if text is not None else ()


def free(name: syntax.Name, names: Names) -> syntax.Name:
    """A name that a sentence gives, which no word of the language may be."""
    if name.text in signatures.NO_NAMES:
        raise Invalid(meaning.reserved_word(name.span, name.text, names.declared))
    return name


class Base(ABC):
    """Shared by all layers of the checker; one instance checks one ruleset."""

    def __init__(self, names: Names, diagnostics: Diagnostics, kinds: dict[str, tuple[int | None, ...]]) -> None:
        self.names = names
        self.diagnostics = diagnostics
        self.kinds = kinds
        self.read_names: set[str] = set()
        self.offered: set[str] = set()
        self.labels: dict[str, Span] = {}
        """By path, the label that has it."""
        self.scopes: dict[str, Scope] = {}
        """By stage, the scope of what happens in it."""
        self.depths: dict[str, int] = {}
        """By stage, how many stages deep it is performed, at most."""
        self.said: dict[int, ir.Local] = {}
        """What sentences have given a name to, and read by it."""
        self.spans: dict[int, tuple[object, Span]] = {}
        self.sentences = 0
        self.heard = Heard(names)

    @abstractmethod
    def expression(self, written: syntax.Expr, scope: Scope, want: ir.Type | None = None) -> ir.Expr:
        """The meaning of an expression. `want`: the type that its place would like, for literals."""

    @abstractmethod
    def type_of(self, declared: Declared, span: Span) -> ir.Type:
        """The type of a declared name, found now if nobody has asked before."""

    @abstractmethod
    def acts_for(self, name: str) -> bool:
        """Does this definition or table speak of `me`?"""

    @abstractmethod
    def read(self, declared: Declared, subject: ir.Expr | None, span: Span, scope: Scope) -> ir.Expr:
        """The value of a declared name, for a subject if it has one."""

    @abstractmethod
    def known_of(self, type: ir.Type) -> list[str]:
        """Every property that things of this type have, for suggestions."""

    def owners_of(self, name: str) -> list[str]:
        """What has a property of this name, for suggestions."""
        owners = [str(owner) for owner, properties in self.names.properties.items() if owner and name in properties]
        return owners + [str(owner) for owner, facts in signatures.FACTS.items() if name in facts]

    def not_of(self, type: ir.Type, name: str, span: Span) -> Diagnostic:
        """The error that things of this type have no such property."""
        return meaning.no_such_property(span, type, name, self.known_of(type), self.owners_of(name))

    def attempt(self, sentence: Callable[[], T]) -> T | None:
        """Check one sentence; a mistake is written down and gives None."""
        self.sentences += 1
        try:
            return sentence()
        except Invalid as invalid:
            self.diagnostics.add(invalid.diagnostic)
        except Poisoned:
            pass
        return None

    def each(self, items: Iterable[S], sentence: Callable[[S], T]) -> tuple[T, ...]:
        """Check several sentences; those that are wrong are left out."""
        found = (self.attempt(partial(sentence, item)) for item in items)
        return tuple(one for one in found if one is not None)

    def at(self, meant: ir.Expr, span: Span) -> ir.Expr:
        """Remember where this was written, so that later checks can point at it."""
        self.spans.setdefault(id(meant), (meant, span))
        return meant

    def made_again(self, meant: object, made: object) -> None:
        """What has been made of a meaning was written where that was."""
        found = self.spans.get(id(meant))
        if found is not None:
            self.spans.setdefault(id(made), (made, found[1]))

    def span_of(self, meant: object, otherwise: Span) -> Span:
        found = self.spans.get(id(meant))
        return found[1] if found is not None else otherwise

    def place_of(self, meant: object) -> Span | None:
        """Where a part stands, if that is known."""
        found = self.spans.get(id(meant))
        return None if found is None else found[1]

    def title(self, path: str, name: str) -> ir.Texts:
        """The words for a part: under its path or its bare name in `text`."""
        for key, entry in self.names.ruleset.text:
            if key.text in (path, name):
                return entry.words
        return ()

    # ------------------------------------------------------------ one type into another

    def fit(self, meant: ir.Expr, wanted: ir.Type, span: Span, scope: Scope, what: str = "") -> ir.Expr:
        """The value as a value of the wanted type, or a diagnostic."""
        found = self.convert(meant, wanted, scope)
        if found is None:
            if element(wanted).enum and isinstance(meant, ir.Constant) and meant.type == ir.TRUTH:
                values = self.names.values(element(wanted))
                raise Invalid(meaning.not_a_value(span, span.text.strip(), values))
            raise Invalid(sorts.wrong_type(span, meant.type, wanted, what, self.as_truth(meant, wanted, span)))
        return found

    def as_truth(self, meant: ir.Expr, wanted: ir.Type, span: Span) -> str:
        """Advice where a value stands in place of a condition: `where hearts`."""
        if wanted != ir.TRUTH or not isinstance(meant, ir.Constant) or not meant.type.enum:
            return ""
        return sorts.truth_about(span.text.strip(), meant.type.enum)

    def convert(self, meant: ir.Expr, wanted: ir.Type, scope: Scope) -> ir.Expr | None:
        """None is of every type; one thing stands for a collection of one, a meld for its cards."""
        if meant.type == wanted:
            return meant
        if meant.type == ir.NONE:
            return ir.ListOf(wanted, ()) if wanted.many else ir.Nothing(wanted)
        if wanted == ir.CARDS and element(meant.type) == ir.MELD:
            return self.cards_of(meant, scope)
        if wanted.many and many(meant.type) == wanted:
            return ir.ListOf(wanted, (meant,))
        return None

    def cards_of(self, meld: ir.Expr, scope: Scope) -> ir.Expr:
        """The cards of a meld, or of all melds."""
        if not meld.type.many:
            return ir.MeldFact(ir.CARDS, "cards", meld)
        each = scope.local(ir.MELD, "it")
        return ir.Map(ir.CARDS, meld, each.slot, ir.MeldFact(ir.CARDS, "cards", each))

    def common(self, left: ir.Type, right: ir.Type) -> ir.Type | None:
        """The type that both sides can be read as."""
        if left == right or right == ir.NONE:
            return left
        if left == ir.NONE:
            return right
        if element(left) == element(right):
            return many(left)
        if {element(left), element(right)} == {ir.MELD, ir.CARD}:
            return ir.CARDS
        return None

    def unify(self, left: ir.Expr, right: ir.Expr, span: Span, scope: Scope) -> tuple[ir.Expr, ir.Expr]:
        """Both sides as values of one type."""
        wanted = self.common(left.type, right.type)
        if wanted is None:
            raise Invalid(sorts.types_differ(span, left.type, right.type, self.hint(left.type, right.type)))
        return self.fit(left, wanted, span, scope), self.fit(right, wanted, span, scope)

    def hint(self, *types: ir.Type) -> str:
        """The values of the enumerations concerned, to help who mixed them up."""
        found = [
            f"{t.enum} is one of {'/'.join(self.names.enums[t.enum])}" for t in types if t.enum in self.names.enums
        ]
        mixed = [
            f"one word among the values of {t.enum} makes words of its numbers"
            for t in types
            if any(other.name == "number" for other in types)
            and any(is_number(value) for value in self.names.enums.get(t.enum, ()))
        ]
        return "; ".join(dict.fromkeys([*found, *mixed]))
