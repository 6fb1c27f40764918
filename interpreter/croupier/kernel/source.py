"""Turn kernel modules, which are Python files (see `croupier.kernel.language`), into parts of a program, for one use of
them."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from types import MappingProxyType

from croupier.kernel import nodes as k
from croupier.kernel.fused import CHOSEN, OUT, Playing, S, playing
from croupier.kernel.labels import PC, threaded
from croupier.kernel.read import Unread, expression_of, functions_of, read, signature_of
from croupier.kernel.walk import assigned, changed, rewritten, statements, with_bodies

MODULES = "croupier.kernel.modules"
SHORT = 8
"""Loops of one turn, or none, and those that come to so few statements, have their turns written out."""
RUN = (S, OUT, PC, CHOSEN)
"""The arguments of `run`: the label where it begins, and which move is made there, if one is."""
LABEL = "at_"
"""So begin the names of functions that are what is done at a label."""
_DECLARED: Mapping[str, k.Type] = {
    "constant": k.NUMBER, "constant_set": k.SET, "numbers": k.NUMBERS, "sets": k.SETS, "room": k.NUMBERS,
    "room_for_sets": k.SETS, "room_for_position": k.NUMBERS, "rooms": k.NUMBERS,
}  # fmt: skip
_COMPARED: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip
_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A module as written. `given`: its constants and tables; `rooms`: its scratch arrays with their sizes, preceded by
    their number if several; `calls`: functions that the program provides; `functions`: its own; `uses`: its imports
    from other modules, by name."""

    name: str
    given: Mapping[str, k.Name]
    rooms: Mapping[str, tuple[k.Name, tuple[k.Expression, ...]]]
    calls: Mapping[str, k.Signature]
    functions: Mapping[str, k.Function]
    uses: Mapping[str, Source]


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """The parts of a program that a module is for one use. They are the same object for the same use."""

    parts: tuple[k.Part, ...]


class Misused(Exception):
    """A module is not given what it declares, or is given more."""


@cache
def source(name: str) -> Source:
    """Return a module by its name. Unread says what in it is not of the language."""
    tree = ast.parse((resources.files(MODULES) / f"{name}.py").read_text(encoding="utf-8"))
    given: dict[str, k.Name] = {}
    rooms: dict[str, tuple[k.Name, tuple[k.Expression, ...]]] = {}
    uses: dict[str, Source] = {}
    calls: dict[str, k.Signature] = {}
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
                declared = k.Name(target, _DECLARED[what])
                if sizes:
                    numbers = given | {each: of.given[each] for each, of in uses.items() if each in of.given}
                    rooms[target] = declared, tuple([expression_of(size, numbers) for size in sizes])
                else:
                    given[target] = declared
            case ast.AnnAssign(
                target=ast.Name(id=target), annotation=said, value=ast.Call(func=ast.Name(id="given_function"))
            ):
                calls[target] = signature_of(target, said)
            case ast.FunctionDef():
                nodes.append(node)
            case _:
                raise Unread(f"{name}, line {node.lineno}: neither a declaration nor a function")
    known = given | {target: declared for target, (declared, _) in rooms.items()}
    called = dict(calls)
    for target, of in uses.items():
        if target in of.calls:
            called[target] = of.calls[target]
        elif target in of.functions:
            function = of.functions[target]
            called[target] = k.Signature(tuple([each.type for each in function.parameters]), function.result)
        elif target in of.given:
            known[target] = of.given[target]
        elif target in of.rooms:
            known[target], _ = of.rooms[target]
    functions = {each.name: each for each in functions_of(nodes, known, called)}
    return Source(name, given, rooms, calls, functions, uses)


def declared(names: tuple[str, ...]) -> frozenset[str]:
    """Return the constants and tables that modules declare or import."""
    return frozenset(target for name in names for target in _given(source(name)))


def _given(of: Source) -> Mapping[str, k.Name]:
    return {target: other.given[target] for target, other in of.uses.items() if target in other.given} | {**of.given}


@lru_cache(maxsize=64)
def _made(names: tuple[str, ...], end: str, given: tuple[tuple[str, k.Expression], ...],
          called: tuple[tuple[str, str], ...]) -> Made:  # fmt: skip
    of = [source(name) for name in names]
    known: dict[str, k.Expression] = dict(given)
    others = dict(called)
    if wrong := known.keys() ^ declared(names) | others.keys() - {target for each in of for target in each.calls}:
        raise Misused(f"{', '.join(names)}: {sorted(wrong)}")
    ending = f"_{end}" if end else ""
    rooms = {target: each for one in of for target, each in one.rooms.items()}
    functions = {target: each for one in of for target, each in one.functions.items()}
    known |= {target: k.Name(target + ending, name.type) for target, (name, _) in rooms.items()}

    def change(node: k.Expression) -> k.Expression:
        match node:
            case k.Name(target):
                return known.get(target, node)
            case k.Call(function, arguments, type_of) if function in functions:
                return k.Call(function + ending, tuple(map(change, arguments)), type_of)
            case k.Call(function, arguments, type_of) if function in others:
                return k.Call(others[function], tuple(map(change, arguments)), type_of)
            case k.Select(test, yes, no, type_of):
                match _decided(change(test)):
                    case k.Const(value):
                        return change(yes if value else no)
                    case left_to_test:
                        return k.Select(left_to_test, change(yes), change(no), type_of)
        return _folded(changed(node, change))

    places = []
    for target, (name, sizes) in rooms.items():
        *many, size = [_worked_out(change(size)) for size in sizes]
        places.append(k.Scratch(k.Name(target + ending, name.type), size, *many))
    bodies = [
        k.Function(each.name + ending, each.parameters, _reached(rewritten(each.body, change)), each.result)
        for each in functions.values()
    ]
    return Made((*places, *bodies))


