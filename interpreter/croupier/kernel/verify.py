"""Verify programs: names without a value, types, arity, bounds, and ways out of functions and loops.

Each function is checked by itself, and what it requires of others is recorded (`_Looked`); programs share most of their
functions, so results are kept. Generated Python stops at a name without a value, but C continues with any value there;
and only C reads beyond the end of an array.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Never, cast

from croupier.kernel import nodes as k
from croupier.kernel.show import statement as shown
from croupier.kernel.walk import INSIDE, assigned, statements


def fits(found: k.Type | None, wanted: k.Type) -> bool:
    """Return whether a value of a type is accepted where another is wanted: a truth is a number."""
    return found is wanted or (found is k.TRUTH and wanted is k.NUMBER)


def is_test(found: k.Type | None) -> bool:
    """Return whether a value may be tested: a number, a truth, or a set, which holds if it is not empty."""
    return found is k.NUMBER or found is k.TRUTH or found is k.SET


class IllFormed(Exception):
    """A program is wrong; `problems` says where."""

    def __init__(self, problems: list[str]) -> None:
        self.problems = problems
        super().__init__("; ".join(problems[:9]))


def verify(
    module: k.Module, sizes: Mapping[str, int] | None = None, words: int = 1, public: Iterable[str] = ()
) -> None:
    """Raise IllFormed if something is wrong with a program (see `problems`)."""
    found = problems(module, sizes, words, public)
    if found:
        raise IllFormed(found)


def problems(
    module: k.Module, sizes: Mapping[str, int] | None = None, words: int = 1, public: Iterable[str] = ()
) -> list[str]:
    """Return what is wrong with a program, each with the function in which it is. `sizes`: of arrays that are
    arguments, by their names, as far as they are known; `words`: how many elements of an array of numbers a set of
    cards takes; `public`: functions that are called from without for their value."""
    return list(_problems(module, sizes or {}, words, public))


@dataclass(frozen=True, slots=True)
class _Use:
    """A call: of which function, with arguments of which types, for a value of which type; `valued`: it is used."""

    function: str
    given: tuple[k.Type | None, ...]
    gives: k.Type | None
    valued: bool


@dataclass(frozen=True, slots=True)
class _Reach:
    """An element of an array at a known place. `array`: as the function has it."""

    array: k.Name
    at: int
    wide: bool


@dataclass(slots=True)
class _Looked:
    """The results of checking one function: `wrong`: its own errors; what it requires of others: `uses`, `reaches`, the
    `arrays` that it does not declare, those that it writes to (`stores`); `ends`: whether its end is reached without a
    value."""

    wrong: list[str] = field(default_factory=list)
    uses: dict[_Use, str] = field(default_factory=dict)
    reaches: dict[_Reach, str] = field(default_factory=dict)
    arrays: dict[k.Name, str] = field(default_factory=dict)
    stores: dict[str, str] = field(default_factory=dict)
    ends: bool = False


def _problems(module: k.Module, sizes: Mapping[str, int], words: int, public: Iterable[str]) -> Iterator[str]:
    signatures = dict(k.BUILTINS)
    arrays: dict[str, k.Table | k.Scratch] = {}
    for part in module.parts:
        name = part.name if isinstance(part, k.Function) else part.name.name
        if name in arrays or (name in signatures and name not in k.BUILTINS):
            yield f"{name}: declared twice"
        if isinstance(part, k.Function):
            if name in k.BUILTINS:
                yield f"{name}: a function of the language has this name"
            signatures[name] = k.Signature(tuple(each.type for each in part.parameters), part.result)
        else:
            arrays[name] = part
            yield from _array(part)
    looked = [(function, _look(function)) for function in module.functions()]
    valued = {use.function for _, found in looked for use in found.uses if use.valued} | {*public}
    for function, found in looked:
        name = function.name
        for told in found.wrong:
            yield f"{name}: {told}"
        for use, where in found.uses.items():
            if fault := _use(use, signatures):
                yield f"{name}: {fault}: {where}"
        for array, where in found.arrays.items():
            declared = arrays.get(array.name)
            if declared is None:
                yield f"{name}: {array.name}: no such array: {where}"
            elif declared.name.type is not array.type:
                yield f"{name}: {array.name}: expected {declared.name.type.value}, found {_said(array.type)}: {where}"
        for stored, where in found.stores.items():
            if isinstance(arrays.get(stored), k.Table):
                yield f"{name}: {stored}: a table is constant: {where}"
        for reach, where in found.reaches.items():
            declared = arrays.get(reach.array.name) if reach.array in found.arrays else None
            size = sizes.get(reach.array.name) if declared is None else _size(declared)
            room = words if reach.wide else 1
            if size is not None and not 0 <= reach.at <= size - room:
                yield f"{name}: {reach.array.name}: place {reach.at} of {size}: {where}"
        if found.ends and name in valued:
            yield f"{name}: its end is reached without a value, which is used"


def _array(part: k.Table | k.Scratch) -> Iterator[str]:
    name = part.name
    if name.type not in k.ELEMENT:
        yield f"{name.name}: expected an array, found {_said(name.type)}"
    if isinstance(part, k.Scratch) and (part.size < 1 or (part.rows is not None and part.rows < 1)):
        yield f"{name.name}: an array without elements"


def _size(array: k.Table | k.Scratch) -> int:
    return len(array.values) if isinstance(array, k.Table) else array.size * (array.rows or 1)


def _use(use: _Use, signatures: Mapping[str, k.Signature]) -> str:
    """Return the error of a call; empty if it is correct."""
    signature = signatures.get(use.function)
    if signature is None:
        return f"{use.function}: no such function"
    if len(use.given) != len(signature.takes):
        return f"{use.function}: expected {len(signature.takes)} arguments, found {len(use.given)}"
    for at, (found, wanted) in enumerate(zip(use.given, signature.takes, strict=True), 1):
        if not fits(found, wanted):
            return f"{use.function}: argument {at}: expected {wanted.value}, found {_said(found)}"
    if use.valued and signature.gives is None:
        return f"{use.function}: gives nothing, and its value is used"
    if use.gives is not signature.gives:
        return f"{use.function}: gives {_said(signature.gives)}, not {_said(use.gives)}"
    return ""


def _said(type_of: k.Type | None) -> str:
    return "nothing" if type_of is None else type_of.value


# ---------------------------------------------------------------- one function
@dataclass(slots=True)
class _State:
    """The state of checking a function. `local`: the names that it assigns anywhere, and their types; `parameters`: by
    name; `statement`: the current one; `breaks`: for each open loop, the names with values at each `break`; `labels`:
    those that it may continue at."""

    function: k.Function
    looked: _Looked
    local: dict[str, k.Type]
    parameters: dict[str, k.Type]
    statement: k.Statement | None = None
    breaks: list[list[set[str]]] = field(default_factory=list)
    labels: frozenset[int] = frozenset()


@lru_cache(maxsize=1 << 14)
def _look(function: k.Function) -> _Looked:
    """Return the results of checking a function; programs share most of theirs."""
    looked = _Looked()
    parameters = {each.name: each.type for each in function.parameters}
    state = _State(function, looked, {}, parameters)
    if len(parameters) < len(function.parameters):
        looked.wrong.append("two arguments have the same name")
    for node in statements(function.body):
        name = assigned(node)
        if name is not None and name.name not in parameters:
            before = state.local.setdefault(name.name, name.type)
            if before is not name.type:
                state.statement = node
                _tell(state, f"{name.name}: {before.value} before, {name.type.value} here")
    looked.ends = _ends(state, function.body, {*parameters})
    return looked


def _tell(state: _State, told: str) -> None:
    state.looked.wrong.append(f"{told}: {_where(state)}")


def _where(state: _State) -> str:
    """Return the first line of the statement under way."""
    return "" if state.statement is None else shown(state.statement).partition("\n")[0]


def _ends(state: _State, body: k.Body, have: set[str]) -> bool:
    """Return whether the end of these statements is reached; the names that they give a value are added to `have`."""
    for node in body:
        state.statement = node
        if not STATEMENTS[type(node)](state, node, have):
            return False
    return True


def _wants(state: _State, node: k.Expression, wanted: k.Type, have: set[str]) -> None:
    """Check that an expression has a type, and everything in it."""
    EXPRESSIONS[type(node)](state, node, have)
    found = node.type
    if found is not wanted and not fits(found, wanted):
        _tell(state, f"expected {wanted.value}, found {_said(found)} {node}")


def _tests(state: _State, node: k.Expression, have: set[str]) -> None:
    EXPRESSIONS[type(node)](state, node, have)
    if not is_test(node.type):
        _tell(state, f"expected a test, found {_said(node.type)} {node}")


# ---------------------------------------------------------------- statements
def _let(state: _State, node: k.Let, have: set[str]) -> bool:
    _wants(state, node.value, _kept(state, node.name), have)
    have.add(node.name.name)
    return True


def _kept(state: _State, name: k.Name) -> k.Type:
    """Return the type of values that a name may be given."""
    if name.type is k.TRUTH or name.type in k.ELEMENT:
        _tell(state, f"{name.name}: a name holds a number or a set of cards, not {_said(name.type)}")
    if state.parameters.get(name.name, name.type) is not name.type:
        _tell(state, f"{name.name}: {state.parameters[name.name].value} before, {name.type.value} here")
    return name.type


def _store(state: _State, node: k.Store, have: set[str]) -> bool:
    _written(state, node.place, have)
    _wants(state, node.value, node.place.type, have)
    return True


def _written(state: _State, place: k.Load, have: set[str]) -> None:
    _load(state, place, have)
    if isinstance(place.array, k.Name) and place.array.name not in state.parameters:
        state.looked.stores.setdefault(place.array.name, _where(state))


def _add(state: _State, node: k.Add, have: set[str]) -> bool:
    place = node.place
    if isinstance(place, k.Load):
        _written(state, place, have)
    else:
        _name(state, place, have)
    if place.type is not k.NUMBER:
        _tell(state, f"expected number, found {_said(place.type)} {place}")
    _wants(state, node.value, k.NUMBER, have)
    return True


def _if(state: _State, node: k.If, have: set[str]) -> bool:
    """Check an `if`; with a constant test, only the body that is performed counts."""
    _tests(state, node.test, have)
    after, other = {*have}, {*have}
    first, second = _ends(state, node.then, after), _ends(state, node.otherwise, other)
    if isinstance(node.test, k.Const):
        first, second, after = (first, False, after) if node.test.value else (False, second, other)
        other = after
    if first and second:
        have |= after & other
    elif first or second:
        have |= after if first else other
    return first or second


def _count(state: _State, node: k.Count, have: set[str]) -> bool:
    _wants(state, node.start, k.NUMBER, have)
    _wants(state, node.end, k.NUMBER, have)
    if _kept(state, node.name) is not k.NUMBER:
        _tell(state, f"expected number, found {_said(node.name.type)} {node.name}")
    _loop(state, node.body, {*have, node.name.name})
    return True


def _each(state: _State, node: k.Each, have: set[str]) -> bool:
    _wants(state, node.start, k.NUMBER, have)
    _wants(state, node.end, k.NUMBER, have)
    _name(state, node.array, have)
    if k.ELEMENT.get(node.array.type) is not node.name.type:
        _tell(state, f"{node.array}: no array of {_said(node.name.type)}")
    _kept(state, node.name)
    _loop(state, node.body, {*have, node.name.name})
    return True


def _while(state: _State, node: k.While, have: set[str]) -> bool:
    _tests(state, node.test, have)
    left = _loop(state, node.body, {*have})
    if isinstance(node.test, k.Const) and node.test.value:
        if not left:
            return False
        have |= set.intersection(*left)
    return True


def _loop(state: _State, body: k.Body, have: set[str]) -> list[set[str]]:
    """Return the names that have values at each `break` of the loop."""
    state.breaks.append([])
    _ends(state, body, have)
    return state.breaks.pop()


def _return(state: _State, node: k.Return, have: set[str]) -> bool:
    if state.function.result is None:
        _tell(state, "a value of a function that gives nothing")
    else:
        _wants(state, node.value, state.function.result, have)
    return False


def _break(state: _State, node: k.Break, have: set[str]) -> bool:
    if state.breaks:
        state.breaks[-1].append(have)
    else:
        _tell(state, "no loop to leave")
    return False


def _nothing(state: _State, node: k.Pass, have: set[str]) -> bool:
    return True


def _do(state: _State, node: k.Do, have: set[str]) -> bool:
    _called(state, node.call, have, valued=False)
    return True


def _try(state: _State, node: k.Try, have: set[str]) -> bool:
    _called(state, node.call, have, valued=True)
    place = node.place
    if isinstance(place, k.Load):
        _written(state, place, have)
    else:
        _kept(state, place)
        have.add(place.name)
    if place.type is not k.NUMBER or node.call.type is not k.NUMBER:
        _tell(state, "only numbers are tried for, as there is -1 for a failure")
    return True


def _mark(state: _State, node: k.Mark, have: set[str]) -> bool:
    file, _, line = node.where.partition(":")
    if not (file.isdecimal() and line.isdecimal()):
        _tell(state, f"expected a mark like 1:80, found {node.where!r}")
    return True


def _spend(state: _State, node: k.Spend, have: set[str]) -> bool:
    _wants(state, node.amount, k.NUMBER, have)
    return True


def _labels(state: _State, node: k.Labels, have: set[str]) -> bool:
    """Check labels: a name assigned at one label need not have a value at another."""
    _wants(state, node.at, k.NUMBER, have)
    numbers = [number for number, _ in node.bodies]
    if len({*numbers}) < len(numbers) or numbers != sorted(numbers):
        _tell(state, f"labels are not in their order, each once: {numbers}")
    state.labels = frozenset(numbers)
    for number, body in node.bodies:
        for inside in _bodies(body):
            if any(isinstance(each, k.Go) for before in inside[:-1] for each in statements((before,))):
                _tell(state, f"label {number}: something comes after a jump")
        if _ends(state, body, {*have}):
            _tell(state, f"label {number}: its end is reached")
    state.labels = frozenset()
    return False


def _bodies(body: k.Body) -> Iterator[k.Body]:
    yield body
    for node in body:
        for inside in INSIDE[type(node)](node) if type(node) in INSIDE else ():
            yield from _bodies(inside)


def _go(state: _State, node: k.Go, have: set[str]) -> bool:
    if node.label not in state.labels:
        _tell(state, f"unknown label {node.label}")
    if state.breaks:
        _tell(state, "a jump out of a loop")
    return False


def _row(state: _State, node: k.EmitRow, have: set[str]) -> bool:
    rows = k.Name("OUT", k.NUMBERS)
    for name in (rows, k.Name("n"), k.Name("most")):
        _name(state, name, have)
    for each in node.cells:
        match each.place:
            case k.Load(array, k.Const(at)) if array == rows and 0 <= at < node.size:
                _wants(state, each.value, each.place.type, have)
            case _:
                _tell(state, f"a row of {node.size} numbers has no place {each.place}")
    return True


def _stand(state: _State, node: k.Stand, have: set[str]) -> bool:
    _wants(state, node.number, k.NUMBER, have)
    return False


# ---------------------------------------------------------------- expressions
def _const(state: _State, node: k.Const, have: set[str]) -> None:
    if node.type is not k.NUMBER and node.type is not k.SET:
        _tell(state, f"{node.value}: a constant is a number or a set of cards, not {_said(node.type)}")


def _name(state: _State, node: k.Name, have: set[str]) -> None:
    name = node.name
    if name in have:
        known = state.parameters.get(name) or state.local.get(name)
        if known is not None and known is not node.type:
            _tell(state, f"{name}: {known.value} before, {node.type.value} here")
    elif name in state.local:
        _tell(state, f"{name}: need not have a value")
    elif node.type in k.ELEMENT:
        state.looked.arrays.setdefault(node, _where(state))
    else:
        _tell(state, f"{name}: never has a value")


def _may_hold(array: k.Type | None, element: k.Type) -> bool:
    """Return whether an array may hold that; also an array of numbers a set, which takes several of them."""
    return (array is k.NUMBERS and (element is k.NUMBER or element is k.SET)) or (array is k.SETS and element is k.SET)


def _load(state: _State, node: k.Load, have: set[str]) -> None:
    array = node.array
    EXPRESSIONS[type(array)](state, array, have)
    _wants(state, node.index, k.NUMBER, have)
    if not _may_hold(array.type, node.type):
        _tell(state, f"{array}: {_said(array.type)}, not an array of {_said(node.type)}")
    elif isinstance(node.index, k.Const) and isinstance(array, k.Name):
        reach = _Reach(array, node.index.value, node.type is k.SET and array.type is k.NUMBERS)
        state.looked.reaches.setdefault(reach, _where(state))


def _unary(state: _State, node: k.Unary, have: set[str]) -> None:
    if node.op == "not":
        _tests(state, node.operand, have)
        _gives(state, node, k.TRUTH)
    elif node.op == "~" and node.operand.type is k.SET:
        EXPRESSIONS[type(node.operand)](state, node.operand, have)
        _gives(state, node, k.SET)
    else:
        _wants(state, node.operand, k.NUMBER, have)
        _gives(state, node, k.NUMBER)


def _gives(state: _State, node: k.Expression, wanted: k.Type) -> None:
    """Check that the node has the type that its operands make."""
    if node.type is not wanted:
        _tell(state, f"{node} is {wanted.value}, not {_said(node.type)}")


def _binary(state: _State, node: k.Binary, have: set[str]) -> None:
    on_sets = node.op in ("&", "|", "^") and (node.left.type is k.SET or node.right.type is k.SET)
    wanted = k.SET if on_sets else k.NUMBER
    _wants(state, node.left, wanted, have)
    _wants(state, node.right, wanted, have)
    _gives(state, node, wanted)


def _compare(state: _State, node: k.Compare, have: set[str]) -> None:
    of_sets = node.op in ("==", "!=") and (node.left.type is k.SET or node.right.type is k.SET)
    wanted = k.SET if of_sets else k.NUMBER
    _wants(state, node.left, wanted, have)
    _wants(state, node.right, wanted, have)
    _gives(state, node, k.TRUTH)


def _logic(state: _State, node: k.Logic, have: set[str]) -> None:
    if len(node.parts) < 2:
        _tell(state, f"expected two parts or more, found {len(node.parts)}")
    for part in node.parts:
        _tests(state, part, have)
    _gives(state, node, k.TRUTH if all(part.type is k.TRUTH for part in node.parts) else k.NUMBER)


def _select(state: _State, node: k.Select, have: set[str]) -> None:
    _tests(state, node.test, have)
    wanted = k.SET if k.SET in (node.yes.type, node.no.type) else k.NUMBER
    _wants(state, node.yes, wanted, have)
    _wants(state, node.no, wanted, have)
    _gives(state, node, k.TRUTH if node.yes.type is k.TRUTH and node.no.type is k.TRUTH else wanted)


def _call(state: _State, node: k.Call, have: set[str]) -> None:
    _called(state, node, have, valued=True)


def _called(state: _State, node: k.Call, have: set[str], *, valued: bool) -> None:
    for each in node.arguments:
        EXPRESSIONS[type(each)](state, each, have)
    use = _Use(node.function, tuple([each.type for each in node.arguments]), node.type, valued)
    if use not in state.looked.uses:
        state.looked.uses[use] = _where(state)


_E: Mapping[type, Callable[[_State, Never, set[str]], None]] = {
    k.Const: _const, k.Name: _name, k.Load: _load, k.Unary: _unary, k.Binary: _binary, k.Compare: _compare,
    k.Logic: _logic, k.Select: _select, k.Call: _call,
}  # fmt: skip
_S: Mapping[type, Callable[[_State, Never, set[str]], bool]] = {
    k.Let: _let, k.Store: _store, k.Add: _add, k.If: _if, k.Count: _count, k.Each: _each, k.While: _while,
    k.Return: _return, k.Break: _break, k.Pass: _nothing, k.Do: _do, k.Try: _try, k.Mark: _mark, k.Spend: _spend,
    k.Labels: _labels, k.Go: _go, k.EmitRow: _row, k.Stand: _stand,
}  # fmt: skip
EXPRESSIONS = cast("Mapping[type, Callable[[_State, k.Expression, set[str]], None]]", _E)
STATEMENTS = cast("Mapping[type, Callable[[_State, k.Statement, set[str]], bool]]", _S)
