"""Values fixed before play: evaluate sentences over options, the number of players, tables and definitions.

The checker, the specialiser and the binder all use it.

`known` represents the knowledge of a value, `evaluator` derives it from the `declared` rules, finds sentences that
never hold together, and replaces sentences by known values; `agreed` goes through the possible tables.
"""

from croupier_dsl.analysis.settled.agreed import LISTED, Agreements, Misfit, Setting, bounds, fits, settle
from croupier_dsl.analysis.settled.declared import Budget, Declared
from croupier_dsl.analysis.settled.evaluator import (
    Claim,
    Evaluator,
    Position,
    any_local,
    any_state,
    constant,
    excluded,
    plain,
    simpler,
    static,
)
from croupier_dsl.analysis.settled.known import (
    ANY,
    EMPTY,
    NOTHING,
    UNKNOWN,
    Found,
    Known,
    Several,
    exactly,
    so_many,
    value_or_none,
)

__all__ = [
    "ANY",
    "EMPTY",
    "LISTED",
    "NOTHING",
    "UNKNOWN",
    "Agreements",
    "Claim",
    "Declared",
    "Evaluator",
    "Found",
    "Known",
    "Misfit",
    "Position",
    "Budget",
    "Setting",
    "Several",
    "any_local",
    "any_state",
    "bounds",
    "constant",
    "exactly",
    "excluded",
    "fits",
    "plain",
    "settle",
    "simpler",
    "so_many",
    "static",
    "value_or_none",
]
