"""The messages of a page, parsed from untrusted text; `docs/reference/protocol.md` is the norm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, TypeAlias, TypedDict, cast

from croupier.base.language import languages, tr
from croupier.web.wire import Kinds, Malformed, at_most, message
from croupier_dsl import frozen

VERSION = 1
MOST = 4096
"""The maximum length of a message, in bytes."""
_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")
MOST_CHOICES = 40
"""The maximum number of choices in a path."""
Word: TypeAlias = Annotated[str, str.isprintable]


@frozen
class Hello:
    """The first message: identification by a token, and the requested language."""

    version: int
    token: str
    language: str = ""


@frozen
class Choose:
    """A move that is made in the scene with this number, as records write it."""

    scene: int
    move: Word


@frozen
class Go:
    """Request the next choices, after those made of a move."""

    scene: int
    path: Annotated[tuple[Word, ...], at_most(MOST_CHOICES)]


@frozen
class Why:
    """Request the reasons against a move, or against a card."""

    what: Word


@frozen
class At:
    """The table as it was at one of the positions that all may know of, the first is 0."""

    position: int


@frozen
class Undo:
    """The last move is to be taken back."""


@frozen
class Redo:
    """The move that was undone last is to be made again."""


@frozen
class Restart:
    """The game of a lone player begins again, with the same deal."""


@frozen
class Finish:
    """The moves that are left of a game that is won, as nothing is hidden and each of them scores, are to be made."""


@frozen
class Hint:
    """Request a hint."""


@frozen
class Again:
    """Another game of the same rules, once this one is over."""


Bare = Undo | Redo | Restart | Finish | Hint | Again
Message = Hello | Choose | Go | Why | At | Bare


@frozen
class Name:
    """The name that a person in a room goes by."""

    name: str


@frozen
class Sit:
    """Take a free seat of a room; None: watch."""

    seat: int | None


@frozen
class Say:
    """A line of chat."""

    text: str


@frozen
class Rules:
    """Request the rulebook for the chosen options."""


class Set(TypedDict, total=False):
    """Change the choices for a game; omitted values stay."""

    game: str
    players: int | None
    preset: str
    options: dict[str, str]
    seats: list[str]
    chat: bool


@frozen
class Start:
    """Begin the chosen game."""


@frozen
class Leave:
    """End the game, and go back to the room."""


ROOM: Kinds = {"name": Name, "sit": Sit, "say": Say, "rules": Rules, "set": Set, "start": Start, "leave": Leave}
"""The requests to a room; all others are for its table."""
OWNERS = frozenset({"set", "start", "leave"})
KINDS: Kinds = {
    "hello": Hello, "choose": Choose, "step": Go, "why": Why, "at": At, "undo": Undo, "redo": Redo, "restart": Restart,
    "finish": Finish, "hint": Hint, "again": Again,
}  # fmt: skip


def read(text: str | bytes) -> Message:
    """Return the message that a text is. Raise Malformed if it is none."""
    return cast(Message, greeting(message(plain(text, MOST), KINDS)))


def greeting(said: object) -> object:
    """Return a message, a greeting in a language that there is. Raise Malformed if it is of another version."""
    if isinstance(said, Hello) and said.version != VERSION:
        raise Malformed(tr("this server uses version {n} of the protocol", n=VERSION))
    return replace(said, language="") if isinstance(said, Hello) and said.language not in languages() else said


def plain(text: str | bytes, most: int) -> dict[str, object]:
    """Return the JSON object in a text of up to `most` bytes. Raise Malformed if there is none.

    Halves of surrogate pairs, which JSON can escape, become U+FFFD.
    """
    try:
        data = text if isinstance(text, bytes) else text.encode()
        if len(data) > most:
            raise Malformed(tr("a message may have at most {n} bytes", n=most))
        said = json.loads(data.decode("utf-8", "strict"))
    except (ValueError, RecursionError):
        raise Malformed(tr("the message is not JSON")) from None
    if not isinstance(said, dict):
        raise Malformed(tr("the message is not a JSON object"))
    return _mended(said) if _ESCAPED.search(data) else said


def _mended(said: dict[str, object]) -> dict[str, object]:
    """Return the data with each half of a surrogate pair replaced, as a page does: such text has no UTF-8."""
    waiting: list[dict[str, object] | list[object]] = [mended := {**said}]
    while waiting:
        held = waiting.pop()
        items: Iterable[tuple[str | int, object]] = held.items() if isinstance(held, dict) else enumerate(held)
        for key, value in [*items]:
            new = value
            if isinstance(value, str):
                new = _HALF.sub("\ufffd", value)
            elif isinstance(value, dict | list):
                new = value.copy()
                waiting.append(new)
            if isinstance(held, list):
                held[int(key)] = new
            else:
                del held[str(key)]
                held[_HALF.sub("\ufffd", str(key))] = new
    return mended


def written(said: Mapping[str, object]) -> str:
    """Return a message of the table as text."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
