"""The messages of the studio's page, parsed from text; `docs/reference/protocol.md` is the norm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from croupier.base.language import languages, tr
from croupier.web import Malformed, plain, written

VERSION = 1
MOST = 2 * 1024 * 1024
"""The maximum length of a message, in bytes: a rules file has at most a million characters."""
MOST_GREETING = 4096
"""The same before it is known who speaks."""
MOST_CHANGES = 10_000
MOST_SEATS = 100
MOST_GAMES = 100_000
MOST_SECONDS = 600

__all__ = ["MOST", "MOST_GREETING", "VERSION", "Malformed", "read", "written"]


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: identification by the token, and the requested language."""

    token: str
    language: str


@dataclass(frozen=True, slots=True)
class Begin:
    """Open a ruleset: one of the folder (`open`), a copy of a bundled one, a variant of it, or a new one."""

    how: str
    of: str
    name: str


@dataclass(frozen=True, slots=True)
class Edit:
    """A file has changed since `version`: stretches of it, as the page counts, or the whole of it."""

    file: str
    version: int
    changes: tuple[tuple[int, int, str], ...] = ()
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """The author has stopped typing: check the rules again, and continue the game."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question of an editor about a place, or a stretch, of a file; the answer has the same number."""

    number: int
    about: str
    file: str
    at: int = 0
    to: int = 0
    name: str = ""


@dataclass(frozen=True, slots=True)
class AtTable:
    """A message of the table's own protocol, as it is."""

    text: str


@dataclass(frozen=True, slots=True)
class Deal:
    """Another game: with this number of players, these options, a preset, a seed; omitted ones stay as before."""

    players: int | None = None
    options: Mapping[str, str] | None = None
    preset: str | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """Look from this seat; None: always from that which has to decide."""

    seat: int | None


