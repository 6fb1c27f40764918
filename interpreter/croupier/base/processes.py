"""Run pieces of work in several processes, and yield the results in the order of the pieces."""

from __future__ import annotations

import os
import pickle
import signal
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import active_children, current_process, get_context
from multiprocessing.process import BaseProcess
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, ParamSpec, Self, TypeVar

from croupier.base.faults import CroupierError
from croupier.base.language import current, speak, tr
from croupier.base.notes import NOTES, Notes

if TYPE_CHECKING:
    from croupier.base.clusters import Cluster

Piece = TypeVar("Piece")
Found = TypeVar("Found")
Given = TypeVar("Given")
Words = ParamSpec("Words")

MOST_AT_ONCE = 32
"""The most pieces handed to a process at a time."""
SOON = 0.5
"""The time in seconds that a process may still work after the end is requested."""
LATE = 30.0
"""The time in seconds to wait for processes that hand over their results."""
AT_ONCE = 0.1
"""The work handed to a process at a time, in estimated seconds, unless one piece takes longer."""


class Lost(CroupierError):
    """A process ended before its work did."""

    def __init__(self) -> None:
        super().__init__(tr("a worker process was killed or crashed"))


class Pool:
    """A pool of processes, each of which calls `begin(given)` first; they end soon after the `with` block, whatever
    they are doing. Only the process that hands out the work gets Ctrl-C.

    Functions must be defined in a module; arguments and results are pickled.
    """

    at_once = AT_ONCE

    def __init__(self, jobs: int, begin: Callable[[Given], None], given: Given) -> None:
        """Make a pool. Raise SystemExit in a process that another pool is just starting: it runs the script again."""
        if getattr(current_process(), "_inheriting", False):
            raise SystemExit(
                tr(
                    "every worker process runs the script from its start: put the call with `jobs` below "
                    "`if __name__ == '__main__':`"
                )
            )
        self.jobs = jobs
        self._others = set(active_children())
        # spawned rather than forked: a fork of a process with threads may hang
        self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (self._kept(current(), begin, given),))

    def _kept(self, *given: object) -> str:
        """Keep in a file what processes begin with, and return its path. Given as an argument, more than a pipe holds
        would block this process for ever if the other one ended before it read it."""
        number, self._file = tempfile.mkstemp(prefix="croupier-")
        with os.fdopen(number, "wb") as file:
            pickle.dump(given, file)
        return self._file

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def submit(self, do: Callable[Words, Found], *words: Words.args, **more: Words.kwargs) -> Future[Found]:
        """Work to be done; a process may be started for it."""
        with _masked(signal.SIG_BLOCK, signal.SIGINT):  # such a process does not hear it, not even as it begins
            try:
                return self._pool.submit(partial(_working, do), *words, **more)
            except BrokenProcessPool:
                raise Lost from None

    def end(self) -> None:
        """Stop the work; finished results are still handed over.

        Processes still at work are terminated. That breaks the pool, which then accepts nothing, so processes that
        would hand over results and ignore the termination would wait forever.
        """
        self._pool.shutdown(wait=False, cancel_futures=True)
        processes = set(active_children()) - self._others
        _await(processes, SOON)
        for process in processes:
            process.terminate()
        until = monotonic() + LATE
        while any(process.is_alive() for process in processes) and monotonic() < until:
            if self._pool._broken:  # nothing says so in public once it has been shut down
                for process in processes:
                    process.kill()
            _await(processes, 0.05)
        with suppress(OSError):
            os.unlink(self._file)

    def trouble(self, error: Exception) -> Exception:
        """Return the error of a piece, in plain words if the work did not cause it."""
        return Lost() if isinstance(error, BrokenProcessPool) else error


def _await(processes: Iterable[BaseProcess], seconds: float) -> None:
    """Wait until the processes end, at most this many seconds."""
    until = monotonic() + seconds
    for process in processes:
        process.join(max(until - monotonic(), 0))


def _begin(kept: str) -> None:
    """Initialise a process with what is kept in a file: set its language, call `begin`, and block SIGTERM except during
    work. A process terminated while handing over a result would leave half a message, and its reader would wait
    forever."""
    with open(kept, "rb") as file:
        language, begin, given = pickle.load(file)
    speak(language)
    begin(given)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})


def _working(do: Callable[Words, Found], *words: Words.args, **more: Words.kwargs) -> Found:
    with _masked(signal.SIG_UNBLOCK, signal.SIGTERM):
        return do(*words, **more)


@contextmanager
def _masked(how: int, number: signal.Signals) -> Iterator[None]:
    """Block a signal, or let it in, during the `with` block."""
    if not hasattr(signal, "pthread_sigmask"):  # where a system has no such thing, processes may complain
        yield
        return
    before = signal.pthread_sigmask(how, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def pool(jobs: int | str, begin: Callable[[Given], None], given: Given) -> Pool | Cluster:
    """Return a pool of this many processes, or of the cluster at this address."""
    if isinstance(jobs, int):
        return Pool(jobs, begin, given)
    from croupier.base.clusters import Cluster

    return Cluster(jobs, begin, given)


def in_order(
    jobs: int | str,
    work: Iterator[Piece],
    do: Callable[[Piece], Found],
    begin: Callable[[Given], None],
    given: Given,
    more: Callable[[], bool] = lambda: True,
    most: int = MOST_AT_ONCE,
) -> Iterator[tuple[Piece, Found]]:
    """Yield each piece with its result. Each process calls `begin(given)` first. `jobs`: the number of processes, or
    the address of a cluster (see `Cluster`); `most`: the most pieces handed to a process at a time.

    Pieces are taken from `work` only as fast as processes and the consumer handle them, and none once `more()` is
    false. After Ctrl-C the finished ones are yielded, up to the first unfinished one, then KeyboardInterrupt is raised.
    """
    under_way: deque[tuple[list[Piece], Future[tuple[list[Found], float, Notes]]]] = deque()
    size = 1
    with pool(jobs, begin, given) as processes:
        try:
            while True:
                while len(under_way) < 2 * processes.jobs and more():
                    batch = list(islice(work, size))
                    if not batch:
                        break
                    under_way.append((batch, processes.submit(_do, do, batch)))
                if not under_way:
                    return
                try:
                    found, seconds, notes = under_way[0][1].result()
                except Exception as error:
                    raise processes.trouble(error) from None
                batch, _ = under_way.popleft()
                NOTES.add(notes)
                start = perf_counter()
                yield from zip(batch, found, strict=True)
                longest = max(seconds, perf_counter() - start, 1e-6)
                size = min(max(int(processes.at_once * len(batch) / longest), 1), most)
        except KeyboardInterrupt:
            processes.end()
            while under_way and _is_there(under_way[0][1]):
                batch, done = under_way.popleft()
                found, _, notes = done.result()
                NOTES.add(notes)
                yield from zip(batch, found, strict=True)
            raise


def _is_there(found: Future[Found]) -> bool:
    """Return whether the result is available: neither cancelled nor failed."""
    return found.done() and not found.cancelled() and found.exception() is None


def _do(do: Callable[[Piece], Found], batch: list[Piece]) -> tuple[list[Found], float, Notes]:
    """Return the results of the pieces, the seconds they took, and this process's notes since the last call."""
    start = perf_counter()
    return [do(piece) for piece in batch], perf_counter() - start, NOTES.taken()
