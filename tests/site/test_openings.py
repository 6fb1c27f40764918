"""The tables that a site stores: what the engine says of the same deal, message by message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.base.language import languages, speaking
from croupier.site import Desk
from croupier.site.openings import MOST_STEPS, SEEDS, opening
from croupier.table import catalogue
from croupier.web import welcome

HOME, TABLE = 1, 2


def heard(desk: Desk, line: int, **said: object) -> list[Any]:
    sent = desk.hear(line, json.dumps(said))
    while desk.due:
        sent += desk.advance()
    return [json.loads(text) for _, text, _ in sent]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("CROUPIER_GAMES", str(tmp_path / "games"))
    found = Desk(tmp_path)
    found.begin(HOME, "home", "")
    return found


def begun(desk: Desk, game: str, seed: str, language: str, players: int | None) -> list[Any]:
    """Return what the engine says of a deal, as the page asks for it."""
    wish: dict[str, Any] = {"game": game, "players": players, "preset": "", "options": {}, "who": [], "seed": seed}
    (laid,) = heard(desk, HOME, type="lay", **wish)
    assert laid["type"] == "laid", laid
    desk.begin(TABLE, "table", laid["file"])
    return heard(desk, TABLE, type="hello", version=1, token="here", language=language)


@pytest.mark.in_turn(20)
@pytest.mark.parametrize("game", catalogue.names())
@pytest.mark.parametrize("language", languages())
def test_the_engine_says_what_was_stored(game: str, language: str, desk: Desk) -> None:
    """Of the first deal that has an opening, up to the person's choice, and of each later choice within it."""
    stored: dict[str, Any] = {}
    seed = next(seed for seed in SEEDS if (stored := opening(game, [seed])["deals"]))
    told = stored[seed][language]
    with speaking(language):
        greeting = welcome(language, again=True)
    said = begun(desk, game, seed, language, opening(game, [])["players"])
    assert said == [greeting, *told["said"]]
    assert said[-1]["scene"]["step"] is not None
    assert len(told["steps"]) <= MOST_STEPS
    for path, step in told["steps"].items():
        (answer,) = heard(desk, TABLE, type="step", scene=said[-1]["number"], path=json.loads(path))
        assert answer == {"type": "step", "scene": said[-1]["number"], "step": step}


def test_a_seed_that_is_none_is_refused(desk: Desk) -> None:
    wish = {"game": "trio", "players": 3, "preset": "", "options": {}, "who": [], "seed": "x"}
    (refused,) = heard(desk, HOME, type="lay", **wish)
    assert refused["type"] == "refused"
    assert "'x'" in refused["text"]
