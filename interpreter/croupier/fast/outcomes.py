"""Decode numbers: scores to an outcome, counters to the elements that fired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from croupier.fast.backends import nothing
from croupier.seat.outcome import Outcome, ended, ranked
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.fast.engine import Engine


def outcome_of(
    engine: Engine, scores: Sequence[int], lost: Sequence[int], decisions: int, *, finished: bool
) -> Outcome:
    """Return the outcome. `scores`: by seat, all of each; `lost`: whether each seat lost."""
    result = engine.rules.program.special.result
    width = len(result.scores)
    rows = [tuple(map(nothing, scores[at : at + width])) for at in range(0, len(scores), width)]
    if any(score.type == ir.TRUTH for score in result.scores):
        rows = [tuple(_as_said(value, score) for value, score in zip(row, result.scores, strict=True)) for row in rows]
    losers = tuple([seat for seat, gone in enumerate(lost) if gone]) if finished else ()
    return ranked(tuple(rows), losers, result.best, decisions, finished=finished)


def _as_said(value: int | None, score: ir.Expr) -> int | None:
    return bool(value) if value is not None and score.type == ir.TRUTH else value


def counts_of(engine: Engine, counters: Sequence[int], outcome: Outcome | None) -> dict[str, int]:
    """Return how often each element fired, without those that did not; with the outcome, if the game is over."""
    fired = {path: number for path, number in zip(engine.counted, counters, strict=True) if number}
    if outcome is None:
        return fired
    return {**fired, **dict.fromkeys(ended(engine.rules.program, outcome), 1)}
