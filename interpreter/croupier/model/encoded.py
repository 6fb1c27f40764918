"""Encode moves and views as numbers that are known before play: the layout, from a program alone.

An *action* is a number. A move with single choices is one action; where the choices are too many, or a choice takes a
set of cards, a move is a path of several actions: its head, each card, *done*. Equal paths are followed by actions that
say which of the moves is meant. An *observation* is an array of numbers from -32,767 to 32,767.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from croupier_dsl import frozen, ir
from croupier_dsl.analysis import (
    Facts,
    in_any_position,
    is_constant,
    nodes,
    sources,
    sources_of_locals,
    stages,
    zones_turned,
)

if TYPE_CHECKING:
    from croupier.model.program import Program, VariablePlace, ZonePlace

MOST_HEADS = 2_000
"""The most actions for the single choices of one move; further choices are staged."""
WAYS = 32
"""The number of actions that distinguish moves of the same path; with more moves, several follow."""
LARGEST = (1 << 15) - 1
"""The largest number of an observation; larger ones are cut off."""
MOST_PLACES = 512
"""The most places of a row that an observation shows one by one."""
OPEN_ROW = 4
"""The room of a row that is open at its end, as a multiple of the cards: a card that leaves it leaves a gap."""

MINUS = 10
"""The digit that is the sign of a number."""

How: TypeAlias = Literal["order", "value", "card", "spot", "cards", "values", "digits"]
"""The encoding of a choice: as nothing (`order`: by the place among moves of the same path), as one value, card or
spot, as a set, or as the digits of a number without known bounds."""

SHARED = ("cards", "digits", "order")
"""Those without actions of their own."""


def greatest_size(program: Program, zone: str) -> int:
    """Return the most cards of a place of a zone; of a row, the most places, gaps included."""
    place = next((place for place in program.places if place.zone.name == zone), None)
    form = program.zones[zone].form
    if form == "row":
        told = 0 if place is None else place.places_told
        return told or min(OPEN_ROW * program.cards, ir.LONGEST_ROW)
    return 1 if form == "slot" else program.cards


# ---------------------------------------------------------------- actions
@frozen
class Slot:
    """A choice as numbers. `size`: how many values there are, from `low`; `step`: how much one more adds to the head, 0
    if the choice is staged; `first`: the action of its first value, then."""

    choice: ir.Choice
    how: How
    size: int = 1
    low: int = 0
    step: int = 0
    first: int = 0


@frozen
class Asked:
    """A move, or a question in the middle of one. `head`: its first action, of `heads`."""

    move: ir.MoveRule
    slots: tuple[Slot, ...]
    head: int
    heads: int
    question: bool = False

    @property
    def key(self) -> tuple[str, int]:
        """Return the move, and the slot of the first choice of a question; -1 for the move itself."""
        return self.move.name, self.slots[0].choice.slot if self.question else -1


@frozen
class Coding:
    """The actions of a program. `asked`: moves and questions; `cards`: the first action that adds a card to a set;
    `digits`: the digit 0; `done`: the action that ends a set or a number; `ways`: the first action that
    distinguishes moves of the same path; `size`: the number of actions; `spots`: by place, the number of its first
    spot. `staged`: whether a path may have more than one action."""

    asked: tuple[Asked, ...]
    cards: int
    digits: int
    done: int
    ways: int
    size: int
    spots: tuple[int, ...]
    staged: bool


@lru_cache(maxsize=32)
def coding(program: Program) -> Coding:
    """Return the actions of a program."""
    facts = Facts(program.special)
    offered = {name for stage in stages(program.special) for name in stage.moves}
    lists: list[tuple[ir.MoveRule, tuple[ir.Choice, ...], bool]] = []
    for move in program.special.moves:
        if move.name in offered:
            lists.append((move, move.choices, False))
            lists += [(move, node.choices, True) for node in nodes(move.do) if isinstance(node, ir.Ask)]
    spots, at = [], 0
    for place in program.places:
        spots.append(at)
        at += greatest_size(program, place.zone.name) if place.zone.form == "row" else 1
    slots = [[_slot(program, facts, move, each, at) for each in choices] for move, choices, _ in lists]
    of_sets = [each for some in slots for each in some if each.how == "cards"]
    first = 0
    heads: list[tuple[int, int, list[int]]] = []
    for some in slots:
        number, steps = 1, []
        for each in reversed(some):  # the last choice counts by one
            fits = each.how in ("value", "card", "spot") and number * each.size <= MOST_HEADS
            steps.append(number if fits else 0)
            number *= each.size if fits else 1
        heads.append((first, number, steps[::-1]))
        first += number
    cards = first
    first += max((each.size for each in of_sets), default=0)
    asked = []
    for (move, _, question), some, (head, number, steps) in zip(lists, slots, heads, strict=True):
        placed = []
        for each, step in zip(some, steps, strict=True):
            own = not step and each.how not in SHARED
            placed.append(Slot(each.choice, each.how, each.size, each.low, step, first if own else cards))
            first += each.size if own else 0
        asked.append(Asked(move, tuple(placed), head, number, question))
    exact = all(each.how == "value" and each.step for one in asked for each in one.slots)
    digits = first
    done = first + (MINUS + 1 if any(each.how == "digits" for some in slots for each in some) else 0)
    ways = done if exact else done + 1
    return Coding(tuple(asked), cards, digits, done, ways, ways if exact else ways + WAYS, tuple(spots), not exact)


def _slot(program: Program, facts: Facts, move: ir.MoveRule, choice: ir.Choice, spots: int) -> Slot:
    match choice.type.name:
        case "card" | "meld":
            zones = sources(facts, choice.collection, sources_of_locals(facts, move))
            size = len(program.kinds) + _hidden_places(program, zones)
            of_one = choice.single and choice.type.name == "card"
            return Slot(choice, "card" if of_one else "cards", size)
        case "spot":
            return Slot(choice, "spot", spots) if choice.single and spots <= MOST_HEADS else Slot(choice, "order")
    low, high = _between(program, facts, choice)
    if high is None or low is None or not 0 <= high - low < MOST_HEADS:
        return Slot(choice, "digits" if choice.single else "order")
    if choice.single:
        return Slot(choice, "value", high - low + 1, low)
    return Slot(choice, "values", high + 1) if low >= 0 else Slot(choice, "order")


def _hidden_places(program: Program, zones: Iterable[str]) -> int:
    """Return how many places of hidden cards a choice from these zones may name."""
    named = [program.zones[zone] for zone in zones if zone in program.zones]
    some = named if len(named) == len(set(zones)) else list(program.zones.values())  # or anywhere
    hidden = [zone for zone in some if zone.form not in ("set", "melds")]
    hidden = [zone for zone in hidden if zone.seen != "everyone" or zone.top_only]
    return max((greatest_size(program, zone.name) for zone in hidden), default=0)


def _between(program: Program, facts: Facts, choice: ir.Choice) -> tuple[int | None, int | None]:
    """Return the lowest and the highest value of a choice."""
    if choice.type.enum:
        return 0, len(program.enums[choice.type.enum]) - 1
    match choice.type.name:
        case "truth":
            return 0, 1
        case "player":
            return 0, program.seats - 1
        case "team":
            return 0, program.teams - 1
    of = choice.collection
    if isinstance(of, ir.Span) and of.high is not None:
        under_way = [stage.name for stage in stages(program.special)]
        table = in_any_position(facts, program.planner.settled, lambda _: program.cards, under_way, True)
        return table.of(of.low).low, table.of(of.high).high
    if is_constant(facts, of):
        values = program.planner.constant(of)
        return min(values, default=None), max(values, default=None)
    return None, None


# ---------------------------------------------------------------- observations
@frozen
class ZoneCells:
    """The numbers for one place, the own place first: `at` for the seat's own, and `step` more for each seat (or team)
    after it. First, by kind, the cards that the seat knows to be there, then how many others; with `up` (cards may be
    turned up there), those turned up, by kind; for a pile its top card; then, of the first `places` places, the cards;
    last, with `up`, whether each of these cards is turned up."""

    place: ZonePlace
    owner: int
    at: int
    step: int
    top: bool
    places: int
    up: bool


@frozen
class StateCells:
    """The numbers for one value of state, likewise. `pair`: two numbers, whether there is a value (-1: hidden) and the
    value; else one number."""

    place: VariablePlace
    slot: int
    owner: int
    at: int
    step: int
    pair: bool


@frozen
class Sight:
    """The layout of an observation: where its parts begin. `me`: the own seat; `asked`: the seats to act, the own one
    first; `stages`: by name, where how often it was performed; `actors`: and its player; `notes`: state of cards, by
    kind; `taken`: the actions of the unfinished move, -1 without any; `size`: the number of numbers."""

    me: int
    asked: int
    stages: tuple[tuple[str, int], ...]
    actors: tuple[tuple[str, int], ...]
    zones: tuple[ZoneCells, ...]
    state: tuple[StateCells, ...]
    notes: tuple[tuple[ir.Variable, int], ...]
    taken: int
    size: int


@lru_cache(maxsize=32)
def sight(program: Program) -> Sight:
    """Return the layout of observations of a program."""
    seats, kinds = program.seats, len(program.kinds)
    at = 2 * seats
    names = list(dict.fromkeys(stage.name for stage in stages(program.special)))
    turns = [stage.name for stage in stages(program.special) if stage.by is not None and not stage.by.at_once]
    by_stage = tuple((name, at + i) for i, name in enumerate(names))
    at += len(names)
    by_actor = tuple((name, at + i) for i, name in enumerate(dict.fromkeys(turns)))
    at += len(by_actor)
    zones: list[ZoneCells] = []
    turned = zones_turned(Facts(program.special))
    for zone in program.special.zones:
        its = [place for place in program.places if place.zone.name == zone.name]
        if its:
            of, keys = _owners(program, zone), len(program.keys.get(zone.name, (0,)))
            top, places = _shown_one_by_one(program, its[0])
            up = zone.name in turned
            width = (1 + up) * (kinds + top + places) + 1
            for place in its:
                owner, key = divmod(place.slot, keys)
                zones.append(ZoneCells(place, owner if of > 1 else -1, at + key * width, keys * width, top, places, up))
            at += of * keys * width
    state: list[StateCells] = []
    for its_place in program.variables.values():
        variable = its_place.variable
        if variable.seen == "nobody":
            continue
        of, keys = _owners(program, variable), len(its_place.keys)
        pair = variable.type.name == "number" and (variable.seen != "everyone" or variable.optional or variable.life)
        width = 2 if pair else 1
        for slot in range(its_place.size):
            owner, key = divmod(slot, keys)
            here = at + key * width
            state.append(StateCells(its_place, slot, owner if of > 1 else -1, here, keys * width, bool(pair)))
        at += of * keys * width
    noted = [each for each in program.special.variables if each.per == "card" and each.seen == "everyone"]
    notes = tuple((each, at + i * kinds) for i, each in enumerate(noted))
    at += len(notes) * kinds
    coded = coding(program)
    taken = at if coded.staged else -1
    at += coded.size if coded.staged else 0
    return Sight(0, seats, by_stage, by_actor, tuple(zones), tuple(state), notes, taken, at)


def _owners(program: Program, of: ir.Zone | ir.Variable) -> int:
    return {"player": program.seats, "team": program.teams}.get(of.per, 1)


def _shown_one_by_one(program: Program, place: ZonePlace) -> tuple[bool, int]:
    """Return whether the top card of a place is shown, and how many cards by place: in a pile as many as seats, which
    is a trick."""
    if place.zone.form == "pile":
        return True, min(program.seats, program.cards)
    if place.zone.form != "row":
        return False, 0
    places = place.places_told or min(program.cards, MOST_PLACES)
    return False, places if places <= MOST_PLACES else 0


def relative(of: int, seat: int, many: int) -> int:
    """Return how many seats (or teams) after the own one another is."""
    return (of - seat) % many


def labels(program: Program) -> list[str]:
    """Return what each number of an observation says."""
    seen, kinds = sight(program), program.kinds
    found = [""] * seen.size

    def whose(of: ir.Zone | ir.Variable, owner: int, words: list[str]) -> str:
        its = "" if owner < 0 else f" of {'own' if not owner else f'+{owner}'}"
        keyed = words[:-1] if owner >= 0 else words
        return " of ".join([of.name, *keyed]) + its

    for seat in range(program.seats):
        found[seen.me + seat] = f"own seat is {seat}"
        found[seen.asked + seat] = f"to act: {'own' if not seat else f'+{seat}'}"
    for name, at in seen.stages:
        found[at] = f"{name}: times under way"
    for name, at in seen.actors:
        found[at] = f"{name}: 1 + player"
    for one in seen.zones:
        zone = one.place.zone
        owner = max(one.owner, 0)
        at = one.at + owner * one.step
        name = whose(zone, one.owner, program.slot_words(zone, one.place.slot))
        for kind, its in enumerate(kinds):
            found[at + kind] = f"{name}: {its.notation}"
        at += len(kinds)
        found[at] = f"{name}: hidden"
        at += 1
        if one.up:
            for kind, its in enumerate(kinds):
                found[at + kind] = f"{name}: {its.notation} face up"
            at += len(kinds)
        which = ["of top"] * one.top + [f"at {number + 1}" for number in range(one.places)]
        for number, its_place in enumerate(which):
            found[at + number] = f"{name}: 1 + kind {its_place}"
            if one.up:
                found[at + len(which) + number] = f"{name}: face up, {its_place}"
    for value in seen.state:
        variable = value.place.variable
        at = value.at + max(value.owner, 0) * value.step
        name = whose(variable, value.owner, program.slot_words(variable, value.slot))
        if value.pair:
            found[at], at = f"{name}: is known", at + 1
        found[at] = name if variable.type.name == "number" else f"{name}: {_said(variable.type)}"
    for variable, at in seen.notes:
        for kind, its in enumerate(kinds):
            found[at + kind] = f"{variable.name} of {its.notation}: sum"
    if seen.taken >= 0:
        for action in range(coding(program).size):
            found[seen.taken + action] = f"taken: {action}"
    return found


def _said(type_: ir.Type) -> str:
    if type_.many:
        return "length"
    return "whether there is one" if type_.name in ("meld", "spot") else "1 + value"


def words_of(program: Program) -> Iterator[str]:
    """Yield what each action is, in words."""
    coded = coding(program)

    def value(slot: Slot, index: int) -> str:
        if slot.how in ("card", "cards"):
            kinds = len(program.kinds)
            return program.kinds[index].notation if index < kinds else f"@{index - kinds + 1}"
        if slot.how == "spot":
            place = max(i for i, first in enumerate(coded.spots) if first <= index)
            name = program.place_name(place)
            return f"{name}@{index - coded.spots[place] + 1}" if program.places[place].zone.form == "row" else name
        return program.spell(ir.Type(slot.choice.type.name, slot.choice.type.enum), index + slot.low)

    for asked in coded.asked:
        heads = [slot for slot in asked.slots if slot.step]
        for number in range(asked.heads):
            told = [f"{each.choice.name}={value(each, number // each.step % each.size)}" for each in heads]
            yield " ".join([asked.move.name, *told])
    of_sets = [slot for asked in coded.asked for slot in asked.slots if slot.how == "cards"]
    widest = max(of_sets, key=lambda slot: slot.size, default=None)
    for index in range(0 if widest is None else widest.size):
        assert widest is not None
        yield f"+ {value(widest, index)}"
    for asked in coded.asked:
        for slot in asked.slots:
            if not slot.step and slot.how not in SHARED:
                for index in range(slot.size):
                    yield f"{asked.move.name} + {slot.choice.name}={value(slot, index)}"
    for digit in range(coded.done - coded.digits):
        yield "digit -" if digit == MINUS else f"digit {digit}"
    if coded.staged:
        yield "done"
        for way in range(WAYS):
            yield f"way {way}"
