"""The table as one seat, or a spectator, sees it: plain data for any front end.

docs/reference/scene.md describes each part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from croupier.base.values import Value

Lay = Literal["hand", "spread", "pile", "row", "grid", "column", "melds", "slot", "count"]
"""The layout of a zone: cards that the seat holds, face-up cards in no order, one upon the other, side by side by
places, in lines and columns, as combos, a place for one card, or cards of which only the number is known.
"""

Asks = Literal["word", "card", "spot", "meld", "player", "team", "number"]
"""The type of a choice; `word` also for a move without choices."""

Json = dict[str, object]


@dataclass(frozen=True, slots=True)
class Fact:
    """Something worth knowing: what it is called, how its value reads, and the value itself."""

    name: str
    title: str
    text: str
    value: Value

    def to_json(self) -> Json:
        """Return the fact as a plain object."""
        return {"name": self.name, "title": self.title, "text": self.text, "value": self.value}


@dataclass(frozen=True, slots=True)
class Card:
    """A card that the seat sees, a face-down card at a place of its own, or a gap.

    `id`: the same for as long as the seat can recognise the card (see `docs/reference/scene.md`). `text`: as on a table
    (`J♦`), `name`: as spoken (`jack of diamonds`), `kind`: as in rules and records; all empty for a card that the seat
    does not see. `role`: the card it represents in its place. `place`: in a row, and in a pile from the bottom, from 1;
    else 0, also for a gap that is not yet a place of a grid without an edge. `by`: in a trick, the seat that played it.
    `remembered`: the seat does not see it, but has been shown it. `words`: its attributes in words, where these
    differ from the rules' own and the cards are not French-suited.
    """

    id: str
    text: str
    name: str
    kind: str
    attributes: Mapping[str, str]
    face: Literal["up", "down", "gap"]
    colour: Literal["red", "black", ""] = ""
    role: str = ""
    place: int = 0
    wild: bool = False
    remembered: bool = False
    by: int | None = None
    words: Mapping[str, str] = field(default_factory=dict)

    def to_json(self) -> Json:
        """Return the card as a plain object; what it has not is left out."""
        return {
            "id": self.id,
            "text": self.text,
            "face": self.face,
            **({"name": self.name, "kind": self.kind, "attributes": dict(self.attributes)} if self.kind else {}),
            **({"words": dict(self.words)} if self.words else {}),
            **({"colour": self.colour} if self.colour else {}),
            **({"role": self.role} if self.role else {}),
            **({"place": self.place} if self.place else {}),
            **({"wild": True} if self.wild else {}),
            **({"remembered": True} if self.remembered else {}),
            **({} if self.by is None else {"by": self.by}),
        }


@dataclass(frozen=True, slots=True)
class Meld:
    """Cards of a zone in one group, or that would make a combo: `cards` by their ids. `combo`: its title."""

    id: str
    cards: tuple[str, ...]
    combo: str = ""

    def to_json(self) -> Json:
        """Return the group of cards as a plain object."""
        return {"id": self.id, "cards": list(self.cards), **({"combo": self.combo} if self.combo else {})}


@dataclass(frozen=True, slots=True)
class Sort:
    """An order of the cards of a hand (`cards`, by ids): by the attribute `name`, in words `title`."""

    name: str
    title: str
    cards: tuple[str, ...]

    def to_json(self) -> Json:
        """Return the order as a plain object."""
        return {"name": self.name, "title": self.title, "cards": list(self.cards)}


@dataclass(frozen=True, slots=True)
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
    team: str
    form: str
    lay: Lay
    count: int
    cards: tuple[Card, ...]
    melds: tuple[Meld, ...] = ()
    makes: tuple[Meld, ...] = ()
    notes: tuple[str, ...] = ()
    hidden: int = 0
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

    def to_json(self) -> Json:
        """Return the zone as a plain object; what it has not is left out."""
        return {
            "id": self.id,
            "title": self.title,
            "owner": self.owner,
            **({"team": self.team} if self.team else {}),
            "form": self.form,
            "lay": self.lay,
            "count": self.count,
            "hidden": self.hidden,
            "cards": [card.to_json() for card in self.cards],
            **({"melds": [meld.to_json() for meld in self.melds]} if self.form == "melds" else {}),
            **({"makes": [meld.to_json() for meld in self.makes]} if self.makes else {}),
            **({"notes": list(self.notes)} if self.notes else {}),
            **({"remembered": list(self.remembered)} if self.remembered else {}),
            **({"columns": self.columns} if self.columns else {}),
            **({"edgeless": True} if self.edgeless else {}),
            **({"trick": True} if self.trick else {}),
            **({"beneath": self.beneath} if self.beneath else {}),
            **({"over": self.over} if self.over else {}),
            **({"sorts": [sort.to_json() for sort in self.sorts]} if self.sorts else {}),
        }


@dataclass(frozen=True, slots=True)
class Person:
    """The person on a seat. `id`: the name used in choices. `who`: the player of the seat in words, if known.

    `acts`: they have to choose now. `zones`: the ids of their zones. `facts`: theirs.
    """

    id: str
    seat: int
    name: str
    who: str
    you: bool
    team: str
    acts: bool
    facts: tuple[Fact, ...]
    zones: tuple[str, ...]

    def to_json(self) -> Json:
        """Return the person as a plain object."""
        return {
            "id": self.id,
            "seat": self.seat,
            "name": self.name,
            "who": self.who,
            "you": self.you,
            **({"team": self.team} if self.team else {}),
            "acts": self.acts,
            "facts": [fact.to_json() for fact in self.facts],
            "zones": list(self.zones),
        }


@dataclass(frozen=True, slots=True)
class Team:
    """A team of several seats."""

    name: str
    title: str
    seats: tuple[int, ...]
    facts: tuple[Fact, ...]
    zones: tuple[str, ...]

    def to_json(self) -> Json:
        """Return the team as a plain object."""
        return {
            "name": self.name,
            "title": self.title,
            "seats": list(self.seats),
            "facts": [fact.to_json() for fact in self.facts],
            "zones": list(self.zones),
        }


@dataclass(frozen=True, slots=True)
class Status:
    """The progress of play. `rounds`: the repeated stages, each with its iteration number.

    `goal`: the game in a line. `facts`: the facts of the table that matter. `step`: the present task in words.
    """

    ruleset: str
    title: str
    goal: str
    rounds: tuple[tuple[str, int], ...]
    step: str
    acting: tuple[int, ...]
    facts: tuple[Fact, ...]

    def to_json(self) -> Json:
        """Return the progress of play as a plain object."""
        return {
            "ruleset": self.ruleset,
            "title": self.title,
            "goal": self.goal,
            "rounds": [{"title": title, "count": count} for title, count in self.rounds],
            "step": self.step,
            "acting": list(self.acting),
            "facts": [fact.to_json() for fact in self.facts],
        }


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be chosen now.

    `path`: the choices made, with this one. `text`: the chosen thing, in a word; `sentence`: the words of the move so
    far. `targets`: the ids of its cards, melds, zones and people on the table. `moves`: the number of legal moves with
    this path. `move`: the move that it completes, as records write it; empty if there is more to choose. `ends`: it
    does nothing but end the game.
    """

    path: tuple[str, ...]
    text: str
    sentence: str
    targets: tuple[str, ...]
    moves: int
    move: str = ""
    ends: bool = False

    def to_json(self) -> Json:
        """Return the option as a plain object."""
        return {
            "path": list(self.path),
            "text": self.text,
            "sentence": self.sentence,
            "targets": list(self.targets),
            "moves": self.moves,
            "move": self.move or None,
            **({"ends": True} if self.ends else {}),
        }


