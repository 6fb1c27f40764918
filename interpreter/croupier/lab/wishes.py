"""Parse a designer's goals into bounds for measures: `length 60..90, seat_advantage < 3%`.

goals    = goal {"," goal}
goal     = MEASURE (".." both ends | "<" | "<=" | ">" | ">=") NUMBER["%"]
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

from croupier.base.faults import SetupError
from croupier.base.language import tr
from croupier_dsl import nearest

SHARES = ("first_player", "seat_advantage", "won", "ties", "known_from", "forced", "unfinished")
NUMBERS = ("length", "turns", "minutes", "spread", "score", "lead_changes", "options", "stuck", "cut")
MEASURES = (*NUMBERS, *SHARES)
"""The measures that a goal may use."""
_NUMBER = r"(-?\d+(?:\.\d+)?)\s*(%?)"
_RANGE = re.compile(rf"(\w+)\s+{_NUMBER}\s*\.\.\s*{_NUMBER}")
_BOUND = re.compile(rf"(\w+)\s*(<=|>=|<|>)\s*{_NUMBER}")


@dataclass(frozen=True, slots=True)
class Goal:
    """A measure, and between which bounds it is to be. `words`: as it was typed."""

    measure: str
    low: float
    high: float
    words: str

    def missed(self, value: float) -> float:
        """Return the distance of a value from the bounds, relative to the missed bound; 0 within them."""
        if self.low <= value <= self.high:
            return 0.0
        bound = self.low if value < self.low else self.high
        return abs(value - bound) / max(abs(bound), 0.01)


def goals(text: str) -> tuple[Goal, ...]:
    """Return the goals of a text. Raise SetupError with the unreadable goal, and an example of a valid one."""
    found = tuple(_goal(part.strip()) for part in text.split(",") if part.strip())
    if not found:
        raise SetupError(tr("a goal is missing; write one such as: length 60..90, seat_advantage < 3%"))
    for goal in found:
        if sum(other.measure == goal.measure for other in found) > 1:
            raise SetupError(tr("{measure} has two goals; write one, such as: length 60..90", measure=goal.measure))
    return found


def _goal(words: str) -> Goal:
    if match := _RANGE.fullmatch(words):
        name, low, of_low, high, of_high = match.groups()
        ends = _number(name, low, of_low or of_high, words), _number(name, high, of_high or of_low, words)
        if ends[0] > ends[1]:
            raise SetupError(tr("in the goal `{words}`, the first number is greater than the second", words=words))
        return Goal(name, *ends, words)
    if match := _BOUND.fullmatch(words):
        name, sign, number, of = match.groups()
        bound = _number(name, number, of, words)
        return Goal(name, -inf, bound, words) if "<" in sign else Goal(name, bound, inf, words)
    raise SetupError(
        tr(
            "cannot read the goal `{words}`; write a measure and its target, such as `length 60..90` or `forced < 30%`",
            words=words,
        )
    )


def _number(measure: str, number: str, percent: str, words: str) -> float:
    if measure not in MEASURES:
        near = nearest(measure, MEASURES)
        hint = tr("did you mean {near}?", near=near) if near else tr("there are {names}.", names=", ".join(MEASURES))
        raise SetupError(tr("in the goal `{words}`, {name} is not a measure; {hint}",
                            words=words, name=measure, hint=hint))  # fmt: skip
    value = float(number) / (100 if percent else 1)
    if percent and measure not in SHARES:
        raise SetupError(tr("in the goal `{words}`, {name} is not a share: remove the %", words=words, name=measure))
    if measure in SHARES and not 0 <= value <= 1:
        raise SetupError(tr("in the goal `{words}`, {name} is a share: write it in per cent, such as 3%",
                            words=words, name=measure))  # fmt: skip
    return value
