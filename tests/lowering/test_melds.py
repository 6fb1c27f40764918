"""Melds that are listed, chosen, and lie on the table, as compiled rules have them and as the reference does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier import Game, Rules, load
from croupier.base.chance import Stream
from croupier.compile.binding import bind
from croupier.fast import FastGame, NotCompiled, OutOfRange, Played, compiled, playouts
from croupier.fast.handed import why_left
from croupier.players import SALT
from croupier_dsl import ir

from .alongside import first_difference
from .rummy import rummy
from .small import ruled
from .test_alongside import engines

pytestmark = pytest.mark.in_turn(14)

OPTIONS: list[dict[str, str]] = [
    {},
    {"wild_most": "2", "declared": "yes", "hand_size": "8"},
    {"packs": "1", "wild_most": "3", "least": "0"},
    {"hand_size": "11", "least": "25"},
]


def test_melds_are_of_the_combo_that_they_were_found_as() -> None:
    """Also where their cards make another combo as well."""
    rules = load("trio", 6, {"starter": "6", "form": "pairs", "exchange": "no"})
    assert first_difference(rules, compiled(rules, "python"), "11:21", 40, every=8) is None


GROUPS = """
croupier: 1
game: groups
players: 2
cards: {deck: french52}
zones: {stock: pile seen by nobody, table: melds seen by everyone, hand of player: set seen by owner}
state: {worth of player: number}
combos:
  pair: {same: rank, size: 2}
  three: {same: rank, size: 3..4}
  stairs: {sequence: A..K/A, of: pair, size: 2..}
  wings: {sequence: A..K, of: three, size: 1..2, beside: 1, where: count of (it where suit is hearts) > 1}
  full: {sequence: A..K, of: three, size: 1.., beside: pair}
  any: stairs/wings/full
define:
  higher of meld for meld as other: count of it > count of other or highest of place of it > highest of place of other
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 16 of stock to hand
  steps:
    turn:
      by: players from first of players
      times: 6
      moves: [lay, pass]
moves:
  lay:
    choose: {meld: one of any of hand}
    when: {higher: table is empty or higher of meld for last of table}
    do:
      - add count of (meld where place of it is 3 or rank is 5) to worth
      - move meld to table
  pass: {do: end turn}
result: {score: worth}
"""


@pytest.mark.parametrize("asked", ["count of (it where suit is hearts) > 1", "rank of last of it < 7"])
def test_groups_in_sequence(asked: str) -> None:
    """With what lies beside them, be it a card of the same rank, and with what is asked of all their cards, also of one
    by its place among them."""
    rules = ruled(GROUPS.replace("count of (it where suit is hearts) > 1", asked))
    for engine in engines(rules):
        for seed in range(4):
            assert first_difference(rules, engine, f"{seed}:0") is None


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_melds_are_chosen_as_on_the_reference(options: dict[str, str]) -> None:
    """One and several, of a hand and of the table, with wild cards, copies, notes on cards, and conditions on all of
    that."""
    rules = rummy(3, options)
    for engine in engines(rules):
        for seed in ("5:0", "5:1"):
            assert first_difference(rules, engine, seed, 60, every=3) is None


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_melds_of_many_games(options: dict[str, str]) -> None:
    rules = rummy(4, options)
    for engine in engines(rules):
        for game in range(40):
            assert first_difference(rules, engine, f"9:{game}", 150, every=10) is None


@pytest.mark.parametrize("name", ["three-thirteen", "three-thirteen-down"])
def test_players_arrange_their_hands(name: str) -> None:
    """Melds of a hand with several wild cards are laid one by one."""
    rules = load(name, 3, {"arrange": "player", "turn_limit": "1", "wild_limit": "one_per_meld"})
    for engine in engines(rules):
        assert first_difference(rules, engine, "3:0", 40, every=5) is None


def test_melds_of_a_long_look_ahead_are_paid_for() -> None:
    """Hands that make many melds are no more than can be worked out for one decision."""
    engine = compiled(load("rami", 2), "python")
    assert [type(played) for played in playouts(engine, 1, 11, 1)] == [Played]


def test_a_long_look_ahead_is_left_for_what_it_does_not_settle() -> None:
    """Not for the work that the melds of a large hand take: there are more positions than are looked at."""
    game, chance = FastGame(compiled(load("rami", 4), "python"), "1:58"), streams(4, 1, 58)

    def play() -> None:
        while not game.over:
            assert game.seat is not None
            game.apply(chance[game.seat].below(game.count))

    with pytest.raises(OutOfRange) as left:
        play()
    why = why_left(left.value)
    assert why.reason == "compiled rules cannot determine whether the `must` of the stage is still reachable"
    assert why.sentence.startswith("must: ")


def streams(players: int, seed: int, game: int) -> list[Stream]:
    """The chance of each seat that plays at random."""
    return [Stream(seed ^ (SALT + seat << 32), game) for seat in range(players)]


def test_lists_that_are_known_stay_what_they_are() -> None:
    """Hands that come again, and more melds than are kept: the same rows as on a program that has just been made."""
    rules = rummy(3, OPTIONS[1])
    long, fresh = compiled(rules, "python"), None
    game = FastGame(long, "5:7")
    for step in range(60):
        if game.over:
            break
        if step % 10 == 0:
            fresh = FastGame(compiled(rules, "python"), "5:7")
            for move in game.made():
                fresh.apply(move)
            assert fresh.rows() == game.rows()
        game.apply(step * 7 % game.count)
    assert fresh is not None


def test_a_row_names_melds_by_their_numbers_and_cards() -> None:
    """Numbers are those of the list that is chosen from; the cards are those that the melds would be laid with."""
    rules = rummy(3, {"hand_size": "13", "least": "30"})
    game, quick = Game(rules, "5:0"), FastGame(compiled(rules, "python"), "5:0")
    hand = next(place.index for place in rules.program.places if place.zone.name == "hand")
    listed = rules.program.combos.offered(game._state, "either", game._state.zones[hand])
    assert [row for row, move in zip(quick.rows(), quick.moves(), strict=True) if move.name == "open"]
    for row, move in zip(quick.rows(), quick.moves(), strict=True):
        if move.name == "open":
            _, numbers, cards = row
            assert isinstance(numbers, tuple)
            assert isinstance(cards, tuple)
            kinds = sorted(rules.program.kind_of[card] for number in numbers for card in listed[number].cards)
            assert kinds == sorted(rules.program.kind_of[card] for card in cards)


RAMI: list[dict[str, str]] = [
    {},
    {"open_min": "0", "franche_allows_joker": "yes", "joker_in_set": "declared"},
    {"open_min": "0", "rami_sec_waives_opening": "yes", "discard_first_round": "forbidden"},
]


@pytest.mark.parametrize("options", RAMI, ids=str)
def test_rami_without_what_has_to_be_met(options: dict[str, str]) -> None:
    """Openings of several melds, cards laid off, jokers taken: all but the looks ahead."""
    written = load("rami", 3, options).program.rules
    rules = Rules(bind(replace(written, play=unbound(written.play)), 3, options))
    for engine in engines(rules):
        assert first_difference(rules, engine, "5:0", 80, every=5) is None


def unbound(stage: ir.Stage) -> ir.Stage:
    """The stage, and those in it, without what has to be met."""
    return replace(stage, must=(), steps=tuple(map(unbound, stage.steps)))


APART = """
croupier: 1
game: apart
players: 2
cards:
  attributes: {value: 1..3, colour: red/blue}
  copies: if colour is red or value is 1 then 1 else if value is 2 then 2 else 0
