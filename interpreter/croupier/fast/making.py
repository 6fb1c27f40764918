"""Lowered rules to the code that is generated from them, and to its functions."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.fast.backends import Code, InC, InPython
from croupier.lowering.host import Host
from croupier.lowering.whole import FUNCTIONS
from croupier.native import build
from croupier.native.c import c
from croupier.native.compilers import Unbuilt
from croupier.native.python import python

if TYPE_CHECKING:
    from croupier.lowering.whole import Lowered


def in_python(lowered: Lowered) -> InPython:
    """Functions of Python."""
    words = lowered.layout.words
    return InPython(Code("python", python(lowered.text, words), words), host(lowered))


def in_c(lowered: Lowered, *, marks: bool = False, checks: bool = False) -> str:
    """The text in C, as it is compiled, or with `marks`."""
    public = (*FUNCTIONS, *Host.PLACES, "host") if lowered.asked else tuple(FUNCTIONS)
    checked = lowered.layout.size if checks else 0
    return _in_c(lowered.text, lowered.layout.words, public, marks=marks, checks=checked)


@lru_cache(maxsize=16)
def _in_c(text: str, words: int, public: tuple[str, ...], *, marks: bool, checks: int) -> str:
    """Tables of which only options differ have the same text."""
    return c(text, words, public, marks=marks, checks=checks)


def built(lowered: Lowered, folder: Path | None, *, anew: bool, checks: bool = False, soon: bool = False) -> InC | None:
    """Functions of a library. `anew`: also if it has to be compiled first; `soon`: even if they are slower then.
    Unbuilt says why there is none."""
    soon = soon or bool(lowered.layout.counted)  # there are many tables, of which each plays a few games
    try:
        code = Code("c", in_c(lowered, checks=checks), lowered.layout.words, soon)
    except RecursionError:
        raise Unbuilt("sentences that deep") from None
    library = build.library(code.text, folder, soon=soon) if anew else build.known(code.text, folder, soon=soon)
    return None if library is None else InC(code, host(lowered), library)


def host(lowered: Lowered) -> Host | None:
    """Who answers what is asked of the reference, if anything is."""
    return Host(lowered.layout.program, lowered.asked) if lowered.asked else None


def rows(lowered: Lowered) -> int:
    """How many cells the legal moves of one position may take."""
    return (limits.MOST_MOVES + 1) * lowered.layout.row + 64
