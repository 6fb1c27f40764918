"""The table as one seat, or a spectator, sees it: plain data for any front end.

docs/reference/scene.md describes each part; `croupier.base.plain` makes JSON of it.
The types of the page are made from these.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from croupier.base.values import Value
from croupier_dsl import frozen

Lay = Literal["hand", "spread", "pile", "row", "grid", "column", "melds", "slot", "count"]
"""The layout of a zone: cards that the seat holds, face-up cards in no order, one upon the other, side by side by
places, in lines and columns, as combos, a place for one card, or cards of which only the number is known.
"""

Asks = Literal["word", "card", "spot", "meld", "player", "team", "number"]
"""The type of a choice; `word` also for a move without choices."""


@frozen
class Fact:
    """Something worth knowing: what it is called, how its value reads, and the value itself."""

    name: str
    title: str
    text: str
    value: Value


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the seat sees, a face-down card at a place of its own, or a gap.

    `id`: the same for as long as the seat can recognise the card (see `docs/reference/scene.md`). `text`: as on a table
    (`J♦`), `name`: as spoken (`jack of diamonds`), `kind`: as in rules and records; all empty for a card that the seat
    does not see. `role`: the card it represents in its place. `place`: in a row, and in a pile from the bottom, from 1;
    else 0, also for a gap that is not yet a place of a grid without an edge. `by`: in a trick, the seat that played it.
    `remembered`: the seat does not see it, but has been shown it. `open`: it is face up for all, in a zone that not all
    see. `words`: its attributes in words, where these
    differ from the rules' own and the cards are not French-suited.
    """

    id: str
    text: str
    face: Literal["up", "down", "gap"]
    name: str = ""
    kind: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    colour: Literal["red", "black", ""] = ""
    role: str = ""
    place: int = 0
    wild: bool = False
    remembered: bool = False
    open: bool = False
    by: int | None = None
    words: Mapping[str, str] = field(default_factory=dict)


@frozen
class Meld:
    """Cards of a zone in one group, or that would make a combo: `cards` by their ids. `combo`: its title."""

    id: str
    cards: tuple[str, ...]
    combo: str = ""


@frozen
class Sort:
    """An order of the cards of a hand (`cards`, by ids): by the attribute `name`, in words `title`."""

    name: str
    title: str
    cards: tuple[str, ...]


@frozen
class Zone:
    """A zone as the seat sees it.

    `id`: its name in rules and positions (`hand of P2`). `owner`: its seat, `team`: its team; neither for a zone of the
    table. `cards`: of a pile the lowest first, of a row place by place, of a hand in the order in which people hold it.
    `melds`: the melds in a zone of melds. `makes`: for the seat's own hand, the combos that its cards make; `notes`:
    further remarks on it. `hidden`: the number of cards the seat does not see. `columns`: the number of places in one
    line of a grid. `edgeless`: it is a grid that grows in every direction; its `cards` are the lines and columns with a
    card or a place next to one. `trick`: its cards compete for the players that played them. `beneath`: for a
    column, the number of face-down cards under it; they belong to a zone that has the column for its `over` and is
    not drawn by itself. `sorts`: for the seat's own hand, other orders of its cards.
    """

    id: str
    title: str
    owner: int | None
    form: str
    lay: Lay
    count: int
    hidden: int
    cards: tuple[Card, ...]
    team: str = ""
    melds: tuple[Meld, ...] = ()
    makes: tuple[Meld, ...] = ()
    notes: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    columns: int = 0
    beneath: int = 0
    over: str = ""
    edgeless: bool = False
    trick: bool = False
    sorts: tuple[Sort, ...] = ()

    @property
    def top(self) -> Card | None:
        """Return the card on top of a pile, if the seat sees it."""
        return self.cards[-1] if self.cards and self.cards[-1].place == self.count else None


@frozen
class Person:
    """The person on a seat. `id`: the name used in choices. `who`: the player of the seat in words, if known.

    `acts`: they have to choose now. `zones`: the ids of their zones. `facts`: theirs.
    """

    id: str
    seat: int
    name: str
    who: str
    you: bool
    acts: bool
    facts: tuple[Fact, ...]
    zones: tuple[str, ...]
    team: str = ""


@frozen
class Team:
    """A team of several seats."""

    name: str
    title: str
    seats: tuple[int, ...]
    facts: tuple[Fact, ...]
    zones: tuple[str, ...]


@frozen
class Round:
    """A repeated stage, with its iteration number."""

    title: str
    count: int


@frozen
class Status:
    """The progress of play. `rounds`: the repeated stages, each with its iteration number.

    `goal`: the game in a line. `facts`: the facts of the table that matter. `step`: the present task in words.
    """

    ruleset: str
    title: str
    goal: str
    rounds: tuple[Round, ...]
    step: str
    acting: tuple[int, ...]
    facts: tuple[Fact, ...]


@frozen
class Option:
    """One thing that can be chosen now.

    `path`: the choices made, with this one. `text`: the chosen thing, in a word; `sentence`: the words of the move so
    far. `targets`: the ids of its cards, melds, zones and people on the table. `moves`: the number of legal moves with
    this path. `move`: the move that it completes, as records write it; None if there is more to choose. `ends`: it
    does nothing but end the game.
    """

    path: tuple[str, ...]
    text: str
    sentence: str
    targets: tuple[str, ...]
    moves: int
    move: str | None
    ends: bool = False


