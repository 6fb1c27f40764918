"""Players who look ahead where something is asked in the middle of a move: what was named before is theirs to know,
or not; they see as far into a move as its first question, and from each answer on."""

from __future__ import annotations

import pytest

from croupier import Game, Rules, load
from croupier.fast import compiled

from .alongside import first_other_choice
from .small import ruled
from .test_alongside import backends

RULES = """
croupier: 1
game: asked-on
players: 2..3
options: {packs: 1..2 starting 2, few: 1..4 starting 4}
cards: {attributes: {rank: 1..6, suit: red/blue}, packs: packs}
zones:
  stock: pile seen by nobody
  heap: pile seen by everyone
  hand of player: set seen by owner
  front of player: set seen by everyone
  dark of player: pile seen by nobody
state:
  gained of player: number
  secret of player: number seen by owner
$STATEplay:
  begin:
    - move deck to stock
    - shuffle stock
    - for each of players:
        - move top few of stock to hand
        - move top (packs) of stock to dark
  steps:
    turn:
      by: players
      until: count of stock < 4
      times: 40
      $STAGE
moves:
$MOVES
result: {score: gained, best: highest}
"""
MOVES = {
    "guess_named": """
  guess_named:
    do:
      - let hidden be top of stock
      - choose: {guess: one of 1..6}
      - if rank of hidden >= guess: add guess to gained
        else: add -1 to gained
      - move hidden to heap
""",
    "guess": """
  guess:
    do:
      - choose: {guess: one of 1..6}
      - if rank of top of stock >= guess: add guess to gained
        else: add -1 to gained
      - move top of stock to heap
""",
    "two_questions": """
  two_questions:
    do:
      - let mine be top of dark
      - move top of stock to hand
      - choose: {what: one of 1..2}
      - if what is 2: move mine to heap
        else: move top of dark to front
      - choose: {card: one of hand}
      - move card to front
      - add rank of card to gained
""",
    "perhaps": """
  perhaps:
    do:
      - move top of stock to hand
      - if rank of lowest by rank of hand < 3:
          - choose: {card: one of hand}
          - move card to front
          - add rank of card to gained
""",
    "theirs": """
  theirs:
    choose: {who: one of players where it is not me}
    do:
      - let best be highest by rank of hand of who
      - choose: {card: one of hand}
      - if rank of card > rank of best: add 2 to gained
      - move card to hand of who
      - add 1 to secret of who
""",
    "several": """
  several:
    choose: {cards: 2 of hand}
    do:
      - let before be cards
      - choose: {amount: one of 1..3}
      - add amount * (highest of rank of before) to gained
      - move before to heap
      - choose: {back: one of before}
      - move back to hand
      - set secret to rank of back
""",
    "several_back": """
  several_back:
    choose: {cards: 2 of hand}
    do:
      - move cards to heap
      - if rank of top of heap > 3:
          - choose: {back: 1..2 of heap}
          - move back to hand
          - add secret to gained
          - move top of dark to front
        else: [move top of stock to hand]
""",
    "round": """
  round:
    do:
      - for each of players as who:
          - choose: {card: one of hand of me}
          - move card to front of who
          - if count of front of who > 2: end turn
""",
    "among_cards": """
  among_cards:
    do:
      - let low be hand where rank < 4
      - for each of low as each_card:
          - choose: {keep: one of no/yes}
          - if keep: add rank of each_card to gained
            else: move each_card to front
      - move top of stock to hand
""",
    "by_the_dark": """
  by_the_dark:
    do:
      - for each of dark as each_card:
          - choose: {further: one of no/yes}
          - if further: end turn
          - if rank of each_card > 3: add 1 to gained
            else: add -1 to gained
""",
    "owe": """
  owe:
    do:
      - move top of stock to hand
      - choose: {card: one of hand}
      - set owed of card to yes
      - add 1 to gained
""",
    "settle": """
  settle:
    choose: {card: one of hand where owed of it}
    do:
      - choose: {where_to: one of 1..2}
      - if where_to is 1: move card to front
      - add where_to to gained
""",
}
ALONE = [[name] for name in MOVES if name not in ("owe", "settle")]
TOGETHER = [["guess", "theirs", "several"], ["two_questions", "round", "theirs"], ["perhaps", "by_the_dark", "several"]]
BOUND = ["owe", "settle", "round"]


def asked_on(moves: list[str], packs: int, *, must: bool = False) -> Rules:
    """A game of these moves; `must`: in a turn of several, at whose end nothing may be owed."""
    offered = f"moves: [{', '.join(moves)}]"
    if must:
        offered = (
            f"must: {{settled: not (some of hand where owed of it)}}\n      steps: {{act: {{times: 2, {offered}}}}}"
        )
    state = "  owed of card in hand: no/yes\n" if must else ""
    text = (
        RULES.replace("$STATE", state)
        .replace("$STAGE", offered)
        .replace("$MOVES", "".join(MOVES[name] for name in moves))
    )
    return ruled(text, packs + 1, {"packs": packs, "few": 2 + packs})


@pytest.mark.costly
@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("moves", [*ALONE, *TOGETHER], ids=",".join)
def test_they_choose_alike(moves: list[str], packs: int) -> None:
    """Cards with copies and without, for as many seats as packs and one more."""
    rules = asked_on(moves, packs)
    engine = compiled(rules, "python", foresees=True)
    for seed in ("0:1", "1:1", "2:1"):
        told = first_other_choice(rules, engine, seed, 60)
        assert told is None, told


@pytest.mark.costly
@pytest.mark.parametrize("packs", [1, 2])
def test_they_choose_alike_where_something_is_owed(packs: int) -> None:
    """A `must` looks ahead over questions, and over what a seat imagines."""
    rules = asked_on(BOUND, packs, must=True)
    engine = compiled(rules, "python", foresees=True)
    for seed in ("0:1", "1:1", "2:1"):
        told = first_other_choice(rules, engine, seed, 60)
        assert told is None, told


@pytest.mark.costly
@pytest.mark.parametrize("on", backends())
@pytest.mark.parametrize("players", [2, 5])
def test_switch(players: int, on: str) -> None:
    """A suit is asked for."""
    rules = load("switch", players)
    told = first_other_choice(rules, compiled(rules, on, foresees=True), "1:1", 120)
    assert told is None, told


def test_a_loop_that_asks_goes_on_in_a_copy_as_in_the_game() -> None:
    """What is left of it is nobody else's."""
    game = Game(asked_on(["round"], 2), "1:1")
    game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
    for _ in range(2):
        copy = game.copy()
        copy.play(copy.to_act[0], copy.legal_moves(copy.to_act[0])[0])
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
        assert copy.position() == game.position()
    asked = game.to_act
    game.play(asked[0], game.legal_moves(asked[0])[0])
    assert game.to_act != asked, "each of three was given a card, and somebody else is on turn"
