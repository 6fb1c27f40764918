"""Find the statements of a program that are performed during play, by path.

The operations of a bound program are wrapped one by one, so that an unwatched program has no overhead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.model.program import Program

if TYPE_CHECKING:
    from croupier.base.values import Env
    from croupier.compile.execute import Code, Op
    from croupier.model.state import State


class Marks:
    """Marks the performed statements of one program while `noting`: neither the imagination of players nor the trials
    for a `must` are play.
    """

    def __init__(self, program: Program) -> None:
        self.found: set[str] = set()
        self._on = False
        for code in _codes(program):
            first: dict[int, list[str]] = {}
            for path, start in code.starts:
                first.setdefault(start, []).append(path)
            for start, marks in first.items():
                if start < len(code.ops):
                    code.ops[start] = self._marking(code.ops[start], marks)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Play for as long as this lasts is real."""
        self._on = True
        try:
            yield
        finally:
            self._on = False

    def _marking(self, op: Op, marks: list[str]) -> Op:
        def marked(s: State, e: Env) -> int:
            if self._on and s.trial is None:
                self.found.update(marks)
            return op(s, e)

        return marked


def _codes(program: Program) -> Iterator[Code]:
    """Yield every list of statements of a program."""
    yield from (move.do for move in program.moves.values())
    yield from (trigger.do for trigger in program.triggers)
    for stage in program.stages.values():
        yield from (code for code in (stage.begin, stage.otherwise, stage.end) if code is not None)
