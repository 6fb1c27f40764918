"""The services of a page without a server: the list of games, tables, the studio; requests and answers are texts.

A page opens any number of lines, each to one service: `home`, for the list and new games; `table`, for a saved game;
`studio`. Files are in a folder that lasts only as long as the page (`keeping`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias

from croupier.base.faults import CroupierError
from croupier.base.language import SOURCE, languages, speaking, tr
from croupier.site import tables
from croupier.site.wishes import Agree, Drop, Give, Hello, Lay, Wish, asked, read
from croupier.studio import Kept, Papers, Refused, Workshop
from croupier.table import catalogue, kept
from croupier.table.game import load
from croupier.web import Host, Malformed, Out, agreed, written


class Drafts:
    """Texts that are not saved, by the ruleset that they are typed for, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def names(self) -> list[str]:
        """Return the rulesets of which something is not saved."""
        return sorted(path.stem for path in self._folder.glob("*.yaml.json"))

    def read(self, main: str) -> dict[str, str]:
        """Return the texts, by file; none if there are none."""
        try:
            found = json.loads(self._path(main).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return {str(name): text for name, text in found.items() if isinstance(text, str)}

    def write(self, main: str, texts: Mapping[str, str]) -> None:
        """Save the draft of a ruleset; delete it if no texts are left."""
        if not texts:
            self._path(main).unlink(missing_ok=True)
        elif texts != self.read(main):
            self._path(main).write_text(json.dumps(texts, ensure_ascii=False), "utf-8")

    def _path(self, main: str) -> Path:
        return self._folder / f"{Path(main).name}.json"


Sent: TypeAlias = list[tuple[int, str, bool]]
"""To which line, what, and is it the last that goes there?"""
Json: TypeAlias = dict[str, object]
RULES, DRAFTS, GAMES = "rules", "drafts", "games"
"""The folders below the one where things are kept."""


class Serves(Protocol):
    """A table or a studio."""

    @property
    def due(self) -> bool: ...
    def open(self) -> int | None: ...
    def receive(self, number: int, text: str | bytes) -> list[Out]: ...
    def close(self, line: int) -> list[Out]: ...
    def advance(self) -> list[Out]: ...


@dataclass(slots=True)
class Held:
    """A service with its lines: from its own line numbers to the page's."""

    serves: Serves
    lines: dict[int, int] = field(default_factory=dict)

    def sent(self, outs: list[Out]) -> Sent:
        """Return its messages, with the page's line numbers."""
        found = [(self.lines[out.line], out.text, out.close) for out in outs if out.line in self.lines]
        for out in outs:
            if out.close:
                self.lines.pop(out.line, None)
        return found


class Desk:
    """Answers one page; `home`: the folder of saved files."""

    def __init__(self, home: Path) -> None:
        self._rules, self._games = home / RULES, home / GAMES
        for folder in (self._rules, self._games):
            folder.mkdir(parents=True, exist_ok=True)
        self._drafts = Drafts(home / DRAFTS)
        self._home: dict[int, str] = {}
        """The lines to what there is, with the language that is spoken there."""
        self._tables: dict[str, Held] = {}
        self._studio: Held | None = None
        self._news: list[str] = []
        """News to be sent to the lines of `home`."""
        self._turn = 0

    # ------------------------------------------------------------ lines
    def begin(self, line: int, kind: str, of: str) -> Sent:
        """Open a line of the page. `of`: the record of a table, the ruleset of a studio."""
        try:
            match kind:
                case "home":
                    self._home[line] = SOURCE
                case "table":
                    self._at_table(line, of)
                case "studio":
                    self._at_studio(line, of)
        except (CroupierError, Refused) as error:
            return [(line, written({"type": "refused", "why": "token", "text": str(error)}), True)]
        return []

    def _at_table(self, line: int, record: str) -> None:
        self._leave_tables()  # an unwatched game may have continued elsewhere: its record knows
        held = self._tables.get(record)
        if held is None:
            path = self._game(record)
            held = self._tables[record] = Held(tables.lay(path, self._mover(path)))
        self._join(held, line)

    def _leave_tables(self) -> None:
        """Close games without viewers; their records keep them."""
        for record in [record for record, held in self._tables.items() if not held.lines]:
            host = self._tables.pop(record).serves
            assert isinstance(host, Host)
            if host.play.sitting.record is not None:
                host.play.sitting.record.close()

    def _mover(self, path: Path) -> Callable[[Path], None]:
        """Return the function to call when another game begins at the same table: the table is then listed under its
        record.
        """
        now = [path]

        def moved(to: Path) -> None:
            self._tables[to.name] = self._tables.pop(now[0].name)
            self._news.append(written({"type": "moved", "was": now[0].name, "file": to.name}))
            now[0] = to

        return moved

    def _at_studio(self, line: int, of: str) -> None:
        folder = Kept({path.name: path.read_text("utf-8") for path in self._rules.glob("*.yaml")}, self._put)
        if self._studio is not None and self._studio.lines:
            raise Refused(tr("the studio is now open in another window"))
        main = of if not of or of.endswith(".yaml") else f"{of}.yaml"
        drafts = self._drafts.read(main) if main else {}
        if drafts:
            workshop = Workshop(folder, players=tables.PLAYERS)
            names = {*drafts, *(name for name in folder.names() if name.split(".")[0] == main.split(".")[0])}
            saved = {name: folder.read(name) for name in sorted(names, key=lambda name: (name != main, name))}
            workshop.lay(main, {name: (drafts.get(name, text or ""), text) for name, text in saved.items()})
        else:
            workshop = Workshop(folder, main.removesuffix(".yaml"), players=tables.PLAYERS)
        self._studio = Held(workshop)
        self._join(self._studio, line)

    def _put(self, texts: Mapping[str, str]) -> None:
        for name, text in texts.items():
            (self._rules / name).write_text(text, "utf-8")

    def _join(self, held: Held, line: int) -> None:
        own = held.serves.open()
        if own is None:
            raise Refused(tr("the table is full"))
        held.lines[own] = line

    def _held(self) -> Iterator[Held]:
        yield from self._tables.values()
        if self._studio is not None:
            yield self._studio

    def end(self, line: int) -> Sent:
        """Close a line of the page."""
        self._home.pop(line, None)
        for held in self._held():
            for own in [own for own, outer in held.lines.items() if outer == line]:
                del held.lines[own]
                return held.sent(held.serves.close(own))
        return []

    # ------------------------------------------------------------ messages
    def hear(self, line: int, text: str) -> Sent:
        """Return the responses to a text that the page sends on a line."""
        if line in self._home:
            return self._answer(line, text)
        for held in self._held():
            for own, outer in held.lines.items():
                if outer == line:
                    return self._after(held, held.sent(held.serves.receive(own, text)))
        return []

    @property
    def due(self) -> bool:
        """Return whether there is work to do without a request."""
        return any(held.lines and held.serves.due for held in self._held())

    def advance(self) -> Sent:
        """Run a slice of the work; several services take turns."""
        waiting = [held for held in self._held() if held.lines and held.serves.due]
        if not waiting:
            return []
        self._turn += 1
        held = waiting[self._turn % len(waiting)]
        return self._after(held, held.sent(held.serves.advance()))

    def _after(self, held: Held, sent: Sent) -> Sent:
        if isinstance(held.serves, Workshop):
            papers = held.serves.papers
            if papers is not None and _worth_keeping(papers):
                unsaved = {name: paper.text for name, paper in papers.open.items() if paper.text != paper.saved}
                self._drafts.write(papers.main, unsaved)
            return sent
        news, self._news = self._news, []
        return [*((line, text, False) for text in news for line in self._home), *sent]

    # ------------------------------------------------------------ what there is
    def _answer(self, line: int, text: str) -> Sent:
        with speaking(self._home[line]):
            try:
                wish = read(text)
                if isinstance(wish, Hello):
                    self._home[line] = wish.language if wish.language in languages() else SOURCE
                with speaking(self._home[line]):
                    told = self._granted(wish)
            except (Malformed, CroupierError, Refused) as error:
                told = {"type": "refused", "to": asked(text), "why": "wish", "text": str(error)}
        return [(line, written(told), False)]

    def _granted(self, wish: Wish) -> Json:
        match wish:
            case Hello():
                return self._kept()
            case Agree(game):
                rules = load(tables.find(game, self._rules))
                return {"type": "agreed", "game": game, "players_to_choose": list(tables.PLAYERS), **agreed(rules)}
            case Lay(game, players, preset, options, who, seed):
                path = tables.begin(tables.find(game, self._rules), players, preset, options, who, seed)
                return {"type": "laid", "file": path.name}
            case Drop(file):
                self._forget(file)
                return self._kept()
            case Give(file):
                return {"type": "given", "file": file, "text": self._file(file).read_text("utf-8")}

    def _kept(self) -> Json:
        """Return the unfinished games, the person's own rulesets, and those with unsaved changes."""
        mains = {path.name for path in self._rules.glob("*.yaml") if "." not in path.stem}
        drafts = self._drafts.names()
        return {
            "type": "kept",
            "games": [each.to_json() for each in tables.left()],
            "rules": sorted(mains | {*drafts}),
            "unsaved": drafts,
        }

    def _forget(self, file: str) -> None:
        path = self._file(file)
        if path.parent == self._games:
            held = self._tables.pop(path.name, None)
            if held is not None and isinstance(held.serves, Host) and held.serves.play.sitting.record is not None:
                held.serves.play.sitting.record.close()
            path.unlink()
            return
        for each in self._rules.glob("*.yaml"):
            if each.name.split(".")[0] == path.stem:
                each.unlink()
        self._drafts.write(path.name, {})

    def _game(self, record: str) -> Path:
        path = self._games / record
        if path.parent != self._games or path.suffix != kept.ENDING or not path.is_file():
            raise Refused(tr("the game {name} is not saved in this browser any more", name=record))
        return path

    def _file(self, file: str) -> Path:
        """Return a game or a ruleset that is kept, by the name of its file. Raise Refused if there is none."""
        if file.endswith(kept.ENDING):
            return self._game(file)
        path = self._rules / file
        if path.parent != self._rules or not path.is_file():
            raise Refused(tr("the folder has no file {name}", name=file))
        return path


def _worth_keeping(papers: Papers) -> bool:
    """Return whether there is more than an unchanged bundled game."""
    typed = any(paper.version for paper in papers.open.values())
    return typed or papers.main.removesuffix(".yaml") not in catalogue.names()
