"""Numbers that closures count up while a game is played, one for each element; a mere look ahead can be undone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.values import Env, Fn, Value
from croupier_dsl.elements import Elements

if TYPE_CHECKING:
    from croupier.state import State


class Live:
    """The counts of the game under way. `index`: the place of each path in `counts`."""

    def __init__(self, elements: Elements) -> None:
        self.elements = elements
        self.index = {path: i for i, path in enumerate(elements.all)}
        self.counts = [0] * len(self.index)
        self.held: list[int] | None = None
        self.begun: list[Callable[[], None]] = []

    def begin(self) -> list[int]:
        """A game begins: everything counts from nought. The counts until now, those of binding the rules."""
        for forget in self.begun:
            forget()
        return self.take()

    def add(self, path: str, number: int = 1) -> None:
        self.counts[self.index[path]] += number

    def take(self) -> list[int]:
        """The counts so far; from here on they begin anew."""
        self.restore()
        found = list(self.counts)
        self.counts[:] = [0] * len(found)
        return found

    # ------------------------------------------------------------ the engine looks whether anybody can move
    def hold(self) -> None:
        """What follows is a look at what could be; `restore` undoes its counting."""
        self.restore()
        self.held = list(self.counts)

    def restore(self) -> None:
        if self.held is not None:
            self.counts[:] = self.held
            self.held = None

    def drop(self) -> None:
        """The look has shown that nothing can be done: it counts, for there will be no other."""
        self.held = None

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is asked meanwhile is no part of the game, and does not count."""
        self.restore()
        before = list(self.counts)
        yield
        self.counts[:] = before

    # ------------------------------------------------------------ closures
    def counted(self, path: str, fn: Fn) -> Fn:
        """The same function, which counts that it is asked."""
        i, counts = self.index[path], self.counts

        def run(s: State, e: Env) -> Value:
            counts[i] += 1
            return fn(s, e)

        return run

    def judged(self, path: str, test: Fn) -> Fn:
        """A condition that counts its answers."""
        yes, no, counts = self.index[f"{path}.yes"], self.index[f"{path}.no"], self.counts

        def run(s: State, e: Env) -> Value:
            answer = test(s, e)
            counts[yes if answer else no] += 1
            return answer

        return run

    def kept(self, fn: Fn) -> Fn:
        """A function whose value the engine remembers: what is counted meanwhile is never undone."""
        counts = self.counts

        def run(s: State, e: Env) -> Value:
            if self.held is None:
                return fn(s, e)
            before = list(counts)
            value = fn(s, e)
            for i, count in enumerate(counts):
                self.held[i] += count - before[i]
            return value

        return run

    def during(self, fn: Fn, s: State | None, e: Env) -> tuple[Value, list[tuple[int, int]]]:
        """A value, and what working it out counts; the counts stay as they are."""
        before = list(self.counts)
        value = fn(s, e)  # type: ignore[arg-type]  # where there is no state the sentence reads none
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
