"""From rulebook to rules: which part carries which clause, which scenario shows it, and what nothing shows."""

from __future__ import annotations

from croupier.workbench.trace.matrix import Element, Trace, Traced, TracedRuling, Unexplained, trace

__all__ = ["Element", "Trace", "Traced", "TracedRuling", "Unexplained", "attempts", "plain", "reach", "trace"]
