"""The nodes of kernel programs, each with its type. `croupier.lowering.kernel` describes the language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from enum import Enum
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from croupier_dsl import frozen


class Type(Enum):
    """The type of a value. A truth is a number, 0 or 1, and is accepted wherever a number is."""

    NUMBER = "number"
    TRUTH = "truth"
    SET = "set of cards"
    NUMBERS = "array of numbers"
    SETS = "array of sets of cards"


NUMBER, TRUTH, SET, NUMBERS, SETS = Type
ELEMENT: Mapping[Type, Type] = {NUMBERS: NUMBER, SETS: SET}
"""The types of the elements of arrays."""


Arithmetic: TypeAlias = Literal["+", "-", "*", "//", "%", "<<", ">>"]
OnSets: TypeAlias = Literal["&", "|", "^"]
"""Operators on sets of cards, and bit by bit on two numbers."""
Sign: TypeAlias = Literal["-", "~", "not"]
Comparison: TypeAlias = Literal["<", "<=", ">", ">=", "==", "!="]
Joint: TypeAlias = Literal["and", "or"]


def _text(node: Expression) -> str:
    """Return the kernel text of an expression, so that text that is still put together may hold nodes."""
    from croupier.kernel.show import expression  # it needs the classes

    return expression(node)


# ---------------------------------------------------------------- expressions
@frozen
class Const:
    """A number, or a set of cards as the number whose bits are its cards."""

    value: int
    type: Type = field(default=NUMBER, hash=False)
    __str__ = _text


@frozen
class Name:
    """A local name, an argument, a table or a place to work in."""

    name: str
    type: Type = field(default=NUMBER, hash=False)
    __str__ = _text


@frozen
class Load:
    """An element of an array, read, or written to in `Store` and `Add`. With the type `SET` in an array of numbers: a
    set of cards that begins there, as wide as the position's sets are."""

    array: Expression
    index: Expression
    type: Type = field(default=NUMBER, hash=False)
    __str__ = _text


@frozen
class Unary:
    """`-x`, `~x`, `not x`."""

    op: Sign
    operand: Expression
    type: Type = field(default=NUMBER, hash=False)
    __str__ = _text


@frozen
class Binary:
    """Arithmetic on numbers, or an operation on sets of cards."""

    op: Arithmetic | OnSets
    left: Expression
    right: Expression
    type: Type = field(default=NUMBER, hash=False)
    __str__ = _text


@frozen
class Compare:
    """A comparison of numbers, or whether sets of cards are the same."""

    op: Comparison
    left: Expression
    right: Expression
    type: Type = field(default=TRUTH, hash=False)
    __str__ = _text


@frozen
class Logic:
    """`and` or `or` of several parts; those after the deciding one are not evaluated."""

    op: Joint
    parts: tuple[Expression, ...]
    type: Type = field(default=TRUTH, hash=False)
    __str__ = _text


@frozen
class Select:
    """`yes if test else no`."""

    test: Expression
    yes: Expression
    no: Expression
    type: Type = field(default=NUMBER, hash=False)
    __str__ = _text


@frozen
class Call:
    """A call of a function of the program or the language, with its arguments. `type`: None without a result."""

    function: str
    arguments: tuple[Expression, ...]
    type: Type | None = field(default=NUMBER, hash=False)
    __str__ = _text


Expression: TypeAlias = Const | Name | Load | Unary | Binary | Compare | Logic | Select | Call


# ---------------------------------------------------------------- statements
@frozen
class Let:
    """A name gets a value."""

    name: Name
    value: Expression


@frozen
class Store:
    """An element of an array gets a value."""

    place: Load
    value: Expression


@frozen
class Add:
    """A number is added to a name or an element."""

    place: Name | Load
    value: Expression


@frozen
class If:
    """One of two bodies, by a test: a number that is not 0, or a set of cards that is not empty."""

    test: Expression
    then: Body
    otherwise: Body = ()


@frozen
class Count:
    """A body for each number from `start` on to the one before `end`; `down`: to the one after it."""

    name: Name
    start: Expression
    end: Expression
    body: Body
    down: bool = False


@frozen
class Each:
    """A body for each element of an array from `start` on to the one before `end`."""

    name: Name
    array: Name
    start: Expression
    end: Expression
    body: Body


@frozen
class While:
    """A body as long as a test holds."""

    test: Expression
    body: Body


@frozen
class Return:
    """The function is left with a value."""

    value: Expression


@frozen
class Break:
    """The innermost loop is left."""


