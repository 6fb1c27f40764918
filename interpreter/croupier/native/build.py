"""Turn C text into a loaded library: a cached one, else one that is compiled and cached."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import RLock
from typing import Protocol

from croupier.base.faults import RulesFault
from croupier.base.language import tr
from croupier.base.notes import NOTES, Handed
from croupier.native import kept
from croupier.native.compilers import PATIENCE, Compiler, TooSlow, Unbuilt, compiler

VERSION = 1
"""The version of the way in which libraries are made and kept."""


class Function(Protocol):
    """Takes addresses of arrays and numbers."""

    def __call__(self, *arguments: object) -> int: ...


class Numbers(Protocol):
    """An array that can be read and written."""

    def __getitem__(self, index: int, /) -> int: ...

    def __setitem__(self, index: int, value: int, /) -> None: ...


def _address(function: object) -> int | None:
    return ctypes.cast(function, ctypes.c_void_p).value  # type: ignore[arg-type]  # a function of Python's own


_SAID = {
    "hear": _address(ctypes.pythonapi.PyErr_CheckSignals), "refuse": _address(ctypes.pythonapi.PyErr_SetString),
    "refused": id(RulesFault), "beyond": id(IndexError), "raised_": _address(ctypes.pythonapi.PyErr_Occurred),
    "number_": _address(ctypes.pythonapi.PyLong_FromLongLong),
    "told_": _address(ctypes.pythonapi.PyLong_AsUnsignedLongLongMask),
}  # fmt: skip
"""Addresses that C code needs to notice signals, to raise faults, and to convert Python's numbers."""
_AS_BUILTIN = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCFunction_NewEx", ctypes.pythonapi)
)


class Library:
    """Functions of a library by name. Arrays are passed by address; all else is numbers of 64 bits.

    `lock`: has to be held to use the library, because its scratch arrays are shared.
    """

    def __init__(self, path: Path) -> None:
        self._loaded = ctypes.PyDLL(str(path))
        self.lock = RLock()
        for name, address in _SAID.items():
            ctypes.c_void_p.in_dll(self._loaded, name).value = address

    def function(self, name: str) -> Function:
        """Return a function as a Python builtin: a call through `ctypes` takes longer than most moves."""
        entry = ctypes.c_char.in_dll(self._loaded, f"entry_{name}")
        found: Function = _AS_BUILTIN(ctypes.addressof(entry), None, None)
        return found

    def numbers(self, name: str, size: int) -> Numbers:
        """Return a scratch array of `size` words."""
        if name.startswith("Gm_"):
            return (ctypes.c_uint64 * size).in_dll(self._loaded, name)
        return (ctypes.c_int64 * size).in_dll(self._loaded, name)

    def calls(self, name: str, function: Callable[[int], object]) -> Callable[[], None]:
        """Return a function that makes the text call `function` by that name from then on. Exceptions in it are
        lost."""
        stub = ctypes.PYFUNCTYPE(None, ctypes.c_int64)(function)
        place = ctypes.c_void_p.in_dll(self._loaded, name)

        def call() -> None:
            place.value = address

        call.__dict__["kept"] = stub
        address = ctypes.cast(stub, ctypes.c_void_p).value
        return call


_LOADED: dict[str, Library] = {}
"""The libraries loaded by this process, by their keys."""
_LOADING = RLock()


def library(text: str, folder: Path | None, seconds: float = PATIENCE, *, soon: bool = False) -> Library:
    """Return the text as a library. `folder`: where libraries are kept, if they are; `soon`: it is worth more to have
    it soon than to have it quick. A compiler that takes too long is asked once more to optimise less, and that library
    is kept as if it were the quick one. Unbuilt says why there is none."""
    using = replace(compiler(), soon=soon)
    key = _key(text, using)
    with _LOADING:
        if key in _LOADED:
            return _LOADED[key]
    try:
        made = _made(text, using, key, folder, seconds)  # several may be made at the same time
    except TooSlow:
        if soon:
            raise
        made = _made(text, replace(using, soon=True), key, folder, seconds)
    with _LOADING:
        return _LOADED.setdefault(key, made)


def known(text: str, folder: Path | None, *, soon: bool = False) -> Library | None:
    """Return the same, if nothing has to be compiled for it; `soon`: one that is slower will do."""
    found = _known(text, folder, soon=False)
    return _known(text, folder, soon=True) if soon and found is None else found


def _known(text: str, folder: Path | None, *, soon: bool) -> Library | None:
    try:
        key = _key(text, replace(compiler(), soon=soon))
        with _LOADING:
            path = (
                kept.find(folder, key) if key not in _LOADED and folder is not None and kept.private(folder) else None
            )
            if path is not None:
                _LOADED[key] = _loaded(path)
            return _LOADED.get(key)
    except Unbuilt:
        return None


def _key(text: str, using: Compiler) -> str:
    return sha256("\0".join([str(VERSION), using.identity, *using.flags, text]).encode()).hexdigest()


def _made(text: str, using: Compiler, key: str, folder: Path | None, seconds: float) -> Library:
    if folder is None:
        return _passing(text, using, seconds)
    if not kept.private(folder):
        NOTES.use(
            "anew",
            Handed(
                tr("compiled libraries are not saved in {folder}, because other users can write to it", folder=folder)
            ),
        )
        return _passing(text, using, seconds)
    path = kept.find(folder, key)
    if path is None:
        try:
            with kept.room(folder) as place:
                path = kept.keep(folder, key, using.compile(text, Path(place), seconds))
        except OSError as error:
            why = tr("compiled libraries cannot be saved in {folder}: {reason}", folder=folder, reason=error.strerror)
            NOTES.use("anew", Handed(why))
            return _passing(text, using, seconds)
    return _loaded(path)


def _passing(text: str, using: Compiler, seconds: float) -> Library:
    """Return a library that is kept nowhere."""
    try:
        with TemporaryDirectory(prefix="croupier-") as place:  # a file that is loaded may go
            return _loaded(using.compile(text, Path(place), seconds))
    except OSError as error:
        raise Unbuilt(tr("cannot save a library: {reason}", reason=error.strerror)) from None


def _loaded(path: Path) -> Library:
    try:
        return Library(path)
    except OSError as error:
        raise Unbuilt(tr("the library cannot be loaded: {reason}", reason=error)) from None
