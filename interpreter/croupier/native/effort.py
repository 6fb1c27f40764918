"""Add payments to kernel programs, so that hostile rules cannot run forever.

A piece of a program that takes at most `PIECE` steps is paid for by its callers. Longer functions, and recursive ones,
pay at their beginning, and longer loops at each turn, for everything in them that does not pay itself. `Spend` pays. A
call from outside begins with a full budget, which `RENEW()` refills; when it is used up the call ends, and the rules
are at fault. A `Try` continues with -1 then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Never, TypeGuard, cast

from croupier.base.prices import COMPILED_DRAW, COPIED, PIECE, SHORT, STEPS, WIDE
from croupier.kernel import nodes as k
from croupier.kernel.walk import HEAD, assigned, each_function, expressions, statements


def metered(module: k.Module, most: int) -> k.Module:
    """Return the program with its payments. `most`: how many cards there may be in a set."""
    costs = _Costs({function.name: function for function in module.functions()}, most)
    for name in costs.functions:
        _cost_of(costs, name)
    return each_function(module, lambda function: costs.bodies[function.name])


SIZED = frozenset({"HELD", "COPY", "LIKE", "BASE", "NUMBER"})
"""The functions whose last argument is how many numbers they go through."""


@dataclass(slots=True)
class _Costs:
    """`known`: the cost of each function for its callers; `bodies`: the functions with their payments."""

    functions: dict[str, k.Function]
    most: int
    known: dict[str, int] = field(default_factory=dict)
    bodies: dict[str, k.Body] = field(default_factory=dict)
    under_way: set[str] = field(default_factory=set)
    recursive: set[str] = field(default_factory=set)


def _cost_of(costs: _Costs, name: str) -> int:
    """Return what a call costs, at most; a function that costs too much pays itself."""
    if name not in costs.functions:
        return COMPILED_DRAW if name == "below" else 1
    if name in costs.under_way:
        costs.recursive.add(name)
        return 1
    if name not in costs.known:
        costs.under_way.add(name)
        cost, body = _listed(costs, costs.functions[name].body)
        costs.under_way.remove(name)
        pays = cost > PIECE or name in costs.recursive
        costs.bodies[name] = (k.Spend(_price(cost)), *body) if pays else body
        costs.known[name] = 1 if pays else cost
    return costs.known[name]


def _listed(costs: _Costs, body: k.Body) -> tuple[int, k.Body]:
    """Return what statements cost that does not pay itself, and the statements."""
    cost = 0
    made: list[k.Statement] = []
    for node in body:
        more, paid = STATEMENTS[type(node)](costs, node)
        cost += more
        made += paid
    return cost, tuple(made)


def _calls(costs: _Costs, *nodes: k.Expression) -> int:
    """Return what all calls in expressions cost, and sets of cards that are worked with, if they are wide."""
    every = expressions(*nodes)
    wide = costs.most // WIDE
    more = wide * sum([each.type is k.SET for each in every]) if wide else 0
    return more + sum([_called(costs, each) for each in every if type(each) is k.Call])


def _called(costs: _Costs, call: k.Call) -> int:
    """Return what a call costs; `HELD` and copies cost as much as the numbers that they go through, at most."""
    if call.function not in SIZED:
        return _cost_of(costs, call.function)
    number = call.arguments[-1]
    most = number.value if _is_plain(number) else costs.most
    return 1 + (most if call.function == "HELD" else most // COPIED)


def _plain(costs: _Costs, node: k.Statement) -> tuple[int, k.Body]:
    return 1 + _calls(costs, *HEAD[type(node)](node)), (node,)


def _try(costs: _Costs, node: k.Try) -> tuple[int, k.Body]:
    return 2 + _calls(costs, node.place, node.call), (node,)


def _if(costs: _Costs, node: k.If) -> tuple[int, k.Body]:
    yes, then = _listed(costs, node.then)
    no, otherwise = _listed(costs, node.otherwise)
    return 1 + _calls(costs, node.test) + max(yes, no), (k.If(node.test, then, otherwise),)


def _count(costs: _Costs, loop: k.Count | k.Each) -> tuple[int, k.Body]:
    head = 1 + _calls(costs, loop.start, loop.end)
    cost, body = _listed(costs, loop.body)
    number = _turns(loop)
    price = _price(head + cost)
    made = replace(loop, body=body)
    if _is_plain(number):
        whole = (1 + head + cost) * number.value
        return (whole, (made,)) if whole <= PIECE else (1, (k.Spend(_price(whole)), made))
    whole = (1 + head + cost) * SHORT
    if whole <= PIECE:
        return whole, (_spend_if_more(SHORT, number, k.Const(1)), made)
    if isinstance(number, k.Name) and _is_ended(loop):
        return 1, (_spend_if_more(0, number, price), made)
    return 1, (replace(loop, body=(k.Spend(price), *body)),)


def _labels(costs: _Costs, node: k.Labels) -> tuple[int, k.Body]:
    """Return the cost of labels: each pays when it is entered."""
    bodies: list[tuple[int, k.Body]] = []
    for number, inside in node.bodies:
        cost, body = _listed(costs, inside)
        bodies.append((number, (k.Spend(_price(1 + cost)), *body)))
    return 1, (k.Labels(node.at, tuple(bodies)),)


def _while(costs: _Costs, loop: k.While) -> tuple[int, k.Body]:
    """Return the cost of a loop over a set, or over a scratch array."""
    head = _calls(costs, loop.test)
    cost, body = _listed(costs, loop.body)
    number = _set_gone_through(loop)
    turns = PIECE if number is None and isinstance(loop.test, k.Const) else costs.most
    whole, price = (1 + head + cost) * turns, _price(head + cost)
    if whole <= PIECE:
        return whole, (k.While(loop.test, body),)
    if number is None:
        return 1, (k.While(loop.test, (k.Spend(price), *body)),)
    return 1, (k.Spend(_times(number, price)), k.While(loop.test, body))


def _is_plain(number: k.Expression) -> TypeGuard[k.Const]:
    """Return whether it is a number that is written, and not below zero."""
    return isinstance(number, k.Const) and number.value >= 0


def _turns(loop: k.Count | k.Each) -> k.Expression:
    """Return how many turns it takes at most."""
    low, end = loop.start, loop.end
    if isinstance(loop, k.Count) and loop.down:
        low, end = end, low
    if _is_plain(low) and _is_plain(end):
        return k.Const(max(0, end.value - low.value))
    return _between(low, end)


def _between(low: k.Expression, end: k.Expression) -> k.Expression:
    """Return how many numbers there are from one on up to another."""
    match low, end:
        case k.Const(0), _:
            return end
        case _, k.Binary("+", left, more) if left == low:
            return more
        case _, k.Binary("+", number, more) if more == low:
            return number
    return k.Binary("-", end, low)


def _set_gone_through(loop: k.While) -> k.Expression | None:
    """Return how many cards there are before the loop in the set that it goes through: no more than that are its turns,
    as each leaves fewer."""
    match loop.test:
        case k.Compare("!=", k.Name(name) as cards, _):
            given = [found for node in statements(loop.body) if (found := assigned(node)) and found.name == name]
            if len(given) == 1 and any(_takes_out(node, name) for node in loop.body):
                return k.Call("POP", (cards,))
    return None


def _takes_out(node: k.Statement, name: str) -> bool:
    """Return whether a set loses cards there."""
    match node:
        case k.Let(k.Name(to), k.Call("REST" | "LESS", (k.Name(of), *_))):
            return to == name == of
    return False


def _is_ended(loop: k.Count | k.Each) -> bool:
    """Return whether it comes to its end, whatever happens in it."""

    def leaves(node: k.Statement) -> bool:
        match node:
            case k.Return() | k.Break():
                return True
            case k.If(_, then, otherwise):
                return any(map(leaves, (*then, *otherwise)))
            case k.Count() | k.Each() | k.While():
                return any(isinstance(each, k.Return) for each in statements(node.body))
        return False

    return not any(map(leaves, loop.body))


def _price(cost: int) -> k.Const:
    return k.Const(1 + cost // STEPS)


def _spend_if_more(least: int, number: k.Expression, price: k.Const) -> k.If:
    """Return statements that pay for a number if it is more than `least`."""
    return k.If(k.Compare(">", number, k.Const(least)), (k.Spend(_times(number, price)),))


def _times(number: k.Expression, price: k.Const) -> k.Expression:
    return number if price.value == 1 else k.Binary("*", number, price)


_COSTS: Mapping[type, Callable[[_Costs, Never], tuple[int, k.Body]]] = {
    **dict.fromkeys((k.Let, k.Store, k.Add, k.Return, k.Break, k.Pass, k.Do, k.Mark, k.Spend, k.Go), _plain),
    k.Try: _try, k.If: _if, k.Count: _count, k.Each: _count, k.While: _while, k.Labels: _labels,
}  # fmt: skip
STATEMENTS = cast("Mapping[type, Callable[[_Costs, k.Statement], tuple[int, k.Body]]]", _COSTS)
