"""A dictionary that forgets: it keeps what was used of late and never grows past its bound."""

from __future__ import annotations

from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memory(Generic[K, V]):
    """Two generations: what is looked up moves to the young one; when that is full, the old one is dropped.

    Whatever was among the last `bound` distinct keys used is still there; at most twice as many are held.
    """

    __slots__ = ("bound", "old", "young")

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.young: dict[K, V] = {}
        self.old: dict[K, V] = {}

    def get(self, key: K) -> V | None:
        value = self.young.get(key)
        if value is None:
            value = self.old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        if len(self.young) >= self.bound:
            self.old = self.young
            self.young = {}
        self.young[key] = value

    def __len__(self) -> int:
        return len(self.young) + len(self.old)
