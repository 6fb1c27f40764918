"""Print nodes as kernel text, without needless parentheses. The printer of Python uses the same tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Never, TypeAlias, cast

from croupier.kernel import nodes as k
from croupier.kernel.labels import PC, searched

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


Expressed: TypeAlias = "Callable[[k.Expression, int, Writer], str]"
"""Writes an expression, in brackets if it binds less closely than the level."""
Written: TypeAlias = "Callable[[k.Statement, str, list[str], Writer], None]"
"""Appends the lines of a statement, after a margin."""


@dataclass(frozen=True, slots=True)
class Writer:
    """The functions that write each class of nodes."""

    expressions: Mapping[type, Expressed]
    statements: Mapping[type, Written]


def text(module: k.Module) -> str:
    """Return a program as kernel text."""
    return "\n".join(lines for part in module.parts for lines in _part(part)) + "\n"


def expression(node: k.Expression) -> str:
    """Return an expression as kernel text."""
    return EXPRESSIONS[type(node)](node, TEST, KERNEL)


def statement(node: k.Statement) -> str:
    """Return a statement as kernel text, with the statements in it."""
    out: list[str] = []
    STATEMENTS[type(node)](node, "", out, KERNEL)
    return "\n".join(out)


def _part(part: k.Part) -> Sequence[str]:
    match part:
        case k.Table(name, values):
            return [f"{name.name} = {list(values)}"]
        case k.Scratch(name, size, None):
            return [f"{name.name} = [0] * {size}"]
        case k.Scratch(name, size, rows):
            return [f"{name.name} = [[0] * {size}] * {rows}"]
        case k.Function():
            return function(part, KERNEL)


def function(node: k.Function, writer: Writer) -> list[str]:
    """Return the lines of a function."""
    out = [f"def {node.name}({', '.join([each.name for each in node.parameters])}):"]
    body(node.body, "    ", out, writer)
    return out


def body(nodes: k.Body, margin: str, out: list[str], writer: Writer) -> None:
    """Append the lines of a body; `pass` if it is empty."""
    before = len(out)
    table = writer.statements
    for node in nodes:
        table[type(node)](node, margin, out, writer)
    if all(line.lstrip().startswith(('"', "#")) for line in out[before:]):
        out.append(f"{margin}pass")


# ---------------------------------------------------------------- expressions
def _const(node: k.Const, level: int, writer: Writer) -> str:
    return str(node.value) if node.value >= 0 or level <= FACTOR else f"({node.value})"


def _name(node: k.Name, level: int, writer: Writer) -> str:
    return node.name


def _load(node: k.Load, level: int, writer: Writer) -> str:
    index = writer.expressions[type(node.index)](node.index, TEST, writer)
    array = writer.expressions[type(node.array)](node.array, ATOM, writer)
    if node.type is k.SET and node.array.type is not k.SETS:
        if array not in WIDE:
            raise Unshown(f"a set of cards in {array}, an array of numbers")
        array = WIDE[array]
    return f"{array}[{index}]"


def unary(node: k.Unary, level: int, writer: Writer) -> str:
    own, sign = (NOT, "not ") if node.op == "not" else (FACTOR, node.op)
    made = sign + writer.expressions[type(node.operand)](node.operand, own, writer)
    return f"({made})" if level > own else made


def binary(node: k.Binary, level: int, writer: Writer) -> str:
    own, table = LEVELS[node.op], writer.expressions
    left, right = node.left, node.right
    made = f"{table[type(left)](left, own, writer)} {node.op} {table[type(right)](right, own + 1, writer)}"
    return f"({made})" if level > own else made


def _compare(node: k.Compare, level: int, writer: Writer) -> str:
    table, left, right = writer.expressions, node.left, node.right
    made = f"{table[type(left)](left, BOR, writer)} {node.op} {table[type(right)](right, BOR, writer)}"
    return f"({made})" if level > CMP else made


def _logic(node: k.Logic, level: int, writer: Writer) -> str:
    own, table = LEVELS[node.op], writer.expressions
    parts = [  # each part in brackets if it binds less closely than the one before must, as `ast.unparse` has it
        table[type(part)](part, min(at, ATOM), writer) for at, part in enumerate(node.parts, own + 1)
    ]
    made = f" {node.op} ".join(parts)
    return f"({made})" if level > own else made


def _select(node: k.Select, level: int, writer: Writer) -> str:
    table = writer.expressions
    yes, test = table[type(node.yes)](node.yes, OR, writer), table[type(node.test)](node.test, OR, writer)
    made = f"{yes} if {test} else {table[type(node.no)](node.no, TEST, writer)}"
    return f"({made})" if level > TEST else made


def call(node: k.Call, level: int, writer: Writer) -> str:
    table = writer.expressions
    return f"{node.function}({', '.join([table[type(each)](each, TEST, writer) for each in node.arguments])})"


# ---------------------------------------------------------------- statements
def _plain(node: k.Expression, writer: Writer) -> str:
    return writer.expressions[type(node)](node, TEST, writer)


def _let(node: k.Let, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{node.name.name} = {_plain(node.value, writer)}")


def _store(node: k.Store, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{_plain(node.place, writer)} = {_plain(node.value, writer)}")


def _add(node: k.Add, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{_plain(node.place, writer)} += {_plain(node.value, writer)}")


def _if(node: k.If, margin: str, out: list[str], writer: Writer) -> None:
    deeper = margin + "    "
    out.append(f"{margin}if {_plain(node.test, writer)}:")
    body(node.then, deeper, out, writer)
    others = node.otherwise
    while len(others) == 1 and isinstance(other := others[0], k.If):
        out.append(f"{margin}elif {_plain(other.test, writer)}:")
        body(other.then, deeper, out, writer)
        others = other.otherwise
    if others:
        out.append(f"{margin}else:")
        body(others, deeper, out, writer)


def _count(node: k.Count, margin: str, out: list[str], writer: Writer) -> None:
    turns = f"{_plain(node.start, writer)}, {_plain(node.end, writer)}{', -1' if node.down else ''}"
    out.append(f"{margin}for {node.name.name} in range({turns}):")
    body(node.body, margin + "    ", out, writer)


def _each(node: k.Each, margin: str, out: list[str], writer: Writer) -> None:
    turns = f"{_plain(node.start, writer)}:{_plain(node.end, writer)}"
    out.append(f"{margin}for {node.name.name} in {node.array.name}[{turns}]:")
    body(node.body, margin + "    ", out, writer)


def _while(node: k.While, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}while {_plain(node.test, writer)}:")
    body(node.body, margin + "    ", out, writer)


def _return(node: k.Return, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}return {_plain(node.value, writer)}")


def _break(node: k.Break, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}break")


def _pass(node: k.Pass, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}pass")


def _do(node: k.Do, margin: str, out: list[str], writer: Writer) -> None:
    out.append(margin + _plain(node.call, writer))


def _try(node: k.Try, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}{_plain(node.place, writer)} = TRY({_plain(node.call, writer)})")


def _mark(node: k.Mark, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f'{margin}"{node.where}"')


def _spend(node: k.Spend, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}SPEND({_plain(node.amount, writer)})")


def _labels(node: k.Labels, margin: str, out: list[str], writer: Writer) -> None:
    """Append labels as a search by number, because the text has none."""
    _while(searched(node), margin, out, writer)


def _go(node: k.Go, margin: str, out: list[str], writer: Writer) -> None:
    _let(k.Let(PC, k.Const(node.label)), margin, out, writer)


def _row(node: k.EmitRow, margin: str, out: list[str], writer: Writer) -> None:
    cells = [_plain(part, writer) for each in node.cells for part in (each.place, each.value)]
    out.append(f"{margin}ROW({', '.join(map(str, (node.size, node.fault, node.limit, *cells)))})")


def _stand(node: k.Stand, margin: str, out: list[str], writer: Writer) -> None:
    out.append(f"{margin}STAND({node.label}, {_plain(node.number, writer)})")


_EXPRESSIONS: Mapping[type, Callable[[Never, int, Writer], str]] = {
    k.Const: _const, k.Name: _name, k.Load: _load, k.Unary: unary, k.Binary: binary, k.Compare: _compare,
    k.Logic: _logic, k.Select: _select, k.Call: call,
}  # fmt: skip
_STATEMENTS: Mapping[type, Callable[[Never, str, list[str], Writer], None]] = {
    k.Let: _let, k.Store: _store, k.Add: _add, k.If: _if, k.Count: _count, k.Each: _each, k.While: _while,
    k.Return: _return, k.Break: _break, k.Pass: _pass, k.Do: _do, k.Try: _try, k.Mark: _mark, k.Spend: _spend,
    k.Labels: _labels, k.Go: _go, k.EmitRow: _row, k.Stand: _stand,
}  # fmt: skip
EXPRESSIONS = cast("Mapping[type, Expressed]", _EXPRESSIONS)
STATEMENTS = cast("Mapping[type, Written]", _STATEMENTS)
KERNEL = Writer(EXPRESSIONS, STATEMENTS)
