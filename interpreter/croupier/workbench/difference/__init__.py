"""Find the differences between the rules of two checked rulesets: the place, the old and the new text, and a
sentence.
"""

from croupier.workbench.difference.compare import GROUPS, Difference, differences
from croupier.workbench.difference.written import Written

__all__ = ["GROUPS", "Difference", "Written", "differences"]
