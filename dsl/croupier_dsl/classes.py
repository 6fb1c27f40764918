"""Frozen dataclasses with slots that are fast to create, since hundreds of them delay every start."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field
from functools import cache
from types import CellType, CodeType, FunctionType
from typing import NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


class _Part:
    """The base of all frozen classes, for any fields."""

    __slots__ = ()
    __match_args__: tuple[str, ...]

    def __repr__(self) -> str:
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
        return f"{type(self).__qualname__}({told})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self) -> list[object]:
        return [getattr(self, name) for name in self.__match_args__]

    def __setstate__(self, state: list[object]) -> None:
        for name, value in zip(self.__match_args__, state, strict=True):
            object.__setattr__(self, name, value)


_SHARED = {
    name: vars(_Part)[name] for name in ("__repr__", "__setattr__", "__delattr__", "__getstate__", "__setstate__")
}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Make the same as `dataclass(frozen=True, slots=True)` for a class without such a base.

    That compiles six methods for each class. Here the frequently called ones are compiled once for all classes with the
    same number of fields, and each class gets the code with its own names. Fields have no factories.
    """
    names, own = [*cls.__annotations__], {**vars(cls)}
    if wrong := own.keys() & {*_SHARED, "__init__", "__post_init__", "__eq__", "__hash__"}:
        raise TypeError(f"{cls.__name__} has its own {', '.join(sorted(wrong))}")
    fields = {
        name: value if isinstance(value := own[name], Field) else field(default=value) for name in names if name in own
    }
    if any(one.default is MISSING or not one.repr or one.hash for one in fields.values()):
        raise TypeError(
            f"{cls.__name__} has a field of which more is said than a plain default and whether it compares and counts"
        )
    for name, method in _SHARED.items():
        setattr(cls, name, method)
    cls.__doc__ = cls.__doc__ or cls.__name__  # without any, `dataclass` works out a signature
    made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    if vars(made)["__match_args__"] != (*names,):
        raise TypeError(
            f"{cls.__name__} has fields from elsewhere, or some that `__init__` is not given in their order"
        )
    setters = [vars(made)[name].__set__ for name in names]
    _give(made, _init(len(names)), names, [one.default for one in fields.values()], setters)
    compared = [name for name in names if name not in fields or fields[name].compare]
    _give(made, _eq(len(compared)), compared)
    hashed = [name for name in compared if name not in fields or fields[name].hash is None]
    _give(made, _hash(len(hashed)), hashed)
    return made


def _give(
    made: type[object], code: CodeType, names: list[str], defaults: Iterable[object] = (), held: Iterable[object] = ()
) -> None:
    """Define a method of the class from code that uses the names of `_stand_ins` for its fields."""
    called = dict(zip(_stand_ins(len(names)), names, strict=True))
    attributes, variables = (tuple(called.get(x, x) for x in each) for each in (code.co_names, code.co_varnames))
    own = code.replace(co_names=attributes, co_varnames=variables)
    method = FunctionType(own, _KNOWN, code.co_name, tuple(defaults), tuple(map(CellType, held)))
    method.__module__, method.__qualname__ = made.__module__, f"{made.__qualname__}.{code.co_name}"
    setattr(made, code.co_name, method)


_KNOWN: dict[str, object] = {"NotImplemented": NotImplemented, "hash": hash}
"""The globals of the methods' code."""


@cache
def _stand_ins(count: int, letter: str = "f") -> tuple[str, ...]:
    return tuple(f"{letter}{number:03}" for number in range(count))


@cache
def _init(count: int) -> CodeType:
    """Return the code that sets each field, in the order of the fields."""
    values, setters = _stand_ins(count), _stand_ins(count, "set")
    body = "; ".join(f"{setter}(self, {value})" for setter, value in zip(setters, values, strict=True)) or "pass"
    return _code(f"def __init__({', '.join(('self', *values))}): {body}", setters)


@cache
def _eq(count: int) -> CodeType:
    mine, others = (_tuple(whose, count) for whose in ("self", "other"))
    told = f"return {mine} == {others} if other.__class__ is self.__class__ else NotImplemented"
    return _code(f"def __eq__(self, other): {told}")


@cache
def _hash(count: int) -> CodeType:
    return _code(f"def __hash__(self): return hash({_tuple('self', count)})")


def _tuple(whose: str, count: int) -> str:
    return f"({''.join(f'{whose}.{name}, ' for name in _stand_ins(count))})"


def _code(method: str, held: Iterable[str] = ()) -> CodeType:
    """Return the code of a method, within a function that holds what it uses."""
    code = compile(f"def holding({', '.join(held)}):\n {method}", __name__, "exec")
    while inner := [each for each in code.co_consts if isinstance(each, CodeType)]:
        code = inner[0]
    return code
