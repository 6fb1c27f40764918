"""Which values of kernel text are sets of cards: their names say so, or what they are made by."""

from __future__ import annotations

import ast

SETS_IN = {"Z": "S", "ZO": "OUT"}
"""Arrays read as sets, and what they are called where they are read as numbers."""
_MAKES_SETS = ("BIT", "LOWEST", "REST", "LESS", "UP", "DOWN", "HELD")


def is_set_name(name: str) -> bool:
    """Is what has this name a set, an array of sets, or made by a function that gives one?"""
    return name.startswith(("m_", "Gm_"))


def is_set(node: ast.expr) -> bool:
    """Is the value a set? A number that is written, as 0 for the empty one, does not show it."""
    match node:
        case ast.Name(id=name) | ast.Subscript(value=ast.Name(id=name)):
            return is_set_name(name) or name in SETS_IN
        case ast.Call(func=ast.Name(id=name)):
            return is_set_name(name) or name in _MAKES_SETS
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
            return is_set(left) or is_set(right)
        case ast.UnaryOp(op=ast.Invert(), operand=operand):
            return is_set(operand)
        case ast.IfExp(body=body, orelse=other):
            return is_set(body) or is_set(other)
    return False
