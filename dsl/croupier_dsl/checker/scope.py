"""Define the scope of a sentence: the current player, its subjects, its local names, and their slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from croupier_dsl import ir, syntax
from croupier_dsl.source import Span

ME = ir.Local(ir.PLAYER, 0, "me")
SUBJECT_SLOT = 1
FURTHER_SLOT = 2
KEY_SLOT = 2


@dataclass(slots=True, eq=False, repr=False)
class Slots:
    """Numbers the locals of one unit (a move, a stage, a definition); slot 0 is `me`."""

    used: int = 1

    def take(self) -> int:
        self.used += 1
        return self.used - 1


@dataclass(slots=True, eq=False, repr=False)
class Further:
    """The second subject of a chain (`for`), which one of its properties takes. `taken`: the place of that property."""

    written: syntax.Expr
    scope: Scope
    taken: Span | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """The names and facts that a sentence can use.

    `subjects`: the innermost last. `names`: choices and `let`; None for a name whose sentence has an error. `chosen`:
    the slots of earlier choices. `acts`: whether there is a current player. `asks`: whether a list here may contain
    choices. `chance`: whether a sentence here may draw at random. `stages`: the stages that always enclose this place;
    `goes_round`: whether one of them is a turn loop. `served`: whether this is the `until` of a stage `first served`.
    `further`: the second subject of a chain.
    """

    slots: Slots = field(default_factory=Slots)
    acts: bool = False
    subjects: tuple[ir.Local, ...] = ()
    names: Mapping[str, ir.Local | None] = field(default_factory=dict)
    chance: bool = False
    asks: bool = False
    chosen: tuple[int, ...] = ()
    stages: tuple[str, ...] = ()
    goes_round: bool = False
    served: bool = False
    further: Further | None = None

    def about(self, subject: ir.Local) -> Scope:
        """Return the scope with one more subject, the nearest."""
        return replace(self, subjects=(*self.subjects, subject))

    def knowing(self, name: str, local: ir.Local | None) -> Scope:
        return replace(self, names={**self.names, name: local})

    def local(self, type: ir.Type, name: str) -> ir.Local:
        return ir.Local(type, self.slots.take(), name)


def of_subject(type: ir.Type | None, name: str = "it") -> Scope:
    """Return the scope of a definition or table: `me` in slot 0, its subject (if any) in slot 1."""
    scope = Scope(slots=Slots(2), acts=True)
    return scope if type is None else scope.about(ir.Local(type, SUBJECT_SLOT, name))


def of_both(subject: ir.Local, further: ir.Type, name: str) -> Scope:
    """Return the scope of a definition with two subjects: the second one, in slot 2, is farther than the first."""
    return Scope(slots=Slots(3), acts=True).about(ir.Local(further, FURTHER_SLOT, name)).about(subject)
