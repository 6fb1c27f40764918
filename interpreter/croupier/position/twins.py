"""Number the copies of a kind in one set that differ: one is turned up, another has card state, a third is known to a
seat. A position has to describe each of them, and cards in a set have no places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from croupier.base.values import Meld, Value
from croupier_dsl import ir

if TYPE_CHECKING:
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