zones:
  stock: pile seen by nobody
  gone: set seen by everyone
  hand of player: set seen by owner
state: {red_left_last: no/yes}
combos: {colour_whole: {same: colour, size: 3}}
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 3 of stock to hand
  steps: {turn: {by: players, times: 2, moves: [take, wait]}}
moves:
  take: {do: move hand of left to hand}
  wait: {}
whenever:
  whole_colours_leave:
    each: players
    when: colour_whole of hand is not empty
    do:
      - set red_left_last to colour of lowest by value of first of colour_whole of hand is red
      - move first of colour_whole of hand to gone
result: {score: count of hand, best: lowest}
"""
"""In the deck blue cards lie between red ones, and the last is red."""


def test_groups_whose_cards_lie_apart() -> None:
    """They are found in the order of their first cards."""
    rules = ruled(APART)
    for engine in engines(rules):
        assert [first_difference(rules, engine, f"3:{seed}") for seed in range(30)] == [None] * 30


MARKED = """
croupier: 1
game: marked
players: 2
cards: {attributes: {value: 1..3}, copies: COPIES}
zones:
  line: row seen by everyone
  other: row seen by everyone
  laid: melds seen by everyone
  gone: pile seen by everyone
state: {mark of card: no/yes}
combos: {group: {same: COMBO}}
play:
  begin: [move deck to gone, shuffle gone, move top 3 of gone to line, move gone to other]
  steps: {turn: {by: players, times: 40, moves: [mark, lay, back, again]}}
moves:
  mark: {choose: {card: one of line}, do: set mark of card to yes}
  lay: {when: group of (line with other) is not empty, do: move first of group of (line with other) to laid}
  back: {when: laid is not empty, do: move laid to gone}
  again: {when: gone is not empty, do: move gone to line}
result: {score: count of line, best: highest}
"""
"""Copies come into melds from two places, and leave them in the order in which they came."""


def test_copies_that_are_told_apart_in_melds_are_left_to_the_reference() -> None:
    """A compiled meld does not know which copy came first; where there are no copies, there is nothing to know."""
    with pytest.raises(NotCompiled, match="differ in their state: in melds"):
        compiled(ruled(MARKED.replace("COPIES", "3").replace("COMBO", "value, size: 3")), "python")
    alone = ruled(MARKED.replace("COPIES", "1").replace("COMBO", "value, size: 1"))
    assert first_difference(alone, compiled(alone, "python"), "1:1", 8) is None
