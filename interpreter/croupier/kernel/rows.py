"""Write out rows of legal moves and stops for a decision, as stores and returns."""

from __future__ import annotations

from croupier.kernel import nodes as k
from croupier.kernel.labels import searched
from croupier.kernel.walk import INSIDE, each_function, with_bodies

WRITTEN_OUT = (k.EmitRow, k.Stand)
"""Nodes that no target language has to know."""
N, MOST = k.Name("n"), k.Name("most")
"""The number of rows, and the most rows, where moves are listed."""


def written_out(module: k.Module) -> k.Module:
    """Return the program with rows as single stores, and stops as returns."""
    return each_function(module, lambda function: _body(function.body))


def without_labels(module: k.Module) -> k.Module:
    """Return the program with searches for what is due, for a language that has no labels."""
    return each_function(module, lambda function: _searched(function.body))


def _searched(body: k.Body) -> k.Body:
    return tuple([searched(node) if isinstance(node, k.Labels) else node for node in body])


def _body(body: k.Body) -> k.Body:
    made: list[k.Statement] = []
    for node in body:
        match node:
            case k.EmitRow():
                made += _row(node)
            case k.Stand(_, number):
                made.append(k.Return(number))
            case _ if type(node) in INSIDE:
                made.append(with_bodies(node, _body))
            case _:
                made.append(node)
    return tuple(made)


def _row(node: k.EmitRow) -> k.Body:
    """Return the statements for a row, and for the case without room."""
    first = k.Binary("*", N, k.Const(node.size))

    def place(cell: k.Load) -> k.Load:
        match cell:
            case k.Load(array, k.Const(0), type_of):
                return k.Load(array, first, type_of)
        return k.Load(cell.array, k.Binary("+", first, cell.index), cell.type)

    fault = k.Load(k.Name("S", k.NUMBERS), k.Const(node.fault))
    too_many = k.If(k.Compare(">", N, k.Const(node.limit)), (k.Store(fault, k.Const(1)),))
    full = k.If(k.Compare(">=", N, MOST), (too_many, k.Return(N)))
    return (*[k.Store(place(each.place), each.value) for each in node.cells], k.Add(N, k.Const(1)), full)
