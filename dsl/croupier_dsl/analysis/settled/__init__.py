"""What is fixed before play: sentences over options, the number of players, tables and definitions to what they are
worth, in the one way that the checker, those who specialise rules and those who bind them all ask.

`known` says what can be known of a value, `evaluator` and `collections` work it out from what is `declared`, `agreed`
goes through the tables that may be, and `folding` puts what is known in the place of sentences.
"""

from croupier_dsl.analysis.settled.agreed import LISTED, Agreements, Misfit, bounds, fits, settle
from croupier_dsl.analysis.settled.declared import Declared, Purse
from croupier_dsl.analysis.settled.evaluator import Evaluator
from croupier_dsl.analysis.settled.folding import constant, plain, simpler, static
from croupier_dsl.analysis.settled.known import (
    ANY,
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
    "LISTED",
    "NOTHING",
    "UNKNOWN",
    "Agreements",
    "Declared",
    "Evaluator",
    "Found",
    "Known",
    "Misfit",
    "Purse",
    "Several",
    "bounds",
    "constant",
    "exactly",
    "fits",
    "plain",
    "settle",
    "simpler",
    "so_many",
    "static",
    "value_or_none",
]
