"""Write out rows of legal moves and stops for a decision, as stores and returns."""

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
"""Nodes that no target language has to know."""
N, MOST = Name("n"), Name("most")
"""The number of rows, and the most rows, where moves are listed."""


def written_out(module: Module) -> Module:
    """Return the program with rows as single stores, and stops as returns."""
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
    """Return the statements for a row, and for the case without room."""
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
