"""Counters of elements, which closures increment during a game; look-ahead is not counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.base.values import Env, Fn, Value
from croupier_dsl import Elements

if TYPE_CHECKING:
    from croupier.model.state import State


class Live:
    """The counts of the game under way. `index`: the place of each path in `counts`."""

    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self.index = {path: i for i, path in enumerate(elements.all)}
        self.counts = [0] * len(self.index)
        self._kept: list[list[int]] = []

    def add(self, path: str, number: int = 1) -> None:
        self.counts[self.index[path]] += number

    def take(self) -> list[int]:
        """Return the counts so far, and reset them."""
        found = list(self.counts)
        self.counts[:] = [0] * len(found)
        return found

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Undo all counts within the block, since it is not part of the game."""
        self._kept.append(list(self.counts))
        try:
            yield
        finally:
            self.counts[:] = self._kept.pop()

    # ------------------------------------------------------------ closures
    def counted(self, path: str, fn: Fn) -> Fn:
        """Return the same function, which counts that it is asked."""
        i, counts = self.index[path], self.counts

        def run(s: State, e: Env) -> Value:
            counts[i] += 1
            return fn(s, e)

        return run

    def judged(self, path: str, test: Fn) -> Fn:
        """Return a condition that counts its answers."""
        yes, no, counts = self.index[f"{path}.yes"], self.index[f"{path}.no"], self.counts

        def run(s: State, e: Env) -> Value:
            answer = test(s, e)
            counts[yes if answer else no] += 1
            return answer

        return run

    def kept(self, fn: Fn) -> Fn:
        """Return a function whose value the engine remembers: what it counts is counted even if it is asked aside."""
        counts = self.counts

        def run(s: State, e: Env) -> Value:
            if not self._kept:
                return fn(s, e)
            before = list(counts)
            value = fn(s, e)
            for i, count in enumerate(counts):
                for saved in self._kept:
                    saved[i] += count - before[i]
            return value

        return run

    def during(self, fn: Fn, s: State | None, e: Env) -> tuple[Value, list[tuple[int, int]]]:
        """Return a value, and what working it out counts; the counts stay as they are."""
        before = list(self.counts)
        value = fn(s, e)  # type: ignore[arg-type]  # without state the sentence reads none
        gained = [(i, now - then) for i, (now, then) in enumerate(zip(self.counts, before, strict=True)) if now != then]
        self.counts[:] = before
        return value, gained


class Column(list[Value]):
    """A property of every card, worked out once: each time it is looked up, what working it out counted is counted."""

    def __init__(self, values: list[Value], gained: list[list[tuple[int, int]]], counts: list[int]) -> None:
        super().__init__(values)
        self.gained = gained
        self.counts = counts

    def __getitem__(self, card: int) -> Value:  # type: ignore[override]  # a column is only asked about single cards
        for i, number in self.gained[card]:
            self.counts[i] += number
        return super().__getitem__(card)
