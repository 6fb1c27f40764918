"""Secrecy as a property: what a seat has not been shown can be exchanged, and nothing it may know changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from croupier import AmbiguousMove, Game, IllegalMove, InvalidMove, Rules
from croupier.base.chance import Stream
from croupier.base.events import Displayed, Moved, Picked, Revealed, Shown, Shuffled
from croupier.players import Uniform


@dataclass
class Played:
    """A stretch of a game: moves with the cards chosen in them, and the state of chance and knowledge behind it."""

    game: Game
    moves: list[tuple[int, str, list[tuple[str, list[int]]], int]]
    seed: str


def play(rules: Rules, seed: str, decisions: int, policy: Any = Uniform) -> Played:
    """Random play, noting which cards were chosen."""
    number, _, game_number = seed.partition(":")
    players = [policy(int(number), int(game_number or 0), seat) for seat in range(rules.seats)]
    game = Game(rules, seed)
    moves = []
    while game.to_act and len(moves) < decisions:
        seat = game.to_act[0]
        offer = game.offer(seat)
        move = players[seat].choose(offer)
        plan, env = game._legal(seat)[1][[str(m) for m in offer.moves].index(str(move))]
        chosen = []
        for choice in plan.choices if plan is not None else []:
            value = env[choice.slot]
            if choice.choice.type.name == "card":
                chosen.append((choice.choice.name, value if isinstance(value, list) else [value]))
        moves.append((seat, str(move), chosen, len(game.chance_results())))
        game.play(seat, move)
    return Played(game, moves, seed)


def shown_since_deal(played: Played, seat: int) -> tuple[set[int], int]:
    """The cards a seat has been shown since all the cards were shuffled last, and the number of that chance event."""
    state = played.game._state
    chance_events, at = 0, 0
    for note in state.log.notes():
        if isinstance(note, Shuffled) and len(note.cards) == state.program.cards:
            at = chance_events
        if isinstance(note, Shuffled | Picked):
            chance_events += 1
    shown: set[int] = set()
    for sight in state.log.sights():
        if isinstance(sight, Shuffled) and len(sight.cards) == state.program.cards:
            shown = set()
        if isinstance(sight, Shown) and sight.seats >> seat & 1:
            shown.add(sight.card)
    return shown, at


def observe(game: Game, seat: int, probes: list[str]) -> str:
    """All that the seat may know, as one text."""
    why = []
    for probe in probes:
        try:
            found = game.why_not(seat, probe)
            why.append(None if found is None else found.to_json())
        except InvalidMove as error:
            why.append(str(error))
    seen = {
        "view": game.view(seat).to_json(),
        "log": [event.to_json() for event in game.log(seat)],
        "moves": [move.to_json() for move in game.legal_moves(seat)],
        "why": why,
    }
    return json.dumps(seen, sort_keys=True)


def difference(a: Any, b: Any, path: str = "") -> str:
    """The first place where two observations differ."""
    if isinstance(a, dict) and isinstance(b, dict) and a.keys() == b.keys():
        return next(d for key in a if (d := difference(a[key], b[key], f"{path}.{key}") if a[key] != b[key] else ""))
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return next(difference(x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
    return f"{path} is {a} or {b}"


def swaps(state: Any, hidden: list[int], number: int) -> Iterator[dict[int, int]]:
    """Exchanges of hidden cards: all of them among one another at first, then ever fewer, as a history may allow."""
    stream = Stream(99, number)
    yield dict(zip(hidden, stream.shuffle(hidden), strict=True))
    for pairs in (4, 3, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1):
        order = stream.shuffle(hidden)[: 2 * pairs]
        swap = dict(zip(order, reversed(order), strict=True))
        if any(state.program.kind_of[a] != state.program.kind_of[b] for a, b in swap.items()):
            yield swap


def results_with(played: Played, swap: dict[int, int], deal: int) -> list[Any]:
    """Chance results of the same game with cards exchanged from the deal on."""
    program = played.game._state.program
    results: list[Any] = played.game.chance_results()
    notes = [note for note in played.game._state.log.notes() if isinstance(note, Shuffled | Picked)]
    for event, note in enumerate(notes):
        if isinstance(note, Shuffled) and event >= deal:
            cards = [program.notation(swap.get(card, card)) for card in reversed(note.cards)]
            results[event] = {**results[event], "cards": cards}
    return results


def moved(played: Played, step: int, swap: dict[int, int], deal: int) -> tuple[int, str]:
    """A move of the history with the exchanged cards in it."""
    who, text, chosen, events = played.moves[step]
    program = played.game._state.program
    for name, cards in chosen if events > deal else []:
        words = " ".join(program.notation(card) for card in cards)
        changed = " ".join(program.notation(swap.get(card, card)) for card in cards)
        text = text.replace(f"{name}={words}", f"{name}={changed}")
    return who, text


def witnessed(game: Game, seat: int) -> list[Any]:
    """Which cards a seat has been shown, where, and when: the history that an exchange must not change."""
    state, bit = game._state, 1 << seat
    kind_of = state.program.kind_of
    found: list[Any] = []
    for note in state.log.notes():
        match note:
            case Moved(card, seats, origin=origin, to=to):
                found.append((origin, to, kind_of[card] if seats & bit else None))
            case Revealed(card):
                found.append(("up", kind_of[card]))
            case Displayed(place, seats, cards):
                told = sorted((at, kind_of[card] if known & bit else -1) for at, card, known in cards)
                found.append(("shown", place, seats, told))
            case Picked(type_, enum, value):
                found.append((type_, enum, value))
    return found


def agrees(honest: Rules, played: Played, seat: int, swap: dict[int, int], deal: int) -> bool:
    """Could the exchanged cards have given this seat the same history? (Rules may show what hidden cards are not.)"""
    other = Game(honest, 0, chance=results_with(played, swap, deal))
    try:
        for step in range(len(played.moves)):
            other.play(*moved(played, step, swap, deal))
    except (IllegalMove, InvalidMove, AmbiguousMove):
        return False
    return witnessed(other, seat) == witnessed(played.game, seat)


def compare(
    watched: Rules, honest: Rules, seat: int, seed: str, decisions: int, number: int, probes: list[str]
) -> tuple[int, str]:
    """How many positions were compared (0 if no exchange agrees with the history), and the first difference.

    `honest` says what a seat is shown; `watched` makes the views that are compared.
    """
    played = play(honest, seed, decisions)
    shown, deal = shown_since_deal(played, seat)
    hidden = sorted(card for card in range(honest.program.cards) if card not in shown)
    for swap in swaps(played.game._state, hidden, number):
        if agrees(honest, played, seat, swap, deal):
            return walk(watched, played, seat, swap, deal, probes)
    return 0, ""


def walk(
    watched: Rules, played: Played, seat: int, swap: dict[int, int], deal: int, probes: list[str]
) -> tuple[int, str]:
    """Play both worlds side by side, looking through the seat's eyes at every decision."""
    true = Game(watched, 0, chance=played.game.chance_results())
    other = Game(watched, 0, chance=results_with(played, swap, deal))
    for step in range(len(played.moves) + 1):
        a, b = observe(true, seat, probes), observe(other, seat, probes)
        if a != b:
            return step + 1, f"{played.seed}, seat {seat}, decision {step}: {difference(json.loads(a), json.loads(b))}"
        if step < len(played.moves):
            true.play(*played.moves[step][:2])
            other.play(*moved(played, step, swap, deal))
    return len(played.moves) + 1, ""
