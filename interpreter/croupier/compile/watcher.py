"""What makes the closures of a program, handed to `bind`: a watcher may make its own, and so see what fires.

The engine's own are made by the class below; a subclass wraps what it wants to see. So a program that nobody watches
holds no trace of the possibility.
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
    """Makes the planner and the coder of a program, and is told when it is bound.

    `whole`: has the program to hold what the options rule out or settle, too? Then that can be seen as well.
    """

    def __init__(self, *, whole: bool = False) -> None:
        self.whole = whole

    def planner(self, program: Program) -> Planner:
        """What plans the expressions."""
        return Planner(program)

    def coder(
        self, program: Program, planner: Planner, choices: Callable[[tuple[ir.Choice, ...]], list[ChoicePlan]]
    ) -> Coder:
        """What turns lists of statements into operations."""
        return Coder(program, planner, choices)

    def bound(self, program: Program) -> None:
        """The program is complete; its plans may still be wrapped."""
