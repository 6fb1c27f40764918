"""Make the closures of a program for `bind`; a watcher may make its own, to observe what fires.

The class below makes the engine's own; a subclass wraps those it wants to observe. So a program without a watcher has
no overhead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.compile.evaluate import Planner
from croupier.compile.execute import Coder

if TYPE_CHECKING:
    from croupier.model.plans import ChoicePlan
    from croupier.model.program import Program
    from croupier_dsl import ir


class Watcher:
    """Makes the planner and the coder of a program, and is called when it is bound.

    `whole`: whether the program includes what the options rule out or settle, so that this can be observed as well.
    """

    def __init__(self, *, whole: bool = False) -> None:
        self.whole = whole

    def planner(self, program: Program) -> Planner:
        """Return the planner of expressions."""
        return Planner(program)

    def coder(
        self, program: Program, planner: Planner, choices: Callable[[tuple[ir.Choice, ...]], list[ChoicePlan]]
    ) -> Coder:
        """Return the coder, which turns lists of statements into operations."""
        return Coder(program, planner, choices)

    def bound(self, program: Program) -> None:
        """Observe that the program is complete; its plans may still be wrapped."""
