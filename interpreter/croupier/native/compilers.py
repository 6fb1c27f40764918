"""Find the system's C compiler, and compile C text to a shared library."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from croupier.base.language import tr

NAMES = ("cc", "gcc", "clang", "tcc")
"""Names of compilers, in the order of the search; CC of the environment names another."""
PATIENCE = 60.0
"""The time limit of a compiler, in seconds."""
_ALWAYS = ("-shared", "-fPIC", "-w")
_COUNTING = {"popcnt": "-mpopcnt", "bmi1": "-mbmi"}
"""Instructions of x86-64 processors that make sets of cards fast, and the options of compilers for them."""
_SOON = ("-Og",)
_OTHERS = ("-std=gnu99", "-O2", "-fwrapv", "-fno-strict-aliasing", "-fno-math-errno")
"""Numbers wrap, and sets of cards are in arrays of numbers: compilers must not assume otherwise."""


class Unbuilt(Exception):
    """No library was built; `what` is the reason."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)


class TooSlow(Unbuilt):
    """The compiler was stopped because it took too long."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler by the words that call it. `identity`: distinguishes compilers and their versions; `soon`: whether
    slower code is accepted that compiles in a third of the time."""

    command: tuple[str, ...]
    identity: str
    counting: tuple[str, ...] = ()
    soon: bool = False

    @property
    def flags(self) -> tuple[str, ...]:
        small = "tcc" in Path(self.command[0]).resolve().name
        return _ALWAYS if small else (*_OTHERS, *_SOON[: self.soon], *self.counting, *_ALWAYS)

    def compile(self, text: str, folder: Path, seconds: float = PATIENCE) -> Path:
        """Return the library, as a file in a private folder. Raises Unbuilt with the reason if there is none."""
        source, made = folder / "kernel.c", folder / "kernel.so"
        source.write_text(text, encoding="ascii")
        words = [*self.command, *self.flags, "-o", made.name, source.name]
        try:
            ran = subprocess.run(
                words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False,
                env=os.environ | {"LC_ALL": "C", "TMPDIR": str(folder)},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            told = tr(
                "{compiler} took more than {n} seconds for {size} characters of C",
                compiler=self.command[0], n=f"{seconds:g}", size=f"{len(text):,}",
            )  # fmt: skip
            raise TooSlow(told) from None
        except OSError as error:
            raise Unbuilt(tr("{compiler}: {reason}", compiler=self.command[0], reason=error.strerror)) from None
        if ran.returncode or not made.is_file():
            said = ran.stderr.decode("utf-8", "replace").strip().splitlines()
            failed = tr("{compiler} failed", compiler=self.command[0])
            raise Unbuilt(tr("{what}: {reason}", what=failed, reason=said[0]) if said else failed)
        return made


def compiler(environment: Mapping[str, str] = os.environ) -> Compiler:
    """Return the compiler to use; Unbuilt if there is none, or libraries cannot be kept safe here."""
    if os.name != "posix":
        raise Unbuilt(tr("libraries are built on POSIX systems only"))
    named = shlex.split(environment.get("CC", ""))
    for words in ([named] if named else []) + [[name] for name in NAMES]:
        found = shutil.which(words[0], path=environment.get("PATH"))
        if found is not None:
            return Compiler((found, *words[1:]), _identity(found, words[1:]), counting())
        if words is named:
            raise Unbuilt(tr("CC names {compiler}, which is not installed", compiler=words[0]))
    raise Unbuilt(tr("no C compiler found; install one of {names}, or name it in CC", names=", ".join(NAMES)))


def counting(processors: Path = Path("/proc/cpuinfo")) -> tuple[str, ...]:
    """Return the compiler options for this processor. They are part of a library's key: another processor that shares
    the folder may lack the instructions."""
    if platform.machine() != "x86_64":
        return ()
    try:
        with processors.open(encoding="ascii", errors="replace") as lines:
            known = next((line.split() for line in lines if line.startswith("flags")), [])
    except OSError:
        return ()
    return tuple(flag for name, flag in _COUNTING.items() if name in known)


def _identity(path: str, words: list[str]) -> str:
    """Return the file that it is, which another version replaces, and the machine that it makes code for."""
    file = Path(path).resolve()
    stat = file.stat()
    machine = (platform.machine(), sys.platform, sys.maxsize)
    return repr((str(file), stat.st_mtime_ns, stat.st_size, words, machine))
