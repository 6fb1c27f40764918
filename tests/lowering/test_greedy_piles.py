"""Greedy players weigh moves that take cards out of piles, and put them into piles, alike on both engines."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.fast import compiled
from croupier.table import display
from croupier_dsl.diagnostics import CompileError

from .alongside import first_other_choice
from .small import ruled

GAME = """
croupier: 1
game: small
players: 2..3
cards: {attributes: {rank: 1..6, suit: red/blue}, packs: 2}
zones:
  stock: pile seen by nobody
  heap of player: pile top seen by everyone
  gone: pile top seen by everyone
  hand of player: set seen by owner
state: {buried of player: card or none}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 4 of stock to heap
    - for each of players: move top 2 of stock to hand
    - move top 2 of stock to gone
    - for each of players: set buried to bottom of heap
  steps: {turn: {by: players, times: 14, moves: [lay, act]}}
moves:
  lay: {choose: {card: one of hand}, do: [move card to heap]}
  act: {do: [STATEMENTS]}
show: [buried]
result: {score: 1}
"""

TAKEN = ["top of heap", "bottom of heap", "bottom of heap of left", "top 2 of heap of left", "top of stock"]
TAKEN += ["bottom of stock", "random of hand of left", "bottom of gone", "hand", "heap"]
PUT = ["hand", "hand of left", "heap", "heap of left", "gone", "stock", "bottom of gone", "bottom of heap"]
PUT += ["bottom of stock", "heap of left under 1", "gone under 1"]
AT_ONCE = [
    f"for each of players at once: move {taken} to {put}"
    for taken in ("hand", "heap", "top of heap", "bottom of heap")
    for put in ("hand of left", "heap of left", "gone")
]
LOOKS = ["shuffle heap of left", "show bottom of heap of left to me", "show hand of left to me", "reveal top of stock"]
ALONE = (
    [
        f"if count of heap of left > 2: move {taken} to {put}"
        for taken in TAKEN
        for put in PUT
        if taken != put or put != "hand"
    ]
    + AT_ONCE
    + LOOKS
)
FROM_BELOW = ["move bottom of heap of left to hand", "move bottom of heap to hand of left"]


def rules_of(statements: list[str], players: int = 2) -> Rules:
    return ruled(GAME.replace("STATEMENTS", ", ".join(statements)), players)


def drawn(number: int) -> list[str]:
    chance = Stream(7, number)
    lists = [(ALONE, AT_ONCE)[chance.below(2)] for _ in range(2 + chance.below(2))]
    return [each[chance.below(len(each))] for each in lists]


DRAWN = [[one] for one in ALONE] + [drawn(number) for number in range(60)]


@pytest.mark.costly
@pytest.mark.parametrize("players", [2, 3])
def test_a_card_seen_on_a_pile_counts_once_others_lie_on_it(players: int) -> None:
    """At the very first decision too, before anybody has looked at the table."""
    rules = rules_of(FROM_BELOW, players)
    engine = compiled(rules, "python", foresees=True)
    for seed in range(4):
        assert first_other_choice(rules, engine, f"1:{seed}", 20) is None
    game = Game(rules, 1)
    held, goes = game.offer(0).going
    kinds = {game.rules.program.kind_of[card] for zone in ("heap", "hand") for card in cards_in(game, zone)}
    assert held == kinds
    assert set(goes) == {game.rules.program.kind_of[card] for card in cards_in(game, "hand")}


@pytest.mark.costly
@pytest.mark.parametrize("players", [2, 3])
def test_a_pile_that_is_filled_one_by_one_is_known_card_by_card(players: int) -> None:
    """Each card was on top for a while: moves that take these cards from below are weighed by what they are."""
    one_by_one = "for each of players as p: [{for each of 1..4: move top of stock to heap of p}]"
    text = GAME.replace("for each of players: move top 4 of stock to heap", one_by_one)
    from_below = "move bottom of heap of left of me to hand of me, move bottom of heap of me to hand of left of me"
    rules = ruled(text.replace("STATEMENTS", from_below), players)
    engine = compiled(rules, "python", foresees=True)
    for seed in range(6):
        assert first_other_choice(rules, engine, f"1:{seed}", 20) is None


def cards_in(game: Game, zone: str) -> list[int]:
    return game._state.zones[game.rules.program.zone_base[zone]]


def test_what_the_table_shows_is_known_before_anybody_looks_at_the_zones() -> None:
    """A card that has been seen is named, in whatever order a program asks."""
    asked, viewed = Game(rules_of(FROM_BELOW), 1), Game(rules_of(FROM_BELOW), 1)
    viewed.view(0)
    assert display.shown(asked, 0) == display.shown(viewed, 0)
    assert "?" not in [value for *_, value in display.shown(asked, 0)]


@pytest.mark.in_turn(14)
@pytest.mark.parametrize("statements", DRAWN, ids=", ".join)
def test_players_choose_alike(statements: list[str]) -> None:
    rules = rules_of(statements, 2 + len(statements) % 2)
    engine = compiled(rules, "python", foresees=True)
    for seed in range(3):
        assert first_other_choice(rules, engine, f"4:{seed}", 24) is None


REFUSED = "move hand where rank is 3 to gone"


@pytest.mark.parametrize("each", ["for each of players", "for each of players at once"])
def test_a_must_may_not_ask_what_hidden_cards_decide_at_once_or_not(each: str) -> None:
    """Which cards lie openly in the end depends on hands that the player does not see."""
    text = GAME.replace("gone: pile top seen", "gone: pile seen")
    text = text.replace("times: 14", "times: 14, must: some of gone where rank is 3")
    ruled(text.replace("STATEMENTS", f"{each}: move hand to gone"), 2)
    with pytest.raises(CompileError) as caught:
        ruled(text.replace("STATEMENTS", f"{each}: {REFUSED}"), 2)
    assert [one.code for one in caught.value.diagnostics] == ["E560"]
