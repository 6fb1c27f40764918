"""The declarations that sentences may name, and the limit of work for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier_dsl import ir
from croupier_dsl.analysis.settled.known import Found

ENOUGH = 1_000_000
"""The number of parts of sentences that one question may evaluate by default."""
Here = Mapping[int, Found]
"""The known values of locals, by slot."""
NOWHERE: Here = {}


@dataclass
class Budget:
    """The number of further parts of sentences that its users together may evaluate."""

    left: int = ENOUGH

    @property
    def spent(self) -> bool:
        return self.left < 0


@dataclass(frozen=True)
class Declared:
    """The declarations that sentences may name."""

    tables: Mapping[str, ir.Table] = field(default_factory=dict)
    definitions: Mapping[str, ir.Definition] = field(default_factory=dict)
    enums: Mapping[str, Sequence[str]] = field(default_factory=dict)
    kinds: tuple[ir.Kind, ...] = ()
    columns: Mapping[str, int] = field(default_factory=dict)
    notations: Mapping[str, int] = field(default_factory=dict)
    teams: ir.Expr | None = None
    wild: ir.Expr | None = None

    @classmethod
    def of(cls, rules: ir.Rules) -> Declared:
        return cls(
            {table.name: table for table in rules.tables},
            {definition.name: definition for definition in rules.definitions},
            {enum.name: enum.values for enum in rules.enums},
            rules.cards.kinds,
            {attribute.name: at for at, attribute in enumerate(rules.cards.attributes)},
            {kind.notation: at for at, kind in enumerate(rules.cards.kinds)},
            rules.teams,
            rules.cards.wild,
        )
