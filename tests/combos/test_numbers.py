"""Combos over attributes that are numbers go by the numbers, whatever the least is, and however large they are."""

from __future__ import annotations

import pytest

from croupier import Game, Rules
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.fast import FastGame, compiled
from croupier.words.notation import melded_word
from croupier_dsl.compiler import check_text
from tests.lowering.alongside import apart

RULES = """\
croupier: 1
game: numbers
players: 2
cards: {{attributes: {{colour: red/blue, value: {values}}}}}
zones: {{stock: pile seen by nobody, hand of player: set seen by owner}}
combos:
  run: {{same: colour, sequence: {sequence}, size: 2..}}
  apart: {{same: colour, different: value, size: 2}}
play: {{begin: [move deck to stock], steps: {{turn: {{by: players, times: 2, moves: [pass]}}}}}}
moves: {{pass: {{when: hand is not run and hand is not apart}}}}
result: {{score: count of hand}}
"""


@pytest.mark.parametrize(
    ("values", "sequence", "places"),
    [
        ("1..7", "1..6", {1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: None}),
        ("3..5", "3..5", {3: 0, 4: 1, 5: 2}),
        ("-2..3", "-1..2", {-2: None, -1: 0, 0: 1, 1: 2, 2: 3, 3: None}),
        ("2/4/5000", "4/2/5000", {2: 1, 4: 0, 5000: 2}),
    ],
)
def test_a_sequence_has_the_places_that_it_names(values: str, sequence: str, places: dict[int, int | None]) -> None:
    """Each number stands where the sequence names it; one that it leaves out stands nowhere."""
    rules, found = check_text(RULES.format(values=values, sequence=sequence), "numbers.yaml")
    assert rules is not None, found
    program = bind(rules, 2)
    pattern = program.combos.patterns["run"]
    assert pattern.places is not None
    assert pattern.length == len([place for place in places.values() if place is not None])
    for kind, at in zip(program.kinds, pattern.places, strict=True):
        number = kind.values[1]
        assert number is not None
        assert at == (() if places[number] is None else (places[number],)), number


def test_different_tells_numbers_below_zero_from_having_none() -> None:
    """A card worth -1 has a value, so it is in combos of different values."""
    rules, found = check_text(RULES.format(values="-2..3", sequence="-1..2"), "numbers.yaml")
    assert rules is not None, found
    program = bind(rules, 2)
    numbers = program.combos.patterns["apart"].different
    assert numbers is not None
    assert min(numbers) >= 0
    assert len(set(numbers)) == 6


ABSENT = """\
croupier: 1
game: absent
players: 2
cards:
  attributes: {colour: red/blue/plain, value: 1..4/any}
  copies: if value is any then (if colour is plain then 2 else 0) else if colour is plain then 0 else 1
  wild: value is any
zones: {stock: pile seen by nobody, hand of player: set seen by owner, table: melds seen by everyone}
combos: {set: {same: value, different: colour, size: 2.., wilds: 0..}}
play: {begin: [move deck to stock], steps: {turn: {by: players, times: 2, moves: [lay, hit]}}}
moves:
  lay: {choose: {laid: one of set of hand}, do: move laid to table}
  hit: {choose: {card: one of hand, spot: one of (spots of table) where card fits it}, do: move card to spot}
result: {score: count of hand}
"""


def test_a_wild_stands_for_no_card_that_the_game_lacks() -> None:
    """Of two colours that a value has, one is missing beside the other: no third colour may be meant or is offered."""
    rules, found = check_text(ABSENT, "absent.yaml")
    assert rules is not None, found
    bound = Rules(bind(rules, 2))
    zones = {"hand of P1": ["red_1", "red_3", "plain_any"], "hand of P2": ["blue_2"]}
    game = Game.at(bound, {"step": "turn", "turn": "P1", "zones": zones, "rest": "stock"})
    told = [str(move) for move in game.legal_moves(0)]
    assert told == ["lay laid=red_1 plain_any", "lay laid=red_3 plain_any"]
    game.play(0, told[0])
    (meld,) = game._state.zones[bound.program.zone_base["table"]]
    assert [melded_word(game._state, card) for card in meld.cards] == ["red_1", "plain_any(blue_1)"]
    start = Game.at(bound, {"step": "turn", "turn": "P1", "zones": zones, "rest": "stock"})
    assert apart(start.copy(), FastGame(compiled(bound, "python"), start), Stream(1), 12) is None
