"""A small game that goes on until its limit, and records of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from croupier import Game, Rules, load
from croupier.players import Uniform
from croupier.table.record import Record

DATA = Path(__file__).parent / "data"
FERRY = DATA / "ferry.yaml"


@pytest.fixture(scope="session")
def rules() -> Rules:
    return load(FERRY, limit=60)


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
