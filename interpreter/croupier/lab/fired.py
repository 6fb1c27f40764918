"""Find the parts of the rules that fired in the games of a survey."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from croupier.base.chance import Seed
from croupier.lab.surveyed import Survey
from croupier.simulate import seating
from croupier.workbench.coverage import counted
from croupier_dsl import elements_of

if TYPE_CHECKING:
    from croupier.fast.engine import On

TOLD = ("move", "trigger", "combo laid", "stage")
"""Kinds of parts that a designer misses when they never fire."""


FEWEST = 5
"""The minimum number of games counted, however long they take."""
SLOW = 0.02
"""The time per game, in seconds, from which C is compiled."""


def count_fired(found: Survey, seconds: float = 10.0) -> None:
    """Count in the games of the survey what fires, as far as there is time."""
    rules, program = found.rules, found.rules.program
    table = counted.Table(elements_of(program.rules), program.seats, _words(found), limit=program.limit)
    policies = seating(rules, found.policy, None, 0)
    begun = monotonic()
    on: On = "python"
    for each in range(found.games):
        spent = monotonic() - begun
        if each >= FEWEST and spent > seconds:
            break
        if each == 1 and spent / SLOW > found.games:
            on, begun = "c", begun + spent
        counts = table.quickly(Seed(found.seed, each), policies, None, on)
        found.fired.update(counts or {})
        found.counted += 1
    agreed = elements_of(program.special)
    found.never = [
        path for path, element in agreed.all.items()
        if element.kind in TOLD and not path.endswith(".offered") and not found.fired[path]
        and path.removeprefix("moves.") not in found.excluded
    ]  # fmt: skip


def _words(found: Survey) -> dict[str, str]:
    program = found.rules.program
    return {
        option.name: program.spell(option.type, program.options[option.name]) for option in program.rules.options
    }  # fmt: skip
