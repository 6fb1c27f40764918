"""What a designer asks of rules: is it fair, how long does it take, does skill pay, what does this house rule change?

It plays many games and says what can be told of them, with intervals; it knows no command line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier_dsl import door

if TYPE_CHECKING:
    from croupier.lab.contest import WHAT, Comparison, Effect, What, compare
    from croupier.lab.sides import Side
    from croupier.lab.telling import name_of, number, ordinal, shown, unit, verdict

__all__ = [
    "WHAT",
    "Comparison",
    "Effect",
    "Side",
    "What",
    "compare",
    "name_of",
    "number",
    "ordinal",
    "shown",
    "unit",
    "verdict",
]

_HOMES = {
    "contest": "WHAT Comparison Effect What compare",
    "sides": "Side",
    "telling": "name_of number ordinal shown unit verdict",
}

__getattr__ = door(__name__, _HOMES)
