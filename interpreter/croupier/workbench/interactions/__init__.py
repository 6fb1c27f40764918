"""Interactions of options: settings that cover every pair of values, played and judged."""

from __future__ import annotations

from croupier.workbench.interactions.domains import Domains
from croupier.workbench.interactions.examine import Examination, examine
from croupier.workbench.interactions.findings import Finding

__all__ = ["Domains", "Examination", "Finding", "examine"]
