"""Lay out a position in one flat array.

A cell holds a number, a seat, a card, or the index of a word. A set of cards takes `words` cells of 64 bits (a back end
with larger numbers uses only the first). Piles and rows have their length, then (rows) the set of their cards, then the
cards. Melds have their number, then each its pattern and the set of its cards. What a card represents, and its place in
the meld, is noted with the card; a card in no meld has no note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.base.values import Spot
from croupier.lowering.capabilities import MOST_STAGES, cannot
from croupier.lowering.meldlist import MOST_GROUPED
from croupier.model.encoded import greatest_size
from croupier_dsl import ir
from croupier_dsl.analysis import OWNER, Facts, nodes, reached, read_anywhere, state_read, steps

if TYPE_CHECKING:
    from croupier.model.program import Program

ALWAYS = (
    "key", "drawn", "label", "acted", "decisions", "performed", "over", "stuck", "cuts", "short", "round", "direction",
    "seats", "waiting", "queue", "actor", "fault", "nobody", "notes",
    "noted", "dirty",
)  # fmt: skip
"""Cells that every position has. `label`: the statement after the decision; `seats`, `waiting`: the seats that decide
at once, and the seats among them that have not yet, as bits; `queue`: seats whose moves still have to happen; `actor`:
the seat that decides alone; `round`: the cell with the next seat of the innermost turn loop (`nobody` without one);
`dirty`: the rules to try, as bits; `notes`, `noted`: the amount that the reference has noted, now and at the last
choice."""

MOST = 1 << 62
TRIED = ("trial", "sighted", "doubt", "passed")
"""Cells of a position in which moves are tried out: the state of the trial (see `TRYING`), whether a card was shown
that the seat did not know, whether the stage was ended from outside, how often a player had no legal move. `unshown`
holds the cards that the seat does not know and that may be shown."""
PLAYING, TRYING, UNFORESEEN, ENDED, FAILED = range(5)
"""States of a trial: none; under way; it met something unforeseeable; the stage ended as it must; it ended
otherwise."""

MOST_WILD = 64
"""The most combinations of values that `wild` conditions read in a game that counts them."""

MOST_AT_ONCE = 16
"""The most spots that may be chosen at once."""
PACKED, BITS = 4, 15
"""The number of meld numbers that a cell packs, and the bits of each."""
MANY_MELDS = 8
"""The room of a list of melds that may share cards, as a multiple of the room for disjoint ones."""
CARD_BITS, STANDS_BITS, STANDS_FROM = 24, 8, 1 << 14
"""The first bits, in a cell, of a chosen meld's card and of the kind that it represents; its place is below."""


@dataclass(frozen=True, slots=True)
class SpotCode:
    """A spot as one number: `Spot`, part by part. `holder`, `at`, `anchor`, `place`: how much one more of each counts;
    `cards`, `reach`, `roles`: how many values there are of a card, of a place in a row or sequence, of a role."""

    cards: int
    reach: int
    roles: int

    @property
    def holder(self) -> int:
        return self.roles

    @property
    def at(self) -> int:
        return self.holder * self.cards

    @property
    def anchor(self) -> int:
        return self.at * self.reach

    @property
    def place(self) -> int:
        return self.anchor * self.cards

    def spot(self, code: int) -> Spot:
        """Return the spot with a number."""
        return Spot(
            code // self.place,
            code // self.anchor % self.cards - 1,
            code // self.at % self.reach - 1,
            code // self.holder % self.cards - 1,
            code % self.roles - 1,
        )

    def number(self, spot: Spot) -> int:
        """Return the number of a spot."""
        others = (spot.anchor + 1) * self.anchor + (spot.at + 1) * self.at + (spot.holder + 1) * self.holder
        return spot.place * self.place + others + spot.role + 1


