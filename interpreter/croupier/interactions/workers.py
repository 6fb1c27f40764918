"""Tasks to results: in this process, or in several that each know the rules."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Self, TypeVar

from croupier_dsl import ir

Result = TypeVar("Result")

_rules: list[ir.Rules] = []
"""The rules that this process works on, once it has been told."""


class Workers:
    """Does tasks on one ruleset: functions of the rules that can be pickled, such as `partial(probe, setting=…)`."""

    def __init__(self, rules: ir.Rules, jobs: int) -> None:
        self._rules = rules
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:  # started anew rather than forked: a fork of a process with threads may hang
            self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (rules,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def map(self, tasks: Sequence[Callable[[ir.Rules], Result]], done: Callable[[], None]) -> Iterator[Result]:
        """The results of the tasks, in their order; `done` is called as each is there."""
        if self._pool is None:
            for task in tasks:
                result = task(self._rules)
                done()
                yield result
            return
        futures: list[Future[Result]] = [self._pool.submit(_do, task) for task in tasks]
        for _ in as_completed(futures):
            done()
        yield from (future.result() for future in futures)


def _begin(rules: ir.Rules) -> None:
    """A process of a pool begins: it knows the rules, and leaves Ctrl-C to the one that started it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _rules[:] = [rules]


def _do(task: Callable[[ir.Rules], Result]) -> Result:
    return task(_rules[0])
