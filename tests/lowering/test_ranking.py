"""Things ranked by several keys, some of them none: compiled as on the reference, in Python and in C."""

from __future__ import annotations

import pytest

from croupier import Rules
from croupier.compile.binding import bind
from croupier.fast import compiled
from croupier.rulebook import markdown, rulebook
from croupier_dsl import check_text
from croupier_dsl.mutations import mutations_of

from .alongside import first_difference, first_other_choice

RANKING = """
croupier: 1
game: ranking
players: 3
cards: {deck: french52, copies: 2}
zones:
  stock: pile seen by nobody
  gone: pile seen by everyone
  row: row seen by everyone
  laid of player: melds seen by everyone
  hand of player: set seen by owner
state:
  total of player: number
  luck of player: number or none
  times_of of player: number
combos: {pair: {same: rank, size: 2}}
tables:
  points of card by rank: {A: none, 2..10: 2..10, J..Q: 10, K: none}
  low of card by suit: {clubs: 1, diamonds: none, hearts: 3, spades: 4}
define:
  black of card: suit in clubs/spades
  worth of meld: sum of points of it
  suits_of of meld: count of (it where black)
  above of card for card as other: rank > rank of other
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 6 of stock to hand
    - move top 7 of stock to row
  steps:
    turn:
      by: players
      times: 30
      moves: [high, low, three, pair, pass]
      end:
        - for each of all highest by total then luck of players: add 1 to times_of
        - for each of all lowest by luck then times_of of players: add 1 to total
        - set luck of (highest by total then luck then times_of of players) to none
        - set luck of (lowest by luck then total of players) to points of highest by low of gone
        - move highest by points then low of row to gone
        - move top of stock to row
moves:
  high:
    choose: {card: one of hand where it is highest by points then low of hand}
    do:
      - move card to gone
      - move top of stock to hand
      - set luck to points of highest by black then points then low of hand
  low:
    choose: {card: one of all lowest by low then black of hand}
    do: [move card to gone, move top of stock to hand, add points of card to total]
  three:
    when: count of stock > 3
    do:
      - move lowest 2 by points then low of hand to gone
      - move top 2 of stock to hand
      - for each of highest 3 by low then points of row: add points to total
      - move highest by above then points of row for top of gone to gone
  pair:
    choose: {meld: one of all lowest by worth then suits_of of pair of hand}
    do: [move meld to laid, set luck to worth of highest by suits_of then worth of laid of players]
  pass: {}
result: {score: [total, times_of]}
"""


@pytest.mark.costly
@pytest.mark.parametrize("backend", ["python", "c"])
def test_ranked_by_several_keys(backend: str) -> None:
    """No ranking falls back to the reference, and each decides as there: what is chosen, done and won."""
    rules, found = check_text(RANKING, "ranking.yaml")
    assert rules is not None, found
    bound = Rules(bind(rules, 3))
    engine = compiled(bound, backend)
    for game in range(6):
        assert first_difference(bound, engine, f"5:{game}") is None


@pytest.mark.costly
def test_greedy_players_choose_alike() -> None:
    """A look ahead over what is ranked by several keys comes to the same choice."""
    rules, found = check_text(RANKING, "ranking.yaml")
    assert rules is not None, found
    bound = Rules(bind(rules, 3))
    engine = compiled(bound, "python", foresees=True)
    for game in range(2):
        assert first_other_choice(bound, engine, f"5:{game}", 40) is None


def test_the_printed_rules_tell_what_decides_between_equals() -> None:
    """Each key in its order, a truth as a question; and that all are meant who share the best."""
    rules, _ = check_text(TOLD, "told.yaml")
    assert rules is not None
    english, french = (markdown(rulebook(rules, language=language, with_example=False)) for language in ("en", "fr"))
    assert (
        "the card coming first among the cards in the trick by whether that card is a trump (yes before no), of equals "
        "by the highest rank" in english
    )
    told = "la carte en tête parmi les cartes du pli selon que cette carte est un atout (oui avant non), à égalité par"
    assert told in french
    assert "all players with the highest total among all players" in english
    assert "les joueurs qui ont le plus grand total parmi tous les joueurs" in french


def test_a_key_left_out_is_a_change() -> None:
    """Scenarios are asked whether they notice that nothing decides between equals."""
    rules, _ = check_text(TOLD, "told.yaml")
    assert rules is not None
    assert "define.winning without key 2" in {change.name for change in mutations_of(rules)}


TOLD = """
croupier: 1
game: told
players: 2..4
cards: {deck: french52}
zones: {stock: pile seen by nobody, trick: pile seen by everyone, hand of player: set seen by owner}
state: {total of player: number}
define:
  trump of card: suit is spades
  winning: highest by trump then rank of trick
  leaders: all highest by total of players
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
  steps:
    round:
      times: 5
      steps: {turn: {by: players, moves: [lay]}}
      end:
        - add 1 to total of owner of winning
        - if count of leaders is 1: add 1 to total of leaders
moves: {lay: {choose: {card: one of hand}, do: move card to trick}}
result: {score: total}
text:
  zones.trick.noun: {en: the trick, fr: le pli}
  state.total.noun: {en: the total, fr: le total}
  define.trump.says: {en: is a trump, fr: est un atout}
  define.winning.noun: {en: the winning card, fr: la carte gagnante}
  define.leaders.noun: {en: the leader/leaders, fr: le meneur/meneurs}
"""
