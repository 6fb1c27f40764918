"""A room without network: people come in by a link, agree on a game, play, talk, and play again.

It wraps a `Host` while a game goes on: messages of the table are passed to it, all others are the room's own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from itertools import count
from time import monotonic
from typing import TypeAlias, cast
from unicodedata import normalize

from croupier.base.chance import token
from croupier.base.faults import CroupierError, SetupError
from croupier.base.language import SOURCE, current, languages, said, speaking, tr
from croupier.rulebook import rulebook, to_json
from croupier.table import catalogue
from croupier.table.game import Rules, load
from croupier.web.agreed import agreed
from croupier.web.host import COUNTED, MISTAKE, MOST_LINES, Host
from croupier.web.hosted import PERSON, Sitting
from croupier.web.labels import labels, of_lobby
from croupier.web.limits import A_SECOND, BURST, Allowance
from croupier.web.lines import Lines, Out, refusal
from croupier.web.messages import KINDS as TABLE
from croupier.web.messages import (
    MOST,
    OWNERS,
    ROOM,
    VERSION,
    Hello,
    Leave,
    Name,
    Say,
    Set,
    Sit,
    Start,
    greeting,
    plain,
    written,
)
from croupier.web.messages import Rules as Asked
from croupier.web.offered import offered
from croupier.web.wire import Malformed, message

Json: TypeAlias = dict[str, object]
BOTS = ("greedy", "random", "search:easy", "search:fair")
"""The computer players; the first is the default."""
PRICES = {**COUNTED, "rules": 10.0, "start": 10.0, "set": 2.0, "say": 2.0}
MOST_NAME, MOST_SAID, MOST_TALK, MOST_PEOPLE = 24, 500, 100, 64
Begin: TypeAlias = Callable[[Rules, Mapping[int, str], Mapping[int, str]], Sitting]
"""Makes the sitting of a game: of these rules, with a word and, for persons, a token by seat."""


@dataclass(slots=True)
class Person:
    """A visitor with a link of their own; `seat`: none for one who watches."""

    name: str = ""
    seat: int | None = None


@dataclass(slots=True)
class Line:
    """One that is connected: whose it is, and its line to the table."""

    allowance: Allowance
    person: str | None = None
    language: str = SOURCE
    shown: str = ""
    inner: int | None = None


@dataclass(slots=True)
class Setting:
    """The choices for a game. `seats`: a word for each, `you` for a person."""

    game: str = ""
    players: int | None = None
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    chat: bool = True


class Room:
    """One room. Its owner chooses the game; everybody else comes in by the same invite."""

    def __init__(
        self, begin: Begin, address: str, *, local: bool = False, clock: Callable[[], float] = monotonic
    ) -> None:
        """`address`: the URL that others open; `local`: only this machine reaches it."""
        self._begin = begin
        self._address, self._local = address, local
        self.owner, self.invite, self._spectators = token(), token(), token()
        self._code = code(self._link)
        self._agreed: dict[str, Json] = {}
        """The choices by language, while they stay as they are."""
        self._people: dict[str, Person] = {self.owner: Person(seat=0)}
        self._lines = Lines(lambda: Line(Allowance(clock)), lambda line: line.person is not None, MOST_LINES)
        self._setting = Setting()
        self._rules: Rules | None = None
        self._talk: list[tuple[str, str]] = []
        self._table: Host | None = None

    # ------------------------------------------------------------ lines
    def open(self) -> int | None:
        """Return the number of a new line; None if there are too many."""
        return self._lines.open()

    def close_unauthenticated(self, line: int | None = None) -> list[Out]:
        """Close a line without a greeting: this one, or if the lines are full the oldest."""
        return [self._last(number, "hello") for number in self._lines.unauthenticated(line)]

    def close(self, line: int) -> list[Out]:
        """Drop a closed line."""
        gone = self._lines.pop(line, None)
        if gone is None or gone.person is None:
            return []
        inner = self._table.close(gone.inner) if self._table is not None and gone.inner is not None else []
        return [*self._outward(inner), *self._told()]

    def _last(self, number: int, why: str) -> Out:
        """Return a refusal after which the line is closed."""
        line = self._lines.pop(number, None)
        if line is not None and line.inner is not None and self._table is not None:
            self._table.close(line.inner)
        return refusal(number, why, close=True)

    # ------------------------------------------------------------ the table
    @property
    def due(self) -> bool:
        """Return whether a player that is not a person has to decide now."""
        return self._table is not None and self._table.due

    @property
    def fault(self) -> CroupierError | None:
        """Return the fault that stopped the game, if one did."""
        return self._table.fault if self._table is not None else None

    def advance(self) -> list[Out]:
        """Let one of the players that are not persons decide."""
        assert self._table is not None
        return [*self._outward(self._table.advance())]

    def _outward(self, outs: Iterable[Out]) -> Iterator[Out]:
        """Yield the table's messages, with the room's line numbers."""
        numbers = {line.inner: number for number, line in self._lines.items() if line.inner is not None}
        for out in outs:
            number = numbers.get(out.line)
            if number is not None:
                if out.close:
                    self._lines.pop(number)
                yield replace(out, line=number)

    def _joined(self, number: int) -> list[Out]:
        """Return the table's greeting of a line; a person without a seat there is a spectator."""
        line = self._lines[number]
        if self._table is None or line.person is None:
            return []
        given = line.person if self._people[line.person].seat is not None else self._spectators
        line.inner = self._table.open()
        if line.inner is None:
            return []
        hello = {"type": "hello", "version": VERSION, "token": given, "language": line.language}
        return [*self._outward(self._table.receive(line.inner, written(hello)))]

    def end(self) -> None:
        """Close the game that goes on; its record keeps it."""
        if self._table is not None and self._table.play.sitting.record is not None:
            self._table.play.sitting.record.close()
        self._table = None
        for line in self._lines.values():
            line.inner = None

    # ------------------------------------------------------------ messages
    def receive(self, number: int, text: str | bytes) -> list[Out]:
        """Return the responses to a text received on a line."""
        line = self._lines.get(number)
        if line is None:
            return []
        with speaking(line.language):
            try:
                heard = plain(text, MOST)
            except Malformed as wrong:
                heard, refused = {}, [refusal(number, "malformed", str(wrong))]
            else:
                refused = []
            if not line.allowance.spend(PRICES.get(str(heard.get("type")), 1.0) if heard else MISTAKE):
                return [self._last(number, "flood")]
            if refused:
                return refused
            if line.person is None or heard.get("type") == "hello":
                return self._hello(number, line, heard)
        try:
            with speaking(line.language):
                answer = self._answer(number, line.person, heard)
        except CroupierError as error:
            return [refusal(number, "room", str(error))]
        if answer is not None:
            return [*answer, *self._told()]
        if self._table is None or line.inner is None:
            with speaking(line.language):
                return [refusal(number, "malformed", tr("unknown message"))]
        return [*self._outward(self._table.receive(line.inner, text)), *self._told()]

    def _hello(self, number: int, line: Line, heard: Json) -> list[Out]:
        try:
            said = greeting(message(heard, TABLE)) if line.person is None else None
        except Malformed:
            said = None
        if not isinstance(said, Hello):
            return [self._last(number, "hello")]
        line.language, given = said.language or line.language, said.token
        with speaking(line.language):
            known = [each for each in self._people if compare_digest(each.encode(), given.encode())]
            if not known and compare_digest(self.invite.encode(), given.encode()) and self._has_place():
                known = [token()]
                self._people[known[0]] = Person()
            if not known:
                return [self._last(number, "token")]
            line.person = known[0]
            welcome = {
                "type": "welcome", "version": VERSION, "language": line.language, "languages": languages(),
                "labels": labels() | of_lobby(), "again": True, "room": True, "token": line.person,
                "games": offered() if line.person == self.owner else [],
                "limits": {"burst": BURST, "second": A_SECOND, "costs": PRICES},
            }  # fmt: skip
            return [Out(number, written(welcome)), *self._told(), *self._talked([number]), *self._joined(number)]

    def _has_place(self) -> bool:
        """Return whether another person may come in; one who is not here and has no seat gives way."""
        here = {line.person for line in self._lines.values()}
        gone = [key for key, each in self._people.items() if each.seat is None and key not in here | {self.owner}]
        if len(self._people) >= MOST_PEOPLE and gone:
            del self._people[gone[0]]
        return len(self._people) < MOST_PEOPLE

    def _answer(self, number: int, person: str, heard: Json) -> list[Out] | None:
        """Return the answers to a message of the room, or None if it is none. Raise CroupierError if it is refused."""
        kind = heard.get("type")
        if not isinstance(kind, str) or kind not in ROOM or (kind in OWNERS and person != self.owner):
            return None
        try:
            asked = message(heard, ROOM)
        except Malformed as wrong:
            return [refusal(number, "malformed", str(wrong))]
        match asked:
            case Name(name):
                self._people[person].name = _clean(name)[:MOST_NAME]
            case Sit(seat):
                self._sit(person, seat)
            case Say(text):
                return self._say(person, text)
            case Asked():
                return [Out(number, written({"type": "rules", "document": self._printed()}))]
            case Start():
                return self._start()
            case Leave():
                self.end()
            case dict():
                self._set(cast(Set, asked))
        return []

    def _sit(self, person: str, seat: int | None) -> None:
        self._still()
        if seat is not None:
            taken = any(each.seat == seat for other, each in self._people.items() if other != person)
            if not 0 <= seat < len(self._setting.seats) or taken or self._setting.seats[seat] != PERSON:
                raise SetupError(tr("this seat is taken"))
        self._people[person].seat = seat

    def _still(self) -> None:
        """Raise SetupError while a game goes on."""
        if self._table is not None:
            raise SetupError(tr("a game goes on; its host can end it"))

    def _set(self, wanted: Set) -> None:
        """Change the choices for a game, if it can be played so."""
        if wanted.keys() == {"chat"}:
            self._setting.chat = wanted["chat"]
            self._talk = self._talk if self._setting.chat else []
            return
        self._still()
        now = self._setting
        game = wanted.get("game", now.game)
        if game != now.game:
            now = Setting(game, chat=now.chat)
        if not game:
            raise SetupError(tr("choose a game first"))
        if game not in catalogue.names():
            raise SetupError(tr("unknown game {name}", name=game))
        players, preset = wanted.get("players", now.players), wanted.get("preset", now.preset)
        chosen, seats = wanted.get("options", now.options), wanted.get("seats", now.seats)
        if {*seats} - {PERSON, *BOTS}:
            raise SetupError(tr("a seat is for a person, or for one of {names}", names=", ".join(BOTS)))
        self._rules = load(game, players, chosen, preset=preset or None)
        self._agreed = {}
        number = self._rules.seats
        words = [*seats, *[BOTS[0]] * number][:number]
        for person in self._people.values():
            if person.seat is not None and person.seat < number:
                words[person.seat] = (
                    PERSON if not wanted.get("seats") or words[person.seat] == PERSON else words[person.seat]
                )
            if person.seat is not None and (person.seat >= number or words[person.seat] != PERSON):
                person.seat = None
        self._setting = replace(now, game=game, players=players, preset=preset, options=chosen, seats=words)

    def _printed(self) -> object:
        if self._rules is None:
            raise SetupError(tr("choose a game first"))
        options = {each.name: self._rules.program.spell(each.type, self._rules.program.options[each.name])
                   for each in self._rules.ir.options}  # fmt: skip
        return to_json(rulebook(self._rules.ir, options, self._rules.seats, current()))

    def _start(self) -> list[Out]:
        self._still()
        if self._rules is None:
            raise SetupError(tr("choose a game first"))
        seated = {person.seat: each for each, person in self._people.items() if person.seat is not None}
        free = [seat + 1 for seat, word in enumerate(self._setting.seats) if word == PERSON and seat not in seated]
        if free:
            told = ", ".join(map(str, free))
            raise SetupError(
                tr("these seats are still free: {seats}; invite people, or let bots play them", seats=told)
            )
        setting = self._setting
        names = self._names(seated)
        rules = load(setting.game, self._rules.seats, setting.options, preset=setting.preset or None, names=names)
        tokens = {seat: seated[seat] for seat, word in enumerate(setting.seats) if word == PERSON}
        who = dict(enumerate(setting.seats))
        patient = count(step=3600).__next__  # the room counts
        self._table = Host(
            self._begin(rules, who, tokens),
            tokens,
            patient,
            again=lambda: self._begin(rules, who, tokens),
            spectators=self._spectators,
        )
        return [*self._told(), *(out for number in [*self._lines] for out in self._joined(number))]

    def _names(self, seated: Mapping[int, str]) -> list[str]:
        """Return a different name for each seat, as records write them: without spaces."""
        found: list[str] = []
        for seat in range(len(self._setting.seats)):
            given = self._people[seated[seat]].name if seat in seated else ""
            name = as_seat_name(given) or f"P{seat + 1}"
            while name in found:
                name += "_"
            found.append(name)
        return found

    # ------------------------------------------------------------ talk
    def _say(self, person: str, text: str) -> list[Out]:
        if not self._setting.chat:
            raise SetupError(tr("the host has turned the chat off"))
        line = _clean(text)[:MOST_SAID]
        if line:
            self._talk = [*self._talk, (self._people[person].name, line)][-MOST_TALK:]
        return self._talked(self._lines)

    def _talked(self, numbers: Iterable[int]) -> list[Out]:
        text = written({"type": "chat", "lines": [{"name": name, "text": line} for name, line in self._talk]})
        return [Out(number, text) for number in numbers if self._lines[number].person is not None]

    # ------------------------------------------------------------ output
    def _told(self) -> list[Out]:
        """Return the room as it is now, for each line that has been sent another."""
        found: list[Out] = []
        for number, line in self._lines.items():
            if line.person is None:
                continue
            with speaking(line.language):
                text = written(self._room(line.person))
            if text != line.shown:
                line.shown = text
                found.append(Out(number, text))
        return found

    def _room(self, person: str) -> Json:
        here = {line.person for line in self._lines.values()}
        setting = self._setting
        seated = {each.seat: key for key, each in self._people.items() if each.seat is not None}
        seats = [
            {"who": word, "name": self._people[seated[seat]].name if seat in seated else "",
             "taken": seat in seated, "here": word != PERSON or seated.get(seat) in here}
            for seat, word in enumerate(setting.seats)
        ]  # fmt: skip
        me = self._people[person]
        return {
            "type": "room", "owner": person == self.owner, "name": me.name, "seat": me.seat, "game": setting.game,
            "title": (said(self._rules.title.items()) or setting.game) if self._rules is not None else "",
            "preset": setting.preset, "options": setting.options, "players": setting.players, "seats": seats,
            "watching": [each.name for key, each in self._people.items() if each.seat is None and key in here],
            "agreed": self._choices(),
            "chat": setting.chat, "playing": self._table is not None, "invite": self._link, "local": self._local,
            "code": self._code,
        }  # fmt: skip

    def _choices(self) -> Json | None:
        """Return the choices for a game in the current language."""
        if self._rules is not None and current() not in self._agreed:
            told: Json = {"game": self._setting.game, "players_to_choose": BOTS, **agreed(self._rules)}
            self._agreed[current()] = told
        return self._agreed.get(current())

    @property
    def _link(self) -> str:
        return f"{self._address}/#{self.invite}"


def _clean(text: str) -> str:
    """Return a text of a person in one line, without signs that cannot be seen."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in normalize("NFC", text)).split())


def as_seat_name(name: str) -> str:
    """Return a name with the letters of any script as a seat has it; empty for a name without letters."""
    found = "".join(sign if f"a{sign}".isidentifier() else "_" for sign in name).strip("_")
    return found if not found or found.isidentifier() else f"_{found}"


def code(url: str) -> list[str]:
    """Return the QR code of a URL in rows of 0 and 1; empty without the package `segno`."""
    try:
        import segno
    except ImportError:
        return []
    return ["".join("1" if dark else "0" for dark in row) for row in segno.make(url, error="m", micro=False).matrix]
