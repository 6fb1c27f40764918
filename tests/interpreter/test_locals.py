"""What is kept beside zones and state: what has been chosen and named, what card state began as; and nothing else."""

from __future__ import annotations

import pytest

from croupier import Game, load

from .small_games import rules

BARRED = """
croupier: 1
game: barred
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, hand of player: set seen by owner}
play:
  begin:
    - move deck to stock
    - for each of players: move top 5 of stock to hand
  steps: {turn: {by: players where hand is not empty, times: 12, moves: throw}}
moves: {throw: {choose: {cards: 1..2 of hand}, when: {no_nine: none of cards where rank is 9}, do: move cards to stock}}
result: {score: count of hand}
"""


@pytest.mark.parametrize("name", ["barred", "rami", "trio", "drei"])
def test_locals_hold_what_is_chosen_and_nothing_else(name: str) -> None:
    """No slot that a sentence has used on the way holds anything when the moves are listed."""
    game = Game(rules(BARRED), 1) if name == "barred" else Game(load(name), 3)
    for _ in range(5):
        seat = game.to_act[0]
        for move, env in game._legal(seat).made:
            chosen = {0, *(choice.slot for choice in move.choices)} if move is not None else set(range(len(env)))
            chosen.add(game.rules.program.planner.cast_slot or 0)
            assert {slot for slot, value in enumerate(env) if value is not None} <= chosen
        game.play(seat, game.legal_moves(seat)[0])


def test_a_loop_that_is_over_leaves_nothing_in_a_position() -> None:
    """What a stage has named is kept while it goes on; the last element of a loop has not been named."""
    assert all("locals" not in stage for stage in Game(rules(BARRED), 1).position()["stages"])


AGED = """
croupier: 1
game: aged
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, table: set seen by everyone}
state: {age of card in table: number starting round}
play:
  begin: [move deck to stock, {for each of 1..1: move top of stock to table}]
  steps: {round: {times: 3, steps: {turn: {by: players, moves: [pass, mark]}}}}
moves:
  pass: {}
  mark: {choose: {card: one of table}, do: set age of card to 7}
result: {score: 0}
"""


def test_what_card_state_begins_as_is_noted_when_the_card_comes() -> None:
    """A start that would come out otherwise later makes no mark; being set to something else does."""
    game = Game(rules(AGED), 1)
    plain = game.view(0).zones["table"].cards
    for _ in range(2):
        game.play(game.to_act[0], "pass")
    assert game.performances("round") == 2
    assert game.view(0).zones["table"].cards == plain
    game.play(0, f"mark {plain[0]}")
    assert game.view(0).zones["table"].cards == (f"{plain[0]}(7)",)
