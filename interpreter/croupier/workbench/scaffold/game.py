"""Make a small game to start from: it is valid, it can be played, and it has an example of play."""

from __future__ import annotations

from croupier.base.language import tr
from croupier.workbench.scaffold.names import titled

_GAME = """\
croupier: 1
game: {name}
title: {title}
players: 2..6

options:
  cards_each: 3..7 starting 5                # {how_many}

cards: {{deck: french52}}                      # {cards}

tables:                                      # {tables}
  points of card by rank: {{A: 1, 2..10: 2..10, J..K: 10}}

zones:                                       # {zones}
  stock: pile seen by nobody
  discard: pile seen by everyone
  hand of player: set seen by owner

state:                                       # {state}
  first_player: player starting random of players

play:                                        # {play}
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top cards_each of stock to hand
    - move top of stock to discard
  steps:
    turn:
      by: players from first_player
      until: stock is empty or some of players where hand is empty
      moves: [put, draw]

moves:                                       # {moves}
  put:
    choose: {{card: one of hand}}
    when: {{fits: suit of card is suit of top of discard or rank of card is rank of top of discard}}
    do: move card to discard
  draw:
    do: move top of stock to hand

result: {{score: sum of points of hand, best: lowest}}

text:                                        # {text}
  zones.stock: {{en: stock, fr: pioche}}
  zones.discard: {{en: discard pile, fr: défausse}}
  zones.hand: {{en: hand, fr: main}}
  play.turn: {{en: turn, fr: tour}}
  moves.put: {{en: put down, fr: poser}}
  moves.put.when.fits: {{en: neither its suit nor its rank fits, fr: ni la couleur ni le rang du dessus}}
  moves.draw: {{en: draw a card, fr: piocher}}
  options.cards_each: {{en: cards each, fr: cartes par joueur}}

scenarios:                                   # {scenarios}
  a_card_of_the_same_suit_fits:
    seats: Ann Bob
    given: {{at: turn of Ann, discard: 7S, hand of Ann: 9S KH, hand of Bob: 2C, stock: 3D …}}
    then:
      - Ann cannot: put KH because fits
      - Ann: put 9S
      - now: {{discard: 7S 9S, hand of Ann: KH, at: turn of Bob}}
"""


def new_game(name: str) -> str:
    """Return the text of a ruleset by this name."""
    return _GAME.format(
        name=name,
        title=titled(name),
        how_many=tr("what players may choose before the game"),
        cards=tr("a deck of 52; or attributes of your own"),
        tables=tr("numbers, by key"),
        zones=tr("places for cards, and the players who see them"),
        state=tr("what has to be remembered"),
        play=tr("what happens, stage by stage"),
        moves=tr("what players may do, when, and its effect"),
        text=tr("what things are called at the table"),
        scenarios=tr("examples of play, which are played to test the rules"),
    )
