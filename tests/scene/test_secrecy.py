"""A scene tells no more than the view: whatever the seat may not know is exchanged, and it stays the same."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from croupier import Game, Rules, load
from croupier.base.plain import plain
from croupier.compile.binding import bind
from croupier.scene import Words, scene
from croupier.table import catalogue
from croupier_dsl import compile_text
from tests.law.disguise import disguised, positions
from tests.printed import GAMES, NAMES


def differing(rules: Rules, honest: Rules, many: int, every: int) -> tuple[int, int]:
    """In how many positions scenes were compared, and in how many they differed."""
    compared = differed = 0
    words = Words(rules)
    for number, (game, actor) in enumerate(positions(rules, "4:1", many)):
        if number % every:
            continue
        for seat in range(rules.seats):
            twin = disguised(game, honest, seat, number)
            true, other = (seen(each, seat, words) for each in (game, twin))
            compared += 1
            differed += true != other
            if seat == actor and compared > 1:
                first = scene(game, seat, words).step
                assert first is not None
                path = first.options[-1].path
                assert scene(game, seat, words, path=path).step == scene(twin, seat, words, path=path).step
    return compared, differed


def seen(game: Game, seat: int | None, words: Words) -> str:
    return json.dumps(plain(scene(game, seat, words)))


@pytest.mark.costly
@pytest.mark.parametrize("name", GAMES)
def test_hidden_cards_do_not_change_a_scene(name: str) -> None:
    """Nor which of two copies is which: cards, ids, choices and facts are those of the view."""
    rules = load(name)
    compared, differed = differing(rules, rules, 30, 5)
    assert compared > 4
    assert not differed


def watched(name: str, many: int, every: int) -> int:
    """In how many positions a spectator's scene stayed the same, after the cards of all hands were exchanged, and is
    made of things that every seat sees."""
    rules = load(name)
    words, compared = Words(rules), 0
    for number, (game, _) in enumerate(positions(rules, "4:1", many)):
        if number % every:
            continue
        twin = game
        for seat in range(rules.seats):
            twin = disguised(twin, rules, seat, number)
        assert seen(game, None, words) == seen(twin, None, words), (name, number)
        view, views = game.view(None), [game.view(seat) for seat in range(rules.seats)]
        for zone, watching in view.zones.items():
            for held in views:
                known = Counter(card for card in (*held.zones[zone].cards, *held.zones[zone].remembered) if card)
                open_cards = Counter(card for card in (*watching.cards, *watching.remembered) if card)
                assert open_cards - known <= Counter({"?": watching.count}), (name, zone)
        assert all(view.state.items() <= held.state.items() for held in views if rules.seats > 1)
        compared += 1
    return compared


@pytest.mark.costly
@pytest.mark.parametrize("name", [*GAMES, "hearts", "gin-rummy", "go-fish", "texas-holdem"])
def test_a_spectator_sees_what_every_seat_sees(name: str) -> None:
    """Nothing that a seat does not see, though the cards of all hands are exchanged."""
    assert watched(name, 40, 4) > 4


@pytest.mark.slow
@pytest.mark.parametrize("name", catalogue.names())
def test_so_it_is_in_every_game(name: str) -> None:
    assert watched(name, 60, 12) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_nor_do_they_in_any_bundled_game(name: str) -> None:
    """The same for the whole shelf."""
    rules = load(name)
    assert differing(rules, rules, 80, 8)[1] == 0


def test_a_leak_would_be_noticed() -> None:
    """In a copy of the rules that shows what is hidden, the same exchange changes the scene."""
    text = """
croupier: 1
game: open
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner, heap: pile seen by everyone}
state: {pledge of player: number seen by owner}
play:
  begin: [move deck to stock, shuffle stock, {for each of players: move top 5 of stock to hand}]
  steps: {turn: {by: players, times: 6, moves: [lay]}}
moves: {lay: {choose: {card: one of hand}, do: [move card to heap, add count of hand to pledge]}}
result: {score: pledge, best: lowest}
"""
    leaky = text.replace("number seen by owner", "number")
    honest, told = (Rules(bind(compile_text(each, "open.yaml"), 2)) for each in (text, leaky))
    assert differing(honest, honest, 6, 1) == (12, 0)
    assert differing(told, honest, 6, 1)[1] > 0
