"""Typical mistakes in one line of a ruleset, each with the help that leads to the right line in one step."""

from __future__ import annotations

import pytest

from croupier_dsl import check_text

RULES = """\
croupier: 1
game: tiny
players: 2..4
cards: {deck: french52}
tables: {points of card by rank: {A: 1, 2..10: 2..10, J..K: 10}}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
state:
  total of player: number
  dealer: player starting first of players
define:
  rich: some of players where total >= 50
play:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players: move top 5 of stock to hand
  steps:
    turn:
      by: players
      until: rich or stock is empty
      moves: [lay, draw]
  end: set dealer to left of dealer
moves:
  lay: {choose: {card: one of hand}, do: move card to heap}
  draw: {when: {left: stock is not empty}, do: [move top of stock to hand, add 1 to total]}
result: {score: [total, sum of points of hand], best: lowest}
"""

SLIPS = [
    # the right line, the mistake in it, the help
    ("total >= 50", "total => 50", "write `>=`"),
    ("total >= 50", "total =< 50", "write `<=`"),
    ("total of player: number", "total of player: number = 0", "write `starting`"),
    ("total of player: number", "total of each player: number", "write it without `each`"),
    ("players: 2..4", "players: 2-4", "write `2..4`"),
    ("players: 2..4", "players: 2 to 4", "write `2..4`"),
    ("players: 2..4", "players: 2 – 4", "write `2..4`"),
    ("some of players where total", "any player has total", "for any, `some of … where`"),
    ("for each of players", "for each player", "write `for each of players`"),
    ("one of hand", "one of hand and heap", "join collections with `with`, in parentheses: `one of (hand with …)`"),
    ("move top of stock to hand", "move the top of stock to hand", "write it without `the`"),
    ("add 1 to total", "total += 1", "write `add … to total`"),
    ("add 1 to total", "total -= 1", "write `add -… to total`"),
    ("add 1 to total", "subtract 1 from total", "write `add -N to …`"),
    (
        "score: [total,",
        "score: [seat of highest by -total of players,",
        "for the opposite order, swap `highest by` and `lowest by`",
    ),
    ("rich or stock is empty", "[rich, stock is empty]", "join them with `and` or `or` in one sentence"),
    ("moves: [lay, draw]", "moves: lay, draw", "write `[lay, draw]`"),
    ("game: tiny", "game: My Tiny Game", "write `my-tiny-game`"),
    ("cards: {deck: french52}", "cards: french52", "write `cards: {deck: french52}`"),
    ("move card to heap", "move card to table", "name another zone: stock, heap or hand"),
    (
        "deck to stock\n    - shuffle stock",
        "deck to stock\n    - shuffle deck",
        "name one zone: `stock`, `heap` or `hand`",
    ),
    ("move deck to stock\n    - shuffle stock", "shuffle hand of dealer", "make `hand` a pile"),
    ("seen by owner", "seen by player", "write `owner`"),
    ("move top of stock to hand", "move 2 of stock to hand", "write `top 2 of …` for cards"),
    ("one of hand", "two of hand", "write the number: `2`"),
    ("one of hand", "any of hand", "write `1.. of …` to choose any number"),
    ("total of player: number", "total of player: boolean", "write `no/yes`"),
    ("total of player: number", "total of player: int", "write `number`"),
    ("add 1 to total", "set total to total + points of hand", "write `sum of …`"),
    ("set dealer to left of dealer", "set dealer to dealer + 1", "the next seat is `left of dealer`"),
    ("{deck: french52}", "{deck: standard}", "write `french52` or `french54`, or list the values"),
    ("      by: players\n", "", "add the players who take turns: `by: players`"),
    (
        "for each of players: move top 5 of stock to hand",
        "move top 10 of stock to hand of players",
        "for 10 in total, first `let dealt be top 10 of stock`, then `move dealt …`",
    ),
    (
        "cards: {deck: french52}",
        "cards: {attributes: {rank: A/2..10/J..K, level: 1..9/x}, copies: level}",
        "declare a table `NAME of level`",
    ),
    ("moves:\n  lay:", "moves:\n  pass:\n  lay:", "write `pass: {}`"),
    ("moves:\n  lay:", "moves:\n  pass: []\n  lay:", "write `pass: {}`"),
]


@pytest.mark.parametrize(("right", "slip", "help"), SLIPS, ids=[slip for _, slip, _ in SLIPS])
def test_help(right: str, slip: str, help: str) -> None:
    """The first message about a mistake says what to write."""
    assert right in RULES
    rules, found = check_text(RULES.replace(right, slip, 1), "tiny.yaml")
    assert rules is None
    assert help in str(found[0].help), found


def test_the_rules_are_right() -> None:
    rules, found = check_text(RULES, "tiny.yaml")
    assert rules is not None
    assert not found
