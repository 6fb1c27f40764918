"""Diagnostics of a ruleset as data: code, severity, message, labelled places, help."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from croupier_dsl.classes import frozen
from croupier_dsl.source import Span


class Severity(Enum):
    """Whether a diagnostic keeps the ruleset from being played (`ERROR`) or not (`WARNING`)."""

    ERROR = "error"
    WARNING = "warning"


@frozen
class Label:
    """A place that a diagnostic points at, and what is to be said there."""

    span: Span
    text: str = ""


@frozen
class Fix:
    """A correction: a text that replaces another. `sure`: no other candidate is as near."""

    span: Span
    text: str
    sure: bool = False


@frozen
class Meant:
    """Help that names the one word that was probably meant; `sure`: no other comes near."""

    help: str
    near: str
    sure: bool = False


@frozen
class Diagnostic:
    """An error or warning for the author of the ruleset.

    `message` is lower case without a full stop; only `help` has the correction. `lacks`: the names of parts that are
    missing in the labelled part.
    """

    code: str
    severity: Severity
    message: str
    labels: tuple[Label, ...] = ()
    help: str = ""
    fix: Fix | None = None
    lacks: tuple[str, ...] = ()

    @property
    def span(self) -> Span | None:
        return self.labels[0].span if self.labels else None


def error(code: str, span: Span, message: str, help: str | Meant = "", label: str = "", *more: Label) -> Diagnostic:
    """Return an error at a place; if the help names the intended word, it becomes a fix there."""
    labels = (Label(span, label), *more)
    if isinstance(help, Meant):
        return Diagnostic(code, Severity.ERROR, message, labels, help.help, Fix(span, help.near, help.sure))
    return Diagnostic(code, Severity.ERROR, message, labels, help)


def warning(code: str, span: Span, message: str, help: str = "", label: str = "", *more: Label) -> Diagnostic:
    """Return a warning at a place."""
    return Diagnostic(code, Severity.WARNING, message, (Label(span, label), *more), help)


MOST = 200
"""The number of diagnostics of one ruleset that are reported; the rest is only counted."""


@dataclass(slots=True, eq=False, repr=False)
class Diagnostics:
    """A list of diagnostics that grows up to a bound. `more`: the number of those left out."""

    found: list[Diagnostic] = field(default_factory=list)
    more: int = 0
    _known: set[Diagnostic] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._known = set(self.found)

    @property
    def full(self) -> bool:
        """Return whether the maximum number is reached."""
        return len(self.found) >= MOST

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic in self._known:
            return
        if self.full and (diagnostic.severity is Severity.WARNING or self.errors):
            self.more += 1
            return
        self._known.add(diagnostic)
        self.found.append(diagnostic)

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity is Severity.ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        return [d for d in self.found if d.severity is Severity.WARNING]


class CompileError(Exception):
    """Raised when a ruleset is invalid; carries every diagnostic of the phase that failed."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        first = diagnostics[0]
        place = f"{first.span}: " if first.span else ""
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(f"{place}{first.code}: {first.message}{more}")
