"""What keeps a stranger's rules from taking for ever: kernel text that pays for what it does.

A piece of text that can take no more than `PIECE` steps, however it goes, is paid for by whoever comes to it; longer
functions, and those that call themselves, pay at their beginning, and longer loops at each turn, for all that is in
them and does not pay itself. `SPEND(n)` pays. Whoever is called from without begins with a full purse, which `RENEW()`
fills anew; where it is empty the call is left, and the rules are at fault. `x = TRY(f(…))` goes on with -1 then.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

CHANGE = 1 << 21
"""So much is paid until it is looked who waits: a person may have had enough."""
CHANGES = {"python": 4, "c": 40}
"""So many times may be looked in one decision: some seconds' worth."""
PIECE = 500
STEPS = 16
"""So many steps have one price."""
SHORT = 64
"""A loop of more turns than this, where that shows only when play comes to it, pays for them then."""


def metered(tree: ast.Module, most: int) -> ast.Module:
    """The text of the kernel with its payments. `most`: how many cards there may be in a set."""
    costs = _Costs({node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}, most)
    for name in costs.functions:
        costs.of(name)
    return tree


class _Costs:
    """`known`: what each function costs who calls it."""

    def __init__(self, functions: dict[str, ast.FunctionDef], most: int) -> None:
        self.functions = functions
        self.most = most
        self.known: dict[str, int] = {}
        self.under_way: set[str] = set()
        self.recursive: set[str] = set()

    def of(self, name: str) -> int:
        """What a call costs, at most; a function that costs too much pays itself."""
        if name not in self.functions:
            return 1
        if name in self.under_way:
            self.recursive.add(name)
            return 1
        if name not in self.known:
            function = self.functions[name]
            self.under_way.add(name)
            cost, body = self._listed(function.body)
            self.under_way.remove(name)
            pays = cost > PIECE or name in self.recursive
            function.body = [_spend(_price(cost)), *body] if pays else body
            self.known[name] = 1 if pays else cost
        return self.known[name]

    def _listed(self, body: Sequence[ast.stmt]) -> tuple[int, list[ast.stmt]]:
        """What statements cost that does not pay itself, and the statements."""
        cost, inside = 0, []
        for statement in body:
            more, made = self._one(statement)
            cost += more
            inside += made
        return cost, inside

    def _one(self, statement: ast.stmt) -> tuple[int, list[ast.stmt]]:
        match statement:
            case ast.For() | ast.While():
                return self._loop(statement)
            case ast.If(test=test):
                yes, statement.body = self._listed(statement.body)
                no, statement.orelse = self._listed(statement.orelse)
                return 1 + self._calls(test) + max(yes, no), [statement]
        return 1 + self._calls(statement), [statement]

    def _calls(self, node: ast.AST) -> int:
        called = (
            each.func.id for each in ast.walk(node) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        )
        return sum(map(self.of, called))

    def _loop(self, loop: ast.For | ast.While) -> tuple[int, list[ast.stmt]]:
        head = self._calls(loop.test if isinstance(loop, ast.While) else loop.iter)
        cost, loop.body = self._listed(loop.body)
        number, before = _turns(loop), list[ast.stmt]()
        if isinstance(number, ast.Constant):
            turns: int = ast.literal_eval(number)
        elif number is not None and isinstance(loop, ast.For):
            turns, before = SHORT, [_spend_if_more(SHORT, number, ast.Constant(1))]
        else:  # over a set, or what is kept in a place to work in
            turns = PIECE if isinstance(loop, ast.While) and isinstance(loop.test, ast.Constant) else self.most
        whole, price = (1 + head + cost) * turns, _price(head + cost)
        if whole <= PIECE:
            return whole, [*before, loop]
        if isinstance(number, ast.Constant):
            return 1, [_spend(_price(whole)), loop]
        if number is None or (isinstance(loop, ast.For) and not (isinstance(number, ast.Name) and _is_ended(loop))):
            loop.body = [_spend(price), *loop.body]
            return 1, [loop]
        if isinstance(loop, ast.While):
            return 1, [_spend(_times(number, price)), loop]
        return 1, [_spend_if_more(0, number, price), loop]


def _turns(loop: ast.For | ast.While) -> ast.expr | None:
    """How many turns it takes at most, if that can be said before it."""
    if isinstance(loop, ast.While):
        return _set_gone_through(loop)
    assert isinstance(loop.iter, ast.Call)
    low, end, *down = loop.iter.args
    if down:
        low, end = end, low
    match low, end:
        case ast.Constant(value=int(first)), ast.Constant(value=int(last)):
            return ast.Constant(max(0, last - first))
    return _between(low, end)


def _set_gone_through(loop: ast.While) -> ast.expr | None:
    """How many cards there are before the loop in the set that it goes through: no more than that are its turns, as
    each leaves fewer."""
    match loop:
        case ast.While(test=ast.Compare(left=ast.Name(id=name), ops=[ast.NotEq()])):
            inside = [each for node in loop.body for each in ast.walk(node) if isinstance(each, ast.Name)]
            stores = [each for each in inside if each.id == name and isinstance(each.ctx, ast.Store)]
            if len(stores) == 1 and any(_takes_out(each, name) for each in loop.body):
                return ast.Call(ast.Name("POP", ast.Load()), [ast.Name(name, ast.Load())], [])
    return None


def _takes_out(statement: ast.stmt, name: str) -> bool:
    """Does a set lose cards there?"""
    match statement:
        case ast.Assign(targets=[ast.Name(id=to)], value=value) if to == name:
            match value:
                case ast.Call(func=ast.Name("REST" | "LESS"), args=[ast.Name(id=of), *_]):
                    return of == name
    return False


def _is_ended(loop: ast.For) -> bool:
    """Does it come to its end, whatever happens in it?"""

    def leaves(statement: ast.stmt) -> bool:
        match statement:
            case ast.Return() | ast.Break():
                return True
            case ast.If():
                return any(map(leaves, [*statement.body, *statement.orelse]))
            case ast.For() | ast.While():
                return any(isinstance(each, ast.Return) for each in ast.walk(statement))
        return False

    return not any(map(leaves, loop.body))


def _between(low: ast.expr, end: ast.expr) -> ast.expr:
    """How many numbers there are from one on up to another."""
    match low, end:
        case ast.Constant(value=0), _:
            return end
        case _, ast.BinOp(left=left, op=ast.Add(), right=more) if ast.dump(left) == ast.dump(low):
            return more
        case _, ast.BinOp(left=number, op=ast.Add(), right=more) if ast.dump(more) == ast.dump(low):
            return number
    return ast.BinOp(end, ast.Sub(), low)


def _price(cost: int) -> ast.expr:
    return ast.Constant(1 + cost // STEPS)


def _spend_if_more(least: int, number: ast.expr, price: ast.expr) -> ast.stmt:
    """So many are paid for, if they are more than so many."""
    return ast.If(ast.Compare(number, [ast.Gt()], [ast.Constant(least)]), [_spend(_times(number, price))], [])


def _times(number: ast.expr, price: ast.expr) -> ast.expr:
    return number if ast.unparse(price) == "1" else ast.BinOp(number, ast.Mult(), price)


def _spend(amount: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Name("SPEND", ast.Load()), [amount], []))
