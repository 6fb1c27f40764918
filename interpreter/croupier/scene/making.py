"""Make the scene of a game for one of its seats, or for a spectator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from croupier.base.language import current, said
from croupier.base.moves import Move
from croupier.scene.choices import Choices
from croupier.scene.facts import Found, facts_of, worth
from croupier.scene.model import Person, Round, Scene, Status, Step, Team, Zone
from croupier.scene.roles import repeated, tricks
from croupier.scene.sheet import ending, sheet
from croupier.scene.story import lines
from croupier.scene.words import Words
from croupier.scene.zones import laid
from croupier.seat.pointing import Pointer
from croupier.seat.views import View
from croupier.table import display

if TYPE_CHECKING:
    from croupier.table.game import Game


def scene(
    game: Game, seat: int | None, words: Words, *, path: Sequence[str] | None = (), since: int | None = None,
    who: Mapping[int, str] | None = None, scores: bool = False,
) -> Scene:  # fmt: skip
    """Return the table as the seat sees it; None: as a spectator does.

    `path`: the choices of a move so far, None if its choices are not needed; an impossible one raises LostWay. `since`:
    the log from there on, None for no log. `who`: in words, the players of the other seats. `scores`: with the score
    sheet, which a finished game has anyway.
    """
    view = game.view(seat)
    placed = display.placed(game, seat, tricks(words.rules.program))
    zones = laid(view, words, display.arrangements(game, seat), placed, display.turned_up(game, seat))
    facts = facts_of(view, display.shown(game, seat), words, worth(words.rules.program), display.at_start(game, seat))
    events = game.log(seat) if scores or game.over else []
    outcome = game.outcome
    step: Step | None = None
    if seat is not None and seat in view.to_act and path is not None:
        step = choices(game, seat, words, zones).step(path)
    return Scene(
        seat, current(), _status(view, words, facts), _people(view, words, zones, facts, who or {}),
        _teams(view, words, zones, facts), zones, step,
        () if since is None else tuple(lines(game.log(seat, since), seat, words)), since or 0, game.log_length,
        sheet(events, words, worth(words.rules.program).facts, game.over) if events else None,
        None if outcome is None else ending(outcome, events, words),
    )  # fmt: skip


def choices(game: Game, seat: int, words: Words, zones: Sequence[Zone], moves: Sequence[Move] | None = None) -> Choices:
    """Return the seat's choices, step by step, with their places in these zones.

    `moves`: some of the legal ones, in another order.
    """
    legal = game.legal_moves(seat)
    numbers = {move: index for index, move in enumerate(legal)} if moves is not None else {}
    known = {zone.id: zone for zone in zones}
    text = {
        meld.id: " ".join(card.text for id in meld.cards for card in zone.cards if card.id == id)
        for zone in zones
        for meld in zone.melds
    }
    made = cache(lambda: display.courses(game, seat))
    return Choices(
        legal if moves is None else moves, words,
        lambda index: display.pointed(game, seat, index if moves is None else numbers[moves[index]]),
        lambda pointer: targets(pointer, known), lambda move: display.origins(game, seat, move), text,
        lambda index: made()(index if moves is None else numbers[moves[index]]),
        {zone.id: zone.lay for zone in zones},
        {id: zone.id for zone in zones for id in (*(c.id for c in zone.cards), *(meld.id for meld in zone.melds))},
    )  # fmt: skip


def targets(pointer: Pointer, zones: Mapping[str, Zone]) -> list[str]:
    """Return the ids on the table for a thing: one for each identical copy."""
    if pointer.seat >= 0:
        return [f"seat {pointer.seat}"]
    zone = zones.get(pointer.zone)
    if zone is None:
        return []
    if pointer.meld and not pointer.card:
        return [zone.melds[pointer.meld - 1].id] if pointer.meld <= len(zone.melds) else []
    if pointer.meld:
        within = zone.melds[pointer.meld - 1].cards
        return [card.id for card in zone.cards if card.id in within and card.kind == pointer.card]
    if zone.form in ("row", "pile") and pointer.at:
        return [card.id for card in zone.cards if card.place == pointer.at] or [zone.id]
    found = [card.id for card in zone.cards if pointer.card and card.kind == pointer.card]
    return found or [zone.id]


def _status(view: View, words: Words, facts: Found) -> Status:
    rules = words.rules
    again = repeated(rules.program)
    rounds = tuple(Round(words.round(name), count) for name, count, _ in view.stages if name in again)
    step = words.stage(view.stages[-1][0]) if view.stages else ""
    goal = said(dict(rules.ir.texts).get("game.line", ()))
    return Status(rules.name, words.headline, goal, rounds, step, view.to_act, facts.get("", ()))


def _people(
    view: View, words: Words, zones: Sequence[Zone], facts: Found, who: Mapping[int, str]
) -> tuple[Person, ...]:
    """Return the players, from the seat's left on, itself last; for a spectator from the first on."""
    n = len(view.seats)
    eyes = -1 if view.seat is None else view.seat
    program = words.rules.program
    found = []
    for seat in [(eyes + step) % n for step in range(1, n + 1)]:
        name = view.seats[seat]
        team = program.subject_name("team", program.team_of(seat)) if words.teams else ""
        own = tuple(zone.id for zone in zones if zone.owner == seat)
        found.append(
            Person(
                f"seat {seat}",
                seat,
                name,
                who.get(seat, ""),
                seat == view.seat,
                seat in view.to_act,
                facts.get(name, ()),
                own,
                team,
            )
        )
    return tuple(found)


def _teams(view: View, words: Words, zones: Sequence[Zone], facts: Found) -> tuple[Team, ...]:
    return tuple(
        Team(
            name,
            words.owner(name),
            tuple(view.seats.index(member) for member in members),
            facts.get(name, ()),
            tuple(zone.id for zone in zones if zone.team == name),
        )
        for name, members in words.teams.items()
    )
