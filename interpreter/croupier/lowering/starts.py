"""State that begins: what it starts as, whoever's it is."""

from __future__ import annotations

from croupier.lowering.base import Env
from croupier.lowering.kernel import Unlowered
from croupier.lowering.listing import Listing
from croupier.lowering.shapes import One
from croupier_dsl import ir
from croupier_dsl.analysis import draws


class Starts(Listing):
    """The part of the lowering that knows how state begins."""

    def start(self, variable: ir.Variable, me: One) -> None:
        """State has its starting value, whoever's it is."""
        if ("variable", variable.name) not in self.layout.cells:
            raise Unlowered(f"state such as {variable.name}")
        size, keys = self.size_of(variable), self.layout.keys(variable.name)
        value = variable.start
        if variable.type.many:
            self._start_lists(variable, me)
            return
        if not self.reads(value) & {1, 2} and not draws(value) and not self.strict(value):
            new = self.atom(self.one(value, {0: me}).text)
            if size <= 8:
                for number in range(size):
                    self._begins(variable, str(number), new)
                return
            i = self.name("i")
            with self.block(f"for {i} in range(0, {size}):"):
                self._begins(variable, i, new)
            return
        i = self.name("i")
        with self.block(f"for {i} in range(0, {size}):"):
            env: Env = {0: me, 1: One(i if keys == 1 else self.let(f"{i} // {keys}"))}
            if variable.keys is not None:
                listed = [int(key) for key in self.program.keys[variable.name]]
                env[2] = One(f"{self.table(listed)}[{i} % {keys}]")
            self._begins(variable, i, self.one(value, env).text)

    def _begins(self, variable: ir.Variable, number: str, value: str) -> None:
        if variable.per == "card":
            self.noted(variable.name, number, value)
        else:
            self.line(f"{self.layout.cell('variable', variable.name, number)} = {value}")

    def _start_lists(self, variable: ir.Variable, me: One) -> None:
        if variable.keys is not None:
            raise Unlowered("lists by a key")
        i = self.name("i")
        with self.block(f"for {i} in range(0, {self.size_of(variable)}):"):
            several = self.stored(self.shape(variable.start, {0: me, 1: One(i)}))
            at = self.layout.at("variable", variable.name, i)
            self.written_down(several, at, self.layout.room_of(variable.type))

    def size_of(self, variable: ir.Variable) -> int:
        """How many values a variable has."""
        program = self.program
        sizes = {"table": 1, "player": program.seats, "team": program.teams, "card": program.cards}
        return sizes[variable.per] * self.layout.keys(variable.name)
