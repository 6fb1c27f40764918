"""The studio as a service, without network: texts come in and texts go out, as for a table."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from time import monotonic
from typing import TypeAlias

from croupier.base.faults import CroupierError
from croupier.base.language import SOURCE, languages, speaking, tr
from croupier.studio.beginning import begun, shelf
from croupier.studio.bench import PLAYERS, YOU, Bench
from croupier.studio.examples import example
from croupier.studio.folder import Folder, Refused
from croupier.studio.labels import labels
from croupier.studio.messages import (
    MOST,
    MOST_GREETING,
    Add,
    Ask,
    AtTable,
    Back,
    Begin,
    Check,
    Deal,
    Edit,
    Message,
    Record,
    Reread,
    Retype,
    Run,
    Save,
    Seat,
    Stop,
    Who,
    read,
)
from croupier.studio.papers import OutOfStep, Papers
from croupier.studio.runs import run
from croupier.table import catalogue
from croupier.web import VERSION, Hello, Lines, Malformed, Out, refusal, written
from croupier_dsl import ir

Json: TypeAlias = dict[str, object]
MOST_LINES = 16
SLICE = 0.05
"""The time for which a long task runs before new messages are read, in seconds."""


@dataclass(slots=True)
class Line:
    """One that is connected; `greeted`: it has said who it is."""

    greeted: bool = False
    language: str = SOURCE


class Workshop:
    """One ruleset in progress, and its test table. The token gives full access."""

    fault: CroupierError | None = None
    """Nothing that goes wrong at the table ends the studio."""

    def __init__(
        self, folder: Folder, main: str = "", token: str = "", clock: Callable[[], float] = monotonic,
        players: Sequence[str] = PLAYERS,
    ) -> None:  # fmt: skip
        """Open a workshop. `main`: the ruleset to open, as `beginning.begun` takes it; without one the page offers
        some. `players`: the possible players at the table, besides the author."""
        self._folder = folder
        self._token = token
        self._clock = clock
        self._lines = Lines(Line, lambda line: line.greeted, MOST_LINES)
        self._language = SOURCE
        self.papers: Papers | None = None
        self._players = players
        self.bench = Bench(players)
        self._wanted = False
        """Whether the text has to be checked again."""
        self._rules: ir.Rules | None = None
        self._going: Generator[None, None, None] | None = None
        self._runs: dict[str, Iterator[Json]] = {}
        if main:
            self._open(begun(folder, "open", main, ""))

    def lay(self, main: str, texts: Mapping[str, tuple[str, str | None]]) -> None:
        """Open a ruleset with these texts, each with what the folder holds of it."""
        self._open((main, texts))

    # ------------------------------------------------------------ lines
    def open(self) -> int | None:
        """Return the number of a new line; None if there are too many."""
        return self._lines.open()

    def close(self, line: int) -> list[Out]:
        """Drop a closed line."""
        self._lines.pop(line, None)
        return []

    def close_unauthenticated(self, line: int | None = None) -> list[Out]:
        """Close a line without a greeting: this one, or if the lines are full the oldest."""
        return [self._last(number, "hello") for number in self._lines.unauthenticated(line)]

    def _last(self, line: int, why: str) -> Out:
        """Return a refusal after which the line is closed."""
        self._lines.pop(line, None)
        told = {
            "token": tr("this URL is not valid for this studio"),
            "elsewhere": tr("the studio is now open in another window"),
        }
        return refusal(line, why, told.get(why, ""), close=True)

    # ------------------------------------------------------------ messages
    def receive(self, number: int, text: str | bytes) -> list[Out]:
        """Return the responses to a text received on a line."""
        line = self._lines.get(number)
        if line is None:
            return []
        with speaking(line.language):
            try:
                message = read(text, MOST if line.greeted else MOST_GREETING)
            except Malformed as wrong:
                if not line.greeted:
                    return [self._last(number, "hello")]
                return [Out(number, written(_refusal("malformed", str(wrong))))]
            if not line.greeted or isinstance(message, Hello):
                return self._hello(number, line, message)
            return self._sent(number, self._answered(message))

    def _sent(self, number: int, told: Iterable[Json | str]) -> list[Out]:
        return [Out(number, each if isinstance(each, str) else written(each)) for each in told]

    def _hello(self, number: int, line: Line, message: Message) -> list[Out]:
        if not isinstance(message, Hello):
            return [self._last(number, "hello")]
        if not compare_digest(message.token.encode(), self._token.encode()):
            return [self._last(number, "token")]
        found = [self._last(other, "elsewhere") for other, each in [*self._lines.items()]
                 if each.greeted and other != number]  # fmt: skip
        line.greeted, line.language = True, message.language or line.language
        self._language = self.bench.language = line.language
        self._wanted = self.papers is not None
        with speaking(line.language):
            return [*found, *self._sent(number, self._welcome())]

    def _welcome(self) -> Iterator[Json | str]:
        yield {
            "type": "welcome", "version": VERSION, "language": self._language, "languages": languages(),
            "labels": labels(),
        }  # fmt: skip
        if self.papers is None:
            names, folder = self._folder.names(), str(self._folder.path)
            yield {"type": "shelf", "games": [*shelf()], "files": names, "folder": folder}
            return
        yield self._files()
        if self.bench.host is not None:
            yield from self._table(self.bench.open())
            yield from self._standing()

    def _files(self) -> Json:
        assert self.papers is not None
        told = self.papers.told()
        return {"type": "files", "folder": str(self._folder.path), "main": self.papers.main, "files": told}

    def _answered(self, message: Message) -> Iterator[Json | str]:
        """Yield the responses to a message, or the refusal."""
        try:
            yield from self._done(message)
        except Refused as error:
            yield _refusal("refused", str(error))
        except OutOfStep:
            yield _refusal("version", tr("the text has changed in the meantime"))
        except CroupierError as error:
            yield _refusal("table", str(error))

    def _done(self, message: Message) -> Iterator[Json | str]:
        if isinstance(message, Begin):
            self._open(begun(self._folder, message.how, message.of, message.name))
            yield self._files()
        if self.papers is None:
            return
        match message:
            case Edit() | Retype() | Check() | Save() | Reread() | Add():
                yield from self._written(self.papers, message)
            case Ask():
                yield {"type": "answer", "ask": message.ask, **self.papers.answer(message)}
            case Record():
                yield {"type": "answer", "ask": message.ask, **example(self.papers, self.bench, message)}
            case Run():
                yield from self._run(self.papers, message)
            case Stop(what):
                if self._runs.pop(what, None) is not None:
                    yield {"type": what, "running": False}
            case _:
                yield from self._at_table(message)

    def _written(self, papers: Papers, message: Message) -> Iterator[Json | str]:
        """Apply a message to the texts."""
        match message:
            case Edit() | Retype():
                papers.edit(message)
            case Check():
                self._wanted = True
            case Save(anyway):
                saved, clash, wrong = papers.save(anyway)
                bases = {name: papers.open[name].base for name in saved}
                yield {"type": "saved", "files": saved, "clash": clash, "bases": bases}
                if wrong:
                    raise Refused(wrong)
            case Reread(file):
                papers.reread(file)
                self._wanted = True
                yield {"type": "file", "file": papers.one(file)}
            case Add(file):
                papers.add(file)
                self._wanted = True
                yield {"type": "file", "file": papers.one(file)}

    # ------------------------------------------------------------ the table
    def _at_table(self, message: Message) -> Iterator[Json | str]:
        bench = self.bench
        match message:
            case AtTable({"type": "undo", **more}) if not more and (back := bench.undo()) is not None:
                self._going = bench.back(back)
            case AtTable(say):
                parted = bench.parting
                yield from self._table(bench.say(written(say)))
                if parted is not bench.parting:
                    yield from self._standing()
            case Back(position) if bench.host is not None and 0 <= position < len(bench.host.play.history):
                self._going = bench.back(position)
            case Deal():
                yield from self._deal(message)
            case Seat(seat):
                if seat is None or (bench.rules is not None and 0 <= seat < bench.rules.seats):
                    bench.looking = seat
                    yield from self._laid()
            case Who(who) if bench.rules is not None and len(who) == bench.rules.seats:
                if set(who) <= {YOU, *bench.known}:
                    bench.who = who
                    self._going = bench.back(len(bench.host.play.history) - 1) if bench.host is not None else None

    def _deal(self, wanted: Deal) -> Iterator[Json | str]:
        bench = self.bench
        before = bench.players, bench.options, bench.preset
        if wanted.players is not None:
            bench.players = wanted.players
        if wanted.preset is not None:
            bench.preset = wanted.preset
        if wanted.options is not None:
            bench.options = dict(wanted.options)
        if self._rules is None:
            return
        try:
            bench.deal(self._rules, wanted.seed)
        except CroupierError:
            bench.players, bench.options, bench.preset = before
            yield from self._standing()
            raise
        self._going = None
        yield from self._laid()

    def _laid(self) -> Iterator[Json | str]:
        """Yield the messages for another table: all of it."""
        yield from self._table(self.bench.open())
        yield from self._standing()

    def _table(self, texts: Iterable[str]) -> Iterator[str]:
        """Yield the table's messages, wrapped."""
        for text in texts:
            yield f'{{"type":"table","said":{text}}}'

    def _standing(self) -> Iterator[Json]:
        parting = self.bench.parting
        yield {"type": "setting", **self.bench.setting()}
        yield {"type": "parted", "at": None if parting is None else parting.kept,
               "why": "" if parting is None else parting.why}  # fmt: skip

    # ------------------------------------------------------------ what takes a while
    @property
    def due(self) -> bool:
        """Return whether there is work to do without a request."""
        if not any(line.greeted for line in self._lines.values()):
            return False
        return self._wanted or self._going is not None or self.bench.due or bool(self._runs)

    def advance(self) -> list[Out]:
        """Run a slice of the work."""
        number = next((number for number, line in self._lines.items() if line.greeted), None)
        if number is None:
            return []
        with speaking(self._language):
            try:
                return self._sent(number, self._bit())
            except CroupierError as error:
                self._going = None
                return self._sent(number, [_refusal("table", str(error))])

    def _bit(self) -> Iterator[Json | str]:
        if self._wanted and self.papers is not None:
            yield from self._look(self.papers)
        elif self._going is not None:
            if _spent(self._going, self._clock):
                self._going = None
                yield from self._laid()
        elif self.bench.due:
            yield from self._table(self.bench.advance())
        elif self._runs:
            yield from self._go_on(next(iter(self._runs)))

    def _look(self, papers: Papers) -> Iterator[Json | str]:
        """Read the rules as they are now, and go on under them if they are valid."""
        self._wanted = False
        sight = papers.sight()
        rules = papers.desk.plays(papers.path(papers.main))
        yield papers.checked(sight) | {"plays": rules is not None}
        for name in papers.related(sight):
            papers.add(name)
            yield {"type": "file", "file": papers.one(name)}
        if rules is None or (rules == self._rules and self.bench.host is not None):
            return
        self._rules = rules
        self._going = self.bench.go_on(rules)

    def _run(self, papers: Papers, wanted: Run) -> Iterator[Json]:
        if self._rules is None:
            yield {"type": wanted.what, "running": False, "refused": tr("fix the errors in the rules first")}
            return
        self._runs[wanted.what] = run(wanted, papers, self._rules, self.bench, self._clock)
        yield {"type": wanted.what, "running": True}

    def _go_on(self, what: str) -> Iterator[Json]:
        """Yield the results of a slice of a long task; long tasks take turns."""
        work, until = self._runs.pop(what), self._clock() + SLICE
        try:
            told = next(work, None)
            while told == {} and self._clock() < until:
                told = next(work, None)
        except Exception as error:  # any error, also in a user-defined player, ends the wait
            why = str(error) if isinstance(error, CroupierError) else f"{type(error).__name__}: {error}"
            yield {"type": what, "running": False, "refused": why}
            return
        if told is None:
            yield {"type": what, "running": False}
            return
        self._runs[what] = work
        if told:
            yield {"type": what, "running": True, **told}

    def _open(self, found: tuple[str, Mapping[str, tuple[str, str | None]]]) -> None:
        """Lay a ruleset on the desk."""
        main, texts = found
        self.papers = Papers(self._folder, catalogue.directory(), main, texts)
        self.bench = Bench(self._players)
        self.bench.language = self._language
        self._rules, self._going, self._runs, self._wanted = None, None, {}, True


def _refusal(why: str, text: str) -> Json:
    return {"type": "refused", "why": why, "text": text}


def _spent(work: Generator[None, None, None], clock: Callable[[], float]) -> bool:
    """Let it go on for a moment; is it done?"""
    until = clock() + SLICE
    return all(clock() <= until for _ in work)
