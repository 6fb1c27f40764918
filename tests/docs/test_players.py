"""The page on computer players: its console gives what it shows, and its player plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import Game, load
from croupier.thinking import player

from . import blocks

PAGE = blocks.ROOT / "docs" / "explanation" / "players.md"


def test_every_example_gives_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end; the class at the end plays a round."""
    monkeypatch.chdir(tmp_path)
    careful = blocks.check(PAGE, tmp_path)["Careful"]
    assert callable(careful)
    game = Game(load("three-thirteen", 2, {"rounds": 1}), seed=3)
    players = [careful(3, 0, seat) for seat in range(2)]
    while game.to_act:
        seat = game.to_act[0]
        game.play(seat, players[seat].choose(game.offer(seat)))
    assert game.outcome is not None
    assert game.outcome.finished


@pytest.mark.parametrize(
    "name", ["random", "greedy", "search", "search:fair", "search:easy", "search:400", "search:0.3s"]
)
def test_every_player_is_known(name: str) -> None:
    """The names in the first column of its table are players."""
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")
    assert player(name)
