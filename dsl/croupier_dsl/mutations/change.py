"""One small change to one part of the rules, and its extension to the enclosing part."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

from croupier_dsl import ir
from croupier_dsl.classes import frozen

S = TypeVar("S")
T = TypeVar("T")


@frozen
class Change(Generic[T]):
    """`made` is the part after `what` was done to it at `path`."""

    path: str
    what: str
    where: ir.Where | None
    made: T


def within(changes: Iterable[Change[S]], put: Callable[[S], T]) -> Iterator[Change[T]]:
    """Yield changes of a part as changes of the enclosing one; `put` inserts the part."""
    for change in changes:
        yield Change(change.path, change.what, change.where, put(change.made))


def each(items: tuple[S, ...], changes: Callable[[S], Iterable[Change[S]]]) -> Iterator[Change[tuple[S, ...]]]:
    """Yield every change of every item, as a change of all of them."""
    for number, item in enumerate(items):
        for change in changes(item):
            made = (*items[:number], change.made, *items[number + 1 :])
            yield Change(change.path, change.what, change.where, made)


def less(items: tuple[S, ...], number: int) -> tuple[S, ...]:
    """Return the items without one of them, counted from 0."""
    return (*items[:number], *items[number + 1 :])
