"""A ruleset as meant and as written, side by side."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.workbench.difference.canonical import Canonical
from croupier_dsl import Part, ir


@dataclass(frozen=True, slots=True)
class Written:
    """Rules with the parts that they were written in."""

    rules: ir.Rules
    parts: Part
    said: dict[str, Part] = field(default_factory=dict)
    mean: Canonical = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "mean", Canonical(self.rules))
        self.said.update({part.path: part for part in self.parts.walk()})

    def lines(self, path: str) -> tuple[str, ...]:
        """Return the sentence at a path."""
        part = self.said.get(path)
        return part.written if part is not None else ()

    def whole(self, path: str) -> tuple[str, ...]:
        """Return everything at a path and within it, one line each."""
        part = self.said.get(path)
        if part is None:
            return ()
        found: list[str] = []
        for inner in part.walk():
            if inner.sort in ("value", "label", "statement", "word", "is", "text") or (
                inner.sort == "condition" and inner.name.isdigit()
            ):
                continue
            within = inner.path.removeprefix(path).removeprefix(".")
            if len(inner.written) == 1 and inner.sort != "list":
                found.append(f"{within}: {inner.written[0]}" if within else inner.written[0])
            elif inner.written:
                found += [f"{within}:" if within else "", *(f"  {line}" for line in inner.written)]
        return tuple(filter(None, found))
