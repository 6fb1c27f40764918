"""Kernel modules: Python files (see `croupier.kernel.language`) to parts of a program, made for one use of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from croupier.kernel.nodes import (
    NUMBER,
    NUMBERS,
    SETS,
    Binary,
    Call,
    Const,
    Expression,
    Function,
    Module,
    Name,
    Part,
    Scratch,
    Signature,
    Table,
    Type,
)  # fmt: skip
from croupier.kernel.read import Unread, expression_of, functions_of, read
from croupier.kernel.walk import changed, rewritten

MODULES = "croupier.kernel.modules"
_DECLARED: Mapping[str, Type] = {
    "constant": NUMBER, "numbers": NUMBERS, "sets": SETS, "room": NUMBERS, "room_for_sets": SETS,
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A module as it is written. `given`: its constants and tables; `rooms`: its arrays to work in, with their sizes;
    `functions`; `uses`: what it imports of other modules, by its names."""

    name: str
    given: Mapping[str, Name]
    rooms: Mapping[str, tuple[Name, Expression]]
    functions: Mapping[str, Function]
    uses: Mapping[str, Source]


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """The parts of a program that a module is for one use. They are the same object for the same use."""

    parts: tuple[Part, ...]


class Misused(Exception):
    """A module is not given what it declares, or is given more."""


@cache
def source(name: str) -> Source:
    """Return a module by its name. Unread says what in it is not of the language."""
    tree = ast.parse((resources.files(MODULES) / f"{name}.py").read_text(encoding="utf-8"))
    given: dict[str, Name] = {}
    rooms: dict[str, tuple[Name, Expression]] = {}
    uses: dict[str, Source] = {}
    nodes: list[ast.FunctionDef] = []
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), names=names) if module.startswith(f"{MODULES}."):
                uses |= {each.name: source(module.removeprefix(f"{MODULES}.")) for each in names}
            case ast.ImportFrom() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=ast.Name(id=what), args=sizes)) if (
                what in _DECLARED
            ):
                declared = Name(target, _DECLARED[what])
                if sizes:
                    numbers = given | {each: of.given[each] for each, of in uses.items() if each in of.given}
                    rooms[target] = declared, expression_of(sizes[0], numbers)
                else:
                    given[target] = declared
            case ast.FunctionDef():
                nodes.append(node)
            case _:
                raise Unread(f"{name}, line {node.lineno}: neither a declaration nor a function")
    known = given | {target: declared for target, (declared, _) in rooms.items()}
    called: dict[str, Signature] = {}
    for target, of in uses.items():
        if target in of.functions:
            function = of.functions[target]
            called[target] = Signature(tuple([each.type for each in function.parameters]), function.result)
        elif target in of.given:
            known[target] = of.given[target]
        elif target in of.rooms:
            known[target], _ = of.rooms[target]
    functions = {each.name: each for each in functions_of(nodes, known, called)}
    return Source(name, given, rooms, functions, uses)


@lru_cache(maxsize=64)
def _made(names: tuple[str, ...], end: str, given: tuple[tuple[str, Expression], ...]) -> Made:
    of = [source(name) for name in names]
    known: dict[str, Expression] = dict(given)
    declared = {target for each in of for target in each.given}
    if known.keys() != declared:
        raise Misused(f"{', '.join(names)}: {sorted(known.keys() ^ declared)}")
    ending = f"_{end}" if end else ""
    rooms = {target: each for one in of for target, each in one.rooms.items()}
    functions = {target: each for one in of for target, each in one.functions.items()}
    known |= {target: Name(target + ending, name.type) for target, (name, _) in rooms.items()}

    def change(node: Expression) -> Expression:
        match node:
            case Name(target):
                return known.get(target, node)
            case Call(function, arguments, type_of) if function in functions:
                return Call(function + ending, tuple(map(change, arguments)), type_of)
        return changed(node, change)

    places = [
        Scratch(Name(target + ending, name.type), _worked_out(change(size))) for target, (name, size) in rooms.items()
    ]
    bodies = [
        Function(each.name + ending, each.parameters, rewritten(each.body, change), each.result)
        for each in functions.values()
    ]
    return Made((*places, *bodies))


def made(names: tuple[str, ...], end: str, given: Mapping[str, int | Name]) -> Made:
    """Return the parts of modules that belong together, for one use. `end`: what their names end with, if anything;
    `given`: the numbers and the tables that they declare. Misused if these are others."""
    values = {key: Const(value) if isinstance(value, int) else value for key, value in given.items()}
    return _made(names, end, tuple(values.items()))


@dataclass(frozen=True, slots=True)
class Written:
    """A program whose functions are written as text, with its arrays and with the modules that it uses."""

    text: str
    arrays: tuple[Table | Scratch, ...] = ()
    modules: tuple[Made, ...] = ()

    def linked(self) -> Module:
        """Return the whole program."""
        parts = [part for module in self.modules for part in module.parts]
        return Module((*self.arrays, *read(self.text, [*self.arrays, *parts]).parts, *parts))


def _worked_out(node: Expression) -> int:
    match node:
        case Const(value):
            return value
        case Binary("+", left, right):
            return _worked_out(left) + _worked_out(right)
        case Binary("-", left, right):
            return _worked_out(left) - _worked_out(right)
        case Binary("*", left, right):
            return _worked_out(left) * _worked_out(right)
    raise Unread(f"no size: {node}")
