"""The positions between two decisions, for one seat or a spectator: the log is followed from the earlier position,
change by change.

Each is a position like any other, and only its view leaves the engine. Where one *beat* ends depends on places, which
are public, and on cards that everybody sees, so the number of beats reveals no hidden card either.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from croupier.base import plane
from croupier.base.events import (
    Decided,
    Displayed,
    Glimpsed,
    Hidden,
    Melded,
    Moved,
    Note,
    Pause,
    Revealed,
    Served,
    Set,
    Shuffled,
    Sight,
    Together,
)
from croupier.base.faults import RulesFault
from croupier.base.values import Meld, cards_of
from croupier.combos.layout import less
from croupier.compile.effects import enter
from croupier.knowledge.remembered import Knowledge
from croupier.model.state import State
from croupier.model.visibility import among, sees

MOST = 40
"""The most beats between two decisions: the first of them; what follows is seen in the position that it leads to."""


@dataclass(frozen=True, slots=True)
class Beat:
    """The position after some notes of the log. `until`: the mark in the log there; `held`: something can be seen that
    goes away before the next decision."""

    state: State
    until: int
    held: bool


@dataclass(slots=True)
class _Walk:
    """The state that follows the log.

    `filled`: the places in which cards have arrived or were turned since the last beat; `fresh`: the cards that have
    come where everybody sees them, and have not been held yet; `scored`: so has a score that was written; `lent`: cards
    that are turned up only because they are being shown to the seat.
    """

    state: State
    seat: int | None
    score: str
    found: list[Beat] = field(default_factory=list)
    filled: set[int] = field(default_factory=set)
    fresh: set[int] = field(default_factory=set)
    scored: bool = False
    lent: set[int] = field(default_factory=set)
    changed: bool = False
    loose: bool = False
    """Cards have moved that will be noted as a meld."""


def beats(before: State, after: State, seat: int | None, score: str) -> list[Beat]:
    """Return what the seat could see between two positions of one game, without the later one itself.

    `score`: the name of the variable on the score sheet, or empty.
    """
    return followed(before, after, seat, score)[0]


def followed(before: State, after: State, seat: int | None, score: str = "") -> tuple[list[Beat], State]:
    """Return the beats, and the position to which the notes have led, which has the cards and variables of `after`."""
    state = before.copy()
    knowledge = state.knowledge
    assert knowledge is not None
    knowledge.follow(state.log)
    start = len(before.log)
    notes, sights = after.log.notes(start), after.log.sights(before.log.sighted)
    at = {id(sight): number for number, sight in enumerate(sights)}
    together: dict[int, tuple[Moved, ...]] = {}
    for number, sight in enumerate(sights):
        if isinstance(sight, Together):
            at |= {id(move): number for move in sight.moves}
            together |= {id(move): sight.moves for move in sight.moves}
    walk, taken, number = _Walk(state, seat, score), 0, 0
    while number < len(notes):
        note = notes[number]
        moves = together.get(id(note), (note,) if isinstance(note, Moved) else ())
        _before(walk, note, moves, start + number)
        _follow(state, note, moves)
        last = max((at[id(each)] for each in moves or (note,) if id(each) in at), default=-1)
        if isinstance(note, Displayed):
            last = _glimpsed(sights, taken, {card for _, card, _ in note.cards})
        if last >= 0:
            taken = _learn(knowledge, sights, taken, last)
        number += len(moves) or 1
        _after(walk, note, moves, start + number)
    state.revealed -= walk.lent
    return walk.found[:MOST], state


def _glimpsed(sights: Sequence[Sight], taken: int, cards: Collection[int]) -> int:
    """Return the number of the last sight of these cards, which were shown together."""
    first = next(
        at for at in range(taken, len(sights)) if isinstance(one := sights[at], Glimpsed) and one.card in cards
    )
    return first + len(cards) - 1


def _learn(knowledge: Knowledge, sights: Sequence[Sight], taken: int, last: int) -> int:
    """Take in the sights up to the last one of a note, and those that follow from it; return the number taken in."""
    end = last + 1
    while end < len(sights) and not isinstance(sights[end], Note | Together | Pause | Glimpsed):
        end += 1
    for sight in sights[taken:end]:
        knowledge.take(sight)
    return max(taken, end)


# ---------------------------------------------------------------- where a beat ends


def _before(walk: _Walk, note: Note, moves: Collection[Moved], mark: int) -> None:
    """End the beat before a note that takes away what it has shown, or that goes on from where cards have arrived."""
    s, fresh = walk.state, walk.fresh
    match note:
        case _ if walk.loose:  # half a meld cannot be shown
            return
        case Moved():
            across = [move for move in moves if move.origin != move.to]
            left = {move.origin for move in across}
            gone = any(s.home[card] in left for card in fresh)
            onward = not left.isdisjoint(walk.filled)
            cleared = walk.scored and any(_held(s, move.origin) for move in across)
            if gone or onward or cleared or any(move.card in walk.lent for move in moves):
                _end(walk, mark, gone or cleared)
        case Hidden():
            if fresh & s.revealed:
                _end(walk, mark, True)
        case Shuffled(place):
            if not fresh.isdisjoint(cards_of(s.zones[place])):
                _end(walk, mark, True)
        case Decided() | Served():
            _end(walk, mark, False)
    if not isinstance(note, Displayed) and walk.lent:
        s.revealed -= walk.lent
        walk.lent.clear()


def _held(s: State, place: int) -> bool:
    """Return whether a seat sees the cards of the place, which a pile for dealing hides."""
    return place >= 0 and s.program.places[place].viewers != 0


def _end(walk: _Walk, mark: int, held: bool) -> None:
    """End a beat here, if anything has changed in it; else what is to be seen was seen at the end of the last."""
    found = walk.found
    if held:  # all of it is seen
        walk.scored = False
        walk.fresh.clear()
    if walk.changed:
        found.append(Beat(_still(walk.state), mark, held))
    elif held and found:
        found[-1] = replace(found[-1], held=True)
    walk.filled.clear()
    walk.changed = False


def _still(s: State) -> State:
    """Return a copy of the position that has no part in the log."""
    twin = s.copy()
    twin.ahead = twin.trial = None
    return twin


def _after(walk: _Walk, note: Note, moves: Collection[Moved], mark: int) -> None:
    """Take in what the note has changed for the eye."""
    s, program = walk.state, walk.state.program
    match note:
        case Moved():
            for move in moves:
                if move.origin != move.to:
                    walk.filled.add(move.to)
                walk.loose |= program.places[move.to].zone.form == "melds"
                walk.fresh.discard(move.card)
                if program.places[move.to].viewers == program.everyone or _on_top(s, move):
                    walk.fresh.add(move.card)
            walk.changed = True
        case Melded():
            walk.loose = False
        case Revealed(card, place=place):
            walk.filled.add(place)
            walk.fresh.add(card)
            walk.changed = True
        case Hidden(card, place, _):
            walk.fresh.discard(card)
            walk.filled.add(place)
            walk.changed = True
        case Shuffled(place):
            walk.fresh.difference_update(cards_of(s.zones[place]))
            walk.filled.add(place)
            walk.changed = True
        case Displayed(_, seats, cards) if among(program, seats, walk.seat):
            told = {card for _, card, knows in cards if among(program, knows, walk.seat)}
            walk.lent |= {card for card in told if not sees(s, walk.seat, card)}
            if walk.lent:
                s.revealed |= walk.lent
                walk.changed = True
                _end(walk, mark, True)
        case Set(variable, _, value, was) if variable == walk.score and value != was:
            walk.scored = walk.changed = True


def _on_top(s: State, move: Moved) -> bool:
    """Return whether the card has become the top of a pile of which everybody sees the top."""
    place = s.program.places[move.to]
    return place.top_viewers == s.program.everyone and s.zones[move.to][-1] == move.card


# ---------------------------------------------------------------- what a note changes


def _follow(s: State, note: Note, moves: Sequence[Moved]) -> None:
    """Change the position as the note says."""
    program = s.program
    match note:
        case Moved():
            for move in moves:
                _pick_up(s, move)
            for move in sorted(moves, key=lambda move: (move.to, move.spot)):
                _put_down(s, move)
        case Revealed(card):
            s.revealed.add(card)
        case Hidden(card):
            s.revealed.discard(card)
        case Shuffled(place, cards):
            s.zones[place][:] = cards
        case Melded(place, meld):
            _lay(s, place, meld)
        case Set(variable, subject, value):
            if variable in program.card_variables:
                assert subject is not None
                s.card_variables[program.card_variables[variable]][subject] = value
            else:
                s.variables[program.variables[variable].base + (subject or 0)] = value
        case Decided(seat) | Served(seat):
            s.acted = seat


def _pick_up(s: State, move: Moved) -> None:
    card, origin = move.card, move.origin
    if origin >= 0:
        zone, place = s.zones[origin], s.program.places[origin]
        owner = place.subject if place.zone.per == "player" else s.acted
        s.placed[card] = s.acted if owner is None else owner
        if place.zone.form == "melds":
            for number, meld in enumerate(zone):
                if card in cards_of(meld):
                    rest = less(meld, card, s.program.kind_of) if isinstance(meld, Meld) else None
                    zone[number : number + 1] = [] if rest is None else [rest]
                    break
        elif place.zone.form == "row":
            zone[zone.index(card)] = None
        else:
            zone.remove(card)
        for column in s.program.leaving.get(origin, ()):
            s.card_variables[column][card] = s.began[column][card] = None
    s.revealed.discard(card)


def _put_down(s: State, move: Moved) -> None:
    card, place, at = move.card, s.program.places[move.to], move.spot
    zone = s.zones[move.to]
    match place.zone.form:
        case "set":
            insort(zone, card)
        case "pile":
            zone.insert(at, card)
        case "row":
            most = plane.grown(len(zone), at) if place.edgeless else max(len(zone), at + 1)
            zone.extend([None] * (most - len(zone)))
            zone[at] = card
        case "melds":
            zone.append(card)  # until the meld is noted that it is in
        case _:
            zone.append(card)
    s.home[card] = move.to
    try:
        enter(s, card, s.acted)
    except RulesFault:  # as for a value that is written only later
        return


def _lay(s: State, place: int, meld: Meld) -> None:
    """Put the cards of a meld together: in the place of the one that they were in, else after the others."""
    zone, at, kept = s.zones[place], -1, []
    for other in zone:
        if set(meld.cards).isdisjoint(cards_of(other)):
            kept.append(other)
        elif isinstance(other, Meld) and at < 0:
            at = len(kept)
            kept.append(meld)
    zone[:] = kept if at >= 0 else [*kept, meld]
