"""Generated code to functions that are called alike, whatever they are written in, and the arrays that they work on.

Nothing here lowers rules: a process that is handed the code begins to play at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Generator, MutableSequence
from dataclasses import dataclass
from struct import iter_unpack
from threading import RLock
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier.base.chance import MASK
from croupier.base.faults import RulesFault
from croupier.lowering.kernel import NIL
from croupier.native import build
from croupier.native.python import functions

if TYPE_CHECKING:
    from croupier.lowering.host import Host

Cells: TypeAlias = MutableSequence[int]
"""A flat array of numbers."""
Positions: TypeAlias = "array[int] | list[list[int]]"
"""Several of them."""
Handle: TypeAlias = object
"""The same, as functions are given it."""

ASKS = ("new", "apply", "legal", "rollout", "playouts", "together", "choose", "steps")
"""The functions in which something may be asked of the reference."""


@dataclass(frozen=True, slots=True)
class Code:
    """Code of one program in `c` or `python`. `words`: the words of a set of cards; `soon`: see `build.library`."""

    on: Literal["c", "python"]
    text: str
    words: int
    soon: bool = False


class Backend(ABC):
    """A back end. `name`: its name as typed by users; `call`: returns a function of the code by its name. Callers of
    functions hold the `lock`, because they share scratch arrays."""

    name: str
    lock: RLock

    def __init__(self, code: Code, call: Callable[[str], build.Function]) -> None:
        self.code = code
        self.words = code.words
        self.call = call
        self.new, self.apply, self.legal, self.seat, self.score = map(call, ("new", "apply", "legal", "seat", "score"))
        self.playouts, self.together, self.choose = map(call, ("playouts", "together", "choose"))
        self.rollout, self.looks = map(call, ("rollout", "looks"))

    @abstractmethod
    def cells(self, size: int) -> Cells:
        """Return an array of zeros."""

    @abstractmethod
    def positions(self, cells: Cells, number: int) -> Positions:
        """Return this number of arrays like this one, as `together` takes them."""

    @abstractmethod
    def position(self, positions: Positions, size: int, at: int) -> Cells:
        """Return a copy of one of them."""

    @abstractmethod
    def put(self, positions: Positions, size: int, at: int, cell: int, number: int) -> None:
        """Set a cell of one of them."""

    @abstractmethod
    def handle(self, cells: Cells | Positions) -> Handle: ...

    @abstractmethod
    def copy(self, cells: Cells) -> Cells: ...

    @abstractmethod
    def set_at(self, cells: Cells, at: int) -> int:
        """Return a set of cards in the array, as bits."""

    @abstractmethod
    def put_set(self, cells: Cells, at: int, bits: int) -> None: ...

    @abstractmethod
    def rows(self, cells: Cells, size: int) -> list[tuple[int, ...]]:
        """Return an array as rows of `size` numbers."""

    @abstractmethod
    def number(self, value: int) -> int:
        """Return a number of 64 bits as this array has it."""


class InPython(Backend):
    """Arrays are lists; a set of cards is one number in the first of its cells."""

    name = "python"

    def __init__(self, code: Code, host: Host | None) -> None:
        self.lock = RLock()
        found = functions(code.text, None if host is None else host.answered)

        def call(name: str) -> build.Function:
            function = found[name]

            def with_a_full_purse(*arguments: object) -> int:
                found["changes_"] = 0
                found["renewed_"] += 1
                answer: int = function(*arguments)
                return answer

            return with_a_full_purse

        super().__init__(code, call)

    def cells(self, size: int) -> Cells:
        return [0] * size

    def positions(self, cells: Cells, number: int) -> Positions:
        return [[*cells] for _ in range(number)]

    def position(self, positions: Positions, size: int, at: int) -> Cells:
        found = positions[at]
        assert isinstance(found, list)
        return found[:]

    def put(self, positions: Positions, size: int, at: int, cell: int, number: int) -> None:
        found = positions[at]
        assert isinstance(found, list)
        found[cell] = number

    def handle(self, cells: Cells | Positions) -> Handle:
        return cells

    def copy(self, cells: Cells) -> Cells:
        return cells[:]

    def set_at(self, cells: Cells, at: int) -> int:
        return cells[at]

    def put_set(self, cells: Cells, at: int, bits: int) -> None:
        cells[at] = bits

    def rows(self, cells: Cells, size: int) -> list[tuple[int, ...]]:
        numbers = iter(cells)
        return list(zip(*[numbers] * size, strict=True))

    def number(self, value: int) -> int:
        return value


class InC(Backend):
    """Arrays are of 64 bits a cell, a set of cards is in as many of them as it takes."""

    name = "c"

    def __init__(self, code: Code, host: Host | None, library: build.Library) -> None:
        self.lock = library.lock
        asking = None if host is None else Asking(library, host, code.words)

        def call(name: str) -> build.Function:
            function = library.function(name)
            return function if asking is None or name not in ASKS else asking.around(name, function)

        super().__init__(code, call)

    def cells(self, size: int) -> Cells:
        return array("q", [0]) * size

    def positions(self, cells: Cells, number: int) -> Positions:
        return array("q", cells) * number

    def position(self, positions: Positions, size: int, at: int) -> Cells:
        assert isinstance(positions, array)
        return positions[size * at : size * (at + 1)]

    def put(self, positions: Positions, size: int, at: int, cell: int, number: int) -> None:
        assert isinstance(positions, array)
        positions[size * at + cell] = number

    def handle(self, cells: Cells | Positions) -> Handle:
        assert isinstance(cells, array)
        return cells.buffer_info()[0]

    def copy(self, cells: Cells) -> Cells:
        return cells[:]

    def set_at(self, cells: Cells, at: int) -> int:
        return sum((cells[at + i] & MASK) << 64 * i for i in range(self.words))

    def put_set(self, cells: Cells, at: int, bits: int) -> None:
        for i in range(self.words):
            cells[at + i] = signed(bits >> 64 * i & MASK)

    def rows(self, cells: Cells, size: int) -> list[tuple[int, ...]]:
        assert isinstance(cells, array)
        return [*iter_unpack(f"{size}q", cells)]

    def number(self, value: int) -> int:
        return signed(value)


class Asking:
    """Questions to the reference during a call of C."""

    def __init__(self, library: build.Library, host: Host, words: int) -> None:
        self.host = host
        self.places: dict[str, build.Numbers] = {}
        for name, size in host.places.items():
            of_sets = name.startswith("Gm_")
            numbers = library.numbers(name, size * words if of_sets else size)
            self.places[name] = Sets(numbers, words) if of_sets else numbers
        self.renewed = library.numbers("renewed_", 1)
        self.failed = False
        self.raised: BaseException | None = None
        answers = self._answers()
        next(answers)
        self._ask_here = library.calls("host", answers.send)

    def _answers(self) -> Generator[None, int]:
        """Answer the questions sent; an exception is kept, and nothing is answered from then on.

        In a plain function, Ctrl-C could arrive before its first statement, where nothing can catch it.
        """
        while True:
            try:
                while True:
                    question = yield
                    if self.raised is None:
                        self.host.answered(self.places, question, self.renewed[0])
            except GeneratorExit:
                return
            except RulesFault:
                self.failed = True
            except BaseException as error:  # it comes up again on the other side of C
                self.raised = error

    def around(self, name: str, function: build.Function) -> build.Function:
        """Return the function with its questions answered; -1 where that was not possible because the rules are at
        fault."""
        answer, alone = self.places["G_answer"], name not in ("playouts", "together", "steps")

        def call(*arguments: object) -> int:
            self._ask_here()
            self.failed, self.raised, answer[0] = False, None, 0
            found = function(*arguments)
            if answer[0] == NIL and not self.failed and self.raised is None:
                self.raised = KeyboardInterrupt()  # nothing else gets in between
            if self.raised is not None:
                raised, self.raised = self.raised, None
                raise raised
            return -1 if self.failed and alone else found

        return call


class Sets:
    """Sets of cards of several words each, as one number each."""

    def __init__(self, numbers: build.Numbers, words: int) -> None:
        self.numbers = numbers
        self.words = words

    def __getitem__(self, index: int) -> int:
        return sum(self.numbers[index * self.words + i] << 64 * i for i in range(self.words))

    def __setitem__(self, index: int, value: int) -> None:
        for i in range(self.words):
            self.numbers[index * self.words + i] = value >> 64 * i & MASK


def signed(value: int) -> int:
    """Return the number of 64 bits that has the same bits."""
    return value - (1 << 64) if value >> 63 else value


def nothing(value: int) -> int | None:
    """Return a cell's number; None for nothing."""
    return None if value == NIL else value
