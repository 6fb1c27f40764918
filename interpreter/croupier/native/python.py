"""Kernel text to Python: the same text, with the few functions that Python has in other words."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from types import CodeType

from croupier.base import chance
from croupier.base.faults import RulesFault
from croupier.base.values import Value
from croupier.native.effort import CHANGE, CHANGES, metered
from croupier.native.leaner import leaner
from croupier.native.sets import is_set

RUNTIME = """
M64 = (1 << 64) - 1
def below(A, at, n):
    key = A[at]
    while True:
        A[at + 1] = drawn = A[at + 1] + 1
        z = (key + drawn * GAMMA) & M64
        z = ((z ^ (z >> 30)) * FIRST) & M64
        z = ((z ^ (z >> 27)) * SECOND) & M64
        product = ((z ^ (z >> 31)) >> 32) * n
        low = product & 0xFFFFFFFF
        if low >= n or low >= (1 << 32) % n:
            return product >> 32
def KEY(number, game):
    return _word(_word(number & M64, 0), game)
left_, changes_ = CHANGE, 0
def _tired():
    global left_, changes_
    changes_ += 1 + -left_ // CHANGE
    left_ = CHANGE
    if changes_ > CHANGES:
        raise Refused("more than can be worked out for one decision")
def _held(cards):
    return sum(map(BITS.__getitem__, cards))
_met = {}
def NUMBER(A, n):
    return _met.setdefault(tuple(A[:n]), len(_met))
def FORGET():
    _met.clear()
def _word(key, index):
    z = (key + (index + 1) * GAMMA) & M64
    z = ((z ^ (z >> 30)) * FIRST) & M64
    z = ((z ^ (z >> 27)) * SECOND) & M64
    return z ^ (z >> 31)
