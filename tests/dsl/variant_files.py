"""Writes rulesets and variants of them into a folder, and reads them."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import TypeVar, cast

from croupier_dsl import Diagnostic, check_file, ir
from croupier_dsl.explanations import example

Part = TypeVar("Part")


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def variant(folder: Path, body: str, name: str = "mine", of: str = "example") -> Path:
    """The file of a variant with these sections."""
    return write(folder, name, f"croupier: 1\nvariant: {name}\nof: {of}\n{body}\n")


def game(folder: Path) -> Path:
    """The ruleset that explanations use, as `example`."""
    return write(folder, "example", example())


def read(path: Path, *stack: Path) -> tuple[ir.Rules | None, list[Diagnostic]]:
    return check_file(path, variants=stack)


def rules(path: Path, *stack: Path) -> ir.Rules:
    """The rules of a file that has nothing wrong with it."""
    found, diagnostics = read(path, *stack)
    assert found is not None, [f"{d.span}: {d.code} {d.message}" for d in diagnostics]
    return found


def bare(part: Part) -> Part:
    """The same rules without where they were written and what they were made from."""
    if isinstance(part, tuple):
        return cast(Part, tuple(map(bare, part)))
    if not is_dataclass(part) or isinstance(part, type):
        return part
    held = {field.name: getattr(part, field.name) for field in fields(part)}
    return cast(Part, replace(part, **{n: None if isinstance(v, ir.Where) else bare(v) for n, v in held.items()}))


def standing_alone(found: ir.Rules) -> ir.Rules:
    return replace(bare(found), of=())
