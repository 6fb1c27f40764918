"""Secrecy as a property: what a seat has not been shown can be exchanged, and nothing it may know changes."""

from __future__ import annotations

import json
from typing import Any

from croupier import AmbiguousMove, Game, InvalidMove, Rules
from croupier.base.chance import Seed
from croupier.workbench.secrets import beside


def observe(game: Game, seat: int, probes: list[str]) -> str:
    """All that the seat may know, as one text."""
    why = []
    for probe in probes:
        try:
            found = game.why_not(seat, probe)
            why.append(None if found is None else found.to_json())
        except (InvalidMove, AmbiguousMove) as error:
            why.append(str(error))
    seen = {
        "view": game.view(seat).to_json(),
        "log": [event.to_json() for event in game.log(seat)],
        "moves": [move.to_json() for move in game.legal_moves(seat)],
        "why": why,
    }
    return json.dumps(seen, sort_keys=True)


def difference(a: Any, b: Any, path: str = "") -> str:
    """The first place where two observations differ."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next(d for key in a if (d := difference(a[key], b[key], f"{path}.{key}") if a[key] != b[key] else ""))
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next(difference(x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
    return f"{path} is {a} or {b}"


def compare(
    watched: Rules, honest: Rules, seat: int, seed: str, decisions: int, number: int, probes: list[str]
) -> tuple[int, str]:
    """How many positions were compared (0 if no exchange agrees with the history), and the first difference.

    `honest` says what a seat is shown; `watched` makes the views that are compared.
    """
    numbered = Seed.parse(seed)
    game, moves = beside.play(honest, numbered, decisions)
    for pair in beside.pairs(honest, game, numbered, seat, number):
        followed = beside.follow(honest, pair, moves)
        if followed.parting is not None:
            return followed.positions, f"{seed}, seat {seat}: {followed.parting.told}"
        if followed.whole:
            return walk(watched, pair, followed, probes)
    return 0, ""


def walk(watched: Rules, pair: beside.Pair, followed: beside.Followed, probes: list[str]) -> tuple[int, str]:
    """Play both worlds side by side, looking through the seat's eyes at every decision."""
    true, other = Game(watched, str(pair.seed)), pair.other(watched)
    for step in range(len(followed.made) + 1):
        a, b = observe(true, pair.seat, probes), observe(other, pair.seat, probes)
        if a != b:
            told = difference(json.loads(a), json.loads(b))
            return step + 1, f"{pair.seed}, seat {pair.seat}, decision {step}: {told}"
        if step < len(followed.made):
            seat, move, twin = followed.made[step]
            true.play(seat, move)
            other.play(seat, twin)
    return len(followed.made) + 1, ""
