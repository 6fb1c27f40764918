"""The pages on computer players: their examples give what they show, their bot wins, and the players are known."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import players
from croupier.thinking import player

from . import blocks

PAGE = blocks.ROOT / "docs" / "explanation" / "players.md"
GUIDE = blocks.ROOT / "docs" / "how-to" / "write-a-player.md"


@pytest.mark.costly
@pytest.mark.parametrize("page", [PAGE, GUIDE], ids=lambda page: page.stem)
def test_every_example_gives_what_is_shown(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run from the top of the page to its end, in one namespace; the bot wins elsewhere too."""
    monkeypatch.chdir(tmp_path)
    before = dict(players.POLICIES)
    try:
        names = blocks.check(page, tmp_path)
    finally:
        players.POLICIES.clear()
        players.POLICIES.update(before)
    if page is GUIDE:
        wins = names["wins"]
        assert callable(wins)
        assert wins(40, first=1000) >= 30, "the bot has become worse than the page says"


@pytest.mark.parametrize(
    "name", ["random", "greedy", "search", "search:fair", "search:easy", "search:400", "search:0.3s"]
)
def test_every_player_is_known(name: str) -> None:
    """The names in the first column of its table are players."""
    assert f"`{name}`" in PAGE.read_text(encoding="utf-8")
    assert player(name)
