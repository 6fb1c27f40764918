"""A small game that goes on until its limit, and records of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import Game, Rules, load
from croupier.players import Uniform
from croupier.table.record import Record
from croupier.table.record.lines import summed

DATA = Path(__file__).parent / "data"
FERRY = DATA / "ferry.yaml"


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load(FERRY, limit=60)


def resummed(data: bytes) -> bytes:
    """A record with sums that fit its lines, as a stranger can work them out; what is no line stays as it is."""
    header, *lines = data.split(b"\n")
    found, own = [header], json.loads(header)["checksum"]
    for line in lines[:-1]:
        try:
            said = json.loads(line)
            said.pop("sum", None)
            line, own = summed(said, own)
        except (ValueError, AttributeError, TypeError, RecursionError):
            pass
        found.append(line.removesuffix(b"\n"))
    return b"\n".join([*found, lines[-1]])


def play_on(game: Game, record: Record | None, decisions: int) -> None:
    """Random players make so many decisions, or what is left; the record keeps them."""
    players = [Uniform(3, 0, seat) for seat in range(game.rules.seats)]
    for _ in range(decisions):
        if not game.to_act:
            break
        seat = game.to_act[0]
        move = players[seat].choose(game.offer(seat))
        game.play(seat, move)
        if record is not None:
            record.append(seat, move)
    if record is not None and game.outcome is not None:
        record.finish(game.outcome)


Make = Callable[..., Path]


@pytest.fixture
def make(tmp_path: Path, rules: Rules) -> Make:
    """`make(12)`: the path of a record of so many decisions."""

    def made(decisions: int, name: str = "game.rec", seed: int = 7) -> Path:
        path = tmp_path / name
        with Record.create(path, game := Game(rules, seed)) as record:
            play_on(game, record, decisions)
        return path

    return made
