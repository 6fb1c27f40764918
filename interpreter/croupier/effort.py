"""How much may be worked out for one decision: what keeps a stranger's ruleset from taking for ever.

Collections, lists of statements, fillings of choices and the search for melds all spend from one purse, which is
filled anew for each decision. Honest rulesets spend a few hundred; the purse holds some seconds' worth.
"""

from __future__ import annotations

from croupier.faults import RulesFault

PURSE = 4_000_000
PARTS = 8
"""So many parts of sentences are worked out for the price of one element that is looked at."""

LIGHT = 256
"""A sentence, or a list of statements, of more parts than this, with all that it uses, pays for being worked out."""


class Effort:
    """Counts down; at nought the rules are at fault."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = PURSE

    def renew(self) -> None:
        """A new decision begins."""
        self.left = PURSE

    def spend(self, amount: int) -> None:
        """Work off so many steps; RulesFault if the purse is empty."""
        self.left -= amount
        if self.left < 0:
            self.left = PURSE
            raise RulesFault(
                "the rules ask for more than can be worked out for one decision; are loops nested too deep?"
            )


EFFORT = Effort()
"""The purse of this process. Games in several threads share it: each decision fills it for all."""