@frozen
class Group:
    """The options of one choice: `asks` is their type, `name` and `title` name the choice.

    Empty is the title of a choice that the move itself says enough about.
    """

    move: str
    heading: str
    name: str
    title: str
    asks: Asks
    options: tuple[Option, ...]


@frozen
class Step:
    """The next choices, after those on `path`.

    `sentence`: the move so far. `chosen`: the ids of the taken things, in order; `back`: by each of them, the path
    without it. `moves`: the number of legal moves left. `of`: the numbers of options, from 0, for the id of the thing
    that is clicked; `onto`: for the thing that is dragged and its target. Their numbers count the options of the
    groups, then `ways`, which make several choices at once. `along`: the cards that go with a card of a
    column.
    """

    path: tuple[str, ...]
    sentence: str
    chosen: tuple[str, ...]
    back: Mapping[str, tuple[str, ...]]
    moves: int
    groups: tuple[Group, ...]
    of: Mapping[str, list[int]]
    onto: Mapping[str, Mapping[str, list[int]]]
    along: Mapping[str, tuple[str, ...]]
    ways: tuple[Option, ...]

    @property
    def options(self) -> tuple[Option, ...]:
        """Return all that can be chosen, in order."""
        return tuple(option for group in self.groups for option in group.options)


@frozen
class Line:
    """A line of the log. `kind`: a heading, a decision with what it brought about, or what happened by itself."""

    kind: Literal["stage", "decision", "part"]
    text: str
    seat: int | None


class SheetRow(NamedTuple):
    """A round: its name, the values at its end by column, None for an empty cell, and remarks."""

    title: str
    values: tuple[int | None, ...]
    notes: tuple[str, ...]


@frozen
class Sheet:
    """The score sheet: a column for each player or team, a row for each round, with what it brought and the sum then.

    `title`: the counted quantity. A row: the round's name, the values at its end by column, None for an empty cell, and
    remarks, such as the player that ended it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]


class Place(NamedTuple):
    """The place of a seat, the best is 1, and its score."""

    place: int
    seat: int
    score: int | None


@frozen
class Ending:
    """The end of a game: in words, and by places. `places`: (place, seats, score), the best first.

    `moments`: events that were final for a player, such as going out, with their round, in order.
    """

    text: str
    finished: bool
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    places: tuple[Place, ...]
    moments: tuple[str, ...]


@frozen
class Scene:
    """The table as one seat sees it; `seat` is None for a spectator.

    `zones` are in order of importance, `people` in the order of seats from the seat's left on, itself last, or from the
    first on. `step`: what it can choose, None if it has not to choose. `log`: what happened since `since`; `mark`: from
    where to read on.
    """

    seat: int | None
    language: str
    status: Status
    people: tuple[Person, ...]
    teams: tuple[Team, ...]
    zones: tuple[Zone, ...]
    step: Step | None
    log: tuple[Line, ...]
    since: int
    mark: int
    sheet: Sheet | None
    ending: Ending | None

    @property
    def you(self) -> Person | None:
        """Return the person on the seat; None for a spectator."""
        return next((person for person in self.people if person.you), None)

    @property
    def others(self) -> tuple[Person, ...]:
        """Return all the others."""
        return tuple(person for person in self.people if not person.you)

    def zone(self, id: str) -> Zone:
        """Return a zone by its id. Raise KeyError if there is none."""
        return {zone.id: zone for zone in self.zones}[id]


@dataclass(frozen=True, slots=True)
class Travel:
    """Cards that move from a zone to another, by their ids (empty: out of play). `cards`: those that the seat sees
    leave or arrive, face up; `count`: all of them."""

    origin: str = field(metadata={"key": "from"})
    to: str
    count: int
    cards: tuple[Card, ...]


@frozen
class Beat:
    """Something that happens between two scenes, and the table after it. No seat can choose then.

    `travels`: the cards that move; `lines`: its lines of the log; `hold`: something can be seen that goes away again,
    as a full trick or cards that are turned back. `table`: the scene at the end of the beat; None at the end of
    the last, which is the scene that follows.
    """

    travels: tuple[Travel, ...]
    lines: tuple[Line, ...]
    hold: bool = False
    table: Scene | None = None

    def apart(self, after: Scene) -> Played:
        """Return the beat with what differs from the scene that follows."""
        if self.table is None:
            return Played(self.travels, self.lines, self.hold)
        later, still, table = {zone.id: zone for zone in after.zones}, idle(after), self.table
        return Played(
            self.travels, self.lines, self.hold, tuple(zone for zone in table.zones if zone != later[zone.id]),
            None if table.people == still.people else table.people, None if table.teams == after.teams else table.teams,
            None if table.status == still.status else table.status,
        )  # fmt: skip


@frozen
class Played:
    """A beat for a front end; the last has no table of its own."""

    travels: tuple[Travel, ...]
    lines: tuple[Line, ...]
    hold: bool
    zones: tuple[Zone, ...] | None = None
    people: tuple[Person, ...] | None = None
    teams: tuple[Team, ...] | None = None
    status: Status | None = None


def idle(scene: Scene) -> Scene:
    """Return the scene without choices: no seat acts."""
    people = tuple(replace(person, acts=False) for person in scene.people)
    return replace(scene, people=people, status=replace(scene.status, acting=(), step=""), step=None)
