"""Rules bound to options and a number of players.

A program of bounded size, in which deck, zones and tables are constants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.base import limits
from croupier.base.plane import within
from croupier.base.values import Meld
from croupier_dsl import ir
from croupier_dsl.analysis import OWNER, nodes, read_anywhere, stages
from croupier_dsl.saying import own_word

if TYPE_CHECKING:
    from croupier.base.values import Fn, Value
    from croupier.combos.binding import ComboTable
    from croupier.compile.evaluate import Planner
    from croupier.model.plans import MovePlan, StagePlan, TriggerPlan
    from croupier.play.must import Lookahead


@dataclass(frozen=True, slots=True)
class ZonePlace:
    """One place of a zone: `hand of P2` is a place, `hand` a zone.

    `index`: its number among all places; `subject`: the player or team that owns it; `slot`: its number among places of
    the same name; `viewers`: the seats that see its cards, as a bit mask; `top_viewers`: the seats that see its top
    card. `size`: the places of a row, 0 if it is open; `columns`: the width of a grid with an edge, else 0.
    """

    index: int
    zone: ir.Zone
    subject: int | None
    slot: int
    viewers: int
    top_viewers: int
    size: int = 0
    columns: int = 0

    @property
    def ordered(self) -> bool:
        return self.zone.form in ("pile", "row")

    @property
    def edgeless(self) -> bool:
        """Return whether it is a grid that grows in every direction, with places numbered as in `base.plane`."""
        return self.zone.edgeless

    @property
    def places_told(self) -> int:
        """Return how many places have a number in every position; 0 for a row that is open at its end."""
        return within(limits.REACH) if self.edgeless else self.size

    @property
    def at_first(self) -> int:
        """Return the number of places at the start of a game."""
        return 1 if self.edgeless else self.size


@dataclass(frozen=True, slots=True)
class VariablePlace:
    """The index of a variable's values in `State.variables` (or, per card, in `State.card_variables`)."""

    variable: ir.Variable
    base: int
    size: int
    keys: tuple[int | None, ...] = (None,)

    def starts(self) -> Iterator[tuple[int, int, int | None]]:
        """Yield the index, the owner and the key of each value, for its start."""
        for slot in range(self.size):
            owner, at = divmod(slot, len(self.keys))
            yield self.base + slot, owner, self.keys[at]


