"""Two checked rulesets to what differs in their rules: where, what it was, what it is, and that in a sentence."""

from croupier.difference.compare import GROUPS, Difference, differences
from croupier.difference.written import Written

__all__ = ["GROUPS", "Difference", "Written", "differences"]
