"""The requests of a site's first page, parsed from text; `docs/reference/protocol.md` is the norm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from croupier.base.language import languages, tr
from croupier.web import Malformed, plain

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
    options: Mapping[str, str] = field(default_factory=dict)
    who: tuple[str, ...] = ()
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


def read(text: str | bytes) -> Wish:
    """Return the wish that a text is. Raise Malformed if it is none."""
    said = plain(text, MOST)
    match said:
        case {"type": "hello", "language": str(language)} if len(said) == 2:
            return Hello(language if language in languages() else "en")
        case {"type": "agree", "game": str(game)} if len(said) == 2:
            return Agree(game)
        case {"type": "drop", "file": str(file)} if len(said) == 2:
            return Drop(file)
        case {"type": "give", "file": str(file)} if len(said) == 2:
            return Give(file)
        case {"type": "lay", "game": str(game), "players": int() | None as players, "preset": str(preset),
              "options": dict(options), "who": list(who), "seed": str(seed)} if len(said) == 7:  # fmt: skip
            if isinstance(players, bool) or len(who) > MOST_SEATS or not all(isinstance(word, str) for word in who):
                raise Malformed(tr("unknown message"))
            chosen = {name: value for name, value in options.items() if isinstance(value, str)}
            return Lay(game, players, preset, chosen, tuple(who), seed)
    raise Malformed(tr("unknown message"))
