"""The types of the messages to the studio's page; tests validate messages and the page's types against them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from croupier.web import TABLE, Choice, Document, Labels, Preset, Refused

Change: TypeAlias = tuple[int, int, str]
"""A stretch, from and to, and what replaces it."""
Edits: TypeAlias = dict[str, list[Change]]
Stretch = TypedDict("Stretch", {"from": int, "to": int})
Mending = TypedDict("Mending", {"from": int, "to": int, "text": str})


class Welcome(TypedDict):
    """Answers the greeting."""

    type: Literal["welcome"]
    version: int
    language: str
    languages: list[str]
    labels: Labels


class Game(TypedDict):
    """A bundled game."""

    name: str
    title: str
    line: str
    of: list[str]


class Shelf(TypedDict):
    """Nothing is open; this may be opened."""

    type: Literal["shelf"]
    games: list[Game]
    files: list[str]
    folder: str


class File(TypedDict):
    """An open file; `base`: what the folder has of it, empty if nothing."""

    name: str
    version: int
    text: str
    saved: bool
    base: str


class Files(TypedDict):
    """The open files."""

    type: Literal["files"]
    folder: str
    main: str
    files: list[File]


class Opened(TypedDict):
    """A file that has been opened, or read again."""

    type: Literal["file"]
    file: File


class Found(Stretch):
    """A diagnostic."""

    severity: Literal["error", "warning"]
    code: str
    message: str
    lines: list[str]
    fix: NotRequired[Mending]


class Checked(TypedDict):
    """The diagnostics of the files, at their versions; `plays`: the game runs despite them."""

    type: Literal["checked"]
    valid: bool
    plays: bool
    files: dict[str, list[Found]]
    elsewhere: list[str]
    versions: dict[str, int]


class AtTable(TypedDict):
    """A message of the table."""

    type: Literal["table"]
    said: TABLE


class Setting(TypedDict):
    """The settings of the table. `seat`: the seat that is looked from, null for whoever has to decide."""

    type: Literal["setting"]
    seat: int | None
    who: list[str]
    players_known: list[str]
    seed: str
    names: list[str]
    players: int
    may_play: list[int]
    preset: str
    presets: list[Preset]
    options: list[Choice]


class Parted(TypedDict):
    """After how many decisions the new rules diverge; null: never."""

    type: Literal["parted"]
    at: int | None
    why: str


class Elsewhere(TypedDict):
    """A place outside the open files, in words."""

    elsewhere: str


class Word(TypedDict):
    """A completion."""

    word: str
    label: str
    sort: str
    detail: str
    told: str
    instead: int


Symbol = TypedDict("Symbol", {"from": int, "to": int, "name": str, "sort": str, "inner": "list[Symbol]"})
Place = TypedDict("Place", {"file": str, "from": int, "to": int})


class Mended(TypedDict):
    """A fix."""

    text: str
    about: str
    edits: Edits


class Example(TypedDict):
    """A scenario, and its place."""

    name: str
    at: int


Answer = TypedDict(
    "Answer",
    {
        "type": Literal["answer"], "ask": int, "from": NotRequired[int], "to": NotRequired[int],
        "head": NotRequired[str], "sort": NotRequired[str], "worth": NotRequired[str], "written": NotRequired[str],
        "title": NotRequired[str], "note": NotRequired[str], "clauses": NotRequired[list[tuple[str, str]]],
        "words": NotRequired[list[Word]], "places": NotRequired[list[Place | Elsewhere]],
        "mendings": NotRequired[list[Mended]], "edits": NotRequired[Edits],
        "symbols": NotRequired[list[Symbol]], "examples": NotRequired[list[Example]],
        "refused": NotRequired[str], "file": NotRequired[str],
    },
)  # fmt: skip


class Saved(TypedDict):
    """Written files, with their `base`, and conflicts."""

    type: Literal["saved"]
    files: list[str]
    clash: list[str]
    bases: dict[str, str]


class Ran(TypedDict):
    """A scenario that was run."""

    name: str
    passed: bool
    failure: str
    file: str | None
    line: int


class Difference(TypedDict):
    """A difference between two rulesets."""

    group: str
    lead: str
    path: str
    was: list[str]
    now: list[str]


class Compared(TypedDict):
    """A comparison with another ruleset."""

    name: str
    title: str
    differences: NotRequired[list[Difference]]
    refused: NotRequired[str]


class Part(TypedDict):
    """A share, with its interval."""

    mean: float
    low: float
    high: float


Column = TypedDict("Column", {"from": float, "to": float, "count": int, "won": NotRequired[int]})


class Simulated(TypedDict):
    """Many games."""

    games: int
    of: int
    policy: str
    sentences: list[str]
    fair: float
    places: list[Part]
    lengths: list[Column]
    scores: list[Column]
    leading: list[float]
    measures: list[tuple[str, str, str]]


Tint: TypeAlias = Literal["often", "rare", "partly", "never", "told"]


class Tinted(TypedDict):
    """The use of a line."""

    tint: Tint
    count: int
    text: list[str]


class Never(TypedDict):
    """A part that was never used."""

    path: str
    file: str | None
    line: int


class Covered(TypedDict):
    """The use of each line, by file."""

    games: int
    told: str
    lines: dict[str, dict[str, Tinted]]
    never: list[Never]


class Running(TypedDict):
    """A long task, with its result so far."""

    type: Literal["scenarios", "differences", "rulebook", "simulation", "coverage"]
    running: bool
    refused: NotRequired[str]
    results: NotRequired[list[Ran]]
    of: NotRequired[int]
    compared: NotRequired[list[Compared]]
    document: NotRequired[Document]
    simulated: NotRequired[Simulated]
    covered: NotRequired[Covered]


STUDIO: TypeAlias = (
    Welcome | Shelf | Files | Opened | Checked | AtTable | Setting | Parted | Answer | Saved | Running | Refused
)
