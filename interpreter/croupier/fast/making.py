"""Generate code from lowered rules, and load its functions."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.language import tr
from croupier.fast.backends import Code, InC, InPython
from croupier.kernel.verify import verify
from croupier.kernel.walk import reached
from croupier.lowering import observing
from croupier.lowering.host import Host, places_for
from croupier.lowering.whole import FUNCTIONS
from croupier.native import build
from croupier.native.c import c
from croupier.native.compilers import Unbuilt
from croupier.native.python import python

if TYPE_CHECKING:
    from croupier.kernel.nodes import Module
    from croupier.kernel.source import Written
    from croupier.lowering.whole import Lowered

VERIFY = "CROUPIER_VERIFY"
"""The environment variable that, with any value, has every program verified. Tests set it."""


def in_python(lowered: Lowered) -> InPython:
    """Return functions of Python."""
    return InPython(Code("python", python_text(lowered), lowered.layout.words), host(lowered))


def python_text(lowered: Lowered, *, marks: bool = False) -> str:
    """Return the program in Python, as it runs, or with `marks`."""
    return _in_python(lowered.written, lowered.layout.words, marks=marks)


@lru_cache(maxsize=16)
def _in_python(written: Written, words: int, *, marks: bool) -> str:
    """Return the functions of a text; tables of which only options differ share the program."""
    return python(_program(written), words, marks=marks)


@lru_cache(maxsize=4)
def _program(written: Written) -> Module:
    """Return the text as nodes, for both languages, with a random player in the machine (`croupier.kernel.fused`)."""
    return reached(written.linked(fused=True), (*FUNCTIONS, *observing.FUNCTIONS))


def in_c(lowered: Lowered, *, marks: bool = False, checks: bool = False) -> str:
    """Return the text in C, as it is compiled, or with `marks`."""
    called = (*FUNCTIONS, *(observing.FUNCTIONS if lowered.observes else ()))
    public = (*called, *places_for(lowered.asked), "host") if lowered.asked else called
    checked = lowered.layout.size if checks else 0
    return _in_c(lowered.written, lowered.layout.words, public, marks=marks, checks=checked)


@lru_cache(maxsize=16)
def _in_c(written: Written, words: int, public: tuple[str, ...], *, marks: bool, checks: int) -> str:
    """Return the C text; tables of which only options differ share it."""
    return c(_program(written), words, public, marks=marks, checks=checks)


def built(lowered: Lowered, folder: Path | None, *, anew: bool, checks: bool = False, soon: bool = False) -> InC | None:
    """Return the functions of a library. `anew`: also if it has to be compiled first; `soon`: even if they are slower
    then. Raises Unbuilt with the reason if this is impossible."""
    soon = soon or bool(lowered.layout.counted)  # there are many tables, of which each plays a few games
    try:
        code = Code("c", in_c(lowered, checks=checks), lowered.layout.words, soon)
    except RecursionError:
        raise Unbuilt(tr("the sentences are nested too deep for C")) from None
    library = build.library(code.text, folder, soon=soon) if anew else build.known(code.text, folder, soon=soon)
    return None if library is None else InC(code, host(lowered), library)


def verified(lowered: Lowered) -> Lowered:
    """Return the lowered rules; IllFormed if the variable of the environment asks to verify them and something is
    wrong."""
    if os.environ.get(VERIFY):
        sizes = {"S": lowered.layout.size, "OUT": rows(lowered)}
        verify(_program(lowered.written), sizes, lowered.layout.words, FUNCTIONS)
    return lowered


def host(lowered: Lowered) -> Host | None:
    """Return the object that answers questions to the reference; None without any."""
    return Host(lowered.layout.program, lowered.asked) if lowered.asked else None


def rows(lowered: Lowered) -> int:
    """Return how many cells the legal moves of one position may take."""
    return (limits.MOST_MOVES + 1) * lowered.layout.row + 64
