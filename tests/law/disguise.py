"""Secrecy of a position as a property: whatever a seat may not know is exchanged, and all that it is told stays the
same: its view, its moves, the worlds that it takes to be possible, the hint, the forecast of every move, and whether a
move may be taken back.

Exchanged are the cards that it neither sees nor remembers, state that it may not see, and the numbers that the engine
gives to cards of one kind.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.base.values import Meld
from croupier.model.visibility import sees
from croupier.players import Greedy
from croupier.seat.views import Consequence
from croupier.table import display
from croupier.table.takeback import learned

MOST = 8
"""So many moves of a decision are looked at."""


def disguised(game: Game, honest: Rules, seat: int, number: int) -> Game:
    """The game with all exchanged that the seat may not know; of state, by the `honest` rules, which may differ in
    nothing but whom they show it to."""
    twin = game.copy()
    s, known, stream, program = twin._state, twin._known, Stream(7, number), honest.program
    known.follow(s.log)
    kind_of, kinds = program.kind_of, len(program.kinds)
    hidden = [
        card
        for zone in s.zones
        for card in zone
        if isinstance(card, int) and not known.seats_know(card, seat) and not sees(s, seat, card)
    ]
    lies = dict(zip(hidden, stream.shuffle(hidden), strict=True))
    copies = [[card for card in range(program.cards) if kind_of[card] == kind] for kind in range(kinds)]
    called = {a: b for same in copies for a, b in zip(same, stream.shuffle(same), strict=True)}
    names = [called[lies.get(card, card)] for card in range(program.cards)]

    def item(value: Any) -> Any:
        if isinstance(value, Meld):
            return replace(value, cards=tuple(names[card] for card in value.cards))
        return names[value] if isinstance(value, int) else value

    for place, zone in zip(program.places, s.zones, strict=True):
        zone[:] = [item(value) for value in zone]
        if place.zone.form == "set":
            zone.sort()
    for column in (s.home, s.placed, *s.card_variables, *s.began, known.known, known.zone):
        before: list[Any] = list(column)
        for card, value in enumerate(before):
            column[names[card]] = value
    s.entered = [[names[card] for card in cards] for cards in s.entered]
    s.revealed = {names[card] for card in s.revealed}
    known.up = {names[card] for card in known.up}
    known.going = None
    for of in program.variables.values():
        for subject in range(of.size):
            at = of.base + subject
            if of.variable.type.name in ("card", "meld"):
                s.variables[at] = (
                    [item(v) for v in value] if isinstance(value := s.variables[at], list) else item(value)
                )
            elif not program.may_know(of.variable, subject, seat):
                s.variables[at] = _other(value, stream)
    lists = [(frame.stage.begin, frame.env) for frame in s.frames] + ([(s.task.code, s.task.env)] if s.task else [])
    for code, env in lists:
        for slot, (_, type_) in code.names.items() if code is not None else ():
            value = env[slot]
            if type_.name == "card":
                env[slot] = [item(each) for each in value] if isinstance(value, list) else item(value)
            elif slot in code.covert:
                env[slot] = _other(value, stream)
    twin._moves = {}
    return twin


def _other(value: Any, stream: Stream) -> Any:
    """Some other value of its sort."""
    if isinstance(value, bool):
        return bool(stream.below(2))
    return value + stream.below(5) if isinstance(value, int) else value


def told(game: Game, seat: int) -> list[Any]:
    """All that the seat is told here, but for the past."""
    found: list[Any] = [game.view(seat).to_json(), [str(move) for move in game.legal_moves(seat)]]
    found.append([repr(each) for each in display.arrangements(game, seat)])
    if seat not in game.to_act:
        return json.loads(json.dumps(found))
    offer = game.offer(seat)
    world = offer.imagined(3)
    found.append(None if world is None else [world.position(), repr(world._state.zones)])
    found.append(str(Greedy(0, 0, seat).choose(offer)))
    found.extend(_forecast(offer.after(index), 2) for index in range(min(len(offer.moves), MOST)))
    for move in list(offer.moves)[:MOST]:
        after = game.copy()
        after.play(seat, move)
        found.append([str(move), learned(game, after, [(seat, move)], seat)])
    return json.loads(json.dumps(found))


def _forecast(after: Consequence, depth: int) -> list[Any]:
    following = after.follow() if depth > 1 else None
    ahead = [] if following is None else [
        following.view.to_json(), [event.to_json() for event in following.log], [str(move) for move in following.moves],
        [_forecast(following.after(index), depth - 1) for index in range(min(len(following.moves), MOST))],
    ]  # fmt: skip
    return [after.unknown, after.score, after.left, after.held, after.won, ahead]


def difference(a: Any, b: Any, path: str = "") -> str:
    """The first place where two tellings differ."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next(difference(a[key], b[key], f"{path}.{key}") for key in a if a[key] != b[key])
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next(difference(x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
    return f"{path} is {a} or {b}"


def positions(rules: Rules, seed: str, decisions: int) -> Iterator[tuple[Game, int]]:
    """A game at random: each position in which somebody has more than one move and nobody has chosen unheard, with who
    has."""
    game, stream = Game(rules, seed), Stream(3, 77)
    while game.to_act and game.decisions < decisions:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        if len(moves) > 1 and not any(frame.pending for frame in game._state.frames):
            yield game, seat
        game.play(seat, moves[stream.below(len(moves))])


def compare(watched: Rules, honest: Rules, seed: str, decisions: int, every: int) -> tuple[int, str]:
    """Play at random; at every so-manieth decision compare what its seat is told with what it is told in disguise.

    How many positions were compared, and the first difference.
    """
    game = Game(watched, seed)
    stream = Stream(int(seed.partition(":")[0]), 77)
    compared = 0
    for number in range(decisions):
        if not game.to_act:
            break
        if number % every == 0 and not any(frame.pending for frame in game._state.frames):
            seat = game.to_act[0]
            true, other = told(game, seat), told(disguised(game, honest, seat, number), seat)
            compared += 1
            if true != other:
                return compared, f"{seed}, seat {seat}, decision {number}: {difference(true, other)}"
        moves = game.legal_moves(game.to_act[0])
        game.play(game.to_act[0], moves[stream.below(len(moves))])
    return compared, ""


__all__ = ["compare", "disguised", "positions", "told"]
