"""Build the parse tables of the grammar, or load them from a private cache of this user."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from contextlib import suppress
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import get_args

import lark

from croupier_dsl.kinds import Kind


@cache
def tables() -> lark.Lark:
    """Return the grammar, ready to parse."""
    text = files("croupier_dsl").joinpath("grammar.lark").read_text("utf-8")
    folder = _private_folder()
    path = folder / f"grammar-{_fingerprint(text)}" if folder else None
    if path is not None:
        with suppress(Exception), path.open("rb") as file:
            return lark.Lark.load(file)
    built = build(text)
    if path is not None:
        with suppress(OSError):
            _save(built, path)
    return built


@cache
def keywords() -> frozenset[str]:
    """Return the words of the language in sentences."""
    fixed = (str(each.pattern.value) for each in tables().terminals if each.pattern.type == "str")
    return frozenset({"can", "knows", *filter(str.isalpha, fixed)})


def build(text: str, *, strict: bool = False) -> lark.Lark:
    """Build the tables of a grammar."""
    return lark.Lark(
        text, parser="lalr", lexer="contextual", start=list(get_args(Kind)), strict=strict, propagate_positions=True
    )


def _fingerprint(text: str) -> str:
    made_by = f"{lark.__version__} {sys.version_info[:3]} {get_args(Kind)}"
    return hashlib.sha256(f"{made_by}\n{text}".encode()).hexdigest()[:24]


def _private_folder() -> Path | None:
    """Return a folder that only this user can write to, since its files are unpickled; None if there is none."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "croupier"
        if not folder.is_absolute():
            return None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.lstat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & 0o077):
            return None
        return folder if stat.S_ISDIR(status.st_mode) and os.access(folder, os.W_OK) else None
    except (OSError, RuntimeError):
        return None


def _save(built: lark.Lark, path: Path) -> None:
    """Write the tables, as a whole or not at all."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            built.save(file)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