class Layout:
    """The cells of one program."""

    def __init__(
        self, program: Program, counted: Sequence[str] = (), knows: bool = False, opened: bool = False
    ) -> None:
        self.program = program
        rules = program.special
        self.cards = program.cards
        self.words = max(1, -(-self.cards // 64))
        self.size = 0
        self.cells: dict[tuple[str, str], int] = {}
        self.stride: dict[str, int] = {}
        self.zones = {zone.name: zone for zone in rules.zones}
        self.variables = {variable.name: variable for variable in rules.variables}
        self.play = _as_performed(rules)
        self.stages = list(_stages(self.play))
        """The stages, once for each place where they are performed."""
        self.keys_of_stages = _numbered(self.stages)
        self.turns_cards = any(
            isinstance(node, ir.Reveal) for node in nodes((rules.play, rules.stages, rules.moves, rules.triggers))
        )
        self.owned = OWNER in read_anywhere(program.planner.facts)
        asks = [node for node in nodes(rules.moves) if isinstance(node, ir.Ask)]
        counts = [len(move.choices) for move in rules.moves] + [len(ask.choices) for ask in asks]
        self.choices = max([*counts, 1])
        self.width = self.words + max(map(_numbers, nodes((rules.moves,))), default=0)
        """The cells of a choice: a number or a set of cards; for melds the set of their cards, then how many there are
        and their numbers among the candidates, `PACKED` in a cell; for one meld its number; for several spots an empty
        set, how many there are, and the spots."""
        self.row = 1 + self.width * self.choices
        """The cells of a legal move: the move and its choices."""
        self.smallest_meld = min([pattern.smallest for pattern in program.combos.patterns.values()] + [self.cards or 1])
        self.looks = any(stage.must for stage in self.stages)
        """Whether moves are tried out, to see if a stage can still end as it must."""
        self.casts = any(zone.form == "melds" for zone in rules.zones)
        """Whether it is noted what cards represent in melds on the table."""
        self.counted = {path: number for number, path in enumerate(counted)}
        """Elements of the rules that have a counter, by its number."""
        self.options = {name: int(value) for name, value in program.options.items() if opened and value is not None}
        """Options whose values are in cells, the first of all, before the game begins: so the text is the same for
        other values."""
        self.many_melds = MANY_MELDS * self.kept_melds
        """The cells of a list of melds that may share cards."""
        for name in self.options:
            self._take("option", name)
        self._lay_out(rules)
        for variable in () if knows else rules.variables:
            if variable.per == "card" and variable.type == ir.TRUTH and variable.keys is None:
                self._take("yes", variable.name, self.words)  # the cards on which it is yes
        if knows:
            self._lay_out_knowledge()
        if counted:
            for combo in rules.combos:
                if isinstance(combo, ir.Split):
                    self._take("priced", combo.name)
            wild = program.rules.cards.wild
            if rules.cards.wild is not None and wild is not None:
                leaves, _ = state_read(program.planner.facts, wild)
                self._take("wild met", "", 1 + MOST_WILD * len(leaves))
            self._take("counting", "")
            self._take("count of", "", len(counted))

    def _lay_out(self, rules: ir.Rules) -> None:
        program = self.program
        for name in ALWAYS:
            self._take(name, "")
        self._take("void", "", 1 + self.words)  # an empty place, for zones without an owner
        if self.looks:
            for name in TRIED:
                self._take(name, "")
            self._take("unshown", "", self.words)
        for name, stage in {stage.name: stage for stage in self.stages}.items():
            self._take("count", name)
            if stage.by is not None:
                for what in ("actor", "next", "left", "outer", "way"):
                    self._take(what, name)
                if sum(each.name == name for each in self.stages) > 1 and who_follows_is_asked(
                    program.planner.facts, stage.by
                ):
                    self._take("around", name)  # the next player around the table, at the place of performance
        sizes = {"table": 1, "player": program.seats, "team": program.teams, "card": self.cards}
        for variable in rules.variables:
            if variable.type.name == "meld":
                self.stride[variable.name] = self.many_melds if variable.type.many else self.kept_melds
            elif variable.type.many:
                self.stride[variable.name] = 1 + self.room_of(variable.type)
            step = self.stride.get(variable.name, 1)
            self._take("variable", variable.name, sizes[variable.per] * self.keys(variable.name) * step)
        if any(stage.by is not None and stage.by.at_once for stage in self.stages):
            self._take("pending", "", program.seats * self.row)
            moves = {name for stage in self.stages if stage.by is not None and stage.by.at_once for name in stage.moves}
            if any(choice.type.name == "meld" for move in rules.moves if move.name in moves for choice in move.choices):
                self._take("pending melds", "", program.seats * self.choices * self.kept_melds)
        for move in rules.moves:  # what a list that asks has named stays while the answer is waited for
            if any(isinstance(node, ir.Ask) for node in nodes(move.do)):
                slots = {node.slot: 0 for node in nodes(move) if isinstance(node, ir.ForEach)}
                slots |= {node.slot: self.room_of(node.value.type) for node in nodes(move) if isinstance(node, ir.Let)}
                for node in nodes(move):
                    if isinstance(node, ir.Choice):
                        slots[node.slot] = 0 if node.single else self.room_of(node.collection.type)
                melds = {slot: self.many_melds if many else self.kept_melds for slot, many in _melds_named(move)}
                for slot, room in sorted(slots.items()):
                    self._take("local", f"{move.name} {slot}", melds.get(slot, max(self.words, 1 + room)))
                self._take("held", move.name)
                if melds and program.planner.cast_slot is not None:
                    self._take("gone", move.name, self.words)  # the cards of them that have been moved
                for node in nodes(move.do):
                    if isinstance(node, ir.ForEach) and any(isinstance(each, ir.Ask) for each in nodes(node.body)):
                        several = node.collection.type
                        room = self.many_melds if several.name == "meld" else 1 + self.room_of(several)
                        self._take("each", f"{move.name} {node.slot}", 1 + room)
        if self.turns_cards:
            self._take("turned", "", self.words)
        if self.owned:
            self._take("placed", "", self.cards)
        if self.casts:
            self._take("role", "", self.cards)
            self._take("place", "", self.cards)
        for trigger in rules.triggers:
            if trigger.enters:
                self._take("entered", trigger.name, 1 + self.cards)
        self._take("zone", "", self.words)
        for zone in rules.zones:
            self.stride[zone.name] = self._stride(zone)
            self._take("zone", zone.name, self.stride[zone.name] * sizes[zone.per] * self.keys(zone.name))

    def _lay_out_knowledge(self) -> None:
        """Take cells for knowledge: each card's place, the cards that each seat knows, and, for cards that leave an
        unordered zone one after another, both zones, its cards and who knew them; and, in an imagined position, what
        its seat has foreseen."""
        seats = self.program.seats
        sizes = {"home": self.cards, "known": seats * self.words, "going": 2, "going_cards": self.words}
        sizes |= {"going_known": seats * self.words, "unknown": self.words, "hidden": self.words}
        names = ("imagines", "veils", "unforeseen", "stopped", "shown", "shown_now", "peeked", "peeked_now", "lists")
        for name, size in {**sizes, **dict.fromkeys((*names, "stepping"), 1)}.items():
            self._take(name, "", size)

    def _stride(self, zone: ir.Zone) -> int:
        match zone.form:
            case "set":
                return self.words
            case "melds":
                return self.before("melds") + self.most_melds * (self.words + 1)
            case "slot":
                return self.before("slot") + 1
        return self.before(zone.form) + self.room(zone.name)

    def before(self, form: str) -> int:
        """Return how many cells a zone of a form has before its cards."""
        return {"set": 0, "row": 1 + self.words}.get(form, 1)

    def meld_numbers(self, cells: Sequence[int], cell: int, choice: ir.Choice) -> tuple[int, ...]:
        """Return the numbers of the melds chosen in a row; `cell`: where the choice begins."""
        at = cell + self.words
        if choice.single:
            return (cells[at],)
        packed = (cells[at + 1 + i // PACKED] >> i % PACKED * BITS for i in range(cells[at]))
        return tuple(number & (1 << BITS) - 1 for number in packed)

    @property
    def kept_melds(self) -> int:
        """Return the cells of chosen melds: their number; for each its pattern and its number of cards, and for each
        card the card, what it represents, and its place."""
        return 1 + 2 * MOST_GROUPED + self.cards

    def pending_melds(self, seat: str, choice: int) -> str:
        """Return the first cell of those that a seat has chosen, where several choose at once."""
        return f"{self.pending_melds_at(0, choice)} + {seat} * {self.choices * self.kept_melds}"

    def pending_melds_at(self, seat: int, choice: int) -> int:
        return self.cells["pending melds", ""] + (seat * self.choices + choice) * self.kept_melds

    def room_of(self, type_: ir.Type) -> int:
        """Return the most values of a list of this type; 0 for other types."""
        if not type_.many:
            return 0
        return max(self.cards, 64)

    def room(self, zone: str) -> int:
        """Return how many cards a pile has room for, or how many places a row has."""
        return greatest_size(self.program, zone)

    @property
    def most_melds(self) -> int:
        """Return how many melds a place has room for: as many as the cards of the game can make."""
        return max(self.cards // self.smallest_meld, 1)

    def row_size(self, zone: str) -> int:
        """Return how many places a row has; 0 if it is open at its end, or if options leave no place to the zone."""
        return next((place.size for place in self.program.places if place.zone.name == zone), 0)

    @cached_property
    def spots(self) -> SpotCode:
        """Return how spots are numbered."""
        program, forms = self.program, {zone.form for zone in self.zones.values()}
        sequences = [pattern.length for pattern in program.combos.patterns.values()] if "melds" in forms else []
        rooms = [self.room(zone.name) for zone in self.zones.values() if zone.form == "row"]
        reach = 1 + max([1, *sequences, *rooms])
        code = SpotCode(1 + self.cards, reach, 1 + len(program.kinds)) if "melds" in forms else SpotCode(1, reach, 1)
        if code.place * len(program.places) >= MOST:
            raise cannot("spots_cards")
        return code

    def _take(self, what: str, name: str, cells: int = 1) -> None:
        self.cells[what, name] = self.size
        self.size += cells

    # ------------------------------------------------------------ text
    def at(self, what: str, name: str = "", subject: str | None = None) -> str:
        """Return the number of a cell, as text; `subject`: the player, team or card whose it is."""
        base = self.cells[what, name]
        step = self.stride.get(name, 1) if what in ("zone", "variable") else 1
        if subject is None:
            return str(base)
        if subject.isdigit():
            return str(base + int(subject) * step)
        return f"{base} + {subject}" if step == 1 else f"{base} + {subject} * {step}"

    def cell(self, what: str, name: str = "", subject: str | None = None) -> str:
        """Return the cell itself."""
        return f"S[{self.at(what, name, subject)}]"

    def cards_at(self, zone: str, subject: str | None) -> str:
        """Return the cards of an unordered zone, as a set."""
        return f"Z[{self.at('zone', zone, subject)}]"

    def form(self, zone: str) -> str:
        return self.zones[zone].form if zone else "set"

    def keys(self, name: str) -> int:
        """Return how many keys a zone or variable has for each owner."""
        return len(self.program.keys.get(name, (None,)))

    def subjects(self, zone: str) -> list[str | None]:
        """Return the subjects of a zone: its owners, and one for each owner's key."""
        if not zone or (self.zones[zone].per == "table" and self.zones[zone].keys is None):
            return [None]
        owners = {"table": 1, "player": self.program.seats, "team": self.program.teams}[self.zones[zone].per]
        return [str(subject) for subject in range(owners * self.keys(zone))]

    def owner(self, zone: str, subject: str | None) -> str | None:
        """Return the owner of a place, as text; None for the table."""
        if subject is None or self.zones[zone].per == "table":
            return None
        return subject if self.zones[zone].keys is None else f"({subject} // {self.keys(zone)})"

    @property
    def every_rule(self) -> int:
        """The bits of all triggered rules that have bits."""
        return (1 << min(len(self.program.special.triggers), MOST_TRIGGERS)) - 1

    def key(self, stage: ir.Stage) -> str:
        """Return the key of a stage at its place: its name, unless that name is performed elsewhere too."""
        return self.keys_of_stages[id(stage)]

    def every_place(self) -> list[tuple[str, str | None]]:
        """Return all places, in order, without the one for cards out of play."""
        return [(zone, subject) for zone in self.zones for subject in self.subjects(zone)]


def who_follows_is_asked(facts: Facts, *parts: object) -> bool:
    """Return whether these sentences read the next player."""
    return any(
        isinstance(node, ir.NextActor) or (isinstance(node, ir.Neighbour) and node.side == "successor")
        for node in reached(facts, *parts)
    )


def several_spots(layout: Layout, cells: Sequence[int], cell: int) -> tuple[int, ...]:
    """Return the numbers of the spots chosen in a row; `cell`: where the choice begins."""
    at = cell + layout.words
    return tuple(cells[at + 1 : at + 1 + cells[at]])


def _numbers(node: object) -> int:
    """Return how many cells the numbers of chosen melds or spots take."""
    if not isinstance(node, ir.Choice) or node.type.name not in ("meld", "spot"):
        return 0
    if node.type.name == "spot":
        return 0 if node.single else 1 + MOST_AT_ONCE
    return 1 if node.single else 1 + MOST_GROUPED // PACKED


MOST_TRIGGERS = 60
"""The number of rules with a `dirty` bit; later rules are always tried."""


def _melds_named(move: ir.MoveRule) -> Iterator[tuple[int, bool]]:
    """Yield the slots by which a list names melds, each with whether these may share cards."""
    for node in nodes(move):
        match node:
            case ir.Choice(slot=slot, type=ir.Type(name="meld")):
                yield slot, False
            case ir.ForEach(slot=slot, collection=collection) if collection.type.name == "meld":
                yield slot, False
            case ir.Let(slot=slot, value=value) if value.type.name == "meld":
                yield slot, value.type.many
            case _:
                pass


def _as_performed(rules: ir.Rules) -> ir.Stage:
    """Return the stages as if those that are performed by name were written wherever they are."""
    said_once = {stage.name: stage for stage in rules.stages}
    number = 0

    def performed(stage: ir.Stage) -> ir.Stage:
        nonlocal number
        number += 1
        if number > MOST_STAGES:
            raise cannot("many_stages")
        return replace(stage, steps=tuple(map(performed, steps(stage, said_once))))

    return performed(rules.play)


def _numbered(stages: Sequence[ir.Stage]) -> dict[int, str]:
    """Return a name of its own for each stage, by its identity."""
    met: Counter[str] = Counter()
    found = {}
    for stage in stages:
        met[stage.name] += 1
        found[id(stage)] = stage.name if met[stage.name] == 1 else f"{stage.name}#{met[stage.name]}"
    return found


def _stages(stage: ir.Stage) -> Iterator[ir.Stage]:
    yield stage
    for step in stage.steps:
        yield from _stages(step)


def packed(card: int, role: int, place: int) -> int:
    """Return a card of a meld that has been chosen, as a cell has it."""
    return card << CARD_BITS | role + STANDS_FROM << STANDS_BITS | place + 1


def unpacked(cell: int) -> tuple[int, int, int]:
    """Return the card, the role that it represents (below 0: open), and its place."""
    role = (cell >> STANDS_BITS & (1 << CARD_BITS - STANDS_BITS) - 1) - STANDS_FROM
    return cell >> CARD_BITS, role, (cell & (1 << STANDS_BITS) - 1) - 1
