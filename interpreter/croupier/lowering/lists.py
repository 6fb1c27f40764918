"""Lists that are put down, in a place to work in or in the position: so that they stay as they are, or are sorted."""

from __future__ import annotations

from dataclasses import replace

from croupier.lowering.collections import Collections
from croupier.lowering.kernel import Unlowered
from croupier.lowering.shapes import Shape, Stored, places


class Lists(Collections):
    """The part of the lowering that knows lists."""

    def stored(self, shape: Shape) -> Stored:
        """The elements put down, so that they stay what they are."""
        several = self.empty_list()
        self.fill(several, shape)
        return replace(several, at=places(shape))

    @property
    def most_stored(self) -> int:
        """How many values a list that is put down has room for."""
        return max(self.program.cards, 256)

    def empty_list(self) -> Stored:
        return Stored(self.array(self.most_stored), self.let("0"))

    def fill(self, several: Stored, shape: Shape) -> None:
        """The elements come to stand behind those that stand there."""
        if self.of_melds(shape):
            raise Unlowered("a name for several melds")

        def put(item: Shape) -> None:
            self.full(several.count, self.most_stored)
            self.line(f"{several.array}[{several.count}] = {self.single(item).text}")
            self.line(f"{several.count} += 1")

        self.each(shape, put)

    def these_or_all(self, some: Shape, every: Shape) -> Stored:
        """Some elements, or all where there are none of them."""
        found = self.stored(some)
        with self.block(f"if {found.count} == 0:"):
            self.fill(found, every)
        return replace(found, at=places(every))

    def ascending(self, shape: Shape, *, once: bool = False) -> Stored:
        """The elements put down, the least first. `once`: each once."""
        array, count = self.array(self.most_stored), self.let("0")

        def put(item: Shape) -> None:
            value, i = self.atom(self.single(item).text), self.name("i")
            self.line(f"{i} = 0")
            with self.block(f"while {i} < {count} and {array}[{i}] < {value}:"):
                self.line(f"{i} += 1")
            with self.block(f"if {i} == {count} or {array}[{i}] != {value}:" if once else "if 1:"):
                self.full(count, self.most_stored)
                j = self.name("i")
                with self.block(f"for {j} in range({count}, {i}, -1):"):
                    self.line(f"{array}[{j}] = {array}[{j} - 1]")
                self.line(f"{array}[{i}] = {value}")
                self.line(f"{count} += 1")

        self.each(shape, put)
        return Stored(array, count)

    def same_lists(self, one: Stored, other: Stored) -> str:
        """Are two lists the same, value by value? A test."""
        same, i = self.let(f"1 if {one.count} == {other.count} else 0"), self.name("i")
        with self.block(f"if {same}:"), self.block(f"for {i} in range(0, {one.count}):"):
            with self.block(f"if {one.array}[{i}] != {other.array}[{i}]:"):
                self.line(f"{same} = 0")
                self.line("break")
        return f"({same} == 1)"

    def written_down(self, values: Stored, at: str, room: int) -> None:
        """A list comes to stand in the position, from a cell on."""
        first, i = self.atom(at), self.name("i")
        self.full(values.count, room + 1)
        self.line(f"S[{first}] = {values.count}")
        with self.block(f"for {i} in range(0, {values.count}):"):
            self.line(f"S[{first} + 1 + {i}] = {values.array}[{i}]")
