"""The messages of a page, parsed from untrusted text; `docs/reference/protocol.md` is the norm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.base.language import languages, tr

VERSION = 1
MOST = 4096
"""The maximum length of a message, in bytes."""
_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")
MOST_CHOICES = 40
"""The maximum number of choices in a path."""


class Malformed(Exception):
    """An error in a message, in words."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message: which seat, by its token, and in which language it wants to be spoken to."""

    token: str
    language: str


@dataclass(frozen=True, slots=True)
class Choose:
    """A move that is made in the scene with this number, as records write it."""

    scene: int
    move: str


@dataclass(frozen=True, slots=True)
class Go:
    """Request the next choices, after those made of a move."""

    scene: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """Request the reasons against a move, or against a card."""

    what: str


@dataclass(frozen=True, slots=True)
class At:
    """The table as it was at one of the positions that all may know of, the first is 0."""

    position: int


@dataclass(frozen=True, slots=True)
class Undo:
    """The last move is to be taken back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """The move that was undone last is to be made again."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The game of a lone player begins again, with the same deal."""


@dataclass(frozen=True, slots=True)
class Finish:
    """The moves that are left of a game that is won, as nothing is hidden and each of them scores, are to be made."""


@dataclass(frozen=True, slots=True)
class Hint:
    """Request a hint."""


@dataclass(frozen=True, slots=True)
class Again:
    """Another game of the same rules, once this one is over."""


Bare = Undo | Redo | Restart | Finish | Hint | Again
Message = Hello | Choose | Go | Why | At | Bare
_BARE: Mapping[str, type[Bare]] = {
    "undo": Undo, "redo": Redo, "restart": Restart, "finish": Finish, "hint": Hint, "again": Again,
}  # fmt: skip


def read(text: str | bytes) -> Message:
    """Return the message that a text is. Raise Malformed if it is none."""
    said = plain(text, MOST)
    match said:
        case {"type": "hello", "version": version, "token": str(token), **more} if more.keys() <= {"language"}:
            if version != VERSION or isinstance(version, bool):
                raise Malformed(tr("this table uses version {n} of the protocol", n=VERSION))
            language = more.get("language", "")
            return Hello(token, language if isinstance(language, str) and language in languages() else "")
        case {"type": "choose", "scene": int(scene), "move": str(move)} if len(said) == 3 and move.isprintable():
            return Choose(scene, move)
        case {"type": "step", "scene": int(scene), "path": list(path)} if len(said) == 3:
            if len(path) > MOST_CHOICES or not all(isinstance(word, str) and word.isprintable() for word in path):
                raise Malformed(tr("a path must be a list of at most {n} words", n=MOST_CHOICES))
            return Go(scene, tuple(path))
        case {"type": "why", "what": str(what)} if len(said) == 2 and what.isprintable():
            return Why(what)
        case {"type": "at", "position": int(position)} if len(said) == 2 and not isinstance(position, bool):
            return At(position)
        case {"type": str(name)} if len(said) == 1 and name in _BARE:
            return _BARE[name]()
    raise Malformed(tr("unknown message"))


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
