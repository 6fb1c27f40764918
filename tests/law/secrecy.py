"""Secrecy as a property: what a seat has not been shown can be exchanged, and nothing it may know changes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from croupier import Game, IllegalMove, InvalidMove, Rules
from croupier.chance import Stream
from croupier.events import MOVED, PICKED, REVEALED, SHUFFLED
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
    bit = 1 << seat
    deal, chance_events, at = 0, 0, 0
    for i, note in enumerate(state.log):
        if note[0] == SHUFFLED and len(note[2]) == state.program.cards:
            deal, at = i, chance_events
        if note[0] in (SHUFFLED, PICKED):
            chance_events += 1
    shown = set()
    for note in state.log[deal:]:
        if (note[0] == MOVED and note[6] & bit) or note[0] == REVEALED:
            shown.add(note[1])
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


def exchanged(played: Played, seat: int, number: int, shown: set[int], deal: int) -> tuple[list[Any], dict[int, int]]:
    """Chance results of the same game with the cards the seat has not been shown dealt in another order."""
    state = played.game._state
    program = state.program
    hidden = sorted(card for card in range(program.cards) if card not in shown)
    swap = dict(zip(hidden, Stream(99, number).shuffle(hidden), strict=True))
    results: list[Any] = []
    event = 0
    for note in state.log:
        if note[0] not in (SHUFFLED, PICKED):
            continue
        told = played.game.chance_results()[event]
        if note[0] == SHUFFLED and event >= deal:
            told = {**told, "cards": [program.notation(swap.get(card, card)) for card in reversed(note[2])]}
        results.append(told)
        event += 1
    return results, swap


def compare(
    watched: Rules, honest: Rules, seat: int, seed: str, decisions: int, number: int, probes: list[str]
) -> tuple[int, str]:
    """How many positions were compared, and the first difference ("" if none); -1 if the exchange contradicts the
    history.

    `honest` says what a seat is shown; `watched` makes the views that are compared.
    """
    played = play(honest, seed, decisions)
    shown, deal = shown_since_deal(played, seat)
    results, swap = exchanged(played, seat, number, shown, deal)
    true = Game(watched, seed, chance=played.game.chance_results())
    other = Game(watched, seed, chance=results)
    program = honest.program
    compared = 0
    for step in range(len(played.moves) + 1):
        a, b = observe(true, seat, probes), observe(other, seat, probes)
        compared += 1
        if a != b:
            return compared, f"seed {seed}, seat {seat}, decision {step}: {difference(json.loads(a), json.loads(b))}"
        if step == len(played.moves):
            break
        who, text, chosen, events = played.moves[step]
        swapped = text
        for name, cards in chosen if events > deal else []:
            words = " ".join(program.notation(card) for card in cards)
            changed = " ".join(program.notation(swap.get(card, card)) for card in cards)
            swapped = swapped.replace(f"{name}={words}", f"{name}={changed}")
        true.play(who, text)
        try:
            other.play(who, swapped)
        except (IllegalMove, InvalidMove):
            return -1, ""
    return compared, ""
