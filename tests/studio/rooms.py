"""A studio without a network: its page says things as data and hears what is sent to it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from croupier.studio import Folder, Kept, Workshop
from croupier.web import VERSION
from tests.web.tables import LAYING
from tests.web.typescript import heard

MAIN = "laying.yaml"
EXAMPLES = """scenarios:
  lays_high:
    seats: Ann Bob
    given: {at: laying of Ann, gone: 1, hand of Ann: 2 5, hand of Bob: 3, stock: 9 …}
    then:
      - Ann cannot: lay card=2 because higher
      - Ann: lay card=5
      - now: {gone: 1 5, hand of Ann: 2}
"""


class Room:
    """A workshop, and all that its page has heard."""

    def __init__(self, folder: Folder | None = None, main: str = MAIN, token: str = "") -> None:
        self.folder = folder if folder is not None else Kept({MAIN: LAYING, "laying.scenarios.yaml": EXAMPLES})
        self.studio = Workshop(self.folder, main, token)
        self.line = self.open()
        self.all: list[Any] = []

    @classmethod
    def greeted(cls, folder: Folder | None = None, main: str = MAIN, language: str = "en") -> Room:
        room = cls(folder, main)
        room.hello(language)
        return room

    def open(self) -> int:
        line = self.studio.open()
        assert line is not None
        return line

    def hello(self, language: str = "en") -> list[Any]:
        return self.say({"type": "hello", "version": VERSION, "token": "", "language": language})

    def say(self, what: Mapping[str, object] | str, *, wait: bool = True) -> list[Any]:
        """What is heard in answer, and, if one waits, of what is due then."""
        outs = self.studio.receive(self.line, what if isinstance(what, str) else json.dumps(what))
        while wait and self.studio.due:
            outs += self.studio.advance()
        found = [heard("studio", out.text) for out in outs if out.line == self.line]
        self.all += found
        return found

    def heard(self, sort: str, **so: object) -> Any:
        """The latest of a sort."""
        return next(
            said for said in reversed(self.all) if said["type"] == sort and so.items() <= said.items()
        )  # fmt: skip

    def replace(self, old: str, new: str, file: str = MAIN) -> list[Any]:
        """Type something in the place of what stands there once, and rest."""
        assert self.studio.papers is not None
        paper = self.studio.papers.open[file]
        assert paper.text.count(old) == 1
        at = paper.text.index(old)
        self.say({"type": "edit", "file": file, "version": paper.version, "changes": [[at, at + len(old), new]]})
        return self.say({"type": "check"})

    def scene(self) -> Any:
        """The last live scene of the table."""
        return next(
            said["said"] for said in reversed(self.all)
            if said["type"] == "table" and said["said"]["type"] == "scene" and said["said"]["live"]
        )  # fmt: skip

    def table(self, **what: object) -> list[Any]:
        return self.say({"type": "table", "say": what})

    def choose(self, move: str) -> list[Any]:
        return self.table(type="choose", scene=self.scene()["number"], move=move)

    def everybody(self) -> None:
        """The author plays every seat, and looks from the one that has to decide."""
        seats = len(self.heard("setting")["who"])
        self.say({"type": "who", "who": ["you"] * seats})
        self.say({"type": "seat", "seat": None})

    def legal(self) -> list[str]:
        bench = self.studio.bench
        assert bench.host is not None
        return [str(move) for move in bench.host.play.game.legal_moves(bench.seat)]

    @property
    def made(self) -> tuple[tuple[int, str], ...]:
        assert self.studio.bench.host is not None
        return self.studio.bench.host.play.history.made()


def files(folder: Path) -> dict[str, str]:
    """What lies in a folder."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir())}
