"""The law for every ruleset: what has to hold in every game of every game."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from croupier import AmbiguousMove, Game, IllegalMove, Rules
from croupier.players import Uniform


def play_some(rules: Rules, seed: str, most: int) -> tuple[Game, list[tuple[int, str]]]:
    """A game by random players, `most` decisions long at most, with its moves."""
    number, _, game_number = seed.partition(":")
    players = [Uniform(int(number), int(game_number or 0), seat) for seat in range(rules.seats)]
    game = Game(rules, seed)
    moves: list[tuple[int, str]] = []
    while game.to_act and len(moves) < most:
        seat = game.to_act[0]
        move = players[seat].choose(game.offer(seat))
        moves.append((seat, str(move)))
        game.play(seat, move)
    return game, moves


def all_kept(rules: Rules, seed: str, most: int, every: int = 10) -> list[tuple[int, str]]:
    """Every law, at every decision of a game by random players; positions there and back at one of `every`. Its moves,
    which come to the same when they are made again."""
    game, moves = play_some(rules, seed, most)
    again = Game(rules, seed)
    for at, (seat, text) in enumerate(moves):
        cards_are_conserved(again)
        sets_are_sorted(again)
        hidden_zones_hide(again)
        legal_moves_are_legal(again)
        if at % every == 3:
            position_round_trips(again, moves[at : at + 10])
        again.play(seat, text)
    assert everything(again) == everything(game)
    return moves


def everything(game: Game) -> list[Any]:
    """All that anybody may know of a position, as JSON would hold it."""
    found = [
        [
            game.view(seat).to_json(),
            [event.to_json() for event in game.log(seat)],
            [m.to_json() for m in game.legal_moves(seat)],
        ]
        for seat in range(game.rules.seats)
    ]
    outcome = game.outcome
    found.append([None if outcome is None else outcome.to_json()])
    return json.loads(json.dumps(found))


def without_log(game: Game) -> list[Any]:
    return [[part[0], part[2]] if len(part) == 3 else part for part in everything(game)]


def cards_are_conserved(game: Game) -> None:
    """Every card lies in exactly one place, and the places agree with where each card says it is."""
    state = game._state
    lying: Counter[int] = Counter()
    for index, zone in enumerate(state.zones):
        for item in zone:
            for card in getattr(item, "cards", () if item is None else (item,)):
                lying[card] += 1
                assert state.home[card] == index
    assert all(count == 1 for count in lying.values())
    assert len(lying) + sum(home < 0 for home in state.home) == state.program.cards


def sets_are_sorted(game: Game) -> None:
    """An unordered zone holds its cards in the order of their numbers, so that no order in it tells anything."""
    for place, zone in zip(game._state.program.places, game._state.zones, strict=True):
        if place.zone.form == "set":
            assert zone == sorted(zone)


def legal_moves_are_legal(game: Game) -> None:
    """No legal move has anything against it, no two read the same, and each is found again by its text."""
    for seat in game.to_act:
        moves = [str(move) for move in game.legal_moves(seat)]
        assert moves
        assert len(set(moves)) == len(moves)
        for text in moves[:3] + moves[-2:]:
            assert game.why_not(seat, text) is None, text
    for seat in range(game.rules.seats):
        if seat not in game.to_act:
            assert not game.legal_moves(seat)


def refusals_have_reasons(game: Game, texts: list[str]) -> None:
    """A move is played if nothing stands against it, and refused if something does; who has to act can always act."""
    for seat in game.to_act:
        assert len(game.legal_moves(seat)) > 0
        for text in texts:
            twin = game.copy()
            try:
                twin.play(seat, text)
                played = True
            except (IllegalMove, AmbiguousMove):
                played = False
            assert (game.why_not(seat, text) is None) == played, text


def position_round_trips(game: Game, moves: list[tuple[int, str]]) -> None:
    """Written as JSON and read back, a position looks the same to everybody and goes on in the same way."""
    position = json.loads(json.dumps(game.position()))
    again = Game.at(game.rules, position)
    assert without_log(again) == without_log(game)
    assert again.position() == position
    for seat, text in moves:
        again.play(seat, text)


def hidden_zones_hide(game: Game) -> None:
    """A zone shows a seat no card that its declaration keeps from it, unless the card is turned up."""
    state, program = game._state, game.rules.program
    for seat in range(program.seats):
        view = game.view(seat)
        for place in program.places:
            zone = view.zones[program.place_name(place.index)]
            if not place.viewers >> seat & 1 and not place.top_viewers >> seat & 1:
                up = sum(card in state.revealed for card in state.zones[place.index] if isinstance(card, int))
                shown = [card for card in zone.cards if card not in (None, "?", "")]
                assert len(shown) == up
