"""What seats know of a pile, against all positions that fit what they have been shown and told."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier_dsl import compile_text

GAME = """
croupier: 1
game: worlds
players: 2
cards: {attributes: {kind: KINDS}, copies: COPIES}
zones:
  stock: pile seen by nobody
  rest: pile seen by nobody
  lying: pile seen by everyone
  lit: pile top seen by everyone
  hand of player: set seen by owner
state:
  told_deep: number
play:
  begin: [move deck to stock, shuffle stock, move top 2 of stock to rest]
  steps: {turn: {by: players, times: 40, moves: [MOVES]}}
moves:
  draw: {when: stock is not empty, do: move top of stock to hand}
  turn_up: {when: stock is not empty, do: move top of stock to lying}
  light: {when: stock is not empty, do: move top of stock to lit}
  peek: {do: show top 2 of stock to me}
  peek_low: {do: show bottom of stock to me}
  rotate: {do: move top of stock to bottom of stock}
  bury: {choose: {card: one of hand}, do: move card to bottom of stock}
  lay_under: {when: lying is not empty, do: move top of lying to bottom of stock}
  slip: {choose: {card: one of hand, deep: one of 0..(count of stock)}, do: move card to stock under deep}
  slip_in:
    when: lying is not empty
    choose: {deep: one of 0..(count of stock)}
    do: move top of lying to stock under deep
  slip_near:
    when: lying is not empty and count of stock > 2
    choose: {deep: one of 0..1}
    do: move top of lying to stock under deep
  slip_far:
    when: lying is not empty and count of stock > 2
    choose: {deep: one of 1..2}
    do: move top of lying to stock under deep
  slip_low:
    when: count of lit > 1
    choose: {deep: one of 0..(count of lit - 1)}
    do: move top of lit to lit under deep
  say:
    when: lying is not empty
    choose: {deep: one of 0..(count of stock)}
    do: [set told_deep to deep, move top of lying to stock under told_deep]
  nobody_knows:
    when: lying is not empty
    do: move top of lying to stock under (if kind of top of rest is a then 0 else count of stock)
