"""The requests of a site's first page, parsed from text; `docs/reference/protocol.md` is the norm."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, cast

from croupier.web import Kinds, Malformed, at_most, message, plain

MOST = 1 << 20
MOST_SEATS = 64


@dataclass(frozen=True, slots=True)
class Hello:
    """Request the saved games, with answers in this language."""

    language: str


@dataclass(frozen=True, slots=True)
class Agree:
    """Request the choices before a game: numbers of players, presets, options."""

    game: str


@dataclass(frozen=True, slots=True)
class Lay:
    """A game is to begin. `players`, `preset`, `options`: as agreed; `who`: a word by seat, `you` for the person;
    `seed`: of its deal, empty for a new one.
    """

    game: str
    players: int | None = None
    preset: str = ""
    options: dict[str, str] = field(default_factory=dict)
    who: Annotated[tuple[str, ...], at_most(MOST_SEATS)] = ()
    seed: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """A file that is kept is not wanted any more."""

    file: str


@dataclass(frozen=True, slots=True)
class Give:
    """A file that is kept is wanted as text."""

    file: str


Wish = Hello | Agree | Lay | Drop | Give
KINDS: Kinds = {"hello": Hello, "agree": Agree, "lay": Lay, "drop": Drop, "give": Give}


def asked(text: str | bytes) -> str:
    """Return the type of the request that a text tries to be; empty for an unknown one."""
    try:
        kind = plain(text, MOST).get("type")
    except Malformed:
        return ""
    return kind if isinstance(kind, str) and kind in KINDS else ""


def read(text: str | bytes) -> Wish:
    """Return the wish that a text is. Raise Malformed if it is none."""
    return cast(Wish, message(plain(text, MOST), KINDS))
