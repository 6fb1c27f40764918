"""The tables from kinds of nodes to functions that put them into words.

A kind of expression has an entry in `THINGS`, `GROUPS` or `CLAUSES`, as it is usually a value, a collection or a truth;
in the other tables, the function entered for `object` makes do with that one. A kind of statement has one in `ITEMS`.
The modules above this one enter them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from croupier.rulebook.context import Context
from croupier.rulebook.document import Item
from croupier.rulebook.grammar import Group, Scope, Thing
from croupier_dsl import ir

Node = TypeVar("Node")
Items = tuple[tuple[Item, ...], Scope]
"""The sentences for a statement, and the scope of the statements after it."""
ThingFor = Callable[[Context, Node, Scope], Thing]
GroupFor = Callable[[Context, Node, Scope], Group]
ClauseFor = Callable[[Context, Node, Scope, bool], str]
ItemsFor = Callable[[Context, Node, Scope, str], Items]

THINGS: dict[type[object], ThingFor[ir.Expr]] = {}
"""Functions that return the words for a value, by kind of expression."""
GROUPS: dict[type[object], GroupFor[ir.Expr]] = {}
"""Functions that return a collection by what its elements are and what narrows them down."""
CLAUSES: dict[type[object], ClauseFor[ir.Expr]] = {}
"""Functions that return a clause for a truth, or for its denial."""
ITEMS: dict[type[object], ItemsFor[ir.Statement]] = {}
"""Functions that return the sentences for a statement at a path."""

_PLAIN = (ir.Constant, ir.Nothing, ir.Local)
"""Booleans that are written as things; others become clauses."""


def things(kind: type[Node]) -> Callable[[ThingFor[Node]], ThingFor[Node]]:
    """Enter a function into the table of values."""

    def entered(function: ThingFor[Node]) -> ThingFor[Node]:
        THINGS[kind] = cast(ThingFor[ir.Expr], function)
        return function

    return entered


def groups(kind: type[Node]) -> Callable[[GroupFor[Node]], GroupFor[Node]]:
    """Enter a function into the table of collections."""

    def entered(function: GroupFor[Node]) -> GroupFor[Node]:
        GROUPS[kind] = cast(GroupFor[ir.Expr], function)
        return function

    return entered


def clauses(kind: type[Node]) -> Callable[[ClauseFor[Node]], ClauseFor[Node]]:
    """Enter a function into the table of clauses."""

    def entered(function: ClauseFor[Node]) -> ClauseFor[Node]:
        CLAUSES[kind] = cast(ClauseFor[ir.Expr], function)
        return function

    return entered


def statements(kind: type[Node]) -> Callable[[ItemsFor[Node]], ItemsFor[Node]]:
    """Enter a function into the table of statements."""

    def entered(function: ItemsFor[Node]) -> ItemsFor[Node]:
        ITEMS[kind] = cast(ItemsFor[ir.Statement], function)
        return function

    return entered


def thing_of(cx: Context, expr: ir.Expr, scope: Scope) -> Thing:
    """Return the words for the value of an expression."""
    if expr.type.name == "truth" and not expr.type.many and not isinstance(expr, _PLAIN):
        return cx.a_thing("whether", claim=clause_of(cx, expr, scope))
    return THINGS.get(type(expr), THINGS[object])(cx, expr, scope)


def group_of(cx: Context, expr: ir.Expr, scope: Scope) -> Group:
    """Return a collection by what its elements are and what narrows them down."""
    return GROUPS.get(type(expr), GROUPS[object])(cx, expr, scope)


def clause_of(cx: Context, expr: ir.Expr, scope: Scope, yes: bool = True) -> str:
    """Return a clause that says of a truth that it holds, or that it does not."""
    return CLAUSES.get(type(expr), CLAUSES[object])(cx, expr, scope, yes)


def statement_of(cx: Context, statement: ir.Statement, scope: Scope, path: str) -> Items:
    """Return the sentences for a statement, and the scope of the statements after it."""
    return ITEMS[type(statement)](cx, statement, scope, path)
