"""A small game with a rulebook of two pages: one change that nothing notices, and one that nobody could."""

from __future__ import annotations

from pathlib import Path

GAME = Path(__file__).with_name("small.yaml").read_text(encoding="utf-8")
"""Four cards are refused and none are not: that three are is shown by nothing."""
SURVIVORS = ["moves.draw.when.three_at_most <= for <", "moves.draw.when.three_at_most 4 for 3"]
EQUIVALENT = ["define.rival last for first"]
