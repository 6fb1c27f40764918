"""Provide a dictionary that forgets: it keeps recently used entries and never grows past its bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


def _one(value: object) -> int:
    return 1


class Memory(Generic[K, V]):
    """A cache of two generations: entries that are looked up move to the young one; when that is full, the old one is
    dropped.

    The last `bound` distinct keys used are always kept; at most twice as many are held. `size` gives the weight of a
    value, if values differ much in size.
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
