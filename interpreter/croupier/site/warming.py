"""Use the engine a little, so that all of it is imported: what a snapshot of a page's memory is made of."""

from __future__ import annotations

import gc
import json
import shutil
from pathlib import Path

from croupier.base.language import languages
from croupier.site import tables
from croupier.site.desk import GAMES, Desk
from croupier.table import catalogue
from croupier.web import VERSION

HOME, TABLE, STUDIO = 1, 2, 3


def warm(folder: Path) -> None:
    """Begin a game and open its rules in the studio, in each language, in a folder that is empty afterwards."""
    game = min(catalogue.names())
    for language in languages():
        desk = Desk(folder)
        desk.begin(HOME, "home", "")
        wish: dict[str, object] = {"game": game, "players": None, "preset": "", "options": {}, "who": [], "seed": "1"}
        _say(desk, HOME, type="hello", language=language)
        _say(desk, HOME, type="agree", game=game)
        _say(desk, HOME, type="lay", **wish)
        (record,) = (folder / GAMES).glob("*")
        desk.begin(TABLE, "table", record.name)
        _say(desk, TABLE, type="hello", version=VERSION, token=tables.TOKEN, language=language)
        desk.begin(STUDIO, "studio", game)
        _say(desk, STUDIO, type="hello", version=VERSION, token="", language=language)
        desk.end(TABLE)
        desk.end(STUDIO)
        _say(desk, HOME, type="drop", file=record.name)
    for within in folder.iterdir():
        shutil.rmtree(within)
    gc.collect()


def _say(desk: Desk, line: int, **said: object) -> None:
    desk.hear(line, json.dumps(said))
    while desk.due:
        desk.advance()