@dataclass(frozen=True, slots=True)
class Who:
    """The player of each seat: `you`, or a player by name."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Back:
    """Continue from a position of the game; later decisions are dropped."""

    position: int


@dataclass(frozen=True, slots=True)
class Record:
    """Make an example of play: it begins at one position, and what was done up to another is its moves."""

    number: int
    name: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Save:
    """Save changed files; those in `anyway` even if they have changed elsewhere."""

    anyway: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reread:
    """Reread a saved file, and drop the typed text."""

    file: str


@dataclass(frozen=True, slots=True)
class Add:
    """Add a new, empty sidecar file to the ruleset."""

    file: str


@dataclass(frozen=True, slots=True)
class Run:
    """Something that takes a while: `scenarios`, `differences`, `rulebook`, `simulation`, `coverage`."""

    what: str
    games: int = 0
    seconds: float = 10.0
    policy: str = "greedy"


@dataclass(frozen=True, slots=True)
class Stop:
    """End what takes a while."""

    what: str


Message = (
    Hello | Begin | Edit | Check | Ask | AtTable | Deal | Seat | Who | Back | Record | Save | Reread | Add | Run | Stop
)
HOW = ("open", "copy", "variant", "new")
ABOUT = ("complete", "hover", "definition", "mend", "format", "rename", "outline")
RUNS = ("scenarios", "differences", "rulebook", "simulation", "coverage")
POLICIES = ("random", "greedy", "mixed")


def read(text: str | bytes, most: int = MOST) -> Message:
    """Return the message that a text is. Raise Malformed if it is none."""
    said = plain(text, most)
    match said:
        case {"type": "hello", "version": version, "token": str(token), **more} if more.keys() <= {"language"}:
            if version != VERSION or isinstance(version, bool):
                raise Malformed(tr("this studio uses version {n} of the protocol", n=VERSION))
            language = more.get("language", "")
            return Hello(token, language if isinstance(language, str) and language in languages() else "")
        case {"type": "begin", "how": str(how), "of": str(of), "name": str(name)} if len(said) == 4 and how in HOW:
            return Begin(how, of, name)
        case {"type": "edit", "file": str(file), "version": int(version), "changes": list(changes)} if len(said) == 4:
            return Edit(file, version, _changes(changes))
        case {"type": "edit", "file": str(file), "version": int(version), "text": str(text)} if len(said) == 4:
            return Edit(file, version, text=text)
        case {"type": "check"} if len(said) == 1:
            return Check()
        case {"type": "ask"}:
            return _ask(said)
        case {"type": "table", "say": dict(inner)} if len(said) == 2:
            return AtTable(written(inner))
        case {"type": "record", "ask": int(number), "name": str(name), "start": int(start), "end": int(end)}:
            return Record(number, name, start, end)
        case {"type": "run", "what": str(what)} if what in RUNS:
            return _run(said, what)
        case {"type": "stop", "what": str(what)} if len(said) == 2 and what in RUNS:
            return Stop(what)
        case _:
            return _of_game(said)


def _of_game(said: Mapping[str, object]) -> Message:
    """Parse a message on the game or on files."""
    match said:
        case {"type": "deal"}:
            return _deal(said)
        case {"type": "seat", "seat": int() | None as seat} if len(said) == 2 and not isinstance(seat, bool):
            return Seat(seat)
        case {"type": "who", "who": list(who)} if len(said) == 2 and len(who) <= MOST_SEATS and _words(who):
            return Who(tuple(map(str, who)))
        case {"type": "back", "position": int(position)} if len(said) == 2 and not isinstance(position, bool):
            return Back(position)
        case {"type": "save"} if said.keys() <= {"type", "anyway"}:
            anyway = said.get("anyway", [])
            if isinstance(anyway, list) and _words(anyway):
                return Save(tuple(map(str, anyway)))
        case {"type": "reread", "file": str(file)} if len(said) == 2:
            return Reread(file)
        case {"type": "add", "file": str(file)} if len(said) == 2:
            return Add(file)
    raise Malformed(tr("unknown message"))


def _words(found: list[object]) -> bool:
    return all(isinstance(word, str) and word.isprintable() for word in found)


def _changes(given: list[object]) -> tuple[tuple[int, int, str], ...]:
    """Return the changes as (from, to, text), in order and without overlap."""
    found: list[tuple[int, int, str]] = []
    last = 0
    for each in given:
        match each:
            case [int(start), int(end), str(text)] if last <= start <= end and len(found) < MOST_CHANGES:
                found.append((start, end, text))
                last = end
            case _:
                raise Malformed(tr("changes must be a list of [from, to, text], in order"))
    return tuple(found)


def _ask(said: Mapping[str, object]) -> Ask:
    match {"at": 0, "to": 0, "name": "", **said}:
        case {"type": _, "ask": int(number), "about": str(about), "file": str(file), "at": int(at), "to": int(to),
              "name": str(name), **more} if about in ABOUT and not more and at >= 0 and to >= 0:  # fmt: skip
            return Ask(number, about, file, at, to, name)
    raise Malformed(tr("unknown message"))


def _deal(said: Mapping[str, object]) -> Deal:
    match {"players": None, "options": None, "preset": None, "seed": None, **said}:
        case {"type": _, "players": int() | None as players, "options": options, "preset": str() | None as preset,
              "seed": int() | None as seed, **more} if not more:  # fmt: skip
            if not isinstance(players, bool) and not isinstance(seed, bool):
                return Deal(players, None if options is None else _options(options), preset, seed)
    raise Malformed(tr("unknown message"))


def _options(given: object) -> dict[str, str]:
    if not isinstance(given, dict) or not all(isinstance(value, str) for value in given.values()):
        raise Malformed(tr("options must map names to words"))
    return given


def _run(said: Mapping[str, object], what: str) -> Run:
    match {"games": 0, "seconds": 10, "policy": "greedy", **said}:
        case {"type": _, "what": _, "games": int(games), "seconds": int() | float() as seconds,
              "policy": str(policy), **more} if not more and policy in POLICIES:  # fmt: skip
            if 0 <= games <= MOST_GAMES and 0 < seconds <= MOST_SECONDS:
                return Run(what, games, float(seconds), policy)
    raise Malformed(tr("unknown message"))
