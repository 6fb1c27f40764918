"""Rules in words: expressions under voices, and the voice of the language itself.

It knows checked rules and what their parts are called, and nothing of how they are played.
"""

from croupier_dsl.saying.own import INDENT, Own, own_word
from croupier_dsl.saying.voice import (
    CHAIN,
    CLAIM,
    END,
    PLAIN,
    SUM,
    Comparison,
    Forms,
    Joint,
    MeldPart,
    Near,
    Said,
    Section,
    Sign,
    Voice,
    alone,
    as_truth,
)

__all__ = [
    "CHAIN",
    "CLAIM",
    "END",
    "INDENT",
    "PLAIN",
    "SUM",
    "Comparison",
    "Forms",
    "Joint",
    "MeldPart",
    "Near",
    "Own",
    "Said",
    "Section",
    "Sign",
    "Voice",
    "alone",
    "as_truth",
    "own_word",
]
