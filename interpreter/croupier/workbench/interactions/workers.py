"""Run tasks in this process, or in several that each have the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, as_completed
from typing import Self, TypeVar

from croupier.base.notes import NOTES, Notes
from croupier.base.processes import Pool
from croupier_dsl import ir

Result = TypeVar("Result")

_rules: list[ir.Rules] = []
"""The rules that this process works on, once it has been told."""


class Workers:
    """Runs tasks on one ruleset: functions of the rules that can be pickled, such as `partial(probe, setting=…)`."""

    def __init__(self, rules: ir.Rules, jobs: int) -> None:
        self._rules = rules
        self._pool: Pool | None = Pool(jobs, _begin, rules) if jobs > 1 else None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Stop all work."""
        if self._pool is not None:
            self._pool.end()

    def map(self, tasks: Sequence[Callable[[ir.Rules], Result]], done: Callable[[], None]) -> Iterator[Result]:
        """Yield the results of the tasks, in their order; `done` is called as each is there.

        At Ctrl-C those that are there already come, up to the first that is not, and then KeyboardInterrupt.
        """
        if self._pool is None:
            for task in tasks:
                result = task(self._rules)
                done()
                yield result
            return
        futures: list[Future[tuple[Result, Notes]]] = [self._pool.submit(_do, task) for task in tasks]
        try:
            for _ in as_completed(futures):
                done()
        except KeyboardInterrupt:
            self.end()
            for future in futures:
                if not future.done() or future.cancelled() or future.exception() is not None:
                    break
                yield _noted(future)
            raise
        for future in futures:
            try:
                found = _noted(future)
            except Exception as error:
                raise self._pool.trouble(error) from None
            yield found


def _begin(rules: ir.Rules) -> None:
    """Start a process of a pool with the rules."""
    _rules[:] = [rules]


def _do(task: Callable[[ir.Rules], Result]) -> tuple[Result, Notes]:
    return task(_rules[0]), NOTES.taken()


def _noted(future: Future[tuple[Result, Notes]]) -> Result:
    """Return the result of a task; what its process has noted is noted here."""
    result, notes = future.result()
    NOTES.add(notes)
    return result