@dataclass(frozen=True, slots=True)
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

    def to_json(self) -> Json:
        """Return the group as a plain object."""
        return {
            "move": self.move,
            "heading": self.heading,
            "name": self.name,
            "title": self.title,
            "asks": self.asks,
            "options": [option.to_json() for option in self.options],
        }


@dataclass(frozen=True, slots=True)
class Step:
    """The next choices, after those on `path`.

    `sentence`: the move so far. `back`: by the id of each taken thing, the path without it. `moves`: the number of
    legal moves left. `of`: the numbers of options, from 0, by the id of the thing that is clicked; `onto`: by the
    thing that is dragged and the place where it is dropped. Their numbers count the options of the groups, then `ways`,
    which make several choices at once. `along`: the cards that go with a card of a column.
    """

    path: tuple[str, ...]
    sentence: str
    back: Mapping[str, tuple[str, ...]]
    moves: int
    groups: tuple[Group, ...]
    of: Mapping[str, list[int]] = field(default_factory=dict)
    onto: Mapping[str, Mapping[str, list[int]]] = field(default_factory=dict)
    along: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ways: tuple[Option, ...] = ()

    @property
    def chosen(self) -> tuple[str, ...]:
        """Return the ids of the taken things."""
        return tuple(self.back)

    @property
    def options(self) -> tuple[Option, ...]:
        """Return all that can be chosen, in order."""
        return tuple(option for group in self.groups for option in group.options)

    def to_json(self) -> Json:
        """Return the step as a plain object."""
        return {
            "path": list(self.path),
            "sentence": self.sentence,
            "chosen": list(self.chosen),
            "back": {id: list(path) for id, path in self.back.items()},
            "moves": self.moves,
            "groups": [group.to_json() for group in self.groups],
            "of": {id: list(numbers) for id, numbers in self.of.items()},
            "onto": {id: {place: list(numbers) for place, numbers in onto.items()} for id, onto in self.onto.items()},
            "along": {id: list(cards) for id, cards in self.along.items()},
            "ways": [option.to_json() for option in self.ways],
        }


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log. `kind`: a heading, a decision with what it brought about, or what happened by itself."""

    kind: Literal["stage", "decision", "part"]
    text: str
    seat: int | None = None

    def to_json(self) -> Json:
        """Return the line as a plain object."""
        return {"kind": self.kind, "text": self.text, "seat": self.seat}


@dataclass(frozen=True, slots=True)
class Sheet:
    """The score sheet: a column for each player or team, a row for each round, with what it brought and the sum then.

    `title`: the counted quantity. A row: the round's name, the values at its end by column, None for an empty cell, and
    remarks, such as the player that ended it.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int | None, ...], tuple[str, ...]], ...]

    def to_json(self) -> Json:
        """Return the sheet as a plain object."""
        rows = [{"title": title, "values": list(values), "notes": list(notes)} for title, values, notes in self.rows]
        return {"title": self.title, "columns": list(self.columns), "rows": rows}


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game: in words, and by places. `places`: (place, seats, score), the best first.

    `moments`: events that were final for a player, such as going out, with their round, in order.
    """

    text: str
    finished: bool
    winners: tuple[int, ...]
    losers: tuple[int, ...]
    places: tuple[tuple[int, int, int | None], ...]
    moments: tuple[str, ...]

    def to_json(self) -> Json:
        """Return the ending as a plain object."""
        return {
            "text": self.text,
            "finished": self.finished,
            "winners": list(self.winners),
            "losers": list(self.losers),
            "places": [{"place": place, "seat": seat, "score": score} for place, seat, score in self.places],
            "moments": list(self.moments),
        }


@dataclass(frozen=True, slots=True)
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

    def to_json(self) -> Json:
        """Return the scene as a plain object."""
        return {
            "seat": self.seat,
            "language": self.language,
            "status": self.status.to_json(),
            "people": [person.to_json() for person in self.people],
            "teams": [team.to_json() for team in self.teams],
            "zones": [zone.to_json() for zone in self.zones],
            "step": None if self.step is None else self.step.to_json(),
            "log": [line.to_json() for line in self.log],
            "since": self.since,
            "mark": self.mark,
            "sheet": None if self.sheet is None else self.sheet.to_json(),
            "ending": None if self.ending is None else self.ending.to_json(),
        }


@dataclass(frozen=True, slots=True)
class Travel:
    """Cards that move from a zone to another, by their ids (empty: out of play). `cards`: those that the seat sees
    leave or arrive, face up; `count`: all of them."""

    origin: str
    to: str
    count: int
    cards: tuple[Card, ...]

    def to_json(self) -> Json:
        """Return the cards that move as a plain object."""
        cards = [card.to_json() for card in self.cards]
        return {"from": self.origin, "to": self.to, "count": self.count, "cards": cards}


@dataclass(frozen=True, slots=True)
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

    def to_json(self, after: Scene) -> Json:
        """Return the beat as a plain object, with what differs from the scene that follows."""
        found: Json = {
            "travels": [travel.to_json() for travel in self.travels],
            "lines": [line.to_json() for line in self.lines],
            "hold": self.hold,
        }
        if self.table is None:
            return found
        later = {zone.id: zone for zone in after.zones}
        found["zones"] = [zone.to_json() for zone in self.table.zones if zone != later[zone.id]]
        if self.table.people != idle(after).people:
            found["people"] = [person.to_json() for person in self.table.people]
        if self.table.teams != after.teams:
            found["teams"] = [team.to_json() for team in self.table.teams]
        if self.table.status != idle(after).status:
            found["status"] = self.table.status.to_json()
        return found


def idle(scene: Scene) -> Scene:
    """Return the scene without choices: no seat acts."""
    people = tuple(replace(person, acts=False) for person in scene.people)
    return replace(scene, people=people, status=replace(scene.status, acting=(), step=""), step=None)