result: {score: count of hand}
"""
OPEN = "turn_up, light, peek, peek_low, rotate, lay_under, say"
SECRET = "slip_in, slip_low, slip_near, slip_far"
HIDDEN = "draw, bury, slip, nobody_knows"


def ruled(moves: str, kinds: str, copies: str) -> Rules:
    text = GAME.replace("MOVES", moves).replace("KINDS", kinds).replace("COPIES", copies)
    return Rules(bind(compile_text(text), 2))


def worlds(rules: Rules) -> list[Game]:
    """A game for each way in which the cards may lie at first."""
    position = Game(rules, "1:1").position()
    cards = [*position["zones"]["stock"], *position["zones"]["rest"]]
    found = []
    for lying in sorted(set(permutations(cards))):
        position["zones"] |= {"stock": list(lying[:-2]), "rest": list(lying[-2:])}
        found.append(Game.at(rules, position))
    return found


class Seat:
    """What a seat can have in mind: every game that has shown and told it the same."""

    def __init__(self, seat: int, all_: list[Game]) -> None:
        self.seat = seat
        self.games = [each.copy() for each in all_]

    def seen(self, game: Game, since: int) -> tuple[object, ...]:
        view = game.view(self.seat)
        zones = {name: (zone.count, zone.cards) for name, zone in view.zones.items()}
        return [event.to_json() for event in game.log(self.seat, since)], zones, dict(view.state)

    def follow(self, before: Game, after: Game, actor: int, move: str) -> None:
        wanted = self.seen(after, before.log_length)
        kept: dict[str, Game] = {}
        for game in self.games:
            start = game.log_length
            for made in [move] if actor == self.seat else self.alike(game, actor, move):
                twin = game.copy()
                twin.play(actor, made)
                if self.seen(twin, start) == wanted:
                    kept[repr(twin.position()["zones"])] = twin
        self.games = [*kept.values()]

    def alike(self, game: Game, actor: int, move: str) -> Iterator[str]:
        """The moves that may have been this one."""
        name = move.split()[0]
        return (str(each) for each in game.legal_moves(actor) if each.name == name)

    def sure(self, zone: str) -> dict[int, str]:
        """Which card certainly lies where in a pile, from 1 at the bottom."""
        lying = [game.position()["zones"][zone] for game in self.games]
        return {at: cards[0] for at, cards in enumerate(zip(*lying, strict=True), 1) if len({*cards}) == 1}


def knows(game: Game, seat: int, zone: str) -> dict[int, str]:
    """The same, as the engine tells the seat."""
    view = game.view(seat).zones[zone]
    shown = {at: card for at, card in enumerate(view.cards, 1) if card is not None}
    return shown | dict(zip(view.places, view.remembered, strict=True))


def counted_out(game: Game, seat: int) -> bool:
    """Are all the cards that the seat does not know of one kind?"""
    zones = game.position()["zones"]
    unknown = {*zones["rest"]}
    for zone in ("stock", "lit"):
        known = knows(game, seat, zone)
        unknown |= {card for at, card in enumerate(zones[zone], 1) if at not in known}
    return len(unknown) == 1


KINDS = [("a/b/c/d/e", "1"), ("a/b/c", "2"), ("a/b/c", "if kind is a then 3 else 2")]


@pytest.mark.costly
@pytest.mark.parametrize(("kinds", "copies"), KINDS)
@pytest.mark.parametrize("hands", [False, True])
def test_nobody_knows_what_cannot_be_known(kinds: str, copies: str, hands: bool) -> None:
    """Whatever a seat knows of a pile is so in every position that it can have in mind."""
    rules = ruled(f"{OPEN}, {SECRET}, {HIDDEN}" if hands else f"{OPEN}, {SECRET}", kinds, copies)
    start, known = worlds(rules), 0
    for number in range(4):
        chance = Stream(11, number)
        game = start[chance.below(len(start))].copy()
        seats = [Seat(seat, start) for seat in range(2)]
        for _ in range(9):
            actor = game.to_act[0]
            moves = list(map(str, game.legal_moves(actor)))
            before, move = game.copy(), moves[chance.below(len(moves))]
            game.play(actor, move)
            for each in seats:
                each.follow(before, game, actor, move)
                assert each.games
                for zone in ("stock", "lit"):
                    held, sure = knows(game, each.seat, zone), each.sure(zone)
                    assert held.items() <= sure.items(), (number, move, zone, held, sure)
                    known += len(held)
    assert known > 20


@pytest.mark.costly
@pytest.mark.parametrize(("kinds", "copies"), KINDS)
def test_everybody_knows_what_can_be_known(kinds: str, copies: str) -> None:
    """As long as all is done openly, and where a card has just gone under an unknown number of others; what is found by
    counting the cards that are left is nothing that a seat is told."""
    rules = ruled(f"{OPEN}, {SECRET}", kinds, copies)
    start, secret = worlds(rules), 0
    for number in range(6):
        chance = Stream(12, number)
        game = start[chance.below(len(start))].copy()
        seats = [Seat(seat, start) for seat in range(2)]
        for _ in range(9):
            actor = game.to_act[0]
            moves = list(map(str, game.legal_moves(actor)))
            before, move = game.copy(), moves[chance.below(len(moves))]
            game.play(actor, move)
            hidden = move.split()[0] in SECRET.split(", ")
            for each in seats:
                each.follow(before, game, actor, move)
                if counted_out(game, each.seat):
                    break
                for zone in ("stock", "lit"):
                    held, sure = knows(game, each.seat, zone), each.sure(zone)
                    assert held == sure, (number, move, zone, each.seat, held, sure)
            secret += hidden
            if hidden:
                break
    assert secret > 1