def made(
    names: tuple[str, ...], end: str, given: Mapping[str, int | k.Name], called: Mapping[str, str] = _NONE
) -> Made:
    """Return the parts of modules that belong together, for one use. `end`: what their names end with, if anything;
    `given`: the numbers and the tables that they declare. Misused if these are others. `called`: names of functions
    that the program has for them, where they differ from those in the module."""
    types = {target: name.type for each in names for target, name in _given(source(each)).items()}
    values = {
        key: k.Const(value, types.get(key, k.NUMBER)) if isinstance(value, int) else value
        for key, value in given.items()
    }
    return _made(names, end, tuple(values.items()), tuple(called.items()))


def _folded(node: k.Expression) -> k.Expression:
    """Return a number instead of what is made of numbers alone, and nothing is added that is 0."""
    match node:
        case k.Binary("+" | "-" | "*", k.Const(), k.Const()) | k.Unary("-", k.Const()):
            return k.Const(_worked_out(node))
        case k.Binary("+", k.Const(0), left) | k.Binary("+" | "-", left, k.Const(0)):
            return left
    return node


def _decided(test: k.Expression) -> k.Expression:
    """Return a test without its parts that constants decide: a constant if they decide all of it."""
    match test:
        case k.Unary("not", operand):
            match _decided(operand):
                case k.Const(value):
                    return k.Const(int(not value))
        case k.Compare(op, k.Const(left), k.Const(right)):
            return k.Const(int(_COMPARED[op](left, right)))
        case k.Logic(joint, parts, type_of):
            left_over: list[k.Expression] = []
            for part in map(_decided, parts):
                if not isinstance(part, k.Const):
                    left_over.append(part)
                elif bool(part.value) is (joint == "or"):  # nothing after it matters
                    left_over.append(part)
                    break
            if len(left_over) < 2:
                return left_over[0] if left_over else k.Const(int(joint == "and"))
            truths = all(part.type is k.TRUTH for part in left_over)
            return k.Logic(joint, tuple(left_over), k.TRUTH if truths else type_of)
    return test


def _reached(body: k.Body) -> k.Body:
    """Return statements without those that constants keep from being reached, and without the shortest loops."""
    found: list[k.Statement] = []
    for node in body:
        node = with_bodies(node, _reached)
        match node:
            case k.If(test, then, otherwise):
                test = _decided(test)
                if isinstance(test, k.Const):
                    found += then if test.value else otherwise
                else:
                    found.append(k.If(test, then, () if otherwise == (k.Pass(),) else otherwise))
            case k.Count(name, k.Const(low), k.Const(end), inside, False) if _written_out(name, end - low, inside):
                for turn in range(low, end):
                    found += _reached(_with(name, k.Const(turn), inside))
            case _:
                found.append(node)
    return tuple(found) or (k.Pass(),)


def _with(name: k.Name, value: k.Const, body: k.Body) -> k.Body:
    """Return statements with a value instead of a name, to which they give no other."""

    def change(node: k.Expression) -> k.Expression:
        return value if node == name else _folded(changed(node, change))

    return rewritten(body, change)


def _written_out(name: k.Name, turns: int, body: k.Body) -> bool:
    """Return whether the turns of a loop are written out one after the other."""
    inside = [*statements(body)]
    if turns > 1 and turns * len(inside) > SHORT:
        return False
    return turns < 1 or not any(isinstance(node, k.Break) or assigned(node) == name for node in inside)


@dataclass(frozen=True, slots=True)
class Written:
    """A program whose functions are written as text, with its arrays and with the modules that it uses.

    Functions called LABEL and a number are what is done at the labels of `run`. `entries`: those that it is called
    with; `ending`: a name that is 0 first in it, if any; `playing`: what a random player in the machine is made from,
    instead of the function `play`."""

    text: str
    arrays: tuple[k.Table | k.Scratch, ...] = ()
    modules: tuple[Made, ...] = ()
    entries: frozenset[int] = frozenset()
    ending: str = ""
    playing: Playing | None = None

    def linked(self, *, fused: bool = False) -> k.Module:
        """Return the whole program; `fused`: with a random player in the machine, if there is any."""
        made = [part for module in self.modules for part in module.parts]
        functions: list[k.Part] = []
        labels: dict[int, k.Body] = {}
        for part in read(self.text, [*self.arrays, *made]).parts:
            if isinstance(part, k.Function) and part.name.startswith(LABEL):
                labels[int(part.name.removeprefix(LABEL))] = part.body
            else:
                functions.append(part)
        if labels:
            before = (k.Let(k.Name(self.ending), k.Const(0)),) if self.ending else ()
            functions.append(threaded("run", labels, self.entries, before, RUN))
            if fused and self.playing is not None:
                known = {part.name: part for part in functions if isinstance(part, k.Function)}
                machine = playing(self.playing, labels, before, known)
                if machine is not None:
                    functions = [*(part for part in functions if part is not known[machine.name]), machine]
        return k.Module((*self.arrays, *functions, *made))


def _worked_out(node: k.Expression) -> int:
    match node:
        case k.Const(value):
            return value
        case k.Binary("+", left, right):
            return _worked_out(left) + _worked_out(right)
        case k.Binary("-", left, right):
            return _worked_out(left) - _worked_out(right)
        case k.Binary("*", left, right):
            return _worked_out(left) * _worked_out(right)
        case k.Unary("-", operand):
            return -_worked_out(operand)
    raise Unread(f"no size: {node}")
