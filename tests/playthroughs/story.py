"""A game by seeded players as text: at each decision every view, the legal moves, the choice, what each was told."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from croupier import Event, Game, Rules, View
from croupier.players import POLICIES

MOST_MOVES = 12
"""How many of the legal moves are printed."""


def story(rules: Rules, seed: int, policy: str, most: int) -> str:
    """The whole game, or its first `most` decisions."""
    return "\n".join(_lines(rules, seed, policy, most)) + "\n"


def _lines(rules: Rules, seed: int, policy: str, most: int) -> Iterator[str]:
    game = Game(rules, seed)
    players = [POLICIES[policy](seed, 0, seat) for seat in range(rules.seats)]
    options = " ".join(f"{name}={json.dumps(value)}" for name, value in rules.options.items())
    yield f"{rules.name}, {rules.seats} players, seed {seed}, {policy}"
    yield f"options {options}"
    told = 0
    while True:
        yield from _told(game, told)
        told = game.log_length
        yield ""
        for seat in range(rules.seats):
            yield from _seen(game.view(seat))
        if not game.to_act or game.decisions == most:
            break
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        texts = [str(move) for move in moves[:MOST_MOVES]] + ["…"] * (len(moves) > MOST_MOVES)
        yield f"to act {' '.join(map(str, game.to_act))}; {len(moves)} moves for {seat}: {' | '.join(texts)}"
        move = players[seat].choose(game.offer(seat))
        game.play(seat, move)
        yield ""
        yield f"### {game.decisions}. seat {seat}: {move}"
    if game.outcome is None:
        yield f"so far after {most} decisions; chance {json.dumps(game.position()['chance'])}"
    else:
        yield f"outcome {json.dumps(game.outcome.to_json())}"


def _told(game: Game, since: int) -> Iterator[str]:
    """What each seat was told: once where all were told the same."""
    logs = [game.log(seat, since) for seat in range(game.rules.seats)]
    if len({len(log) for log in logs}) > 1:
        for seat, log in enumerate(logs):
            yield from (f"  to {seat}: {_event(event)}" for event in log)
        return
    for events in zip(*logs, strict=True):
        yield from _one(events)


def _one(events: Sequence[Event]) -> Iterator[str]:
    words = [_event(event) for event in events]
    if len(set(words)) == 1:
        yield f"  {words[0]}"
        return
    for word in dict.fromkeys(words):
        yield f"  to {' '.join(str(seat) for seat, other in enumerate(words) if other == word)}: {word}"


def _event(event: Event) -> str:
    return " ".join([event.kind, *(f"{key}={_plain(value)}" for key, value in event.data.items())])


def _seen(view: View) -> Iterator[str]:
    """A view in a few lines."""
    stages = " > ".join(f"{name} {count}{'' if seat is None else f' of {seat}'}" for name, count, seat in view.stages)
    yield f"view of {view.seat}: {stages or 'over'}; to act {_plain(list(view.to_act))}; {view.decisions} decisions"
    for name, zone in view.zones.items():
        words = ["-" if card is None else card or "_" for card in zone.cards]
        cards = " + ".join(zone.melds) if zone.form == "melds" else " ".join(words)
        remembered = f" remembers {' '.join(zone.remembered)}" if zone.remembered else ""
        yield f"  {name} ({zone.count}) {cards}{remembered}".rstrip()
    yield "  " + "; ".join(f"{name} {_plain(value)}" for name, value in view.state.items())


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
