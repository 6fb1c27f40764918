"""Pieces of work to what each comes to, worked out in several processes and handed back in the order of the pieces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import TypeVar

Piece = TypeVar("Piece")
Found = TypeVar("Found")
Given = TypeVar("Given")

BATCH = 6
"""How many pieces a process is handed at a time."""


def in_order(
    jobs: int,
    work: Iterator[Piece],
    do: Callable[[Piece], Found],
    begin: Callable[[Given], None],
    given: Given,
    more: Callable[[], bool] = lambda: True,
) -> Iterator[tuple[Piece, Found]]:
    """Each piece with what it comes to. `begin(given)` is called in each of the `jobs` processes before all else.

    No more is taken from `work` than will soon be done, and nothing once `more()` is no longer true. `do` and `begin`
    are functions of a module; what they are given, and what comes of it, is pickled.
    """
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_open, initargs=(begin, given))
    under_way: deque[tuple[list[Piece], Future[list[Found]]]] = deque()
    try:
        while True:
            while len(under_way) < 2 * jobs and more():
                batch = list(islice(work, BATCH))
                if not batch:
                    break
                under_way.append((batch, pool.submit(_do, do, batch)))
            if not under_way:
                return
            batch, found = under_way.popleft()
            yield from zip(batch, found.result(), strict=True)
    finally:
        pool.shutdown(cancel_futures=True)


def _open(begin: Callable[[Given], None], given: Given) -> None:
    signal(SIGINT, SIG_IGN)  # the process that hands out the work ends the others
    begin(given)


def _do(do: Callable[[Piece], Found], batch: list[Piece]) -> list[Found]:
    return [do(piece) for piece in batch]
