"""Print nodes as kernel text, without needless parentheses. The printer of Python uses the same tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Never, TypeAlias, cast

from croupier.kernel.labels import PC, searched
from croupier.kernel.nodes import (
    SET,
    SETS,
    Add,
    Binary,
    Body,
    Break,
    Call,
    Compare,
    Const,
    Count,
    Do,
    Each,
    EmitRow,
    Expression,
    Function,
    Go,
    If,
    Labels,
    Let,
    Load,
    Logic,
    Mark,
    Module,
    Name,
    Part,
    Pass,
    Return,
    Scratch,
    Select,
    Spend,
    Stand,
    Statement,
    Store,
    Table,
    Try,
    Unary,
    While,
)  # fmt: skip

TEST, OR, AND, NOT, CMP, BOR, BXOR, BAND, SHIFT, ARITH, TERM, FACTOR, POWER, AWAIT, ATOM = range(15)
"""The binding strength of operators, as in Python."""
LEVELS: Mapping[str, int] = {
    "|": BOR, "^": BXOR, "&": BAND, "<<": SHIFT, ">>": SHIFT, "+": ARITH, "-": ARITH, "*": TERM, "//": TERM, "%": TERM,
    "and": AND, "or": OR,
}  # fmt: skip
WIDE = {"S": "Z", "OUT": "ZO"}
"""Arrays of numbers, and what they are called where sets of cards are read from them."""


class Unshown(Exception):
    """The text has no words for a node."""


Expressed: TypeAlias = "Callable[[Expression, int, Writer], str]"
"""Writes an expression, in brackets if it binds less closely than the level."""
Written: TypeAlias = "Callable[[Statement, str, list[str], Writer], None]"
"""Appends the lines of a statement, after a margin."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The functions that write each class of nodes."""

    expressions: Mapping[type, Expressed]
    statements: Mapping[type, Written]


def text(module: Module) -> str:
    """Return a program as kernel text."""
    return "\n".join(lines for part in module.parts for lines in _part(part)) + "\n"


def expression(node: Expression) -> str:
    """Return an expression as kernel text."""
    return EXPRESSIONS[type(node)](node, TEST, KERNEL)


def statement(node: Statement) -> str:
    """Return a statement as kernel text, with the statements in it."""
    out: list[str] = []
    STATEMENTS[type(node)](node, "", out, KERNEL)
    return "\n".join(out)


def _part(part: Part) -> Sequence[str]:
    match part:
        case Table(name, values):
            return [f"{name.name} = {list(values)}"]
        case Scratch(name, size, None):
            return [f"{name.name} = [0] * {size}"]
        case Scratch(name, size, rows):
            return [f"{name.name} = [[0] * {size}] * {rows}"]
        case Function():
            return function(part, KERNEL)


def function(node: Function, writer: Writer) -> list[str]:
    """Return the lines of a function."""
    out = [f"def {node.name}({', '.join([each.name for each in node.parameters])}):"]
    body(node.body, "    ", out, writer)
    return out


def body(nodes: Body, margin: str, out: list[str], writer: Writer) -> None:
    """Append the lines of a body; `pass` if it is empty."""
    before = len(out)
    table = writer.statements
    for node in nodes:
        table[type(node)](node, margin, out, writer)
    if all(line.lstrip().startswith(('"', "#")) for line in out[before:]):
        out.append(f"{margin}pass")


# ---------------------------------------------------------------- expressions
def _const(node: Const, level: int, writer: Writer) -> str:
    return str(node.value) if node.value >= 0 or level <= FACTOR else f"({node.value})"


def _name(node: Name, level: int, writer: Writer) -> str:
    return node.name


def _load(node: Load, level: int, writer: Writer) -> str:
    index = writer.expressions[type(node.index)](node.index, TEST, writer)
    array = writer.expressions[type(node.array)](node.array, ATOM, writer)
    if node.type is SET and node.array.type is not SETS:
        if array not in WIDE:
            raise Unshown(f"a set of cards in {array}, an array of numbers")
        array = WIDE[array]
    return f"{array}[{index}]"


def unary(node: Unary, level: int, writer: Writer) -> str:
    own, sign = (NOT, "not ") if node.op == "not" else (FACTOR, node.op)
    made = sign + writer.expressions[type(node.operand)](node.operand, own, writer)
    return f"({made})" if level > own else made


def binary(node: Binary, level: int, writer: Writer) -> str:
    own, table = LEVELS[node.op], writer.expressions
    left, right = node.left, node.right
    made = f"{table[type(left)](left, own, writer)} {node.op} {table[type(right)](right, own + 1, writer)}"
    return f"({made})" if level > own else made


def _compare(node: Compare, level: int, writer: Writer) -> str:
    table, left, right = writer.expressions, node.left, node.right
    made = f"{table[type(left)](left, BOR, writer)} {node.op} {table[type(right)](right, BOR, writer)}"
    return f"({made})" if level > CMP else made


