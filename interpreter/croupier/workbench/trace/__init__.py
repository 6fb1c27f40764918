"""Trace a rulebook in the rules: the parts and scenarios of each clause, and gaps."""

from __future__ import annotations

from croupier.workbench.trace.matrix import Element, Trace, Traced, TracedRuling, Unexplained, trace

__all__ = ["Element", "Trace", "Traced", "TracedRuling", "Unexplained", "attempts", "plain", "reach", "trace"]
