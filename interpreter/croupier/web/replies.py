"""The types of the messages to a page; tests validate messages and the page's types against them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

from croupier.scene import Ending, Line, Person, Played, Sheet, Status, Step, Team, Zone
from croupier.web.agreed import Choice, Preset

Labels: TypeAlias = dict[str, str]
Able: TypeAlias = Literal["redo", "restart", "finish"]
"""Actions of a lone player on the whole game."""


class Limits(TypedDict):
    """The limits of a line: messages at once and each second, and the messages that count as several."""

    burst: float
    second: float
    costs: dict[str, float]


class Offered(TypedDict):
    """A game of a list."""

    name: str
    title: str
    line: str
    players: list[int]


class Welcome(TypedDict):
    """The answer to the greeting; only a room sends `room`, `token` and `games`."""

    type: Literal["welcome"]
    version: int
    language: str
    languages: list[str]
    labels: Labels
    again: bool
    limits: Limits
    room: NotRequired[bool]
    token: NotRequired[str]
    games: NotRequired[list[Offered]]


class Seat(TypedDict):
    """A seat with its player; `here`: its page is connected."""

    seat: int
    name: str
    who: str
    here: bool


class Seats(TypedDict):
    """The seats; `you`: null for a spectator."""

    type: Literal["seats"]
    you: int | None
    seats: list[Seat]


class Scene(TypedDict):
    """The table as a seat sees it, null for a spectator; its log is sent by itself."""

    seat: int | None
    language: str
    status: Status
    people: list[Person]
    teams: list[Team]
    zones: list[Zone]
    step: Step | None
    sheet: Sheet | None
    ending: Ending | None


class Live(TypedDict):
    """The current table, with the events before it."""

    type: Literal["scene"]
    live: Literal[True]
    number: int
    since: int
    told: list[list[Line]]
    beats: list[Played]
    positions: int
    able: list[Able]
    scene: Scene


class Past(TypedDict):
    """The table at an earlier position."""

    type: Literal["scene"]
    live: Literal[False]
    position: int
    scene: Scene


class Next(TypedDict):
    """The next choices."""

    type: Literal["step"]
    scene: int
    step: Step


class Told(TypedDict):
    """Something to read."""

    type: Literal["told"]
    about: Literal["why", "hint", "review", "record"]
    lines: list[str]


class Refused(TypedDict):
    """A refusal: `why` is a word for the page, `text` for people."""

    type: Literal["refused"]
    why: str
    text: str


TABLE: TypeAlias = Welcome | Seats | Live | Past | Next | Told | Refused


# ---------------------------------------------------------------- a room


class Agreed(TypedDict):
    """The choices for a game, and the possible ones."""

    game: str
    players_to_choose: list[str]
    players: int
    may_play: list[int]
    preset: str
    presets: list[Preset]
    options: list[Choice]


class RoomSeat(TypedDict):
    """A seat of the next game; `who`: `you` for a person."""

    who: str
    name: str
    taken: bool
    here: bool


class State(TypedDict):
    """The room. `local`: only this machine reaches it; `code`: the QR code of the invite, in rows of 0 and 1."""

    type: Literal["room"]
    owner: bool
    name: str
    seat: int | None
    game: str
    title: str
    preset: str
    options: dict[str, str]
    players: int | None
    seats: list[RoomSeat]
    watching: list[str]
    agreed: Agreed | None
    chat: bool
    playing: bool
    invite: str
    local: bool
    code: list[str]


class Talk(TypedDict):
    """A line of chat."""

    name: str
    text: str


class Chat(TypedDict):
    """The last lines of chat."""

    type: Literal["chat"]
    lines: list[Talk]


class Paragraph(TypedDict):
    """A paragraph of the printed rules."""

    kind: Literal["paragraph"]
    text: str
    paths: list[str]


class Item(TypedDict):
    """A point of a list, with points below it."""

    kind: Literal["item"]
    text: str
    paths: list[str]
    below: list[Item]
    ordered: bool


class Items(TypedDict):
    """A list."""

    kind: Literal["items"]
    items: list[Item]
    ordered: bool


class Grid(TypedDict):
    """A table."""

    kind: Literal["grid"]
    head: list[str]
    rows: list[list[str]]
    paths: list[str]


Block: TypeAlias = Paragraph | Items | Grid


class Section(TypedDict):
    """A section, with sections below it."""

    kind: Literal["section"]
    title: str
    anchor: str
    blocks: list[Block]
    sections: list[Section]
    paths: list[str]


class Document(TypedDict):
    """The printed rules."""

    kind: Literal["document"]
    title: str
    language: str
    lead: list[Block]
    sections: list[Section]


class Printed(TypedDict):
    """The rulebook for the chosen options."""

    type: Literal["rules"]
    document: Document


ROOM: TypeAlias = State | Chat | Printed


# ---------------------------------------------------------------- the static site


class Left(TypedDict):
    """A game that is kept."""

    file: str
    title: str
    names: list[str]
    moves: int
    when: str
    over: bool


class Kept(TypedDict):
    """The games and rulesets in the browser, and those with unsaved changes."""

    type: Literal["kept"]
    games: list[Left]
    rules: list[str]
    unsaved: list[str]


class AgreedOn(Agreed):
    """The choices before a game."""

    type: Literal["agreed"]


class Laid(TypedDict):
    """The record of a new game."""

    type: Literal["laid"]
    file: str


class Moved(TypedDict):
    """Another game has begun at a table."""

    type: Literal["moved"]
    was: str
    file: str


class Given(TypedDict):
    """A file, to be handed to the person."""

    type: Literal["given"]
    file: str
    text: str


class Declined(TypedDict):
    """Nothing is done; `to`: the type of the request, empty for an unknown one."""

    type: Literal["refused"]
    to: str
    why: str
    text: str


HOME: TypeAlias = Kept | AgreedOn | Laid | Moved | Given | Declined
