"""Parse kernel text to nodes; only this module parses text and knows types by names."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Never, TypeAlias, cast

from croupier.kernel import nodes as k

ARRAYS = ("S", "B", "OUT", "P", "R", "K")
"""Names of arguments that are arrays of numbers."""
WIDE = {"Z": "S", "ZO": "OUT"}
"""Names of arrays where sets of cards are read from them, and what they are called otherwise."""
SAID = {
    "int": k.NUMBER,
    "Cards": k.SET,
    "Numbers": k.NUMBERS,
    "Sets": k.SETS,
    "Position": k.NUMBERS,
    "Positions": k.NUMBERS,
}
"""The types of annotations in a kernel module (see `croupier.kernel.language`)."""

_Binary: TypeAlias = Literal["+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^"]
_BINARY: Mapping[type, _Binary] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<", ast.RShift: ">>",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
}  # fmt: skip
_COMPARISONS: Mapping[type, Literal["<", "<=", ">", ">=", "==", "!="]] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
_SIGNS: Mapping[type, Literal["-", "~", "not"]] = {ast.USub: "-", ast.Invert: "~", ast.Not: "not"}


class Unread(Exception):
    """The text is not kernel text."""


@dataclass(slots=True)
class _Reader:
    """The state of reading a program: `functions`, with the types of parameters and results; `arrays`, by name; `names`
    and `numbers`, `sets` that were read, so that there is one node for each; `gives`: the type of the function's
    result; `annotated`: whether types are annotated, instead of following from names (see `functions_of`)."""

    functions: dict[str, k.Signature] = field(default_factory=lambda: dict(k.BUILTINS))
    arrays: dict[str, k.Name] = field(default_factory=dict)
    names: dict[str, k.Name] = field(default_factory=dict)
    numbers: dict[int, k.Const] = field(default_factory=dict)
    sets: dict[int, k.Const] = field(default_factory=dict)
    gives: k.Type | None = None
    annotated: bool = False


def read(text: str, known: Iterable[k.Part] = ()) -> k.Module:
    """Return the program of a text, which may use what is `known`. Its types are not checked (see `verify`)."""
    tree = ast.parse(text)
    reader = _Reader()
    for part in known:
        if isinstance(part, k.Function):
            reader.functions[part.name] = k.Signature(tuple([each.type for each in part.parameters]), part.result)
        else:
            reader.arrays[part.name.name] = part.name
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, args=ast.arguments(args=given)):
                takes = tuple(_type_of_argument(each.arg) for each in given)
                reader.functions[name] = k.Signature(takes, _type_of(name))
            case ast.Assign(targets=[ast.Name(id=name)]):
                reader.arrays[name] = array_named(name)
    try:
        return k.Module(tuple([_part(reader, node) for node in tree.body]))
    except KeyError as error:
        raise Unread(f"the language has no {error.args[0].__name__}") from None


def functions_of(
    nodes: Sequence[ast.FunctionDef], names: Mapping[str, k.Name], functions: Mapping[str, k.Signature]
) -> tuple[k.Function, ...]:
    """Return the functions of a kernel module, whose types are annotated. `names`: its constants and arrays;
    `functions`: what it calls besides. Unread if something has no type."""
    reader = _Reader(dict(k.BUILTINS) | dict(functions), {}, annotated=True)
    for node in nodes:
        takes = tuple([_said(node.name, each.annotation) for each in node.args.args])
        reader.functions[node.name] = k.Signature(takes, _said(node.name, node.returns))
    made = []
    for node in nodes:
        signature = reader.functions[node.name]
        given = [k.Name(each.arg, said) for each, said in zip(node.args.args, signature.takes, strict=True)]
        reader.names = dict(names) | {each.name: each for each in given}
        reader.gives = signature.gives
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        try:
            made.append(k.Function(node.name, tuple(given), _body(reader, body), signature.gives))
        except KeyError as error:
            raise Unread(f"{node.name}: the language has no {error.args[0].__name__}") from None
    return tuple(made)


def expression_of(node: ast.expr, names: Mapping[str, k.Name]) -> k.Expression:
    """Return an expression of constants of a kernel module."""
    return _expression(_Reader(names=dict(names), annotated=True), node, k.NUMBER)


def signature_of(name: str, annotation: ast.expr) -> k.Signature:
    """Return what a function takes and gives that is annotated as `Callable[[int, Cards], int]`."""
    match annotation:
        case ast.Subscript(
            value=ast.Name(id="Callable"), slice=ast.Tuple(elts=[ast.List(elts=takes), ast.Name() as gives])
        ):
            return k.Signature(tuple([_said(name, each) for each in takes]), _said(name, gives))
    raise Unread(f"{name}: Callable[[…], …] is to be annotated")


def _said(where: str, annotation: ast.expr | None) -> k.Type:
    match annotation:
        case ast.Name(id=name) if name in SAID:
            return SAID[name]
    raise Unread(f"{where}: one of {', '.join(SAID)} is to be annotated")


def array_named(name: str) -> k.Name:
    """Return an array of numbers or of sets of cards, whichever its name says."""
    return k.Name(name, k.SETS if name.startswith(("m_", "Gm_")) else k.NUMBERS)


def _type_of(name: str) -> k.Type:
    return k.SET if name.startswith("m_") else k.NUMBER


def _type_of_argument(name: str) -> k.Type:
    return k.NUMBERS if name in ARRAYS else _type_of(name)


def _part(reader: _Reader, node: ast.stmt) -> k.Part:
    match node:
        case ast.FunctionDef(name=name, args=ast.arguments(args=given), body=body):
            gives = _type_of(name)
            parameters = tuple([k.Name(each.arg, _type_of_argument(each.arg)) for each in given])
            reader.names = {each.name: each for each in parameters}  # an array may be something else in other functions
            reader.gives = gives
            return k.Function(name, parameters, _body(reader, body), gives)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.List(elts=values)):
            return k.Table(reader.arrays[name], tuple(map(_number, values)))
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.BinOp(left=ast.List(elts=[element]), op=ast.Mult(), right=many)
        ):
            match element:
                case ast.BinOp(left=ast.List(), op=ast.Mult(), right=size):
                    return k.Scratch(reader.arrays[name], _number(size), _number(many))
            return k.Scratch(reader.arrays[name], _number(many))
    raise Unread(f"no part of a program: {ast.unparse(node)}")


def _number(node: ast.expr) -> int:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))):
            return -value
    raise Unread(f"no number: {ast.unparse(node)}")


# ---------------------------------------------------------------- expressions
def _expression(reader: _Reader, node: ast.expr, wanted: k.Type | None = None) -> k.Expression:
    """Return the node of an expression. `wanted`: its type, if it is a number."""
    return _EXPRESSIONS[type(node)](reader, node, wanted)


def _const(reader: _Reader, value: int, wanted: k.Type | None) -> k.Const:
    known = reader.sets if wanted is k.SET else reader.numbers
    found = known.get(value)
    if found is None:
        found = known[value] = k.Const(value, k.SET if wanted is k.SET else k.NUMBER)
    return found


def _constant(reader: _Reader, node: ast.Constant, wanted: k.Type | None) -> k.Expression:
    if not isinstance(node.value, int):
        raise Unread(f"no number: {node.value!r}")
    return _const(reader, node.value, wanted)


def _name(reader: _Reader, node: ast.Name, wanted: k.Type | None) -> k.Name:
    return _named(reader, node.id)


def _named(reader: _Reader, name: str) -> k.Name:
    found = reader.names.get(name)
    if found is None:
        found = reader.arrays.get(name)
        if found is None:
            if reader.annotated:
                raise Unread(f"{name} has no value yet")
            found = reader.names[name] = k.Name(name, _type_of(name))
    return found


def _load(reader: _Reader, node: ast.Subscript, wanted: k.Type | None) -> k.Load:
    index = _EXPRESSIONS[type(node.slice)](reader, node.slice, k.NUMBER)
    value = node.value
    if isinstance(value, ast.Attribute) and value.attr == "cards" and isinstance(value.value, ast.Name):
        return k.Load(_array(reader, value.value.id), index, k.SET)
    if not isinstance(value, ast.Name):
        raise Unread(f"no array: {ast.unparse(value)}")
    if value.id in WIDE:
        return k.Load(_array(reader, WIDE[value.id]), index, k.SET)
    array = _array(reader, value.id)
    return k.Load(array, index, k.SET if array.type is k.SETS else k.NUMBER)


def _array(reader: _Reader, name: str) -> k.Name:
    """Return an array of the program or the function; what is neither is for `verify` to say."""
    found = reader.names.get(name) or reader.arrays.get(name)
    if found is None and reader.annotated:
        raise Unread(f"unknown array {name}")
    return array_named(name) if found is None else found


def _unary(reader: _Reader, node: ast.UnaryOp, wanted: k.Type | None) -> k.Expression:
    op, operand = _SIGNS[type(node.op)], node.operand
    if op == "-" and isinstance(operand, ast.Constant) and isinstance(operand.value, int):
        return _const(reader, -operand.value, wanted)
    if op == "~":
        made = _EXPRESSIONS[type(operand)](reader, operand, wanted)
        return k.Unary(op, made, k.SET if made.type is k.SET else k.NUMBER)
    made = _EXPRESSIONS[type(operand)](reader, operand, None)
    return k.Unary(op, made, k.TRUTH if op == "not" else k.NUMBER)


def _sides(
    reader: _Reader, left: ast.expr, right: ast.expr, wanted: k.Type | None
) -> tuple[k.Expression, k.Expression]:
    """Return two expressions of the same type: a number next to a set of cards becomes a set."""
    one = _EXPRESSIONS[type(left)](reader, left, wanted)
    other = _EXPRESSIONS[type(right)](reader, right, one.type if one.type is k.SET else wanted)
    if other.type is k.SET and one.type is not k.SET:
        one = _EXPRESSIONS[type(left)](reader, left, k.SET)
    return one, other


def _binary(reader: _Reader, node: ast.BinOp, wanted: k.Type | None) -> k.Binary:
    op = _BINARY[type(node.op)]
    if op in ("&", "|", "^"):
        left, right = _sides(reader, node.left, node.right, wanted)
        return k.Binary(op, left, right, k.SET if left.type is k.SET else k.NUMBER)
    left = _EXPRESSIONS[type(node.left)](reader, node.left, k.NUMBER)
    return k.Binary(op, left, _EXPRESSIONS[type(node.right)](reader, node.right, k.NUMBER))


def _compare(reader: _Reader, node: ast.Compare, wanted: k.Type | None) -> k.Compare:
    if len(node.ops) != 1:
        raise Unread(f"more than one comparison: {ast.unparse(node)}")
    left, right = _sides(reader, node.left, node.comparators[0], None)
    return k.Compare(_COMPARISONS[type(node.ops[0])], left, right)


def _logic(reader: _Reader, node: ast.BoolOp, wanted: k.Type | None) -> k.Logic:
    parts = tuple([_EXPRESSIONS[type(value)](reader, value, None) for value in node.values])
    type_of = k.TRUTH if all(part.type is k.TRUTH for part in parts) else k.NUMBER
    return k.Logic("and" if isinstance(node.op, ast.And) else "or", parts, type_of)


def _select(reader: _Reader, node: ast.IfExp, wanted: k.Type | None) -> k.Select:
    yes, no = _sides(reader, node.body, node.orelse, wanted)
    type_of = no.type if yes.type is k.TRUTH else yes.type
    assert type_of is not None
    return k.Select(_expression(reader, node.test), yes, no, type_of)


def _call(reader: _Reader, node: ast.Call, wanted: k.Type | None) -> k.Call:
    if not isinstance(node.func, ast.Name):
        raise Unread(f"no function: {ast.unparse(node)}")
    name, given = node.func.id, node.args
    signature = reader.functions.get(name)
    if signature is None:
        return k.Call(name, tuple([_expression(reader, each) for each in given]), _type_of(name))
    takes = signature.takes
    if len(takes) != len(given):
        return k.Call(name, tuple([_expression(reader, each) for each in given]), signature.gives)
    made = [_EXPRESSIONS[type(each)](reader, each, type_of) for each, type_of in zip(given, takes, strict=True)]
    return k.Call(name, tuple(made), signature.gives)


# ---------------------------------------------------------------- statements
def _body(reader: _Reader, nodes: list[ast.stmt]) -> k.Body:
    return tuple([_STATEMENTS[type(node)](reader, node) for node in nodes])


def _assign(reader: _Reader, node: ast.Assign) -> k.Statement:
    value = node.value
    place = node.targets[0]
    tries = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TRY"
    if reader.annotated and isinstance(place, ast.Name) and place.id not in reader.names:
        if tries:
            reader.names[place.id] = k.Name(place.id)
        else:
            made = _expression(reader, value)
            reader.names[place.id] = name = k.Name(place.id, k.SET if made.type is k.SET else k.NUMBER)
            return k.Let(name, made)
    target = _place(reader, place)
    if tries:
        match value:
            case ast.Call(args=[ast.Call() as tried]):
                return k.Try(target, _call(reader, tried, None))
        raise Unread(f"nothing to try: {ast.unparse(node)}")
    made = _EXPRESSIONS[type(value)](reader, value, target.type)
    return k.Let(target, made) if isinstance(target, k.Name) else k.Store(target, made)


def _annotated(reader: _Reader, node: ast.AnnAssign) -> k.Let:
    """Return a name with its type, where its first value does not say it: `found: Cards = 0`."""
    if not isinstance(node.target, ast.Name) or node.value is None or not reader.annotated:
        raise Unread(f"no statement: {ast.unparse(node)}")
    said = _said(node.target.id, node.annotation)
    known = reader.names.setdefault(node.target.id, k.Name(node.target.id, said))
    if known.type is not said:
        raise Unread(f"{known.name} is annotated as {said.value} and was {known.type.value}")
    return k.Let(known, _expression(reader, node.value, said))


def _place(reader: _Reader, node: ast.expr) -> k.Name | k.Load:
    if isinstance(node, ast.Name):
        return _named(reader, node.id)
    if isinstance(node, ast.Subscript):
        return _load(reader, node, None)
    raise Unread(f"no place for a value: {ast.unparse(node)}")


def _add(reader: _Reader, node: ast.AugAssign) -> k.Add:
    value = _expression(reader, node.value, k.NUMBER)
    match node.op:
        case ast.Add():
            return k.Add(_place(reader, node.target), value)
        case ast.Sub():
            less = _const(reader, -value.value, k.NUMBER) if isinstance(value, k.Const) else k.Unary("-", value)
            return k.Add(_place(reader, node.target), less)
    raise Unread(f"only numbers are added: {ast.unparse(node)}")


def _if(reader: _Reader, node: ast.If) -> k.If:
    return k.If(_expression(reader, node.test), _body(reader, node.body), _body(reader, node.orelse))


def _for(reader: _Reader, node: ast.For) -> k.Statement:
    if reader.annotated and isinstance(node.target, ast.Name):
        reader.names.setdefault(node.target.id, k.Name(node.target.id))
    match node.target, node.iter:
        case ast.Name(id=name), ast.Call(func=ast.Name(id="range"), args=[end]):
            last = _expression(reader, end, k.NUMBER)
            return k.Count(_named(reader, name), _const(reader, 0, k.NUMBER), last, _body(reader, node.body))
        case ast.Name(id=name), ast.Call(func=ast.Name(id="range"), args=[start, end, *step]):
            first, last = _expression(reader, start, k.NUMBER), _expression(reader, end, k.NUMBER)
            return k.Count(_named(reader, name), first, last, _body(reader, node.body), bool(step))
        case ast.Name(id=name), ast.Subscript(value=ast.Name(id=array), slice=ast.Slice(lower=start, upper=end)):
            assert start is not None
            assert end is not None
            first, last = _expression(reader, start, k.NUMBER), _expression(reader, end, k.NUMBER)
            return k.Each(_named(reader, name), _array(reader, array), first, last, _body(reader, node.body))
    raise Unread(f"no loop: for {ast.unparse(node.target)} in {ast.unparse(node.iter)}")


def _while(reader: _Reader, node: ast.While) -> k.While:
    return k.While(_expression(reader, node.test), _body(reader, node.body))


def _return(reader: _Reader, node: ast.Return) -> k.Return:
    if node.value is None:
        raise Unread("a return without a value")
    return k.Return(_expression(reader, node.value, reader.gives))


def _break(reader: _Reader, node: ast.Break) -> k.Break:
    return k.Break()


def _pass(reader: _Reader, node: ast.Pass) -> k.Pass:
    return k.Pass()


def _alone(reader: _Reader, node: ast.Expr) -> k.Statement:
    match node.value:
        case ast.Constant(value=str(mark)):
            return k.Mark(mark)
        case ast.Call(func=ast.Name(id="SPEND"), args=[amount]):
            return k.Spend(_expression(reader, amount, k.NUMBER))
        case ast.Call(func=ast.Name(id="STAND"), args=[label, number]):
            return k.Stand(_number(label), _expression(reader, number, k.NUMBER))
        case ast.Call(func=ast.Name(id="ROW"), args=[size, fault, limit, *cells]):
            return k.EmitRow(_number(size), _number(fault), _number(limit), _cells(reader, cells))
        case ast.Call() as called:
            return k.Do(_call(reader, called, None))
    raise Unread(f"no statement: {ast.unparse(node)}")


def _cells(reader: _Reader, nodes: Sequence[ast.expr]) -> tuple[k.Store, ...]:
    """Return the cells of a row: places and values by turns."""
    found = []
    for place, value in zip(nodes[::2], nodes[1::2], strict=True):
        assert isinstance(place, ast.Subscript)
        target = _load(reader, place, None)
        found.append(k.Store(target, _expression(reader, value, target.type)))
    return tuple(found)


_E: Mapping[type, Callable[[_Reader, Never, k.Type | None], k.Expression]] = {
    ast.Constant: _constant, ast.Name: _name, ast.Subscript: _load, ast.UnaryOp: _unary, ast.BinOp: _binary,
    ast.Compare: _compare, ast.BoolOp: _logic, ast.IfExp: _select, ast.Call: _call,
}  # fmt: skip
_S: Mapping[type, Callable[[_Reader, Never], k.Statement]] = {
    ast.Assign: _assign, ast.AnnAssign: _annotated, ast.AugAssign: _add, ast.If: _if, ast.For: _for,
    ast.While: _while, ast.Return: _return, ast.Break: _break, ast.Pass: _pass, ast.Expr: _alone,
}  # fmt: skip
_EXPRESSIONS = cast("Mapping[type, Callable[[_Reader, ast.expr, k.Type | None], k.Expression]]", _E)
_STATEMENTS = cast("Mapping[type, Callable[[_Reader, ast.stmt], k.Statement]]", _S)
