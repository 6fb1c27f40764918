"""What a sentence can see: who acts, the things it is about, the names given so far, and the slots they live in."""

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
    """What a chain is `for`: the one thing more that one of its properties takes. `taken`: where that one stands."""

    written: syntax.Expr
    scope: Scope
    taken: Span | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """What a sentence can see.

    `subjects`: the innermost last. `names`: what was chosen or `let`; None where its sentence was wrong. `chosen`: the
    slots of the choices made so far. `acts`: is there a `me`? `asks`: may a list here ask for more? `chance`: may a
    sentence here draw at random? `stages`: those that certainly enclose this place; `goes_round`: is one of them
    performed by one player after another, on and on? `served`: is this the `until` of a stage in which the first is
    served? `further`: of a chain, what it is `for`.
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
        """The same, one subject further in."""
        return replace(self, subjects=(*self.subjects, subject))

    def knowing(self, name: str, local: ir.Local | None) -> Scope:
        return replace(self, names={**self.names, name: local})

    def local(self, type: ir.Type, name: str) -> ir.Local:
        return ir.Local(type, self.slots.take(), name)


def of_subject(type: ir.Type | None, name: str = "it") -> Scope:
    """The scope of a definition or table: `me` in slot 0, its subject (if any) in slot 1."""
    scope = Scope(slots=Slots(2), acts=True)
    return scope if type is None else scope.about(ir.Local(type, SUBJECT_SLOT, name))


def of_both(subject: ir.Local, further: ir.Type, name: str) -> Scope:
    """The scope of one that takes one thing more, which is in slot 2, and further off than its subject."""
    return Scope(slots=Slots(3), acts=True).about(ir.Local(further, FURTHER_SLOT, name)).about(subject)