@dataclass(eq=False)
class Program:
    """A program that the engine plays. `bind` builds it and fills in its plans, which never change afterwards.

    `rules` are those written, used for names; `special` are the rules specialised for these options, from which plans
    are made. `moves`: those offered anywhere, by their number in the rules; `ruled_out` plans the others. `zones`: the
    declared ones, by name, also those without a place; `zone_base`: the number of each one's first place. `keys`: the
    numbers or words of a keyed zone or variable, by its name, repeated for each owner. `watching`: by place, the
    numbers of the triggers for cards that enter it. `scan`: the cost of testing all triggers once.
    """

    rules: ir.Rules
    options: Mapping[str, Value]
    seats: int
    teams: int
    limit: int
    kinds: tuple[ir.Kind, ...] = ()
    kind_of: list[int] = field(default_factory=list)
    kind_index: dict[str, int] = field(default_factory=dict)
    attributes: dict[str, list[Value]] = field(default_factory=dict)
    enums: dict[str, tuple[str, ...]] = field(default_factory=dict)
    places: list[ZonePlace] = field(default_factory=list)
    zones: dict[str, ir.Zone] = field(default_factory=dict)
    zone_base: dict[str, int] = field(default_factory=dict)
    keys: dict[str, tuple[int, ...]] = field(default_factory=dict)
    variables: dict[str, VariablePlace] = field(default_factory=dict)
    variable_count: int = 0
    card_variables: dict[str, int] = field(default_factory=dict)
    stage_index: dict[str, int] = field(default_factory=dict)
    stage_names: list[str] = field(default_factory=list)
    stages: dict[str, StagePlan] = field(default_factory=dict, repr=False)

    special: ir.Rules = field(init=False, repr=False)
    planner: Planner = field(init=False, repr=False)
    combos: ComboTable = field(init=False, repr=False)
    root: StagePlan = field(init=False, repr=False)
    moves: dict[int, MovePlan] = field(default_factory=dict, repr=False)
    ruled_out: Callable[[], list[MovePlan]] = field(init=False, repr=False)
    triggers: list[TriggerPlan] = field(default_factory=list, repr=False)
    starts: list[tuple[VariablePlace, Fn]] = field(default_factory=list, repr=False)
    card_starts: list[tuple[int, Fn]] = field(default_factory=list, repr=False)
    entering: dict[int, list[tuple[Fn, int]]] = field(default_factory=dict, repr=False)
    leaving: dict[int, list[int]] = field(default_factory=dict, repr=False)
    watching: dict[int, list[int]] = field(default_factory=dict, repr=False)
    names: tuple[str, ...] = ()
    scores: tuple[Fn, ...] = ()
    losers: Fn | None = None
    won: Fn | None = None
    shown: tuple[tuple[ir.Shown, Fn], ...] = ()
    scan: int = 1
    lookahead: Lookahead | None = None

    def __post_init__(self) -> None:
        self.special = self.rules

    @cached_property
    def every_move(self) -> list[MovePlan]:
        """All the moves that are written, in their order: also those that these options rule out."""
        plans = {plan.name: plan for plan in (*self.moves.values(), *self.ruled_out())}
        return [plans[move.name] for move in self.rules.moves]

    def move(self, name: str) -> MovePlan | None:
        """Return the move of this name; None if there is none."""
        if not any(move.name == name for move in self.rules.moves):
            return None
        found = next((plan for plan in self.moves.values() if plan.name == name), None)
        return found or next(plan for plan in self.every_move if plan.name == name)

    @cached_property
    def reads_owner(self) -> bool:
        """Whether any sentence reads the owner of a card."""
        return OWNER in read_anywhere(self.planner.facts)

    @cached_property
    def telling(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the columns of card state that everybody sees and that distinguish cards there.

        Notes in a set that not everybody sees, such as a hand, do not distinguish cards: they follow from the card.
        """
        return tuple(tuple(self._telling(place)) for place in self.places)

    def _telling(self, place: ZonePlace) -> Iterator[int]:
        zones = {zone.name for zone in self.rules.zones}
        open_to_all = place.zone.form != "set" or place.viewers == self.everyone
        for variable in self.rules.variables:
            if variable.name in self.card_variables and variable.seen == "everyone":
                here = variable.life == place.zone.name and open_to_all
                if here or variable.life not in zones:
                    yield self.card_variables[variable.name]

    @cached_property
    def plain(self) -> tuple[bool, ...]:
        """For each place, whether only kinds and being turned up distinguish its cards."""
        return tuple(
            not place.ordered and place.zone.form != "melds" and not self.telling[place.index] for place in self.places
        )

    @cached_property
    def tells_arrival(self) -> tuple[bool, ...]:
        """For each place, whether cards may enter at any index, so that events report it."""
        anywhere = any(isinstance(node, ir.SpotTarget | ir.Swap) for node in nodes(self.rules))
        return tuple(place.zone.form == "row" and (place.at_first > 0 or anywhere) for place in self.places)

    @cached_property
    def words(self) -> dict[str, ir.Texts]:
        """The ruleset's names of its parts, by path."""
        return dict(self.rules.texts)

    @cached_property
    def _written(self) -> dict[str, ir.Where | None]:
        """The place in the text where each part was written, by path."""
        return {part.path: part.where for part in self.rules.parts}

    def where(self, path: str) -> ir.Where | None:
        """Return where a part was written; of a part without a line of its own, where what holds it was."""
        while path and path not in self._written:
            path = path.rpartition(".")[0]
        return self._written.get(path)

    @cached_property
    def stage_paths(self) -> dict[str, str]:
        """The path of each stage, by its name."""
        return {stage.name: stage.path for stage in stages(self.rules)}

    @property
    def everyone(self) -> int:
        """The bit mask of all seats."""
        return (1 << self.seats) - 1

    @property
    def cards(self) -> int:
        """The number of cards."""
        return len(self.kind_of)

    def notation(self, card: int) -> str:
        """Return the card in notation."""
        return self.kinds[self.kind_of[card]].notation

    @property
    def sides(self) -> int:
        """The number of sides that play against each other: one if all win or lose together, else the teams."""
        return self.teams if self.rules.result.won is None else 1

    def team_of(self, seat: int) -> int:
        """Return the team of a seat: partners sit opposite, because seats are dealt to the teams in turn."""
        return seat % self.teams

    def members(self, team: int) -> list[int]:
        return [seat for seat in range(self.seats) if seat % self.teams == team]

    def may_know(self, variable: ir.Variable, slot: int, seat: int | None) -> bool:
        """Return whether the seat sees this one of the variable's values; None: whether every seat does."""
        if seat is None:
            return all(self.may_know(variable, slot, each) for each in range(self.seats))
        if variable.per == "table":
            return variable.seen == "everyone"
        subject = slot // len(self.keys.get(variable.name, (0,)))
        members = (subject,) if variable.per == "player" else self.members(subject)
        match variable.seen:
            case "everyone":
                return True
            case "owner":
                return seat in members
            case "team":
                return self.team_of(seat) in {self.team_of(member) for member in members}
            case "others":
                return seat not in members
        return False

    def place_name(self, index: int) -> str:
        """Return the name of a place: `stock`, `hand of P2`, `won of T1`; `out of play` for no place."""
        if index < 0:
            return "out of play"
        place = self.places[index]
        return self.whole_name(place.zone, place.slot)

    def whole_name(self, of: ir.Zone | ir.Variable, slot: int) -> str:
        """Return the name with its slot: `stock`, `hand of P2`, `row of 3`, `bet of 2 of P1`."""
        return " of ".join((of.name, *self.slot_words(of, slot)))

    def slot_words(self, of: ir.Zone | ir.Variable, slot: int) -> list[str]:
        """Return the words that identify one of the places or values of a name: its key, and its owner."""
        keys = self.keys.get(of.name)
        owner, at = divmod(slot, len(keys)) if keys else (slot, 0)
        words = [self.spell(replace(of.keys.type, many=False), keys[at])] if keys and of.keys is not None else []
        return [*words, self.subject_name(of.per, owner)] if of.per in ("player", "team") else words

    def subject_name(self, per: str, subject: int) -> str:
        """Return the name of a player or team; a team of one player has the player's name."""
        if per == "player" or self.teams == self.seats:
            return self.names[subject]
        return f"T{subject + 1}"

    def spell(self, type_: ir.Type, value: Value, say: Callable[[str], str] = str) -> str:
        """Return a value in the words of the ruleset, the same for everybody: a card by what it is, a seat by its name.

        `say`: what a voice makes of `none`, `yes`, a number or a word of an enumeration.
        """
        if value is None or value == []:
            return say("none")
        if isinstance(value, list):
            return " ".join(self.spell(type_, item, say) for item in value)
        if isinstance(value, Meld):
            return self.spell_meld(value)
        if not type_.enum:
            match type_.name:
                case "player" | "team":
                    return self.subject_name(type_.name, value)
                case "card":
                    return self.notation(value)
                case "spot" if self.places[value.place].zone.form == "row":
                    return f"@{value.at + 1}"
        return say(own_word(self.enums, type_, value))

    def spell_meld(self, meld: Meld) -> str:
        """Return the cards of a meld in order, a wild with the card it represents: `5D joker(6D) 7D`."""
        words: list[str] = []
        for card, role in zip(meld.cards, meld.roles, strict=True):
            own = self.kind_of[card]
            words.append(self.notation(card) + ("" if role == own or role < 0 else f"({self.kinds[role].notation})"))
        return " ".join(words)

    def enum_value(self, enum: str, word: str) -> int | None:
        """Return the index of a word in an enumeration, or None."""
        try:
            return self.enums[enum].index(word)
        except ValueError:
            return None
