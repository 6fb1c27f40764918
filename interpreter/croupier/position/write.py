"""Write a position as plain data, by names, for files and people.

A full position has every card, variable, stage, half-made move, pending answer and each seat's memory. A position to
read may have less: zones that it does not name are empty, variables have their start values, and `turn` with `step`
replace `stages`. docs/reference/positions.md lists the keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.base.values import Meld, Value
from croupier.combos import told
from croupier.compile.binding import option_values
from croupier.knowledge.remembered import Knowledge
from croupier.model.state import Frame, State
from croupier.model.visibility import sees
from croupier.position.plain import words
from croupier.words.naming import at_place, card_reference, in_place_order
from croupier.words.notation import spell_move
from croupier_dsl import ir

if TYPE_CHECKING:
    from croupier.compile.execute import Code
    from croupier.knowledge.remembered import Knowledge
    from croupier.model.state import State

Numbers = dict[int, int]


def numbered(s: State, knowledge: Knowledge) -> Numbers:
    """Return the cards that differ from a copy in the same set, with their numbers among these copies, from 1.

    The numbers follow what is true of the cards, so that they do not depend on which copy is which.
    """
    program = s.program
    found: Numbers = {}
    named: dict[int, list[str]] | None = None
    for place in program.places:
        if place.zone.form != "set":
            continue
        alike: dict[int, list[int]] = {}
        for card in s.zones[place.index]:
            alike.setdefault(program.kind_of[card], []).append(card)
        for cards in alike.values():
            if len(cards) > 1:
                named = _named(s) if named is None else named
                told = {card: _told(s, knowledge, card, named) for card in cards}
                if len(set(told.values())) > 1:
                    found |= {card: number for number, card in enumerate(sorted(cards, key=told.__getitem__), 1)}
    return found


def _told(s: State, knowledge: Knowledge, card: int, named: dict[int, list[str]]) -> str:
    """Return all that a position has of a card except its kind and its place, as a string."""
    program = s.program
    kept = {variable.name: variable.type for variable in program.rules.variables}
    noted = [_alike(s, kept[name], s.card_variables[at][card]) for name, at in program.card_variables.items()]
    shared = program.places[s.home[card]].zone.per != "player"
    owner = s.placed[card] if program.reads_owner and shared else None
    return repr((card not in s.revealed, noted, owner, knowledge.known[card] & program.everyone, named.get(card, [])))


def _alike(s: State, type_: ir.Type, value: Value) -> Value:
    """Return a value so that it does not depend on which of two copies is which."""
    cards = _cards(type_, value)
    return [(s.home[card], s.program.kind_of[card]) for card in cards] if cards else value


def _named(s: State) -> dict[int, list[str]]:
    """Return the cards that variables or local names of running lists hold, with these names."""
    found: dict[int, list[str]] = {}
    for name, type_, value in _held(s):
        for number, card in enumerate(_cards(type_, value)):
            found.setdefault(card, []).append(f"{name} {number}")
    return found


def _held(s: State) -> Iterator[tuple[str, ir.Type, Value]]:
    """Yield all values that can hold a card, each with a unique name; the variables of cards are not included."""
    for name, place in s.program.variables.items():
        for subject in range(place.size):
            yield f"{name} {subject}", place.variable.type, s.variables[place.base + subject]
    for number, cards in enumerate(s.entered):
        yield f"entered {number}", ir.CARDS, list(cards)
    lists = [
        (f"{depth} {code.path}", code, frame.env)
        for depth, frame in enumerate(s.frames)
        for code in (frame.stage.begin, frame.stage.otherwise, frame.stage.end)
        if code is not None
    ]
    tasks = [] if s.task is None else [s.task, *s.queue]
    lists += [(f"{at} {task.code.path}", task.code, task.env) for at, task in enumerate(tasks, len(s.frames))]
    for path, code, env in lists:
        for slot, (name, type_) in code.names.items():
            if slot < len(env):
                yield f"{path} {slot} {name}", type_, env[slot]


def _cards(type_: ir.Type, value: Value) -> list[int]:
    """Return the cards that a value holds, in its order."""
    if isinstance(value, list):
        return [card for item in value for card in _cards(type_, item)]
    if isinstance(value, Meld):
        return list(value.cards)
    return [value] if type_.name == "card" and value is not None else []


VERSION = 1


def write(s: State, knowledge: Knowledge) -> dict[str, Value]:
    """Return the position as plain data; `read` makes a state of it that plays on in the same way."""
    program = s.program
    knowledge.follow(s.log)
    data: dict[str, Value] = {
        "croupier": VERSION,
        "ruleset": program.rules.name,
        "players": program.seats,
        "names": list(program.names),
        "options": option_values(program),
        "zones": {program.place_name(place.index): _zone(s, place.index) for place in program.places},
    }
    numbers = numbered(s, knowledge)
    turned = [card_reference(s, card, numbers) for card in in_place_order(s, s.revealed, numbers)]
    if turned:
        data["revealed"] = turned
    data["state"] = {
        program.whole_name(place.variable, slot): words(s, place.variable.type, s.variables[place.base + slot], numbers)
        for place in program.variables.values()
        for slot in range(place.size)
    }
    of_cards = _of_cards(s, numbers)
    if of_cards:
        data["of_cards"] = of_cards
    if program.reads_owner:
        placed: dict[str, list[str]] = {}
        for card in in_place_order(s, range(program.cards), numbers):
            seat = s.placed[card]
            if seat is not None and program.places[s.home[card]].zone.per != "player":
                placed.setdefault(card_reference(s, card, numbers), []).append(program.names[seat])
        data["placed"] = placed
    came = {
        trigger.trigger.name: [card_reference(s, card, numbers) for card in cards]
        for trigger, cards in zip(program.triggers, s.entered, strict=True)
        if cards
    }
    if came:
        data["entered"] = came
    data["stages"] = [_frame(s, frame, numbers) for frame in s.frames]
    data["counts"] = {name: s.counts[i] for i, name in enumerate(program.stage_names) if s.counts[i]}
    half = _half(s, numbers)
    if half:
        data["half"] = half
    remembered = _remembered(s, knowledge, numbers)
    if remembered:
        data["remembered"] = remembered
    data |= {
        "direction": "left" if s.direction > 0 else "right",
        "acted": None if s.acted is None else program.names[s.acted],
        "decisions": s.decisions,
        "cuts": s.cuts,
        "stuck": s.stuck,
        "over": s.over,
        "finished": s.finished,
        "chance": s.chance.position,
    }
    return data


def _zone(s: State, index: int) -> list[Value]:
    program = s.program
    if program.places[index].edgeless:
        return [at_place(program.notation(card), at) for at, card in enumerate(s.zones[index]) if card is not None]
    return [
        told.written(s, item) if isinstance(item, Meld) else None if item is None else program.notation(item)
        for item in s.zones[index]
    ]


def _of_cards(s: State, numbers: Numbers) -> dict[str, dict[str, Value]]:
    """Return the variables of cards, by variable, then by card."""
    program = s.program
    types = {variable.name: variable.type for variable in program.rules.variables}
    lacking = {v.name: v.life for v in program.rules.variables if not isinstance(v.start, ir.Nothing)}
    found: dict[str, dict[str, Value]] = {}
    for name, column in program.card_variables.items():
        held: dict[str, Value] = {}
        for card in in_place_order(s, range(program.cards), numbers):
            value = s.card_variables[column][card]
            if value is not None or lacking.get(name) in ("", *program.stage_names, _zone_of(s, card)):
                held.setdefault(card_reference(s, card, numbers), []).append(words(s, types[name], value, numbers))
        if held:
            found[name] = held
    return found


def _zone_of(s: State, card: int) -> str:
    return s.program.places[s.home[card]].zone.name


def _frame(s: State, frame: Frame, numbers: Numbers) -> dict[str, Value]:
    names = s.program.names
    data: dict[str, Value] = {"stage": frame.stage.name, "count": frame.count}
    if frame.actor is not None:
        data["seat"] = names[frame.actor]
    if frame.following is not None:
        data["next"] = names[frame.following]
    if frame.turns_left is not None:
        data["left"] = [names[seat] for seat in reversed(frame.turns_left)]
    if frame.pending is not None:
        data["asked"] = [names[seat] for seat in frame.seats]
        data["pending"] = {
            names[seat]: str(spell_move(s, s.program.moves[index], env, seat))
            for seat, (index, env, _) in frame.pending.items()
        }
    held: dict[str, Value] = {}
    for code in (frame.stage.begin, frame.stage.otherwise, frame.stage.end):
        if code is not None:
            held |= locals_of(s, code, frame.env, numbers)
    if held:
        data["locals"] = held
    return data


def locals_of(s: State, code: Code, env: list[Value], numbers: Numbers) -> dict[str, Value]:
    """Return the locals of a list of statements that hold something, by name."""
    return {
        key: words(s, code.names[slot][1], env[slot], numbers)
        for slot, key in code.called().items()
        if slot < len(env) and env[slot] is not None
    }


def _half(s: State, numbers: Numbers) -> dict[str, Value]:
    """Return a move that has stopped for a choice in its middle.

    Which, whose, at which of its questions, with what in hand.
    """
    if not s.asking or s.task is None:
        return {}
    task = s.task
    data: dict[str, Value] = {
        "move": s.program.moves[task.move].name,
        "seat": s.program.names[task.env[0]],
        "question": task.code.questions.index(task.pc) + 1,
        "locals": locals_of(s, task.code, task.env, numbers),
    }
    if s.queue:  # all have chosen at once, and this is not the last whose move happens
        data["then"] = [
            {
                "move": s.program.moves[later.move].name,
                "seat": s.program.names[later.env[0]],
                "locals": locals_of(s, later.code, later.env, numbers),
            }
            for later in s.queue
        ]
    return data


def _remembered(s: State, knowledge: Knowledge, numbers: Numbers) -> dict[str, list[str]]:
    """Return, by seat, the cards that it knows without seeing them."""
    program = s.program
    found: dict[str, list[str]] = {}
    for seat, name in enumerate(program.names):
        cards = [
            card_reference(s, card, numbers)
            for card in in_place_order(s, range(program.cards), numbers)
            if knowledge.seats_know(card, seat) and not sees(s, seat, card)
        ]
        if cards:
            found[name] = cards
    return found
