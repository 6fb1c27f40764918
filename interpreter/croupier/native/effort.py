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
        turns, before = self._turns(loop)
        whole = (1 + head + cost) * turns
        if whole <= PIECE:
            return whole, [*before, loop]
        shrinking = _set_gone_through(loop)
        if shrinking is not None:
            number = ast.BinOp(_count(shrinking), ast.Mult(), _price(head + cost))
            paid = ast.If(ast.Compare(shrinking, [ast.NotEq()], [ast.Constant(0)]), [_spend(number)], [])
            return 1, [paid, loop]
        loop.body = [_spend(_price(head + cost)), *loop.body]
        return 1, [loop]

    def _turns(self, loop: ast.For | ast.While) -> tuple[int, list[ast.stmt]]:
        """How many turns it takes at most, if what comes before it does not pay for more."""
        if isinstance(loop, ast.While):
            endless = isinstance(loop.test, ast.Constant)
            return PIECE if endless else self.most, []  # over a set, or what is kept in a place to work in
        assert isinstance(loop.iter, ast.Call)
        low, end, *down = loop.iter.args
        if down:
            low, end = end, low
        match low, end:
            case ast.Constant(value=int(first)), ast.Constant(value=int(last)):
                return max(0, last - first), []
        number = _between(low, end)
        return SHORT, [ast.If(ast.Compare(number, [ast.Gt()], [ast.Constant(SHORT)]), [_spend(number)], [])]


def _set_gone_through(loop: ast.For | ast.While) -> ast.Name | None:
    """The set that a loop goes through card by card: it takes no more turns than there are cards in it before."""
    match loop:
        case ast.While(test=ast.Compare(left=ast.Name(id=name) as cards, ops=[ast.NotEq()]), body=body):
            changes = [each for each in body if isinstance(each, ast.Assign) and _names(each.targets) == {name}]
            inside = [each for each in ast.walk(ast.Module(body, [])) if isinstance(each, ast.Name) and each.id == name]
            stores = [each for each in inside if isinstance(each.ctx, ast.Store)]
            match changes:
                case [ast.Assign(value=ast.Call(func=ast.Name("REST"), args=[ast.Name(id=of)]))] if of == name:
                    return ast.Name(cards.id, ast.Load()) if len(stores) == 1 else None
    return None


def _names(targets: list[ast.expr]) -> set[str]:
    return {each.id for each in targets if isinstance(each, ast.Name)}


def _count(cards: ast.expr) -> ast.expr:
    return ast.Call(ast.Name("POP", ast.Load()), [cards], [])


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


def _spend(amount: ast.expr) -> ast.stmt:
    return ast.Expr(ast.Call(ast.Name("SPEND", ast.Load()), [amount], []))
