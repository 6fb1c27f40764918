"""What is wrong with a ruleset, as data: code, severity, message, labelled places, help."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from croupier_dsl.source import Span


class Severity(Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Label:
    """A place that a diagnostic points at, and what is to be said there."""

    span: Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing to tell the person who wrote the ruleset.

    `message` is lower case without a full stop; what would mend it stands in `help` alone.
    """

    code: str
    severity: Severity
    message: str
    labels: tuple[Label, ...] = ()
    help: str = ""

    @property
    def span(self) -> Span | None:
        return self.labels[0].span if self.labels else None


@dataclass(slots=True)
class Diagnostics:
    """Collects what a phase finds; the driver raises at the door."""

    found: list[Diagnostic] = field(default_factory=list)
    _known: set[Diagnostic] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._known = set(self.found)

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self._known:
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
