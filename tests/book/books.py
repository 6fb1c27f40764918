"""A rulebook of our own, in English and French, and a ruleset with its clauses."""

from __future__ import annotations

from pathlib import Path

GAME = """\
croupier: 1
game: pebbles
players: 2..4
cards: {deck: french52}
zones:
  stock: pile seen by nobody
  hand of player: set seen by owner
  heap: pile seen by everyone
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
  steps:
    turn: {by: players, times: 20, moves: [drop, pass], else: end play}
moves:
  drop:
    choose: {card: one of hand}
    do: move card to heap
  pass: {}
result: {score: count of hand, best: lowest}
"""

ENGLISH = """\
# Pebbles

A game of letting go, for two to four.

## Preparation

Shuffle the pack and give five cards to each player. The rest is the stock, which
lies face down on the table and is never touched again by anybody at all.

- Nobody shows a hand.
- The heap in the middle starts empty.

## Play

Turns pass to the left. On your turn drop one card on the heap, or pass. Whoever
passes may still drop cards in later turns.

| cards left | points |
| ace | 1 |
| king | 10 |

The fewest cards win.
"""

FRENCH = """\
Cailloux

Un jeu pour se délester, de deux à quatre joueurs.

Préparation

Mélangez le paquet et donnez cinq cartes à chaque joueur. Le reste forme la pioche.
Personne ne montre sa main.

À votre tour, lâchez une carte sur le tas, ou passez.
Celui qui a le moins de cartes gagne.
"""

CLAUSES = """\
# The clauses of Pebbles.
books:
  book: {en: Pebbles, fr: Cailloux}

clauses:                                     # in the order of the book
  players: {book: book, place: title, kind: rule, en: Two to four play.}
  deal: {book: book, place: preparation, kind: rule, en: "Everybody gets five cards, shuffled."}
  rest: {book: book, place: preparation, kind: rule, en: "The other cards are the stock, face down."}   # untouched
  secret:
    book: book                               # said twice
    place: preparation
    kind: rule
    en: Hands are not shown to anybody.
  left: {book: book, place: play, kind: rule, en: Turns go to the left.}
  drop: {book: book, place: play, kind: rule, en: "On a turn one drops one card on the heap, or passes."}
  after: {kind: rule, en: "Who passes may drop cards in later turns."}
  ace: {kind: table, en: "An ace counts 1 point."}
  win: {book: book, place: end, kind: rule, en: The fewest cards win.}
"""


def ruleset(folder: Path, clauses: str = CLAUSES, name: str = "pebbles") -> Path:
    """The game with its clauses beside it."""
    (folder / f"{name}.yaml").write_text(GAME, "utf-8")
    (folder / f"{name}.clauses.yaml").write_text(clauses, "utf-8")
    return folder / f"{name}.yaml"
