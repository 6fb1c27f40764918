"""Record the meaning of each word of a sentence during the check: the declaration that it refers to, and its type."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier_dsl import ir, syntax
from croupier_dsl.classes import frozen
from croupier_dsl.resolver import Names
from croupier_dsl.source import Span


@frozen
class Reference:
    """A word of a sentence with its meaning; for a word that is not a value, the path of what it names."""

    span: Span
    text: str
    meant: ir.Expr | None = None
    path: str = ""


@frozen
class LocalName:
    """A local name that a sentence declares by `let`, by `as`, or as a choice, which has a path."""

    local: ir.Local
    name: syntax.Name
    path: str = ""


@dataclass(slots=True, eq=False, repr=False)
class References:
    """All references in one check, in order; a word that was read twice is listed twice."""

    names: Names | None = None
    words: list[Reference] = field(default_factory=list)
    locals: dict[int, LocalName] = field(default_factory=dict)
    """The place of each local name, by the identity of the local."""

    def add(self, span: Span, text: str, meant: ir.Expr) -> None:
        self.words.append(Reference(span, text, meant))

    def add_name(self, span: Span, path: str) -> None:
        """Note a word that names something without a value: a move, a stage, an effect, a combo, a word of a list."""
        self.words.append(Reference(span, span.text.strip(), None, path))

    def declare(self, local: ir.Local, name: syntax.Name | None, path: str = "") -> None:
        if name is not None:
            self.locals[id(local)] = LocalName(local, name, path)

    def repeat(self, since: int, until: int, first: Span, now: Span) -> None:
        """Copy the references of a sentence to another place with the same text."""
        if first.text != now.text:
            return
        for word in self.words[since:until]:
            if word.span.source is first.source and first.start <= word.span.start < first.end:
                at = word.span.start - first.start + now.start
                span = Span(now.source, at, at + word.span.end - word.span.start)
                self.words.append(Reference(span, word.text, word.meant, word.path))
