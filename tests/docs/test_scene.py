"""The page on scenes: its examples run, and it names every key."""

from __future__ import annotations

import json
from pathlib import Path

from croupier import Game, load
from croupier.base.plain import plain
from croupier.scene import Words, scene

from .blocks import ROOT, check

PAGE = ROOT / "docs" / "reference" / "scene.md"


def test_page(tmp_path: Path) -> None:
    check(PAGE, tmp_path)


def keys(part: object) -> set[str]:
    """All keys in a part of a scene, but those that are ids or attributes."""
    if isinstance(part, list):
        return {key for each in part for key in keys(each)}
    if not isinstance(part, dict):
        return set()
    return {*part} | {
        key for name, each in part.items() if name not in ("attributes", "of", "onto", "along") for key in keys(each)
    }


def test_every_key_is_named() -> None:
    """Of whole games of two kinds, seen now and at the end."""
    text, found = PAGE.read_text("utf-8"), set[str]()
    for name, seats, options in (("three-thirteen", 2, {"rounds": 1, "turn_limit": 3}), ("drei", 2, {})):
        game = Game(load(name, seats, options), 3)
        words = Words(game.rules)
        while not game.over:
            seat = game.to_act[0]
            if game.decisions % 7 == 0 or game.decisions < 2:
                found |= keys(json.loads(json.dumps(plain(scene(game, seat, words, since=0)))))
            game.play(seat, game.legal_moves(seat)[0])
            assert game.decisions < 3000
        found |= keys(plain(scene(game, 0, words)))
    assert len(found) > 50
    assert {key for key in found if f"`{key}`" not in text and f"{key}" not in text} == set()
