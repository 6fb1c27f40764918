"""Make a state from a position given as plain data; an impossible one raises PositionError."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.base import chance as chances
from croupier.base.effort import EFFORT
from croupier.base.faults import PositionError
from croupier.base.language import ntr, tr
from croupier.base.plane import grown
from croupier.base.values import Meld, Value, as_list, cards_of
from croupier.combos import told
from croupier.combos.told import tight
from croupier.compile.binding import option_values
from croupier.compile.effects import enter
from croupier.knowledge.remembered import Knowledge
from croupier.model.state import BODY, State
from croupier.model.visibility import sees
from croupier.play.flow import Told, reset, reset_cards, run
from croupier.play.setup import empty_state
from croupier.position import plain, progress
from croupier.position.progress import mapping, number
from croupier.position.write import VERSION
from croupier.words.naming import OPEN, find_card, split_place, subject_number, variable_place, zone_place
from croupier.words.stands_for import put_mark
from croupier_dsl.analysis import may_be_none

if TYPE_CHECKING:
    from croupier.base.chance import Chance
    from croupier.model.program import Program, VariablePlace

KEYS = {
    "croupier",
    "ruleset",
    "players",
    "names",
    "options",
    "zones",
    "rest",
    "revealed",
    "state",
    "of_cards",
    "stages",
    "counts",
    "turn",
    "turns",
    "step",
    "half",
    "placed",
    "entered",
    "remembered",
    "direction",
    "acted",
    "decisions",
    "cuts",
    "stuck",
    "over",
    "finished",
    "chance",
}


def read(program: Program, data: Mapping[str, Value], chance: Chance | None = None) -> tuple[State, Knowledge]:
    """Return the state that the data describe, and what seats remember in it. PositionError says what cannot be."""
    for key in data:
        if key not in KEYS:
            raise PositionError(
                tr("unknown key {key} in a position; the keys are {names}", key=key, names=", ".join(sorted(KEYS)))
            )
    _same_game(program, data)
    EFFORT.renew()
    s = empty_state(program, chance or chance_of(data))
    progress.counts(s, data)
    melds = _cards(s, mapping(data, "zones"), data.get("rest"))
    for word in as_list(data.get("revealed")):
        s.revealed.add(find_card(s, str(word), s.revealed))
    told = _variables(s, mapping(data, "state"), lacking="stages" in data or bool(data.get("over")))
    _lay_melds(s, melds)
    _variables_of_melds(s, mapping(data, "state"))
    for name, held in mapping(data, "of_cards").items():
        told.cards |= _card_variable(s, str(name), held)
    _placed(s, mapping(data, "placed"))
    s.direction = -1 if data.get("direction") == "right" else 1
    s.decisions, s.cuts, s.stuck = (number(data.get(key, 0)) for key in ("decisions", "cuts", "stuck"))
    if data.get("acted") is not None:
        s.acted = subject_number(program, "player", str(data["acted"]))
    knowledge = s.knowledge = _known(s, mapping(data, "remembered"))
    if data.get("over"):
        s.over, s.finished = True, bool(data.get("finished"))
    if "stages" in data:
        if s.over and not data["stages"]:
            return s, knowledge
        progress.frames(s, data["stages"], told)
    elif not s.over:
        progress.place(s, data.get("turn"), data.get("step"), mapping(data, "turns"), told)
    progress.half(s, mapping(data, "half"))
    _entered(s, mapping(data, "entered"))
    if not s.over and not s.asking and s.frames[-1].phase == BODY:
        run(s)
    return s, knowledge


def _same_game(program: Program, data: Mapping[str, Value]) -> None:
    for key, own in (("croupier", VERSION), ("ruleset", program.rules.name), ("players", program.seats)):
        if key in data and (data[key] != own or isinstance(data[key], bool)):
            raise PositionError(tr("the position has {key} {data}, not {own}", key=key, data=data[key], own=own))
    if "names" in data and list(as_list(data["names"])) != list(program.names):
        raise PositionError(
            tr(
                "the seats are {names} here, but {data} in the position",
                names=", ".join(program.names),
                data=data["names"],
            )
        )
    options = option_values(program)
    for name, value in mapping(data, "options").items():
        if name not in options or options[name] != value:
            raise PositionError(
                tr(
                    "option {name} is {name2} here, but {value} in the position",
                    name=name,
                    name2=options.get(name),
                    value=value,
                )
            )
    for key, allowed in (("direction", ("left", "right")), ("over", (True, False)), ("finished", (True, False))):
        if key in data and data[key] not in allowed:
            raise PositionError(
                tr(
                    "{key} of a position must be {names}, not {data}",
                    key=key,
                    names=" or ".join(str(a) for a in allowed),
                    data=data[key],
                )
            )
    if data.get("finished") and not data.get("over"):
        raise PositionError(tr("the position is of a finished game"))
    if "stages" in data and (data.get("turn") is not None or data.get("step") is not None):
        raise PositionError(tr("a position has either `stages`, or `step` and `turn`"))


def chance_of(data: Mapping[str, Value]) -> Chance:
    """Return the chance of a position; the beginning of seed 0 where it has none."""
    try:
        return chances.resume(data["chance"]) if "chance" in data else chances.Seed(0).stream()
    except ValueError as error:
        raise PositionError(str(error)) from error


# ---------------------------------------------------------------- cards and variables


@dataclass(slots=True)
class _Laying:
    """Facts about the cards on the table before variables are set:

    `stands_for`, the words after a card; `melds`, by zone, as they are given, with their cards.
    """

    pool: dict[str, list[int]]
    placed: dict[str, list[str]] = field(default_factory=dict)
    stands_for: list[tuple[int, str]] = field(default_factory=list)
    melds: list[tuple[int, told.ToldMeld, list[int]]] = field(default_factory=list)


def _cards(s: State, zones: Mapping[str, Value], rest: Value) -> list[tuple[int, told.ToldMeld, list[int]]]:
    """Lay the cards out; cards that are not named are out of play, or go under the cards of the zone called by `rest`,
    shuffled.

    Cards in melds are placed singly: what they make may depend on wild cards.
    """
    program = s.program
    laying = _Laying({})
    for card in range(program.cards):
        laying.pool.setdefault(program.notation(card), []).append(card)
    seen: dict[int, str] = {}
    for thing, contents in zones.items():
        where = zone_place(program, str(thing))
        if where is None:
            raise PositionError(
                tr("unknown zone {thing}; the zones are {names}", thing=thing, names=", ".join(program.zone_base))
            )
        _once(seen, where.index, str(thing))
        _fill(s, where.index, [item for item in as_list(contents) if item not in OPEN], laying)
    if rest is not None:
        _fill_up(s, rest, sorted(card for cards in laying.pool.values() for card in cards))
    lives = [life for stage in program.stages.values() for life in stage.card_columns]
    for column, start in [*program.card_starts, *lives]:
        reset_cards(s, column, start, None)
    for index, zone in enumerate(s.zones):
        for card in cards_of(zone):
            s.home[card] = index
            enter(s, card, None)
    for card, word in laying.stands_for:
        put_mark(s, card, word)
    return laying.melds


def _once(seen: dict[int, str], index: int, thing: str) -> None:
    if index in seen:
        if seen[index] != thing:
            raise PositionError(tr("{thing} is given twice, also as {other}", thing=thing, other=seen[index]))
        raise PositionError(tr("{word} is given twice", word=thing))
    seen[index] = thing


def _fill_up(s: State, rest: Value, cards: list[int]) -> None:
    under = zone_place(s.program, str(rest))
    if under is None or under.zone.form == "melds" or under.at_first:
        raise PositionError(tr("the remaining cards cannot be in {rest}", rest=rest))
    zone = s.zones[under.index]
    zone[:0] = s.chance.shuffle(cards)
    if under.zone.form == "set":
        zone.sort()
    _fits(s, under.index)


def _fits(s: State, index: int) -> None:
    if s.program.places[index].zone.form == "slot" and len(s.zones[index]) > 1:
        raise PositionError(tr("{index} holds at most one card", index=s.program.place_name(index)))


def _fill(s: State, index: int, items: list[Value], laying: _Laying) -> None:
    program, zone = s.program, s.zones[index]
    form, name = program.places[index].zone.form, program.place_name(index)
    zone.clear()
    if program.places[index].edgeless:
        zone.append(None)
        for item in items:
            word, at = split_place(tight(str(item)))
            zone.extend([None] * (grown(len(zone), at) - len(zone)))
            if zone[at] is not None:
                raise PositionError(tr("two cards are at place {n} of {name}", n=at + 1, name=name))
            zone[at] = _card_in(program, word, name, laying)
        return
    for item in items:
        if item is None:
            if form != "row":
                raise PositionError(tr("{name} is not a row, so it has no gaps", name=name))
            zone.append(None)
        elif form == "melds":
            meld = told.told_meld(s, str(item))
            cards = [_taken(laying, program.kinds[card.kind].notation, name) for card in meld.lying]
            zone.append(Meld("", tuple(cards), tuple(meld.kinds), -1))
            laying.melds.append((index, meld, cards))
        else:
            zone.append(_card_in(program, str(item), name, laying))
    if form == "set":
        zone.sort()
    size = program.places[index].size
    if size and len(zone) > size:
        raise PositionError(tr("{name} has {n} places", name=name, n=size))
    zone.extend([None] * (size - len(zone)))
    _fits(s, index)


def _card_in(program: Program, item: str, name: str, laying: _Laying) -> int:
    """Return the card that a zone holds, and what its words say of it."""
    notation, word = told.card_and_mark(item)
    if notation not in program.kind_index:
        if tight(item).partition("@")[0] in program.kind_index:
            raise PositionError(
                tr(
                    "{item}: places are not numbered here; list the cards in order, in a row with `_` for gaps",
                    item=item,
                )
            )
        raise PositionError(tr("this game has no card {notation}", notation=notation or "nothing"))
    card = _taken(laying, notation, name)
    if word is not None:
        laying.stands_for.append((card, word))
    return card


def _taken(laying: _Laying, notation: str, zone: str) -> int:
    """Return a card that is not placed yet. Raises PositionError if all are."""
    placed = laying.placed.setdefault(notation, [])
    if not laying.pool.get(notation):
        raise PositionError(
            ntr(
                "{zone} cannot have another {notation}: the game has one, placed in {places}",
                "{zone} cannot have another {notation}: the game has {n}, placed in {places}",
                len(placed),
                zone=zone,
                notation=notation,
                places=", ".join(dict.fromkeys(placed)),
            )
            if placed
            else tr("{zone} has {notation}, but no copy of it is in play here", zone=zone, notation=notation)
        )
    placed.append(zone)
    return laying.pool[notation].pop(0)


def _lay_melds(s: State, melds: list[tuple[int, told.ToldMeld, list[int]]]) -> None:
    """Place the cards of melds as the melds that they form together."""
    for index in {index for index, _, _ in melds}:
        s.zones[index] = [told.read(s, meld, cards) for where, meld, cards in melds if where == index]


def _variables(s: State, given: Mapping[str, Value], lacking: bool) -> Told:
    """Set variables to the given values or their start values, and return the given ones.

    `lacking`: whether any of them may be none, as play may bring about. State of a stage under way begins again once
    its player is known.
    """
    program = s.program
    seen: dict[int, str] = {}
    for thing, word in given.items():
        where, subject = _variable(program, str(thing))
        variable = where.variable
        _once(seen, where.base + subject, str(thing))
        if variable.type.name not in ("meld", "spot"):
            value = plain.read(s, variable.type, word)
            lacks = lacking or variable.optional or bool(variable.life)
            if value is None and not lacks and variable.name not in may_be_none(program.planner.facts):
                raise PositionError(tr("{thing} cannot be none", thing=thing))
            s.variables[where.base + subject] = value
    told = Told({*seen})
    chance = s.chance
    for where in program.variables.values():
        s.chance = chance.copy() if where.variable.life else chance
        reset(s, where, program.planner.plan(where.variable.start), None, told)
    s.chance = chance
    return told


def _variable(program: Program, thing: str) -> tuple[VariablePlace, int]:
    found = variable_place(program, thing)
    if found is None and thing.partition(" ")[0] in program.card_variables:
        raise PositionError(tr("{name} is state of cards: write it under `of_cards`", name=thing.partition(" ")[0]))
    if found is None:
        raise PositionError(
            tr(
                "unknown variable {thing}; the variables are {variables}",
                thing=thing,
                variables=", ".join(program.variables),
            )
        )
    return found


def _variables_of_melds(s: State, given: Mapping[str, Value]) -> None:
    """Set variables that hold melds, after the melds are in their zones."""
    for thing, word in given.items():
        where, subject = _variable(s.program, str(thing))
        if where.variable.type.name in ("meld", "spot"):
            s.variables[where.base + subject] = plain.read(s, where.variable.type, word)


def _card_variable(s: State, name: str, held: Value) -> set[tuple[int, int]]:
    """Set the given state of cards, and return its places."""
    column = s.program.card_variables.get(name)
    if column is None or not isinstance(held, Mapping):
        raise PositionError(tr("{name} is not state of cards", name=name))
    type_ = next(v.type for v in s.program.rules.variables if v.name == name)
    taken: set[int] = set()
    for word, values in held.items():
        for value in [None] if values is None else as_list(values):
            card = _another(s, str(word), taken)
            s.card_variables[column][card] = plain.read(s, type_, value)
    return {(column, card) for card in taken}


def _another(s: State, word: str, taken: set[int], but: Collection[int] = ()) -> int:
    """Return a card that the word means, none of those that it has meant before, nor of `but`."""
    card = find_card(s, word, {*taken, *but})
    if card in taken or card in but:
        raise PositionError(tr("{word} is given twice", word=word))
    taken.add(card)
    return card


def _placed(s: State, placed: Mapping[str, Value]) -> None:
    taken: set[int] = set()
    for word, names in placed.items():
        for name in as_list(names):
            card = _another(s, str(word), taken)
            s.placed[card] = subject_number(s.program, "player", str(name))


def _entered(s: State, waiting: Mapping[str, Value]) -> None:
    """Set, by rule, the cards that have come to its zone since it was last tried."""
    rules = {trigger.trigger.name: number for number, trigger in enumerate(s.program.triggers)}
    for name, words in waiting.items():
        taken: set[int] = set()
        for word in as_list(words):
            card = _another(s, str(word), taken)
            if rules.get(name) not in s.program.watching.get(s.home[card], ()):
                raise PositionError(tr("no rule {name} is pending for {word} in that zone", name=name, word=word))
            s.entered[rules[name]].append(card)


def _known(s: State, remembered: Mapping[str, Value]) -> Knowledge:
    """Return the knowledge of a position: visible cards are known to those who see them, others as the position
    has it.
    """
    known_to = [0] * s.program.cards
    for name, cards in remembered.items():
        seat = subject_number(s.program, "player", str(name))
        open_to = {card for card in range(s.program.cards) if sees(s, seat, card)}
        taken: set[int] = set()
        for word in as_list(cards):
            known_to[_remembered(s, str(word), taken, open_to)] |= 1 << seat
    return Knowledge.of(s, known_to.__getitem__)


def _remembered(s: State, word: str, taken: set[int], open_to: set[int]) -> int:
    """Return the card that a seat remembers: among copies in one place one that it does not see, if there is one."""
    try:
        return _another(s, word, taken, open_to)
    except PositionError:
        return _another(s, word, taken)
