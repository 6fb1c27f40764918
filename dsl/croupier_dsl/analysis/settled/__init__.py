"""Values fixed before play: evaluate sentences over options, the number of players, tables and definitions.

The checker, the specialiser and the binder all use it.

`known` says what can be known of a value, `evaluator` works it out from what is `declared`, finds sentences that never
hold together, and puts what is known in the place of sentences; `agreed` goes through the tables that may be.
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
