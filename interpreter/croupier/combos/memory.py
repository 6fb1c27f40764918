"""A dictionary that forgets: it keeps what was used of late and never grows past its bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _one(value: object) -> int:
    return 1


class Memory(Generic[K, V]):
    """Two generations: what is looked up moves to the young one; when that is full, the old one is dropped.

    Whatever was among the last `bound` distinct keys used is still there; at most twice as many are held. `size` says
    for how many a value counts, where they are of very different sizes.
    """

    __slots__ = ("_room", "_size", "bound", "old", "young")

    def __init__(self, bound: int, size: Callable[[V], int] = _one) -> None:
        self.bound = bound
        self.young: dict[K, V] = {}
        self.old: dict[K, V] = {}
        self._room = bound
        self._size = size

    def get(self, key: K) -> V | None:
        value = self.young.get(key)
        if value is None:
            value = self.old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        size = self._size(value)
        if self._room < size:
            self.old = self.young
            self.young = {}
            self._room = self.bound
        self._room -= size
        self.young[key] = value

    def __len__(self) -> int:
        return len(self.young) + len(self.old)
