"""Rows of legal moves written out, and play that stands: what is said of them in a word, as stores and returns."""

from __future__ import annotations

from croupier.kernel.labels import searched
from croupier.kernel.nodes import (
    NUMBERS,
    Add,
    Binary,
    Body,
    Compare,
    Const,
    EmitRow,
    If,
    Labels,
    Load,
    Module,
    Name,
    Return,
    Stand,
    Statement,
    Store,
)
from croupier.kernel.walk import INSIDE, each_function, with_bodies

WRITTEN_OUT = (EmitRow, Stand)
"""What no language has to know."""
N, MOST = Name("n"), Name("most")
"""How many rows there are, and how many there is room for, where moves are listed."""


def written_out(module: Module) -> Module:
    """Return the program with its rows put down one number after the other, and left where play stands."""
    return each_function(module, lambda function: _body(function.body))


def without_labels(module: Module) -> Module:
    """Return the program with searches for what is due, for a language that has no labels."""
    return each_function(module, lambda function: _searched(function.body))


def _searched(body: Body) -> Body:
    return tuple([searched(node) if isinstance(node, Labels) else node for node in body])


def _body(body: Body) -> Body:
    made: list[Statement] = []
    for node in body:
        match node:
            case EmitRow():
                made += _row(node)
            case Stand(_, number):
                made.append(Return(number))
            case _ if type(node) in INSIDE:
                made.append(with_bodies(node, _body))
            case _:
                made.append(node)
    return tuple(made)


def _row(node: EmitRow) -> Body:
    """The row, and what is done where there is no room for more."""
    first = Binary("*", N, Const(node.size))

    def place(cell: Load) -> Load:
        match cell:
            case Load(array, Const(0), type_of):
                return Load(array, first, type_of)
        return Load(cell.array, Binary("+", first, cell.index), cell.type)

    fault = Load(Name("S", NUMBERS), Const(node.fault))
    too_many = If(Compare(">", N, Const(node.limit)), (Store(fault, Const(1)),))
    full = If(Compare(">=", N, MOST), (too_many, Return(N)))
    return (*[Store(place(each.place), each.value) for each in node.cells], Add(N, Const(1)), full)
