"""The messages of the studio's page, parsed from text; `docs/reference/protocol.md` is the norm."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, cast

from croupier.web import Hello, Kinds, Word, at_most, greeting, message, plain, within
from croupier_dsl import frozen

MOST = 2 * 1024 * 1024
"""The maximum length of a message, in bytes: a rules file has at most a million characters."""
MOST_GREETING = 4096
"""The same before it is known who speaks."""
MOST_CHANGES = 10_000
MOST_SEATS = 100
MOST_GAMES = 100_000
LEAST_SECONDS, MOST_SECONDS = 0.001, 600
Count: TypeAlias = Annotated[int, within(0, MOST)]
About: TypeAlias = Literal["complete", "hover", "definition", "mend", "format", "rename", "outline"]
Policy: TypeAlias = Literal["random", "greedy", "mixed"]
Runs: TypeAlias = Literal["scenarios", "differences", "rulebook", "simulation", "coverage"]


def _in_order(changes: tuple[tuple[int, int, str], ...]) -> bool:
    """Return whether changes do not overlap, and are not too many."""
    ends = [0, *(end for _, end, _ in changes)]
    return len(changes) <= MOST_CHANGES and all(last <= a <= b for last, (a, b, _) in zip(ends, changes, strict=False))


@frozen
class Begin:
    """Open a ruleset: one of the folder (`open`), a copy of a bundled one, a variant of it, or a new one."""

    how: Literal["open", "copy", "variant", "new"]
    of: str
    name: str


@frozen
class Edit:
    """A file has changed since `version`: stretches of it (from, to, text), as the page counts, in order."""

    file: str
    version: int
    changes: Annotated[tuple[tuple[int, int, str], ...], _in_order]


@frozen
class Retype:
    """The whole text of a file, and its version."""

    file: str
    version: int
    text: str


@frozen
class Check:
    """The author has stopped typing: check the rules again, and continue the game."""


@frozen
class Ask:
    """A question of an editor about a place, or a stretch, of a file; the answer has the same number."""

    ask: int
    about: About
    file: str
    at: Count = 0
    to: Count = 0
    name: str = ""


@frozen
class AtTable:
    """A message of the table's own protocol."""

    say: dict[str, object]


@frozen
class Deal:
    """Another game: with this number of players, these options, a preset, a seed; omitted ones stay as before."""

    players: int | None = None
    options: dict[str, str] | None = None
    preset: str | None = None
    seed: int | None = None


@frozen
class Seat:
    """Look from this seat; None: always from that which has to decide."""

    seat: int | None


@frozen
class Who:
    """The player of each seat: `you`, or a player by name."""

    who: Annotated[tuple[Word, ...], at_most(MOST_SEATS)]


@frozen
class Back:
    """Continue from a position of the game; later decisions are dropped."""

    position: int


@frozen
class Record:
    """Make an example of play: it begins at one position, and what was done up to another is its moves."""

    ask: int
    name: str
    start: int
    end: int


@frozen
class Save:
    """Save changed files; those in `anyway` even if they have changed elsewhere."""

    anyway: tuple[Word, ...] = ()


@frozen
class Reread:
    """Reread a saved file, and drop the typed text."""

    file: str


@frozen
class Add:
    """Add a new, empty sidecar file to the ruleset."""

    file: str


@frozen
class Run:
    """Something that takes a while: `scenarios`, `differences`, `rulebook`, `simulation`, `coverage`."""

    what: Runs
    games: Annotated[int, within(0, MOST_GAMES)] = 0
    seconds: Annotated[float, within(LEAST_SECONDS, MOST_SECONDS)] = 10.0
    policy: Policy = "greedy"


@frozen
class Stop:
    """End what takes a while."""

    what: Runs


Message = (
    Hello | Begin | Edit | Retype | Check | Ask | AtTable | Deal | Seat | Who | Back | Record | Save | Reread | Add
    | Run | Stop
)  # fmt: skip
KINDS: Kinds = {
    "hello": Hello, "begin": Begin, "edit": Edit, "retype": Retype, "check": Check, "ask": Ask, "table": AtTable,
    "deal": Deal, "seat": Seat, "who": Who, "back": Back, "record": Record, "save": Save, "reread": Reread, "add": Add,
    "run": Run, "stop": Stop,
}  # fmt: skip


def read(text: str | bytes, most: int = MOST) -> Message:
    """Return the message that a text is. Raise Malformed if it is none."""
    return cast(Message, greeting(message(plain(text, most), KINDS)))
