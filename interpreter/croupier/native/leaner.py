"""Kernel text that says the same with less work: what a compiler of C finds by itself, and Python does not.

What is the same at each turn of a loop is worked out before it, in functions that write to no cell of a position but
known ones before it. Loops over places of a position that nobody writes to meanwhile go over a slice, those of a few
turns over their numbers as they are. Nothing is worked out earlier that may not be there to work out: what reads a
place whose number is not known, or a name that need not have a value yet, stays where it is.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from math import inf

FEW = 32
"""Loops of so many turns, known beforehand, go over a tuple."""
_PLAIN = ("BIT", "POP", "LOW", "HIGH", "LOWEST", "REST", "LESS", "UP", "DOWN", "HELD", "range", "SPEND")
"""Functions that write nowhere."""
_SURE = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Add, ast.Sub)
"""What cannot fail, whatever the numbers are."""
_LISTS = ["S", "OUT", "n", "me", "most"]
"""The arguments of functions that list moves: `me` is a seat there, never nothing."""


def leaner(tree: ast.Module) -> ast.Module:
    """The text, which has its payments already."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    written = _writers(functions)
    for node in functions.values():
        _Function(node, written).make_lean()
    return tree


def _writers(functions: dict[str, ast.FunctionDef]) -> Callable[[ast.AST], float]:
    """Up to which cell a piece of text may write to a position, itself or by whom it calls; -1: to none. Positions are
    what is handed on, but for rows of moves."""
    calls = [node for function in functions.values() for node in ast.walk(function) if isinstance(node, ast.Call)]
    positions = {"S", "Z"} | {each.id for call in calls for each in call.args if isinstance(each, ast.Name)} - {"OUT"}
    known: dict[str, float] = dict.fromkeys(_PLAIN, -1)

    def last(node: ast.AST) -> float:
        found: float = -1
        for each in ast.walk(node):
            match each:
                case ast.Subscript(value=ast.Name("S" | "Z"), slice=ast.Constant(value=int(at)), ctx=ast.Store()):
                    found = max(found, at)
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store()) if name in positions:
                    return inf
                case ast.Call(func=ast.Name(id=name)):
                    if name not in known:
                        known[name] = inf  # of one that calls itself too
                        known[name] = last(functions[name]) if name in functions else inf
                    found = max(found, known[name])
        return found

    return last


class _Function:
    def __init__(self, node: ast.FunctionDef, written: Callable[[ast.AST], float]) -> None:
        self.node = node
        self.written = written
        self.last = written(node)
        self.given = [argument.arg for argument in node.args.args]
        self.number = 0
        stored = [each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
        self.once = {name for name, times in Counter(stored).items() if times == 1} - set(self.given)

    def make_lean(self) -> None:
        if self.last < inf:
            self._hoist(self.node.body, set(self.given))
        named = Counter(each.id for each in ast.walk(self.node) if isinstance(each, ast.Name))
        for each in ast.walk(self.node):
            if isinstance(each, ast.For):
                self._go_over(each, named)

    # ------------------------------------------------------------ what is the same at each turn
    def _hoist(self, body: list[ast.stmt], known: set[str]) -> None:
        """`known`: the names that have a value wherever the statements are come to."""
        at = 0
        while at < len(body):
            match node := body[at]:
                case ast.For() | ast.While():
                    same = _Same(self, known - _stored([node]))
                    node.body = [left for statement in node.body if (left := same.visit(statement)) is not None]
                    node.body = node.body or [ast.Pass()]
                    body[at:at] = same.before
                    at += len(same.before)
                    known |= _stored(same.before)
                    inside = _stored([node.target]) if isinstance(node, ast.For) else set()
                    self._hoist(node.body, known | inside)
                case ast.If():
                    self._hoist(node.body, set(known))
                    self._hoist(node.orelse, set(known))
                case ast.Assign():
                    known |= _stored([node])
            at += 1

    def name(self) -> str:
        self.number += 1
        return f"same{self.number}"

    def is_there(self, index: ast.expr) -> bool:
        """Is it sure that the position has that cell, and that nobody writes to it?"""
        match index:
            case ast.Constant(value=int(at)):
                return at > self.last
            case ast.BinOp(left=ast.Constant(value=int(at)), op=ast.Add(), right=ast.Name(id="me")):
                return at > self.last and self.given == _LISTS
        return False

    # ------------------------------------------------------------ loops
    def _go_over(self, loop: ast.For, named: Counter[str]) -> None:
        """`named`: how often each name stands in the function."""
        if not isinstance(loop.iter, ast.Call) or len(loop.iter.args) != 2:
            return
        match loop.iter.args:
            case [ast.Constant(value=int(low)), ast.Constant(value=int(end))] if end - low <= FEW:
                loop.iter = ast.Tuple([ast.Constant(i) for i in range(low, end)], ast.Load())
                return
        pays = [node for node in loop.body[:1] if isinstance(node, ast.Expr)]
        match loop.body[len(pays) :]:
            case [ast.Assign(targets=[ast.Name() as card], value=ast.Subscript(ast.Name("S"), ast.Name(at))), *rest]:
                alone = isinstance(loop.target, ast.Name) and at == loop.target.id and named[at] == 2
                if rest and alone and max(map(self.written, [*pays, *rest])) < 0:
                    loop.iter = ast.Subscript(ast.Name("S", ast.Load()), ast.Slice(*loop.iter.args), ast.Load())
                    loop.target, loop.body = card, [*pays, *rest]


class _Same(ast.NodeTransformer):
    """Puts names for what is the same at each turn of a loop. `before`: what gives them their values."""

    def __init__(self, function: _Function, steady: set[str]) -> None:
        self.function = function
        self.steady = steady
        self.found: dict[str, str] = {}
        self.before: list[ast.stmt] = []

    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:  # the name that the visitor calls
        """What is named once in the function, for a value that is the same at each turn, is named before the loop."""
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in self.function.once:
                if self._same(value):
                    self.before.append(node)
                    self.steady.add(name)
                    return None
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, ast.expr) or not self._costs(node) or not self._same(node):
            found = super().generic_visit(node)
            if isinstance(node, ast.If | ast.For | ast.While):
                node.body = node.body or [ast.Pass()]
            return found
        text = ast.unparse(node)
        if text not in self.found:
            self.found[text] = self.function.name()
            self.steady.add(self.found[text])
            self.before.append(ast.Assign([ast.Name(self.found[text], ast.Store())], node, lineno=0))
        return ast.Name(self.found[text], ast.Load())

    def _costs(self, node: ast.expr) -> bool:
        """Is it worth a name?"""
        match node:
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor()) | ast.UnaryOp(op=ast.Invert()):
                return any(isinstance(each, ast.Name) for each in ast.walk(node))
            case ast.Subscript(slice=ast.BinOp(), ctx=ast.Load()):
                return True
        return False

    def _same(self, node: ast.expr) -> bool:
        """Is it the same at each turn, and can it be worked out whatever comes of the loop?"""
        match node:
            case ast.Constant():
                return True
            case ast.Name(id=name):
                return name in self.steady
            case ast.Subscript(value=ast.Name(id="S" | "Z"), slice=index):
                return self.function.is_there(index)
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _SURE):
                return self._same(left) and self._same(right)
            case ast.UnaryOp(op=ast.Invert() | ast.USub(), operand=operand):
                return self._same(operand)
        return False


def _stored(nodes: Iterable[ast.AST]) -> set[str]:
    """The names that get a value there."""
    names = (each for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name))
    return {name.id for name in names if isinstance(name.ctx, ast.Store)}