@frozen
class Pass:
    """Nothing."""


@frozen
class Do:
    """A call for its effect."""

    call: Call


@frozen
class Try:
    """A name or an element gets what a call gives, or -1 if its effort is used up meanwhile."""

    place: Name | Load
    call: Call


@frozen
class Mark:
    """The place in the rules of the next statements: `1:80` is line 80 of the first file."""

    where: str


@frozen
class Spend:
    """Effort is paid for."""

    amount: Expression


@frozen
class Labels:
    """Bodies that go on from one to another (see `Go`), or leave the function. The one whose number the name `at` holds
    comes first."""

    at: Name
    bodies: tuple[tuple[int, Body], ...]


@frozen
class Go:
    """On to the body of a number in `Labels`. Nothing comes after it in its own body."""

    label: int


@frozen
class EmitRow:
    """A legal move that becomes row `n` of `OUT`, which takes `size` numbers; then `n` is one more. At `most` rows the
    function returns their number, with a fault, in that cell of `S`, if they exceed `limit`. `cells`: the numbers and
    sets of the row, at offsets from its beginning."""

    size: int
    fault: int
    limit: int
    cells: tuple[Store, ...]


@frozen
class Stand:
    """A stop at a label, where a player chooses one of `number` legal moves: the function returns that number."""

    label: int
    number: Expression


Statement: TypeAlias = (
    Let | Store | Add | If | Count | Each | While | Return | Break | Pass | Do | Try | Mark | Spend | Labels | Go
    | EmitRow | Stand
)  # fmt: skip
Body: TypeAlias = tuple[Statement, ...]


# ---------------------------------------------------------------- programs
@frozen
class Table:
    """A constant array."""

    name: Name
    values: tuple[int, ...]


@frozen
class Scratch:
    """A scratch array, all 0 at first. `rows`: the number of arrays of that size, one after the other."""

    name: Name
    size: int
    rows: int | None = None


@frozen
class Function:
    """A function. `result`: None if it gives nothing."""

    name: str
    parameters: tuple[Name, ...]
    body: Body
    result: Type | None = NUMBER


Part: TypeAlias = Table | Scratch | Function


@frozen
class Module:
    """A program. Its parts are in the order in which they are written."""

    parts: tuple[Part, ...]

    def functions(self) -> Iterator[Function]:
        """Yield the functions in their order."""
        return (part for part in self.parts if isinstance(part, Function))

    def arrays(self) -> Iterator[Table | Scratch]:
        """Yield the tables and the places to work in, in their order."""
        return (part for part in self.parts if not isinstance(part, Function))


EXPRESSIONS: tuple[type, ...] = get_args(Expression)
STATEMENTS: tuple[type, ...] = get_args(Statement)
PARTS: tuple[type, ...] = get_args(Part)
"""All classes of nodes."""


# ---------------------------------------------------------------- functions of the language
@frozen
class Signature:
    """The types of a function's parameters, and of its result, if any."""

    takes: tuple[Type, ...]
    gives: Type | None = NUMBER


BUILTINS: Mapping[str, Signature] = MappingProxyType({
    "BIT": Signature((NUMBER,), SET),
    "LOW": Signature((SET,)),
    "HIGH": Signature((SET,)),
    "POP": Signature((SET,)),
    "LOWEST": Signature((SET,), SET),
    "REST": Signature((SET,), SET),
    "LESS": Signature((SET, SET), SET),
    "UP": Signature((SET, NUMBER), SET),
    "DOWN": Signature((SET, NUMBER), SET),
    "HASH": Signature((SET, NUMBER)),
    "HELD": Signature((NUMBERS, NUMBER, NUMBER), SET),
    "KEY": Signature((NUMBER, NUMBER)),
    "NTH": Signature((SET, NUMBER)),
    "below": Signature((NUMBERS, NUMBER, NUMBER)),
    "NUMBER": Signature((NUMBERS, NUMBER)),
    "FORGET": Signature((), None),
    "PART": Signature((NUMBERS, NUMBER, NUMBER), NUMBERS),
    "COPY": Signature((NUMBERS, NUMBER, NUMBERS, NUMBER, NUMBER), None),
    "LIKE": Signature((NUMBERS, NUMBERS, NUMBER), None),
    "BASE": Signature((NUMBERS, NUMBERS, NUMBER), None),
    "RENEW": Signature((), None),
    "host": Signature((NUMBER,), None),
})  # fmt: skip
"""The functions of the language, which `croupier.lowering.kernel` describes, and `host`, which answers questions."""
