"""What is bent: every file that comes along, and what is made of it: records, positions, rules as JSON."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from croupier import Game, load
from croupier.table.record import Header
from croupier_dsl import to_json

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
SMALL = ("war", "whist", "go-fish", "old-maid", "snip-snap-snorem", "kuhn-poker", "golf", "cheat")
"""Games whose records, positions and rules are bent: little ones, since each is read whole again and again."""


@cache
def files() -> tuple[Path, ...]:
    """Every file of rules or beside rules, the short ones first."""
    found = sorted(RULESETS.rglob("*.yaml"))
    return tuple(sorted(found, key=lambda path: (path.stat().st_size, path.name)))


@cache
def rulesets() -> tuple[Path, ...]:
    """Games and libraries."""
    return tuple(path for path in files() if "." not in path.stem and path not in variants())


@cache
def variants() -> tuple[Path, ...]:
    """What is made of another ruleset."""
    return tuple(path for path in files() if "." not in path.stem and "\nvariant: " in text_of(path))


@cache
def games() -> tuple[Path, ...]:
    """Games that stand alone."""
    return tuple(path for path in rulesets() if "\ngame: " in text_of(path))


@cache
def besides() -> tuple[Path, ...]:
    """Scenarios, clauses and texts of games that stand alone."""
    return tuple(path for path in files() if "." in path.stem and main_of(path) in games())


def main_of(path: Path) -> Path:
    """The ruleset that a file lies beside."""
    return path.with_name(path.name.split(".")[0] + ".yaml")


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree_of(path: Path) -> str:
    """The tree of a file as JSON, every scalar a text."""
    return json.dumps(yaml.load(text_of(path), Loader=yaml.BaseLoader))


@cache
def rules_json(name: str) -> str:
    return to_json(load(name).ir, ids=False)


@cache
def position(name: str, decisions: int) -> str:
    """A game after some decisions, as JSON."""
    return json.dumps(_played(name, decisions).position())


@cache
def record(name: str) -> tuple[bytes, bytes]:
    """The first line of a record, and the lines of a few moves."""
    game = Game(load(name), 7)
    header, lines = Header.of(game).line(), []
    for number in range(8):
        if game.to_act:
            seat = game.to_act[0]
            move = game.legal_moves(seat)[number % len(game.legal_moves(seat))]
            game.play(seat, move)
            lines.append(json.dumps({"n": number + 1, "seat": seat, "move": str(move)}) + "\n")
    return header, "".join(lines).encode()


def _played(name: str, decisions: int) -> Game:
    game = Game(load(name), decisions)
    while game.to_act and game.decisions < decisions:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])
    return game


def leaves(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a tree."""
    found = [path] if path else []
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
        found += leaves(inner, (*path, key))
    return found


def at(part: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        part = part[key]
    return part