def _logic(node: Logic, level: int, writer: Writer) -> str:
    own, table = LEVELS[node.op], writer.expressions
    parts = [  # each part in brackets if it binds less closely than the one before must, as `ast.unparse` has it
        table[type(part)](part, min(at, ATOM), writer) for at, part in enumerate(node.parts, own + 1)
    ]
    made = f" {node.op} ".join(parts)
    return f"({made})" if level > own else made


def _select(node: Select, level: int, writer: Writer) -> str:
    table = writer.expressions
    yes, test = table[type(node.yes)](node.yes, OR, writer), table[type(node.test)](node.test, OR, writer)
    made = f"{yes} if {test} else {table[type(node.no)](node.no, TEST, writer)}"
    return f"({made})" if level > TEST else made


def call(node: Call, level: int, writer: Writer) -> str:
    table = writer.expressions
    return f"{node.function}({', '.join([table[type(each)](each, TEST, writer) for each in node.arguments])})"


# ---------------------------------------------------------------- statements
def _plain(node: Expression, writer: Writer) -> str:
    return writer.expressions[type(node)](node, TEST, writer)


def _let(node: Let, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{node.name.name} = {_plain(node.value, writer)}")


def _store(node: Store, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{_plain(node.place, writer)} = {_plain(node.value, writer)}")


def _add(node: Add, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{_plain(node.place, writer)} += {_plain(node.value, writer)}")


def _if(node: If, margin: str, out: list[str], writer: Writer) -> None:
    deeper = margin + "    "
    out.append(f"{margin}if {_plain(node.test, writer)}:")
    body(node.then, deeper, out, writer)
    others = node.otherwise
    while len(others) == 1 and isinstance(other := others[0], If):
        out.append(f"{margin}elif {_plain(other.test, writer)}:")
        body(other.then, deeper, out, writer)
        others = other.otherwise
    if others:
        out.append(f"{margin}else:")
        body(others, deeper, out, writer)


def _count(node: Count, margin: str, out: list[str], writer: Writer) -> None:
    turns = f"{_plain(node.start, writer)}, {_plain(node.end, writer)}{', -1' if node.down else ''}"
    out.append(f"{margin}for {node.name.name} in range({turns}):")
    body(node.body, margin + "    ", out, writer)


def _each(node: Each, margin: str, out: list[str], writer: Writer) -> None:
    turns = f"{_plain(node.start, writer)}:{_plain(node.end, writer)}"
    out.append(f"{margin}for {node.name.name} in {node.array.name}[{turns}]:")
    body(node.body, margin + "    ", out, writer)


def _while(node: While, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}while {_plain(node.test, writer)}:")
    body(node.body, margin + "    ", out, writer)


def _return(node: Return, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}return {_plain(node.value, writer)}")


def _break(node: Break, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}break")


def _pass(node: Pass, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}pass")


def _do(node: Do, margin: str, out: list[str], writer: Writer) -> None:
    out.append(margin + _plain(node.call, writer))


def _try(node: Try, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{_plain(node.place, writer)} = TRY({_plain(node.call, writer)})")


def _mark(node: Mark, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f'{margin}"{node.where}"')


def _spend(node: Spend, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}SPEND({_plain(node.amount, writer)})")


def _labels(node: Labels, margin: str, out: list[str], writer: Writer) -> None:
    """Append labels as a search by number, because the text has none."""
    _while(searched(node), margin, out, writer)


def _go(node: Go, margin: str, out: list[str], writer: Writer) -> None:
    _let(Let(PC, Const(node.label)), margin, out, writer)


def _row(node: EmitRow, margin: str, out: list[str], writer: Writer) -> None:
    cells = [_plain(part, writer) for each in node.cells for part in (each.place, each.value)]
    out.append(f"{margin}ROW({', '.join(map(str, (node.size, node.fault, node.limit, *cells)))})")


def _stand(node: Stand, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}STAND({node.label}, {_plain(node.number, writer)})")


_EXPRESSIONS: Mapping[type, Callable[[Never, int, Writer], str]] = {
    Const: _const, Name: _name, Load: _load, Unary: unary, Binary: binary, Compare: _compare, Logic: _logic,
    Select: _select, Call: call,
}  # fmt: skip
_STATEMENTS: Mapping[type, Callable[[Never, str, list[str], Writer], None]] = {
    Let: _let, Store: _store, Add: _add, If: _if, Count: _count, Each: _each, While: _while, Return: _return,
    Break: _break, Pass: _pass, Do: _do, Try: _try, Mark: _mark, Spend: _spend, Labels: _labels, Go: _go,
    EmitRow: _row, Stand: _stand,
}  # fmt: skip
EXPRESSIONS = cast("Mapping[type, Expressed]", _EXPRESSIONS)
STATEMENTS = cast("Mapping[type, Written]", _STATEMENTS)
KERNEL = Writer(EXPRESSIONS, STATEMENTS)