"""
"""`below(A, at, n)` draws from the stream whose key is `A[at]`, after which the words drawn are counted. `KEY(n, g)`:
the key of game `g` of seed `n`. `NUMBER` and `FORGET`: as the kernel has it."""

_WORDS = {
    "POP": "({0}).bit_count()",
    "LOW": "({0} ^ {0} - 1).bit_length() - 1",
    "HIGH": "({0}).bit_length() - 1",
    "BIT": "BITS[{0}]",
    "LOWEST": "{0} & -{0}",
    "REST": "{0} & {0} - 1",
    "LESS": "{0} ^ {1}",
    "UP": "{0} << {1}",
    "DOWN": "{0} >> {1}",
    "HASH": "{0} % {1}",
    "PART": "{0}[{1}]",
    "HELD": "_held({0}[{1}:{1} + {2}])",
}
"""Python's numbers are slow where they are wider than 30 bits, slower where they are negative: so sets of one card,
`BITS`, and of all others, `OTHERS`, are looked up, and no set is turned into a negative number that need not be."""


_REST = ast.Name("rest_", ast.Load())
"""No name of kernel text is like it."""
_MARK = re.compile(r"""^( *)(?:["']|\"{3})([0-9]+:[0-9]+)(?:["']|\"{3})$""", re.MULTILINE)


def _runtime() -> str:
    """The runtime with the numbers of chance written out: a look-up would cost a tenth of every draw."""
    text = RUNTIME
    for name, value in (("GAMMA", chance.GAMMA), ("FIRST", chance.FIRST), ("SECOND", chance.SECOND)):
        text = text.replace(name, hex(value))
    return text


def _span(low: str, many: str) -> str:
    return f":{many}" if low == "0" else f"({low}):({low}) + ({many})"


def _taken_out(body: list[ast.stmt]) -> list[ast.stmt]:
    """Where the lowest card is looked for and then taken out of a set, what is left is worked out once, first."""
    found: list[ast.stmt] = []
    for node in body:
        match node:
            case ast.Assign([ast.Name(cards)], ast.Call(ast.Name("REST"), [ast.Name(of)])) if cards == of and found:
                before, low = found[-1], _Lowest(cards)
                if isinstance(before, ast.Assign) and cards not in map(ast.unparse, before.targets):
                    found[-1] = low.visit(before)
                if low.there:
                    rest = ast.Assign([ast.Name(_REST.id, ast.Store())], node.value, lineno=0)
                    found[-1:] = [rest, found[-1]]
                    node.value = _REST
        found.append(node)
    return found


class _Lowest(ast.NodeTransformer):
    """Puts for the lowest card of a set what it is where the others are known. `there`: has it been asked for?"""

    def __init__(self, cards: str) -> None:
        self.asked = ast.dump(ast.Name(cards, ast.Load()))
        self.there = False

    def visit_Call(self, node: ast.Call) -> ast.expr:  # the name that the visitor calls
        self.generic_visit(node)
        match node:
            case ast.Call(ast.Name("LOW"), [cards]) if ast.dump(cards) == self.asked:
                self.there = True
                return ast.Call(ast.Name("HIGH", ast.Load()), [ast.BinOp(cards, ast.BitXor(), _REST)], [])
        return node


class _InPython(ast.NodeTransformer):
    def __init__(self, words: int, marks: bool) -> None:
        self.all = (1 << 64 * words) - 1
        self.marks = marks
        self.pays = self.renews = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:  # the name that the visitor calls
        self.pays = self.renews = False
        for each in ast.walk(node):
            if isinstance(each, ast.FunctionDef | ast.For | ast.While | ast.If):
                each.body = _taken_out(each.body)
            if isinstance(each, ast.If):
                each.orelse = _taken_out(each.orelse)
        self.generic_visit(node)
        names = [name for name, used in (("left_", self.pays), ("changes_", self.renews)) if used]
        node.body[:0] = [ast.Global(names)] if names else []
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:  # the name that the visitor calls
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _WORDS:
            return node
        return ast.parse(_WORDS[name].format(*(f"({ast.unparse(each)})" for each in node.args)), mode="eval").body

    def visit_Name(self, node: ast.Name) -> ast.Name:  # as above
        return ast.Name({"Z": "S", "ZO": "OUT"}.get(node.id, node.id), node.ctx)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:  # as above
        match node:
            case ast.BinOp(op=ast.BitAnd(), right=ast.UnaryOp(ast.Invert(), of)) if is_set(node.left):
                match of:
                    case ast.Call(func=ast.Name("BIT"), args=[ast.expr() as card]):
                        node.right = ast.Subscript(ast.Name("OTHERS", ast.Load()), card, ast.Load())
                    case ast.Constant(value=int(cards)) if cards >> 30:
                        node.right = ast.Constant(self.all ^ cards)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:  # as above
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Name(id="TRY"), args=[call]):
                name = ast.unparse(node.targets[0])
                return ast.parse(f"try: {name} = {ast.unparse(call)}\nexcept Refused: {name} = -1").body[0]
            case ast.BinOp(left=ast.List(elts=[ast.BinOp() as row]), right=many):
                node.value = ast.parse(f"[{ast.unparse(row)} for _ in range({ast.unparse(many)})]", mode="eval").body
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.stmt | list[ast.stmt] | None:  # as above
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Name(id="SPEND"), args=[amount]):
                self.pays = True
                return ast.parse(f"left_ -= {ast.unparse(amount)}\nif left_ < 0: _tired()").body
            case ast.Call(func=ast.Name(id="LIKE"), args=[one, other, _]):
                return ast.parse(f"{ast.unparse(one)}[:] = {ast.unparse(other)}").body[0]
            case ast.Call(func=ast.Name(id="BASE"), args=[one, other, _]):
                return ast.parse(f"{ast.unparse(one)} = {ast.unparse(other)}").body[0]
            case ast.Call(func=ast.Name(id="COPY"), args=[*arguments]):
                to, i, of, j, n = map(ast.unparse, arguments)
                return ast.parse(f"{to}[{_span(i, n)}] = {of}[{_span(j, n)}]").body[0]
            case ast.Call(func=ast.Name(id="RENEW")):
                self.renews = True
                return ast.parse("changes_ = 0").body
        return None if isinstance(node.value, ast.Constant) and not self.marks else node


@lru_cache(maxsize=16)
def python(text: str, words: int, *, marks: bool = False) -> str:
    """The text in Python, ready to run. `words`: of how many words of 64 bits a set of cards is at most; `marks`: with
    comments that say where in the rules it comes from."""
    written = ast.unparse(_InPython(words, marks).visit(leaner(metered(ast.parse(text), 64 * words))))
    if marks:
        written = _MARK.sub(r"\1# \2", written)
    head = f"CHANGE, CHANGES = {CHANGE}, {CHANGES['python']}\nBITS = [1 << card for card in range({64 * words})]\n"
    head += f"OTHERS = [{(1 << 64 * words) - 1} ^ card for card in BITS]\n"
    return head + _runtime() + written + "\n"


@lru_cache(maxsize=16)
def _code(source: str) -> CodeType:
    """Tables of which only options differ have the same text."""
    return compile(source, "<rules>", "exec")


def functions(source: str, host: Callable[[Mapping[str, Value], int], None] | None = None) -> dict[str, Value]:
    """What the Python text defines, by name; `host` answers what it asks of others, given all that."""
    space: dict[str, Value] = {"Refused": RulesFault}
    if host is not None:
        space["host"] = partial(host, space)
    exec(_code(source), space)  # text of the kernel, which holds no text of rules
    return space
