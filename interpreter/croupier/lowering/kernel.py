"""Write kernel text: the small imperative language that rules are lowered to.

It is a subset of Python, so it can be read, run, and printed as another language by a walk over its syntax. Values are
whole numbers (64 bits) and sets of cards (bit masks, whose names begin with `m_`, or `Gm_` for scratch arrays).

- Statements: `def`, `return`, assignment, `if`/`else`, `while`, `for … in range(…)`, `break`, calls. A string alone is
  a mark (see `Kernel.mark`).
- Expressions: `S[i]`, `+ - * // %`, comparisons, `and or not`, `x if t else y`; `<< >>` for numbers; `& | ~ == !=` for
  sets.
- Sets: `BIT(c)` is the set of one card, `LOW(m)` and `HIGH(m)` the lowest and highest card, `POP(m)` the number of
  cards, `LOWEST(m)` the set of the lowest card, `REST(m)` all except the lowest, `LESS(m, k)` all but a subset `k`,
  `UP(m, n)` and `DOWN(m, n)` the cards whose numbers are higher or lower by `n` (less than 64), `NTH(m, k)` the card
  with `k` lower ones, `HASH(m, n)` a number below `n`, `HELD(A, i, n)` the set of `n` cards of an array from `i` on.
- Arrays: `COPY(A, i, B, j, n)` copies `n` numbers of `B` from index `j` to `A` from index `i`. `LIKE(A, B, n)` makes
  position `A` equal to `B` in at least its first `n` numbers; so does `BASE(A, B, n)`, as long as `B` does not change.
  `PART(A, i, n)` is row `i` of an array of positions of `n` numbers.
- Others: `KEY(n, g)` is the random key of game `g` of seed `n`. `NUMBER(A, n)` is a number below `MOST_MET` for the
  first `n` numbers of an array, the same only for equal ones, until `FORGET()`; at most half of the numbers are used.
  `ROW` and `STAND` are `EmitRow` and `Stand` of `croupier.kernel.nodes`.

`S` is the position: one flat array. `Z[i]` is a set of cards in it, as wide as the position's sets; `OUT` and `ZO` are
the same for rows of legal moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.kernel.nodes import Scratch, Table
from croupier.kernel.read import array_named
from croupier.kernel.source import LABEL, Written
from croupier.lowering.capabilities import MOST_WRITTEN, TooLong, Unlowered, said

if TYPE_CHECKING:
    from croupier.kernel.fused import Playing
    from croupier.kernel.source import Made
    from croupier_dsl.ir import Where

NIL = -(1 << 62)
"""Nothing, where a number might be. No number of the rules is as small."""
VEILED = NIL + 1
"""The value of a cell that the imagining seat may not see."""


@contextmanager
def part(where: Where | None, text: str) -> Iterator[None]:
    """Name this part of the rules in an Unlowered that is raised meanwhile."""
    try:
        yield
    except Unlowered as error:
        error.at(where, text)
        raise


class Unkept(Exception):
    """The rules are lowered only if the position also keeps who knows which card."""


class Kernel:
    """Writes kernel text: functions, constant tables, names for values in between. `modules`: what it uses of kernel
    modules; `entries`: the labels with which `run` is called; `ending`: a name that is 0 first in it, if any;
    `playing`: what a random player in the machine is made from, if there may be one."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.modules: list[Made] = []
        self.entries: frozenset[int] = frozenset()
        self.ending = ""
        self.playing: Playing | None = None
        self.tables: dict[tuple[str, tuple[int, ...]], str] = {}
        self.scratch: dict[str, int] = {}
        self.files: dict[str, int] = {}
        self.lines: list[str] = []
        self.depth = 0
        self._names = 0
        self._characters = 0

    # ------------------------------------------------------------ lines
    def line(self, text: str) -> None:
        self._characters += len(text)
        if self._characters > MOST_WRITTEN:
            raise TooLong("too_long", said("too_long"))
        self.lines.append("    " * self.depth + text)

    def drop_last(self, *heads: str) -> None:
        """Leave out the last lines in this block, as long as they begin with one of the texts."""
        heads = tuple("    " * self.depth + head for head in heads)
        while self.lines and self.lines[-1].startswith(heads):
            self.lines.pop()

    def mark(self, where: Where | None) -> None:
        """Mark the next lines with their place in the rules, by a statement without effect: `"1:80"` is line 80 of the
        first file."""
        if where is not None:
            self.line(f'"{self.files.setdefault(where.file, len(self.files) + 1)}:{where.line}"')

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Write the lines of the block inside the head, which has its colon."""
        self.line(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if all(line.lstrip().startswith('"') for line in self.lines[before:]):  # nothing, or marks
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def function(self, head: str) -> Iterator[None]:
        """Write a separate function, wherever it is requested."""
        outside = self.lines, self.depth
        self.lines, self.depth = [], 0
        with self.block(f"def {head}:"):
            yield
        self.functions += self.lines
        self.lines, self.depth = outside

    @contextmanager
    def label(self, number: int) -> Iterator[None]:
        """Write the lines of a label of `run`, wherever they are written (see `croupier.kernel.labels`)."""
        with self.function(f"{LABEL}{number}(S, OUT, i)"):
            yield

    @contextmanager
    def captured(self) -> Iterator[list[str]]:
        """Capture the lines written in the block, at this depth; they are not part of the text yet."""
        depth, outside, self.lines = self.depth, self.lines, []
        caught: list[str] = []
        try:
            yield caught
            caught += self.lines
        finally:  # where something is not lowered, the blocks around it are left open
            self.depth, self.lines = depth, outside

    def written(self, lines: Sequence[str], deeper: int = 0) -> None:
        """Insert captured lines here."""
        self.lines += ["    " * deeper + line for line in lines]

    # ------------------------------------------------------------ names
    def name(self, prefix: str = "t") -> str:
        """Return a name that nothing else has."""
        self._names += 1
        return f"{prefix}{self._names}"

    def let(self, text: str, prefix: str = "t") -> str:
        """Return a new name for the value."""
        name = self.name(prefix)
        self.line(f"{name} = {text}")
        return name

    def atom(self, text: str, prefix: str = "t") -> str:
        """Return the text itself if it is a name or a number, else a new name for it."""
        return text if text.isidentifier() or text.lstrip("-").isdigit() else self.let(text, prefix)

    def table(self, values: Sequence[int], prefix: str = "T_") -> str:
        """Return the name of a constant table; of sets of cards with the prefix `m_`."""
        key = prefix, tuple(values)
        if key not in self.tables:
            self.tables[key] = f"{prefix}of{len(self.tables)}"  # no value in between is named so
        return self.tables[key]

    def array(self, size: int, prefix: str = "G_") -> str:
        """Return the name of a new scratch array of `size` numbers; of sets of cards with the prefix `Gm_`."""
        name = self.name(prefix)
        self.scratch[name] = size
        return name

    def program(self) -> Written:
        """Return all that has been written."""
        arrays: list[Table | Scratch] = [Table(array_named(name), values) for (_, values), name in self.tables.items()]
        arrays += [Scratch(array_named(name), size) for name, size in self.scratch.items()]
        text = "\n".join(self.functions) + "\n"
        return Written(text, tuple(arrays), tuple(self.modules), self.entries, self.ending, self.playing)


def both(*tests: str) -> str:
    """Return all of the tests, as one."""
    left = [test for test in tests if test != "1"]
    if "0" in left:
        return "0"
    return left[0] if len(left) == 1 else "(" + " and ".join(left) + ")" if left else "1"
