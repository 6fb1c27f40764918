"""Describe a fault of the rules in lines: the error, its sentence, the game and the position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from croupier.base.language import ntr, tr

if TYPE_CHECKING:
    from croupier.base.faults import RulesFault
    from croupier.base.values import Value
    from croupier_dsl import ir

WIDTH = 100
_ENDS = re.compile(r"\s#|[,\]}]|:\s|:$")
"""The end of a sentence in a file; none of these can be part of one."""
_NAMED = re.compile(r"""[\w ]+:\s+(?=[^\s#{\[|>'"])""")
"""A sentence on the line of its name: `card: one of hand`. Statements such as `if …:` have none, nor has a list."""


def lines_of(fault: RulesFault) -> Iterator[str]:
    """Yield the lines of a fault, for readers that may see all cards."""
    yield tr("fault in the rules: {fault}", fault=fault.what)
    if fault.path:
        yield from _place(tr("in {path}"), fault.path, fault.where, fault.text)
    for use in fault.used_in:
        yield from _place(tr("used in {path}"), use.path, use.where, use.text)
    if fault.game:
        yield from _wrapped(tr("in game {game}; to replay it: {command}", game=fault.game, command=fault.again), "  ")
    if fault.position is not None:
        yield from _standing(fault.position)
        if fault.move:
            yield from _wrapped(tr("then {move}", move=fault.move), "  ")


def _place(lead: str, path: str, where: ir.Where | None, text: str) -> list[str]:
    """Return a part of the rules: its path after the lead, its file and line, and its words."""
    text = text or sentence(where)
    place = f" ({Path(where.file).name}:{where.line})" if where is not None else ""
    told = lead.format(path=f"{path}{place}")
    return _wrapped(tr("{where}: {text}", where=told, text=text) if text else told, "  ")


def sentence(where: ir.Where | None) -> str:
    """Return the sentence at this place, if the file can still be read."""
    if where is None:
        return ""
    try:
        lines = Path(where.file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return ""
    if len(lines) < where.line:
        return ""
    written = lines[where.line - 1][where.column - 1 :]
    named = _NAMED.match(written)
    name = named.group() if named is not None else ""
    return f"{name}{_ENDS.split(written[len(name) :])[0]}".strip()


def _standing(position: Mapping[str, Value]) -> Iterator[str]:
    """Yield a position as in a scenario: the stages, the zones, and the state."""
    stages = [stage for stage in position["stages"] if "count" in stage]
    under_way = ", ".join(f"{stage['stage']} {stage['count']}" for stage in stages[1:])
    seat = next((stage["seat"] for stage in reversed(stages) if "seat" in stage), None)
    stage = under_way or "play"
    standing = tr("{stage} of {player}", stage=stage, player=seat) if seat else stage
    made = ntr("after {n} decision", "after {n} decisions", position["decisions"])
    yield from _wrapped(tr("{where}: {text}", where=made, text=standing), "  ")
    for zone, held in position["zones"].items():
        if held:
            yield from _wrapped(f"{zone}: {_contents(held)}", "    ")
    state = ", ".join(f"{name}: {_contents(value)}" for name, value in position["state"].items())
    if state:
        yield from _wrapped(state, "    ")


def _contents(held: Value) -> str:
    if isinstance(held, list):
        melds = any(isinstance(item, str) and " " in item for item in held)
        return (" + " if melds else " ").join("_" if item is None else str(item) for item in held) or "none"
    return {True: "yes", False: "no", None: "none"}[held] if held is None or isinstance(held, bool) else str(held)


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ", break_on_hyphens=False)
