"""Two checked rulesets to what differs in their rules: where, what it was, what it is, and that in a sentence."""

from croupier.workbench.difference.compare import GROUPS, Difference, differences
from croupier.workbench.difference.written import Written

__all__ = ["GROUPS", "Difference", "Written", "differences"]
